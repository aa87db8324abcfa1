// The page's side of the sound modem: messages in, messages out.

import { Module, fetchModule } from '../module.js';
import { bands, largestPayload, numberBitCount } from '../../vocabulary/air.js';
import { plan } from './modem.js';

/** @typedef {import('./modem.js').AirEvent} AirEvent */
/** @typedef {import('./modem.js').BandName} BandName */
/** @typedef {import('./modem.js').ModeName} ModeName */

/**
 * @typedef {object} SendProgress
 * @property {number} seconds That have been rendered.
 * @property {number} duration Of all packets, in seconds.
 * @property {number} packet Which packet sounds, from 1.
 * @property {number} packetCount
 * @property {ModeName} mode
 * @property {boolean} isWhole At the end: whether all of it was played.
 */

/**
 * Events: `event` with an {@link AirEvent}; `sending` and `sent` with a {@link SendProgress}; `refused`
 * and `error` with a message.
 */
export class Air extends EventTarget {
  /**
   * Loads the modem.
   *
   * @throws {Error} If its module cannot be fetched, or does not run here.
   */
  static async load() {
    return new Air(await fetchModule('air'), await Module.load('air'));
  }

  /** @param {ArrayBuffer} bytes @param {Module} module For plans alone. */
  constructor(bytes, module) {
    super();
    this.bytes = bytes;
    this.module = module;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** @type {BaseAudioContext | null} */
    this.context = null;
    /** @type {Promise<void> | null} */
    this.opening = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {AudioNode | null} */
    this.source = null;
    /** @type {BandName[]} */
    this.bands = [];
    this.isSending = false;
  }

  /**
   * How a message would be sent.
   *
   * @param {number} byteCount
   * @param {BandName} band
   * @param {'automatic' | ModeName} distance
   * @param {boolean} [isExact]
   */
  plan(byteCount, band, distance, isExact = false) {
    return byteCount > largestPayload ? null : plan(this.module, byteCount, band, distance, isExact);
  }

  /**
   * Makes the node in a context, once.
   *
   * @param {BaseAudioContext} context
   */
  async open(context) {
    if (this.context !== context) {
      this.close();
      this.context = context;
      this.opening = context.audioWorklet.addModule(new URL('./processor.js', import.meta.url)).then(() => {
        if (this.context !== context) return;
        const node = new AudioWorkletNode(context, 'kammerton-air', {
          numberOfInputs: 1, numberOfOutputs: 1, outputChannelCount: [1], channelInterpretation: 'discrete',
        });
        node.port.onmessage = (event) => this.receive(event.data);
        node.onprocessorerror = () => this.fail('The audio thread has stopped the modem.');
        node.port.postMessage({ kind: 'module', bytes: this.bytes });
        node.connect(context.destination);
        this.node = node;
      });
      this.opening.catch(() => { if (this.context === context) this.context = null; });
    }
    await this.opening;
  }

  /**
   * Hears a source, instead of the one before.
   *
   * @param {AudioNode} source
   * @param {BandName[]} wanted With none, all that the sample rate carries.
   * @param {'mix' | number} channel
   */
  async listen(source, wanted, channel) {
    await this.open(source.context);
    this.deafen();
    const channels = new MessageChannel();
    this.worker ??= this.makeWorker();
    this.worker.postMessage({
      kind: 'start', sampleRate: source.context.sampleRate, bands: wanted, port: channels.port1,
    }, [channels.port1]);
    this.node?.port.postMessage({ kind: 'listen', port: channels.port2, channel }, [channels.port2]);
    source.connect(/** @type {AudioWorkletNode} */ (this.node));
    this.source = source;
  }

  makeWorker() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = (event) => this.receive(event.data);
    worker.onerror = () => this.fail('The modem could not be started.');
    worker.postMessage({ kind: 'load', bytes: this.bytes });
    return worker;
  }

  /** Hears nothing. */
  deafen() {
    if (this.source && this.node) {
      try { this.source.disconnect(this.node); } catch { /* Already gone. */ }
    }
    this.source = null;
    this.node?.port.postMessage({ kind: 'deaf' });
    this.worker?.postMessage({ kind: 'stop' });
  }

  /**
   * Plays a message; `sent` comes when it has been rendered.
   *
   * @param {BaseAudioContext} context
   * @param {{payload: Uint8Array, band: BandName, distance: 'automatic' | ModeName, isExact?: boolean, level: number}} message
   */
  async send(context, message) {
    await this.open(context);
    this.isSending = true;
    const number = crypto.getRandomValues(new Uint32Array(1))[0] >>> (32 - numberBitCount);
    this.node?.port.postMessage({ kind: 'send', settings: { ...message, number } });
  }

  /** Falls silent at once; `sent` comes. */
  stop() { this.node?.port.postMessage({ kind: 'stop' }); }

  /** @param {{kind: string, detail: any}} message */
  receive({ kind, detail }) {
    if (kind === 'error') { this.fail(detail); return; }
    if (kind !== 'event' && kind !== 'sending') this.isSending = false;
    this.tell(kind, detail);
  }

  /** @param {string} message */
  fail(message) {
    this.close();
    this.tell('error', message);
  }

  /** Ends node and worker; the next call makes new ones. */
  close() {
    this.deafen();
    this.node?.port.postMessage({ kind: 'close' });
    this.node?.disconnect();
    this.worker?.terminate();
    this.worker = null;
    this.node = null;
    this.context = null;
    this.isSending = false;
  }

  /** @param {string} kind @param {unknown} detail */
  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}

/**
 * Whether a sample rate carries a band.
 *
 * @param {BandName} name
 * @param {number} sampleRate
 */
export function carries(name, sampleRate) {
  return sampleRate >= (bands.find((band) => band.name === name)?.lowestSampleRate ?? Infinity);
}
