// The module of pianos against the command: files to the byte, targets and readings to the digit, and keys whose f1, B
// and beats are known. Needs .build-web/site and the command.

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
const { Module, trueRate } = await import(new URL('engine/module.js', web));
const { FileRefusal } = await import(new URL('engine/measured/file-core.js', web));
const { PianoCore } = await import(new URL('engine/piano/piano-core.js', web));
const code = readFileSync(new URL('engine/piano.wasm', site));
const rate = 44100;
const folder = mkdtempSync(join(tmpdir(), 'piano-'));
after(() => rmSync(folder, { recursive: true }));

const command = (...words) => execFileSync(fileURLToPath(new URL('.build/release/kammerton', root)), words, { encoding: 'utf8' });
const made = () => new PianoCore(Module.compiled(code));
const bytes = (text) => new TextEncoder().encode(text);
const lines = (text) => text.trim().split('\n').map((line) => JSON.parse(line));

/** A struck key after 0.1 s: ten partials of stiff strings, some cents apart. In steps of 16 bits, as a file has it. */
function struck(frequency, inharmonicity, { seconds = 2.5, strings = [0] } = {}) {
  const samples = new Float32Array(Math.round(seconds * rate));
  for (const cents of strings) {
    for (let order = 1; order <= 10; order += 1) {
      const stretch = Math.sqrt((1 + inharmonicity * order * order) / (1 + inharmonicity));
      const partial = order * frequency * 2 ** (cents / 1200) * stretch;
      for (let index = Math.round(0.1 * rate); index < samples.length; index += 1) {
        const time = index / rate - 0.1;
        samples[index] += 0.15 / order * Math.sin(2 * Math.PI * partial * time + order + cents) * Math.exp(-time * Math.sqrt(order));
      }
    }
  }
  return samples.map((value, index) => Math.round(32768 * value / strings.length + (index % 7) - 3) / 32768);
}

const wave = (name, samples) => writeWave(join(folder, name), samples, rate);

/** The command's file of some keys, and where it is. */
function measuredByTheCommand() {
  const path = join(folder, `${Math.random()}.piano`);
  const keys = [[27.4, 2.9e-4], [130.9, 1.5e-4], [261.9, 3.4e-4], [440.3, 7.5e-4], [1049, 3e-3]];
  command('piano', ...keys.map(([frequency, stiffness], index) => wave(`${index}.wav`, struck(frequency, stiffness))), '--piano', path,
    '--name', 'Zur Krone ♯1', '--a4', '441.5', '--temperature', '21.5', '--style', 'twelfths', '--temperament', 'vallotti',
    '--lowest-plain-key', 'Bb2');
  return { path, text: readFileSync(path) };
}

/** What came of samples in blocks, and the readings of all of them. */
function heard(core, samples) {
  const found = { readings: [], unisons: [], outcomes: [] };
  for (let start = 0; start < samples.length; start += 2048) {
    const { reading, unison, outcome } = core.push(samples.subarray(start, start + 2048), new Date('2026-11-22T10:15:00.123Z'));
    if (reading) found.readings.push(reading);
    if (unison) found.unisons.push(unison);
    if (outcome) found.outcomes.push(outcome);
  }
  return found;
}

test('a file of the command is written again byte by byte, and the other way round', () => {
  const { path, text } = measuredByTheCommand();
  const core = made();
  core.open(text);
  assert.deepEqual(Buffer.from(core.text('file')), text);
  assert.equal(core.snapshot.name, 'Zur Krone ♯1');
  assert.equal(core.snapshot.entryCount, 5);
  // What the page changes, the command reads; without a change it writes the same.
  assert.ok(core.set('concertPitch', 443) && core.write('temperament', 'kirnberger-iii') && core.write('name', 'Salon'));
  writeFileSync(path, core.text('file'));
  assert.match(command('piano', 'report', path), /^Salon\n.*\nA4 +443\.00 Hz\nTemperature +21\.5 °C\nTemperament +kirnberger-iii, style twelfths/);
  command('piano', wave('again.wav', struck(441, 7.5e-4)), '--piano', path, '--stage', 'after');
  core.open(readFileSync(path));
  assert.equal(core.snapshot.entryCount, 6);
  assert.deepEqual(Buffer.from(core.text('file')), readFileSync(path));
});

