// The module of practice against the command: the same score and the same sound give the same result to the digit. The
// browser's own parser reads MusicXML: test_practice_scores.py. Needs .build-web/site and the command.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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
const { PracticeCore, playedBeats } = await import(new URL('engine/practice/practice-core.js', web));
const { PracticeRefusal } = await import(new URL('engine/practice/refusal.js', web));
const { practiceCues } = await import(new URL('vocabulary/practice.js', web));
const { openScore } = await import(new URL('engine/practice/files.js', web));
const { declaresEntities, decoded } = await import(new URL('engine/practice/xml.js', web));
const code = readFileSync(new URL('engine/practice.wasm', site));
const temperaments = JSON.parse(readFileSync(new URL('data/temperaments.json', site)));
const rate = 44100;
const folder = mkdtempSync(join(tmpdir(), 'practice-'));
after(() => rmSync(folder, { recursive: true }));

const made = () => new PracticeCore(Module.compiled(code));
const equal = Array.from({ length: 12 }, (_, degree) => 100 * degree);
const degreesOf = (name) => (name === 'equal' ? equal : temperaments.find((row) => row.name === name).cents);
const bytes = (text) => new TextEncoder().encode(text);

/** What the command prints beside the version of the program, even if it recognises nothing. */
function command(...words) {
  const program = fileURLToPath(new URL('.build/release/kammerton', root));
  const result = spawnSync(program, ['practice', ...words, '--json', '--no-history'], { encoding: 'utf8' });
  if (!result.stdout) throw new Error(result.stderr);
  const { version, ...rest } = JSON.parse(result.stdout);
  assert.match(version, /^\d/);
  return rest;
}

/** Notes one after another in steps of 16 bits, as a file has them: [MIDI number, cents, seconds], 0 for a rest. */
function sound(notes, a4 = 440) {
  const samples = [];
  for (const [midi, cents, seconds] of notes) {
    const frequency = a4 * 2 ** ((midi - 69 + cents / 100) / 12);
    const count = Math.round(seconds * rate);
    for (let index = 0; index < count; index += 1) {
      const envelope = Math.min(1, index / 500, (count - index) / 500);
      let value = 0;
      for (let order = 1; midi && order <= 6; order += 1) value += Math.sin(2 * Math.PI * order * frequency * index / rate) / order;
      samples.push(Math.round(6000 * envelope * value) / 32768);
    }
  }
  return Float32Array.from(samples);
}

const wave = (name, samples) => writeWave(join(folder, name), samples, rate);

/** The result of samples in blocks, as the page saves it. */
function played(core, samples, sampleRate = rate) {
  core.start(sampleRate);
  for (let start = 0; start < samples.length && !core.hasPaused; start += 2048) core.hear(samples.subarray(start, start + 2048));
  core.finish();
  return JSON.parse(`{${core.json}}`);
}

/** A MIDI file of format 1 with 96 ticks per quarter note. */
function midi(tracks, { format = 1, division = [0, 96] } = {}) {
  const number = (value) => [24, 16, 8, 0].map((shift) => value >> shift & 0xFF);
  return Uint8Array.from([...bytes('MThd'), 0, 0, 0, 6, 0, format, 0, tracks.length, ...division,
    ...tracks.flatMap((track) => [...bytes('MTrk'), ...number(track.length), ...track])]);
}
const end = [0, 0xFF, 0x2F, 0];
const melody = [0, 0x90, 60, 64, 96, 60, 0, 0, 64, 64, 0x81, 0x40, 64, 0, ...end];

const major = [0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0];
const deviations = [3, -8, 12, 0, -4, 15, -20, 5, 2, 9, -11, 6, 1, -3, 4];
const scale = { pattern: 'major', letter: 1, accidental: 0, octave: 4, octaves: 1, direction: 'bothWays' };
const playing = major.map((step, index) => [62 + step, deviations[index] + 7, 0.4]);

