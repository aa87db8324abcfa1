// Prints how much of real time the web module takes in Node.

import { readFileSync } from 'node:fs';

const site = new URL('../../.build-web/site/', import.meta.url);
const { Module, Tuner, standardTunerSettings } = await import(new URL('engine/core.js', site));
const bytes = readFileSync(new URL('engine/tuner.wasm', site));
const module = Module.compiled(bytes);
const sampleRate = 48000;
const seconds = 20;

/** Hears a string of eight partials, and draws 60 times a second or never. */
function share(isDrawn) {
  const tuner = new Tuner(module, sampleRate, standardTunerSettings);
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
    if (isDrawn && start % 768 === 0) tuner.draw();
    const end = process.cpuUsage(begin);
    used += end.user + end.system;
  }
  tuner.release();
  return (100 * used) / (1e6 * seconds);
}

share(true);
const [tracked, drawn] = [share(false), share(true)].map((value) => value.toFixed(1));
console.log(`test-web: the tuner takes ${tracked} % of real time at 48 kHz, with its views ${drawn} %`);
