// Runs the web module outside a browser: node --test Tests/Web/engine.test.mjs
// Needs .build-web/site and .build-web/golden (Scripts/test-web.sh makes both).

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const site = new URL('../../.build-web/site/', import.meta.url);
const web = new URL('../../Web/', import.meta.url);
const golden = new URL('../../.build-web/golden/', import.meta.url);
const read = (name) => readFileSync(new URL(`engine/${name}.wasm`, site));
const { Module, pushAll } = await import(new URL('engine/module.js', web));
const {
  Metronome, Tones, Tuner, Views, standardMetronomeSettings, standardTunerSettings,
} = await import(new URL('engine/core.js', web));
const { partialCount, stateFields: places, strobeFields, strobeSize, viewFields, waveforms } = await import(new URL('vocabulary/engine.js', web));
const { beatStatuses, sharedCourseCount, sharedCourseFields } = await import(new URL('vocabulary/beat.js', web));
const { BeatCore } = await import(new URL('engine/beat/beat-core.js', web));
const { BeatEarObject } = await import(new URL('engine/objects/beat.js', web));
const { MetronomeTapsObject } = await import(new URL('engine/objects/metronome.js', web));
const { loadNames } = await import(new URL('engine/names.js', web));

const compiled = Object.fromEntries(['tuner', 'views', 'names', 'tones', 'metronome', 'files', 'midi', 'playing', 'calibration', 'beat'].map(
  (name) => [name, new WebAssembly.Module(read(name))]));
const newModule = (name = 'tuner') => new Module(new WebAssembly.Instance(compiled[name], {}));

/**
 * Feeds samples in blocks, and gives the state after each reading to `visit`, and which one it is. The first ones come
 * at once: of these, it is the last.
 */
function listen(tuner, samples, blockSize, visit = () => {}) {
  let told = tuner.readingCount;
  for (let start = 0; start < samples.length;) {
    const count = Math.min(typeof blockSize === 'function' ? blockSize() : blockSize,
      samples.length - start);
    tuner.input.set(samples.subarray(start, start + count));
    tuner.push(count);
    start += count;
    if (told > 0 && tuner.readingCount > told + 1) throw new Error('a block was longer than a hop');
    if (tuner.readingCount > told) visit(tuner.state, tuner.readingCount - 1);
    told = tuner.readingCount;
  }
}

function sine(frequency, sampleRate, seconds, amplitude = 0.3) {
  return Float32Array.from({ length: Math.round(sampleRate * seconds) }, (_, index) =>
    amplitude * Math.sin((2 * Math.PI * frequency * index) / sampleRate));
}

const clips = readdirSync(golden).filter((name) => name.endsWith('.json'));

for (const [name, module] of Object.entries(compiled)) {
  test(`the module ${name} imports nothing, and its memory cannot grow`, () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const { memory } = new WebAssembly.Instance(module, {}).exports;
    assert.throws(() => memory.grow(1));
  });
}

test('ten golden clips are there', () => assert.equal(clips.length, 10));

for (const clip of clips) {
  test(`${clip}: the readings are those of the native build, to the bit, in blocks of any size`, () => {
    const { sampleRate, readings } = JSON.parse(readFileSync(new URL(clip, golden), 'utf8'));
    const file = readFileSync(new URL(clip.replace('.json', '.f32'), golden));
    const samples = new Float32Array(file.buffer, file.byteOffset, file.length / 4);
    let seed = 1;
    const anySize = () => {
      seed = (seed * 48271) % 2147483647;
      return 1 + (seed % Math.floor(0.009 * sampleRate));
    };
    for (const blockSize of [Math.min(128, Math.floor(sampleRate / 128)), anySize]) {
      const tuner = new Tuner(newModule(), sampleRate, standardTunerSettings);
      listen(tuner, samples, blockSize, (state, index) => {
        const [time, frequency, level, steadied, note, cents] = readings[index];
        // The native build writes its numbers so that they are read again exactly.
        const same = (actual, expected, what) => assert.equal(actual, expected, `${what} of reading ${index}`);
        same(state[places.time], time, 'time');
        same(state[places.level], level, 'level');
        same(state[places.rawFrequency], frequency, 'pitch');
        same(state[places.note], note, 'note');
        same(state[places.cents], cents, 'cents');
        if (steadied > 0) same(state[places.frequency], steadied, 'steadied pitch');
      });
      assert.equal(tuner.readingCount, readings.length, 'number of readings');
    }
  });
}