test('a scale is scored as by the command, to the last digit, in three temperaments', () => {
  const samples = sound([[0, 0, 0.3], ...playing, [0, 0, 0.5]]);
  const path = wave('scale.wav', samples);
  for (const [name, a4] of [['equal', 440], ['just', 442], ['kirnberger-iii', 431]]) {
    const expected = command('D-major', path, '--temperament', name, '--a4', String(a4));
    const core = made();
    core.scale(scale);
    assert.ok(core.retune(a4, degreesOf(name)));
    const { title, tuning, ...rest } = expected;
    assert.deepEqual(played(core, samples), rest, name);
    assert.equal(core.snapshot.title, title);
    assert.equal(tuning, `A4 = ${a4.toFixed(1)} Hz, ${name}`);
    assert.equal(rest.notes.filter((note) => note.cents !== null).length, 15);
  }
});

test('what was played is compared anew with another temperament, without playing it again', () => {
  const samples = sound([[0, 0, 0.3], ...playing, [0, 0, 0.5]]);
  const core = made();
  core.scale(scale);
  core.retune(440, equal);
  played(core, samples);
  core.retune(440, degreesOf('just'));
  const { title: _, tuning, ...expected } = command('D-major', wave('again.wav', samples), '--temperament', 'just');
  assert.deepEqual(JSON.parse(`{${core.json}}`), expected);
  assert.match(tuning, /just/);
});

test('wrong, missing and extra notes, an octave and a clock are those of the command', () => {
  const wrong = playing.filter((_, index) => index !== 4).map((note, index) => (index === 7 ? [note[0] + 3, 0, 0.4] : note));
  const samples = sound([[0, 0, 0.3], ...wrong.slice(0, 3), [80, 0, 0.3], ...wrong.slice(3), [0, 0, 0.5]].map(([note, ...rest]) => (
    [note && note + 12, ...rest])));
  const { title: _, tuning: __, ...expected } = command('D-major', wave('wrong.wav', samples));
  const core = made();
  core.scale(scale);
  core.retune(440, equal);
  const result = played(core, samples);
  assert.deepEqual(result, expected);
  const { wrongCount, missingCount, extraCount, octaves, rightCount } = core.snapshot;
  const count = (is) => expected.notes.filter(is).length;
  assert.deepEqual([rightCount, wrongCount, missingCount, extraCount, octaves],
    [count((note) => note.cents !== null), count((note) => note.wrong), count((note) => note.time === null), expected.extra, 1]);
  assert.ok(rightCount >= 12 && rightCount < 15);
  // A device whose clock is 0.1 % slow is corrected.
  played(core, samples, trueRate(rate, 1.001));
  assert.ok(Math.abs(core.snapshot.offset - expected.offset - 1.7304) < 0.01);
});

test('notes are shown as they come, against the beginning of the score, and a silence of four seconds ends it', () => {
  const core = made();
  core.scale(scale);
  core.retune(440, equal);
  core.start(rate);
  const samples = sound([...playing.slice(0, 5), [0, 0, 5]]);
  const states = [];
  for (let start = 0; start < samples.length && !core.hasPaused; start += 2048) {
    if (core.hear(samples.subarray(start, start + 2048))) states.push(core.snapshot.notes.map((row) => row.cents !== null));
    if (core.hasPaused) states.push(start / rate);
  }
  const paused = states.pop();
  assert.ok(Math.abs(paused - 6) < 0.5, `${paused}`);
  // Each of them is the next one, none of those on the way down.
  assert.deepEqual(states.map((row) => row.lastIndexOf(true)), [0, 1, 2, 3, 4]);
  core.finish();
  const { playedCount, rightCount, missingCount } = core.snapshot;
  assert.deepEqual([playedCount, rightCount, missingCount], [5, 5, 10]);
});

