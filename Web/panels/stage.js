// The stage: the note, its cents and the strings on true black, to be read at two metres, and nothing else. A tap opens it,
// Escape or the cross ends it. Loaded when it is first opened.

import { roundButton } from '../app/controls.js';
import { h, setAttribute, setStyle } from '../app/dom.js';
import { startDrawing } from '../app/frames.js';
import { t } from '../app/i18n.js';
import { settings } from '../app/settings.js';
import { loadSheet } from '../app/sheet.js';
import { heard } from '../session/heard.js';
import { session } from '../session/session.js';

/** The end of the bar, in cents. */
const limit = 50;

const readout = document.createElement('tuner-readout');
const dot = h('span', { class: 'stage-dot' });
const inTune = h('span', { class: 'stage-window' });
const bar = h('div', { class: 'stage-bar', 'aria-hidden': 'true' }, inTune, dot);

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** Shows it, and listens if nothing does yet. */
export async function openStage() {
  if (dialog) return;
  const strings = document.querySelector('tuner-strings');
  const place = h('span', { hidden: true });
  /** @type {HTMLDialogElement} */
  const opened = h('dialog', { class: 'stage-mode', 'aria-label': t('stage') }, readout, bar,
    roundButton(t('close'), 'close', () => opened.close()));
  dialog = opened;
  if (!session.isOn) session.start();
  // First the whole screen, since what comes last is on top; where the browser gives none, the window.
  await document.documentElement.requestFullscreen?.().catch(() => {});
  if (session.status === 'failed') { dialog = null; return; }
  if (strings) {
    strings.replaceWith(place);
    bar.after(strings);
  }
  opened.addEventListener('close', () => {
    if (strings) place.replaceWith(strings);
    opened.remove();
    dialog = null;
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    document.getElementById('stage')?.focus();
  });
  document.body.append(opened);
  opened.showModal();
}

document.addEventListener('fullscreenchange', () => { if (!document.fullscreenElement) dialog?.close(); });
// What went wrong is told on the page.
session.addEventListener('status', () => { if (session.status === 'failed') dialog?.close(); });

startDrawing(() => {
  if (!dialog) return;
  setAttribute(dialog, 'data-side', heard.state.verdict);
  const place = (/** @type {number} */ cents) => `translateX(${(50 * Math.max(-1, Math.min(1, cents / limit))).toFixed(2)}cqi)`;
  setStyle(dot, 'transform', place(heard.cents));
  setStyle(dot, 'opacity', heard.quiet < 1 ? '1' : '0');
  setStyle(inTune, 'transform', `scaleX(${settings.get('tolerance') / limit})`);
});

await loadSheet('stage');
