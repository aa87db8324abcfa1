// The scales and instruments that the user brought, as this browser stores them for all of its tabs.

import { midiNumber } from '../engine/note-names.js';
import { degreeLimit } from '../vocabulary/engine.js';
import { store } from './store.js';

/** @typedef {import('./targets.js').InstrumentRow} InstrumentRow */
/** @typedef {import('./targets.js').TemperamentRow} TemperamentRow */

const place = 'kammerton.own';
const mostScales = 50;

const isText = (/** @type {any} */ value) => typeof value === 'string' && value.length <= 400;
const isNumber = (/** @type {any} */ value) => Number.isFinite(value);
/** Far beyond what sounds, and far below an overflow. */
const isCents = (/** @type {any} */ value) => isNumber(value) && Math.abs(value) <= 100_000;
/** What the core reads: a note of MIDI, and at most a semitone from it. */
const isString = (/** @type {any} */ string) => Number.isInteger(string?.string) && isNumber(string.cents) && Math.abs(string.cents) <= 100
  && /^[A-G](#*|b*)-?\d+$/.test(string.note) && isNote(midiNumber(string.note));
const isNote = (/** @type {number | null} */ midi) => midi !== null && midi >= 0 && midi <= 127;

/** @param {any} row @returns {row is TemperamentRow} */
export function isScale(row) {
  return row !== null && typeof row === 'object' && ['name', 'title', 'source'].every((key) => isText(row[key]))
    && Array.isArray(row.cents) && row.cents.length > 0 && row.cents.length <= degreeLimit && row.cents.every(isCents) && row.period > 0 && isCents(row.period)
    && typeof row.isScale === 'boolean' && row.isOwn === true;
}

/** @param {any} row @returns {row is InstrumentRow} */
export function isInstrument(row) {
  const isTuning = (/** @type {any} */ tuning) => isText(tuning?.name) && Array.isArray(tuning.strings)
    && tuning.strings.length > 0 && tuning.strings.every(isString);
  return row !== null && typeof row === 'object' && isText(row.name) && isText(row.group) && Array.isArray(row.otherNames)
    && row.otherNames.every(isText) && Array.isArray(row.tunings) && row.tunings.length > 0 && row.tunings.every(isTuning);
}

/**
 * A row with when it came, by which rows are in order.
 *
 * @template Row
 * @typedef {{added: number, row: Row}} Added
 */

/**
 * @template Row
 * @param {(row: any) => row is Row} isRow
 * @returns {(value: any) => value is Added<Row>}
 */
const added = (isRow) => /** @type {(value: any) => value is Added<Row>} */ ((value) => (
  value !== null && typeof value === 'object' && isNumber(value.added) && isRow(value.row)));

/**
 * @template {{name: string}} Row
 * @param {import('./store.js').Table<Added<Row>>} table
 */
const inOrder = (table) => [...table.rows.values()].sort((one, other) => one.added - other.added || (one.row.name < other.row.name ? -1 : 1))
  .map(({ row }) => row);

/**
 * @template {{name: string}} Row
 * @param {Row[]} rows
 * @param {number} first When the first of them came.
 * @returns {[string, Added<Row>][]}
 */
const dated = (rows, first) => rows.map((row, index) => [row.name, { added: first + index, row }]);

/** Events: `change`. */
export class Own extends EventTarget {
  /** @param {import('./store.js').Store} kept */
  constructor(kept = store) {
    super();
    this.scaleTable = kept.table('kammerton.scales', added(isScale));
    this.instrumentTable = kept.table('kammerton.instruments', added(isInstrument));
    // As earlier versions stored both.
    const earlier = (/** @type {string} */ text) => /** @type {any} */ (JSON.parse(text));
    kept.adopt(place, this.scaleTable, (text) => {
      const { scales = [], instruments = [] } = earlier(text);
      const rows = dated(/** @type {InstrumentRow[]} */ (instruments.filter(isInstrument)), 0);
      if (!this.instrumentTable.write(rows.filter(([name]) => !this.instrumentTable.rows.has(name)))) throw new Error('Full');
      this.changed();
      return dated(scales.filter(isScale), 0);
    });
    for (const table of [this.scaleTable, this.instrumentTable]) table.addEventListener('change', () => this.changed());
  }

  /** @returns {TemperamentRow[]} */
  get scales() { return inOrder(this.scaleTable); }

  /** @returns {InstrumentRow[]} */
  get instruments() { return inOrder(this.instrumentTable); }

  /** Why something of it is not stored, if that is so. */
  get trouble() { return this.scaleTable.trouble || this.instrumentTable.trouble; }

  /** How many stored rows were damaged, and were removed. */
  get mended() { return this.scaleTable.mended + this.instrumentTable.mended; }

  /**
   * Takes scales, each in place of one with the same name. Of too many, the oldest go.
   *
   * @param {TemperamentRow[]} scales
   */
  addScales(scales) {
    const names = new Set(scales.map(({ name }) => name));
    const others = this.scales.filter(({ name }) => !names.has(name));
    const leaving = others.slice(0, Math.max(0, others.length + names.size - mostScales));
    this.scaleTable.write([...leaving.map(({ name }) => /** @type {[string, undefined]} */ ([name, undefined])), ...dated(scales, Date.now())]);
    this.changed();
  }

  /** @param {string} name */
  removeScale(name) {
    this.scaleTable.write([[name, undefined]]);
    this.changed();
  }

  /**
   * Takes instruments, each in place of one with the same name.
   *
   * @param {InstrumentRow[]} instruments
   */
  addInstruments(instruments) {
    this.instrumentTable.write(dated(instruments, Date.now()));
    this.changed();
  }

  removeInstruments() {
    this.instrumentTable.clear();
    this.changed();
  }

  changed() { this.dispatchEvent(new Event('change')); }
}

export const own = new Own();
