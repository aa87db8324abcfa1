// Hears bells and their kin, and keeps their file, away from the page and the audio thread: to measure one takes a second.

import { serveFile } from '../measured/serve-file.js';
import { tell } from '../shell.js';
import { BellCore } from './bell-core.js';

serveFile((module) => new BellCore(module), 'bell', (core, samples, show) => {
  const outcome = core.push(samples);
  if (!outcome) return;
  if (outcome.kind === 'measured') {
    if (outcome.isFinal) core.keep(new Date());
    show();
  }
  tell('outcome', outcome);
});