test('nothing is allocated once sound is heard, drawn and played', () => {
  const modules = ['tuner', 'tones', 'metronome', 'views'].map(newModule);
  const tuner = new Tuner(modules[0], 48000, standardTunerSettings);
  const tones = new Tones(modules[1], 48000);
  const metronome = new Metronome(modules[2], 48000);
  const views = new Views(modules[3], 48000);
  const samples = sine(220.3, 48000, 3);
  tones.start({ waveform: 'sawtooth', frequencies: [220, 330], level: -20 });
  metronome.apply({ ...standardMetronomeSettings, tempo: 300, subdivision: 4, polyrhythm: 5 });
  const run = () => {
    for (let start = 0; start + 128 <= samples.length; start += 128) {
      tuner.input.set(samples.subarray(start, start + 128));
      tuner.push(128);
      views.input.set(samples.subarray(start, start + 128));
      views.push(128);
      if (start % 768 === 0) views.show(tuner.state);
      tones.render(128);
      metronome.render(128, 0);
    }
  };
  run();
  const before = modules.map((module) => module.allocations);
  run();
  assert.deepEqual(modules.map((module) => module.allocations), before);
});

test('a metronome that follows a beat clicks at its samples, and allocates nothing while tempo and meter stay', () => {
  const module = newModule('metronome');
  const metronome = new Metronome(module, 48000);
  const fields = sharedCourseFields;
  const course = new Float64Array(sharedCourseCount);
  // At 90 a minute, with the beat 8.5 when the context begins; the clock of the sound is 0.02 % slow.
  const values = { tempo: 90, noteNumerator: 1, noteDenominator: 4, beats: 3, denominator: 4, rate: 1.0002, source: 1, section: 1, level: -6 };
  for (const [name, value] of Object.entries(values)) course[fields[name]] = value;
  course[fields.groups] = 3;
  const beatAt = (second) => 8.5 + second * 1.5 * 1.0002;
  let before = 0;
  for (let frame = 0; frame < 30 * 48000; frame += 128) {
    if (frame % 2400 < 128) {
      course[fields.time] = frame / 48000;
      course[fields.beat] = beatAt(frame / 48000);
      metronome.join(course);
    }
    assert.ok(metronome.render(128, frame));
    if (frame < 48000) before = module.allocations;
  }
  assert.equal(module.allocations, before);
  assert.ok(metronome.clickCount[0] >= 44);
  for (let index = metronome.clickCount[0] - 20; index < metronome.clickCount[0]; index += 1) {
    const { sample, beat } = metronome.click(index);
    const position = beatAt(sample / 48000);
    assert.ok(Math.abs(position - Math.round(position)) / 1.5 < 0.0001, `${position}`);
    assert.equal(Math.round(position) % 3, beat);
  }
  course[fields.tempo] = 0;
  assert.throws(() => metronome.join(course), RangeError);
});

