// The module of pianos with names for its functions: no audio, no page, so that it runs anywhere.

import {
  lowestPianoKey, pianoByteLimit, pianoKept, pianoKeyCount, pianoModes, pianoParts, pianoSettings, pianoTexts, readPianoFacts,
  readPianoKey, readPianoOutcome, readPianoReading, readPianoUnison,
} from '../../vocabulary/piano.js';
import { FileCore } from '../measured/file-core.js';

/** @typedef {import('../types.js').PianoReading} PianoReading */
/** @typedef {import('../types.js').PianoSnapshot} PianoSnapshot */
/** @typedef {import('../types.js').PianoOutcome} PianoOutcome */
/** @typedef {import('../types.js').PianoUnison} PianoUnison */

const names = {
  kind: 'piano', input: pianoParts.input, settings: pianoSettings, texts: pianoTexts, modes: pianoModes, byteLimit: pianoByteLimit,
};

export class PianoCore extends FileCore {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    super(module, names);
    this.keys = this.doubles(pianoParts.keys);
  }

  get facts() { return readPianoFacts(this.doubles(pianoParts.fields)); }

  /** @returns {PianoSnapshot} */
  get snapshot() {
    const keys = Array.from({ length: pianoKeyCount }, (_, index) => ({ midi: lowestPianoKey + index, ...readPianoKey(this.keys, index) }));
    return { ...this.facts, file: this.text('file'), name: this.text('name'), temperament: this.text('temperament'), keys };
  }

  /**
   * @param {Float32Array} samples
   * @returns {{reading: PianoReading | null, unison: PianoUnison | null, outcome: PianoOutcome | null}} What is new.
   */
  push(samples) {
    const before = this.heard;
    this.pushSamples(samples);
    const { reading, unison, outcome } = this.heard;
    return {
      reading: reading.count === before.reading.count ? null : reading,
      unison: unison.count === before.unison.count ? null : unison,
      outcome: outcome.count === before.outcome.count ? null : { ...outcome, kept: 'nothing' },
    };
  }

  /** What was heard last. */
  get heard() {
    return {
      reading: readPianoReading(this.doubles(pianoParts.reading)), unison: readPianoUnison(this.doubles(pianoParts.unison)),
      outcome: readPianoOutcome(this.doubles(pianoParts.outcome)),
    };
  }

  /** Keeps what was measured last. @param {Date} date */
  keep(date) { return pianoKept[this.keepAt(date)]; }
}
