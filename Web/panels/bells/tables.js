// The partials of one object in numbers, and all objects with a row for each state.

import { h } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { bellPartials } from '../../vocabulary/bell.js';
import { number, table } from '../measured/tables.js';
import { isTuned, partialName } from './names.js';

/** @typedef {import('../../engine/types.js').BellMeasurement} BellMeasurement */
/** @typedef {import('../../vocabulary/bell.js').BellObject} BellObject */

/**
 * @param {BellObject} object
 * @param {BellMeasurement} shown
 */
export function partialTable(object, shown) {
  const isReed = object === 'reed';
  const heads = [t(isReed ? 'bell-reeds' : 'bell-partials'), t('bell-column-off'), t('bell-column-hertz'), t('measured-column-beat'),
    ...(isReed ? [t('bell-column-wanted')] : [t('bell-column-cents'), t('bell-column-level'), t('bell-column-decay')])];
  return table(heads, shown.partials.map((partial) => [partialName(object, partial.number),
    number(partial.off, isReed ? 2 : 1, true), formatNumber(partial.frequency, 2), number(partial.beat, 2),
    ...(isReed ? [number(partial.wantedBeat, 2)]
      : [formatNumber(partial.cents, 1, true), formatNumber(partial.level, 0), number(partial.decay, 1)])]));
}

/**
 * @param {import('../../engine/types.js').BellSnapshot} snapshot
 * @param {{note: number, isAfter: boolean} | null} chosen
 * @param {(row: BellMeasurement) => void} choose
 */
export function collectionTable(snapshot, chosen, choose) {
  const { object, rows } = snapshot;
  const places = bellPartials[object].flatMap((_, place) => (isTuned(snapshot, place) ? [place] : []));
  const heads = [t('column-note'), t('bell-column-state'), t('bell-column-strike'), t('bell-column-hertz'), ...places.map((place) => partialName(object, place)),
    t('measured-column-beat')];
  return table(heads, rows.map((row) => {
    const { note, isAfter } = row;
    const offs = places.map((place) => row.partials.find((partial) => partial.number === place)?.off);
    const beats = row.partials.flatMap(({ beat }) => (beat === null ? [] : [formatNumber(beat, 2)]));
    const state = t(isAfter ? 'bell-after' : 'bell-before');
    return [h('button', {
      type: 'button', class: 'bells-choice', id: `bell-row-${note}-${isAfter}`, 'data-note': note, 'data-after': isAfter,
      'aria-label': `${soundingName(note)}, ${state}`, 'aria-pressed': chosen !== null && chosen.note === note && chosen.isAfter === isAfter,
      onclick: () => choose(row),
    }, soundingName(note)), state, formatNumber(row.cents, 1, true), formatNumber(row.strike, 2),
    ...offs.map((off) => number(off, 1, true)), beats.join(' · ') || '–'];
  }));
}