test('a follower asks as metronomes do, knows its leader by the answers, and hears chirps', () => {
  const beat = new BeatCore(newModule('beat'), 48000, 0xffffffff, 7);
  beat.align(true, true);
  beat.advance(0);
  let time = 0;
  for (let index = 0; index < 20; index += 1) {
    const { packets, pause } = beat.due(time);
    const packet = packets[0];
    assert.equal(pause, index === 0 ? 250 : index < 16 ? 20 : 100);
    // A report goes with the first question that is asked 250 ms after the last one.
    assert.deepEqual(packets.map((bytes) => bytes[5]), [1, 14, 19].includes(index) ? [1, 3] : [1]);
    const view = new DataView(packet.buffer);
    assert.equal(String.fromCharCode(...packet.subarray(0, 4)), 'KMet');
    assert.deepEqual([packet.length, packet[5], view.getBigUint64(8)], [104, 1, 0xffffffff00000007n]);
    assert.equal(view.getBigInt64(16), BigInt(time) * 1000000n);
    // The table of docs/connections.md: 120 a minute in 3/4, whose second beat is at 1000 s of the leader's clock.
    packet[5] = 2;
    packet[6] = 1;
    view.setBigUint64(24, 5n);
    for (const place of [32, 40]) view.setBigInt64(place, BigInt((1000000 + time + 2) * 1000000));
    view.setBigInt64(48, 1n);
    view.setBigInt64(56, 1000000000000n);
    view.setBigInt64(64, 1000000000n);
    view.setUint32(72, 1);
    view.setUint32(76, 120000000);
    packet.set([1, 4, 3, 4, 3], 80);
    beat.read(packet, time + 4);
    assert.deepEqual(beat.changes, index === 0 ? ['status'] : []);
    beat.hear(time / 1000, time);
    time += pause;
  }
  const { status, delay, session } = beat.state;
  assert.deepEqual([beatStatuses[status], session], ['following', 0]);
  assert.ok(Math.abs(delay - 4) < 0.01);
  const course = beat.courseAt(1);
  assert.ok(Math.abs(course[sharedCourseFields.beat] - 3) < 0.01);
  assert.equal(course[sharedCourseFields.tempo], 120);
  beat.read(new Uint8Array(3), time);
  assert.deepEqual(beat.changes, []);
  assert.equal(beat.chirps.own, -1);

  const ear = new BeatEarObject(newModule('beat'), 48000);
  const sound = new Float32Array(3 * 48000);
  sound.set(ear.chirp(ear.chirpCount()).map((value) => 0.1 * value), 60000);
  pushAll(sound, ear);
  const [first, second] = [1.2, 0].map((slot) => ear.arrival(slot));
  assert.ok(Math.abs(first - 1.25) < 0.0001);
  assert.ok(Number.isNaN(second));
});

test('samples that are not finite are silence, and counted', () => {
  const tuner = new Tuner(newModule(), 48000, standardTunerSettings);
  const samples = sine(440, 48000, 1);
  [NaN, Infinity, -Infinity, 1e30].forEach((bad, index) => { samples[20000 + 7 * index] = bad; });
  listen(tuner, samples, 128);
  assert.equal(tuner.state[places.rejected], 4);
  assert.ok(Math.abs(tuner.state[places.cents]) < 1);
  const views = new Views(newModule('views'), 48000);
  for (let start = 0; start + 128 <= samples.length; start += 128) {
    views.input.set(samples.subarray(start, start + 128));
    views.push(128);
  }
  views.show(tuner.state);
  assert.ok(Math.abs(views.output[viewFields.waveDuration] - 9 / 440) < 1e-6, 'whole periods of the note');
  // A partial that is not heard has no deviation.
  const isDeviation = (index) => index >= viewFields.strobe && (index - viewFields.strobe) % strobeSize === strobeFields.deviation;
  assert.ok(views.output.every((value, index) => Number.isFinite(value) || (Number.isNaN(value) && isDeviation(index))));
});

test('the strobe says nothing of partials that are not heard, nor of those of another note', () => {
  const deviations = (frequency) => {
    const tuner = new Tuner(newModule(), 48000, { ...standardTunerSettings, mode: { note: 38, cents: 0 } });
    const views = new Views(newModule('views'), 48000);
    // A tone of its first and third partial.
    const samples = sine(frequency, 48000, 1).map((value, index) => value + 0.2 * Math.sin(6 * Math.PI * frequency * index / 48000));
    listen(tuner, samples, 128);
    for (let start = 0; start + 128 <= samples.length; start += 128) {
      views.input.set(samples.subarray(start, start + 128));
      views.push(128);
    }
    views.show(tuner.state);
    return Array.from({ length: partialCount }, (_, index) => views.output[viewFields.strobe + index * strobeSize + strobeFields.deviation]);
  };
  const near = deviations(75);
  assert.deepEqual(near.map((cents) => Number.isFinite(cents)), [true, false, true, false, false, false, false, false]);
  for (const cents of [near[0], near[2]]) assert.ok(Math.abs(cents - 1200 * Math.log2(75 / 73.4162)) < 0.5);
  // E2 on the string D2.
  assert.ok(deviations(82.407).every((cents) => Number.isNaN(cents)));
});