test('times, swung, with rubato, and with a gap, are those of the command to the last digit', () => {
  const lengths = major.map((_, index) => (index % 2 ? 0.28 : 0.36) + (index === 7 ? 0.2 : 0));
  const samples = sound([[0, 0, 0.5], ...major.flatMap((step, index) => [[60 + step, deviations[index], lengths[index] - 0.06], [0, 0, 0.06]]), [0, 0, 1]]);
  const file = wave('swung.wav', samples);
  const plain = { isTimed: true, tempo: 94, hasClick: false, sounding: 0, silent: 0, isRubato: false, swing: 0.5 };
  for (const [words, plan] of [
    [[], plain], [['--swing', 'own'], { ...plain, swing: 0 }], [['--swing', '60'], { ...plain, swing: 0.6 }],
    [['--rubato'], { ...plain, isRubato: true }],
  ]) {
    const core = made();
    core.retune(440, equal);
    core.scale({ ...scale, letter: 0 });
    core.plan(plan);
    const { title, tuning, ...expected } = command('C-major', file, '--tempo', '94', ...words);
    assert.deepEqual(played(core, samples), expected, `${title} ${tuning} ${words}`);
  }
  assert.throws(() => made().plan({ ...plain, swing: 0.9 }), RangeError);
});

/** Notes whose pitch moves while they sound: [MIDI number, cents first, cents then, seconds]; each half of the time. */
function corrected(notes) {
  const samples = [];
  for (const [midi, first, then, seconds] of notes) {
    const count = Math.round(seconds * rate);
    let phase = 0;
    for (let index = 0; index < count; index += 1) {
      phase += 440 * 2 ** ((midi - 69 + (index < count / 2 ? first : then) / 100) / 12) / rate;
      const envelope = Math.min(1, index / 500, (count - index) / 500);
      let value = 0;
      for (let order = 1; order <= 6; order += 1) value += Math.sin(2 * Math.PI * order * phase) / order;
      samples.push(0.18 * envelope * value);
    }
  }
  return Float32Array.from(samples);
}

test('the first pitch of a note is shown while it sounds, stays while it is corrected, and goes when the next one begins', () => {
  const core = made();
  core.retune(440, equal);
  core.scale(scale);
  core.start(rate);
  assert.equal(core.frozen.midi, null);
  const samples = Float32Array.from([...new Float32Array(rate / 2), ...corrected([[62, 30, 0, 1.4], [64, -25, 0, 1.4], [66, 4, 4, 1.4]])]);
  const seen = [];
  for (let start = 0; start < samples.length; start += 2048) {
    core.hear(samples.subarray(start, start + 2048));
    const { midi, cents, side } = core.frozen;
    const shown = midi === null ? null : [midi, Math.round(cents), side];
    if (JSON.stringify(shown) !== JSON.stringify(seen.at(-1))) seen.push(shown);
  }
  assert.deepEqual(seen.map((shown) => shown && [shown[0], shown[2]]), [null, [62, 1], null, [64, -1], null, [66, 0]]);
  for (const [index, cents] of [[1, 30], [3, -25], [5, 4]]) assert.ok(Math.abs(seen[index][1] - cents) <= 3, `${seen[index]}`);
  core.finish();
  const [one, two, three] = core.snapshot.notes;
  assert.deepEqual([one, two, three].map((row) => row.isCorrected), [true, true, false]);
  for (const [row, by] of [[one, -30], [two, 25]]) assert.ok(Math.abs(row.last - row.first - by) < 3, `${row.first} ${row.last}`);
  core.start(rate);
  assert.equal(core.frozen.midi, null);
});

