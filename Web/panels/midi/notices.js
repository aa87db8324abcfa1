// Tells that the synthesizer was unplugged, and that it is back, whatever panel is shown.

import { t } from '../../app/i18n.js';
import { notify } from '../../app/notice.js';
import { midiOutput } from '../../session/midi-output.js';
import './texts.js';

midiOutput.addEventListener('lost', (event) => notify(t('midi-lost', { name: /** @type {CustomEvent} */ (event).detail })));
midiOutput.addEventListener('back', (event) => (
  notify(t('midi-back', { name: /** @type {CustomEvent} */ (event).detail }), { seconds: 4 })));
