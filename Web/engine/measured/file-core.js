// What the modules have in common that measure objects one after another and keep them in a file: pianos and bells. No
// audio, no page, so that it runs anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import { measuredParts, measuredTexts, measuringPurposes, readMeasuredFacts, readMeasuredOutcome } from '../../vocabulary/measured.js';
import { CoreObject, pushAll } from '../module.js';

/** Why a file is not read. */
export class FileRefusal extends Error {
  /**
   * @param {string} problem
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

/** @typedef {import('../../vocabulary/measured.js').MeasuredOutcome} MeasuredOutcome */

export class FileCore extends CoreObject {
  /**
   * @param {import('../module.js').Module} module
   * @param {'piano' | 'bell'} kind
   * @param {Record<string, number>} settings The codes of what can be set.
   * @param {number} byteLimit Of a file.
   */
  constructor(module, kind, settings, byteLimit) {
    super(module, module.functions[`${kind}_create`]());
    this.settings = settings;
    this.byteLimit = byteLimit;
    this.input = this.floats(measuredParts.input, blockLimit);
  }

  /** What was found in the last text. */
  get textFacts() { return readMeasuredFacts(this.doubles(measuredParts.facts)); }

  /** What became of the last stroke. */
  get outcome() { return readMeasuredOutcome(this.doubles(measuredParts.outcome)); }

  /** The texts of the file. */
  get fileTexts() { return { file: this.text('file'), name: this.text('name'), temperament: this.text('temperament') }; }

  /**
   * Opens a file, or begins a new one.
   *
   * @param {Uint8Array} bytes Nothing for a new one.
   * @throws {FileRefusal} What was open stays open.
   */
  open(bytes) {
    if (!this.fill(bytes)) throw new FileRefusal('tooLarge');
    if (this.functions.measured_take(this.handle, measuredTexts.file)) return;
    const { problem, line } = this.textFacts;
    throw new FileRefusal(problem, line, this.text('problem'));
  }

  /** @param {'name' | 'temperament' | 'date'} text @param {string} value @returns {boolean} Whether it is allowed. */
  write(text, value) {
    return this.fill(new TextEncoder().encode(value)) && this.functions.measured_take(this.handle, measuredTexts[text]) === 1;
  }

  /** @param {string} setting @param {number} value @returns {boolean} Whether it is allowed. */
  set(setting, value) { return this.functions.measured_set(this.handle, this.settings[setting], value) === 1; }

  /** @param {Uint8Array} bytes */
  fill(bytes) {
    const address = bytes.length <= this.byteLimit ? this.functions.measured_room(this.handle, bytes.length) : 0;
    if (!address) return false;
    this.module.bytes(address, bytes.length).set(bytes);
    return true;
  }

  /** @param {'file' | 'name' | 'temperament' | 'problem'} text */
  text(text) {
    const address = this.functions.measured_write(this.handle, measuredTexts[text]);
    return new TextDecoder().decode(this.module.bytes(address, this.textFacts.textCount));
  }

  /** @param {number} sampleRate @throws {RangeError} If it is too low or too high. */
  start(sampleRate) {
    if (!this.functions.measured_start(this.handle, sampleRate)) throw new RangeError(`Sample rate ${sampleRate}`);
  }

  /**
   * @param {import('../../vocabulary/measured.js').MeasuringPurpose} purpose What the sound is for.
   * @param {number} midi The note that is meant, or 0 for that which sounds.
   */
  aim(purpose, midi) { this.functions.measured_aim(this.handle, measuringPurposes.indexOf(purpose), midi); }

  /**
   * @param {Float32Array} samples
   * @param {Date} now The time that a stroke is kept with.
   * @returns {MeasuredOutcome | null} What became of a stroke, if one is over.
   */
  hear(samples, now) {
    const { count } = this.outcome;
    this.write('date', now.toISOString().replace(/\.\d+/, ''));
    pushAll(samples, this.input, (size) => this.functions.measured_push(this.handle, size));
    const { outcome } = this;
    return outcome.count === count ? null : outcome;
  }

  /** Samples are missing here. */
  interrupt() { this.functions.measured_interrupt(this.handle); }

  /**
   * Drops the newest measurement.
   *
   * @returns {boolean} Whether there was one.
   */
  drop() { return this.functions.measured_drop(this.handle) === 1; }
}