test('a note that was off has a cue, and a good one none; the tones are a tenth of a second of what the command plays', () => {
  const core = made();
  core.retune(440, equal);
  core.scale({ ...scale, letter: 0 });
  core.start(rate);
  const cents = { 3: 30, 6: -30 };
  const samples = sound([[0, 0, 0.5], ...major.slice(0, 9).flatMap((step, index) => [[60 + step + (index === 8 ? 3 : 0), cents[index] ?? 0, 0.4], [0, 0, 0.1]]), [0, 0, 1.5]]);
  const cues = [];
  let count = 0;
  for (let start = 0; start < samples.length; start += 2048) {
    core.hear(samples.subarray(start, start + 2048));
    const { cueCount, cue } = core.result;
    if (cueCount !== count) cues.push(cue);
    count = cueCount;
  }
  assert.deepEqual(cues, ['sharp', 'flat', 'wrong']);
  for (const cue of practiceCues) {
    const tone = core.samples(core.cue(48_000, cue));
    assert.equal(tone.length, 4320);
    assert.ok(tone[0] === 0 && Math.max(...tone) > 0.15 && Math.max(...tone) < 0.2001, cue);
  }
  const changes = (cue) => core.samples(core.cue(48_000, cue)).reduce((sum, value, index, all) => sum + Number(index > 0 && (value < 0) !== (all[index - 1] < 0)), 0);
  assert.ok(Math.abs(changes('early') / 2 / 0.09 - 1760) < 40 && Math.abs(changes('late') / 2 / 0.09 - 440) < 20);
  assert.equal(core.cue(1000, 'early'), 0);
});

test('a score that waits takes any octave if that is asked for', () => {
  const samples = sound([[0, 0, 0.5], ...[62, 76, 54].flatMap((midi) => [[midi, 0, 0.6], [0, 0, 0.3]]), [0, 0, 0.5]]);
  const positions = [false, true].map((ignoresOctaves) => {
    const core = made();
    core.retune(440, equal);
    core.scale(scale);
    core.mode('wait', ignoresOctaves);
    core.start(rate);
    for (let start = 0; start < samples.length; start += 2048) core.hear(samples.subarray(start, start + 2048));
    const { position, answer } = core.result;
    return [position, answer];
  });
  assert.equal(positions[0][0], 1);
  assert.deepEqual(positions[1], [3, 'right']);
});

/** A pass of a loop at the tempo that is due: the notes of the scale in quarters after a click, all of them this late. */
function pass(core, late, notes = major) {
  const { loopTempo } = core.result;
  core.plan({ isTimed: true, tempo: loopTempo, hasClick: true, sounding: 0, silent: 0, isRubato: false, swing: 0.5 });
  const [start, quarter] = [0.6 - core.clicks(1)[0].time, 60 / loopTempo];
  core.start(rate);
  core.click(start, 0, 0.001);
  const samples = sound([[0, 0, start + late], ...notes.flatMap((step) => [[62 + step, 0, 0.8 * quarter], [0, 0, 0.2 * quarter]]), [0, 0, 4]]);
  for (let from = 0; from < samples.length && !core.hasPaused; from += 2048) core.hear(samples.subarray(from, from + 2048));
  core.finish();
  return core.result;
}

function loop(tempo) {
  const core = made();
  core.retune(440, equal);
  core.scale(scale);
  core.plan({ isTimed: true, tempo, hasClick: true, sounding: 0, silent: 0, isRubato: false, swing: 0.5 });
  core.mode('loop');
  return core;
}

test('in a loop with a click, a pass that is late everywhere is wrong though its pitch is right, and slows the next one down', () => {
  const core = loop(80);
  const inTime = pass(core, 0.02);
  assert.deepEqual([inTime.streak, inTime.loopTempo], [1, 80]);
  const { streak, loopTempo, rightCount, passCount } = pass(core, 0.3);
  assert.deepEqual([streak, loopTempo, rightCount, passCount], [0, 72, 15, 2]);
});

test('a loop at 22 bpm never asks for less than 20, and the score stays', () => {
  const core = loop(22);
  for (let index = 0; index < 3; index += 1) {
    const { loopTempo, passCount } = pass(core, 0, [3]);
    assert.deepEqual([loopTempo, passCount], [20, index + 1]);
  }
  assert.equal(core.snapshot.notes.length, 15);
});

