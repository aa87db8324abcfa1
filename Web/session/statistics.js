// What many notes amount to, note by note.

/** @typedef {import('./note-log.js').LoggedNote} LoggedNote */

/**
 * @typedef {object} NoteStatistics
 * @property {number} midi
 * @property {number} count
 * @property {number} mean Cents, weighed by duration.
 * @property {number} spread Cents: of all the sound of this note about its mean.
 * @property {number} share Of the time, in notes that are in tune: 0...1.
 */

/**
 * Whether a note is in tune, by the same measure wherever notes are compared, however they were played: its mean counts.
 *
 * @param {LoggedNote} note
 * @param {number} tolerance Cents.
 */
export const isInTune = ({ meanCents }, tolerance) => Math.abs(meanCents) <= tolerance;

/**
 * How far notes are from their targets, in cents, up or down: the mean, weighed by their durations.
 *
 * @param {LoggedNote[]} notes At least one.
 */
export function distance(notes) {
  const time = notes.reduce((sum, row) => sum + row.duration, 0) || 1;
  return notes.reduce((sum, row) => sum + row.duration * Math.abs(row.meanCents), 0) / time;
}

/**
 * @param {LoggedNote[]} notes
 * @param {number} tolerance What counts as in tune, in cents.
 * @returns {NoteStatistics[]} From low to high.
 */
export function statistics(notes, tolerance) {
  /** @type {Map<number, LoggedNote[]>} */
  const groups = new Map();
  for (const row of notes) {
    const group = groups.get(row.midi);
    if (group) group.push(row); else groups.set(row.midi, [row]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([midi, rows]) => {
    const time = rows.reduce((sum, row) => sum + row.duration, 0) || 1;
    const mean = rows.reduce((sum, row) => sum + row.duration * row.meanCents, 0) / time;
    // The variance within each note and that between their means.
    const variance = rows.reduce((sum, row) => (
      sum + row.duration * (row.spreadCents ** 2 + (row.meanCents - mean) ** 2)), 0) / time;
    const share = rows.reduce((sum, row) => sum + (isInTune(row, tolerance) ? row.duration : 0), 0) / time;
    return { midi, count: rows.length, mean, spread: Math.sqrt(variance), share: Math.min(1, share) };
  });
}
