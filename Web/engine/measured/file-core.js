// What the modules have in common that measure objects one after another and keep them in a file: pianos and bells. No
// audio, no page, so that it runs anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
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

/**
 * @typedef {object} Names The codes of a module.
 * @property {string} kind What its functions' names begin with.
 * @property {number} input The part that samples are written to.
 * @property {Record<string, number>} settings
 * @property {{file: number, name: number, temperament: number, problem: number}} texts
 * @property {readonly string[]} modes
 * @property {number} byteLimit Of a file.
 */

export class FileCore extends CoreObject {
  /** @param {import('../module.js').Module} module @param {Names} names */
  constructor(module, names) {
    super(module, module.functions[`${names.kind}_create`]());
    this.names = names;
    this.input = this.floats(names.input, blockLimit);
  }

  /** @param {string} name @param {...number} values */
  call(name, ...values) { return this.functions[`${this.names.kind}_${name}`](this.handle, ...values); }

  /** @returns {{problem: string, line: number, textCount: number}} */
  get facts() { throw new Error('Each kind has its own.'); }

  /**
   * Opens a file, or begins a new one.
   *
   * @param {Uint8Array} bytes Nothing for a new one.
   * @throws {FileRefusal} What was open stays open.
   */
  open(bytes) {
    if (!this.fill(bytes)) throw new FileRefusal('tooLarge');
    if (this.call('take', this.names.texts.file)) return;
    const { problem, line } = this.facts;
    throw new FileRefusal(problem, line, this.text('problem'));
  }

  /** @param {'name' | 'temperament'} text @param {string} value @returns {boolean} Whether it is allowed. */
  write(text, value) { return this.fill(new TextEncoder().encode(value)) && this.call('take', this.names.texts[text]) === 1; }

  /** @param {string} setting @param {number} value @returns {boolean} Whether it is allowed. */
  set(setting, value) { return this.call('set', this.names.settings[setting], value) === 1; }

  /** @param {Uint8Array} bytes */
  fill(bytes) {
    const address = bytes.length <= this.names.byteLimit ? this.call('room', bytes.length) : 0;
    if (!address) return false;
    this.module.bytes(address, bytes.length).set(bytes);
    return true;
  }

  /** @param {'file' | 'name' | 'temperament' | 'problem'} text */
  text(text) {
    const address = this.call('write', this.names.texts[text]);
    return new TextDecoder().decode(this.module.bytes(address, this.facts.textCount));
  }

  /** @param {number} sampleRate @throws {RangeError} If it is too low or too high. */
  start(sampleRate) {
    if (!this.call('start', sampleRate)) throw new RangeError(`Sample rate ${sampleRate}`);
  }

  /**
   * @param {string} mode What the sound is for.
   * @param {number} midi The note that is meant, or 0 for that which sounds.
   */
  aim(mode, midi) { this.call('aim', this.names.modes.indexOf(mode), midi); }

  /** @param {Float32Array} samples */
  pushSamples(samples) { pushAll(samples, this.input, (count) => this.call('push', count)); }

  /** Samples are missing here. */
  interrupt() { this.call('interrupt'); }

  /**
   * Keeps what was measured last.
   *
   * @param {Date} date
   * @returns {number} As the module answers.
   */
  keepAt(date) {
    this.fill(new TextEncoder().encode(date.toISOString().replace(/\.\d+/, '')));
    return this.call('keep');
  }

  /**
   * Drops the newest measurement.
   *
   * @returns {boolean} Whether there was one.
   */
  drop() { return this.call('drop') === 1; }
}