test('without a click, passes follow one another as they are played, as in the command, and a pass ends with its last note', () => {
  const core = made();
  core.retune(440, equal);
  core.scale({ pattern: 'major-arpeggio', letter: 0, accidental: 0, octave: 4, octaves: 1, direction: 'bothWays' });
  core.mode('loop');
  const right = [60, 64, 67, 72, 67, 64, 60];
  const wrong = right.map((midi, index) => midi - Number(index === 2));
  const samples = sound([[0, 0, 0.3], ...[right, wrong, right, right, right].flat().flatMap((midi) => [[midi, 0, 0.4], [0, 0, 0.1]]), [0, 0, 1]]);
  core.start(rate);
  const streaks = [];
  for (let start = 0; start < samples.length && !core.hasPaused; start += 2048) {
    const before = core.result.passCount;
    core.hear(samples.subarray(start, start + 2048));
    const { passCount, streak, rightCount, playedCount } = core.result;
    if (passCount === before) continue;
    // A pass stays shown until the next one begins.
    assert.deepEqual([rightCount, playedCount], [passCount === 2 ? 6 : 7, 7]);
    streaks.push(streak);
  }
  assert.deepEqual(streaks, [1, 0, 1, 2, 3]);
  assert.equal(core.result.streak, core.result.goal);
  assert.ok(core.hasPaused && !core.result.wantsNextPass);
  const { passes } = command('C-major-arpeggio', wave('loop.wav', samples), '--loop', 'all');
  assert.deepEqual(passes.map((pass) => pass.right), [true, false, true, true, true]);
});

test('a pass with a click that is broken off does not count', () => {
  const core = loop(80);
  core.start(rate);
  core.click(0.6 - core.clicks(1)[0].time, 0, 0.001);
  core.hear(sound([[0, 0, 3.6], [62, 0, 0.5], [0, 0, 0.2], [64, 0, 0.5]]));
  core.finish();
  const { playedCount, passCount, loopTempo } = core.result;
  assert.deepEqual([playedCount, passCount, loopTempo], [2, 0, 80]);
});

test('a score that waits is over with the end of its last note, which counts in full', () => {
  const core = made();
  core.retune(440, equal);
  core.scale({ pattern: 'fifths', letter: 1, accidental: 0, octave: 4, octaves: 1, direction: 'bothWays' });
  core.mode('wait');
  core.start(rate);
  const numbers = core.snapshot.notes.map((row) => row.midi);
  const samples = sound([[0, 0, 0.5], ...numbers.flatMap((midi) => [[midi, 0, 1.5], [0, 0, 0.3]]), [0, 0, 2]]);
  for (let start = 0; start < samples.length && !core.hasPaused; start += 2048) core.hear(samples.subarray(start, start + 2048));
  assert.ok(core.hasPaused);
  core.finish();
  const { notes, position } = core.snapshot;
  assert.equal(position, numbers.length);
  for (const row of notes) assert.ok(Math.abs(row.duration - 1.5) < 0.1, `${row.duration}`);
});

test('samples that are missing neither divide a note nor invent one, and times stay right', () => {
  const core = made();
  core.retune(440, equal);
  core.scale(scale);
  const [first, second] = [62, 64].map((midi) => [midi, 0, 1.5]);
  const samples = sound([[0, 0, 0.5], first, [0, 0, 0.3], second, [0, 0, 1]]);
  const lost = Math.floor(1.2 * rate / 2048) * 2048;
  core.start(rate);
  for (let start = 0; start < samples.length; start += 2048) {
    if (start === lost) core.interrupt();
    core.hear(start === lost ? new Float32Array(2048) : samples.subarray(start, start + 2048));
  }
  core.finish();
  const { playedCount, notes } = core.snapshot;
  assert.equal(playedCount, 2);
  const heard = notes.filter((row) => row.time !== null);
  assert.deepEqual(heard.map((row) => row.midi), [62, 64]);
  assert.ok(heard.every((row, index) => Math.abs(row.duration - 1.5) < 0.1 && Math.abs(row.time - [0.5, 2.3][index]) < 0.02));
});

