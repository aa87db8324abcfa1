// Hears chords, away from the audio thread: a reading takes longer than a block lasts.

import { opened, serveOne, tell } from '../shell.js';
import { ChordCore } from './chord-core.js';

serveOne(
  ({ sampleRate, settings }) => new ChordCore(opened(), sampleRate, settings),
  (core, samples) => { if (core.hear(samples)) tell('chord', core.chord); },
  () => {},  // the silence that follows ends the chord
  {
    set(core, { settings }) {
      core.apply(settings);
      tell('chord', core.chord);
    },
  },
);
