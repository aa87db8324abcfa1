// The tones of the sweep through the page's own tuner: node --test Tests/Web/sweep.test.mjs
// All shapes and notes at 44.1 and 48 kHz; with KAMMERTON_SOAK also at 16 and 96 kHz, offset, quiet and faded.
// Needs .build-web/site, and the program that makes the tones (Scripts/test-web.sh has both).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const site = new URL('.build-web/site/', root);
const web = new URL('Web/', root);
const { Module } = await import(new URL('engine/module.js', web));
const { Tuner, standardTunerSettings } = await import(new URL('engine/core.js', web));
const { stateFields: places } = await import(new URL('vocabulary/engine.js', web));
const module = Module.compiled(readFileSync(new URL('engine/tuner.wasm', site)));

const isSoak = Boolean(process.env.KAMMERTON_SOAK);
const rates = isSoak ? [16000, 44100, 48000, 96000] : [44100, 48000];
const manners = isSoak ? ['plain', 'offset', 'quiet', 'faded'] : ['plain'];

/** In cents. */
const largestError = 1;
/** The samples of a block, as a browser's audio thread has them. */
const blockSize = 128;

/** The tones as the native program makes them, each with its samples. */
function* tones(sampleRate, manner) {
  const program = fileURLToPath(new URL('.build/release/_WebReference', root));
  const { stdout, status } = spawnSync(program, ['--sweep', String(sampleRate), manner], { maxBuffer: 2 ** 30 });
  assert.equal(status, 0);
  for (let start = 0; start < stdout.length;) {
    const end = stdout.indexOf('\n', start);
    const tone = JSON.parse(stdout.subarray(start, end).toString());
    start = end + 1;
    const bytes = stdout.subarray(start, start + 4 * tone.count);
    start += bytes.length;
    // A copy, because numbers of 4 bytes lie at multiples of 4.
    yield { ...tone, samples: new Float32Array(new Uint8Array(bytes).buffer) };
  }
}

/** What the page's tuner makes of a tone: the readings with a pitch, in cents from it, and what it shows at the end. */
function hear({ samples, frequency }, sampleRate) {
  const tuner = new Tuner(module, sampleRate, standardTunerSettings);
  const errors = [];
  let count = 0;
  for (let start = 0; start < samples.length; start += blockSize) {
    const block = samples.subarray(start, start + blockSize);
    tuner.input.set(block);
    tuner.push(block.length);
    if (tuner.readingCount === count) continue;
    count = tuner.readingCount;
    const heard = tuner.state[places.rawFrequency];
    if (heard > 0) errors.push(1200 * Math.log2(heard / frequency));
  }
  const shown = { note: tuner.state[places.note], cents: tuner.state[places.cents] };
  tuner.release();
  errors.sort((one, other) => one - other);
  return { count, voiced: errors.length, median: errors[errors.length >> 1], shown };
}

/** What is wrong with it, or nothing. */
function fault(tone, sampleRate) {
  const { count, voiced, median, shown } = hear(tone, sampleRate);
  if (2 * voiced < count) return `${voiced} of ${count} readings have a pitch`;
  if (!(Math.abs(median) <= largestError)) return `${median.toFixed(2)} cents`;
  // The needle itself: the note, and 13 cents above it.
  const needle = 100 * (shown.note - tone.note) + shown.cents - tone.cents;
  if (!(Math.abs(needle) <= largestError)) return `the needle stands at ${shown.note} ${shown.cents.toFixed(2)} cents`;
  return null;
}

for (const sampleRate of rates) {
  for (const manner of manners) {
    test(`every tone at ${sampleRate} Hz is named within ${largestError} cent, ${manner}`, () => {
      const wrong = [];
      let count = 0;
      for (const tone of tones(sampleRate, manner)) {
        count += 1;
        const found = fault(tone, sampleRate);
        if (found) wrong.push(`${tone.shape} ${tone.note} (${tone.frequency.toFixed(2)} Hz): ${found}`);
      }
      console.log(`test-web: ${sampleRate} Hz, ${manner}: ${wrong.length} of ${count} tones are wrong`);
      assert.ok(count > 200);
      assert.deepEqual(wrong, []);
    });
  }
}
