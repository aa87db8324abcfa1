// Hands a source to a worker that listens to it, and what the worker reports to the page.

import { trueRate } from './module.js';

/** @typedef {{channel: import('./capture.js').Channel, clock: number}} Input Which channel is heard, and how wrong its clock is. */

/**
 * Events: those that the worker tells, by their kind, `began` with the time of the context when the first sample is heard, and
 * `error` with a message.
 */
export class WorkerListener extends EventTarget {
  /** @param {ArrayBuffer} bytes Of the worker's module. @param {() => Worker} makeWorker */
  constructor(bytes, makeWorker) {
    super();
    this.bytes = bytes;
    this.makeWorker = makeWorker;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** @type {AudioNode | null} */
    this.source = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** Raised by every start and stop, so that a late answer is recognised. */
    this.turn = 0;
  }

  /**
   * Hears a source, instead of the one before.
   *
   * @param {AudioNode} source
   * @param {Input} input
   * @param {object} [message] What the worker needs to start.
   * @param {string} [kind] Of the message that starts it.
   */
  async hear(source, { channel, clock }, message = {}, kind = 'start') {
    this.stop();
    const turn = this.turn += 1;
    const { context } = source;
    await context.audioWorklet.addModule(new URL('./processor.js', import.meta.url));
    if (turn !== this.turn) return;
    const node = new AudioWorkletNode(context, 'kammerton-capture', {
      numberOfInputs: 1, numberOfOutputs: 1, outputChannelCount: [1], channelInterpretation: 'discrete',
    });
    const channels = new MessageChannel();
    this.post({ ...message, kind, sampleRate: trueRate(context.sampleRate, clock), port: channels.port1 }, [channels.port1]);
    node.port.postMessage({ kind: 'listen', port: channels.port2, channel }, [channels.port2]);
    node.port.onmessage = ({ data }) => this.tell(data.kind, data.detail);
    node.onprocessorerror = () => this.tell('error', 'The audio thread has stopped listening.');
    source.connect(node);
    node.connect(context.destination);
    this.node = node;
    this.source = source;
  }

  /** @param {any} message @param {Transferable[]} [transfer] */
  post(message, transfer = []) {
    if (!this.worker) {
      this.worker = this.makeWorker();
      this.worker.onmessage = ({ data }) => this.tell(data.kind, data.detail);
      this.worker.onerror = () => this.tell('error', 'The module that listens could not be started.');
      this.worker.postMessage({ kind: 'load', bytes: this.bytes });
    }
    this.worker.postMessage(message, transfer);
  }

  /** Hears nothing. */
  stop() {
    this.turn += 1;
    if (this.source && this.node) {
      try { this.source.disconnect(this.node); } catch { /* Already gone. */ }
    }
    this.node?.port.postMessage({ kind: 'close' });
    this.node?.disconnect();
    this.node = null;
    this.source = null;
    this.worker?.postMessage({ kind: 'stop' });
  }

  /** @param {string} kind @param {unknown} detail */
  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}
