// Tuning by ear: note and cents spoken, clicks whose rate follows the error, a chime when in tune. Loaded when one of them is
// first on.

import { hearing } from './announcer.js';
import { heard, hearsForItself, isFreezing } from '../session/heard.js';
import { language, t } from '../app/i18n.js';
import { host } from '../session/host.js';
import { session } from '../session/session.js';
import { tuned } from '../session/tuned.js';
import { settings } from '../app/settings.js';
import { hurry, startDrawing } from '../app/frames.js';
import { spokenReading } from './spoken.js';

/** Clicks a second for each hertz of error, as beats are counted double; and the most of them. */
const clicksPerHertz = 2;
const mostClicks = 12;
const speakEvery = 2;

/** @type {AudioContext | null} */
let own = null;

function context() {
  if (host.context?.state === 'running') return host.context;
  own ??= new AudioContext();
  if (own.state === 'suspended') own.resume().catch(() => {});
  return own;
}

/**
 * A short sound with soft edges.
 *
 * @param {number} frequency
 * @param {number} seconds
 * @param {number} gain
 * @param {number} [delay]
 */
function blip(frequency, seconds, gain, delay = 0) {
  const place = context();
  const start = place.currentTime + 0.005 + delay;
  const tone = new OscillatorNode(place, { frequency });
  const shape = new GainNode(place, { gain: 0 });
  shape.gain.setValueAtTime(0, start);
  shape.gain.linearRampToValueAtTime(gain, start + 0.004);
  shape.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(shape).connect(place.destination);
  tone.start(start);
  tone.stop(start + seconds + 0.02);
}

function chime() {
  blip(1046.5, 0.5, 0.12);
  blip(1568, 0.7, 0.1, 0.09);
}

/** @param {string} text @param {boolean} [waits] Whether it waits for what is said now. */
function say(text, waits = false) {
  if (!('speechSynthesis' in window)) return;
  if (!waits) speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.speak(words);
}

let sinceClick = 0;
let steady = 0;
let sinceSpoken = speakEvery;
let lastNote = 0;
let lastCents = 0;
/** Whether the note that is shown was spoken, since it is shown. */
let isSpoken = false;

/** @param {number} seconds */
function click(seconds) {
  const { state } = heard;
  sinceClick += seconds;
  if (!settings.get('clicks') || isFreezing() || !state.voiced || state.held || ['good', 'several'].includes(state.verdict)) return;
  hurry();  // the clicks come at frames
  const error = Math.abs(state.frequency - state.targetFrequency);
  const rate = Math.min(mostClicks, Math.max(0.7, clicksPerHertz * error));
  if (sinceClick < 1 / rate) return;
  sinceClick = 0;
  blip(state.side < 0 ? 660 : 1320, 0.03, 0.15);
}

/** @param {number} seconds */
function speak(seconds) {
  const { state } = heard;
  sinceSpoken += seconds;
  if (!settings.get('speak') || !state.voiced) { [steady, isSpoken] = [0, false]; return; }
  const isSame = state.note === lastNote && Math.abs(state.cents - lastCents) < 3;
  steady = isSame ? steady + seconds : 0;
  if (!isSame) { lastNote = state.note; lastCents = state.cents; }
  if (!isSame) isSpoken = false;
  // A frozen note stays, and is spoken once.
  if (steady < 0.5 || sinceSpoken < speakEvery || (isSpoken && isFreezing())) return;
  isSpoken = true;
  sinceSpoken = 0;
  steady = -1.5;
  say(spokenReading(state));
}

startDrawing((seconds) => { click(seconds); speak(seconds); });
session.addEventListener('intune', (event) => {
  if (settings.get('chime') && !isFreezing() && !hearsForItself() && /** @type {CustomEvent} */ (event).detail === 'entered') chime();
});
tuned.addEventListener('done', () => { if (settings.get('speak')) say(tuned.words(), true); });
session.addEventListener('status', () => {
  if (!settings.get('speak')) return;
  if (session.status === 'listening') say(hearing());
  if (session.status === 'failed') say(`${t(`fail-${session.failure}`)} ${t(`fail-${session.failure}-do`)}`);
});
