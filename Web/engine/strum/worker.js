// Reads strums, away from the audio thread: a reading takes longer than a block lasts.

import { Module } from '../core.js';
import { Solver } from './solver.js';

/** @type {Module | null} */
let module = null;
/** @type {Solver | null} */
let solver = null;
/** @type {MessagePort | null} */
let source = null;

/** @param {any} message */
const tell = (message) => postMessage(message);

/** @param {{bytes: ArrayBuffer, sampleRate: number, targets: import('./solver.js').StrumTarget[], port: MessagePort}} message */
function start({ bytes, sampleRate, targets, port }) {
  stop();
  module ??= Module.compiled(bytes);
  solver = new Solver(module, sampleRate, targets);
  source = port;
  port.onmessage = ({ data }) => {
    try {
      if (solver?.push(new Float32Array(data))) tell({ kind: 'reading', detail: solver.reading });
      port.postMessage(data, [data]);
    } catch (error) { fail(error); }
  };
}

function stop() {
  source?.close();
  source = null;
  solver?.release();
  solver = null;
}

/** @param {unknown} error */
function fail(error) {
  source?.close();
  source = null;
  solver = null;
  if (!(error instanceof RangeError)) module = null; // a module that has stopped is not used again
  tell({ kind: 'error', detail: error instanceof Error ? error.message : String(error) });
}

self.onmessage = ({ data }) => {
  try {
    if (data.kind === 'start') start(data);
    else stop();
  } catch (error) { fail(error); }
};
