// Reads the names of notes, as the tables of the page, a server or another device write them.

import { letters } from '../vocabulary/settings.js';

/**
 * @param {string} name As in C#4, Bb-1, F##3.
 * @returns {number | null} The MIDI number.
 */
export function midiNumber(name) {
  const parts = /^([A-G])(#*|b*)(-?\d+)$/.exec(name);
  return parts && 12 * (Number(parts[3]) + 1) + semitones(parts[1], parts[2]);
}

/**
 * @param {string} name As in Eb, f# or A♭.
 * @returns {number | null} 0...11 from C.
 */
export function pitchClassNumber(name) {
  const parts = /^([A-G])([#b]*)$/.exec(name.charAt(0).toUpperCase() + name.slice(1).replaceAll('♯', '#').replaceAll('♭', 'b'));
  return parts && (semitones(parts[1], parts[2]) % 12 + 12) % 12;
}

/** @param {string} letter @param {string} accidentals */
function semitones(letter, accidentals) {
  const sharps = accidentals.replaceAll('b', '').length;
  return letters[/** @type {keyof typeof letters} */ (letter)] + 2 * sharps - accidentals.length;
}
