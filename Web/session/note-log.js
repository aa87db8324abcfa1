// The notes that were played, kept in this browser.

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

const place = 'kammerton.notes';
const most = 3000;

class NoteLog extends EventTarget {
  constructor() {
    super();
    /** @type {LoggedNote[]} */
    this.notes = [];
    this.session = Date.now();
    /** Whether the browser lets us keep anything. */
    this.isKept = true;
    this.timer = 0;
    /** What notes were tuned to, and since when, in the time of the sound. */
    this.pitches = [pitchNow(-Infinity)];
    try {
      const stored = JSON.parse(localStorage.getItem(place) ?? '[]');
      if (Array.isArray(stored)) this.notes = stored.filter(isNote);
    } catch { /* Damaged: begin anew. */ }
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
    const key = (/** @type {LoggedNote} */ row) => `${row.time} ${row.midi}`;
    const known = new Set(this.notes.map(key));
    const found = notes.filter((row) => {
      const isNew = !known.has(key(row));
      known.add(key(row));
      return isNew;
    });
    this.notes = [...this.notes, ...found].sort((one, other) => one.time - other.time).slice(-most);
    this.changed();
    return found.length;
  }

  clear() {
    this.notes = [];
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
 */
export function isNote(value) {
  return value !== null && ['time', 'session', 'midi', 'duration', 'meanCents', 'spreadCents', 'secondsInTune']
    .every((key) => Number.isFinite(value[key]));
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