test('a gap in a sound that goes on is no beat of a rhythm', () => {
  const samples = sound([[0, 0, 1], [72, 0, 3], [0, 0, 0.5]]);
  const [whole, told, untold] = [[false, false], [true, true], [true, false]].map(([hasGap, isTold]) => {
    const core = made();
    core.rhythm({ beats: 4, unit: 4, subdivision: 1, played: 0 });
    core.start(rate);
    for (let start = 0; start < samples.length; start += 2048) {
      const index = start / 2048;
      if (isTold && index === 40) core.interrupt();
      core.hear(hasGap && index >= 40 && index < 44 ? new Float32Array(2048) : samples.subarray(start, start + 2048));
    }
    core.finish();
    return core.result.playedCount;
  });
  assert.equal(told, whole);
  assert.ok(untold > told, `${untold}`);
});

test('beats of a rhythm that are rests are not missing, as for the command', () => {
  const samples = sound([[0, 0, 0.5], ...Array.from({ length: 12 }, () => [[72, 0, 0.1], [0, 0, 0.4], [72, 0, 0.1], [0, 0, 0.9]]).flat(), [0, 0, 1]]);
  const file = wave('pattern.wav', samples);
  const core = made();
  core.rhythm({ beats: 3, unit: 4, subdivision: 1, played: playedBeats({ beats: 3, pattern: 'xx.' }) });
  core.plan({ isTimed: true, tempo: 120, hasClick: false, sounding: 0, silent: 0, isRubato: false, swing: 0.5 });
  const { title, ...expected } = command('--rhythm', '3/4', '--pattern', 'xx.', '--tempo', '120', file);
  assert.deepEqual(played(core, samples), expected, title);
  assert.equal(expected.missing, 0);
  assert.equal(expected.beats.length, 24);
  assert.equal(Math.round(100 * core.times.tempoChange) / 100, expected.timing.tempo.change);
});

test('all scales have the notes of the command', () => {
  const silent = wave('silent.wav', new Float32Array(rate / 2));
  const core = made();
  for (const [words, chosen] of [
    ['Bb3-melodic-minor', { pattern: 'melodic-minor', letter: 6, accidental: -1, octave: 3, octaves: 1, direction: 'bothWays' }],
    ['F#2-blues', { pattern: 'blues', letter: 3, accidental: 1, octave: 2, octaves: 3, direction: 'bothWays' }],
    ['C1-chromatic', { pattern: 'chromatic', letter: 0, accidental: 0, octave: 1, octaves: 4, direction: 'bothWays' }],
    ['A4-fifths', { pattern: 'fifths', letter: 5, accidental: 0, octave: 4, octaves: 2, direction: 'bothWays' }],
  ]) {
    const expected = command(words, silent, '--octaves', String(chosen.octaves));
    core.scale(chosen);
    core.retune(440, equal);
    assert.equal(core.snapshot.title, expected.title);
    assert.deepEqual(JSON.parse(`{${core.json}}`).notes, expected.notes);
  }
  assert.throws(() => core.scale({ ...scale, octave: 7, octaves: 4, direction: 'bothWays' }), (error) => error instanceof PracticeRefusal && error.problem === 'noteOutOfRange');
  assert.equal(core.snapshot.notes.length, 9);  // What was chosen stays.
});

