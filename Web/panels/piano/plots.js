// Drawings of all keys: which are measured, their inharmonicity, and the stretch.

import { s } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { centsScale, clampShare, height, mark, path, plot, width } from '../measured/plots.js';

/** @typedef {import('../../engine/types.js').PianoKeyRow} PianoKeyRow */

const blacks = [1, 3, 6, 8, 10];

/** @param {PianoKeyRow} row */
const x = (row) => 10 * (row.midi - 21) + 5;

/** Each A. */
const octaves = () => Array.from({ length: 8 }, (_, octave) => ({ place: 120 * octave + 5, text: soundingName(21 + 12 * octave) }));

/**
 * How many keys are measured.
 *
 * @param {PianoKeyRow[]} keys
 */
export const measuredCount = (keys) => keys.filter((row) => row.measured !== null).length;

/**
 * A strip of 88 keys.
 *
 * @param {PianoKeyRow[]} keys
 */
export function keyboardStrip(keys) {
  return s('svg', { class: 'piano-strip', viewBox: `0 0 ${width} 60`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('piano-strip', { count: measuredCount(keys), all: keys.length }) },
    ...keys.map((row) => {
      const isBlack = blacks.includes(row.midi % 12);
      return s('rect', {
        class: isBlack ? 'strip-key black' : 'strip-key', 'data-midi': row.midi,
        'data-state': row.after !== null ? 'after' : row.before !== null ? 'before' : 'none',
        x: x(row) - 4.5, width: 9, y: 1, height: isBlack ? 40 : 58,
      });
    }));
}

/**
 * B on a logarithmic scale from 10⁻⁵ to 10⁻¹.
 *
 * @param {PianoKeyRow[]} keys
 */
export function stiffnessPlot(keys) {
  const y = (/** @type {number} */ value) => height * (1 - clampShare((Math.log10(Math.max(1e-9, value)) + 5) / 4));
  const rows = [1e-4, 1e-3, 1e-2].map((value) => ({ place: y(value), text: formatNumber(value, -Math.log10(value)) }));
  return plot({ label: t('piano-plot-b'), columns: octaves(), rows },
    s('path', { class: 'plot-curve', d: path(keys.map((row) => [x(row), y(row.model)])) }),
    ...keys.flatMap((row) => {
      if (row.measured === null || row.measuredError === null || row.measuredError >= 0.4) return [];
      const error = row.measured * row.measuredError;
      return [
        s('path', { class: 'plot-error', d: `M${x(row)} ${y(row.measured + error)}V${y(row.measured - error)}` }),
        mark(x(row), y(row.measured), true),
      ];
    }));
}

/**
 * Cents above equal temperament.
 *
 * @param {PianoKeyRow[]} keys
 */
export function stretchPlot(keys) {
  const { y, rows } = centsScale(keys.flatMap((row) => [row.curve, row.before ?? 0, row.after ?? 0]));
  return plot({ label: t('piano-plot-stretch'), columns: octaves(), rows },
    s('path', { class: 'plot-curve', d: path(keys.map((row) => [x(row), y(row.curve)])) }),
    ...keys.flatMap((row) => [
      row.before !== null && mark(x(row), y(row.before), false), row.after !== null && mark(x(row), y(row.after), true)]));
}
