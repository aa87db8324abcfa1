// What the drawings of pianos and bells share: a frame with its lines, rings for before and dots for after tuning.

import { s } from '../../app/dom.js';
import { formatNumber } from '../../app/i18n.js';

export const width = 880;
export const height = 200;

/** @typedef {{place: number, text: string}} PlotLine A line across the plot, and what is written at its end. */

/** @param {number} share */
export const clampShare = (share) => Math.min(1, Math.max(0, share));

/** @param {number[][]} points */
export const path = (points) => points.map(([left, top], index) => `${index === 0 ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`).join('');

/**
 * The height of cents on a scale around 0 that holds them all, and its lines.
 *
 * @param {number[]} all
 */
export function centsScale(all) {
  const most = Math.max(0, ...all.map(Math.abs));
  const limit = [10, 20, 40, 60, 100, 200].find((value) => value >= 1.05 * most) ?? 400;
  const y = (/** @type {number} */ cents) => height * (1 - clampShare(0.5 + cents / limit / 2));
  const rows = [-limit / 2, 0, limit / 2].map((cents) => ({ place: y(cents), text: formatNumber(cents, 0, true) }));
  return { y, rows };
}

/** @param {number} x @param {number} y @param {boolean} isAfter @param {number} [r] */
export const mark = (x, y, isAfter, r = 4) => s('circle', { class: isAfter ? 'plot-after' : 'plot-before', cx: x, cy: y, r });

/**
 * @param {object} options
 * @param {string} options.label
 * @param {PlotLine[]} options.columns
 * @param {PlotLine[]} options.rows
 * @param {number} [options.across] The width.
 * @param {number} [options.drop] How much lower every second name of a column is, where they are long.
 * @param {...(Node | false)} marks
 */
export function plot({ label, columns, rows, across = width, drop = 0 }, ...marks) {
  return s('svg', { class: 'measured-plot', viewBox: `-110 -8 ${across + 130} ${height + 36 + drop}`, role: 'img', 'aria-label': label },
    s('rect', { class: 'plot-frame', width: across, height }),
    ...columns.map(({ place }) => s('path', { class: 'plot-grid', d: `M${place} 0V${height}` })),
    ...columns.map(({ place, text }, index) => s('text', { class: 'plot-text', x: place, y: height + 22 + drop * (index % 2), 'text-anchor': 'middle' }, text)),
    ...rows.map(({ place }) => s('path', { class: 'plot-grid', d: `M0 ${place}H${across}` })),
    ...rows.map(({ place, text }) => s('text', { class: 'plot-text', x: -8, y: place + 6, 'text-anchor': 'end' }, text)),
    ...marks);
}
