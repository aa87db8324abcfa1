// The layout for video overlays, #overlay in the address: the note and how far off it is, on whatever lies behind the
// page. Shows what the server hears, or else this device's microphone.

import { h } from '../app/dom.js';
import { loadSheet } from '../app/sheet.js';
import { session } from '../session/session.js';
import { serverAddress } from '../engine/remote.js';
import '../views/giant.js';

await loadSheet('overlay');
document.documentElement.dataset.layout = 'overlay';
document.body.append(h('div', { class: 'overlay' },
  document.createElement('tuner-readout'), document.createElement('view-giant')));

const listen = () => { if (!session.isOn) session.start(); };
if (!await serverAddress('readings')) {
  listen();
  // A browser that wants a tap before it gives sound to a page gets one anywhere.
  addEventListener('click', listen);
}
