// What a synthesizer gets of a sound, and what the players' view shows of it: the web modules against the native build.
// Needs .build-web/site and .build-web/golden (Scripts/test-web.sh makes both).

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const site = new URL('../../.build-web/site/', import.meta.url);
const web = new URL('../../Web/', import.meta.url);
const golden = new URL('../../.build-web/golden/', import.meta.url);
const { Module } = await import(new URL('engine/module.js', web));
const { Tuner, standardTunerSettings } = await import(new URL('engine/core.js', web));
const { MIDINotes } = await import(new URL('engine/stage/midi-notes.js', web));
const { PlayingNote } = await import(new URL('engine/stage/playing-note.js', web));
const { SteadyTone } = await import(new URL('engine/stage/steady-tone.js', web));
const { stateFields } = await import(new URL('vocabulary/engine.js', web));
const { playingHistoryTime, usualBends } = await import(new URL('vocabulary/stage.js', web));
const load = (name) => Module.compiled(readFileSync(new URL(`engine/${name}.wasm`, site)));
const clips = readdirSync(golden).filter((name) => name.endsWith('.json'));
const pitch = { concertPitch: 440, temperament: new Float64Array(12) };
const plain = { ...pitch, isMPE: false, bend: 0 };
const a4 = (time, frequency = 440) => ({ time, frequency, level: -20, confidence: 1 });

/** The readings of a clip, as the worklet tells them, each with the seconds of sound that it took. */
function readings(clip, settings = standardTunerSettings) {
  const file = readFileSync(new URL(clip.replace('.json', '.f32'), golden));
  const samples = new Float32Array(file.buffer, file.byteOffset, file.length / 4);
  const { sampleRate } = JSON.parse(readFileSync(new URL(clip, golden), 'utf8'));
  const tuner = new Tuner(load('tuner'), sampleRate, settings);
  const list = [];
  let told = 0;
  for (let start = 0; start < samples.length; start += 64) {
    const piece = samples.subarray(start, start + 64);
    tuner.input.set(piece);
    tuner.push(piece.length);
    if (tuner.readingCount === told) continue;
    // Readings begin with a few at once, from which no note can begin.
    assert.ok(tuner.readingCount === told + 1 || told === 0);
    told = tuner.readingCount;
    const { state } = tuner;
    list.push({
      time: state[stateFields.time], frequency: state[stateFields.rawFrequency], level: state[stateFields.level],
      confidence: state[stateFields.confidence], heard: (start + piece.length) / sampleRate,
      voiced: state[stateFields.voiced] !== 0, note: state[stateFields.note],
    });
  }
  return list;
}

/** Key on and off, in order. */
const notes = (bytes) => {
  const found = [];
  for (let index = 0; index < bytes.length; index += 3) {
    const kind = bytes[index] >> 4;
    if (kind === 9 || kind === 8) found.push([kind === 9, bytes[index + 1]]);
  }
  return found;
};

for (const clip of clips) {
  test(`${clip}: the bytes of MIDI and the calm note are those of the native build`, () => {
    const reference = JSON.parse(readFileSync(new URL(clip, golden), 'utf8'));
    const list = readings(clip);
    assert.equal(reference.midi.length, list.length + 2);
    for (const isMPE of [false, true]) {
      const midi = new MIDINotes(load('midi'));
      const sent = [[...midi.begin({ ...plain, isMPE })], ...list.map((reading) => [...midi.take(reading)]), [...midi.finish()]];
      assert.deepEqual(sent, reference[isMPE ? 'mpe' : 'midi']);
      // Every note that begins ends.
      const keys = notes(sent.flat());
      assert.equal(keys.filter(([isOn]) => isOn).length, keys.filter(([isOn]) => !isOn).length);
      midi.midi.release();
    }
    const playing = new PlayingNote(load('playing'));
    playing.apply({ ...pitch, tolerance: 10 });
    list.forEach(({ frequency, time }, index) => {
      const { isShown, note, cents, side, isHeld, deviation } = playing.show(frequency, time);
      assert.equal(isShown, note !== 0);
      const [wantedNote, wantedCents, ...wanted] = reference.playing[index];
      assert.deepEqual([note, side, isHeld], [wantedNote, wanted[0], wanted[1]]);
      assert.ok(Math.abs(cents - wantedCents) < 1e-9);
      assert.equal(deviation === null, wanted[2] === null);
      if (deviation !== null) assert.ok(Math.abs(deviation - wanted[2]) < 1e-9);
    });
  });
}

test('the melody plays its four notes, G3 B3 D4 G4', () => {
  const { midi } = JSON.parse(readFileSync(new URL('melody.json', golden), 'utf8'));
  assert.deepEqual(notes(midi.slice(1).flat()).filter(([isOn]) => isOn).map(([, key]) => key), [55, 59, 62, 67]);
});

