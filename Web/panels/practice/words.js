// Names that more than one part of the panel writes.

import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';

/** @typedef {import('../../engine/types.js').PracticeNoteRow} PracticeNoteRow */

/** @param {PracticeNoteRow} row */
export const nameOf = (row) => soundingName(row.midi, row.spelling === 'plain' ? '' : row.spelling)
  + (Math.round(row.microtone) === 0 ? '' : ` ${formatNumber(row.microtone, 0, true)} ct`);

/** @param {PracticeNoteRow} row Its written pitch, in semitones. */
export const pitchOf = (row) => row.midi + row.microtone / 100;

/** @param {PracticeNoteRow} row The pitch that is wanted: of a recording, as it was played. */
export const wantedPitchOf = (row) => pitchOf(row) + row.wanted / 100;

/** @param {PracticeNoteRow} row The number of its bar, as it is printed. */
export const barText = (row) => row.barName || String(row.bar);

/**
 * How a note was played, as colours, signs and words show it.
 *
 * @param {PracticeNoteRow} row
 * @param {boolean} [isFirst] Whether its first pitch is shown, before any correction.
 * @returns {'none' | 'wrong' | 'good' | 'flat' | 'sharp'}
 */
export function sideOf(row, isFirst = false) {
  const [cents, isGood] = isFirst ? [row.first, row.isFirstInTune] : [row.cents, row.isInTune];
  if (row.isWrong) return 'wrong';
  if (cents === null) return 'none';
  return isGood ? 'good' : cents < 0 ? 'flat' : 'sharp';
}

/**
 * How far off a note was, with its sign; a dash for one that was played, and has no first pitch.
 *
 * @param {PracticeNoteRow} row
 * @param {boolean} isFirst Whether its first pitch is shown.
 */
export function centsText(row, isFirst) {
  const side = sideOf(row, isFirst);
  if (side === 'none') return row.cents === null ? '' : '–';
  return side === 'wrong' ? signs.wrong : `${signs[side]} ${formatNumber((isFirst ? row.first : row.cents) ?? 0, 0, true)}`;
}

/** @param {PracticeNoteRow} row Where it was corrected to; nothing if it was not. */
export const correctionText = (row) => (row.isCorrected ? `→ ${formatNumber(row.last ?? 0, 0, true)}` : '');

export const signs = { none: '', wrong: '✕', good: '✓', flat: '♭', sharp: '♯' };

/**
 * A place in the bar, as musicians count.
 *
 * @param {number | null} beat
 */
export function beatText(beat) {
  if (beat === null) return '';
  const whole = Math.floor(beat + 1e-3);
  const part = beat - whole;
  const fraction = [[0, ''], [1 / 4, '¼'], [1 / 3, '⅓'], [1 / 2, '½'], [2 / 3, '⅔'], [3 / 4, '¾']]
    .find(([value]) => Math.abs(part - Number(value)) < 0.01);
  return fraction ? `${whole}${fraction[1]}` : beat.toFixed(2);
}

/** @param {number | null} tempo Beside a recording, whose quarter notes are seconds. @returns Percent of the recording's. */
export const percentOf = (tempo) => formatNumber((tempo ?? 0) / 0.6, 1);

/** @param {number} semitones */
export function intervalName(semitones) {
  const size = Math.abs(semitones);
  const name = size <= 12 && Number.isInteger(size) ? t(`practice-interval-${size}`)
    : t('practice-semitones', { count: Number.isInteger(size) ? size : formatNumber(size, 2) });
  return t(semitones > 0 ? 'practice-up' : 'practice-down', { interval: name });
}
