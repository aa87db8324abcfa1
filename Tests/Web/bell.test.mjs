// The module of bells and their kin against the command: files to the byte, measurements to the digit, and objects whose
// partials, doublets and reeds are known. Needs .build-web/site and the command.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeWave } from './wave.js';

const root = new URL('../../', import.meta.url);
const site = new URL('.build-web/site/', root);
const web = new URL('Web/', root);
const { Module } = await import(new URL('engine/module.js', web));
const { FileRefusal } = await import(new URL('engine/measured/file-core.js', web));
const { BellCore } = await import(new URL('engine/bells/bell-core.js', web));
const { bellObjects } = await import(new URL('vocabulary/bell.js', web));
const code = readFileSync(new URL('engine/bell.wasm', site));
const rate = 44100;
const folder = mkdtempSync(join(tmpdir(), 'bells-'));
after(() => rmSync(folder, { recursive: true }));

const command = (...words) => execFileSync(fileURLToPath(new URL('.build/release/kammerton', root)), words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const made = () => new BellCore(Module.compiled(code));
const bytes = (text) => new TextEncoder().encode(text);
const cents = (ratio) => 1200 * Math.log2(ratio);
const wave = (name, samples) => writeWave(join(folder, name), samples, rate);

/** The partials of a bell in cents above its strike note, with level and seconds for 60 dB. */
const bellModes = [[-1195, 0.3, 18], [12, 0.2, 12], [308, 0.5, 9], [715, 0.1, 5], [1200, 0.6, 6], [1895, 0.3, 4], [2440, 0.2, 3]];

/** What is struck after 0.1 s, in steps of 16 bits, as a file has it. Each partial is [hertz, amplitude, seconds for 60 dB]. */
function struck(partials, seconds = 7) {
  const samples = new Float32Array(Math.round(seconds * rate));
  const start = Math.round(0.1 * rate);
  for (const [index, [frequency, amplitude, decay]] of partials.entries()) {
    const step = 2 * Math.PI * frequency / rate;
    const loss = decay ? 6.907755 / decay / rate : 0;
    for (let sample = start; sample < samples.length; sample += 1) {
      samples[sample] += 0.3 * amplitude * Math.sin(step * (sample - start) + index) * Math.exp(-loss * (sample - start));
    }
  }
  return samples.map((value, index) => Math.round(32768 * value + (index % 7) - 3) / 32768);
}

const bell = (strike, split = 0) => struck(bellModes.flatMap(([above, amplitude, decay], mode) => {
  const frequency = strike * 2 ** (above / 1200);
  return mode === 1 && split ? [[frequency, amplitude, decay], [frequency + split, amplitude, decay]] : [[frequency, amplitude, decay]];
}));

/** Reeds, each with eight harmonics. */
const reeds = (...frequencies) => struck(frequencies.flatMap((frequency) => (
  Array.from({ length: 8 }, (_, order) => [(order + 1) * frequency, 0.3 / (order + 1), 0]))));

/** What came of samples in blocks, each measurement kept where that is wanted. */
function heard(core, samples) {
  const outcomes = [];
  for (let start = 0; start < samples.length; start += 2048) {
    const { outcome } = core.push(samples.subarray(start, start + 2048), new Date('2026-11-22T10:15:00.123Z'));
    if (outcome) outcomes.push(outcome);
  }
  return outcomes;
}

/** A core that listens to an object. */
function listening(object, mode = 'before') {
  const core = made();
  assert.ok(core.set('object', bellObjects.indexOf(object)));
  core.object.start(rate);
  core.object.aim(mode, 0);
  return core;
}

test('a bell is named by its strike note, with each partial, its decay and the beat of its doublet', () => {
  const core = listening('bell');
  const outcomes = heard(core, bell(261.2, 0.8));
  // First by the beginning, which is not kept, then by all of it.
  assert.deepEqual(outcomes.map(({ kind, isFinal, kept }) => [kind, isFinal, kept]), [['measured', false, 'nothing'], ['measured', true, 'alone']]);
  const { current } = core;
  assert.equal(current.note, 60);
  assert.equal(current.third, 'minor');
  assert.ok(Math.abs(current.cents - cents(261.2 / 261.6256)) < 0.3, `${current.cents}`);
  const byMode = new Map(current.partials.map((partial) => [partial.number, partial]));
  for (const [mode, [above, , decay]] of bellModes.entries()) {
    if (mode === 1) continue;
    assert.ok(Math.abs(byMode.get(mode).cents - above) < 0.3, `${mode} ${byMode.get(mode).cents}`);
    if (mode < 5) assert.ok(Math.abs(byMode.get(mode).decay / decay - 1) < 0.1, `${mode} ${byMode.get(mode).decay}`);
  }
  // The tierce is compared with an equal minor third; superquint and octave nominal follow from the bell's shape.
  assert.ok(Math.abs(byMode.get(2).off - 8) < 0.3);
  assert.equal(byMode.get(5).off, null);
  assert.ok(Math.abs(byMode.get(1).beat - 0.8) < 0.02, `${byMode.get(1).beat}`);
  assert.ok(byMode.get(4).level > -0.5 && byMode.get(3).level < -10);
});

test('a measurement is that of the command, and the file is the command’s', () => {
  const samples = bell(392.5);
  const line = JSON.parse(command('bell', wave('bell.wav', samples), '--jsonl'));
  // The command has the whole file as one stroke; the page 6 s, from shortly before the onset.
  const core = listening('bell');
  heard(core, samples);
  const { current } = core;
  assert.equal(current.note, line.midi);
  assert.ok(Math.abs(cents(current.strike / line.strike)) < 0.05);
  assert.equal(current.partials.length, line.partials.length);
  current.partials.forEach((partial, index) => {
    assert.ok(Math.abs(partial.cents - line.partials[index].cents) < 0.1, `${partial.cents} ${line.partials[index].cents}`);
    if (line.partials[index].off !== null) assert.ok(Math.abs(partial.off - line.partials[index].off) < 0.1);
  });
  const path = join(folder, 'page.bells');
  writeFileSync(path, core.text('file'));
  assert.match(core.text('file'), /\nstroke: 67 before 2026-11-22T10:15:00Z bell 392\.\d+ /);
  assert.match(command('bell', 'report', path), /^Carillon\nObject +bell\n/);
  // What the command keeps, the page writes again byte by byte; what the page sets, the command reads.
  command('bell', wave('again.wav', bell(440)), '--keep', path, '--stage', 'after', '--name', 'Zur Krone ♯1', '--third', 'major', '--temperament', 'vallotti');
  const text = readFileSync(path);
  core.open(text);
  assert.deepEqual(Buffer.from(core.text('file')), text);
  const { snapshot } = core;
  assert.deepEqual([snapshot.name, snapshot.third, snapshot.temperament, snapshot.entryCount], ['Zur Krone ♯1', 'major', 'vallotti', 2]);
  assert.deepEqual(snapshot.rows.map(({ note, isAfter }) => [note, isAfter]), [[67, false], [69, true]]);
  assert.ok(core.set('concertPitch', 443) && core.write('name', 'Turm'));
  writeFileSync(path, core.text('file'));
  assert.match(command('bell', 'report', path), /^Turm\n(.*\n)+A4 +443\.00 Hz/);
});

test('each reed of a pair is measured, and compared with the beat that is wanted', () => {
  const core = listening('reed');
  assert.equal(core.snapshot.beat, null);
  assert.ok(core.set('beat', 2));
  heard(core, reeds(440, 442.5));
  const [low, high] = core.current.partials;
  assert.equal(core.current.partials.length, 2);
  assert.ok(Math.abs(cents(low.frequency / 440)) < 0.1 && Math.abs(cents(high.frequency / 442.5)) < 0.1);
  assert.ok(Math.abs(low.off) < 0.1 && Math.abs(high.off - cents(442.5 / 442)) < 0.1);
  assert.ok(Math.abs(high.beat - 2.5) < 0.02 && high.wantedBeat === 2);
  assert.match(core.text('file'), /\nbeat: 69 2\.000\n/);
  assert.ok(core.set('beat', NaN));
  assert.doesNotMatch(core.text('file'), /\nbeat:/);
});

test('a pipe is compared at the temperature that its pitch is meant for', () => {
  const core = listening('pipe');
  assert.ok(core.set('air', 12) && core.set('temperature', 18));
  // 6 °C colder it is flat by half the ratio of the absolute temperatures.
  heard(core, reeds(440 * Math.sqrt((12 + 273.15) / (18 + 273.15))));
  assert.ok(Math.abs(core.current.cents) < 0.1, `${core.current.cents}`);
  assert.match(core.text('file'), / pipe .* 12\.0\n/);
});

test('what sounds like something else is named, and noise and silence are refused', () => {
  const tube = [81, 121, 169, 225].map((square, index) => [400 * square / 81, [0.6, 0.5, 0.4, 0.3][index], 8]);
  const core = listening('bell');
  const [outcome] = heard(core, struck([[120, 0.1, 9], [230, 0.2, 9], ...tube])).filter(({ isFinal }) => isFinal);
  const likely = outcome.kind === 'other' ? outcome.object : core.current?.likelier;
  assert.ok(likely !== null && likely !== undefined, JSON.stringify(outcome));
  const other = listening('bell');
  let seed = 7;
  const noise = Float32Array.from({ length: 7 * rate }, (_, index) => {
    seed = (16807 * seed) % 2147483647;
    return index < 0.1 * rate ? 0 : 0.2 * (seed / 1073741823.5 - 1);
  });
  assert.deepEqual(heard(other, noise).map(({ kind, kept }) => [kind, kept]), [['unknown', 'nothing']]);
  assert.equal(other.snapshot.entryCount, 0);
  assert.equal(other.current, null);
});

test('a note that is chosen is taken, and the last measurement can be dropped', () => {
  const core = listening('bell', 'after');
  core.object.aim('after', 61);
  heard(core, bell(261.63));
  assert.deepEqual(core.snapshot.rows.map(({ note, isAfter }) => [note, isAfter]), [[61, true]]);
  assert.ok(Math.abs(core.current.cents + 100) < 0.3);
  // The objects of a file are of one kind.
  assert.ok(!core.set('object', bellObjects.indexOf('tube')));
  assert.ok(core.object.drop() && !core.object.drop());
  assert.ok(core.set('object', bellObjects.indexOf('tube')));
  assert.equal(core.snapshot.rows.length, 0);
});

test('damaged files are refused with their line, and what was open stays', () => {
  const core = made();
  assert.ok(core.write('name', 'Old'));
  const head = 'kammerton-bells 1\n';
  for (const [text, problem, line, words] of [
    ['kammerton-piano 1\nend: 0\n', 'otherKind', 1, ''], ['kammerton-bells 2\nend: 0\n', 'otherVersion', 1, '2'],
    [`${head}colour: red\nend: 0\n`, 'unknownWord', 2, 'colour:'], [`${head}object: gong\nend: 0\n`, 'badValue', 2, 'object:'],
    [`${head}name: x\n`, 'cut', 3, ''], [`${head}end: 0\nname: x\n`, 'afterTheEnd', 3, ''],
  ]) {
    assert.throws(() => core.open(bytes(text)), (error) => (
      error instanceof FileRefusal && error.problem === problem && error.line === line && error.text === words), text);
  }
  assert.throws(() => core.open(Uint8Array.of(0xff, 0xfe)), (error) => error.problem === 'notText');
  assert.throws(() => core.open(new Uint8Array(8_000_001)), (error) => error.problem === 'tooLarge');
  assert.equal(core.snapshot.name, 'Old');
  assert.ok(!core.set('concertPitch', 600) && !core.set('object', 99) && !core.set('third', 3) && !core.set('beat', 51) && !core.write('temperament', '19-edo'));
  assert.ok(!core.write('name', 'a\nb') && !core.write('name', ''));
  core.open(new Uint8Array());
  assert.equal(core.snapshot.name, 'Carillon');
  assert.ok(core.set('object', bellObjects.indexOf('reed')));
  assert.equal(core.snapshot.name, 'Reeds');
  assert.throws(() => core.object.start(4000), RangeError);
});

test('bells are heard in bounded memory, whatever their number', () => {
  const most = process.env.KAMMERTON_SOAK ? 40 : 3;
  const module = Module.compiled(code);
  const core = new BellCore(module);
  core.object.start(rate);
  const stroke = bell(196);
  heard(core, stroke);
  const reach = module.functions.memory_reach();
  const start = process.cpuUsage();
  for (let count = 0; count < most; count += 1) heard(core, stroke);
  const { user, system } = process.cpuUsage(start);
  console.log(`test-web: bells that are measured: ${((user + system) / (7e4 * most)).toFixed(1)} % of real time`);
  assert.ok(module.functions.memory_reach() < 2 * reach, `${reach} ${module.functions.memory_reach()}`);
});
