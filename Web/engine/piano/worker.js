// Hears a piano, and keeps its file, away from the page and the audio thread: to measure a key takes a second.

import { serveFile } from '../measured/serve-file.js';
import { PianoCore } from './piano-core.js';

serveFile((module) => new PianoCore(module), 'piano');