test('MIDI files have the notes, voices and remarks of the command', async () => {
  const silent = wave('rest.wav', new Float32Array(rate / 2));
  const bass = [0, 0xFF, 3, 4, ...bytes('Bass'), 0, 0x91, 40, 64, 96, 0x81, 40, 64, ...end];
  const drums = [0, 0x99, 36, 100, 96, 0x89, 36, 0, ...end];
  const head = [0, 0xFF, 3, 4, ...bytes('Tune'), 0, 0xFF, 0x59, 2, 0xFE, 0, ...end];
  const chords = [0, 0x90, 60, 64, 0, 67, 64, 96, 60, 0, 0, 72, 64, 96, 67, 0, 0, 72, 0, ...end];
  for (const [index, file] of [midi([melody], { format: 0 }), midi([head, drums, melody, bass]), midi([chords])].entries()) {
    const path = join(folder, `${index}.mid`);
    writeFileSync(path, file);
    const core = made();
    await openScore(core, file, `${index}.mid`);
    core.retune(440, equal);
    const compare = (...words) => {
      const expected = command(path, silent, ...words);
      assert.equal(core.snapshot.title || `${index}.mid`, expected.title);
      assert.deepEqual(JSON.parse(`{${core.json}}`).notes, expected.notes);
    };
    compare();
    if (core.snapshot.voiceCount < 2) continue;
    assert.deepEqual([core.snapshot.voice, core.snapshot.voiceCount, core.snapshot.leavesPercussionOut], [1, 2, true]);
    core.voice(2);
    core.retune(440, equal);
    compare('--voice', '2');
    assert.equal(core.snapshot.voiceName, 'Bass');
    assert.throws(() => core.voice(3), (error) => error.problem === 'noVoice' && error.number === 3);
  }
});

test('damaged MIDI files are refused as by the command, and what was chosen stays', async () => {
  const core = made();
  core.scale(scale);
  const huge = midi([melody]);
  huge.set([0xFF, 0xFF, 0xFF, 0xFF], 4);
  const cut = midi([melody]);
  for (const [problem, file] of [
    ['notMIDI', new Uint8Array()], ['notMIDI', bytes('RIFF....')], ['unknownFormat', midi([melody], { format: 2 })],
    ['invalidDivision', midi([melody], { division: [0, 0] })], ['empty', midi([end])], ['empty', midi([])],
    ['truncated', midi([[0, 60, 64, ...end]])], ['truncated', cut.subarray(0, cut.length - 6)], ['truncated', huge],
    ['notMIDI', new Uint8Array(16_000_001)],
  ]) {
    await assert.rejects(openScore(core, file, 'x.mid'), (error) => error instanceof PracticeRefusal && error.problem === problem, problem);
  }
  await assert.rejects(openScore(core, bytes('x'), 'x.txt'), (error) => error.problem === 'unknownFile');
  await assert.rejects(openScore(core, new Uint8Array(32_000_001), 'x.xml'), (error) => error.problem === 'tooLong');
  assert.equal(core.snapshot.notes.length, 15);
});

test('archives that are damaged are refused before anything is inflated', async () => {
  const core = made();
  for (const count of [4, 10, 21, 22]) {
    const file = new Uint8Array(count);
    file.set([0x50, 0x4B, 3, 4]);
    await assert.rejects(openScore(core, file, 'x.mxl'), (error) => error.problem === 'archiveTruncated', `${count}`);
  }
  const huge = new Uint8Array(22);  // A directory of one file at 2³² - 2.
  huge.set([0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0, 0]);
  await assert.rejects(openScore(core, huge, 'x.mxl'), (error) => error.problem === 'archiveTruncated');
});

test('of a score with more than 4000 notes as many bars as have fewer are chosen, and others can be', async () => {
  const core = made();
  const one = [0, 0x90, 60, 64, 96, 60, 0];
  await openScore(core, midi([[...Array(4005).fill(one).flat(), ...end]]), 'x.mid');
  const { isCut, chosenFirstBar, chosenLastBar, firstBar, lastBar, noteCount } = core.score;
  assert.deepEqual({ isCut, chosenFirstBar, chosenLastBar, firstBar, lastBar, noteCount }, { isCut: true, chosenFirstBar: 1, chosenLastBar: 1000, firstBar: 1, lastBar: 1002, noteCount: 4000 });
  core.passage(1001, 1002);
  assert.equal(core.score.isCut, false);
  assert.equal(core.score.noteCount, 5);
});

