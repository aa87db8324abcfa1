// Bells and several tones at once: with what the worker's module tells, the page's tuner says of each reading what the command
// says of it. Needs .build-web/site and the command.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chunk, compareReadings, hearCommand, hearPage, module } from './evidence.js';
import { writeWave } from './wave.js';

const root = new URL('../../', import.meta.url);
const { Hearing } = await import(new URL('Web/engine/hearing.js', root));
const { pushAll } = await import(new URL('Web/engine/module.js', root));
const { EvidenceCore } = await import(new URL('Web/engine/evidence/evidence-core.js', root));
const { Listener } = await import(new URL('Web/engine/state.js', root));
const { snapshotBytes } = await import(new URL('Web/engine/core.js', root));
const { evidenceCount } = await import(new URL('Web/vocabulary/engine.js', root));
const rate = 48000;
const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
after(() => rmSync(folder, { recursive: true }));

const hertz = (midi) => 440 * 2 ** ((midi - 69) / 12);
const silence = (seconds) => new Float32Array(seconds * rate);
const joined = (...parts) => Float32Array.from(parts.flatMap((part) => [...part]));

/** Partials that sound together: ratio to a frequency, amplitude, decay per second. */
function partials(rows, frequency, seconds) {
  return Float32Array.from({ length: seconds * rate }, (_, index) => rows.reduce((value, [ratio, amplitude, decay]) => (
    value + amplitude * Math.exp(-decay * index / rate) * Math.sin(2 * Math.PI * ratio * frequency * index / rate)), 0));
}

/** Strings of ten partials, one after the other. */
function strum(notes, seconds = 4) {
  const samples = new Float32Array(seconds * rate);
  notes.forEach((midi, string) => {
    const start = Math.round((0.2 + 0.012 * string) * rate);
    const rows = Array.from({ length: 10 }, (_, index) => [index + 1, 0.06 / (index + 1), 0.8 + 0.1 * index]);
    partials(rows, hertz(midi), seconds - start / rate).forEach((value, index) => { samples[start + index] += value; });
  });
  return samples;
}

const triad = (seconds = 3) => partials([[1, 0.15, 0], [1.25, 0.15, 0], [1.5, 0.15, 0]], 261.6256, seconds);
const string = (midi, seconds = 3) => strum([midi], seconds);
/** After the ratios of a minor-third bell. */
const bellRows = [[0.5, 0.05, 0.8], [1, 0.08, 1.2], [1.2, 0.1, 1.6], [1.5, 0.012, 2], [2, 0.09, 2.4], [2.5, 0.02, 4], [2.67, 0.02, 4], [3, 0.05, 4], [4, 0.04, 6]];
const bell = (strike, seconds = 3) => joined(silence(0.2), partials(bellRows, strike, seconds));

/** @type {[string, Float32Array, string][]} Sounds, and what each is at last. */
const sounds = [
  ['the triad C-E-G', joined(triad(), silence(1)), 'several'],
  ['a C major strum', strum([48, 52, 55, 60, 64]), 'several'],
  ['an E minor strum, whose lowest string is its common divisor', strum([40, 47, 52, 55, 59, 64]), 'tone'],
  ['a D major strum', strum([50, 57, 62, 66]), ''],
  ['a fifth', strum([45, 52]), ''],
  ['the low E string', string(40), 'tone'],
  ['an A string', string(45), 'tone'],
  ['the high E string', string(64), 'tone'],
  ['a note of a soprano recorder', partials([[1, 0.3, 0], [2, 0.03, 0]], 1174.7, 3), 'tone'],
  ['a bell on A4', bell(440), 'bell'],
  ['a bell on C5', bell(523.25), 'bell'],
  ['a triad, then an A string', joined(triad(), string(57)), 'tone'],
];

for (const [name, samples, kind] of sounds) {
  test(`${name}: page and command tell the same of each reading`, () => {
    const { readings } = hearPage(samples, rate);
    const command = hearCommand(writeWave(join(folder, 'sound.wav'), samples, rate));
    const { compared, differing, wronglyInTune } = compareReadings(readings, command);
    assert.ok(compared > 100, `${compared}`);
    assert.deepEqual(differing, []);
    assert.deepEqual(wronglyInTune, []);
    if (!kind) return;
    assert.equal(readings.findLast(({ voiced }) => voiced).sound, kind);
    assert.equal(command.findLast(({ sound }) => sound).sound, kind);
  });
}