for (const sampleRate of [8000, 11025, 16000, 44100, 48000, 96000, 192000]) {
  test(`at ${sampleRate} Hz, A4 of 442 Hz is 7.85 cents sharp, and tones and clicks sound`, () => {
    const tuner = new Tuner(newModule(), sampleRate, standardTunerSettings);
    listen(tuner, sine(442, sampleRate, 1), Math.min(128, Math.floor(sampleRate / 128)));
    assert.equal(tuner.state[places.note], 69);
    assert.ok(Math.abs(tuner.state[places.cents] - 7.851) < 0.2);
    new Views(newModule('views'), sampleRate).show(tuner.state);
    const tones = new Tones(newModule('tones'), sampleRate);
    tones.start({ waveform: 'triangle', frequencies: [440], level: -20 });
    assert.ok(tones.render(512));
    const metronome = new Metronome(newModule('metronome'), sampleRate);
    metronome.apply(standardMetronomeSettings);
    assert.ok(metronome.render(512, 0));
  });
}

test('the first cents come within 0.25 s of the first sound', () => {
  const tuner = new Tuner(newModule(), 48000, standardTunerSettings);
  let heard = 0;
  let first = Infinity;
  for (const samples = sine(110, 48000, 1); heard < samples.length; heard += 128) {
    tuner.input.set(samples.subarray(heard, heard + 128));
    tuner.push(128);
    if (tuner.state[places.voiced]) {
      first = heard / 48000;
      break;
    }
  }
  assert.ok(first <= 0.25, `${first} s`);
});

test('targets, concert pitch and temperament count at once', () => {
  const tuner = new Tuner(newModule(), 48000, standardTunerSettings);
  const guitar = [[6, 40], [5, 45], [4, 50], [3, 55], [2, 59], [1, 64]];
  const strings = guitar.map(([number, midi]) => ({ number, midi, cents: 0 }));
  tuner.apply({ ...standardTunerSettings, mode: { strings, locked: 0 } });
  listen(tuner, sine(110, 48000, 1), 128);
  assert.equal(tuner.state[places.string], 5);
  tuner.apply({ ...standardTunerSettings, mode: { strings, locked: 4 } });
  listen(tuner, sine(110, 48000, 1), 128);
  assert.equal(tuner.state[places.string], 4);
  assert.ok(Math.abs(tuner.state[places.cents] + 500) < 0.5);
  tuner.apply({ ...standardTunerSettings, concertPitch: 415, mode: { note: 45, cents: 10 } });
  listen(tuner, sine(110, 48000, 1), 128);
  const expected = 1200 * Math.log2(110 / (415 / 4)) - 10;
  assert.ok(Math.abs(tuner.state[places.cents] - expected) < 0.1);
  const temperament = new Float64Array(12);
  temperament[0] = 5.865; // C of Pythagorean tuning from A, less 300 cents
  tuner.apply({ ...standardTunerSettings, temperament });
  listen(tuner, sine(261.6256, 48000, 1), 128);
  assert.ok(Math.abs(tuner.state[places.cents] + 5.865) < 0.1);
});

test('the degrees of a scale, a clock and a capo are the core’s', async () => {
  const tuner = new Tuner(newModule(), 48000, standardTunerSettings);
  const degrees = Array.from({ length: 19 }, (_, index) => (1200 * (index + 1)) / 19);
  tuner.apply({ ...standardTunerSettings, mode: { degrees, root: 0 } });
  listen(tuner, sine(477, 48000, 1), 128);
  assert.equal(tuner.state[places.degree], 16);
  assert.ok(Math.abs(tuner.state[places.cents] - 13.467) < 0.1);
  const slow = { ...standardTunerSettings, clock: 1.001 };
  assert.ok(!tuner.listensAs(slow));
  const corrected = new Tuner(newModule(), 48000, slow);
  listen(corrected, sine(440, 48000, 1), 128);
  assert.ok(Math.abs(corrected.state[places.frequency] - 440.44) < 0.01);
  assert.throws(() => new Tuner(newModule(), 48000, { ...slow, clock: 1.1 }), RangeError);
  const names = await loadNames(read('names'));
  assert.deepEqual([names.capo(40, 2), names.capo(64, 12), names.capo(120, 12)], [42, 76, 120]);
});

