// Reads packets, away from the audio thread: some take longer to read than a block lasts.

import { Module } from '../core.js';
import { blockLimit } from '../../vocabulary/engine.js';
import { Receiver } from './modem.js';

/** @type {Module | null} */
let module = null;
/** @type {Receiver | null} */
let receiver = null;
/** @type {MessagePort | null} */
let source = null;

/** @param {any} message */
const tell = (message) => postMessage(message);

/** @param {Float32Array} samples */
function hear(samples) {
  if (!receiver) return;
  for (let start = 0; start < samples.length; start += blockLimit) {
    const part = samples.subarray(start, start + blockLimit);
    receiver.input.set(part);
    receiver.push(part.length);
  }
  for (let event = receiver.next(); event; event = receiver.next()) tell({ kind: 'event', event });
}

/** @param {{bytes: ArrayBuffer, sampleRate: number, bands: import('./modem.js').BandName[], port: MessagePort}} message */
function start({ bytes, sampleRate, bands, port }) {
  stop();
  module ??= Module.compiled(bytes);
  receiver = new Receiver(module, sampleRate, bands);
  source = port;
  port.onmessage = ({ data }) => {
    try {
      hear(new Float32Array(data));
      port.postMessage(data, [data]);
    } catch (error) { fail(error); }
  };
}

function stop() {
  source?.close();
  source = null;
  receiver?.release();
  receiver = null;
}

/** @param {unknown} error */
function fail(error) {
  const isRefusal = error instanceof RangeError;
  source?.close();
  source = null;
  receiver = null;
  if (!isRefusal) module = null; // a module that has stopped is not used again
  tell({ kind: isRefusal ? 'refused' : 'error', message: error instanceof Error ? error.message : String(error) });
}

self.onmessage = ({ data }) => {
  try {
    if (data.kind === 'start') start(data);
    else stop();
  } catch (error) { fail(error); }
};
