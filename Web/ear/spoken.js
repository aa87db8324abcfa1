// A reading in words: what the voice says, the status line, and the meter of the readout.

import { formatNumber, t } from '../app/i18n.js';
import { note } from '../app/names.js';
import { ownSpelling } from '../app/targets.js';

/**
 * As in "A4, 6 cents flat".
 *
 * @param {import('../engine/types.js').EngineState} state
 */
export function spokenReading(state) {
  if (state.verdict === 'several') return t('several-tones');
  const name = note(state.note, ownSpelling(state.note)).plain;
  const words = state.verdict === 'good' ? t('spoken-in-tune', { note: name })
    : t(`spoken-${state.verdict}`, { note: name, cents: formatNumber(Math.abs(state.cents), 0) });
  return state.sound === 'bell' ? t('bell-like', { words }) : words;
}
