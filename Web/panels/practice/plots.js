// Drawings of a result: cents of each note of the score, and of each interval.

import { s } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { nameOf, sideOf } from './words.js';

/** @typedef {import('../../engine/types.js').PracticeMean} PracticeMean */
/** @typedef {import('../../engine/types.js').PracticeNoteRow} PracticeNoteRow */

const width = 880;
const height = 200;
/** So many names have room below. */
const mostNames = 18;

/** @param {number[]} cents */
const limitOf = (cents) => {
  const largest = Math.max(1, ...cents.map(Math.abs));
  return [5, 10, 20, 40].find((value) => value >= 1.05 * largest) ?? 80;
};

/**
 * Each note of the score, in order; a cross at the bottom for what was wrong or is missing.
 *
 * @param {PracticeNoteRow[]} rows
 */
export function notePlot(rows) {
  const limit = limitOf(rows.flatMap((row) => (row.cents === null ? [] : [row.cents])));
  const x = (/** @type {number} */ index) => width * (index + 0.5) / rows.length;
  const stride = Math.ceil(rows.length / mostNames);
  const marks = rows.flatMap((row, index) => {
    if (row.isWrong || row.isMissing) return [s('path', { class: 'plot-missing', d: `M${x(index) - 5} ${height - 14}l10 10m0-10l-10 10` })];
    // A grace note that was left out, or a repeated one that was played as one, is neither right nor missing.
    if (row.cents === null) return [];
    return [s('circle', { class: 'plot-dot', 'data-side': sideOf(row), cx: x(index), cy: yOf(row.cents, limit), r: 6 })];
  });
  return plot(t('practice-plot-notes'), limit, marks,
    rows.map((row, index) => (index % stride === 0 ? { x: x(index), text: nameOf(row) } : null)));
}

/**
 * Each interval, with one standard error.
 *
 * @param {PracticeMean[]} rows
 */
export function intervalPlot(rows) {
  const limit = limitOf(rows.flatMap((row) => [row.cents + (row.error ?? 0), row.cents - (row.error ?? 0)]));
  const x = (/** @type {number} */ index) => width * (index + 0.5) / rows.length;
  const stride = Math.ceil(rows.length / mostNames);
  const marks = rows.flatMap((row, index) => [
    s('path', { class: 'plot-error', d: `M${x(index)} ${yOf(row.cents + (row.error ?? 0), limit)}V${yOf(row.cents - (row.error ?? 0), limit)}` }),
    s('circle', { class: 'plot-dot', 'data-side': 'mean', cx: x(index), cy: yOf(row.cents, limit), r: 6 }),
  ]);
  return plot(t('practice-plot-intervals'), limit, marks,
    rows.map((row, index) => (index % stride === 0 ? { x: x(index), text: formatNumber(row.value, 0, true) } : null)));
}

/** @param {number} cents @param {number} limit */
const yOf = (cents, limit) => height * Math.min(1, Math.max(0, 0.5 - cents / limit / 2));

/**
 * @param {string} label
 * @param {number} limit Cents.
 * @param {Node[]} marks
 * @param {({x: number, text: string} | null)[]} names
 */
function plot(label, limit, marks, names) {
  const lines = [-limit / 2, 0, limit / 2];
  return s('svg', { class: 'practice-plot', viewBox: `-90 -8 ${width + 100} ${height + 40}`, role: 'img', 'aria-label': label },
    s('rect', { class: 'plot-frame', width, height }),
    ...lines.map((cents) => s('path', { class: cents === 0 ? 'plot-zero' : 'plot-grid', d: `M0 ${yOf(cents, limit)}H${width}` })),
    ...lines.map((cents) => s('text', { class: 'plot-text', x: -8, y: yOf(cents, limit) + 6, 'text-anchor': 'end' }, formatNumber(cents, limit < 10 ? 1 : 0, true))),
    ...names.map((name) => name && s('text', { class: 'plot-text', x: name.x, y: height + 24, 'text-anchor': 'middle' }, name.text)),
    ...marks);
}
