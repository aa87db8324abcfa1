// Prints how much of real time the web modules take in Node.

import { readFileSync } from 'node:fs';

const site = new URL('../../.build-web/site/', import.meta.url);
const web = new URL('../../Web/', import.meta.url);
const { Module, pushAll } = await import(new URL('engine/module.js', web));
const { Tuner, Views, standardTunerSettings } = await import(new URL('engine/core.js', web));
const bytes = readFileSync(new URL('engine/tuner.wasm', site));
const module = Module.compiled(bytes);
const drawing = Module.compiled(readFileSync(new URL('engine/views.wasm', site)));
const sampleRate = 48000;
const seconds = 20;

/** Hears a string of eight partials, and draws 60 times a second or never. */
function share(isDrawn) {
  const tuner = new Tuner(module, sampleRate, standardTunerSettings);
  const views = isDrawn ? new Views(drawing, sampleRate) : undefined;
  let used = 0;
  for (let start = 0; start < seconds * sampleRate; start += 128) {
    for (let index = 0; index < 128; index += 1) {
      const turns = (2 * Math.PI * 110.5 * (start + index)) / sampleRate;
      let value = 0;
      for (let order = 1; order <= 8; order += 1) value += Math.sin(order * turns) / order;
      tuner.input[index] = 0.1 * value;
    }
    const begin = process.cpuUsage();
    tuner.push(128);
    if (views) {
      views.input.set(tuner.input.subarray(0, 128));
      views.push(128);
      if (start % 768 === 0) views.show(tuner.state);
    }
    const end = process.cpuUsage(begin);
    used += end.user + end.system;
  }
  tuner.release();
  views?.release();
  return (100 * used) / (1e6 * seconds);
}

share(true);
const [tracked, drawn] = [share(false), share(true)].map((value) => value.toFixed(1));
console.log(`test-web: the tuner takes ${tracked} % of real time at 48 kHz, with its views ${drawn} %`);

const { EvidenceCore } = await import(new URL('engine/evidence/evidence-core.js', web));
const telling = Module.compiled(readFileSync(new URL('engine/evidence.wasm', site)));

/** Of real time, what telling bells and several tones takes while partials sound that die away, struck every four seconds. */
function judging(partials) {
  const core = new EvidenceCore(telling, sampleRate);
  const samples = Float32Array.from({ length: seconds * sampleRate }, (_, index) => {
    const time = (index / sampleRate) % 4;
    return partials.reduce((value, [frequency, amplitude, decay]) => value + 0.1 * amplitude * Math.exp(-decay * time) * Math.sin(2 * Math.PI * frequency * time), 0);
  });
  const begin = process.cpuUsage();
  for (let start = 0; start < samples.length; start += 2048) pushAll(samples.subarray(start, start + 2048), core);
  const { user, system } = process.cpuUsage(begin);
  core.release();
  return ((100 * (user + system)) / (1e6 * seconds)).toFixed(1);
}

const string = [1, 2, 3, 4, 5, 6, 7, 8].map((order) => [110.5 * order, 1 / order, 0.5 * order]);
const triad = [261.6256, 327.032, 392.4384].map((frequency) => [frequency, 1, 0.5]);
const bell = [[0.5, 0.5, 0.8], [1, 0.8, 1.2], [1.2, 1, 1.6], [1.5, 0.12, 2], [2, 0.9, 2.4], [2.5, 0.2, 4], [2.67, 0.2, 4], [3, 0.5, 4], [4, 0.4, 6]]
  .map(([ratio, amplitude, decay]) => [440 * ratio, amplitude, decay]);
const [ofStrings, ofTriads, ofBells] = [string, triad, bell].map(judging);
console.log(`test-web: telling bells and several tones takes ${ofStrings} % of real time for strings, ${ofTriads} % for triads, ${ofBells} % for bells`);

const { Receiver, Sender } = await import(new URL('engine/air/modem.js', web));
const modem = Module.compiled(readFileSync(new URL('engine/air.wasm', site)));

/** Hears noise, or packets in noise, in all bands: the share of real time, and the longest block in seconds. */
function hearing(withPackets) {
  const samples = new Float32Array(seconds * sampleRate);
  let seed = 1;
  for (let index = 0; index < samples.length; index += 1) {
    seed = (seed * 48271) % 2147483647;
    samples[index] = 0.05 * (2 * (seed / 2147483647) - 1);
  }
  if (withPackets) {
    const sender = new Sender(modem, sampleRate);
    const message = { payload: new Uint8Array(200), distance: 'desk', isExact: true, level: -12, number: 1 };
    ['U', 'X', 'A', 'U', 'X', 'A'].forEach((band, place) => {
      sender.prepare({ ...message, payload: message.payload.fill(place), band });
      for (let start = Math.round((1 + 3 * place) * sampleRate), count = 8192; count === 8192; start += count) {
        count = sender.render(8192);
        for (let index = 0; index < count; index += 1) samples[start + index] += sender.output[index];
      }
    });
    sender.release();
  }
  const receiver = new Receiver(modem, sampleRate);
  let [used, longest] = [0, 0];
  for (let start = 0; start + 2048 <= samples.length; start += 2048) {
    const begin = process.cpuUsage();
    receiver.push(samples.subarray(start, start + 2048));
    const end = process.cpuUsage(begin);
    used += end.user + end.system;
    longest = Math.max(longest, end.user + end.system);
    while (receiver.next()) { /* Taken, and forgotten. */ }
  }
  receiver.release();
  return [((100 * used) / (1e6 * seconds)).toFixed(1), (longest / 1e6).toFixed(2)];
}

hearing(true);
const [[quiet], [busy, longest]] = [hearing(false), hearing(true)];
console.log(`test-web: the modem's three bands take ${quiet} % of noise, ${busy} % of packets, and ${longest} s for the slowest 2048 samples`);