test('a file that is wrong is refused with its line and its words', async () => {
  const { FileParser } = await import(new URL('engine/files.js', web));
  const parser = new FileParser(newModule('files'));
  const bytes = (text) => new TextEncoder().encode(text);
  const refused = (action) => { try { action(); } catch (error) { return [error.problem, error.line, error.part, error.text]; } };
  assert.deepEqual(refused(() => parser.scaleOf(bytes('Title\n2\n3/0\n'))), ['zeroDenominator', 3, 'title', '']);
  assert.deepEqual(refused(() => parser.scaleOf(bytes('Title\n'))), ['missing', 1, 'count', '']);
  assert.deepEqual(refused(() => parser.scaleOf(new Uint8Array(2 ** 20 + 1)))[0], 'fileTooLarge');
  assert.deepEqual(refused(() => parser.mappingOf(bytes('x'))), ['invalid', 1, 'count', '']);
  assert.deepEqual(refused(() => parser.instrumentsOf(bytes('colour: blue')))?.slice(0, 2), ['unknownKey', 1]);
  assert.equal(refused(() => parser.instrumentsOf(bytes('colour: blue')))[3], 'colour');
  const [harp, ...others] = parser.instrumentsOf(bytes('instrument: Häärp 竖琴\ntuning: A\nstrings: Eb3/E4 F#-1(+0.5)\n'));
  assert.deepEqual(others, []);
  assert.equal(harp.name, 'Häärp 竖琴');
  assert.deepEqual(harp.tunings[0].strings, [
    { string: 2, note: 'Eb3', cents: 0 }, { string: 2, note: 'E4', cents: 0 }, { string: 1, note: 'F#-1', cents: 0.5 }]);
});

test('low strings lower the range, and only then take another tuner', () => {
  const module = newModule();
  const tuner = new Tuner(module, 48000, standardTunerSettings);
  assert.deepEqual(tuner.range, standardTunerSettings.range);
  assert.ok(tuner.listensAs({ ...standardTunerSettings, lowestString: 82.4 }));
  const bass = { ...standardTunerSettings, lowestString: 30.868 };
  assert.ok(!tuner.listensAs(bass));
  assert.ok(Math.abs(new Tuner(module, 48000, bass).range[0] - 0.6 * 30.868) < 1e-9);
  assert.ok(!tuner.listensAs({ ...standardTunerSettings, gate: 'off' }));
  // Notes that must begin at once have no longer frames than they need.
  const prompt = { ...standardTunerSettings, isPrompt: true };
  assert.ok(!tuner.listensAs(prompt));
  assert.equal(new Tuner(module, 48000, prompt).range[0], 75);
  assert.ok(Math.abs(new Tuner(module, 48000, { ...bass, isPrompt: true }).range[0] - 0.9 * 30.868) < 1e-9);
});

test('settings out of range are refused, and the tuner goes on', () => {
  const module = newModule();
  const tuner = new Tuner(module, 48000, standardTunerSettings);
  const refused = (settings) => assert.throws(
    () => tuner.apply({ ...standardTunerSettings, ...settings }), RangeError);
  refused({ concertPitch: 1000 });
  refused({ concertPitch: NaN });
  refused({ tolerance: 0 });
  refused({ temperament: new Array(12).fill(NaN) });
  refused({ mode: { note: 200, cents: 0 } });
  refused({ mode: { strings: [], locked: 0 } });
  refused({ mode: { strings: [{ number: 1e9, midi: 40, cents: 0 }], locked: 0 } });
  assert.throws(
    () => new Tuner(module, 48000, { ...standardTunerSettings, range: [50, 10] }), RangeError);
  assert.throws(() => new Tuner(module, 4000, standardTunerSettings), RangeError);
  listen(tuner, sine(440, 48000, 1), 128);
  assert.equal(tuner.state[places.note], 69);
  const tones = new Tones(newModule('tones'), 48000);
  for (const settings of [
    { waveform: 'sine', frequencies: [], level: -20 },
    { waveform: 'sine', frequencies: [24000], level: -20 },
    { waveform: 'noise', frequencies: [440], level: -20 },
    { waveform: 'sine', frequencies: [440], level: 3 },
  ]) assert.throws(() => tones.start(settings), RangeError);
  const metronome = new Metronome(newModule('metronome'), 48000);
  for (const settings of [{ tempo: 5 }, { beats: 0 }, { swing: 90 }, { subdivision: 2.5 }]) {
    assert.throws(
      () => metronome.apply({ ...standardMetronomeSettings, ...settings }), RangeError);
  }
});

