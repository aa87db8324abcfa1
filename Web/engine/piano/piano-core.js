// The module of pianos with names for its functions: no audio, no page, so that it runs anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import {
  lowestPianoKey, pianoByteLimit, pianoFieldCount, pianoFields, pianoKept, pianoKeyCount, pianoKeyFieldCount, pianoKeyFields,
  pianoModes, pianoOutcomes, pianoProblems, pianoSettings, pianoStateCount, pianoStates, pianoStyles, pianoTexts,
} from '../../vocabulary/piano.js';
import { pushAll } from '../module.js';

/** @typedef {import('../types.js').PianoKeyRow} PianoKeyRow */
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

/** @param {number} value @returns {number | null} What is known. */
const known = (value) => (Number.isNaN(value) ? null : value);

export class PianoCore {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    this.module = module;
    this.functions = module.functions;
    this.handle = this.functions.piano_create();
    this.input = module.floats(this.functions.piano_input(this.handle), blockLimit);
    this.state = module.doubles(this.functions.piano_state(this.handle), pianoStateCount);
    this.fields = module.doubles(this.functions.piano_fields(this.handle), pianoFieldCount);
    this.keys = module.doubles(this.functions.piano_keys(this.handle), pianoKeyCount * pianoKeyFieldCount);
  }

  /**
   * Opens a file, or begins a new piano.
   *
   * @param {Uint8Array} bytes Nothing for a new piano.
   * @throws {PianoRefusal} What was open stays open.
   */
  open(bytes) {
    if (!this.fill(bytes)) throw new PianoRefusal('tooLarge');
    if (this.functions.piano_take(this.handle, pianoTexts.file)) return;
    const { fields } = this;
    throw new PianoRefusal(pianoProblems[fields[pianoFields.problem]], fields[pianoFields.line], this.text('problem'));
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
  bytes(text) {
    const address = this.functions.piano_write(this.handle, pianoTexts[text]);
    return this.module.bytes(address, this.fields[pianoFields.textCount]).slice();
  }

  /** @param {keyof typeof pianoTexts} text */
  text(text) { return new TextDecoder().decode(this.bytes(text)); }

  /** @returns {PianoSnapshot} */
  get snapshot() {
    const { fields } = this;
    return {
      file: this.text('file'), name: this.text('name'), temperament: this.text('temperament'),
      concertPitch: fields[pianoFields.concertPitch], style: pianoStyles[fields[pianoFields.style]],
      temperature: known(fields[pianoFields.temperature]), lowestPlainKey: fields[pianoFields.lowestPlainKey],
      isRaising: fields[pianoFields.isRaising] !== 0, entryCount: fields[pianoFields.entryCount],
      keys: Array.from({ length: pianoKeyCount }, (_, index) => this.key(index)),
    };
  }

  /** @param {number} index @returns {PianoKeyRow} */
  key(index) {
    const value = (/** @type {keyof typeof pianoKeyFields} */ name) => (
      this.keys[index * pianoKeyFieldCount + pianoKeyFields[name]]);
    return {
      midi: lowestPianoKey + index, cents: value('cents'), frequency: value('frequency'), partial: value('partial'),
      partialFrequency: value('partialFrequency'), curve: value('curve'), model: value('model'),
      measured: known(value('measured')), measuredError: known(value('measuredError')),
      before: known(value('before')), after: known(value('after')), beat: known(value('beat')),
    };
  }

  /** @param {number} sampleRate @throws {RangeError} If it is too low or too high. */
  start(sampleRate) {
    if (!this.functions.piano_start(this.handle, sampleRate)) throw new RangeError(`Sample rate ${sampleRate}`);
  }

  /**
   * @param {(typeof pianoModes)[number]} mode What the sound is for.
   * @param {number} midi The key that is tuned, or 0 for that which sounds.
   * @param {number} clock What to multiply measured frequencies by.
   */
  aim(mode, midi, clock) { this.functions.piano_aim(this.handle, pianoModes.indexOf(mode), midi, clock); }

  /**
   * @param {Float32Array} samples
   * @returns {{reading: PianoReading | null, unison: PianoUnison | null, outcome: PianoOutcome | null}} What is new.
   */
  push(samples) {
    const { state } = this;
    const count = () => [pianoStates.readingCount, pianoStates.unisonCount, pianoStates.outcomeCount].map((place) => state[place]);
    const before = count();
    pushAll(samples, this.input, (count) => this.functions.piano_push(this.handle, count));
    const [isRead, isUnison, isOutcome] = count().map((value, index) => value !== before[index]);
    return {
      reading: isRead ? this.reading : null,
      unison: isUnison ? { stroke: state[pianoStates.unisonStroke], beat: state[pianoStates.beat], limit: state[pianoStates.beatLimit] } : null,
      outcome: isOutcome ? {
        kind: pianoOutcomes[state[pianoStates.outcome]], key: state[pianoStates.outcomeKey],
        isClipped: state[pianoStates.outcomeIsClipped] !== 0, kept: 'nothing',
      } : null,
    };
  }

  /** @returns {PianoReading} */
  get reading() {
    const { state } = this;
    return {
      stroke: state[pianoStates.strokeCount], time: state[pianoStates.time], key: state[pianoStates.key],
      partial: state[pianoStates.partial], frequency: state[pianoStates.frequency], cents: state[pianoStates.cents],
      error: state[pianoStates.error], isClipped: state[pianoStates.isClipped] !== 0,
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

  release() { this.functions.piano_release(this.handle); }
}
