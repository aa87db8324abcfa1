// Hears the chirps of devices that align their loudspeakers, away from the page and the audio thread.

import { pushAll } from '../module.js';
import { BeatEarObject } from '../objects/beat.js';
import { deafen, listen, opened, serve, tell } from '../shell.js';

/** @type {BeatEarObject | null} */
let ear = null;

serve({
  chirp({ sampleRate }) {
    const core = new BeatEarObject(opened(), sampleRate);
    tell('chirp', core.chirp(core.chirpCount()));
    core.release();
  },
  start({ sampleRate, port }) {
    deafen();
    ear?.release();
    const started = new BeatEarObject(opened(), sampleRate);
    ear = started;
    listen(port, (samples) => pushAll(samples, started));
  },
  forget() { ear?.forget(); },
  find({ slots }) { tell('arrivals', ear ? Array.from(slots, (second) => ear?.arrival(second)) : []); },
  stop() { deafen(); },
}, () => { ear = null; });
