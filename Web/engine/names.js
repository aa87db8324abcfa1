// Names and frequencies of notes, by a small module in the page's own thread.

import { nameCapacity, notations, octaveMarks, pitchClassCount, pitchParts, spellings } from '../vocabulary/settings.js';
import { CoreObject, Module } from './module.js';

/** @typedef {import('./types.js').Names} Names */

/**
 * @param {ArrayBuffer} bytes The module.
 * @returns {Promise<Names>}
 */
export async function loadNames(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const module = new Module(instance);
  const { functions } = module;
  const buffer = functions.names_buffer();
  const decoder = new TextDecoder();
  /** @type {Map<string, string>} */
  const known = new Map();

  /**
   * @param {number} midi
   * @param {number} names
   * @param {number} octaves
   * @param {number} spelling
   */
  function name(midi, names, octaves, spelling) {
    const key = `${midi} ${names} ${octaves} ${spelling}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const count = functions.names_write(midi, names, octaves, spelling, buffer, nameCapacity);
    const text = decoder.decode(module.bytes(buffer, count));
    known.set(key, text);
    return text;
  }

  /** @param {string} notation @returns {[number, number]} */
  function parts(notation) {
    const marks = octaveMarks.find((marks) => notation.endsWith(`-${marks}`));
    const words = marks ? notation.slice(0, -marks.length - 1) : notation;
    return [Math.max(0, notations.findIndex((name) => name === words)), marks ? octaveMarks.indexOf(marks) : 0];
  }

  return {
    notations,
    capo(midi, fret) {
      const raised = functions.names_capo(midi, fret);
      return raised < 0 ? midi : raised;
    },
    pitches: new Pitches(module),
    noteName(midi, notation = 'english', spelling = 'sharps') {
      const [names, octaves] = parts(notation);
      return name(midi, names, octaves, spellings.indexOf(spelling));
    },
    pitchClassName(midi, notation = 'english', spelling = 'sharps') {
      return name(midi, parts(notation)[0], -1, spellings.indexOf(spelling));
    },
  };
}

/** Frequencies at a concert pitch, in a temperament. */
class Pitches extends CoreObject {
  /** @param {Module} module */
  constructor(module) {
    super(module, module.functions.names_pitches_create());
    this.degrees = this.doubles(pitchParts.degrees, pitchClassCount);
    this.offsets = this.doubles(pitchParts.offsets, pitchClassCount);
  }

  /**
   * @param {number} concertPitch
   * @param {ArrayLike<number>} degrees
   * @param {number} root
   */
  tune(concertPitch, degrees, root) {
    this.degrees.set(degrees);
    if (!this.functions.names_pitches_tune(this.handle, concertPitch, root)) {
      throw new RangeError('The concert pitch or the temperament is out of its range.');
    }
  }

  /** @param {number} midi @param {number} cents */
  frequency(midi, cents) { return this.functions.names_pitches_frequency(this.handle, midi, cents); }
}
