// The log for spreadsheets and programs.

/** @typedef {import('./note-log.js').LoggedNote} LoggedNote */

const columns = /** @type {const} */ (['time', 'session', 'note', 'midi', 'duration', 'meanCents', 'spreadCents', 'secondsInTune', 'concertPitch', 'temperament', 'late']);

/**
 * @param {LoggedNote} row
 * @param {(midi: number) => string} name
 */
function record(row, name) {
  return {
    ...row, time: new Date(row.time).toISOString(), session: new Date(row.session).toISOString(), note: name(row.midi),
  };
}

/** @param {unknown} value */
function cell(value) {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * @param {LoggedNote[]} notes
 * @param {(midi: number) => string} name
 */
export function toCSV(notes, name) {
  const rows = notes.map((row) => {
    const values = record(row, name);
    return columns.map((column) => cell(values[column])).join(',');
  });
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/**
 * @param {LoggedNote[]} notes
 * @param {(midi: number) => string} name
 */
export function toJSON(notes, name) { return `${JSON.stringify(notes.map((row) => record(row, name)), null, 1)}\n`; }
