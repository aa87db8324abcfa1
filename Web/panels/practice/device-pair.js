// The microphone and the loudspeaker that are used together, and how late a sound comes back through them, if it was measured.

import { settings } from '../../app/settings.js';
import { microphone } from '../../session/microphone.js';
import { session } from '../../session/session.js';

/** So many pairs are remembered. */
const mostPairs = 20;

/** @typedef {[string, number, number]} Kept The pair, and milliseconds with their spread. */

/** The loudspeaker that the browser plays through, as far as it says. */
async function loudspeakerName() {
  try {
    const outputs = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'audiooutput');
    return (outputs.find(({ deviceId }) => deviceId === 'default') ?? outputs[0])?.label ?? '';
  } catch { return ''; }
}

/** Event: `change` when there is another pair, or another latency. */
class DevicePair extends EventTarget {
  constructor() {
    super();
    /** Both names; none before the microphone was open. */
    this.name = '';
    session.addEventListener('status', () => { if (session.status === 'listening') this.find(); });
    navigator.mediaDevices?.addEventListener?.('devicechange', () => this.find());
    settings.watch(['latencies'], () => this.tell());
  }

  /** Learns which devices are used, once they are open. */
  async find() {
    if (!microphone.facts) return;
    const name = `${microphone.facts.label} | ${await loudspeakerName()}`.slice(0, 200);
    if (name === this.name) return;
    this.name = name;
    this.tell();
  }

  /** In seconds, if it was measured: of the devices that are used, or before any was opened of those that were measured last. */
  get latency() {
    /** @type {Kept[]} */
    const all = settings.get('latencies');
    const found = this.name ? all.find(([name]) => name === this.name) : all[0];
    return found ? { latency: found[1] / 1000, spread: found[2] / 1000 } : null;
  }

  /** @param {number} latency Milliseconds. @param {number} spread */
  keep(latency, spread) {
    const rounded = (/** @type {number} */ value) => Math.round(100 * value) / 100;
    const others = settings.get('latencies').filter((/** @type {Kept} */ [name]) => name !== this.name);
    settings.set('latencies', [[this.name, rounded(latency), rounded(spread)], ...others].slice(0, mostPairs));
  }

  tell() { this.dispatchEvent(new Event('change')); }
}

export const devicePair = new DevicePair();
