// The beat of a metronome elsewhere in the network: questions and answers go through the page's server.

import { beatStatuses } from '../../vocabulary/beat.js';
import { Module } from '../module.js';
import { BeatCore } from './beat-core.js';

/** How long until a lost connection is tried again, in milliseconds. */
const retryAfter = 2000;

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
    /** @type {import('../../vocabulary/beat.js').BeatStatus | 'closed'} */
    this.connection = 'asking';
    this.isOpen = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
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
      this.send();
    };
    socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.core.read(new Uint8Array(data), performance.now());
      this.update();
    };
    socket.onclose = () => {
      this.isOpen = false;
      this.retry = setTimeout(() => this.open(), retryAfter);
      this.update();
    };
  }

  close() {
    for (const timer of [this.timer, this.retry]) clearTimeout(timer);
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    this.core.release();
  }

  /** Sends what is due, now and from then on. */
  send() {
    clearTimeout(this.timer);
    if (!this.isOpen) return;
    const { packets, pause } = this.core.due(performance.now());
    for (const packet of packets) this.socket?.send(packet);
    this.timer = setTimeout(() => this.send(), pause);
  }

  /** Finds out whether the leader has gone. Called several times a second. */
  watch() {
    this.core.advance(performance.now());
    this.update();
  }

  update() {
    for (const change of this.core.changes) {
      if (change !== 'status') this.dispatchEvent(new CustomEvent('alignment', { detail: change }));
    }
    const status = beatStatuses[this.core.state.status];
    const connection = status === 'alone' && !this.isOpen ? 'closed' : status;
    if (connection === this.connection) return;
    this.connection = connection;
    this.dispatchEvent(new Event('change'));
  }
}

/** @returns {[number, number]} */
function random() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return [high, low];
}