test('documents are decoded as by the command, without their declaration', () => {
  const latin = (/** @type {string} */ text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const head = (/** @type {string} */ name) => `<?xml version="1.0" encoding="${name}"?>`;
  for (const [file, title] of [
    [latin(`${head('ISO-8859-1')}\xF6`), 'ö'], [latin(`${head('ISO-8859-15')}\xA4`), '€'], [latin(`${head('windows-1252')}\xF6`), 'ö'],  // Node reads €, 0x80, as ISO-8859-1.
    [latin(`${head('UTF-8')}\xF6`), 'ö'], [bytes(`${head('UTF-16')}ö`), 'ö'], [bytes(`\n ${head('Shift_JIS')}ö`), 'ö'], [bytes('\uFEFF<?xml version="1.0">ö'), 'ö'],
    [Uint8Array.from([...`<?xml version="1.0"?>ö`].flatMap((letter) => [letter.charCodeAt(0), 0])), 'ö'],
    [Uint8Array.from([...`\uFEFF${head('UTF-16')}ö`].flatMap((letter) => [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255])), 'ö'],
  ]) assert.equal(decoded(file).trim(), title);
  assert.throws(() => decoded(latin(`${head('Shift_JIS')}\x83\x5C\xF6`)), (error) => error instanceof PracticeRefusal && error.problem === 'unknownEncoding' && error.text === 'Shift_JIS');
  assert.equal(decoded(bytes('<?xml version="1.0"?>\n<?xml-stylesheet a?><b/>')).trim(), '<?xml-stylesheet a?><b/>');
});

test('declared entities are found wherever they are, and only in the document type', () => {
  for (const text of [
    '<!DOCTYPE a [<!ENTITY b "c">]><a/>', '<?xml version="1.0"?>\n<!-- > --><!DOCTYPE a SYSTEM "x>" [ <!ELEMENT a ANY>\n<!ENTITY % p SYSTEM "y">]><a/>',
    '<!DOCTYPE a [<!-- \' --><!ENTITY b "c">]><a/>', '<!DOCTYPE a [<!ATTLIST a b CDATA "]>"><!ENTITY b "c">]><a/>', '<!DOCTYPE a [<!X " <!ENTITY b \'c\'>]><a/>',
  ]) assert.ok(declaresEntities(text), text);
  for (const text of [
    '<a/>', '<!DOCTYPE a><a>&lt;!ENTITY</a>', '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD" "http://www.musicxml.org/dtds/partwise.dtd">\n<a><!-- <!ENTITY --></a>',
    '<!DOCTYPE a [<!-- <!ENTITY b "c"> --><!ELEMENT a ANY>]><a/>', '',
  ]) assert.ok(!declaresEntities(text), text);
});

test('a sample rate that is too low is refused, and a minute is heard in far less, in bounded memory', () => {
  const module = Module.compiled(code);
  const core = new PracticeCore(module);
  core.scale(scale);
  core.retune(440, equal);
  assert.throws(() => core.start(4000), RangeError);
  const samples = sound([...playing, ...playing]);
  core.start(rate);
  const hear = () => { for (let start = 0; start < samples.length; start += 2048) core.hear(samples.subarray(start, start + 2048)); };
  hear();
  const reach = module.functions.memory_reach();
  const start = process.cpuUsage();
  for (let count = 0; count < 4; count += 1) hear();
  const { user, system } = process.cpuUsage(start);
  console.log(`test-web: practice: ${((user + system) / 1e6 / (4 * samples.length / rate) * 100).toFixed(1)} % of real time`);
  assert.ok(module.functions.memory_reach() < 2 * reach, `${reach} ${module.functions.memory_reach()}`);
});
