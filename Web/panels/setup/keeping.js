// Settings and history as files: written, and read again if everything in them is allowed.

import { download } from '../../app/file-button.js';
import { t } from '../../app/i18n.js';
import { isInstrument, isScale, own } from '../../app/own.js';
import { printable } from '../../app/printable.js';
import { settings } from '../../app/settings.js';
import { wrongOf } from '../../session/kept-notes.js';
import { noteLog } from '../../session/note-log.js';
import { standardConcertPitch } from '../../vocabulary/settings.js';
import './texts.js';

/** @typedef {import('../../app/file-button.js').OpenedFile} OpenedFile */

const byteLimit = 8 << 20;
/** Unknown words of a file that are told; more would hide the rest. */
const mostShown = 8;

export function exportSettings() {
  const file = { kammerton: 'settings', settings: settings.all(), scales: own.scales, instruments: own.instruments };
  download('kammerton-settings.json', 'application/json', `${JSON.stringify(file, null, 1)}\n`);
}

/**
 * @param {OpenedFile} file
 * @returns {string} What to say.
 */
export function importSettings({ name, bytes }) {
  const value = parsed(bytes);
  if (typeof value === 'string') return t(value, { file: name });
  const { settings: values, scales, instruments, kammerton, ...others } = /** @type {any} */ ({ scales: [], instruments: [], ...value });
  if (kammerton !== 'settings' || values === null || typeof values !== 'object' || Array.isArray(values)) {
    return t('import-not-ours', { file: name });
  }
  const unknown = [...Object.keys(values).filter((key) => !settings.has(key)), ...Object.keys(others)];
  const known = Object.entries(values).filter(([key]) => settings.has(key));
  const wrong = known.find(([key, one]) => !settings.allows(key, one))?.[0]
    ?? (Array.isArray(scales) && scales.every(isScale) ? undefined : 'scales')
    ?? (Array.isArray(instruments) && instruments.every(isInstrument) ? undefined : 'instruments');
  if (wrong !== undefined) return t('settings-refused', { file: name, key: wrong });
  own.addScales(scales);
  own.addInstruments(instruments);
  for (const [key, one] of known) settings.set(key, one);
  const shown = unknown.slice(0, mostShown).map((key) => printable(key)).join(', ') + (unknown.length > mostShown ? ', …' : '');
  return [t('settings-imported', { file: name }), unknown.length > 0 && t('settings-unknown', { keys: shown }), own.trouble && t(own.trouble)]
    .filter(Boolean).join(' ');
}

/**
 * Takes in the notes and rhythms of a file that the page exported. A row with a value that is missing or impossible is left
 * out, and told.
 *
 * @param {OpenedFile} file
 * @returns {string} What to say.
 */
export function importHistory({ name, bytes }) {
  const value = parsed(bytes, rowsOfCSV);
  if (typeof value === 'string') return t(value, { file: name });
  if (!Array.isArray(value)) return t('import-not-ours', { file: name });
  const rows = value.map(readRow);
  const wrong = rows.filter(({ columns }) => columns.length > 0);
  const good = rows.filter(({ columns }) => columns.length === 0);
  const count = noteLog.merge(good.filter(({ isRhythm }) => !isRhythm).map(({ row }) => row))
    + noteLog.mergeRhythms(good.filter(({ isRhythm }) => isRhythm).map(({ row }) => row));
  const said = [t('history-imported', { count, known: good.length - count })];
  if (wrong.length > 0) {
    const columns = [...new Set(wrong.flatMap((row) => row.columns))].join(', ');
    said.push(t('history-left-out', { count: wrong.length, columns, number: rows.indexOf(wrong[0]) + 1 }));
  }
  if (noteLog.trouble) said.push(t(noteLog.trouble));
  return said.join(' ');
}

/**
 * A row of the history, as the page exports it.
 *
 * @param {any} value
 * @returns {{row: any, isRhythm: boolean, columns: string[]}} The columns are those whose values are missing or impossible.
 */
function readRow(value) {
  const written = value !== null && typeof value === 'object' ? value : {};
  const isRhythm = written.rhythm !== undefined;
  const { duration, midi, meanCents, spreadCents, secondsInTune, concertPitch = standardConcertPitch, temperament = 'equal' } = written;
  const { rhythm, beats, timeSpread, tempo, tempoChange, late, ownConcertPitch } = written;
  const given = (/** @type {any} */ one) => (one ?? undefined) !== undefined;
  const times = { time: momentOf(written.time), session: momentOf(written.session), duration };
  const row = isRhythm ? { ...times, rhythm, beats, late: late ?? null, timeSpread, tempo, tempoChange }
    : {
      ...times, midi, meanCents, spreadCents, secondsInTune, concertPitch, temperament, ...given(ownConcertPitch) && { ownConcertPitch },
      ...given(late) && { late },
    };
  return { row, isRhythm, columns: wrongOf(row, isRhythm) };
}

/**
 * @param {any} text ISO 8601, with its zone.
 * @returns {number} Milliseconds since 1970; not a number if there is no such day or time.
 */
function momentOf(text) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  // Some browsers take 30 February for a day in March.
  const isDay = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return isDay ? Date.parse(text) : NaN;
}

/** The columns of texts; all others are of numbers. */
const textColumns = ['time', 'session', 'note', 'temperament', 'rhythm'];

/**
 * The rows of a table (RFC 4180), by the names in its first line.
 *
 * @param {string} text
 * @returns {Record<string, string | number | undefined>[] | null} Nothing if it is not one of a history.
 */
function rowsOfCSV(text) {
  /** @type {string[][]} */
  const lines = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines[lines.length - 1].push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') lines.push([]);
  }
  const [columns, ...rows] = lines;
  if (!columns.includes('session') || !columns.includes('midi')) return null;
  return rows.filter((cells) => cells.join('') !== '').map((cells) => Object.fromEntries(columns.map((column, index) => {
    const cell = cells[index] ?? '';
    return [column, cell === '' ? undefined : textColumns.includes(column) ? cell : Number(cell)];
  })));
}

/**
 * @param {Uint8Array} bytes
 * @param {(text: string) => any} [other] Reads what is no JSON.
 * @returns {any} What the file holds, or the key of a text that says why it is not read.
 */
function parsed(bytes, other = () => null) {
  if (bytes.length > byteLimit) return 'import-too-large';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value = /^\s*[[{]/.test(text) ? JSON.parse(text) : other(text);
    return value ?? 'import-not-ours';
  } catch { return 'import-not-ours'; }
}
