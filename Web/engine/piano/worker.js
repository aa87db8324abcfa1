// Hears a piano, and keeps its file, away from the page and the audio thread: to measure a key takes a second.

import { serveFile } from '../measured/serve-file.js';
import { tell } from '../shell.js';
import { PianoCore } from './piano-core.js';

serveFile((module) => new PianoCore(module), 'piano', (core, samples, show) => {
  const { reading, unison, outcome } = core.push(samples);
  if (reading) tell('reading', reading);
  if (unison) tell('unison', unison);
  if (!outcome) return;
  if (outcome.kind === 'measured') {
    outcome.kept = core.keep(new Date());
    show();
  }
  tell('outcome', outcome);
});
