// Tells bells and several tones at once, away from the audio thread: it takes longer than a block lasts.

import { pushAll } from '../module.js';
import { opened, serveOne, tell } from '../shell.js';
import { EvidenceCore } from './evidence-core.js';

/** @param {EvidenceCore} core */
function show(core) {
  const evidence = core.takeNew();
  if (evidence) tell('evidence', evidence);
}

serveOne(
  ({ sampleRate }) => new EvidenceCore(opened(), sampleRate),
  (core, samples) => { pushAll(samples, core); show(core); },
  (core) => { core.interrupt(); show(core); },
);
