// Runs the modem's web module outside a browser: node --test Tests/Web/modem.test.mjs
// Needs .build-web/site and .build-web/golden/modem (Scripts/test-web.sh makes both).

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const site = new URL('../../.build-web/site/', import.meta.url);
const web = new URL('../../Web/', import.meta.url);
const golden = new URL('../../.build-web/golden/modem/', import.meta.url);
const { Module, pushAll } = await import(new URL('engine/module.js', web));
const { Receiver, Sender, plan } = await import(new URL('engine/air/modem.js', web));
const { bands } = await import(new URL('vocabulary/air.js', web));
const { modes } = await import(new URL('vocabulary/settings.js', web));

const compiled = new WebAssembly.Module(readFileSync(new URL('engine/air.wasm', site)));
const newModule = () => new Module(new WebAssembly.Instance(compiled, {}));
const clips = readdirSync(golden).filter((name) => name.endsWith('.json'));

function readClip(name) {
  const { payload, ...clip } = JSON.parse(readFileSync(new URL(name, golden), 'utf8'));
  const file = readFileSync(new URL(name.replace('.json', '.f32'), golden));
  return { ...clip, payload: Uint8Array.from(payload), samples: new Float32Array(file.buffer, file.byteOffset, file.length / 4) };
}

/** All samples of a message, rendered in blocks of some size. */
function render(module, sampleRate, message, blockSize = 128) {
  const sender = new Sender(module, sampleRate);
  sender.load({ isExact: true, level: -6, number: 0xABCDE, ...message });
  const samples = new Float32Array(sender.status.sampleCount + blockSize);
  let place = 0;
  for (let count = blockSize; count === blockSize; place += count) {
    count = sender.render(blockSize);
    samples.set(sender.output.subarray(0, count), place);
  }
  sender.release();
  return samples.subarray(0, place);
}

function hear(receiver, samples, blockSize = 128) {
  const events = [];
  for (let start = 0; start < samples.length; start += blockSize) {
    pushAll(samples.subarray(start, start + blockSize), receiver);
    for (let event = receiver.nextEvent(); event; event = receiver.nextEvent()) events.push(event);
  }
  return events;
}

/** Silence before, and enough behind that the last packet is read. */
function padded(samples, sampleRate, noise = 0) {
  const before = Math.round(0.3 * sampleRate);
  const all = new Float32Array(before + samples.length + Math.round(0.5 * sampleRate));
  all.set(samples, before);
  if (noise > 0) addNoise(all, noise);
  return all;
}

function addNoise(samples, amplitude, start = 1) {
  let seed = start;
  for (let index = 0; index < samples.length; index += 1) {
    seed = (seed * 48271) % 2147483647;
    samples[index] += amplitude * (2 * (seed / 2147483647) - 1);
  }
}

const messages = (events) => events.filter(({ kind }) => kind === 'message');

test('the module imports nothing, and its memory cannot grow', () => {
  assert.deepEqual(WebAssembly.Module.imports(compiled), []);
  assert.throws(() => newModule().functions.memory.grow(1));
});

test('clips of three bands, at two rates, and two messages in parts are there', () => assert.equal(clips.length, 26));

for (const name of clips) {
  test(`${name}: the wave is the native build's, and the native wave is heard`, () => {
    const { band, mode, sampleRate, number, payload, samples } = readClip(name);
    const module = newModule();
    const sent = render(module, sampleRate, { payload, band, distance: mode, number });
    assert.equal(sent.length, samples.length);
    let worst = 0;
    for (let index = 0; index < sent.length; index += 1) worst = Math.max(worst, Math.abs(sent[index] - samples[index]));
    assert.ok(worst < 1e-6, `off by ${worst}`);
    const [message, ...more] = messages(hear(new Receiver(module, sampleRate), padded(samples, sampleRate)));
    assert.deepEqual(message?.payload, payload);
    assert.equal(more.length, 0);
    assert.deepEqual([message.band, message.mode], [band, mode]);
    assert.ok(Math.abs(message.time - 0.3) < 0.01 && Math.abs(message.speed) < 0.2);
  });
}

