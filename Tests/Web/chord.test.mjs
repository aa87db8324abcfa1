// Chords: the module against chords whose notes are known. Needs .build-web/site.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const site = new URL('../../.build-web/site/', import.meta.url);
const web = new URL('../../Web/', import.meta.url);
const { Module } = await import(new URL('engine/module.js', web));
const { ChordCore } = await import(new URL('engine/chord/chord-core.js', web));
const bytes = readFileSync(new URL('engine/chord.wasm', site));
const rate = 48000;
const settings = {
  concertPitch: 440, tolerance: 3, spelling: 2, names: 0, octaves: 0, transposition: 0, temperament: new Float64Array(12),
};
const hertz = (midi, cents = 0) => 440 * 2 ** ((midi - 69 + cents / 100) / 12);

/** Steady tones of six partials, from 0.2 s on. */
function tones(frequencies, seconds) {
  const samples = new Float32Array(rate * seconds);
  for (const frequency of frequencies) {
    for (let order = 1; order <= 6; order += 1) {
      for (let index = 0.2 * rate; index < samples.length; index += 1) {
        samples[index] += 0.1 / order * Math.sin(2 * Math.PI * order * frequency * index / rate + order);
      }
    }
  }
  return samples;
}

/** @returns {any} The chord that stands after the samples. */
function heard(samples, more = {}) {
  const core = new ChordCore(Module.compiled(bytes), rate, { ...settings, ...more });
  for (let start = 0; start < samples.length; start += 2048) core.hear(samples.subarray(start, start + 2048));
  const { chord } = core;
  core.release();
  return chord;
}

test('a triad with a third that is 12 cents sharp is told within a cent', () => {
  const { name, interval, notes, beats } = heard(tones([hertz(60), hertz(64, 12), hertz(67)], 3));
  assert.equal(name, 'C');
  assert.equal(interval, 0);
  assert.deepEqual(notes.map(({ plain }) => plain), ['C4', 'E4', 'G4']);
  assert.deepEqual(notes.map(({ verdict }) => verdict), ['inTune', 'sharp', 'inTune']);
  [0, 12, 0].forEach((cents, index) => assert.ok(Math.abs(notes[index].cents - cents) < 1, `${notes[index].cents}`));
  assert.deepEqual(notes.map(({ isBase }) => isBase), [true, false, false]);
  assert.deepEqual(notes.slice(1).map(({ numerator, denominator }) => [numerator, denominator]), [[5, 4], [3, 2]]);
  assert.ok(Math.abs(notes[1].centsFromRatio - 25.7) < 1);
  const fifth = beats.find(({ lower, upper }) => lower === 0 && upper === 2);
  assert.deepEqual([fifth.lowerPartial, fifth.upperPartial, fifth.isLocked], [3, 2, false]);
  assert.ok(Math.abs(fifth.rate - Math.abs(3 * hertz(60) - 2 * hertz(67))) < 0.05, `${fifth.rate}`);
});

test('a report comes about ten times a second, and one when the chord ends', () => {
  const core = new ChordCore(Module.compiled(bytes), rate, settings);
  const samples = new Float32Array(4 * rate);
  samples.set(tones([hertz(60), hertz(64), hertz(67)], 3));
  let count = 0;
  for (let start = 0; start < samples.length; start += 2048) count += core.hear(samples.subarray(start, start + 2048)) ? 1 : 0;
  assert.ok(count > 20 && count < 32, `${count}`);
  assert.deepEqual(core.chord.notes, []);
  assert.equal(core.chord.name, '');
  core.release();
});

test('names are written in every notation and as an instrument has them', () => {
  const samples = tones([58, 62, 65, 69].map((midi) => hertz(midi)), 1.5);
  const core = new ChordCore(Module.compiled(bytes), rate, settings);
  core.hear(samples);
  assert.equal(core.chord.name, 'B♭maj7');
  core.apply({ ...settings, transposition: -2 });
  assert.deepEqual([core.chord.name, core.chord.notes[3].plain], ['Cmaj7', 'B4']);
  core.release();
});

test('settings that are out of range are refused, and those before stay', () => {
  const core = new ChordCore(Module.compiled(bytes), rate, settings);
  for (const wrong of [{ concertPitch: 20 }, { tolerance: -1 }, { spelling: 3 }, { names: 99 }, { octaves: -1 }, { transposition: 0.5 }]) {
    assert.throws(() => core.apply({ ...settings, ...wrong }), RangeError, JSON.stringify(wrong));
  }
  core.hear(tones([hertz(60), hertz(64), hertz(67)], 1.5));
  assert.equal(core.chord.name, 'C');
  core.release();
  assert.throws(() => new ChordCore(Module.compiled(bytes), 1000, settings), RangeError);
});

test('no memory is asked for while a chord stands, and four notes take at most a quarter of real time', () => {
  const module = Module.compiled(bytes);
  const core = new ChordCore(module, rate, settings);
  const samples = tones([60, 64, 67, 72].map((midi) => hertz(midi)), 6);
  core.hear(samples.subarray(0, 2 * rate));
  const before = module.allocations;
  const start = process.cpuUsage();
  core.hear(samples.subarray(2 * rate));
  const { user, system } = process.cpuUsage(start);
  const share = (user + system) / 1e6 / 4;
  console.log(`test-web: chords of four notes: ${(100 * share).toFixed(1)} % of real time`);
  assert.equal(module.allocations, before);
  assert.ok(share < 0.25, `${share}`);
});