test('all targets are the command’s, with a pitch raise too', () => {
  const { path, text } = measuredByTheCommand();
  const core = made();
  core.open(text);
  for (const options of [[], ['--raise']]) {
    core.set('isRaising', options.length);
    const expected = lines(command('piano', 'targets', path, '--jsonl', ...options));
    const { keys } = core.snapshot;
    assert.equal(keys.length, 88);
    keys.forEach((row, index) => {
      const target = expected[index];
      assert.ok(Math.abs(row.cents - target.cents) < 1e-4 && row.partial === target.partial, `${target.key}`);
      assert.ok(Math.abs(row.partialFrequency - target.partialFrequency) < 1e-4, `${target.key}`);
    });
  }
  assert.ok(core.snapshot.keys.filter((row) => row.measured !== null).length === 5);
});

test('readings of two keys are those of the command, to the last digit that it prints', () => {
  const { path, text } = measuredByTheCommand();
  const samples = new Float32Array(6 * rate);
  samples.set(struck(131.5, 1.5e-4, { seconds: 3 }));
  samples.set(struck(441.9, 7.5e-4, { seconds: 3, strings: [-2, 2] }), 3 * rate);
  const expected = lines(command('tune', wave('two.wav', samples), '--piano', path, '--jsonl', '--no-config'));
  const core = made();
  core.open(text);
  core.object.start(rate);
  const { readings, unisons } = heard(core, samples);
  const printed = expected.filter((line) => line.cents !== undefined);
  assert.ok(readings.length > 40 && readings.length === printed.length);
  readings.forEach((reading, index) => {
    const line = printed[index];
    assert.ok(Math.abs(reading.time - line.time) < 1e-3 && reading.partial === line.partial);
    assert.ok(Math.abs(reading.cents - line.cents) < 1e-4, `${reading.cents} ${line.cents}`);
    assert.ok(Math.abs(reading.frequency - line.frequency) < 1e-4);
  });
  assert.deepEqual([...new Set(readings.map((reading) => reading.key))], [48, 69]);
  const beats = expected.filter((line) => line.unison);
  assert.equal(unisons.length, beats.length);
  unisons.forEach((unison, index) => {
    const audible = beats[index].beats.filter((beat) => beat >= 0.25);
    assert.ok(Math.abs(unison.beat - (audible[0] ?? 0)) < 1e-3, `${unison.beat}`);
  });
  assert.ok(unisons.some((unison) => unison.beat > 0.8 && unison.beat < 1.2));
});

test('a stroke is measured, kept with its date, and in the file as the command reads it', () => {
  const core = made();
  core.object.start(rate);
  core.object.aim('before', 0);
  const { outcomes } = heard(core, new Float32Array([...struck(440.3, 7.5e-4, { seconds: 4.3 }), ...new Float32Array(rate)]));
  assert.deepEqual(outcomes.map(({ kind, key, kept }) => [kind, key, kept]), [['measured', 69, 'alone']]);
  const row = core.snapshot.keys[48];
  assert.ok(Math.abs(row.measured / 7.5e-4 - 1) < 0.01);
  assert.ok(Math.abs(row.before - 1200 * Math.log2(440.3 / 440)) < 0.1);
  assert.match(core.snapshot.file, /\nkey: A4 before 2026-11-22T10:15:00Z 440\.\d{6} /);
  const path = join(folder, 'page.piano');
  writeFileSync(path, core.text('file'));
  assert.match(command('piano', 'report', path), /Before +1 keys, \+1\.2 cents/);
  // A clock that is 0.1 % slow is corrected.
  core.object.start(trueRate(rate, 1.001));
  core.object.aim('after', 0);
  heard(core, new Float32Array([...struck(440.3, 7.5e-4, { seconds: 4.3 }), ...new Float32Array(rate)]));
  assert.ok(Math.abs(core.snapshot.keys[48].after - row.before - 1.7304) < 0.02);
  assert.ok(core.object.drop());
  assert.equal(core.snapshot.keys[48].after, null);
});

