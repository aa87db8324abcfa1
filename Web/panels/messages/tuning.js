// The tuner's settings as one page hands them to another.

import { temperaments } from '../../app/targets.js';
import { settings } from '../../app/settings.js';

/** @typedef {import('../../pairing/hand-over.js').Tuning} Tuning */

const roots = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'G#', 'A', 'Bb', 'B'];
const steps = /** @type {Record<string, number>} */ ({ C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 });

/**
 * What is set here, and a set list.
 *
 * @param {string} list A piece a line.
 * @returns {Tuning}
 */
export function currentTuning(list) {
  const temperament = settings.get('temperament');
  const pieces = list.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  return {
    concertPitch: settings.get('concertPitch'), temperament,
    // Equal steps have no root.
    ...(temperament === 'equal' ? {} : { root: roots[settings.get('root')] }), pieces,
  };
}

/**
 * The pitch class of a name such as `Eb`.
 *
 * @param {string} name
 * @returns {number | null}
 */
function pitchClassOf(name) {
  const match = /^([A-Ga-g])([#b♯♭]*)$/u.exec(name);
  if (!match) return null;
  const signs = [...match[2]].reduce((sum, sign) => sum + (sign === '#' || sign === '♯' ? 1 : -1), 0);
  return (((steps[match[1].toUpperCase()] + signs) % 12) + 12) % 12;
}

/**
 * What of a tuning this page does not know.
 *
 * @param {Tuning} tuning
 */
export function unknownOf({ temperament, root }) {
  const unknown = [];
  if (temperament !== undefined && !temperaments.some((row) => row.name === temperament)) unknown.push(temperament);
  if (root !== undefined && pitchClassOf(root) === null) unknown.push(root);
  return unknown;
}

/**
 * Tunes to what was handed over, as far as this page knows it.
 *
 * @param {Tuning} tuning
 */
export function apply(tuning) {
  const { concertPitch, temperament, root } = tuning;
  const unknown = unknownOf(tuning);
  if (concertPitch !== undefined) settings.set('concertPitch', concertPitch);
  // A root means nothing without its temperament.
  if (temperament === undefined || unknown.includes(temperament)) return;
  settings.set('temperament', temperament);
  settings.set('root', root === undefined ? 0 : pitchClassOf(root) ?? 0);
}
