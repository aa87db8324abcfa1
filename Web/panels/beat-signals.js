// The beats for hand and eye: the device vibrates, and the whole page flashes, at the moment at which each beat is heard.

import { h } from '../app/dom.js';
import { settings } from '../app/settings.js';
import { reducedMotion } from '../app/theme.js';
import { heardTime } from '../session/heard-time.js';
import { host } from '../session/host.js';
import { playing } from '../session/playing.js';
import { session } from '../session/session.js';
import { accentCodes } from '../vocabulary/engine.js';

/** Seconds between flashes at least: three a second are the most that is safe. */
const flashDistance = 0.34;
/** What comes later than this after its beat would mislead, in seconds. */
const latest = 0.1;
/** Milliseconds, and how bright a flash begins. */
const strong = { vibration: 70, flash: 260, brightness: 0.85 };
const normal = { vibration: 35, flash: 130, brightness: 0.4 };

/** @type {Set<ReturnType<typeof setTimeout>>} */
const timers = new Set();
const light = h('div', { class: 'beat-flash', 'aria-hidden': 'true' });
let lastFlash = -1;

/** Whether this device may have a motor; most computers only say so. */
export const canVibrate = typeof navigator.vibrate === 'function';

/** @param {import('../engine/types.js').ClickDetail} click As it is rendered. */
function expect(click) {
  const { context } = host;
  if (!context || click.voice !== 'beat' || click.accent === accentCodes.silent) return;
  if (!settings.get('vibrate') && !settings.get('flash')) return;
  const timer = setTimeout(() => {
    timers.delete(timer);
    if (context === host.context && Math.abs(heardTime(context) - click.time) < latest) signal(click);
  }, Math.max(0, 1000 * (click.time - heardTime(context))));
  timers.add(timer);
}

/** @param {import('../engine/types.js').ClickDetail} click That is heard now. */
function signal({ accent, time }) {
  if (document.hidden) return;
  const { vibration, flash, brightness } = accent === accentCodes.strong ? strong : normal;
  if (canVibrate && settings.get('vibrate')) navigator.vibrate(vibration);
  // A metronome that starts anew counts from the beginning in a new context.
  if (!settings.get('flash') || reducedMotion || (time >= lastFlash && time - lastFlash < flashDistance)) return;
  lastFlash = time;
  light.animate([{ opacity: brightness }, { opacity: 0 }], { duration: flash, easing: 'ease-in' });
}

function forget() {
  for (const timer of timers) clearTimeout(timer);
  if (timers.size > 0 && canVibrate && settings.get('vibrate')) navigator.vibrate(0);
  timers.clear();
}

/** Follows the metronome from now on. */
export function startBeatSignals() {
  document.body.append(light);
  session.addEventListener('click', (event) => expect(/** @type {CustomEvent} */ (event).detail));
  playing.addEventListener('sounding', () => { if (!playing.isClicking) forget(); });
  host.addEventListener('closed', forget);
}
