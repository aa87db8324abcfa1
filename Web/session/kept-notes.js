// The notes that were played, and the rhythms that were practised, as this browser stores them for all of its tabs.

import { settings } from '../app/settings.js';
import { store } from '../app/store.js';

/**
 * @typedef {object} LoggedNote
 * @property {number} time Milliseconds since 1970, when the note began.
 * @property {number} session When its session began.
 * @property {number} midi
 * @property {number} duration Seconds.
 * @property {number} meanCents
 * @property {number} spreadCents
 * @property {number} secondsInTune
 * @property {number} concertPitch What was set.
 * @property {string} temperament
 * @property {number} [ownConcertPitch] That of a player who practised, with which the cents are compared; else the other one.
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

const most = 3000;
const mostRhythms = 1000;

/** @param {number} low @param {number} high */
const within = (low, high) => (/** @type {any} */ value) => typeof value === 'number' && value >= low && value <= high;
/** @param {(value: any) => boolean} accepts */
const whole = (accepts) => (/** @type {any} */ value) => Number.isInteger(value) && accepts(value);
/** From 1970 to the end of 9999. */
const isTime = within(0, 253_402_300_799_999);
/** Thirty years, in seconds: what can be added up and drawn, as the command's history has it. */
const isDuration = within(0, 1e9);
const isMilliseconds = within(-1e6, 1e6);

/** @type {[string, (value: any) => boolean][]} */
const ofBoth = [['time', isTime], ['session', isTime], ['duration', isDuration]];
/** @type {[string, (value: any) => boolean][]} What each value of a note may be: as wide as the command's history. */
const ofNotes = [
  ...ofBoth, ['midi', whole(within(0, 127))], ['meanCents', within(-100_000, 100_000)], ['spreadCents', within(0, 100_000)],
  ['secondsInTune', isDuration], ['concertPitch', within(1e-3, 1e6)],
  ['temperament', (value) => settings.allows('temperament', value)], ['late', (value) => value === undefined || isMilliseconds(value)],
  ['ownConcertPitch', (value) => value === undefined || within(1e-3, 1e6)(value)],
];
/** @type {[string, (value: any) => boolean][]} */
const ofRhythms = [
  ...ofBoth, ['rhythm', (value) => settings.allows('practiceMetre', value)], ['beats', whole(within(1, 1e9))],
  ['late', (value) => value === null || isMilliseconds(value)], ['timeSpread', within(0, 1e6)], ['tempo', within(1e-3, 1e6)],
  ['tempoChange', isMilliseconds],
];

/**
 * Which values of a note or a rhythm are missing, or cannot be.
 *
 * @param {any} row
 * @param {boolean} isRhythm
 * @returns {string[]}
 */
export function wrongOf(row, isRhythm) {
  return (isRhythm ? ofRhythms : ofNotes).filter(([key, accepts]) => !accepts(row[key])).map(([key]) => key);
}

/** @param {any} value @returns {value is LoggedNote} */
const isNote = (value) => value !== null && typeof value === 'object' && wrongOf(value, false).length === 0;
/** @param {any} value @returns {value is LoggedRhythm} */
const isRhythm = (value) => value !== null && typeof value === 'object' && wrongOf(value, true).length === 0;
/** @param {any} value @returns {value is number} */
const isNumber = (value) => typeof value === 'number';

/** @param {LoggedNote} row What is the same for notes that are the same. */
const noteName = ({ time, midi }) => `${time} ${midi}`;
/** @param {LoggedRhythm} row */
const rhythmName = ({ time }) => String(time);

/**
 * The rows of one kind, by their times.
 *
 * @template {{time: number}} Row
 */
class Log {
  /** @param {import('../app/store.js').Table<Row>} table @param {(row: Row) => string} nameOf @param {number} limit */
  constructor(table, nameOf, limit) {
    this.table = table;
    this.nameOf = nameOf;
    this.limit = limit;
    /** @type {Row[] | null} */
    this.sorted = null;
  }

  get rows() {
    this.sorted ??= [...this.table.rows.values()].sort((one, other) => one.time - other.time);
    return this.sorted;
  }

  /** @param {Row[]} rows Taken in, but for those that are here already; the newest of all stay. @returns {number} How many are new. */
  merge(rows) {
    const { table, nameOf } = this;
    /** @type {Map<string, Row>} */
    const found = new Map();
    for (const row of rows) if (table.isRow(row) && !table.rows.has(nameOf(row))) found.set(nameOf(row), row);
    const all = [...this.rows, ...found.values()].sort((one, other) => one.time - other.time);
    const old = all.slice(0, Math.max(0, all.length - this.limit)).map(nameOf);
    const isOld = new Set(old);
    this.sorted = null;
    table.write([
      ...old.filter((name) => table.rows.has(name)).map((name) => /** @type {[string, undefined]} */ ([name, undefined])),
      ...[...found].filter(([name]) => !isOld.has(name)),
    ]);
    return found.size;
  }

  clear() {
    this.table.clear();
    this.sorted = null;
  }
}

/** Events: `change`. */
export class KeptNotes extends EventTarget {
  /** @param {import('../app/store.js').Store} kept */
  constructor(kept = store) {
    super();
    /** When all was deleted, if it was. */
    this.marks = kept.table('kammerton.history', isNumber);
    this.noteLog = new Log(kept.table('kammerton.notes', isNote), noteName, most);
    this.rhythmLog = new Log(kept.table('kammerton.rhythms', isRhythm), rhythmName, mostRhythms);
    /** How many stored rows had impossible values, and were removed. */
    this.mended = this.noteLog.table.mended + this.rhythmLog.table.mended;
    this.follow(this.noteLog, kept);
    this.follow(this.rhythmLog, kept);
  }

  /**
   * @template {{time: number}} Row
   * @param {Log<Row>} log
   * @param {import('../app/store.js').Store} kept
   */
  follow(log, kept) {
    const { table, nameOf } = log;
    table.addEventListener('change', () => {
      log.sorted = null;
      this.changed(0);
    });
    // A tab of an earlier version writes all that it ever knew, also what was deleted since.
    kept.adopt(table.prefix.slice(0, -1), table, (text) => {
      const rows = JSON.parse(text);
      if (!Array.isArray(rows)) return [];
      const good = rows.filter((row) => table.isRow(row));
      this.mended += rows.length - good.length;
      return good.filter((row) => row.time > (this.marks.rows.get('deleted') ?? -1)).map((row) => /** @type {[string, Row]} */ ([nameOf(row), row]));
    });
  }

  get notes() { return this.noteLog.rows; }

  get rhythms() { return this.rhythmLog.rows; }

  /** Why something of it is not stored, if that is so. */
  get trouble() { return this.noteLog.table.trouble || this.rhythmLog.table.trouble; }

  /**
   * Takes in notes, but for those that are here already.
   *
   * @param {LoggedNote[]} notes
   * @returns {number} How many were taken in; the newest 3000 of all are kept.
   */
  merge(notes) { return this.changed(this.noteLog.merge(notes)); }

  /**
   * Takes in rhythms, but for those that are here already.
   *
   * @param {LoggedRhythm[]} rhythms
   * @returns {number} How many were taken in; the newest 1000 of all are kept.
   */
  mergeRhythms(rhythms) { return this.changed(this.rhythmLog.merge(rhythms)); }

  clear() {
    this.marks.write([['deleted', Date.now()]]);
    this.noteLog.clear();
    this.rhythmLog.clear();
    this.changed(0);
  }

  /** @param {number} count */
  changed(count) {
    this.dispatchEvent(new Event('change'));
    return count;
  }
}