test('a note that ends is told with its mean, and coming into tune once', () => {
  const tuner = new Tuner(newModule(), 48000, standardTunerSettings);
  const samples = new Float32Array(48000 * 4);
  samples.set(sine(440 * 2 ** (1 / 1200), 48000, 2), 4800);
  listen(tuner, samples, 128);
  const kinds = [];
  let note;
  for (let index = 0; index < tuner.state[places.eventCount]; index += 1) {
    const place = places.events + 7 * index;
    kinds.push(tuner.state[place]);
    if (tuner.state[place] === 3) note = tuner.state.slice(place, place + 7);
  }
  assert.deepEqual([...kinds].sort(), [1, 2, 3]);
  const [, start, duration, midi, mean] = note;
  assert.ok(Math.abs(start - 0.1) < 0.06 && Math.abs(duration - 2) < 0.1);
  assert.equal(midi, 69);
  assert.ok(Math.abs(mean - 1) < 0.1);
});

/** Renders a sound in blocks, and returns its samples. */
function render(sound, count, blockSize = 128) {
  const samples = new Float32Array(count);
  for (let start = 0; start < count; start += blockSize) {
    const length = Math.min(blockSize, count - start);
    if (sound.render(length)) samples.set(sound.output.subarray(0, length), start);
  }
  return samples;
}

test('a tone begins, glides, leaps and ends without a click', () => {
  const tones = new Tones(newModule('tones'), 48000);
  tones.start({ waveform: 'sine', frequencies: [440], level: -6 });
  const parts = [render(tones, 9600)];
  tones.start({ waveform: 'sine', frequencies: [445], level: -12 });
  parts.push(render(tones, 9600));
  tones.start({ waveform: 'sine', frequencies: [660], level: -6 });
  parts.push(render(tones, 9600));
  tones.stop();
  parts.push(render(tones, 9600));
  const samples = parts.flatMap((part) => [...part]);
  assert.ok(samples.slice(-4800).every((value) => value === 0));
  // The second difference of a sine of amplitude a is a ω² at most; a step would be as large as itself.
  const limit = 1.1 * 0.5012 * ((2 * Math.PI * 660) / 48000) ** 2 + 2e-4;
  for (let index = 2; index < samples.length; index += 1) {
    const bend = Math.abs(samples[index] - 2 * samples[index - 1] + samples[index - 2]);
    assert.ok(bend < limit, `sample ${index}: ${bend}`);
  }
});

test('the tuner reads the tone that the module plays within 0.01 cents', () => {
  const tones = new Tones(newModule('tones'), 48000);
  tones.start({ waveform: 'sawtooth', frequencies: [146.832], level: -20 });
  const tuner = new Tuner(newModule(), 48000, standardTunerSettings);
  listen(tuner, render(tones, 96000), 128);
  const error = 1200 * Math.log2(tuner.state[places.frequency] / 146.832);
  assert.ok(Math.abs(error) < 0.01, `${error} cents`);
});

/** The level of the first partials of a tone, in decibels above that of the first. */
function partials(samples, frequency, sampleRate, count) {
  const levels = Array.from({ length: count }, (_, index) => {
    const step = (2 * Math.PI * frequency * (index + 1)) / sampleRate;
    let [real, imaginary] = [0, 0];
    samples.forEach((sample, place) => {
      // A Hann window keeps the partials apart.
      const weight = sample * (1 - Math.cos((2 * Math.PI * place) / samples.length));
      real += weight * Math.cos(step * place);
      imaginary += weight * Math.sin(step * place);
    });
    return 10 * Math.log10(real * real + imaginary * imaginary + 1e-12);
  });
  return levels.map((level) => level - levels[0]);
}

