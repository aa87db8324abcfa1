// What many notes amount to, note by note.

/** @typedef {import('./note-log.js').LoggedNote} LoggedNote */

/**
 * @typedef {object} NoteStatistics
 * @property {number} midi
 * @property {number} count
 * @property {number} mean Cents, weighed by duration.
 * @property {number} spread Cents: of all the sound of this note about its mean.
 * @property {number} share Of the time, in tune: 0...1.
 */

/**
 * @param {LoggedNote[]} notes
 * @returns {NoteStatistics[]} From low to high.
 */
export function statistics(notes) {
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
    const share = rows.reduce((sum, row) => sum + row.secondsInTune, 0) / time;
    return { midi, count: rows.length, mean, spread: Math.sqrt(variance), share: Math.min(1, share) };
  });
}
