// The notes that were played, and the rhythms that were practised, kept in this browser.

import { session } from './session.js';
import { settings } from '../app/settings.js';
import { farDistance } from '../vocabulary/engine.js';

/**
 * @typedef {object} LoggedNote
 * @property {number} time Milliseconds since 1970, when the note began.
 * @property {number} session When its session began.
 * @property {number} midi
 * @property {number} duration Seconds.
 * @property {number} meanCents
 * @property {number} spreadCents
 * @property {number} secondsInTune
 * @property {number} concertPitch
 * @property {string} temperament
 * @property {number} [late] Milliseconds, of a note that was practised in time; negative for early.
 */

/**
 * A rhythm that was practised alone: it has times, and no notes.
 *
 * @typedef {object} LoggedRhythm
 * @property {number} time Milliseconds since 1970, when its first sound began.
 * @property {number} session When the practice began.
 * @property {string} rhythm Its time signature, such as 4/4.
 * @property {number} duration Seconds, from the first sound to the last.
 * @property {number} beats How many had a sound.
 * @property {number | null} late Milliseconds, the median; negative for early; null if it means nothing.
 * @property {number} timeSpread Milliseconds.
 * @property {number} tempo Quarter notes per minute.
 * @property {number} tempoChange Percent, from the start to the end.
 */

const place = 'kammerton.notes';
const rhythmPlace = 'kammerton.rhythms';
const most = 3000;
const mostRhythms = 1000;

/**
 * @template Row
 * @param {string} key
 * @param {(row: any) => row is Row} isRow
 * @returns {Row[]} What is stored; nothing, if it is damaged.
 */
function stored(key, isRow) {
  try {
    const rows = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(rows) ? rows.filter(isRow) : [];
  } catch { return []; }
}

/**
 * @template {{time: number}} Row
 * @param {Row[]} rows
 * @param {Row[]} more
 * @param {(row: Row) => string} key The same for those that are the same.
 * @param {number} limit
 * @returns {{rows: Row[], count: number}} The newest of all, and how many were new.
 */
function merged(rows, more, key, limit) {
  const known = new Set(rows.map(key));
  const found = more.filter((row) => {
    const isNew = !known.has(key(row));
    known.add(key(row));
    return isNew;
  });
  return { rows: [...rows, ...found].sort((one, other) => one.time - other.time).slice(-limit), count: found.length };
}

class NoteLog extends EventTarget {
  constructor() {
    super();
    this.notes = stored(place, isNote);
    this.rhythms = stored(rhythmPlace, isRhythm);
    this.session = Date.now();
    /** Whether the browser lets us keep anything. */
    this.isKept = true;
    this.timer = 0;
    /** What notes were tuned to, and since when, in the time of the sound. */
    this.pitches = [pitchNow(-Infinity)];
  }

  /** @param {import('../engine/types.js').NoteDetail} detail */
  add(detail) {
    const ago = Math.max(0, session.time - detail.start);
    this.notes.push({
      time: Math.round(Date.now() - 1000 * ago), session: this.session, midi: detail.midi,
      duration: rounded(detail.duration), meanCents: rounded(detail.meanCents), spreadCents: rounded(detail.spreadCents),
      secondsInTune: rounded(detail.secondsInTune), ...this.pitchAt(detail.start),
    });
    if (this.notes.length > most) this.notes.splice(0, this.notes.length - most);
    this.changed();
  }

  /** @param {number} time When a note began: what it was tuned to, whatever was chosen meanwhile. */
  pitchAt(time) {
    const { concertPitch, temperament } = this.pitches.filter((pitch) => pitch.since <= time).pop() ?? this.pitches[0];
    return { concertPitch, temperament };
  }

  pitchChanged() {
    this.pitches.push(pitchNow(session.time));
    // A note that has not ended yet began under one of the last.
    if (this.pitches.length > 100) this.pitches.splice(1, 50);
  }

  /**
   * Takes in notes that were exported, but for those that are here already.
   *
   * @param {LoggedNote[]} notes
   * @returns {number} How many were taken in; the newest 3000 of all are kept.
   */
  merge(notes) {
    const { rows, count } = merged(this.notes, notes, (row) => `${row.time} ${row.midi}`, most);
    this.notes = rows;
    this.changed();
    return count;
  }

  /**
   * Takes in rhythms, but for those that are here already.
   *
   * @param {LoggedRhythm[]} rhythms
   * @returns {number} How many were taken in; the newest 1000 of all are kept.
   */
  mergeRhythms(rhythms) {
    const { rows, count } = merged(this.rhythms, rhythms, (row) => String(row.time), mostRhythms);
    this.rhythms = rows;
    this.changed();
    return count;
  }

  clear() {
    [this.notes, this.rhythms] = [[], []];
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event('change'));
    if (this.timer === 0) this.timer = window.setTimeout(() => this.save(), 2000);
  }

  save() {
    this.timer = 0;
    try {
      localStorage.setItem(place, JSON.stringify(this.notes));
      localStorage.setItem(rhythmPlace, JSON.stringify(this.rhythms));
      this.isKept = true;
    } catch { this.isKept = false; }
  }
}

/** @param {number} since */
function pitchNow(since) {
  return { since, concertPitch: settings.get('concertPitch'), temperament: settings.get('temperament') };
}

/** @param {number} value */
function rounded(value) { return Math.round(value * 1000) / 1000; }

/**
 * Whether something may be one of the notes.
 *
 * @param {any} value
 * @returns {value is LoggedNote}
 */
export function isNote(value) { return hasNumbers(value, ['midi', 'meanCents', 'spreadCents', 'secondsInTune']); }

/**
 * Whether something may be one of the rhythms.
 *
 * @param {any} value
 * @returns {value is LoggedRhythm}
 */
export function isRhythm(value) {
  return hasNumbers(value, ['beats', 'timeSpread', 'tempo', 'tempoChange']) && settings.allows('practiceMetre', value.rhythm)
    && (value.late === null || Number.isFinite(value.late));
}

/** @param {any} value @param {string[]} keys Beside those of every row. */
function hasNumbers(value, keys) {
  return value !== null && ['time', 'session', 'duration', ...keys].every((key) => Number.isFinite(value[key]));
}

export const noteLog = new NoteLog();

export function startNoteLog() {
  session.addEventListener('note', (event) => {
    // A simulated guitar is nobody's practice, and what is practised is kept by itself.
    if (session.simulated || document.documentElement.dataset.shown === 'practice') return;
    const { detail } = /** @type {CustomEvent} */ (event);
    // What is so far from its string is more likely another note, of which these cents would tell nothing.
    if (Math.abs(detail.meanCents) < farDistance) noteLog.add(detail);
  });
  session.addEventListener('status', () => {
    if (session.status !== 'starting') return;
    noteLog.session = Date.now();
    noteLog.pitches = [pitchNow(-Infinity)];
  });
  settings.watch(['concertPitch', 'temperament'], () => noteLog.pitchChanged());
  addEventListener('pagehide', () => noteLog.save());
}
