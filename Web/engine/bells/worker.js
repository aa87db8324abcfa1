// Hears bells and their kin, and keeps their file, away from the page and the audio thread: to measure one takes a second.

import { serveFile } from '../measured/serve-file.js';
import { BellCore } from './bell-core.js';

serveFile((module) => new BellCore(module), 'bell');
