// After five minutes without sound or touch: six planes of light that turn slowly, each by a random amount
// every four seconds. Not for those who asked for stillness; gone at the first sound.

import { readAddress } from '../app/address.js';
import { h } from '../app/dom.js';
import { heard } from '../session/heard.js';
import { playing } from '../session/playing.js';
import { session } from '../session/session.js';
import { settings } from '../app/settings.js';
import { startDrawing } from '../app/frames.js';
import { reducedMotion } from '../app/theme.js';

const planes = 6;
const turnEvery = 4000;
const most = 720;

let idleAfter = 300;
let quiet = 0;
/** @type {HTMLElement | null} */
let screen = null;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

function show() {
  const shapes = Array.from({ length: planes }, () => h('div', { class: 'pulsar-plane' }));
  const turns = shapes.map(() => [0, 0, 0]);
  screen = h('div', { class: 'pulsar', 'aria-hidden': 'true' }, h('div', { class: 'pulsar-space' }, ...shapes));
  document.body.append(screen);
  const turn = () => shapes.forEach((shape, index) => {
    turns[index] = turns[index].map((total) => total + Math.floor(Math.random() * most));
    const [x, y, z] = turns[index];
    shape.style.transform = `rotateX(${x}deg) rotateY(${y}deg) rotateZ(${z}deg)`;
  });
  requestAnimationFrame(() => requestAnimationFrame(turn));
  timer = setInterval(turn, turnEvery);
}

function hide() {
  clearInterval(timer);
  screen?.remove();
  screen = null;
}

export function startIdle() {
  const wanted = Number(readAddress().values.get('idle-after'));
  if (wanted > 0) idleAfter = wanted;
  const wake = () => { quiet = 0; if (screen) hide(); };
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focusin']) {
    addEventListener(name, wake, { passive: true });
  }
  startDrawing((seconds) => {
    // Messages come silently, and are there to be read.
    const isAwaiting = session.isOn && document.documentElement.dataset.shown === 'messages';
    const isBusy = heard.active || playing.isSounding || playing.isClicking || playing.isSending || isAwaiting
      || document.querySelector('dialog') !== null;
    if (isBusy || reducedMotion || !settings.get('idle')) { wake(); return; }
    quiet += seconds;
    if (quiet >= idleAfter && !screen) show();
  });
}
