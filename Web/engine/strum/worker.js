// Reads strums, away from the audio thread: a reading takes longer than a block lasts.

import { opened, serveOne, tell } from '../shell.js';
import { Solver } from './solver.js';

serveOne(
  ({ sampleRate, targets }) => new Solver(opened(), sampleRate, targets),
  (solver, samples) => { if (solver.hear(samples)) tell('reading', solver.reading); },
  (solver) => solver.interrupt(),
);
