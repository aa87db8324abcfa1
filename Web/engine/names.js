// Names and frequencies of notes, by a small module in the page's own thread.

import { nameCapacity, notations, octaveMarks, spellings } from '../vocabulary/settings.js';
import { Module } from './module.js';
import { NamesPitchesObject, namesBuffer, namesCapo, namesWrite } from './objects/names.js';

/** @typedef {import('./types.js').Names} Names */

/**
 * @param {string} notation
 * @returns {[number, number]} The indices of its words and of its octaves, as the core counts them.
 */
export function notationParts(notation) {
  const marks = octaveMarks.find((marks) => notation.endsWith(`-${marks}`));
  const words = marks ? notation.slice(0, -marks.length - 1) : notation;
  // French musicians count octaves their own way, unless told otherwise.
  return [Math.max(0, notations.findIndex((name) => name === words)), octaveMarks.indexOf(marks ?? (words === 'french' ? 'do3' : 'c4'))];
}

/**
 * @param {ArrayBuffer} bytes The module.
 * @returns {Promise<Names>}
 */
export async function loadNames(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const module = new Module(instance);
  const buffer = namesBuffer(module);
  const table = new NamesPitchesObject(module);
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
    const count = namesWrite(module, { midiNumber: midi, names, octaves, spelling, buffer, capacity: nameCapacity });
    const text = decoder.decode(module.bytes(buffer, count));
    known.set(key, text);
    return text;
  }

  return {
    notations,
    capo(midi, fret) {
      const raised = namesCapo(module, midi, fret);
      return raised < 0 ? midi : raised;
    },
    pitches: {
      offsets: table.offsets,
      tune(concertPitch, degrees, root) {
        table.degrees.set(degrees);
        table.tune(concertPitch, root);
      },
      frequency: (midi, cents) => table.frequency(midi, cents),
    },
    noteName(midi, notation = 'english', spelling = 'sharps') {
      const [names, octaves] = notationParts(notation);
      return name(midi, names, octaves, spellings.indexOf(spelling));
    },
    pitchClassName(midi, notation = 'english', spelling = 'sharps') {
      return name(midi, notationParts(notation)[0], -1, spellings.indexOf(spelling));
    },
  };
}
