// What is said of a playing first. The core chooses it, with its numbers; here it gets its words.

import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { practiceCentsTolerance, practiceTimeTolerance } from '../../vocabulary/practice.js';
import { beatText, nameOf, percentOf } from './words.js';

/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */

/**
 * How much of the score was played, if not all, and the largest fault, or that there is none.
 *
 * @param {PracticeSnapshot} snapshot
 */
export function headline(snapshot) {
  return [part(snapshot), ...finding(snapshot)].filter((text) => text).join(' ');
}

/** @param {PracticeSnapshot} snapshot */
function part({ times, isRhythm }) {
  const { playedFrom: from, playedTo: to, playedOf: all } = times;
  if (isRhythm || from === 0 || (from === 1 && to === all)) return '';
  return t(from === 1 ? 'practice-part-stopped' : to === all ? 'practice-part-began' : 'practice-part', { from, to, all });
}

/**
 * @param {PracticeSnapshot} snapshot
 * @returns {string[]} Sentences.
 */
function finding(snapshot) {
  const { times, notes, isRhythm } = snapshot;
  const { verdictCents: cents, verdictOtherCents: otherCents, verdictCount: count, verdictOthers: others } = times;
  const note = times.verdictIndex === null ? '' : noteName(snapshot, times.verdictIndex);
  const off = () => [times.isBesideOthers ? t('practice-beside') : '', t('practice-others-cents', { good: practiceCentsTolerance, count: others ?? 0 })];
  switch (times.verdict) {
    case 'nothing': return [t('practice-none')];
    case 'doubled': return [t(isRhythm ? 'practice-doubled' : 'practice-twice')];
    case 'density': return [t(times.density > 1 ? 'practice-dense' : 'practice-sparse')];
    case 'learn': return [t(isRhythm ? 'practice-verdict-learn-rhythm' : 'practice-verdict-learn', {
      count: count ?? 0, wrong: times.verdictWrong ?? 0, missing: times.verdictMissing ?? 0,
    })];
    case 'mistakes': return mistakes(snapshot, note);
    case 'again': return [t((others ?? 1) > 1 || times.verdictIndex === 0 ? 'practice-verdict-again' : 'practice-verdict-back', { note, count: count ?? 0 })];
    case 'offset': return [t(`practice-verdict-${(cents ?? 0) > 0 ? 'sharp' : 'flat'}`, { cents: size(cents) })];
    case 'drift': return [t(`practice-verdict-${(cents ?? 0) > 0 ? 'rose' : 'sank'}`, { cents: size(cents), each: size(otherCents, 1) })];
    case 'step': return [t(`practice-verdict-${(cents ?? 0) > 0 ? 'higher' : 'lower'}`, { note, cents: size(cents) })];
    case 'pitch': {
      // A quarter tone above is another row, of the same number.
      const [row] = notes.filter(({ midi }) => midi === times.verdictNumber)
        .sort((a, b) => Math.abs((a.cents ?? 0) - (cents ?? 0)) - Math.abs((b.cents ?? 0) - (cents ?? 0)));
      return [t('practice-verdict-pitch', { note: row ? nameOf(row) : '', cents: formatNumber(cents ?? 0, 0, true), count: count ?? 0 }), ...off()];
    }
    case 'note': return [t('practice-verdict-note', { note, cents: formatNumber(cents ?? 0, 0, true) }), ...off()];
    case 'corrections': return [t('practice-verdict-corrections', {
      count: count ?? 0, all: (count ?? 0) + (others ?? 0), first: size(cents), last: size(otherCents),
    })];
    case 'good': return praise(snapshot);
    default: return timeAdvice(snapshot);
  }
}

/** @param {number | null} value */
const size = (value, digits = 0) => formatNumber(Math.abs(value ?? 0), digits);

/** @param {number | null} value */
const within = (value) => formatNumber(Math.max(1, Math.ceil((value ?? 0) - 1e-3)), 0);

/** @param {PracticeSnapshot} snapshot @param {string} note */
function mistakes({ times, notes, isRhythm }, note) {
  const { verdictIndex: index, verdictNumber: number, verdictMissing: missing, verdictExtra: extra } = times;
  if (isRhythm) {
    return [t('practice-rhythm-counts', { right: notes.filter(({ late }) => late !== null).length, missing: missing ?? 0, extra: extra ?? 0 }).concat('.'),
      index === null ? '' : t('practice-first-mistake', { note: placeName(notes[index]) })];
  }
  const row = index === null ? null : notes[index];
  const instead = number === null || row === null ? note
    : t('practice-instead', { instead: soundingName(number, row.spelling === 'plain' ? '' : row.spelling), note });
  return [t('practice-verdict-mistakes', { wrong: times.verdictWrong ?? 0, missing: missing ?? 0, extra: extra ?? 0 }),
    note && t('practice-first-mistake', { note: instead })];
}

/** @param {PracticeSnapshot} snapshot */
function praise({ times, isRhythm }) {
  const { verdictMilliseconds: late } = times;
  return [isRhythm ? '' : t('practice-verdict-good', { count: times.verdictCount ?? 0, cents: within(times.verdictCents) }),
    late !== null ? t('practice-verdict-time', { late: within(late) })
      : times.isTimed && times.advice === 'tooFew' ? t('practice-advice-tooFew') : ''];
}

/** @param {PracticeSnapshot} snapshot */
function timeAdvice(snapshot) {
  const { advice, adviceValue: value, adviceOther: other, adviceOthers } = snapshot.times;
  if (advice === 'none') return [];
  if (advice === 'latencyChanged' || advice === 'jumps') {
    return [t(`practice-advice-${advice}`, { value: size(value), other: other === null ? '–' : formatNumber(other, 0) })];
  }
  if (advice === 'lateNote' || advice === 'earlyNote') {
    return [t(`practice-advice-${advice}`, { note: noteName(snapshot, other ?? 0), value: size(value) }),
      t('practice-others-time', { good: practiceTimeTolerance, count: adviceOthers ?? 0 })];
  }
  const isTempo = ['leftClick', 'speedsUp', 'slowsDown', 'faster', 'slower'].includes(advice);
  const tempo = (/** @type {number | null} */ number) => (snapshot.recordedPitch === null ? formatNumber(number ?? 0, 1) : `${percentOf(number)} %`);
  const said = t(`practice-advice-${advice}`, {
    value: isTempo ? tempo(value) : formatNumber(value ?? 0, 0), other: isTempo ? tempo(other) : beatName(other),
  });
  const isPlaced = ['rushes', 'drags'].includes(advice) && other !== null;
  return isPlaced ? [said, t('practice-most-on', { place: beatName(other) })] : [said];
}

/** @param {number | null} beat */
const beatName = (beat) => t('practice-beat-place', { beat: beatText(beat) });

/** @param {import('../../engine/types.js').PracticeNoteRow} row */
const placeName = ({ bar, beat }) => t('practice-place-at', { bar: bar ?? 0, beat: beatText(beat) });

/** @param {PracticeSnapshot} snapshot @param {number} index */
function noteName({ notes, isRhythm }, index) {
  const row = notes[index];
  const place = row.bar === null || row.beat === null ? t('practice-note-number', { number: index + 1 }) : placeName(row);
  return isRhythm ? t('practice-sound-at', { place }) : `${nameOf(row)} (${place})`;
}
