// The lane: the notes of the score come from the right, as bars on pitch and time, and what is heard is drawn on them.

import { formatNumber } from '../../app/i18n.js';
import { colors, reducedMotion } from '../../app/theme.js';
import { canvasFont, CanvasView } from '../../views/view.js';
import { practiceTimeTolerance } from '../../vocabulary/practice.js';
import { practiceModel as model } from './model.js';
import { centsText, nameOf, sideOf, wantedPitchOf } from './words.js';

/** @typedef {import('../../engine/types.js').PracticeNoteRow} PracticeNoteRow */

/** The seconds that are seen, and the share of them that has been. */
const [span, past] = [7, 0.4];
/** No lane is narrower, in semitones. */
const leastRange = 8;
/** With reduced motion the lane is turned like a page, and drawn this often in a second. */
const calmRate = 4;

class PracticeLane extends CanvasView {
  constructor() {
    super();
    /** The lowest and the highest pitch, as MIDI numbers. */
    this.low = 60;
    this.high = 72;
    this.calmTime = 0;
    /** The time on the left, in seconds from the start of the score. */
    this.begin = 0;
    model.addEventListener('score', () => this.fit());
  }

  connectedCallback() {
    super.connectedCallback();
    this.fit();
  }

  /** The pitches of the score, with room for a wrong note. */
  fit() {
    const numbers = (model.snapshot?.notes ?? []).map(({ midi }) => midi);
    if (numbers.length === 0) return;
    const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
    const room = Math.max(2, (leastRange - (highest - lowest)) / 2);
    [this.low, this.high] = [lowest - room, highest + room];
  }

  /** @param {CanvasRenderingContext2D} context @param {number} seconds */
  draw(context, seconds) {
    this.calmTime += seconds;
    if (reducedMotion && this.calmTime < 1 / calmRate) return;
    this.calmTime = 0;
    context.clearRect(0, 0, this.width, this.height);
    const { snapshot } = model;
    if (!snapshot) return;
    const { now, zero } = model.place ?? { now: 0, zero: 0 };
    // The first second on the left.
    const page = span * (1 - past);
    const start = reducedMotion ? Math.floor((now + 1) / page) * page - 1 : now - span * past;
    this.begin = start;
    context.font = canvasFont;
    context.textBaseline = 'middle';
    this.drawBeats(context, start);
    for (const row of snapshot.notes) {
      if (row.due === null || row.dueEnd === null || row.dueEnd < start - 1 || row.due > start + span) continue;
      this.drawNote(context, row, snapshot.isRhythm);
    }
    if (model.isFrozen) this.drawFirsts(context, zero, 12 * snapshot.octaves);
    else if (!snapshot.isRhythm) this.drawVoice(context, zero, 12 * snapshot.octaves);
    for (const row of snapshot.notes) {
      if (row.time !== null && row.time - zero > start - 2 && row.time - zero < start + span) this.drawPlayed(context, row, zero, snapshot.isRhythm);
    }
    const x = Math.round(this.x(now)) + 0.5;
    context.strokeStyle = colors.red;
    context.lineWidth = 2;
    line(context, x, 0, x, this.height);
  }

  /** @param {number} time In seconds from the start of the score. */
  x(time) { return (time - this.begin) / span * this.width; }

  /** @param {number} midi */
  y(midi) { return this.height * (1 - (midi - this.low) / (this.high - this.low)); }

  /** Half of a semitone, as a note is drawn. */
  get half() { return Math.max(4, Math.min(14, 0.42 * this.height / (this.high - this.low))); }

