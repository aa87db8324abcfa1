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
  const name = note(state.note, ownSpelling(state.note)).plain;
  if (state.inTune || state.side === 0) return t('spoken-in-tune', { note: name });
  const key = state.cents < 0 ? 'spoken-flat' : 'spoken-sharp';
  return t(key, { note: name, cents: formatNumber(Math.abs(state.cents), 0) });
}