for (const { name: band } of bands) {
  for (const sampleRate of [44100, 48000]) {
    test(`what the module sends in ${band} at ${sampleRate} Hz it hears in noise, whatever the blocks`, () => {
      const payload = new TextEncoder().encode('Grüße, 友達');
      for (const [distance, blockSize] of [['desk', 128], ['room', 441], ['beacon', 8192]]) {
        const module = newModule();
        const sent = render(module, sampleRate, { payload, band, distance }, blockSize);
        const receiver = new Receiver(module, sampleRate, [band]);
        const found = messages(hear(receiver, padded(sent, sampleRate, 0.02), blockSize));
        assert.equal(found.length, 1, distance);
        assert.deepEqual(found[0].payload, payload);
        assert.ok(found[0].signalToNoise > 10);
      }
    });
  }
}

test('a long message tells its progress, part by part, and comes once', () => {
  const module = newModule();
  const payload = Uint8Array.from({ length: 700 }, (_, index) => index % 251);
  const samples = render(module, 48000, { payload, band: 'A', distance: 'touch' });
  const events = hear(new Receiver(module, 48000), padded(samples, 48000));
  const progress = events.filter(({ kind }) => kind === 'progress');
  assert.deepEqual(progress.map(({ heardCount }) => heardCount), progress.map((_, index) => index + 1));
  assert.equal(progress.length, progress[0].neededCount - 1);
  assert.equal(progress[0].number, 0xABCDE);
  assert.deepEqual(messages(events).map((event) => event.payload), [payload]);
});

test('half a long message is given up after two minutes, with that reason', () => {
  const module = newModule();
  const payload = new Uint8Array(700).fill(7);
  const samples = render(module, 16000, { payload, band: 'A', distance: 'touch' });
  const receiver = new Receiver(module, 16000, ['A']);
  hear(receiver, samples.subarray(0, samples.length >> 1), 8192);
  const [event] = hear(receiver, new Float32Array(130 * 16000), 8192).filter(({ kind }) => kind === 'abandoned');
  assert.deepEqual([event.reason, event.heardCount > 0, event.heardCount < event.neededCount], ['timed-out', true, true]);
});

test('an echo is told: how strong it is, how late, and what to think of it', () => {
  const module = newModule();
  const heard = (distance, delay, gain) => {
    const dry = padded(render(module, 48000, { payload: Uint8Array.of(1, 2, 3), band: 'U', distance }), 48000, 0.0005);
    const wet = Float32Array.from(dry, (sample, index) => sample + (index < delay ? 0 : gain * dry[index - delay]));
    const receiver = new Receiver(module, 48000, ['U']);
    const [message] = messages(hear(receiver, wet, 2048));
    receiver.release();
    return message;
  };
  const clear = heard('room', 576, 0);
  assert.deepEqual([clear.echo, clear.verdict], [-20, 'good']);
  // 12 ms later, 1 dB softer.
  const room = heard('room', 576, 0.891);
  assert.ok(room.echo > -5 && room.echo < 0, room.echo);
  assert.ok(Math.abs(room.delaySpread - 0.006) < 0.001, room.delaySpread);
  // 4 ms later, 6 dB softer: too much for carriers.
  const desk = heard('desk', 192, 0.501);
  assert.ok(desk.echo > -10 && desk.echo < -5, desk.echo);
  assert.equal(desk.verdict, 'echoing');
});

test('a packet that another one cuts off is told as lost, once no longer one may have begun there', () => {
  const module = newModule();
  const [first, second] = ['sixteen bytes A.', 'other bytes here'].map((text) => (
    padded(render(module, 48000, { payload: new TextEncoder().encode(text), band: 'U', distance: 'room' }), 48000)));
  const samples = new Float32Array(24 * 48000);
  samples.set(first);
  samples.set(second.subarray(48400), 48400);
  addNoise(samples, 0.0035);
  const events = hear(new Receiver(module, 48000, ['U']), samples, 2048);
  assert.deepEqual(events.map(({ kind, band, mode }) => [kind, band, mode]), [['lost', 'U', 'room']]);
  assert.ok(Math.abs(events[0].time - 0.3) < 0.005);
});

test('twenty seconds of noise, and of silence, give nothing', () => {
  const receiver = new Receiver(newModule(), 48000);
  const noise = new Float32Array(20 * 48000);
  addNoise(noise, 0.3, 5);
  assert.deepEqual(hear(receiver, noise, 2048), []);
  assert.deepEqual(hear(receiver, new Float32Array(20 * 48000), 2048), []);
});

