// Hears what is practised, and reads scores, away from the page and the audio thread.

import { deafen, listen, opened, serve, tell } from '../shell.js';
import { practiceCues } from '../../vocabulary/practice.js';
import { openScore } from './files.js';
import { LatencyCore } from './latency-core.js';
import { PracticeCore } from './practice-core.js';
import { PracticeRefusal } from './refusal.js';

/** @type {PracticeCore | null} */
let core = null;
/** @type {LatencyCore | null} */
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

/** Compares with what is set: the tonic may be another one. */
function tune() {
  if (tuning) practice().tune(tuning.concertPitch, tuning.degrees);
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
  const isNew = practice().push(samples);
  const { readings, frozen, result: { cueCount, cue, passCount, hasPaused } } = practice();
  if (readings.length > 0) tell('voice', readings);
  if (frozen.changeCount !== told.changes) tell('frozen', frozen);
  if (cueCount !== told.cues) tell('cue', cue);
  const isPass = passCount !== told.passes;
  [told.changes, told.cues, told.passes] = [frozen.changeCount, cueCount, passCount];
  if (hasPaused) finish();
  else if (isNew || isPass) show(isPass ? 'pass' : 'heard');
}

serve({
  rhythm({ rhythm }) { return take('', () => practice().rhythm(rhythm)); },
  plan({ plan }) {
    practice().plan(plan);
    tell('clicks', practice().clicks);
    show('compared');
  },
  mode({ mode, ignoresOctaves }) { practice().mode(mode, ignoresOctaves); },
  passage({ first, last, file }) { return take('', () => practice().passage(first, last), file); },
  skip() {
    practice().skip();
    show('heard');
  },
  take({ format }) { tell('file', { format, bytes: practice().take(format) }); },
  sound({ sampleRate }) { tell('sound', [false, true].map((isStrong) => practice().sound(sampleRate, isStrong))); },
  cues({ sampleRate }) { tell('cues', practiceCues.map((cue) => practice().cueTone(sampleRate, cue))); },
  click({ start, latency: known, spread }) { practice().click(start, known, spread); },
  /** Hears clicks that the page plays, and asks for their result when they are over. */
  probe({ sampleRate, port }) {
    deafen();
    latency?.release();
    latency = new LatencyCore(opened(), sampleRate);
    listen(port, (samples) => latency?.push(samples));
    tell('probe', latency.probe);
  },
  measure({ start }) {
    deafen();
    if (latency) tell('latency', latency.measure(start));
  },
  scale({ scale }) { return take('', () => practice().scale(scale)); },
  open({ bytes, name }) { return take(name, () => openScore(practice(), bytes, name, parse)); },
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
    tell('clicks', practice().clicks);
    show('heard');
    listen(port, hear, () => practice().interrupt());
  },
  finish,
}, () => { [core, latency] = [null, null]; });

// What `parse` waits for passes those that wait their turn.
addEventListener('message', ({ data }) => { if (data.kind === 'parsed') parsed?.(data.reply); });
