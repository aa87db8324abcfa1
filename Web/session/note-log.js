// The notes that are played, and the rhythms that are practised, as they come.

import { t } from '../app/i18n.js';
import { notify } from '../app/notice.js';
import { own } from '../app/own.js';
import { settings } from '../app/settings.js';
import { farDistance } from '../vocabulary/engine.js';
import { KeptNotes } from './kept-notes.js';
import { session } from './session.js';

/** @typedef {import('./kept-notes.js').LoggedNote} LoggedNote */
/** @typedef {import('./kept-notes.js').LoggedRhythm} LoggedRhythm */

class NoteLog extends KeptNotes {
  constructor() {
    super();
    this.session = Date.now();
    /** What notes were tuned to, and since when, in the time of the sound. */
    this.pitches = [pitchNow(-Infinity)];
  }

  /** @param {import('../engine/types.js').NoteDetail} detail */
  add(detail) {
    const ago = Math.max(0, session.time - detail.start);
    this.merge([{
      time: Math.round(Date.now() - 1000 * ago), session: this.session, midi: detail.midi,
      duration: rounded(detail.duration), meanCents: rounded(detail.meanCents), spreadCents: rounded(detail.spreadCents),
      secondsInTune: rounded(detail.secondsInTune), ...this.pitchAt(detail.start),
    }]);
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
}

/** @param {number} since */
function pitchNow(since) {
  return { since, concertPitch: settings.get('concertPitch'), temperament: settings.get('temperament') };
}

/** @param {number} value */
function rounded(value) { return Math.round(value * 1000) / 1000; }

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
  const mended = noteLog.mended + own.mended;
  if (mended > 0) notify(t('storage-mended', { count: mended }));
  let { trouble } = noteLog;
  noteLog.addEventListener('change', () => {
    if (noteLog.trouble === trouble) return;
    trouble = noteLog.trouble;
    if (trouble) notify(t(trouble));
  });
}
