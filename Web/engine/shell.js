// What all workers that listen have in common: a module of the core, and a source of sound. A module that has stopped is
// not used again; one that refuses a request is.

import { blockLimit } from '../vocabulary/engine.js';
import { Module, Refusal, messageOf } from './module.js';

/** @typedef {Record<string, (message: any) => unknown>} Actions By the kind of message. */

/** @type {MessagePort | null} */
let source = null;
/** @type {BufferSource | null} Of the module. */
let code = null;
/** @type {Module | null} */
let module = null;
/** Forgets what belongs to a module that has stopped. */
let forget = () => {};
/** What is done one after another: a file takes its time. */
let last = Promise.resolve();

/** @param {string} kind @param {unknown} [detail] */
export const tell = (kind, detail) => postMessage({ kind, detail });

/** The module, which the page has sent first. */
export function opened() {
  module ??= Module.compiled(/** @type {BufferSource} */ (code));
  return module;
}

/**
 * Handles the messages of the page.
 *
 * @param {Actions} actions
 * @param {() => void} forgets What belongs to a module that has stopped.
 */
export function serve(actions, forgets) {
  forget = forgets;
  self.onmessage = ({ data }) => {
    if (data.kind === 'load') code = data.bytes;
    else last = last.then(() => actions[data.kind]?.(data)).then(() => {}, fail);
  };
}

/**
 * @param {MessagePort} port Instead of the one before.
 * @param {(samples: Float32Array) => void} hear Gets silence in place of samples that were lost, so that time continues.
 * @param {() => void} [interrupt] Called before that silence.
 */
export function listen(port, hear, interrupt = () => {}) {
  deafen();
  source = port;
  port.onmessage = ({ data }) => {
    if (source !== port) return;
    try {
      if (data instanceof ArrayBuffer) {
        hear(new Float32Array(data));
        port.postMessage(data, [data]);
        return;
      }
      interrupt();
      for (let left = data.lost; left > 0 && source === port; left -= blockLimit) hear(new Float32Array(Math.min(left, blockLimit)));
    } catch (error) { fail(error); }
  };
}

/**
 * Serves an object of the core that hears one source, and that is made anew with the next one.
 *
 * @template {import('./module.js').CoreObject} Kind
 * @param {(message: any) => Kind} make Gets the message that starts it.
 * @param {(object: Kind, samples: Float32Array) => void} hear
 * @param {(object: Kind) => void} [interrupt]
 * @param {Record<string, (object: Kind, message: any) => void>} [actions] What else the page asks of it.
 */
export function serveOne(make, hear, interrupt = () => {}, actions = {}) {
  /** @type {Kind | null} */
  let object = null;
  const stop = () => {
    deafen();
    object?.release();
    object = null;
  };
  const others = Object.entries(actions).map(([kind, act]) => [kind, (/** @type {any} */ message) => { if (object) act(object, message); }]);
  serve({
    ...Object.fromEntries(others),
    start(message) {
      stop();
      const started = make(message);
      object = started;
      listen(message.port, (samples) => hear(started, samples), () => interrupt(started));
    },
    stop,
  }, () => { object = null; });
}

/** @returns {boolean} Whether there was a source. */
export function deafen() {
  const wasOpen = source !== null;
  source?.close();
  source = null;
  return wasOpen;
}

/** @param {unknown} error A request that was refused ends what is heard, and nothing else: the module goes on. */
function fail(error) {
  deafen();
  if (error instanceof Refusal) {
    tell('rejected', messageOf(error));
    return;
  }
  module = null;
  forget();
  tell('error', messageOf(error));
}
