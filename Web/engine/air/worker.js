// Reads packets, away from the audio thread: some take longer to read than a block lasts.

import { pushAll } from '../module.js';
import { opened, serveOne, tell } from '../shell.js';
import { Receiver } from './modem.js';

serveOne(
  ({ sampleRate, bands }) => new Receiver(opened(), sampleRate, bands),
  (receiver, samples) => {
    pushAll(samples, receiver);
    for (let event = receiver.nextEvent(); event; event = receiver.nextEvent()) tell('event', event);
  },
);
