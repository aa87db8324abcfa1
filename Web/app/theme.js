// Light, dark or contrast; and the colours of the stylesheet for what is drawn on a canvas.

import { settings } from './settings.js';

const names = ['ink', 'ink-2', 'ink-3', 'line', 'paper', 'paper-2', 'surface', 'red', 'flat', 'sharp', 'good', 'accent'];

/** @type {Record<string, string>} Resolved colours by the names of their custom properties. */
export const colors = {};

/** @param {import('../engine/types.js').Verdict} verdict The colour that says it. */
export const verdictColor = (verdict) => colors[verdict === 'none' || verdict === 'several' ? 'ink-2' : verdict];

const media = matchMedia('(prefers-color-scheme: dark)');
const forced = matchMedia('(forced-colors: active)');
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether things should keep still. */
export let reducedMotion = false;

function resolve() {
  const root = document.documentElement;
  root.dataset.theme = settings.get('theme');
  reducedMotion = stillness.matches || settings.get('motion') === 'reduce';
  root.dataset.motion = reducedMotion ? 'reduce' : 'full';
  root.dataset.hand = settings.get('leftHanded') ? 'left' : 'right';
  const probe = document.createElement('span');
  probe.hidden = true;
  // Where the system chooses the colours, those of the properties are wanted, and not that of text.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colors[name] = getComputedStyle(probe).color;
  }
  probe.remove();
}

export function startTheme() {
  settings.watch(['theme', 'motion', 'leftHanded'], resolve);
  media.addEventListener('change', resolve);
  forced.addEventListener('change', resolve);
  stillness.addEventListener('change', resolve);
}
