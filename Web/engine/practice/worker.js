// Hears what is practised, and reads scores, away from the page and the audio thread.

import { deafen, listen, opened, serve, tell } from '../shell.js';
import { practiceCues } from '../../vocabulary/practice.js';
import { pushAll } from '../module.js';
import { PracticeLatencyObject } from '../objects/practice.js';
import { openScore } from './files.js';
import { PracticeCore, playedBeats } from './practice-core.js';
import { PracticeRefusal } from './refusal.js';

/** @type {PracticeCore | null} */
let core = null;
/** @type {PracticeLatencyObject | null} */
let latency = null;
/** @type {{concertPitch: number, degrees: number[]} | null} */
let tuning = null;
/** @type {((reply: {chunks: Uint8Array[]} | {problem: any, number: number}) => void) | null} */
let parsed = null;
/** What the page was told of the playing: how often the frozen note had changed, and how many cues and passes there were. */
const told = { changes: 0, cues: 0, passes: 0 };

function practice() {
  core ??= new PracticeCore(opened());
  return core;
}

/** @param {'heard' | 'pass' | 'ended' | 'compared'} kind What has changed. */
function show(kind) {
  const { snapshot } = practice();
  tell(kind, { ...snapshot, json: kind === 'heard' ? '' : practice().json });
}

function tellClicks() { tell('clicks', practice().clicks(practice().times.clickCount)); }

/** Compares with what is set: the tonic may be another one. */
function tune() {
  if (tuning) practice().retune(tuning.concertPitch, tuning.degrees);
}

/** @param {Uint8Array} bytes Of a document, which the page parses. @returns {Promise<Uint8Array[]>} */
async function parse(bytes) {
  /** @type {any} */
  const reply = await new Promise((resolve) => { parsed = resolve; tell('xml', bytes); });
  if (reply.problem) throw new PracticeRefusal(reply.problem, reply.number, reply.text);
  return reply.chunks;
}

/** @param {string} name @param {() => unknown} choose @param {string} file That the score is of. */
async function take(name, choose, file = name) {
  try {
    await choose();
    tune();
    tell('score', { ...practice().snapshot, json: practice().json, file });
  } catch (error) {
    if (!(error instanceof PracticeRefusal)) throw error;
    tell('refused', { name, problem: error.problem, number: error.number, text: error.text });
  }
}

function finish() {
  if (!deafen()) return;
  practice().finish();
  show('ended');
}

/** @param {Float32Array} samples */
function hear(samples) {
  const isNew = practice().hear(samples);
  const { frozen, result: { readingCount, cueCount, cue, passCount, hasPaused } } = practice();
  if (readingCount > 0) tell('voice', practice().readings(readingCount));
  if (frozen.changeCount !== told.changes) tell('frozen', frozen);
  if (cueCount !== told.cues) tell('cue', cue);
  const isPass = passCount !== told.passes;
  [told.changes, told.cues, told.passes] = [frozen.changeCount, cueCount, passCount];
  if (hasPaused) finish();
  else if (isNew || isPass) show(isPass ? 'pass' : 'heard');
}

serve({
  rhythm({ rhythm }) { return take('', () => practice().rhythm({ ...rhythm, played: playedBeats(rhythm) })); },
  plan({ plan }) {
    practice().plan(plan);
    tellClicks();
    show('compared');
  },
  mode({ mode, ignoresOctaves }) { practice().mode(mode, ignoresOctaves); },
  passage({ first, last, file }) { return take('', () => practice().passage(first, last), file); },
  skip() {
    practice().skip();
    show('heard');
  },
  take({ format }) { tell('file', { format, bytes: practice().take(format) }); },
  sound({ sampleRate }) { tell('sound', [false, true].map((isStrong) => practice().samples(practice().sound(sampleRate, isStrong)))); },
  cues({ sampleRate }) { tell('cues', practiceCues.map((cue) => practice().samples(practice().cue(sampleRate, cue)))); },
  click({ start, latency: known, spread }) { practice().click(start, known, spread); },
  /** Hears clicks that the page plays, and asks for their result when they are over. */
  probe({ sampleRate, port }) {
    deafen();
    latency?.release();
    const started = new PracticeLatencyObject(opened(), sampleRate);
    latency = started;
    listen(port, (samples) => pushAll(samples, started));
    tell('probe', started.probe(started.result.sampleCount));
  },
  measure({ start }) {
    deafen();
    latency?.measure(start);
    if (latency) tell('latency', latency.result);
  },
  scale({ scale }) { return take('', () => practice().scale(scale)); },
  open({ bytes, name }) { return take(name, () => openScore(practice(), bytes, name, parse)); },
  follow({ samples, sampleRate, name }) { return take(name, () => practice().follow(samples, sampleRate)); },
  voice({ number, file }) { return take('', () => practice().voice(number), file); },
  tune({ concertPitch, degrees }) {
    tuning = { concertPitch, degrees };
    tune();
    show('compared');
  },
  start({ sampleRate, port }) {
    deafen();
    practice().start(sampleRate);
    [told.changes, told.cues, told.passes] = [0, 0, practice().result.passCount];
    tellClicks();
    show('heard');
    listen(port, hear, () => practice().interrupt());
  },
  finish,
}, () => { [core, latency] = [null, null]; });

// What `parse` waits for passes those that wait their turn.
addEventListener('message', ({ data }) => { if (data.kind === 'parsed') parsed?.(data.reply); });
