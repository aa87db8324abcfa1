// What the tables of pianos and bells share.

import { h } from '../../app/dom.js';
import { formatNumber } from '../../app/i18n.js';

/** @param {number | null | undefined} value @param {number} digits @param {boolean} [isSigned] */
export const number = (value, digits, isSigned = false) => (value === null || value === undefined ? '–' : formatNumber(value, digits, isSigned));

/**
 * @param {string[]} heads
 * @param {(Node | string)[][]} rows The head of each row, and its cells.
 */
export const table = (heads, rows) => h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
  h('tbody', {}, ...rows.map(([head, ...cells]) => h('tr', {}, h('th', { scope: 'row' }, head), ...cells.map((cell) => h('td', {}, cell))))));
