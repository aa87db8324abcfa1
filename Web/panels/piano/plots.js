// Drawings of all keys: which are measured, their inharmonicity, and the stretch.

import { s } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';

/** @typedef {import('../../engine/types.js').PianoKeyRow} PianoKeyRow */

const width = 880;
const height = 200;
const blacks = [1, 3, 6, 8, 10];

/** @param {PianoKeyRow} row */
const x = (row) => 10 * (row.midi - 21) + 5;

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
  const lines = [1e-4, 1e-3, 1e-2].map((value) => ({ y: y(value), text: formatNumber(value, -Math.log10(value)) }));
  return plot('piano-plot-b', lines,
    s('path', { class: 'plot-curve', d: path(keys.map((row) => [x(row), y(row.model)])) }),
    ...keys.flatMap((row) => {
      if (row.measured === null || row.measuredError === null || row.measuredError >= 0.4) return [];
      const error = row.measured * row.measuredError;
      return [
        s('path', { class: 'plot-error', d: `M${x(row)} ${y(row.measured + error)}V${y(row.measured - error)}` }),
        s('circle', { class: 'plot-after', cx: x(row), cy: y(row.measured), r: 4 }),
      ];
    }));
}

/**
 * Cents above equal temperament.
 *
 * @param {PianoKeyRow[]} keys
 */
export function stretchPlot(keys) {
  const all = keys.flatMap((row) => [row.curve, row.before ?? 0, row.after ?? 0]).map(Math.abs);
  const limit = [10, 20, 40, 60, 100, 200].find((value) => value >= 1.05 * Math.max(...all)) ?? 400;
  const y = (/** @type {number} */ cents) => height * (1 - clampShare(0.5 + cents / limit / 2));
  const lines = [-limit / 2, 0, limit / 2].map((cents) => ({ y: y(cents), text: formatNumber(cents, 0, true) }));
  return plot('piano-plot-stretch', lines,
    s('path', { class: 'plot-curve', d: path(keys.map((row) => [x(row), y(row.curve)])) }),
    ...keys.flatMap((row) => [
      row.before !== null && s('circle', { class: 'plot-before', cx: x(row), cy: y(row.before), r: 4 }),
      row.after !== null && s('circle', { class: 'plot-after', cx: x(row), cy: y(row.after), r: 4 }),
    ]));
}

/** @param {number} share */
const clampShare = (share) => Math.min(1, Math.max(0, share));

/** @param {number[][]} points */
const path = (points) => points.map(([left, top], index) => `${index === 0 ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`).join('');

/**
 * @param {string} label
 * @param {{y: number, text: string}[]} lines
 * @param {...(Node | false)} marks
 */
function plot(label, lines, ...marks) {
  return s('svg', { class: 'piano-plot', viewBox: `-110 -8 ${width + 130} ${height + 36}`, role: 'img', 'aria-label': t(label) },
    s('rect', { class: 'plot-frame', width, height }),
    ...Array.from({ length: 8 }, (_, octave) => s('path', { class: 'plot-grid', d: `M${120 * octave + 5} 0V${height}` })),
    ...Array.from({ length: 8 }, (_, octave) => s('text', { class: 'plot-text', x: 120 * octave + 5, y: height + 22, 'text-anchor': 'middle' }, soundingName(21 + 12 * octave))),
    ...lines.map((line) => s('path', { class: 'plot-grid', d: `M0 ${line.y}H${width}` })),
    ...lines.map((line) => s('text', { class: 'plot-text', x: -8, y: line.y + 6, 'text-anchor': 'end' }, line.text)),
    ...marks);
}
