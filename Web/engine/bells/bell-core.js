// The module of bells and their kin with names for its functions: no audio, no page, so that it runs anywhere.

import {
  bellByteLimit, bellCurrentRow, bellModes, bellPartialLimit, bellParts, bellSettings, bellTexts, readBellFacts, readBellOutcome,
  readBellPartial, readBellRow,
} from '../../vocabulary/bell.js';
import { FileCore } from '../measured/file-core.js';

/** @typedef {import('../types.js').BellSnapshot} BellSnapshot */
/** @typedef {import('../types.js').BellMeasurement} BellMeasurement */
/** @typedef {import('../types.js').BellOutcome} BellOutcome */

const names = {
  kind: 'bell', input: bellParts.input, settings: bellSettings, texts: bellTexts, modes: bellModes, byteLimit: bellByteLimit,
};

export class BellCore extends FileCore {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    super(module, names);
    this.rows = this.doubles(bellParts.rows);
    this.partials = this.doubles(bellParts.partials);
  }

  get facts() { return readBellFacts(this.doubles(bellParts.fields)); }

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
    const { facts, current } = this;
    const rows = Array.from({ length: facts.rowCount }, (_, row) => this.measurement(row));
    return { ...facts, file: this.text('file'), name: this.text('name'), temperament: this.text('temperament'), rows, current };
  }

  /** @param {Float32Array} samples @returns {BellOutcome | null} What is new. */
  push(samples) {
    const { count } = this.outcome;
    this.pushSamples(samples);
    const { outcome } = this;
    return outcome.count === count ? null : outcome;
  }

  get outcome() { return readBellOutcome(this.doubles(bellParts.outcome)); }

  /**
   * Keeps what was measured last.
   *
   * @param {Date} date
   * @returns {boolean} Whether that was wanted.
   */
  keep(date) { return this.keepAt(date) === 1; }
}
