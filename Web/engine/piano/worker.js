// Hears a piano, and keeps its file, away from the page and the audio thread: to measure a key takes a second.

import { deafen, listen, opened, serve, tell } from '../shell.js';
import { PianoCore, PianoRefusal } from './piano-core.js';

/** @type {PianoCore | null} */
let core = null;
/** @type {Uint8Array} What was open last: for a new module, after one that has stopped. */
let file = new Uint8Array();
/** @type {{mode: import('../../vocabulary/piano.js').PianoMode, midi: number}} */
let aim = { mode: 'tune', midi: 0 };

/** The core, with what was open. */
function piano() {
  if (!core) {
    core = new PianoCore(opened());
    core.open(file);
  }
  return core;
}

/** Says how the piano is now. */
function show() {
  const { snapshot } = piano();
  file = new TextEncoder().encode(snapshot.file);
  tell('piano', snapshot);
}

/** @param {Float32Array} samples */
function hear(samples) {
  const { reading, unison, outcome } = piano().push(samples);
  if (reading) tell('reading', reading);
  if (unison) tell('unison', unison);
  if (!outcome) return;
  if (outcome.kind === 'measured') {
    outcome.kept = piano().keep(new Date());
    show();
  }
  tell('outcome', outcome);
}

serve({
  open({ bytes, name }) {
    try {
      piano().open(bytes);
      show();
    } catch (error) {
      if (!(error instanceof PianoRefusal)) throw error;
      tell('refused', { name, problem: error.problem, line: error.line, text: error.text });
    }
  },
  write({ text, value }) { if (!piano().write(text, value)) tell('invalid', text); show(); },
  set({ setting, value }) { if (!piano().set(setting, value)) tell('invalid', setting); show(); },
  drop() { piano().drop(); show(); },
  aim({ mode, midi }) {
    aim = { mode, midi };
    piano().aim(mode, midi);
  },
  start({ sampleRate, port }) {
    deafen();
    piano().start(sampleRate);
    piano().aim(aim.mode, aim.midi);
    listen(port, hear);
  },
  stop() {
    deafen();
    core?.interrupt();
  },
}, () => { core = null; });
