// The module of bells and their kin with names for its functions: no audio, no page, so that it runs anywhere.

import { bellByteLimit, bellCurrentRow, bellPartialLimit, bellParts, bellSettings, readBellFacts, readBellPartial, readBellRow } from '../../vocabulary/bell.js';
import { FileCore } from '../measured/file-core.js';

/** @typedef {import('../types.js').BellSnapshot} BellSnapshot */
/** @typedef {import('../types.js').BellMeasurement} BellMeasurement */

export class BellCore extends FileCore {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    super(module, 'bell', bellSettings, bellByteLimit);
    this.rows = this.doubles(bellParts.rows);
    this.partials = this.doubles(bellParts.partials);
  }

  /** @param {number} row @returns {BellMeasurement} */
  measurement(row) {
    const facts = readBellRow(this.rows, row);
    const partials = Array.from({ length: facts.partialCount }, (_, index) => readBellPartial(this.partials, row * bellPartialLimit + index));
    return { ...facts, partials };
  }

  /**
   * What was measured last, if anything was since the file was opened.
   *
   * @returns {BellMeasurement | null}
   */
  get current() {
    const current = this.measurement(bellCurrentRow);
    return current.partials.length > 0 ? current : null;
  }

  /** @returns {BellSnapshot} */
  get snapshot() {
    const facts = readBellFacts(this.doubles(bellParts.fields));
    const rows = Array.from({ length: facts.rowCount }, (_, row) => this.measurement(row));
    return { ...facts, ...this.fileTexts, rows, current: this.current };
  }

  /** @param {Float32Array} samples @param {Date} now @returns What is new. */
  push(samples, now) { return { outcome: this.hear(samples, now) }; }
}
