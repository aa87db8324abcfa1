// What the partials of objects are called.

import { t } from '../../app/i18n.js';
import { bellPartials } from '../../vocabulary/bell.js';

/** @typedef {import('../../vocabulary/bell.js').BellObject} BellObject */

/** What is called by an interval or by a name of its own, and not by its number. */
const named = ['hum', 'prime', 'tierce', 'quint', 'nominal', 'superquint', 'octave nominal', 'double octave', 'octave', 'twelfth', 'tenth'];

/** @param {BellObject} object @param {number} place */
function ownName(object, place) {
  const name = bellPartials[object][place];
  return named.includes(name) || (object === 'drum' && name === 'fifth') ? name.replace(' ', '-') : '';
}

/**
 * @param {BellObject} object
 * @param {number} place Of the partial among those of the object, or of the reed, from 0.
 */
export function partialName(object, place) {
  const own = ownName(object, place);
  return own ? t(`bell-${own}`) : t(object === 'reed' ? 'bell-reed' : 'bell-partial', { number: place + 1 });
}

/**
 * A name for narrow places.
 *
 * @param {BellObject} object
 * @param {number} place
 */
export const shortName = (object, place) => (ownName(object, place) ? partialName(object, place) : String(place + 1));

/**
 * Whether a partial is tuned in any object.
 *
 * @param {import('../../engine/types.js').BellSnapshot} snapshot
 * @param {number} place
 */
export const isTuned = ({ rows }, place) => rows.some(({ partials }) => partials.some(({ number, off }) => number === place && off !== null));
