// Prints how much of real time the web modules take in Node.

import { readFileSync } from 'node:fs';

const site = new URL('../../.build-web/site/', import.meta.url);
const web = new URL('../../Web/', import.meta.url);
const { Module } = await import(new URL('engine/module.js', web));
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
      if (start % 768 === 0) views.draw(tuner.state);
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