  /** @param {CanvasRenderingContext2D} context @param {number} start */
  drawBeats(context, start) {
    context.strokeStyle = colors.line;
    for (const { time, isStrong } of model.clicks) {
      if (time < start || time > start + span) continue;
      context.lineWidth = isStrong ? 2 : 1;
      const x = Math.round(this.x(time)) + 0.5;
      line(context, x, 0, x, this.height);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {PracticeNoteRow} row
   * @param {boolean} isRhythm
   */
  drawNote(context, row, isRhythm) {
    const [left, right] = [this.x(row.due ?? 0), this.x(row.dueEnd ?? 0)];
    const [y, { half }] = [this.y(wantedPitchOf(row)), this];
    const width = isRhythm ? 10 : Math.max(6, right - left - 2);
    context.fillStyle = colors.surface;
    context.strokeStyle = row.time === null ? colors['ink-3'] : colors['ink-2'];
    context.lineWidth = 1.5;
    context.fillRect(isRhythm ? left - 5 : left, y - half, width, 2 * half);
    context.strokeRect(isRhythm ? left - 5 : left, y - half, width, 2 * half);
    if (isRhythm || width < 30) return;
    context.fillStyle = colors['ink-2'];
    context.textAlign = 'left';
    context.fillText(nameOf(row), left + 5, y, width - 8);
  }

  /**
   * The first pitch of each note, until the next one begins or the sound ends: what the player does with it meanwhile is hidden.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} zero
   * @param {number} shift In semitones.
   */
  drawFirsts(context, zero, shift) {
    context.strokeStyle = colors.ink;
    context.lineWidth = 4;
    const newest = model.trail.voice.reduce((time, reading) => (reading.midi === null ? time : reading.time), -Infinity);
    model.trail.firsts.forEach(({ time, midi, cents }, index) => {
      const end = model.trail.firsts[index + 1]?.time ?? newest;
      if (midi === null || end - zero < this.begin) return;
      const y = Math.max(3, Math.min(this.height - 3, this.y(midi + cents / 100 - shift)));
      line(context, this.x(time - zero), y, this.x(end - zero), y);
    });
  }

  /** @param {CanvasRenderingContext2D} context @param {number} zero @param {number} shift In semitones. */
  drawVoice(context, zero, shift) {
    context.strokeStyle = colors.ink;
    context.lineWidth = 2.5;
    context.lineJoin = 'round';
    context.beginPath();
    let isOpen = false;
    for (const { time, midi } of model.trail.voice) {
      const x = this.x(time - zero);
      if (midi === null || x < -10) { isOpen = false; continue; }
      // What is an octave off is seen at the edge.
      const y = Math.max(3, Math.min(this.height - 3, this.y(midi - shift)));
      if (isOpen) context.lineTo(x, y);
      else context.moveTo(x, y);
      isOpen = true;
    }
    context.stroke();
  }

  /** @param {CanvasRenderingContext2D} context @param {PracticeNoteRow} row @param {number} zero @param {boolean} isRhythm */
  drawPlayed(context, row, zero, isRhythm) {
    const x = this.x((row.time ?? 0) - zero);
    const { half } = this;
    const y = this.y(wantedPitchOf(row));
    const side = isRhythm ? timeSide(row.late) : sideOf(row, model.isFrozen);
    const color = side === 'none' || side === 'wrong' ? colors.ink : colors[side];
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = 3;
    line(context, x, y - half - 5, x, y + half + 5);
    context.textAlign = 'center';
    const above = isRhythm ? '' : centsText(row, model.isFrozen);
    if (above) context.fillText(above, Math.max(16, x), Math.max(8, y - half - 13));
    if (row.late !== null) context.fillText(lateText(row.late), Math.max(16, x), Math.min(this.height - 8, y + half + 13));
  }
}

/** @param {number | null} late @returns {'none' | 'good' | 'flat' | 'sharp'} Early as flat, late as sharp. */
export function timeSide(late) {
  if (late === null) return 'none';
  return Math.abs(late) <= practiceTimeTolerance ? 'good' : late < 0 ? 'flat' : 'sharp';
}

/** @param {number} late Milliseconds: an arrow says to which side. */
export const lateText = (late) => `${Math.abs(late) <= practiceTimeTolerance ? '✓' : late < 0 ? '◂' : '▸'} ${formatNumber(late, 0, true)}`;

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} toX @param {number} toY */
function line(context, x, y, toX, toY) {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.stroke();
}

customElements.define('practice-lane', PracticeLane);
