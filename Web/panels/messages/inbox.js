// What has been received, as text or as bytes. It comes from strangers: nothing of it becomes markup, an
// address or a name of a file.

import { announce } from '../../ear/announcer.js';
import { button } from '../../app/controls.js';
import { h } from '../../app/dom.js';
import { formatNumber, language, t } from '../../app/i18n.js';
import { notify } from '../../app/notice.js';
import { signatureByteCount, signedMark } from '../../vocabulary/air.js';
import { link } from './link.js';

/** @typedef {import('../../engine/air/modem.js').AirEvent} AirEvent */

/**
 * @typedef {object} InboxMessage
 * @property {number} key
 * @property {Uint8Array} payload
 * @property {boolean} isSigned Whether a paired device says that it has signed it; nobody has checked that here.
 * @property {string | null} text `null` if it is none.
 * @property {string} band
 * @property {number} signalToNoise Decibels.
 * @property {number} echo Decibels.
 * @property {number} delaySpread Seconds.
 * @property {AirEvent['verdict']} verdict
 * @property {Date} time
 */

/** The most messages that are kept. */
const capacity = 100;
/** The most bytes that are shown as digits. */
const digitLimit = 256;
/** The most characters that are read out. */
const spokenLimit = 200;
/** Less of an echo is not told: decibels and seconds. */
const leastEcho = -20;
const leastSpread = 0.001;

/**
 * The text that bytes are; `null` if they are none, or have control characters.
 *
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/.test(text) ? null : text;
  } catch { return null; }
}

/**
 * A text whose direction nobody turns unseen.
 *
 * @param {string} text
 */
export function shown(text) {
  return text.replace(/\p{Bidi_Control}/gu, (mark) => (
    `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩`));
}

/** @param {Uint8Array} bytes */
export function digits(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** The messages that have come since the page was opened. */
export class Inbox extends EventTarget {
  constructor() {
    super();
    /** @type {InboxMessage[]} The newest first. */
    this.messages = [];
    this.count = 0;
    link.addEventListener('event', (event) => {
      const heard = /** @type {AirEvent} */ (/** @type {CustomEvent} */ (event).detail);
      // Without a listener of its own, what comes is for a pairing.
      if (heard.kind === 'message' && link.listeners.has('inbox') && !isPairing(heard.payload)) this.take(heard);
    });
  }

  /** @param {AirEvent} heard */
  take({ payload: whole, band, signalToNoise, echo, delaySpread, verdict }) {
    const isSigned = isSignedMessage(whole);
    const payload = isSigned ? whole.subarray(signedMark.length + signatureByteCount) : whole;
    const text = textOf(payload);
    this.count += 1;
    this.messages.unshift({ key: this.count, payload, isSigned, text, band, signalToNoise, echo, delaySpread, verdict, time: new Date() });
    this.messages.length = Math.min(this.messages.length, capacity);
    const spoken = text?.slice(0, spokenLimit) ?? t('receive-bytes', { count: payload.length });
    announce(t('receive-new', { text: spoken }));
    this.dispatchEvent(new Event('change'));
  }

  clear() {
    this.messages = [];
    this.dispatchEvent(new Event('change'));
  }
}

/**
 * Whether bytes are said by devices that pair: no text in UTF-8 begins so.
 *
 * @param {Uint8Array} payload
 */
function isPairing(payload) { return payload[0] === 0xC1; }

/**
 * Whether bytes are a message between paired devices, with a signature before its payload.
 *
 * @param {Uint8Array} message
 */
export function isSignedMessage(message) {
  return message.length >= signedMark.length + signatureByteCount && signedMark.every((byte, index) => message[index] === byte);
}

/** @param {InboxMessage} message */
export function inboxItem({ key, payload, isSigned, text, band, signalToNoise, echo, delaySpread, verdict, time }) {
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(time);
  const facts = [clock, t(`air-band-${band}`), `${formatNumber(signalToNoise)} dB`, t('receive-bytes', { count: payload.length })];
  if (echo > leastEcho && delaySpread > leastSpread) {
    facts.push(t('receive-echo', { echo: formatNumber(echo), spread: formatNumber(1000 * delaySpread) }));
  }
  if (verdict !== 'good') facts.push(t(`receive-${verdict}`));
  if (isSigned) facts.push(t('receive-signed'));
  const all = digits(payload.subarray(0, digitLimit));
  return h('li', { class: 'message', 'data-key': key },
    text !== null
      ? h('p', { class: 'message-text', dir: 'auto' }, shown(text))
      : h('p', { class: 'message-digits', dir: 'ltr' }, payload.length > digitLimit ? `${all} …` : all),
    h('div', { class: 'message-foot' }, h('p', { class: 'hint' }, facts.join(' · ')),
      h('div', { class: 'message-buttons' },
        text !== null && button(t('copy'), () => copy(text), { picture: 'copy', id: `copy-${key}` }),
        button(t('save'), () => save(payload, text !== null), { picture: 'save', id: `save-${key}` }))));
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notify(t('copied'), { seconds: 3 });
  } catch { notify(t('not-copied')); }
}

/**
 * @param {Uint8Array} payload
 * @param {boolean} isText
 */
function save(payload, isText) {
  const url = URL.createObjectURL(new Blob([/** @type {any} */ (payload)], { type: isText ? 'text/plain' : 'application/octet-stream' }));
  h('a', { href: url, download: isText ? 'message.txt' : 'message.bin' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
