// The tuner with a frozen pitch: the module finds the notes that the command finds, and shows nothing else. Needs
// .build-web/site and the command.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeWave } from './wave.js';

const root = new URL('../../', import.meta.url);
const web = new URL('Web/', root);
const { Module } = await import(new URL('engine/module.js', web));
const { standardTunerSettings } = await import(new URL('engine/core.js', web));
const { FreezeCore } = await import(new URL('engine/freeze/freeze-core.js', web));
const code = readFileSync(new URL('.build-web/site/engine/freeze.wasm', root));
const rate = 44100;
const folder = mkdtempSync(join(tmpdir(), 'freeze-'));
after(() => rmSync(folder, { recursive: true }));

const made = (settings = {}) => new FreezeCore(Module.compiled(code), rate, { ...standardTunerSettings, ...settings });

/** Notes with a rest after each, whose pitch moves in the middle, in a tenth of a second: [MIDI number, cents first, cents then]. */
function playing(notes) {
  const samples = Array(rate / 2).fill(0);
  for (const [midi, first, then] of notes) {
    let phase = 0;
    for (let index = 0; index < 1.4 * rate; index += 1) {
      const moved = Math.max(0, Math.min(1, (index / rate - 0.7) / 0.1));
      phase += 440 * 2 ** ((midi - 69 + (first + (then - first) * moved) / 100) / 12) / rate;
      const envelope = Math.min(1, index / 300, (1.4 * rate - index) / 300);
      let value = 0;
      for (let order = 1; order <= 6; order += 1) value += Math.sin(2 * Math.PI * order * phase) / order;
      samples.push(Math.round(6000 * envelope * value) / 32768);
    }
    samples.push(...Array(rate / 4).fill(0));
  }
  return Float32Array.from([...samples, ...Array(rate).fill(0)]);
}

/** All that is shown, one after another; null for nothing. */
function shown(core, samples) {
  const seen = [null];
  for (let start = 0; start < samples.length; start += 1024) {
    if (!core.hear(samples.subarray(start, start + 1024))) continue;
    const { voiced, ...note } = core.shown;
    if (voiced || seen.at(-1)) seen.push(voiced ? note : null);
  }
  return seen;
}

test('samples that are missing begin no note: the one that is shown stays', () => {
  const samples = playing([[62, 30, 30]]);
  const core = made();
  const seen = [];
  for (let start = 0; start < samples.length - 0.3 * rate; start += 1024) {
    const isLost = start >= 1.3 * rate && start < 1.34 * rate;
    if (isLost && start < 1.3 * rate + 1024) core.interrupt();
    if (core.hear(isLost ? new Float32Array(1024) : samples.subarray(start, start + 1024)) && core.shown.voiced) seen.push(Math.round(core.shown.time * 10));
  }
  assert.equal(new Set(seen).size, 1, `${seen}`);
});

const notes = [[62, 30, 0], [64, -24, 1], [57, 2, 2], [69, 12, -9]];

test('each note is shown as it began, to the cent of the command, and nothing while the next one begins', () => {
  const samples = playing(notes);
  const path = writeWave(join(folder, 'corrected.wav'), samples, rate);
  const program = fileURLToPath(new URL('.build/release/kammerton', root));
  const lines = execFileSync(program, ['tune', '--freeze', '--jsonl', '--no-history', '--no-config', path], { encoding: 'utf8' })
    .trim().split('\n').map((line) => JSON.parse(line));
  const seen = shown(made(), samples);
  const found = seen.filter((note) => note !== null);
  assert.deepEqual(found.map(({ note }) => note), notes.map(([midi]) => midi));
  assert.equal(lines.length, notes.length);
  found.forEach(({ cents, inTune, side }, index) => {
    assert.ok(Math.abs(cents - notes[index][1]) < 2, `${cents}`);
    assert.ok(Math.abs(cents - lines[index].cents) < 1, `${cents} ${lines[index].cents}`);
    assert.equal(inTune, Math.abs(notes[index][1]) < 3);
    assert.equal(side, inTune ? 0 : Math.sign(cents));
  });
  // One is hidden before the next is shown, and the last one stays.
  assert.deepEqual(seen.map((note) => note === null), [true, false, true, false, true, false, true, false]);
});

test('a changed concert pitch compares the note on the screen again, and strings are targets', () => {
  const core = made();
  shown(core, playing([[69, 0, 0]]));
  assert.ok(Math.abs(core.shown.cents) < 1);
  core.apply({ ...standardTunerSettings, concertPitch: 442 });
  assert.ok(Math.abs(core.shown.cents + 1200 * Math.log2(442 / 440)) < 1);
  core.apply({ ...standardTunerSettings, mode: { strings: [{ number: 1, midi: 67, cents: 0 }], locked: 0 } });
  const { string, note, cents } = core.shown;
  assert.deepEqual([string, note, Math.round(cents)], [1, 67, 200]);
});

test('settings that are out of their range are refused', () => {
  assert.throws(() => made({ concertPitch: 10 }), RangeError);
  assert.throws(() => new FreezeCore(Module.compiled(code), 1000, standardTunerSettings));
});
