// What the audio thread hears on its way to a worker: chunks that are lost are told, and a request that is refused ends
// nothing else. Needs .build-web/site.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const web = new URL('Web/', root);
const { Capture } = await import(new URL('engine/capture.js', web));

test('a worker that is too far behind is told how many samples it has lost, before the next chunk', () => {
  const capture = new Capture();
  const sent = [];
  const port = { postMessage: (data) => sent.push(data instanceof ArrayBuffer ? data.byteLength / 4 : data), close() {} };
  capture.listen(port, 'mix');
  const block = [new Float32Array(2048)];
  for (let index = 0; index < 515; index += 1) capture.hear(block, 2048);
  assert.equal(sent.length, 512);
  port.onmessage({ data: new ArrayBuffer(2048 * 4) });
  capture.hear(block, 2048);
  assert.deepEqual(sent.slice(512), [{ lost: 3 * 2048 }, 2048]);
  capture.hear(block, 2048);
  capture.listen(port, 'mix');
  capture.hear(block, 2048);
  assert.deepEqual(sent.slice(514), [2048]);
});

/** The worker of practice, in this thread. */
async function worker() {
  const told = [];
  Object.assign(globalThis, { self: globalThis, postMessage: (message) => told.push(message), addEventListener() {} });
  await import(new URL('engine/practice/worker.js', web));
  const done = () => new Promise((resolve) => { setTimeout(resolve, 0); });
  const ask = async (message) => {
    told.length = 0;
    globalThis.onmessage({ data: message });
    await done();
    return told.map(({ kind, detail }) => ({ kind, detail }));
  };
  await ask({ kind: 'load', bytes: readFileSync(new URL('.build-web/site/engine/practice.wasm', root)) });
  return { ask, told, done };
}

test('a request that practice refuses is told, and the score that is open stays', async () => {
  const { ask, told, done } = await worker();
  const scale = { pattern: 'minor', letter: 3, accidental: 1, octave: 4, octaves: 2, direction: 'bothWays' };
  const [score] = await ask({ kind: 'scale', scale });
  assert.equal(score.kind, 'score');
  const plan = { isTimed: true, hasClick: false, sounding: 0, silent: 0, isRubato: false, swing: 0.5 };
  assert.deepEqual((await ask({ kind: 'plan', plan: { ...plan, tempo: 11 } })).map(({ kind }) => kind), ['rejected']);
  const { detail } = (await ask({ kind: 'plan', plan: { ...plan, tempo: 90 } })).find(({ kind }) => kind === 'compared');
  assert.deepEqual(detail.notes.map((row) => row.midi), score.detail.notes.map((row) => row.midi));

  // A chunk is sent back; one that was lost is silence, and time goes on.
  const returned = [];
  const port = { postMessage: (data) => returned.push(data.byteLength), close() {} };
  await ask({ kind: 'start', sampleRate: 48_000, port });
  port.onmessage({ data: new Float32Array(2048).buffer });
  port.onmessage({ data: { lost: 48_000 } });
  await done();
  assert.deepEqual(returned, [2048 * 4]);
  told.length = 0;
  await ask({ kind: 'finish' });
  assert.ok(Math.abs(told.at(-1).detail.heardTime - 50_048 / 48_000) < 1e-9);
});
