// Drawings of the partials of one object, and of one partial of all objects: in cents from the target.

import { s } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { centsScale, mark, plot } from '../measured/plots.js';
import { shortName } from './names.js';

/** @typedef {import('../../engine/types.js').BellMeasurement} BellMeasurement */

/** Narrower than a piano's: so there are names and marks to read on a phone. */
const across = 480;

/**
 * The deviation of a partial; that of the strike note for −1.
 *
 * @param {BellMeasurement} row
 * @param {number} place
 */
const offOf = (row, place) => (place < 0 ? row.cents : row.partials.find(({ number }) => number === place)?.off ?? null);

/**
 * The partials of an object: a ring before tuning and a dot after, or for the last stroke.
 *
 * @param {import('../../vocabulary/bell.js').BellObject} object
 * @param {BellMeasurement} shown
 * @param {BellMeasurement | null} other The same object in its other state.
 * @param {boolean} isLast Whether this is the last stroke, whatever its state.
 */
export function partialPlot(object, shown, other, isLast) {
  const states = other ? [other, shown] : [shown];
  const places = [...new Set(states.flatMap(({ partials }) => partials.filter(({ off }) => off !== null).map(({ number }) => number)))].sort((a, b) => a - b);
  const x = (/** @type {number} */ index) => (index + 0.5) * across / Math.max(1, places.length);
  const { y, rows } = centsScale(states.flatMap((state) => places.map((place) => offOf(state, place) ?? 0)));
  const columns = places.map((place, index) => ({ place: x(index), text: shortName(object, place) }));
  return plot({ label: t('bell-plot-partials'), columns, rows, across, drop: 26 }, ...states.flatMap((state) => places.flatMap((place, index) => {
    const off = offOf(state, place);
    const isAfter = isLast || state.isAfter;
    return off === null ? [] : [
      isAfter && s('path', { class: 'plot-stem', d: `M${x(index)} ${y(0)}V${y(off)}` }),
      mark(x(index), y(off), isAfter, 7),
    ];
  })));
}

/**
 * One partial of all objects over their notes.
 *
 * @param {BellMeasurement[]} all
 * @param {number} place −1 for the strike note.
 * @param {string} label
 */
export function collectionPlot(all, place, label) {
  const notes = all.map(({ note }) => note);
  const low = Math.min(...notes) - 1;
  const high = Math.max(...notes) + 1;
  const x = (/** @type {number} */ note) => (note - low + 0.5) * across / (high - low + 1);
  const { y, rows } = centsScale(all.map((row) => offOf(row, place) ?? 0));
  // As many names as there is room for.
  const step = [1, 2, 3, 4, 6, 12].find((value) => (high - low) / value < 7) ?? 12;
  const columns = Array.from({ length: high - low + 1 }, (_, index) => low + index).filter((note) => note % step === 0)
    .map((note) => ({ place: x(note), text: soundingName(note) }));
  return plot({ label, columns, rows, across }, ...all.map((row) => {
    const off = offOf(row, place);
    return off !== null && mark(x(row.note), y(off), row.isAfter, 6);
  }));
}
