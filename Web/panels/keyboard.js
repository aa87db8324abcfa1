// Single keys for what is done most. They can be switched off, and never act while something is typed.

import { referenceTone } from '../session/reference-tone.js';
import { panels } from '../app/address.js';
import { movingViews, settings, views } from '../app/settings.js';
import { session } from '../session/session.js';
import { load, showPanel } from './tabs.js';

/** @type {Record<string, () => void>} */
const actions = {
  l: () => (session.status === 'listening' || session.status === 'starting' ? session.stop() : session.start()),
  v: () => {
    const some = settings.get('freeze') ? views.filter((name) => !movingViews.includes(name)) : views;
    settings.set('view', some[(some.indexOf(settings.get('view')) + 1) % some.length]);
  },
  '+': () => settings.set('concertPitch', Math.round(settings.get('concertPitch') * 10 + 1) / 10),
  '-': () => settings.set('concertPitch', Math.round(settings.get('concertPitch') * 10 - 1) / 10),
  m: () => load('metronome', () => dispatchEvent(new Event('toggle-metronome'))),
  r: () => referenceTone.toggle(),
  t: () => load('metronome', () => dispatchEvent(new Event('tap-tempo'))),
};
panels.forEach((name, index) => { actions[String(index + 1)] = () => showPanel(name); });

export function startKeyboard() {
  addEventListener('keydown', (event) => {
    if (!settings.get('shortcuts') || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('input:not([type=radio], [type=checkbox], [type=range]), select, textarea, dialog')) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