test('a key that is chosen is listened to, whatever it would be taken for', () => {
  const core = made();
  core.object.start(rate);
  core.object.aim('tune', 70);
  // Half a semitone and more below A#4: by itself it would be A4.
  const sound = struck(440 * 2 ** (45 / 1200), 7.5e-4, { seconds: 1.5 });
  const { readings } = heard(core, sound);
  assert.ok(readings.length > 5 && readings.every((reading) => reading.key === 70 && reading.partial === 2));
  assert.ok(readings.every((reading) => Math.abs(reading.cents + 55) < 3), `${readings[0].cents}`);
});

test('damaged files are refused with their line, and what was open stays', () => {
  const core = made();
  assert.ok(core.write('name', 'Old'));
  const head = 'kammerton-piano 1\n';
  for (const [text, problem, line, words] of [
    ['{}', 'otherKind', 1, ''], ['kammerton-piano 2\nend: 0\n', 'otherVersion', 1, '2'], [`${head}colour: red\nend: 0\n`, 'unknownWord', 2, 'colour:'],
    [`${head}style: wild\nend: 0\n`, 'badValue', 2, 'style:'], [`${head}name: x\n`, 'cut', 3, ''], [`${head}end: 0\nname: x\n`, 'afterTheEnd', 3, ''],
  ]) {
    assert.throws(() => core.open(bytes(text)), (error) => (
      error instanceof FileRefusal && error.problem === problem && error.line === line && error.text === words), text);
  }
  assert.throws(() => core.open(Uint8Array.of(0xff, 0xfe)), (error) => error.problem === 'notText');
  assert.throws(() => core.open(new Uint8Array(4_000_001)), (error) => error.problem === 'tooLarge');
  assert.equal(core.snapshot.name, 'Old');
  assert.ok(!core.set('concertPitch', 600) && !core.set('style', 7) && !core.set('lowestPlainKey', 3) && !core.write('temperament', '19-edo'));
  assert.ok(!core.write('name', 'a\nb') && !core.write('name', ''));
  assert.equal(core.snapshot.concertPitch, 440);
  core.open(new Uint8Array());
  assert.equal(core.snapshot.name, 'Piano');
});

test('noise and a chord are no key, and a sample rate that is too low is refused', () => {
  const core = made();
  assert.throws(() => core.object.start(8000), RangeError);
  core.object.start(rate);
  core.object.aim('before', 0);
  const chord = new Float32Array(Math.round(4.5 * rate));
  for (const frequency of [261.6, 329.6, 392]) struck(frequency, 3e-4, { seconds: 4.5 }).forEach((value, index) => { chord[index] += value / 3; });
  const { outcomes } = heard(core, new Float32Array([...chord, ...new Float32Array(rate)]));
  assert.deepEqual(outcomes.map(({ kind }) => kind), ['unknown']);
  assert.equal(core.snapshot.entryCount, 0);
});

test('a stroke of which samples are missing is not measured but told, and the next one is', () => {
  const core = made();
  core.object.start(rate);
  core.object.aim('before', 0);
  const sound = struck(440.3, 7.5e-4, { seconds: 4.3 });
  heard(core, sound.subarray(0, rate));
  core.object.interrupt();
  const { outcomes } = heard(core, new Float32Array([...new Float32Array(rate), ...sound, ...new Float32Array(rate)]));
  assert.deepEqual(outcomes.map(({ kind, kept }) => [kind, kept]), [['interrupted', 'nothing'], ['measured', 'alone']]);
  assert.equal(core.snapshot.entryCount, 1);
});

test('strokes are heard in bounded memory, whatever their number', () => {
  const most = process.env.KAMMERTON_SOAK ? 60 : 4;
  const module = Module.compiled(code);
  const core = new PianoCore(module);
  core.object.start(rate);
  const stroke = struck(196, 2e-4, { seconds: 5 });
  heard(core, stroke);
  const reach = module.functions.memory_reach();
  const start = process.cpuUsage();
  for (let count = 0; count < most; count += 1) heard(core, stroke);
  const { user, system } = process.cpuUsage(start);
  console.log(`test-web: a piano that is tuned: ${((user + system) / (5e4 * most)).toFixed(1)} % of real time, unisons of each stroke included`);
  assert.ok(module.functions.memory_reach() < 2 * reach, `${reach} ${module.functions.memory_reach()}`);
});
