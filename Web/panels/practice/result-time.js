// What a result says of time: sentences, and the take on a lane with cents and milliseconds below each note.

import { h, s } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { practiceCentsTolerance, practiceTimeTolerance } from '../../vocabulary/practice.js';
import { lateText, timeSide } from './lane.js';
import { latencyName } from './time.js';
import { devicePair } from './device-pair.js';
import { barText, beatText, nameOf, percentOf, pitchOf, sideOf, signs } from './words.js';

/** @typedef {import('../../engine/types.js').PracticeNoteRow} PracticeNoteRow */
/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */

/** @param {PracticeSnapshot} snapshot */
export function timeSummary({ times, isRhythm, rightCount, missingCount, extraCount, recordedPitch }) {
  const number = (/** @type {number | null} */ value, /** @type {number} */ digits, isSigned = false) => formatNumber(value ?? 0, digits, isSigned);
  return [
    isRhythm && t('practice-rhythm-counts', { right: rightCount, missing: missingCount, extra: extraCount }),
    times.spread !== null && t(recordedPitch === null ? `practice-time-${times.reference}` : 'practice-time-recording', { spread: number(times.spread, 0) }),
    times.median !== null && t(times.median < 0 ? 'practice-early' : 'practice-late', { late: number(Math.abs(times.median), 0) }),
    times.tempo !== null && recordedPitch !== null && t('practice-tempo-recording', {
      tempo: percentOf(times.tempo), from: percentOf(times.tempoStart), to: percentOf(times.tempoEnd),
    }),
    times.tempo !== null && recordedPitch === null && t(times.tempoWanted === null ? 'practice-own-tempo' : 'practice-tempo-of', {
      tempo: number(times.tempo, 1), wanted: number(times.tempoWanted, 1), from: number(times.tempoStart, 1), to: number(times.tempoEnd, 1),
    }),
    times.swingRatio !== null && t(times.isSwung ? 'practice-swung' : 'practice-straight', { ratio: number(times.swingRatio, 2), error: number(times.swingError, 2) }),
    times.reference === 'click' && latencyText(times),
  ].filter((text) => typeof text === 'string');
}

/** @param {import('../../engine/types.js').PracticeTimes} times */
function latencyText(times) {
  if (times.isClickTooLoud) return t('practice-click-loud', { excess: formatNumber(times.clickExcess ?? 0, 0) });
  if (times.isClickHeard) return t('practice-click-heard');
  return devicePair.latency ? latencyName(devicePair.latency) : t('latency-unknown');
}

const width = 880;
const rollHeight = 150;
const stripHeight = 110;
const gap = 34;
/** So many notes have room for their names. */
const mostNames = 24;

/**
 * The take: above, the notes as they are written and as they were played, on pitch and time; below, cents and milliseconds of each with what
 * is good enough.
 *
 * @param {PracticeSnapshot} snapshot
 */
export function takePlot({ notes, isRhythm, octaves }) {
  const times = notes.flatMap(({ due, dueEnd }) => (due === null || dueEnd === null ? [] : [due, dueEnd]));
  const isDue = times.length === 2 * notes.length;
  const [first, last] = isDue ? [Math.min(...times), Math.max(...times)] : [0, notes.length];
  const scale = width / Math.max(1e-3, last - first);
  const spans = notes.map((row, index) => (isDue ? [row.due ?? 0, row.dueEnd ?? 0] : [index, index + 0.9]).map((time) => (time - first) * scale));
  const stride = Math.ceil(notes.length / mostNames);
  const top = isRhythm ? 0 : rollHeight + gap + stripHeight + gap;
  const parts = isRhythm ? [] : [roll(notes, spans, stride), ...strip(notes, spans, rollHeight + gap, practiceCentsTolerance, 'ct', (row) => row.cents, sideOf)];
  // How far a note came from its place is told by the milliseconds; here it is where it was played.
  const height = top + stripHeight + 34;
  return s('svg', { class: 'practice-plot practice-take', viewBox: `-90 -12 ${width + 110} ${height + 12}`, role: 'img', 'aria-label': t('practice-plot-take'), 'data-octaves': octaves },
    ...parts, ...strip(notes, spans, top, practiceTimeTolerance, 'ms', (row) => row.late, (row) => timeSide(row.late)),
    ...notes.map((row, index) => index % stride === 0 && row.beat !== null
      && s('text', { class: 'plot-text plot-small', x: (spans[index][0] + spans[index][1]) / 2, y: top + stripHeight + 24, 'text-anchor': 'middle' },
        row.beat < 1.01 && row.bar !== null ? `${barText(row)}|1` : beatText(row.beat))));
}

/**
 * What an axis has numbers for: what is good enough, or if these would cover each other, half of what it spans.
 *
 * @param {number} good
 * @param {number} limit
 * @param {number} height
 */
function axisMarks(good, limit, height) {
  const mark = height * good / limit / 2 < 24 ? Math.round(limit * 0.8) : good;
  return [-mark, 0, mark];
}

