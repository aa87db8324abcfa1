// What the modules have in common that measure objects one after another and keep them in a file: pianos and bells. No
// audio, no page, so that it runs anywhere.

import { pushAll } from '../module.js';

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

/**
 * A file, and what is measured for it.
 *
 * @template {import('../objects/measured.js').MeasuredObject} Kind
 */
export class FileCore {
  /** @param {Kind} object @param {Record<string, number>} settings The codes of what can be set. */
  constructor(object, settings) {
    this.object = object;
    this.settings = settings;
  }

  /** The texts of the file. */
  get fileTexts() { return { file: this.text('file'), name: this.text('name'), temperament: this.text('temperament') }; }

  /**
   * Opens a file, or begins a new one.
   *
   * @param {Uint8Array} bytes Nothing for a new one.
   * @throws {FileRefusal} What was open stays open.
   */
  open(bytes) {
    if (!this.object.room(bytes)) throw new FileRefusal('tooLarge');
    if (this.object.take('file')) return;
    const { problem, line } = this.object.facts;
    throw new FileRefusal(problem, line, this.text('problem'));
  }

  /** @param {'name' | 'temperament' | 'date'} text @param {string} value @returns {boolean} Whether it is allowed. */
  write(text, value) { return this.object.room(new TextEncoder().encode(value)) && this.object.take(text); }

  /** @param {string} setting @param {number} value @returns {boolean} Whether it is allowed. */
  set(setting, value) { return this.object.set(this.settings[setting], value); }

  /** @param {'file' | 'name' | 'temperament' | 'problem'} text */
  text(text) {
    const address = this.object.write(text);
    return new TextDecoder().decode(this.object.module.bytes(address, this.object.facts.textCount));
  }

  /**
   * @param {Float32Array} samples
   * @param {Date} now The time that a stroke is kept with.
   * @returns {MeasuredOutcome | null} What became of a stroke, if one is over.
   */
  hear(samples, now) {
    const { count } = this.object.outcome;
    this.write('date', now.toISOString().replace(/\.\d+/, ''));
    pushAll(samples, this.object);
    const { outcome } = this.object;
    return outcome.count === count ? null : outcome;
  }
}
