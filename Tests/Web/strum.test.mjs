// All strings at once: the module against strums whose strings are known. Needs .build-web/site.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const site = new URL('../../.build-web/site/', import.meta.url);
const web = new URL('../../Web/', import.meta.url);
const { Module } = await import(new URL('engine/module.js', web));
const { Solver } = await import(new URL('engine/strum/solver.js', web));
const bytes = readFileSync(new URL('engine/strum.wasm', site));
const rate = 48000;
const hertz = (midi) => 440 * 2 ** ((midi - 69) / 12);
const guitar = [40, 45, 50, 55, 59, 64].map((midi, index) => ({ number: 6 - index, midi, target: hertz(midi) }));

/** Plucked strings, ten partials each, from 0.3 s on. */
function strum(notes, seconds) {
  const samples = new Float32Array(rate * seconds);
  notes.forEach(({ target, cents = 0 }, string) => {
    const frequency = target * 2 ** (cents / 1200);
    for (let order = 1; order <= 10; order += 1) {
      const partial = order * frequency * Math.sqrt((1 + 8e-5 * order * order) / (1 + 8e-5));
      const start = Math.round((0.3 + 0.01 * string) * rate);
      for (let index = start; index < samples.length; index += 1) {
        const time = (index - start) / rate;
        samples[index] += 0.06 / order * Math.sin(2 * Math.PI * partial * time + order * (string + 1)) * Math.exp(-2 * time);
      }
    }
  });
  return samples;
}

/** @returns {any[]} All readings. */
function readings(targets, samples) {
  const solver = new Solver(Module.compiled(bytes), rate, targets);
  const list = [];
  for (let start = 0; start < samples.length; start += 2048) {
    if (solver.hear(samples.subarray(start, start + 2048))) list.push(solver.reading);
  }
  solver.release();
  return list;
}

test('six strings are each read within a cent, within 0.7 s of the strum', () => {
  const cents = [-12, 4, 31, -33, 8, 0];
  const [first] = readings(guitar, strum(guitar.map((string, index) => ({ ...string, cents: cents[index] })), 1.2));
  assert.ok(first.time - 0.3 < 0.7);
  assert.equal(first.isOther, false);
  first.strings.forEach((string, index) => assert.ok(Math.abs(string.cents - cents[index]) < 1, `${string.cents}`));
});

test('a single string is the only one that sounds', () => {
  for (const reading of readings(guitar, strum([{ ...guitar[1], cents: 7 }], 1.2))) {
    assert.deepEqual(reading.strings.map((string) => string.cents !== null), [false, true, false, false, false, false]);
  }
});

test('samples that are missing while strings ring are not read as another strum', () => {
  const cents = [-12, 4, 31, -33, 8, 0];
  const samples = strum(guitar.map((string, index) => ({ ...string, cents: cents[index] })), 3);
  const solver = new Solver(Module.compiled(bytes), rate, guitar);
  let count = 0;
  for (let start = 0; start < samples.length; start += 2048) {
    const isLost = start >= 1.5 * rate && start < 1.6 * rate;
    if (isLost && start < 1.5 * rate + 2048) solver.interrupt();
    if (!solver.hear(isLost ? new Float32Array(2048) : samples.subarray(start, start + 2048))) continue;
    count += 1;
    const { isOther, strings } = solver.reading;
    assert.equal(isOther, false);
    strings.forEach((string, index) => assert.ok(string.cents === null || Math.abs(string.cents - cents[index]) < 1.5, `${string.cents}`));
  }
  assert.ok(count > 0);
  solver.release();
});

test('a chord of other notes is none of the open strings', () => {
  const list = readings(guitar, strum([43, 47, 50, 55, 59, 67].map((midi) => ({ target: hertz(midi) })), 1.2));
  assert.ok(list.length > 0 && list.every((reading) => reading.isOther));
});

test('both strings of a course are read, with their beat', () => {
  const course = [{ number: 1, midi: 62, target: hertz(62) }, { number: 1, midi: 62, target: hertz(62) }];
  const list = readings(course, strum([{ ...course[0], cents: -5 }, { ...course[1], cents: 5 }], 2.5));
  const { strings } = list[list.length - 1];
  const beat = hertz(62) * (2 ** (5 / 1200) - 2 ** (-5 / 1200));
  assert.ok(Math.abs(strings[0].beat - beat) < 0.05, `${strings[0].beat}`);
  assert.ok(Math.abs(strings[0].cents + 5) < 1 && Math.abs(strings[1].cents - 5) < 1);
});

test('no memory is asked for once it has started, and six strings take at most a quarter of real time', () => {
  const module = Module.compiled(bytes);
  const solver = new Solver(module, rate, guitar);
  const samples = strum(guitar, 4);
  solver.hear(samples.subarray(0, rate));
  const before = module.allocations;
  const start = process.cpuUsage();
  solver.hear(samples.subarray(rate));
  const { user, system } = process.cpuUsage(start);
  const share = (user + system) / 1e6 / 3;
  console.log(`test-web: strum of six strings: ${(100 * share).toFixed(1)} % of real time`);
  assert.equal(module.allocations, before);
  assert.ok(share < 0.25, `${share}`);
});

test('too many strings, and such as are too low, are refused', () => {
  const module = Module.compiled(bytes);
  assert.throws(() => new Solver(module, rate, Array.from({ length: 40 }, () => guitar[0])), RangeError);
  assert.throws(() => new Solver(module, rate, [{ number: 1, midi: 0, target: 8 }]), RangeError);
});