test('a triad is several tones from the second second on, also while its last value is held, and no note', () => {
  const { readings, notes } = hearPage(joined(triad(), silence(1)), rate);
  const late = readings.filter(({ time, voiced }) => voiced && time > 1.3);
  assert.ok(late.length > 150 && late.some(({ held }) => held));
  for (const { sound, inTune } of late) assert.deepEqual([sound, inTune], ['several', false]);
  assert.deepEqual(notes, []);
});

test('a string that follows a chord is told within 0.4 s, is in tune, and is one note', () => {
  const { readings, notes } = hearPage(joined(triad(), string(57), silence(1)), rate);
  const isA = ({ voiced, note }) => voiced && note === 57;
  const first = readings.find((reading) => reading.time > 3.2 && isA(reading)).time;
  const told = readings.find((reading) => reading.time >= first && reading.sound === 'tone').time;
  assert.ok(told - first < 0.4, `${told - first}`);
  assert.ok(readings.filter(({ time }) => time > told).every(({ sound }) => sound === 'tone'));
  assert.ok(readings.some((reading) => isA(reading) && reading.inTune));
  assert.deepEqual(notes.map(({ midi }) => midi), [57]);
});

for (const midi of [40, 57, 76]) {
  test(`a string of MIDI note ${midi} is a tone all the time, and is one note`, () => {
    const { readings, notes } = hearPage(joined(string(midi), silence(1)), rate);
    assert.deepEqual(new Set(readings.map(({ sound }) => sound)), new Set(['tone']));
    assert.ok(readings.some(({ inTune }) => inTune));
    assert.equal(notes.length, 1);
  });
}

test('a bell is called one, by the strike note that the command finds', () => {
  const path = writeWave(join(folder, 'bell.wav'), bell(440), rate);
  const command = hearCommand(path).filter(({ sound, frequency }) => sound === 'bell' && frequency);
  const told = hearPage(bell(440), rate).readings.filter(({ sound }) => sound === 'bell');
  assert.ok(told.length > 50 && command.length > 50);
  for (const { rawFrequency } of told.filter(({ held }) => !held)) {
    assert.ok(Math.abs(1200 * Math.log2(rawFrequency / command[0].frequency)) < 0.01, `${rawFrequency}`);
  }
});

test('the evidence is the same for blocks of any size, and is forgotten where samples are missing', () => {
  const samples = triad(2);
  const found = [chunk, 999, 8192].map((size) => {
    const core = new EvidenceCore(module('evidence'), rate);
    for (let start = 0; start < samples.length; start += size) pushAll(samples.subarray(start, start + size), core);
    return core;
  });
  const [first, ...others] = found.map(({ evidence }) => [...evidence]);
  assert.ok(first[1] >= 3, `${first}`);
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual([...found[0].takeNew()], first);
  found[0].interrupt();
  assert.deepEqual([...found[0].takeNew()], Array(evidenceCount).fill(0));
  // It takes a second again.
  pushAll(samples.subarray(0, rate / 2), found[0]);
  assert.equal(found[0].takeNew(), null);
});

test('a tuner that is made anew keeps what is known of the sound, and the page says several tones', () => {
  const hearing = new Hearing(module('tuner'), rate);
  const core = new EvidenceCore(module('evidence'), rate);
  const samples = triad(2);
  pushAll(samples, core);
  hearing.judge(core.takeNew());
  hearing.configure({ isPrompt: true });
  hearing.hear([samples.subarray(0, rate / 2)], rate / 2, () => {});
  const listener = new Listener(rate);
  const bytes = new Uint8Array(snapshotBytes);
  hearing.write(bytes, 1);
  listener.takeState(bytes.buffer);
  assert.deepEqual([listener.state.sound, listener.state.verdict], ['several', 'several']);
});

test('a sample rate that is out of range is refused', () => {
  assert.throws(() => new EvidenceCore(module('evidence'), 1000), RangeError);
});
