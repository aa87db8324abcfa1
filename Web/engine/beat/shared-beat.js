// The beat of a metronome elsewhere in the network: questions and answers go through the page's server.

import { Module } from '../module.js';
import { BeatCore } from './beat-core.js';

/** How long until a lost connection is tried again, in milliseconds. */
const retryAfter = 2000;
/** Without an answer for so long nobody leads, in milliseconds. */
const patience = 3000;

/**
 * Events: `change` when the connection or the leader comes or goes, `alignment` with what has changed of it.
 */
export class SharedBeat extends EventTarget {
  /**
   * @param {URL} url Of the server's WebSocket.
   * @param {number} sampleRate Of the audio context.
   * @throws {Error} If its module cannot be fetched, or does not run here.
   */
  static async join(url, sampleRate) { return new SharedBeat(url, new BeatCore(await Module.load('beat'), sampleRate, ...random())); }

  /** @param {URL} url @param {BeatCore} core */
  constructor(url, core) {
    super();
    this.url = new URL(url);
    this.url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.core = core;
    /** @type {'asking' | 'alone' | 'following' | 'lost' | 'closed'} */
    this.connection = 'asking';
    this.since = performance.now();
    this.isOpen = false;
    this.isAligning = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.questions = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.reports = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.url);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      this.isOpen = true;
      this.ask();
      this.report();
    };
    socket.onmessage = ({ data }) => { if (data instanceof ArrayBuffer) this.take(new Uint8Array(data), performance.now()); };
    socket.onclose = () => {
      this.isOpen = false;
      this.retry = setTimeout(() => this.open(), retryAfter);
      this.look();
    };
  }

  close() {
    for (const timer of [this.questions, this.reports, this.retry]) clearTimeout(timer);
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    this.core.release();
  }

  /** @param {{packet: Uint8Array, pause: number}} message @param {() => void} again */
  send({ packet, pause }, again) {
    this.socket?.send(packet);
    return setTimeout(again, pause);
  }

  ask() {
    clearTimeout(this.questions);
    if (this.isOpen) this.questions = this.send(this.core.question(performance.now()), () => this.ask());
  }

  report() {
    clearTimeout(this.reports);
    if (!this.isOpen || !this.isAligning) return;
    const report = this.core.reported(performance.now());
    this.reports = report ? this.send(report, () => this.report()) : setTimeout(() => this.report(), 250);
  }

  /** @param {Uint8Array} packet @param {number} time */
  take(packet, time) {
    this.tell(this.core.read(packet, time));
    this.look();
  }

  /** Finds out whether the leader has gone. Called several times a second. */
  watch() {
    this.tell(this.core.watch(performance.now()));
    this.look();
  }

  look() {
    const { hasLeader, isLost } = this.core.state;
    const isAlone = performance.now() - this.since > patience;
    const connection = hasLeader ? (isLost ? 'lost' : 'following') : !isAlone ? 'asking' : this.isOpen ? 'alone' : 'closed';
    if (connection === this.connection) return;
    this.connection = connection;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {import('../../vocabulary/beat.js').BeatChange} change */
  tell(change) {
    if (['begins', 'aligned', 'unheard', 'unanswered'].includes(change)) this.dispatchEvent(new CustomEvent('alignment', { detail: change }));
  }

  /** @param {boolean} isOn @param {boolean} hasMicrophone */
  align(isOn, hasMicrophone) {
    this.isAligning = isOn;
    this.core.align(isOn, hasMicrophone);
    this.report();
  }
}

/** @returns {[number, number]} */
function random() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return [high, low];
}
