// Settings and history as files: written, and read again if everything in them is allowed.

import { download } from '../../app/file-button.js';
import { t } from '../../app/i18n.js';
import { isInstrument, isScale, own } from '../../app/own.js';
import { settings } from '../../app/settings.js';
import { isNote, isRhythm, noteLog } from '../../session/note-log.js';
import { limits, standardConcertPitch } from '../../vocabulary/settings.js';
import './texts.js';

/** @typedef {import('../../app/file-button.js').OpenedFile} OpenedFile */
/** @typedef {import('../../session/note-log.js').LoggedNote} LoggedNote */
/** @typedef {import('../../session/note-log.js').LoggedRhythm} LoggedRhythm */

const byteLimit = 8 << 20;

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
  const { settings: values, scales, instruments } = /** @type {any} */ ({ scales: [], instruments: [], ...value });
  if (value?.kammerton !== 'settings' || values === null || typeof values !== 'object' || Array.isArray(values)) {
    return t('import-not-ours', { file: name });
  }
  const wrong = Object.entries(values).find(([key, one]) => !settings.allows(key, one))?.[0]
    ?? (Array.isArray(scales) && scales.every(isScale) ? undefined : 'scales')
    ?? (Array.isArray(instruments) && instruments.every(isInstrument) ? undefined : 'instruments');
  if (wrong !== undefined) return t('settings-refused', { file: name, key: wrong });
  own.set({ scales, instruments });
  for (const [key, one] of Object.entries(values)) settings.set(key, one);
  return t('settings-imported', { file: name });
}

/**
 * @param {OpenedFile} file
 * @returns {string} What to say.
 */
export function importHistory({ name, bytes }) {
  const value = parsed(bytes);
  if (typeof value === 'string') return t(value, { file: name });
  if (!Array.isArray(value)) return t('import-not-ours', { file: name });
  const rows = value.map((row) => (isOfRhythm(row) ? rhythmOf(row) : noteOf(row)));
  const wrong = rows.indexOf(null);
  if (wrong >= 0) return t('history-refused', { file: name, number: wrong + 1 });
  const count = noteLog.merge(rows.filter(isNote)) + noteLog.mergeRhythms(rows.filter(isRhythm));
  return t('history-imported', { count, known: rows.length - count });
}

/** @param {any} row */
const isOfRhythm = (row) => row !== null && typeof row === 'object' && row.rhythm !== undefined;

/**
 * @param {any} row As the page exports it.
 * @returns {LoggedRhythm | null} Nothing if a value is missing or cannot be.
 */
function rhythmOf({ time, session, rhythm, duration, beats, late = null, timeSpread, tempo, tempoChange }) {
  const row = { time: Date.parse(time), session: Date.parse(session), rhythm, duration, beats, late, timeSpread, tempo, tempoChange };
  const isPossible = isRhythm(row) && duration >= 0 && Number.isInteger(beats) && beats > 0 && timeSpread >= 0 && tempo > 0;
  return isPossible ? row : null;
}

/**
 * @param {any} row As the page exports it.
 * @returns {LoggedNote | null} Nothing if a value is missing or cannot be.
 */
function noteOf(row) {
  if (row === null || typeof row !== 'object') return null;
  const { midi, duration, meanCents, spreadCents, secondsInTune, concertPitch = standardConcertPitch, temperament = 'equal' } = row;
  const note = { time: Date.parse(row.time), session: Date.parse(row.session), midi, duration, meanCents, spreadCents, secondsInTune, concertPitch, temperament };
  if (Number.isFinite(row.late)) Object.assign(note, { late: row.late });
  const isPossible = isNote(note) && midi >= limits.midi[0] && midi <= limits.midi[1]
    && Number.isInteger(midi) && duration >= 0 && spreadCents >= 0 && secondsInTune >= 0
    && settings.allows('concertPitch', concertPitch) && settings.allows('temperament', temperament);
  return isPossible ? note : null;
}

/**
 * @param {Uint8Array} bytes
 * @returns {any} What the file holds, or the key of a text that says why it is not read.
 */
function parsed(bytes) {
  if (bytes.length > byteLimit) return 'import-too-large';
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'string' ? 'import-not-ours' : value;
  } catch { return 'import-not-ours'; }
}
