// Reads strums, away from the audio thread: a reading takes longer than a block lasts.

import { deafen, listen, opened, serve, tell } from '../shell.js';
import { Solver } from './solver.js';

/** @type {Solver | null} */
let solver = null;

function stop() {
  deafen();
  solver?.release();
  solver = null;
}

serve({
  start({ sampleRate, targets, port }) {
    stop();
    const started = new Solver(opened(), sampleRate, targets);
    solver = started;
    listen(port, (samples) => { if (started.hear(samples)) tell('reading', started.reading); }, () => started.interrupt());
  },
  stop,
}, () => { solver = null; });
