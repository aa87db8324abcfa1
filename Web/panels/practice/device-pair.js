// The microphone and the loudspeaker that are used together, and how late a sound comes back through them, if it was measured.
// Browsers open one and the same device with other buffers each time, so that a measurement is exact only for the opening in
// which it was made: of others, the middle is known and how far they differ.

import { settings } from '../../app/settings.js';
import { microphone } from '../../session/microphone.js';
import { session } from '../../session/session.js';

/** So many openings of a pair are remembered, and so many of all. */
const [mostOfPair, mostOfAll] = [10, 60];

/** @typedef {[string, number, number]} Kept The pair, and milliseconds with their spread. */

/** The loudspeaker that the browser plays through, as far as it says. */
async function loudspeakerName() {
  try {
    const outputs = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'audiooutput');
    const found = outputs.find(({ deviceId }) => deviceId === 'default') ?? outputs[0];
    return found?.label || found?.deviceId || '';
  } catch { return ''; }
}

/** Event: `change` when there is another pair, or another latency. */
class DevicePair extends EventTarget {
  constructor() {
    super();
    /** Both names; none before the microphone was open. */
    this.name = '';
    /** The source of the microphone, which is another one after each opening, when the latency was measured last. */
    this.measuredFrom = /** @type {AudioNode | null} */ (null);
    session.addEventListener('status', () => { if (session.status === 'listening') this.find(); });
    navigator.mediaDevices?.addEventListener?.('devicechange', () => this.find());
    settings.watch(['latencies'], () => this.tell());
  }

  /** Learns which devices are used, once they are open. */
  async find() {
    if (!microphone.facts) return;
    // Without a name, a browser has an identifier at least.
    const { label, device } = microphone.facts;
    const name = `${label || device} | ${await loudspeakerName()}`.slice(0, 200);
    if (name === this.name) return;
    this.name = name;
    this.tell();
  }

  /**
   * In seconds, if it was measured: of the devices that are used, or before any was opened of those that were measured last. Of
   * this opening, or else the middle of earlier ones, which is `isEarlier`, with half of how far they are apart.
   */
  get latency() {
    /** @type {Kept[]} */
    const all = settings.get('latencies');
    const name = this.name || all[0]?.[0];
    const found = all.filter(([other]) => other === name);
    if (found.length === 0) return null;
    const [[, newest, spread]] = found;
    if (microphone.source !== null && microphone.source === this.measuredFrom) {
      return { latency: newest / 1000, spread: spread / 1000, isEarlier: false, count: 1 };
    }
    const sorted = found.map(([, latency]) => latency).sort((one, other) => one - other);
    const [low, high] = [sorted[0], sorted[sorted.length - 1]];
    const middle = (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
    return { latency: middle / 1000, spread: Math.max(spread, (high - low) / 2) / 1000, isEarlier: true, count: found.length };
  }

  /** @param {number} latency Milliseconds. @param {number} spread */
  keep(latency, spread) {
    const rounded = (/** @type {number} */ value) => Math.round(100 * value) / 100;
    // Measured again in one opening, the new one takes the place of the old one.
    const isAgain = microphone.source !== null && microphone.source === this.measuredFrom;
    this.measuredFrom = microphone.source;
    const kept = /** @type {Kept[]} */ (settings.get('latencies'));
    const own = kept.filter(([name]) => name === this.name).slice(isAgain ? 1 : 0);
    settings.set('latencies', [
      [this.name, rounded(latency), rounded(spread)], ...own.slice(0, mostOfPair - 1), ...kept.filter(([name]) => name !== this.name),
    ].slice(0, mostOfAll));
    this.tell();
  }

  tell() { this.dispatchEvent(new Event('change')); }
}

export const devicePair = new DevicePair();
