// The one polite status line. It speaks of the tuning when it changes: after half a second of steadiness,
// and no sooner than two seconds after the last time.

import { heard } from '../session/heard.js';
import { playing } from '../session/playing.js';
import { session } from '../session/session.js';
import { tuned } from '../session/tuned.js';
import { startDrawing } from '../app/frames.js';
import { t } from '../app/i18n.js';
import { spokenReading } from './spoken.js';

const steadiness = 0.5;
const distance = 2;

let steady = 0;
let key = '';
let lastKey = '';
let lastTime = -distance;
let wasMuted = false;
/** What is said as soon as the line is free, after what it says now. */
let next = '';

/**
 * Says something at once.
 *
 * @param {string} text
 */
export function announce(text) {
  const status = document.getElementById('status');
  if (status) status.textContent = text;
  lastTime = performance.now() / 1000;
}

/**
 * What the tuning amounts to, coarse enough not to change all the time.
 *
 * @param {import('../engine/types.js').EngineState} state
 */
function coarse(state) {
  if (!state.voiced) return '';
  // The common divisor of several tones goes from one note to another, which tells nothing.
  if (state.verdict === 'several') return state.verdict;
  return `${state.note} ${state.sound} ${state.verdict} ${state.verdict === 'good' ? '' : Math.round(state.cents / 5)}`;
}

/** Whether it listens, in words. */
export function hearing() { return t(session.isMuted ? 'own-sound' : 'listening'); }

export function startAnnouncer() {
  startDrawing((seconds, now) => {
    const { state } = heard;
    const newKey = coarse(state);
    steady = newKey === key ? steady + seconds : 0;
    key = newKey;
    // Each pluck is told, and so is one that is like the last.
    if (key === '') lastKey = '';
    if (next !== '' && now / 1000 - lastTime >= distance) {
      announce(next);
      next = '';
      return;
    }
    if (key === lastKey || key === '' || steady < steadiness || now / 1000 - lastTime < distance) return;
    lastKey = key;
    announce(spokenReading(state));
  });
  // Where the next note begins before the last one has died away, too.
  session.addEventListener('note', () => { lastKey = ''; });
  tuned.addEventListener('done', () => { next = tuned.words(); });
  session.addEventListener('status', () => {
    if (session.status === 'failed') announce(`${t(`fail-${session.failure}`)} ${t(`fail-${session.failure}-do`)}`);
    else if (session.status === 'listening') announce(hearing());
    else if (session.status === 'off') announce(t('not-listening'));
  });
  playing.addEventListener('sounding', () => {
    if (session.isMuted === wasMuted) return;
    wasMuted = session.isMuted;
    if (session.status === 'listening') announce(hearing());
  });
}
