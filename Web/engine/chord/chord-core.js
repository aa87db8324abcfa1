// The module of chords, with what is more than a call: no audio, no page, so that it runs anywhere.

import { pushAll } from '../module.js';
import { ChordObject } from '../objects/chord.js';

/** @typedef {import('../../vocabulary/chord.js').ChordSettings} ChordSettings */
/** @typedef {{name: string, plain: string}} WrittenNote Without its octave and with it. */
/**
 * @typedef {object} HeardChord
 * @property {number} number Counts the chords.
 * @property {string} name Empty without a common name.
 * @property {number} interval Semitones, where two notes have the name of their interval; otherwise 0.
 * @property {(import('../../vocabulary/chord.js').ChordNote & WrittenNote)[]} notes From the lowest; none while nothing sounds.
 * @property {import('../../vocabulary/chord.js').ChordBeat[]} beats
 */

const decoder = new TextDecoder();

export class ChordCore extends ChordObject {
  /**
   * @param {import('../module.js').Module} module
   * @param {number} sampleRate
   * @param {ChordSettings} settings
   * @throws {RangeError} If one of them is out of its range.
   */
  constructor(module, sampleRate, settings) {
    super(module, sampleRate);
    try {
      this.apply(settings);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** @param {ChordSettings} settings @throws {RangeError} If one of them is out of its range. */
  apply(settings) {
    this.settings = settings;
    this.configure();
  }

  /** @param {Float32Array} samples @returns {boolean} Whether there is something new. */
  hear(samples) {
    const before = this.state.reportCount;
    pushAll(samples, this);
    return this.state.reportCount !== before;
  }

  /** @returns {HeardChord} */
  get chord() {
    const { number, interval, noteCount, beatCount, textCount } = this.state;
    const [name, ...texts] = decoder.decode(this.texts(textCount)).split('\n');
    return {
      number, interval, name, beats: this.beats(beatCount),
      notes: this.notes(noteCount).map((note, index) => ({ ...note, name: texts[2 * index], plain: texts[2 * index + 1] })),
    };
  }
}
