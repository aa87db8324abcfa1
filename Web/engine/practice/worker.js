// Hears what is practised, and reads scores, away from the page and the audio thread.

import { Module } from '../core.js';
import { openScore } from './files.js';
import { PracticeCore } from './practice-core.js';
import { PracticeRefusal } from './refusal.js';

/** @type {ArrayBuffer | null} Of the module. */
let code = null;
/** @type {PracticeCore | null} */
let core = null;
/** @type {MessagePort | null} */
let source = null;
/** @type {{concertPitch: number, degrees: number[], clock: number} | null} */
let tuning = null;
/** @type {((reply: {chunks: Uint8Array[]} | {problem: any, number: number}) => void) | null} */
let parsed = null;
/** What is done one after another: a file takes its time. */
let last = Promise.resolve();

/** @param {string} kind @param {unknown} [detail] */
const tell = (kind, detail) => postMessage({ kind, detail });

function opened() {
  core ??= new PracticeCore(Module.compiled(/** @type {ArrayBuffer} */ (code)));
  return core;
}

/** @param {'heard' | 'ended' | 'compared'} kind What has changed. */
function show(kind) {
  const { snapshot } = opened();
  tell(kind, { ...snapshot, json: kind === 'heard' ? '' : opened().json });
}

/** Compares with what is set: the tonic may be another one. */
function tune() {
  if (tuning) opened().tune(tuning.concertPitch, tuning.degrees, tuning.clock);
}

/** Has the page parse a document. @param {Uint8Array} bytes @returns {Promise<Uint8Array[]>} */
async function parse(bytes) {
  /** @type {any} */
  const reply = await new Promise((resolve) => { parsed = resolve; tell('xml', bytes); });
  if (reply.problem) throw new PracticeRefusal(reply.problem, reply.number);
  return reply.chunks;
}

/** @param {string} name @param {() => unknown} choose @param {string} file That the score is of. */
async function take(name, choose, file = name) {
  try {
    await choose();
    tune();
    tell('score', { ...opened().snapshot, json: opened().json, file });
  } catch (error) {
    if (!(error instanceof PracticeRefusal)) throw error;
    tell('refused', { name, problem: error.problem, number: error.number, text: error.text });
  }
}

function end() {
  source?.close();
  source = null;
  opened().finish();
  show('ended');
}

/** @type {Record<string, (message: any) => unknown>} */
const actions = {
  load({ bytes }) { code = bytes; },
  scale({ scale }) { return take('', () => opened().scale(scale)); },
  open({ bytes, name }) { return take(name, () => openScore(opened(), bytes, name, parse)); },
  voice({ number, file }) { return take('', () => opened().voice(number), file); },
  tune({ concertPitch, degrees, clock }) {
    tuning = { concertPitch, degrees, clock };
    tune();
    show('compared');
  },
  start({ sampleRate, port }) {
    source?.close();
    source = port;
    opened().start(sampleRate);
    show('heard');
    port.onmessage = (/** @type {MessageEvent} */ { data }) => {
      try {
        if (source !== port) return;
        const isNew = opened().push(new Float32Array(data));
        port.postMessage(data, [data]);
        if (opened().hasPaused) end();
        else if (isNew) show('heard');
      } catch (error) { fail(error); }
    };
  },
  finish() { if (source) end(); },
};

/** @param {unknown} error */
function fail(error) {
  source?.close();
  source = null;
  core = null;  // A module that has stopped is not used again.
  tell('error', error instanceof Error ? error.message : String(error));
}

self.onmessage = ({ data }) => {
  if (data.kind === 'parsed') { parsed?.(data.reply); return; }
  last = last.then(() => actions[data.kind]?.(data)).then(() => {}, fail);
};
