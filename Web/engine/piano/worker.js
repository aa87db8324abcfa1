// Hears a piano, and keeps its file, away from the page and the audio thread: to measure a key takes a second.

import { Module } from '../core.js';
import { PianoCore, PianoRefusal } from './piano-core.js';

/** @type {ArrayBuffer | null} Of the module. */
let code = null;
/** @type {PianoCore | null} */
let core = null;
/** @type {Uint8Array} What was open last: for a new module, after one that has stopped. */
let file = new Uint8Array();
/** @type {MessagePort | null} */
let source = null;
/** @type {{mode: import('../../vocabulary/piano.js').PianoMode, midi: number, clock: number}} */
let aim = { mode: 'tune', midi: 0, clock: 1 };

/** @param {string} kind @param {unknown} detail */
const tell = (kind, detail) => postMessage({ kind, detail });

/** The core, with what was open. */
function opened() {
  if (!core) {
    core = new PianoCore(Module.compiled(/** @type {ArrayBuffer} */ (code)));
    core.open(file);
  }
  return core;
}

/** Says how the piano is now. */
function show() {
  const { snapshot } = opened();
  file = new TextEncoder().encode(snapshot.file);
  tell('piano', snapshot);
}

/** @type {Record<string, (message: any) => void>} */
const actions = {
  load({ bytes }) { code = bytes; },
  open({ bytes, name }) {
    try {
      opened().open(bytes);
      show();
    } catch (error) {
      if (!(error instanceof PianoRefusal)) throw error;
      tell('refused', { name, problem: error.problem, line: error.line, text: error.text });
    }
  },
  write({ text, value }) { if (!opened().write(text, value)) tell('invalid', text); show(); },
  set({ setting, value }) { if (!opened().set(setting, value)) tell('invalid', setting); show(); },
  drop() { opened().drop(); show(); },
  aim({ mode, midi, clock }) {
    aim = { mode, midi, clock };
    opened().aim(mode, midi, clock);
  },
  start({ sampleRate, port }) {
    source?.close();
    source = port;
    const piano = opened();
    piano.start(sampleRate);
    piano.aim(aim.mode, aim.midi, aim.clock);
    port.onmessage = (/** @type {MessageEvent} */ { data }) => {
      try {
        hear(new Float32Array(data));
        port.postMessage(data, [data]);
      } catch (error) { fail(error); }
    };
  },
  stop() {
    source?.close();
    source = null;
    core?.interrupt();
  },
};

/** @param {Float32Array} samples */
function hear(samples) {
  const piano = opened();
  const { reading, unison, outcome } = piano.push(samples);
  if (reading) tell('reading', reading);
  if (unison) tell('unison', unison);
  if (!outcome) return;
  if (outcome.kind === 'measured') {
    outcome.kept = piano.keep(new Date());
    show();
  }
  tell('outcome', outcome);
}

/** @param {unknown} error */
function fail(error) {
  source?.close();
  source = null;
  core = null;  // A module that has stopped is not used again.
  tell('error', error instanceof Error ? error.message : String(error));
}

self.onmessage = ({ data }) => {
  try {
    actions[data.kind]?.(data);
  } catch (error) { fail(error); }
};
