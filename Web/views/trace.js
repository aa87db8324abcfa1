// The last twenty seconds of pitch against the target, with the name of each note where it began.

import { heard } from '../session/heard.js';
import { note } from '../app/names.js';
import { settings } from '../app/settings.js';
import { colors, verdictColor } from '../app/theme.js';
import { canvasFont, CanvasView } from './view.js';

const duration = 20;
const perSecond = 30;
const count = duration * perSecond;
const range = 55;
/** @type {import('../engine/types.js').Verdict[]} As they are kept. */
const verdicts = ['none', 'flat', 'good', 'sharp', 'several'];

class TraceView extends CanvasView {
  constructor() {
    super();
    // A ring of cents and notes; a note of 0 is silence.
    this.cents = new Float32Array(count);
    this.notes = new Uint8Array(count);
    this.verdicts = new Uint8Array(count);
    this.next = 0;
    this.time = 0;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} seconds
   */
  draw(context, seconds) {
    this.time += seconds;
    while (this.time > 1 / perSecond) { this.time -= 1 / perSecond; this.keep(); }
    context.clearRect(0, 0, this.width, this.height);
    this.drawGrid(context);
    this.drawTrace(context);
  }

  keep() {
    const { state } = heard;
    this.cents[this.next] = state.cents;
    this.notes[this.next] = state.voiced && !state.held ? state.note : 0;
    this.verdicts[this.next] = verdicts.indexOf(state.verdict);
    this.next = (this.next + 1) % count;
  }

  /** @param {number} cents */
  y(cents) { return this.height / 2 - Math.max(-range, Math.min(range, cents)) / range * (this.height / 2 - 12); }

  /** @param {CanvasRenderingContext2D} context */
  drawGrid(context) {
    const tolerance = settings.get('tolerance');
    context.fillStyle = colors.good;
    context.globalAlpha = 0.16;
    context.fillRect(0, this.y(tolerance), this.width, this.y(-tolerance) - this.y(tolerance));
    context.globalAlpha = 1;
    context.lineWidth = 1;
    context.font = canvasFont;
    context.textAlign = 'left';
    for (let cents = -50; cents <= 50; cents += 10) {
      const y = Math.round(this.y(cents)) + 0.5;
      context.strokeStyle = cents === 0 ? colors['ink-3'] : colors.line;
      context.beginPath();
      context.moveTo(34, y);
      context.lineTo(this.width, y);
      context.stroke();
      if (cents % 20 !== 0 && cents !== 0 && Math.abs(cents) !== 50) continue;
      context.fillStyle = colors['ink-2'];
      context.fillText(cents === 0 ? '0' : cents < 0 ? `−${-cents}` : `+${cents}`, 2, y + 4);
    }
  }

  /** @param {CanvasRenderingContext2D} context */
  drawTrace(context) {
    context.lineWidth = 2.5;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    const step = (this.width - 44) / (count - 1);
    // Neighbours of one colour are one path: a frame strokes a few paths, not hundreds.
    let before = 0;
    let labelEnd = 0;
    let color = '';
    for (let index = 1; index < count; index += 1) {
      const here = (this.next + index) % count;
      const previous = (here + count - 1) % count;
      const midi = this.notes[here];
      const x = 38 + index * step;
      const joins = midi !== 0 && midi === this.notes[previous];
      const wanted = joins ? this.color(here) : '';
      if (wanted !== color) {
        if (color) context.stroke();
        color = wanted;
        if (color) {
          context.strokeStyle = color;
          context.beginPath();
          context.moveTo(x - step, this.y(this.cents[previous]));
        }
      }
      if (joins) context.lineTo(x, this.y(this.cents[here]));
      if (midi !== 0 && midi !== before && x > labelEnd) labelEnd = this.drawName(context, midi, x);
      before = midi;
    }
    if (color) context.stroke();
    this.drawHead(context);
  }

  /** @param {number} place */
  color(place) { return verdictColor(verdicts[this.verdicts[place]]); }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} midi
   * @param {number} x
   * @returns {number} Where it ends.
   */
  drawName(context, midi, x) {
    const text = note(midi).plain;
    context.fillStyle = colors.ink;
    context.font = canvasFont;
    context.fillText(text, x, 14);
    return x + 8 * text.length + 6;
  }

  /** @param {CanvasRenderingContext2D} context */
  drawHead(context) {
    if (!heard.active) return;
    context.fillStyle = verdictColor(heard.state.verdict);
    context.beginPath();
    context.arc(this.width - 6, this.y(heard.cents), 5, 0, 2 * Math.PI);
    context.fill();
  }
}

customElements.define('view-trace', TraceView);
