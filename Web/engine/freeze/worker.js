// Finds the first stable pitch of each note, away from the audio thread.

import { deafen, listen, opened, serve, tell } from '../shell.js';
import { FreezeCore } from './freeze-core.js';

/** @type {FreezeCore | null} */
let core = null;

function stop() {
  deafen();
  core?.release();
  core = null;
}

serve({
  start({ sampleRate, settings, port }) {
    stop();
    const started = new FreezeCore(opened(), sampleRate, settings);
    core = started;
    tell('shown', started.shown);
    listen(port, (samples) => { if (started.hear(samples)) tell('shown', started.shown); }, () => started.interrupt());
  },
  configure({ settings }) {
    core?.apply(settings);
    if (core) tell('shown', core.shown);
  },
  stop,
}, () => { core = null; });
