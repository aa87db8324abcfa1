// The history by sessions and weeks, with their dates.

import { h } from '../../app/dom.js';
import { formatNumber, language, t } from '../../app/i18n.js';
import { settings } from '../../app/settings.js';
import { statistics } from '../../session/statistics.js';
import { trendOf } from './trend.js';
import './texts.js';

/** @typedef {import('../../session/note-log.js').LoggedNote} LoggedNote */
/** @typedef {import('../../session/note-log.js').LoggedRhythm} LoggedRhythm */

const mostSessions = 100;
const mostWeeks = 26;

/**
 * The Monday at whose midnight a week begins, where the reader is.
 *
 * @param {number} time Milliseconds since 1970.
 */
export function weekOf(time) {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - (date.getDay() + 6) % 7).getTime();
}

/**
 * Notes in groups, the newest group first.
 *
 * @param {LoggedNote[]} notes
 * @param {(note: LoggedNote) => number} key
 * @returns {[number, LoggedNote[]][]}
 */
export function grouped(notes, key) {
  /** @type {Map<number, LoggedNote[]>} */
  const groups = new Map();
  for (const row of notes) groups.set(key(row), [...groups.get(key(row)) ?? [], row]);
  return [...groups].sort(([a], [b]) => b - a);
}

/** @param {LoggedNote[]} notes */
export function minutesOf(notes) { return notes.reduce((sum, row) => sum + row.duration, 0) / 60; }

/**
 * Of the time, in notes that are in tune: 0...1.
 *
 * @param {LoggedNote[]} notes At least one.
 */
function shareInTune(notes) { return statistics(notes.map((row) => ({ ...row, midi: 0 })), settings.get('tolerance'))[0].share; }

/** @param {LoggedNote[]} notes */
const hasTimes = (notes) => notes.some(({ late }) => late !== undefined);

/**
 * How far notes were from the beat: the median of their distances from the median, as a standard deviation; a dash without times.
 *
 * @param {LoggedNote[]} notes
 */
export function timeSpread(notes) {
  const late = notes.flatMap((row) => row.late ?? []);
  if (late.length < 3) return '–';
  const median = (/** @type {number[]} */ values) => {
    const sorted = [...values].sort((one, other) => one - other);
    return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
  };
  const middle = median(late);
  return `±${formatNumber(1.4826 * median(late.map((value) => Math.abs(value - middle))), 0)} ms`;
}

/**
 * How late a rhythm was, if that means something, and how far from the beat.
 *
 * @param {LoggedRhythm} rhythm
 */
const rhythmTimes = ({ late, timeSpread: spread }) => `${late === null ? '' : `${formatNumber(late, 0, true)} `}±${formatNumber(spread, 0)} ms`;

/** @param {LoggedNote[]} notes @param {LoggedRhythm[]} rhythms */
export function sessionsOf(notes, rhythms) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const weeks = grouped(notes, (row) => weekOf(row.time)).slice(0, mostWeeks);
  const most = Math.max(...weeks.map(([, rows]) => minutesOf(rows)), 1e-9);
  const isTimed = rhythms.length > 0 || hasTimes(notes);
  /** @type {[number, string[]][]} */
  const sessions = [
    ...grouped(notes, (row) => row.session).map(([start, rows]) => /** @type {[number, string[]]} */ ([start, [
      moment.format(start), formatNumber(minutesOf(rows), 1), String(rows.length), `${formatNumber(100 * shareInTune(rows))} %`, ...isTimed ? [timeSpread(rows)] : []]])),
    ...rhythms.map((row) => /** @type {[number, string[]]} */ ([row.session, [
      moment.format(row.session), formatNumber(row.duration / 60, 1), t('history-rhythm', { metre: row.rhythm, count: row.beats }), '–', rhythmTimes(row)]])),
  ];
  return [
    ...trendOf(grouped(notes, (row) => row.session).reverse()),
    ...notes.length === 0 ? [] : [h('h2', {}, t('weeks')), h('p', { class: 'hint' }, t('weeks-note')), table('weeks', ['week', 'minutes', 'notes'], weeks.map(([start, rows]) => [
      day.format(start), h('span', {}, formatNumber(minutesOf(rows), 1), h('meter', { min: 0, max: most, value: minutesOf(rows), 'aria-hidden': 'true' })),
      String(rows.length)]))],
    h('h2', {}, t('sessions')),
    table('sessions', ['date', 'minutes', 'notes', 'time-in-tune', ...isTimed ? ['in-time'] : []],
      sessions.sort(([one], [other]) => other - one).slice(0, mostSessions).map(([, cells]) => cells)),
  ];
}

/**
 * @param {string} key
 * @param {string[]} head
 * @param {(string | Node)[][]} rows
 */
function table(key, head, rows) {
  return h('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': t(key), id: `history-${key}` },
    h('table', {}, h('thead', {}, h('tr', {}, ...head.map((name) => h('th', { scope: 'col' }, t(`column-${name}`))))),
      h('tbody', {}, ...rows.map(([first, ...cells]) => h('tr', {}, h('th', { scope: 'row' }, first), ...cells.map((cell) => h('td', {}, cell)))))));
}
