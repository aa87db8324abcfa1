// The module of pianos with names for its functions: no audio, no page, so that it runs anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import {
  lowestPianoKey, pianoByteLimit, pianoKept, pianoKeyCount, pianoModes, pianoParts, pianoSettings, pianoTexts, readPianoFacts,
  readPianoKey, readPianoOutcome, readPianoReading, readPianoUnison,
} from '../../vocabulary/piano.js';
import { CoreObject, pushAll } from '../module.js';

/** @typedef {import('../types.js').PianoReading} PianoReading */
/** @typedef {import('../types.js').PianoSnapshot} PianoSnapshot */
/** @typedef {import('../types.js').PianoOutcome} PianoOutcome */
/** @typedef {import('../types.js').PianoUnison} PianoUnison */
/** @typedef {import('../../vocabulary/piano.js').PianoProblem} PianoProblem */

/** Why a file is not read. */
export class PianoRefusal extends Error {
  /**
   * @param {PianoProblem | 'tooLarge'} problem
   * @param {number} [line] From 1.
   * @param {string} [text] The words of the file that are wrong.
   */
  constructor(problem, line = 0, text = '') {
    super(problem);
    this.problem = problem;
    this.line = line;
    this.text = text;
  }
}

export class PianoCore extends CoreObject {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    super(module, module.functions.piano_create());
    this.input = this.floats(pianoParts.input, blockLimit);
    this.keys = this.doubles(pianoParts.keys);
  }

  get facts() { return readPianoFacts(this.doubles(pianoParts.fields)); }

  /**
   * Opens a file, or begins a new piano.
   *
   * @param {Uint8Array} bytes Nothing for a new piano.
   * @throws {PianoRefusal} What was open stays open.
   */
  open(bytes) {
    if (!this.fill(bytes)) throw new PianoRefusal('tooLarge');
    if (this.functions.piano_take(this.handle, pianoTexts.file)) return;
    const { problem, line } = this.facts;
    throw new PianoRefusal(problem, line, this.text('problem'));
  }

  /** @param {'name' | 'temperament'} text @param {string} value @returns {boolean} Whether it is allowed. */
  write(text, value) {
    return this.fill(new TextEncoder().encode(value)) && this.functions.piano_take(this.handle, pianoTexts[text]) === 1;
  }

  /** @param {keyof typeof pianoSettings} setting @param {number} value @returns {boolean} Whether it is allowed. */
  set(setting, value) { return this.functions.piano_set(this.handle, pianoSettings[setting], value) === 1; }

  /** @param {Uint8Array} bytes */
  fill(bytes) {
    const address = bytes.length <= pianoByteLimit ? this.functions.piano_room(this.handle, bytes.length) : 0;
    if (!address) return false;
    this.module.bytes(address, bytes.length).set(bytes);
    return true;
  }

  /** @param {keyof typeof pianoTexts} text */
  text(text) {
    const address = this.functions.piano_write(this.handle, pianoTexts[text]);
    return new TextDecoder().decode(this.module.bytes(address, this.facts.textCount));
  }

  /** @returns {PianoSnapshot} */
  get snapshot() {
    const keys = Array.from({ length: pianoKeyCount }, (_, index) => ({ midi: lowestPianoKey + index, ...readPianoKey(this.keys, index) }));
    return { ...this.facts, file: this.text('file'), name: this.text('name'), temperament: this.text('temperament'), keys };
  }

  /** @param {number} sampleRate @throws {RangeError} If it is too low or too high. */
  start(sampleRate) {
    if (!this.functions.piano_start(this.handle, sampleRate)) throw new RangeError(`Sample rate ${sampleRate}`);
  }

  /**
   * @param {(typeof pianoModes)[number]} mode What the sound is for.
   * @param {number} midi The key that is tuned, or 0 for that which sounds.
   */
  aim(mode, midi) { this.functions.piano_aim(this.handle, pianoModes.indexOf(mode), midi); }

  /**
   * @param {Float32Array} samples
   * @returns {{reading: PianoReading | null, unison: PianoUnison | null, outcome: PianoOutcome | null}} What is new.
   */
  push(samples) {
    const before = this.heard;
    pushAll(samples, this.input, (count) => this.functions.piano_push(this.handle, count));
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

  /** Samples are missing here. */
  interrupt() { this.functions.piano_interrupt(this.handle); }

  /**
   * Keeps what was measured last.
   *
   * @param {Date} date
   */
  keep(date) {
    this.fill(new TextEncoder().encode(date.toISOString().replace(/\.\d+/, '')));
    return pianoKept[this.functions.piano_keep(this.handle)];
  }

  /** Drops the newest measurement. @returns {boolean} Whether there was one. */
  drop() { return this.functions.piano_drop(this.handle) === 1; }
}