/** @param {PracticeNoteRow[]} notes @param {number[][]} spans @param {number} stride */
function roll(notes, spans, stride) {
  const numbers = notes.map(({ midi }) => midi);
  const [low, high] = [Math.min(...numbers) - 2, Math.max(...numbers) + 2];
  const size = rollHeight / Math.max(8, high - low);
  const y = (/** @type {number} */ midi) => rollHeight * (high - midi) / (high - low);
  return s('g', {}, s('rect', { class: 'plot-frame', width, height: rollHeight }),
    ...notes.map((row, index) => {
      const [left, right] = spans[index];
      const side = row.isMissing ? 'missing' : sideOf(row);
      return s('rect', { class: 'plot-note', 'data-side': side, x: left, y: y(pitchOf(row)) - size * 0.45, width: Math.max(3, right - left - 2), height: size * 0.9, rx: 3 });
    }),
    ...notes.map((row, index) => index % stride === 0
      && s('text', { class: 'plot-text plot-small', x: spans[index][0], y: Math.max(14, y(pitchOf(row)) - size * 0.45 - 4) }, `${nameOf(row)}${row.isWrong ? signs.wrong : ''}`)));
}

/**
 * @param {PracticeNoteRow[]} notes
 * @param {number[][]} spans
 * @param {number} top
 * @param {number} good What is good enough.
 * @param {string} unit
 * @param {(row: PracticeNoteRow) => number | null} value
 * @param {(row: PracticeNoteRow) => string} side
 */
function strip(notes, spans, top, good, unit, value, side) {
  const largest = Math.max(good * 1.5, ...notes.map((row) => Math.abs(value(row) ?? 0)));
  const limit = [1.5, 2.5, 5, 10, 20].map((factor) => factor * good).find((most) => most >= largest) ?? largest;
  const y = (/** @type {number} */ number) => top + stripHeight * Math.min(1, Math.max(0, 0.5 - number / limit / 2));
  const marks = axisMarks(good, limit, stripHeight);
  return [
    s('rect', { class: 'plot-band', y: y(good), width, height: y(-good) - y(good) }),
    s('rect', { class: 'plot-frame', y: top, width, height: stripHeight }),
    s('path', { class: 'plot-zero', d: `M0 ${y(0)}H${width}` }),
    ...marks.map((mark) => s('text', { class: 'plot-text', x: -8, y: y(mark) + 6, 'text-anchor': 'end' }, mark === 0 ? unit : formatNumber(mark, 0, true))),
    ...notes.map((row, index) => {
      const x = (spans[index][0] + spans[index][1]) / 2;
      const number = value(row);
      if (row.isWrong || row.isMissing) return s('path', { class: 'plot-missing', d: `M${x - 5} ${y(0) - 5}l10 10m0-10l-10 10` });
      if (number === null) return null;
      return s('path', { class: 'plot-stem', 'data-side': side(row), d: `M${x} ${y(0)}V${y(number)}` });
    }),
    ...notes.map((row, index) => {
      const number = value(row);
      return number === null || row.isWrong ? null
        : s('circle', { class: 'plot-dot', 'data-side': side(row), cx: (spans[index][0] + spans[index][1]) / 2, cy: y(number), r: 5 });
    }),
  ];
}

/**
 * Milliseconds by the place in the bar: a dot for each note.
 *
 * @param {PracticeSnapshot} snapshot
 */
export function placePlot({ notes, times }) {
  const rows = notes.filter((row) => row.late !== null && row.beat !== null);
  if (rows.length === 0 || times.places.length < 2) return null;
  const height = 200;
  const beats = Math.ceil(Math.max(...rows.map((row) => row.beat ?? 1)) + 0.01);
  const x = (/** @type {number} */ beat) => width * (beat - 0.5) / beats;
  const largest = Math.max(30, ...rows.map((row) => Math.abs(row.late ?? 0)));
  const limit = [30, 50, 100, 200].find((most) => most >= largest) ?? largest;
  const y = (/** @type {number} */ late) => height * Math.min(1, Math.max(0, 0.5 - late / limit / 2));
  return h('figure', {}, h('figcaption', { class: 'hint' }, t('practice-plot-places')),
    s('svg', { class: 'practice-plot', viewBox: `-90 -8 ${width + 100} ${height + 40}`, role: 'img', 'aria-label': t('practice-plot-places') },
      s('rect', { class: 'plot-band', y: y(practiceTimeTolerance), width, height: y(-practiceTimeTolerance) - y(practiceTimeTolerance) }),
      s('rect', { class: 'plot-frame', width, height }), s('path', { class: 'plot-zero', d: `M0 ${y(0)}H${width}` }),
      ...axisMarks(practiceTimeTolerance, limit, height).map((late) => s('text', { class: 'plot-text', x: -8, y: y(late) + 6, 'text-anchor': 'end' }, late === 0 ? 'ms' : formatNumber(late, 0, true))),
      ...Array.from({ length: beats - 1 }, (_, index) => s('text', { class: 'plot-text', x: x(index + 1), y: height + 26, 'text-anchor': 'middle' }, String(index + 1))),
      ...rows.map((row) => s('circle', { class: 'plot-dot', 'data-side': timeSide(row.late), cx: x(row.beat ?? 1), cy: y(row.late ?? 0), r: 5 }))));
}

/**
 * Of a note: where it is in its bar, and how late it was.
 *
 * @param {PracticeNoteRow} row
 */
export const timeCells = (row) => [row.bar === null ? '–' : `${barText(row)} | ${beatText(row.beat)}`, row.late === null ? '–' : lateText(row.late)];