test('prompt notes begin within 80 ms, at least 20 ms earlier, and on the same keys', () => {
  const begins = [false, true].map((isPrompt) => {
    const midi = new MIDINotes(load('midi'));
    midi.begin(plain);
    return readings('melody.json', { ...standardTunerSettings, isPrompt }).flatMap((reading) => (
      notes([...midi.take(reading)]).filter(([isOn]) => isOn).map(([, key]) => [key, reading.heard])));
  });
  assert.deepEqual(begins[1].map(([key]) => key), begins[0].map(([key]) => key));
  // The melody's strings are plucked 0.7 s apart.
  begins[1].forEach(([, time], index) => assert.ok(time - 0.7 * index < 0.08, `${time}`));
  begins[0].forEach(([, time], index) => assert.ok(time - begins[1][index][1] >= 0.02, `${time}, ${begins[1][index][1]}`));
});

/** When each note of a clip is named first, and which, in order: key and seconds of sound. */
function names(clip, settings) {
  let last = null;
  return readings(clip, settings).flatMap(({ voiced, note, heard }) => {
    const before = last;
    last = voiced ? note : last;
    return voiced && note !== before ? [[note, heard]] : [];
  });
}

test('the strings of the melody are named within 80 ms', () => {
  const named = names('melody.json');
  assert.deepEqual(named.map(([key]) => key), [55, 59, 62, 67]);
  // They are plucked 0.7 s apart; of the first one, no frame is full sooner.
  named.forEach(([, time], index) => assert.ok(time - 0.7 * index < 0.08 + (index === 0 ? 0.02 : 0), `${time}`));
});

test('what is out of range is refused, and a new pitch moves the keys', () => {
  const midi = new MIDINotes(load('midi'));
  assert.throws(() => midi.begin({ ...plain, bend: 97 }), RangeError);
  assert.throws(() => midi.begin({ ...plain, concertPitch: Number.NaN }), RangeError);
  assert.throws(() => midi.tune({ ...pitch, concertPitch: 9000 }), RangeError);
  midi.begin({ ...plain, bend: 12 });
  assert.equal(midi.midi.doubles(0)[2], 12);
  midi.tune({ ...pitch, concertPitch: 415.3 });
  let sent = [];
  for (let index = 0; index < 10; index += 1) sent = [...sent, ...midi.take(a4(index / 100))];
  assert.deepEqual(notes(sent), [[true, 70]]);
  assert.deepEqual([...midi.silence()], [0x80, 70, 64, 0xb0, 123, 0]);
  assert.deepEqual(usualBends, { plain: 2, mpe: 48 });
});

test('a note that is held for two seconds is a steady tone; a melody, a slide and a broken note are none', () => {
  /** @param {(time: number) => number} frequency @returns The time and the frequency, at 60 readings a second. */
  const found = (frequency) => {
    const tone = new SteadyTone(load('calibration'));
    for (let index = 0; index < 600; index += 1) {
      const mean = tone.take(frequency(index / 60), index / 60);
      if (mean !== null) return [index / 60, mean];
    }
    return null;
  };
  const [time, mean] = found((seconds) => 441.3 * 2 ** (Math.sin(30 * seconds) / 1200));
  assert.ok(time >= 2 && time < 2.1, `${time}`);
  assert.ok(Math.abs(1200 * Math.log2(mean / 441.3)) < 0.2, `${mean}`);
  assert.equal(found((seconds) => 440 * 2 ** ([0, 2, 4, 5, 7][Math.floor(2 * seconds) % 5] / 12)), null);
  assert.equal(found((seconds) => 440 * 2 ** (20 * seconds / 1200)), null);
  assert.equal(found((seconds) => (seconds % 1.9 < 1.6 ? 440 : 0)), null);
  assert.equal(found(() => 0), null);
});

test('hours of readings neither allocate without end nor overflow the memory', () => {
  const [midiModule, playingModule] = [load('midi'), load('playing')];
  const midi = new MIDINotes(midiModule);
  const playing = new PlayingNote(playingModule);
  playing.apply({ ...pitch, tolerance: 3 });
  midi.begin({ ...plain, isMPE: true });
  const reach = () => [midiModule, playingModule].map((module) => module.functions.memory_reach());
  let before;
  for (let index = 0; index < 200_000; index += 1) {
    // Four notes a second, with vibrato and gaps.
    const note = 60 + Math.floor(index / 25) % 12;
    const frequency = index % 25 < 3 ? 0 : 440 * 2 ** ((note - 69 + 0.2 * Math.sin(index / 3)) / 12);
    midi.take(a4(index / 100, frequency));
    playing.take(frequency, index / 100);
    if (index === 20_000) before = reach();
  }
  assert.deepEqual(reach(), before);
  assert.equal(playingHistoryTime, 10);
});