test('the core knows the waveforms that the page names, each by its partials, and no other', () => {
  const falling = (each, perOctave) => (order) => (each(order) ? -perOctave * Math.log2(order) : -60);
  const odd = (order) => order % 2 === 1;
  /** Decibels of a partial; -60 for none. */
  const expected = {
    sine: (order) => (order === 1 ? 0 : -60), triangle: falling(odd, 12.04), sawtooth: falling(() => true, 6.02),
    square: falling(odd, 6.02), pulse: () => 0,
  };
  assert.deepEqual(Object.keys(expected), waveforms);
  const tones = new Tones(newModule('tones'), 48000);
  for (const waveform of waveforms) {
    tones.start({ waveform, frequencies: [200], level: -20 });
    const samples = render(tones, 48000).subarray(24000);
    partials(samples, 200, 48000, 7).forEach((level, index) => {
      const wanted = expected[waveform](index + 1);
      assert.ok(wanted === -60 ? level < -60 : Math.abs(level - wanted) < 0.5, `${waveform}, partial ${index + 1}: ${level} dB`);
    });
  }
  tones.settings = { waveform: 'noise', frequencies: [440], toneCount: 1, level: -20 };
  assert.throws(() => tones.play(), RangeError);
});

test('taps come to a tempo as the core counts them, without what was missed or doubled', () => {
  const taps = new MetronomeTapsObject(newModule('metronome'));
  const tempos = [7, 7.5, 8, 8.5, 9, 10, 10.5, 10.54, 11].map((time) => taps.take(time));
  assert.equal(tempos[0], null);
  for (const tempo of tempos.slice(1)) assert.ok(Math.abs(tempo - 120) < 1e-9);
  assert.equal(taps.take(60), null);
  assert.ok(Math.abs(taps.take(61) - 60) < 1e-9);
});

function clicksOf(metronome, count, blockSize) {
  const clicks = [];
  for (let start = 0; start < count; start += blockSize) {
    metronome.render(Math.min(blockSize, count - start), 0);
    while (clicks.length < metronome.clickCount[0]) clicks.push(metronome.click(clicks.length));
  }
  return clicks;
}

for (const blockSize of [128, 441, 8192]) {
  test(`in blocks of ${blockSize}, clicks are at the samples that the tempo says`, () => {
    const metronome = new Metronome(newModule('metronome'), 44100);
    metronome.apply({ ...standardMetronomeSettings, tempo: 133, beats: 3, accents: [2, 0, 3] });
    const clicks = clicksOf(metronome, 44100 * 20, blockSize);
    assert.equal(clicks.length, Math.ceil((20 * 133) / 60));
    clicks.forEach(({ sample, bar, beat, accent }, index) => {
      assert.equal(sample, Math.round((index * 60 * 44100) / 133));
      assert.deepEqual([bar, beat, accent],
        [Math.floor(index / 3), index % 3, [2, 0, 3][index % 3]]);
    });
  });
}

test('a tempo changes in the beat, other settings with the next bar', () => {
  const metronome = new Metronome(newModule('metronome'), 48000);
  metronome.apply({ ...standardMetronomeSettings, tempo: 120 });
  metronome.render(6000, 0); // a quarter of the first beat
  metronome.apply({ ...standardMetronomeSettings, tempo: 60 });
  let clicks = clicksOf(metronome, 48000 * 2, 128);
  assert.deepEqual(clicks.map((click) => click.sample), [0, 42000, 90000]);
  metronome.apply({ ...standardMetronomeSettings, tempo: 60, beats: 3, subdivision: 2 });
  clicks = clicksOf(metronome, 48000 * 5, 128);
  const seen = clicks.slice(3).map(({ sample, bar, beat, voice }) => [sample, bar, beat, voice]);
  assert.deepEqual(seen.slice(0, 5), [
    [138000, 0, 3, 'beat'], [186000, 1, 0, 'beat'], [210000, 1, 0, 'subdivision'],
    [234000, 1, 1, 'beat'], [258000, 1, 1, 'subdivision'],
  ]);
});

