// The log for spreadsheets and programs: notes, and rhythms, which have their own columns at the end.

/** @typedef {import('./note-log.js').LoggedNote} LoggedNote */
/** @typedef {import('./note-log.js').LoggedRhythm} LoggedRhythm */
/** @typedef {LoggedNote | LoggedRhythm} Logged */

const columns = [
  'time', 'session', 'note', 'midi', 'duration', 'meanCents', 'spreadCents', 'secondsInTune', 'concertPitch', 'temperament', 'late',
  'rhythm', 'beats', 'timeSpread', 'tempo', 'tempoChange', 'ownConcertPitch',
];

/**
 * @param {Logged} row
 * @param {(midi: number) => string} name
 * @returns {Record<string, unknown>}
 */
function record(row, name) {
  return {
    ...row, time: new Date(row.time).toISOString(), session: new Date(row.session).toISOString(),
    ...'midi' in row && { note: name(row.midi) },
  };
}

/** @param {Logged[]} rows */
const ordered = (rows) => [...rows].sort((one, other) => one.time - other.time);

/** @param {unknown} value */
function cell(value) {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * @param {Logged[]} logged
 * @param {(midi: number) => string} name
 */
export function toCSV(logged, name) {
  const rows = ordered(logged).map((row) => {
    const values = record(row, name);
    return columns.map((column) => cell(values[column])).join(',');
  });
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/**
 * @param {Logged[]} logged
 * @param {(midi: number) => string} name
 */
export function toJSON(logged, name) { return `${JSON.stringify(ordered(logged).map((row) => record(row, name)), null, 1)}\n`; }