test('samples that are not finite do no harm', () => {
  const module = newModule();
  const payload = Uint8Array.of(1, 2, 3);
  const samples = padded(render(module, 48000, { payload, band: 'U', distance: 'room' }), 48000);
  [NaN, Infinity, -Infinity, 1e30].forEach((bad, index) => { samples[5000 + 11 * index] = bad; });
  assert.deepEqual(messages(hear(new Receiver(module, 48000), samples)).map((event) => event.payload), [payload]);
});

test('blocks allocate nothing: only packets do, as they begin and as they arrive', () => {
  const module = newModule();
  const receiver = new Receiver(module, 48000);
  const silence = new Float32Array(4 * 48000);
  hear(receiver, silence);
  const before = module.allocations;
  hear(receiver, silence);
  assert.equal(module.allocations, before);
  const sender = new Sender(module, 48000);
  sender.load({ payload: new Uint8Array(600), band: 'U', distance: 'touch', isExact: true, level: -6, number: 1 });
  let [allocating, blocks] = [0, 0];
  for (let rendered = 128; rendered === 128; blocks += 1) {
    const allocations = module.allocations;
    rendered = sender.render(128);
    if (module.allocations > allocations) allocating += 1;
  }
  // A packet is planned as it begins, and its two voices are made at their first symbols.
  assert.equal(sender.status.startedPacketCount, sender.status.packetCount);
  assert.ok(allocating <= 3 * sender.status.packetCount && blocks > 100 * sender.status.packetCount, `${allocating} of ${blocks}`);
});

test('an hour of packets takes no more memory than a minute of them', () => {
  const module = newModule();
  const receiver = new Receiver(module, 16000, ['A']);
  const payload = new Uint8Array(30);
  const samples = padded(render(module, 16000, { payload, band: 'A', distance: 'desk' }), 16000);
  const run = (count) => { for (let turn = 0; turn < count; turn += 1) hear(receiver, samples, 2048); };
  run(4);
  const reach = module.functions.memory_reach();
  run(40);
  assert.equal(module.functions.memory_reach(), reach);
});

test('bands that a rate does not carry are refused, and left out where none is named', () => {
  const module = newModule();
  const payload = new Uint8Array(1);
  assert.throws(() => new Receiver(module, 16000, ['U']), RangeError);
  assert.throws(() => new Receiver(module, 7999), RangeError);
  assert.throws(() => render(module, 32000, { payload, band: 'X', distance: 'room' }), RangeError);
  const samples = padded(render(module, 16000, { payload, band: 'A', distance: 'room' }), 16000);
  assert.equal(messages(hear(new Receiver(module, 16000), samples)).length, 1);
});

test('settings that are out of range are refused', () => {
  const good = { payload: new Uint8Array(5), band: 'U', distance: 'room' };
  for (const bad of [
    { payload: new Uint8Array(65536) }, { band: 'B' }, { distance: 'moon' }, { distance: 'automatic', isExact: true },
    { level: 1 }, { level: NaN }, { number: 2 ** 24 }, { number: -1 },
  ]) assert.throws(() => render(newModule(), 48000, { ...good, ...bad }), RangeError, JSON.stringify(bad));
});

test('plans are the times that messages then take', () => {
  const module = newModule();
  const sender = new Sender(module, 48000);
  for (const { name: band } of bands) {
    for (const distance of modes) {
      for (const count of [0, 16, 64, 500, 65535]) {
        const planned = plan(module, count, band, distance, true);
        sender.load({ payload: new Uint8Array(count), band, distance, isExact: true, level: -6, number: 1 });
        assert.equal(planned.mode, modes[sender.status.mode]);
        // Each packet is rounded up to whole samples.
        const limit = 2 * sender.status.packetCount / 48000;
        assert.ok(Math.abs(planned.seconds - sender.status.sampleCount / 48000) < limit, `${band} ${distance} ${count}`);
      }
    }
  }
  assert.ok(Math.abs(plan(module, 16, 'U', 'room').seconds - 1.39) < 0.01);
  assert.equal(plan(module, 16, 'U', 'automatic').mode, 'room');
  assert.equal(plan(module, 4096, 'U', 'automatic').mode, 'room');
  assert.equal(plan(module, 65536, 'U', 'automatic'), null);
});
