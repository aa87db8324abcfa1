// What the settings choose: the scale, what its notes are compared with, how it is gone through, and how its times are judged.

import { t } from '../../app/i18n.js';
import { listed } from '../../app/link.js';
import { notify } from '../../app/notice.js';
import { settings } from '../../app/settings.js';
import { currentTemperament, loadTemperaments, temperaments } from '../../app/targets.js';
import { practicePatterns } from '../../vocabulary/practice.js';
import { letters, pitchClassCount } from '../../vocabulary/settings.js';

// Without them there is the equal one.
await loadTemperaments();

// Which scales there are is known only here, and not where a link is read.
if (!practicePatterns.includes(settings.get('practiceScale'))) {
  notify(t('link-refused', { parts: listed([`practiceScale=${settings.get('practiceScale')}`]) }));
  settings.set('practiceScale', practicePatterns[0]);
}

const equalDegrees = Array.from({ length: pitchClassCount }, (_, degree) => 100 * degree);

/**
 * What notes are compared with: equal, just, or the temperament that is set, if it has twelve degrees in an octave.
 *
 * @returns {{name: string, cents: number[]}}
 */
export function comparison() {
  const kind = settings.get('practiceTemperament');
  const row = kind === 'settings' ? currentTemperament() : temperaments.find(({ name }) => name === kind);
  const fits = row && !row.isScale && row.cents.length === pitchClassCount && Math.abs(row.period - 1200) < 1e-6;
  return fits ? { name: row.name, cents: row.cents } : { name: 'equal', cents: equalDegrees };
}

/** The scale that is set. @returns {import('../../engine/types.js').PracticeScale} */
export function chosenScale() {
  const tonic = settings.get('practiceTonic');
  const wanted = settings.get('practiceScale');
  return {
    pattern: practicePatterns.includes(wanted) ? wanted : practicePatterns[0],
    letter: Object.keys(letters).indexOf(tonic[0]), accidental: tonic.endsWith('#') ? 1 : tonic.endsWith('b') ? -1 : 0,
    octave: settings.get('practiceOctave'), octaves: settings.get('practiceOctaves'), direction: settings.get('practiceDirection'),
  };
}

/** @type {Record<string, number>} The share of the beat at which second eighths come; 0 for where the player puts them. */
const swings = { straight: 0.5, triplet: 2 / 3, own: 0 };

/** Whether a rhythm is practised alone. */
export const isRhythmChosen = () => settings.get('practiceKind') === 'rhythm';

/** How the score is gone through. */
export const chosenMode = () => (isRhythmChosen() ? 'through' : settings.get('practiceMode'));

/** The rhythm that is set. */
export function chosenRhythm() {
  const [beats, unit] = settings.get('practiceMetre').split('/').map(Number);
  return { beats, unit, subdivision: settings.get('practiceSubdivision'), pattern: settings.get('practicePattern') };
}

/**
 * How times are judged.
 *
 * @param {boolean} hasTempo Whether the score has one.
 * @param {boolean} isRecording Whether the score is a recording, whose own times are wanted, at the player's tempo.
 * @returns {import('../../engine/types.js').PracticePlan}
 */
export function chosenPlan(hasTempo, isRecording) {
  const isRubato = settings.get('practiceRubato');
  if (isRecording) return { isTimed: chosenMode() !== 'wait', tempo: 0, hasClick: false, sounding: 0, silent: 0, isRubato, swing: swings.straight };
  const kind = chosenMode() === 'wait' ? 'any' : settings.get('practiceTime');
  const isWritten = kind === 'score' && !isRhythmChosen() && hasTempo;
  const [sounding, silent] = settings.get('practiceMute').split(':').map(Number);
  return {
    isTimed: kind !== 'any' || isRhythmChosen(), tempo: kind === 'any' || isWritten ? 0 : settings.get('practiceTempo'),
    hasClick: kind !== 'any' && settings.get('practiceClick'), sounding, silent: silent ?? 0,
    isRubato, swing: swings[settings.get('practiceSwing')],
  };
}
