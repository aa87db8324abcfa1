// Reads packets, away from the audio thread: some take longer to read than a block lasts.

import { pushAll } from '../module.js';
import { deafen, listen, opened, serve, tell } from '../shell.js';
import { Receiver } from './modem.js';

/** @type {Receiver | null} */
let receiver = null;

function stop() {
  deafen();
  receiver?.release();
  receiver = null;
}

serve({
  start({ sampleRate, bands, port }) {
    stop();
    const started = new Receiver(opened(), sampleRate, bands);
    receiver = started;
    listen(port, (samples) => {
      pushAll(samples, started);
      for (let event = started.nextEvent(); event; event = started.nextEvent()) tell('event', event);
    });
  },
  stop,
}, () => { receiver = null; });
