// Whether playing in tune becomes better: each session's distance from the targets, in the order of the sessions, and the older
// half beside the newer one.

import { h, s } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { distance } from '../../session/statistics.js';
import './texts.js';

/** @typedef {import('../../session/note-log.js').LoggedNote} LoggedNote */

/** Two points make no trend. */
const fewest = 3;
const most = 60;
const [width, height] = [640, 130];

/**
 * @param {[number, LoggedNote[]][]} sessions When they began, and their notes: the oldest first.
 * @returns {Node[]} Nothing for too few.
 */
export function trendOf(sessions) {
  if (sessions.length < fewest) return [];
  const shown = sessions.slice(-most);
  const half = Math.floor(shown.length / 2);
  const [older, newer] = [shown.slice(0, half), shown.slice(half)].map((rows) => distance(rows.flatMap(([, notes]) => notes)));
  const words = t('trend-words', { older: formatNumber(older, 1), newer: formatNumber(newer, 1) });
  return [h('h2', {}, t('trend')), h('p', { id: 'history-trend' }, words),
    h('figure', { class: 'trend' }, plot(shown.map(([, notes]) => distance(notes)), words),
      h('figcaption', { class: 'hint' }, t('trend-note')))];
}

/** @param {number[]} values Cents. @param {string} label */
function plot(values, label) {
  const top = [2, 5, 10, 20, 50].find((limit) => limit >= Math.max(...values)) ?? 100;
  const x = (/** @type {number} */ index) => 44 + (width - 60) * index / (values.length - 1);
  const y = (/** @type {number} */ cents) => height - 14 - (height - 28) * Math.min(1, cents / top);
  return s('svg', { class: 'dots', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    ...[0, top / 2, top].flatMap((cents) => [
      s('path', { class: 'offset-zero', d: `M44 ${y(cents)}H${width - 16}` }),
      s('text', { class: 'trend-text', x: 36, y: y(cents) + 4, 'text-anchor': 'end' }, formatNumber(cents, Number.isInteger(cents) ? 0 : 1))]),
    s('path', { class: 'trend-line', d: values.map((cents, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(cents)}`).join('') }),
    ...values.map((cents, index) => s('circle', { class: 'trend-dot', cx: x(index), cy: y(cents), r: 4 })));
}
