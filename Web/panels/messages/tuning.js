// The tuner's settings as one page hands them to another.

import { loadTemperaments, temperaments } from '../../app/targets.js';
import { settings } from '../../app/settings.js';
import { pitchClassNumber } from '../../engine/note-names.js';
import { pitchClassNames } from '../../vocabulary/settings.js';

// Without them there is the equal one.
await loadTemperaments();

/** @typedef {import('../../pairing/hand-over.js').Tuning} Tuning */

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
    ...(temperament === 'equal' ? {} : { root: pitchClassNames[settings.get('root')] }), pieces,
  };
}

/**
 * What of a tuning this page does not know.
 *
 * @param {Tuning} tuning
 */
export function unknownOf({ temperament, root }) {
  const unknown = [];
  if (temperament !== undefined && !temperaments.some((row) => row.name === temperament)) unknown.push(temperament);
  if (root !== undefined && pitchClassNumber(root) === null) unknown.push(root);
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
  settings.set('root', root === undefined ? 0 : pitchClassNumber(root) ?? 0);
}
