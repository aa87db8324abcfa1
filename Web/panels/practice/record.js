// What is kept of a playing: its right notes in the history, and the whole as JSON.

import { settings } from '../../app/settings.js';
import { comparison } from './chosen.js';

/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */

/** @param {number | null} value */
const rounded = (value) => Math.round(1000 * (value ?? 0)) / 1000;

/**
 * The right notes for the history: against the player's own A4, as the command keeps them, and with their times if these counted.
 *
 * @param {PracticeSnapshot} snapshot
 * @param {number} began Milliseconds since 1970.
 * @returns {import('../../session/note-log.js').LoggedNote[]}
 */
export function loggedNotes(snapshot, began) {
  return snapshot.notes.filter((row) => row.cents !== null && row.time !== null).map((row) => ({
    time: Math.round(began + 1000 * (row.time ?? 0)), session: began, midi: row.midi + 12 * snapshot.octaves,
    duration: rounded(row.duration), meanCents: rounded(row.cents), spreadCents: rounded(row.spread),
    secondsInTune: row.isInTune ? rounded(row.duration) : 0, concertPitch: rounded(snapshot.recordedPitch ?? settings.get('concertPitch')),
    ownConcertPitch: rounded(snapshot.ownConcertPitch), temperament: snapshot.recordedPitch === null ? comparison().name : 'equal',
    ...snapshot.times.isTimed && snapshot.recordedPitch === null && row.late !== null && { late: Math.round(10 * row.late) / 10 },
  }));
}

/**
 * A rhythm for the history, as the command keeps it: its times; nothing if there was no beat in them.
 *
 * @param {PracticeSnapshot} snapshot
 * @param {number} began Milliseconds since 1970.
 * @param {string} rhythm Its time signature.
 * @returns {import('../../session/note-log.js').LoggedRhythm[]}
 */
export function loggedRhythms({ notes, times }, began, rhythm) {
  const { median, spread, tempo, tempoChange } = times;
  const sounds = notes.flatMap(({ time }) => time ?? []);
  if (spread === null || tempo === null || sounds.length === 0) return [];
  return [{
    time: Math.round(began + 1000 * sounds[0]), session: began, rhythm, duration: rounded(sounds[sounds.length - 1] - sounds[0]), beats: sounds.length,
    late: median === null ? null : Math.round(10 * median) / 10, timeSpread: Math.round(10 * spread) / 10, tempo: rounded(tempo), tempoChange: rounded(tempoChange),
  }];
}

/**
 * The result as the command prints it with --json.
 *
 * @param {PracticeSnapshot} snapshot
 * @param {string} title
 */
export function resultJSON(snapshot, title) {
  if (snapshot.isRhythm) return `{"title": ${JSON.stringify(`Rhythm in ${settings.get('practiceMetre')}`)}, ${snapshot.json}}\n`;
  const { recordedPitch } = snapshot;
  const tuning = recordedPitch === null ? `A4 = ${settings.get('concertPitch').toFixed(1)} Hz, ${comparison().name}`
    : `A4 = ${recordedPitch.toFixed(1)} Hz, as the recording is tuned`;
  return `{"title": ${JSON.stringify(title)}, "tuning": ${JSON.stringify(tuning)}, ${snapshot.json ?? ''}}\n`;
}
