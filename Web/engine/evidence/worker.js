// Tells bells and several tones at once, away from the audio thread: it takes longer than a block lasts.

import { pushAll } from '../module.js';
import { deafen, listen, opened, serve, tell } from '../shell.js';
import { EvidenceCore } from './evidence-core.js';

/** @type {EvidenceCore | null} */
let core = null;

function stop() {
  deafen();
  core?.release();
  core = null;
}

/** @param {EvidenceCore} started */
function show(started) {
  const evidence = started.takeNew();
  if (evidence) tell('evidence', evidence);
}

serve({
  start({ sampleRate, port }) {
    stop();
    const started = new EvidenceCore(opened(), sampleRate);
    core = started;
    listen(port, (samples) => { pushAll(samples, started); show(started); }, () => { started.interrupt(); show(started); });
  },
  stop,
}, () => { core = null; });