test('names of notes come from the core in every notation', async () => {
  const names = await loadNames(read('names'));
  assert.equal(names.noteName(61), 'C♯4');
  assert.equal(names.noteName(61, 'english', 'flats'), 'D♭4');
  assert.equal(names.noteName(58, 'german', 'flats'), 'B3');
  assert.equal(names.noteName(59, 'german-helmholtz'), 'h');
  assert.equal(names.noteName(60, 'fixed-do-c3'), 'Do3');
  assert.equal(names.noteName(0), 'C-1');
  assert.equal(names.noteName(69, 'midi'), '69');
  assert.equal(names.pitchClassName(62, 'vietnamese'), 'Rê');
  for (const notation of names.notations) assert.notEqual(names.noteName(60, notation), '');
});

test('every temperament of the page keeps A4 on every root, and C is where its table puts it', async () => {
  const { pitches } = await loadNames(read('names'));
  const tables = JSON.parse(readFileSync(new URL('data/temperaments.json', site), 'utf8'))
    .filter(({ cents }) => cents?.length === 12);
  assert.ok(tables.length > 20);
  for (const { name, cents } of tables) {
    for (let root = 0; root < 12; root += 1) {
      pitches.tune(415, cents, root);
      assert.ok(Math.abs(pitches.frequency(69, 0) - 415) < 1e-9, name);
      const [degreeOfC, degreeOfA] = [(12 - root) % 12, (21 - root) % 12];
      const offset = cents[degreeOfC] - 100 * degreeOfC - (cents[degreeOfA] - 100 * degreeOfA);
      assert.ok(Math.abs(pitches.offsets[0] - offset) < 1e-9, `${name} on ${root}`);
      assert.ok(Math.abs(1200 * Math.log2(pitches.frequency(60, 3) / 415) + 900 - offset - 3) < 1e-9);
    }
  }
  assert.throws(() => pitches.tune(299, tables[0].cents, 0), RangeError);
});

test('names of notes from a server are read as the core writes them', async () => {
  const { midiNumber } = await import(new URL('engine/note-names.js', web));
  for (const [name, midi] of [
    ['A4', 69], ['C-1', 0], ['Bb3', 58], ['C#4', 61], ['Cb4', 59], ['F##3', 55], ['G9', 127],
  ]) assert.equal(midiNumber(name), midi, name);
  for (const name of ['H4', 'A', '', 'A#b4', 'a4']) assert.equal(midiNumber(name), null, name);
});

test('notes from a server are its own, and readings make none', async () => {
  const { RemoteEngine } = await import(new URL('engine/remote.js', web));
  let source;
  globalThis.EventSource = class extends EventTarget {
    constructor() {
      super();
      source = this;
    }
    close() {}
  };
  const remote = new RemoteEngine('api/readings');
  const notes = [];
  remote.addEventListener('note', (event) => notes.push(event.detail));
  const reading = { frequency: 440, note: 'A', octave: 4, cents: 0, periodicity: 1, level: -20, inTune: true };
  for (let index = 0; index < 100; index += 1) {
    source.onmessage({ data: JSON.stringify({ ...reading, time: index / 50 }) });
  }
  source.onmessage({ data: JSON.stringify({ time: 3, frequency: null, level: -80 }) });
  assert.equal(remote.state.voiced, false);
  assert.deepEqual(notes, []);
  const data = JSON.stringify({
    startTime: 0.5, duration: 1.5, note: 'A4', midi: 69, targetFrequency: 440, string: null, meanCents: 0.25, spread: 0.5,
    timeInTune: 1.25, readings: 75,
  });
  source.dispatchEvent(Object.assign(new Event('note'), { data }));
  assert.deepEqual(notes, [
    { start: 0.5, duration: 1.5, midi: 69, meanCents: 0.25, spreadCents: 0.5, secondsInTune: 1.25 }]);
  remote.close();
  delete globalThis.EventSource;
});
