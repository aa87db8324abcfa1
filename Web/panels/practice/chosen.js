// What the settings choose: the scale, and what its notes are compared with.

import { t } from '../../app/i18n.js';
import { listed } from '../../app/link.js';
import { notify } from '../../app/notice.js';
import { settings } from '../../app/settings.js';
import { currentTemperament, temperaments } from '../../app/targets.js';
import { practicePatterns } from '../../vocabulary/practice.js';
import { letters, pitchClassCount } from '../../vocabulary/settings.js';

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
    octave: settings.get('practiceOctave'), octaves: settings.get('practiceOctaves'),
  };
}
