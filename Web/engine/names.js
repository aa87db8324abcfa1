// Names of notes, by a small module in the page's own thread.

/** @typedef {import('./types.js').Names} Names */

// In the order of the core's NoteNotation.Names, .Octaves and Spelling.
const notations = [
  'english', 'ascii', 'german', 'scandinavian', 'fixed-do', 'fixed-do-ti', 'solfege', 'hindustani',
  'carnatic', 'byzantine', 'vietnamese', 'midi',
];
const octaveMarks = ['c4', 'c3', 'helmholtz'];
const spellings = ['sharps', 'flats', 'mixed'];
const capacity = 64;

/**
 * @param {ArrayBuffer} bytes The module.
 * @returns {Promise<Names>}
 */
export async function loadNames(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  /** @type {any} */
  const functions = instance.exports;
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
    const count = functions.names_write(midi, names, octaves, spelling, buffer, capacity);
    const text = decoder.decode(new Uint8Array(functions.memory.buffer, buffer, count));
    known.set(key, text);
    return text;
  }

  /** @param {string} notation @returns {[number, number]} */
  function parts(notation) {
    const marks = octaveMarks.find((marks) => notation.endsWith(`-${marks}`));
    const words = marks ? notation.slice(0, -marks.length - 1) : notation;
    return [Math.max(0, notations.indexOf(words)), marks ? octaveMarks.indexOf(marks) : 0];
  }

  return {
    notations,
    noteName(midi, notation = 'english', spelling = 'sharps') {
      const [names, octaves] = parts(notation);
      return name(midi, names, octaves, spellings.indexOf(spelling));
    },
    pitchClassName(midi, notation = 'english', spelling = 'sharps') {
      return name(midi, parts(notation)[0], -1, spellings.indexOf(spelling));
    },
  };
}
