// The module of bells and their kin, with what is more than a call: no audio, no page, so that it runs anywhere.

import { bellCurrentRow, bellPartialLimit, bellSettings } from '../../vocabulary/bell.js';
import { FileCore } from '../measured/file-core.js';
import { BellObject } from '../objects/bell.js';

/** @typedef {import('../types.js').BellSnapshot} BellSnapshot */
/** @typedef {import('../types.js').BellMeasurement} BellMeasurement */

/** @extends {FileCore<BellObject>} */
export class BellCore extends FileCore {
  /** @param {import('../module.js').Module} module */
  constructor(module) { super(new BellObject(module), bellSettings); }

  /** @param {number} row @returns {BellMeasurement} */
  measurement(row) {
    const [facts] = this.object.rows(1, row);
    return { ...facts, partials: this.object.partials(facts.partialCount, row * bellPartialLimit) };
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
    const { fields } = this.object;
    const rows = Array.from({ length: fields.rowCount }, (_, row) => this.measurement(row));
    return { ...fields, ...this.fileTexts, rows, current: this.current };
  }

  /** @param {Float32Array} samples @param {Date} now @returns What is new. */
  push(samples, now) { return { outcome: this.hear(samples, now) }; }
}
