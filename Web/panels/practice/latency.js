// How late a sound comes back through loudspeaker and microphone: measured by six clicks, and kept for each pair of devices.

import { inputSettings } from '../../app/settings.js';
import { microphone } from '../../session/microphone.js';
import { session } from '../../session/session.js';
import { devicePair } from './device-pair.js';
import { practiceModel as model } from './model.js';

/** The sound begins so long after the microphone, in seconds, and is heard so long after its end. */
const [lead, tail] = [0.5, 0.2];
/**
 * Event: `change` when a measurement begins or ends.
 *
 * @typedef {import('../../vocabulary/practice.js').LatencyProblem | 'noMicrophone' | 'stopped'} Problem
 */
class Latency extends EventTarget {
  constructor() {
    super();
    /** @type {'idle' | 'starting' | 'running'} */
    this.state = 'idle';
    /** Why the last measurement failed. */
    /** @type {{problem: Problem, before?: number, after?: number, spread?: number, heardCount?: number, clickCount?: number} | null} */
    this.failure = null;
    this.opensMicrophone = false;
    /** Whether the microphone that was opened for it stays open: closed and opened again, it would have another latency. */
    this.keepsOpen = false;
    /** @type {AudioBufferSourceNode | null} */
    this.player = null;
    this.timer = 0;
    /** When the first sample is heard, and when the sound begins, in seconds of the context. */
    this.origin = 0;
    this.start = 0;
    session.addEventListener('status', () => this.follow());
    // Who leaves has no use for the clicks, nor for a microphone that was opened for them.
    addEventListener('panel', () => {
      if (document.documentElement.dataset.shown === 'practice') return;
      this.end();
      if (this.keepsOpen && session.isOn && !session.remote) session.stop();
      this.keepsOpen = false;
    });
    model.addEventListener('error', () => this.fail('stopped'));
  }

  begin() {
    if (this.state !== 'idle' || model.state === 'running' || model.state === 'starting' || !model.engine) return;
    this.failure = null;
    this.setState('starting');
    this.opensMicrophone = session.status !== 'listening' || !microphone.source;
    if (this.opensMicrophone) session.start();
    this.follow();
  }

  /** Begins once the microphone is open, and ends when it is lost. */
  follow() {
    if (this.state === 'starting' && session.status === 'listening' && microphone.source && model.engine) {
      this.setState('running');
      const { engine } = model;
      const { source } = microphone;
      const began = (/** @type {Event} */ event) => { this.origin = /** @type {CustomEvent} */ (event).detail; };
      engine.addEventListener('began', began, { once: true });
      engine.addEventListener('probe', (event) => this.play(/** @type {CustomEvent} */ (event).detail), { once: true });
      engine.measureFrom(source, inputSettings()).catch((error) => { console.warn(error); this.fail('stopped'); });
    } else if (this.state !== 'idle' && (session.status === 'failed' || session.status === 'off')) {
      this.fail('noMicrophone');
    }
  }

  /** @param {Float32Array} probe */
  play(probe) {
    const { source } = microphone;
    if (this.state !== 'running' || !source) return;
    const context = /** @type {AudioContext} */ (source.context);
    const buffer = new AudioBuffer({ length: probe.length, sampleRate: context.sampleRate });
    buffer.copyToChannel(probe, 0);
    this.player = new AudioBufferSourceNode(context, { buffer });
    this.player.connect(context.destination);
    this.start = context.currentTime + lead;
    this.player.start(this.start);
    this.timer = window.setTimeout(() => this.ask(context), 1000 * (lead + buffer.duration + tail));
  }

  /**
   * Asks for the result once the sound is over for the audio thread, too.
   *
   * @param {AudioContext} context
   */
  ask(context) {
    const { engine } = model;
    if (this.state !== 'running' || !engine || !this.player) return;
    if (context.currentTime < this.start + (this.player.buffer?.duration ?? 0)) {
      this.timer = window.setTimeout(() => this.ask(context), 200);
      return;
    }
    engine.addEventListener('latency', (event) => this.take(/** @type {CustomEvent} */ (event).detail), { once: true });
    engine.measure(this.start - this.origin);
  }

  /** @param {import('../../engine/types.js').LatencyResult} result */
  take(result) {
    if (this.state !== 'running') return;
    if (result.problem !== 'none') { this.fail(result.problem, result); return; }
    devicePair.find().then(() => devicePair.keep(result.latency, result.spread));
    this.keepsOpen ||= this.opensMicrophone;
    this.opensMicrophone = false;
    this.end();
  }

  /** @param {Problem} problem @param {object} [numbers] */
  fail(problem, numbers = {}) {
    if (this.state === 'idle') return;
    this.failure = { ...numbers, problem };
    this.end();
  }

  /** Ends the measurement, whatever came of it. */
  end() {
    if (this.state === 'idle') return;
    clearTimeout(this.timer);
    this.player?.disconnect();
    this.player = null;
    model.engine?.stop();
    const isOurs = this.opensMicrophone && session.isOn && !session.remote;
    this.opensMicrophone = false;
    this.setState('idle');
    if (isOurs) session.stop();
  }

  /** @param {Latency['state']} state */
  setState(state) {
    this.state = state;
    model.isMeasuring = state !== 'idle';
    this.tell();
  }

  tell() { this.dispatchEvent(new Event('change')); }
}

export const latency = new Latency();
