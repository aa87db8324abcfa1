// Finds the first stable pitch of each note, away from the audio thread.

import { opened, serveOne, tell } from '../shell.js';
import { FreezeCore } from './freeze-core.js';

/** @param {FreezeCore} core */
const show = (core) => tell('shown', core.shown);

serveOne(
  ({ sampleRate, settings }) => {
    const core = new FreezeCore(opened(), sampleRate, settings);
    show(core);
    return core;
  },
  (core, samples) => { if (core.hear(samples)) show(core); },
  (core) => core.interrupt(),
  {
    configure(core, { settings }) {
      core.apply(settings);
      show(core);
    },
  },
);
