// What a server hears, as the page shows it: node --test Tests/Web/remote.test.mjs. Needs Web/vocabulary.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** @type {any} */
let source;
globalThis.EventSource = class extends EventTarget {
  constructor() { super(); source = this; }
  close() {}
};
const { RemoteEngine } = await import(new URL('../../Web/engine/remote.js', import.meta.url));

const note = (cents, more = {}) => ({
  time: 1, level: -20, periodicity: 1, frequency: 440 * 2 ** (cents / 1200), note: 'A', octave: 4, cents, target: 'A4', targetFrequency: 440,
  targetCents: cents, string: null, inTune: Math.abs(cents) < 3, ...more,
});
const held = (target = 'A4') => ({ time: 2, level: -40, periodicity: 0, frequency: null, note: null, octave: null, cents: null, target, targetFrequency: null, targetCents: null, string: null, inTune: false });
const nothing = { ...held(null) };

function hear(lines, tolerance = 3) {
  const engine = new RemoteEngine(new URL('http://localhost/'));
  engine.tolerance = tolerance;
  return lines.map((line) => {
    const before = engine.state;
    source.onmessage({ data: JSON.stringify(line) });
    assert.notEqual(engine.state, before);
    assert.ok(Object.isFrozen(engine.state));
    return engine.state;
  });
}

test('each line is one reading: no note without a frequency, and none of another note', () => {
  const states = hear([note(-20), held(), nothing, held(), note(1), held('E2'), note(5), nothing]);
  assert.deepEqual(states.map(({ verdict, voiced, held: isHeld }) => [verdict, voiced, isHeld]), [
    ['flat', true, false], ['flat', true, true], ['none', false, false], ['none', false, false], ['good', true, false], ['none', false, false],
    ['sharp', true, false], ['none', false, false]]);
  for (const { voiced, frequency, note: midi, targetFrequency } of states) {
    assert.equal(voiced, frequency > 0);
    assert.equal(voiced, midi > 0);
    assert.equal(voiced, targetFrequency > 0);
  }
});

test('a tone in tune stays so up to 1.5 times the tolerance that the page is set to', () => {
  const verdicts = (cents, tolerance) => hear(cents.map((value) => note(value)), tolerance).map(({ verdict }) => verdict);
  assert.deepEqual(verdicts([4, 2, 4, 5, 4, -2, -4.4, -4.6], 3), ['sharp', 'good', 'good', 'sharp', 'sharp', 'good', 'good', 'flat']);
  assert.deepEqual(verdicts([4, 12, 16], 10), ['good', 'good', 'sharp']);
});

test('the chime does not say in tune where the eye says flat', () => {
  assert.deepEqual(hear([note(-8, { inTune: true }), note(1, { inTune: true })]).map(({ inTune }) => inTune), [false, true]);
});

test('several tones at once are never in tune, also while they are held, and a bell is told; an older server says nothing of it', () => {
  const several = { sound: 'several' };
  const states = hear([note(0, several), { ...held(), ...several }, note(0, { sound: 'bell' }), note(0, { sound: 'strike' }), note(0)]);
  assert.deepEqual(states.map(({ verdict, sound, inTune }) => [verdict, sound, inTune]), [
    ['several', 'several', false], ['several', 'several', false], ['good', 'bell', true], ['good', 'tone', true], ['good', 'tone', true]]);
});
