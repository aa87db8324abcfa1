// Keeps the screen on while there is something to watch, and only then.

import { playing } from './playing.js';
import { session } from './session.js';
import { settings } from '../app/settings.js';

/** @type {any} */
let lock = null;
let isAsking = false;

async function update() {
  const wanted = settings.get('wakeLock') && !document.hidden
    && (session.status === 'listening' || playing.isClicking || playing.isSending);
  if (!wanted) {
    lock?.release().catch(() => {});
    lock = null;
    return;
  }
  const screen = /** @type {any} */ (navigator).wakeLock;
  if (lock || isAsking || !screen) return;
  isAsking = true;
  try {
    const granted = await screen.request('screen');
    granted.addEventListener('release', () => { if (lock === granted) lock = null; });
    lock = granted;
  } catch { /* A low battery may forbid it: the tuner works without. */ }
  isAsking = false;
}

export function startWakeLock() {
  session.addEventListener('status', update);
  playing.addEventListener('sounding', update);
  document.addEventListener('visibilitychange', update);
  settings.watch(['wakeLock'], update);
}
