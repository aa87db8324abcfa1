// Hears the chirps of devices that align their loudspeakers, away from the page and the audio thread.

import { deafen, listen, opened, serve, tell } from '../shell.js';
import { EarCore } from './beat-core.js';

/** @type {EarCore | null} */
let ear = null;

serve({
  chirp({ sampleRate }) {
    const core = new EarCore(opened(), sampleRate);
    tell('chirp', core.chirp);
    core.release();
  },
  start({ sampleRate, port }) {
    deafen();
    ear?.release();
    ear = new EarCore(opened(), sampleRate);
    listen(port, (samples) => ear?.push(samples));
  },
  forget() { ear?.forget(); },
  find({ slots }) { tell('arrivals', ear?.arrivals(slots) ?? []); },
  stop() { deafen(); },
}, () => { ear = null; });
