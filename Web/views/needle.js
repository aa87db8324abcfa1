// A needle over a scale of fifty cents to each side, with the window that counts as in tune.

import { s, setStyle } from '../app/dom.js';
import { startDrawing, stopDrawing } from '../app/frames.js';
import { heard } from '../session/heard.js';
import { reducedMotion } from '../app/theme.js';
import { settings } from '../app/settings.js';

const radius = 180;
/** Degrees of the dial for a cent. */
const degreesPerCent = 1.1;
/** Seconds that the hand takes for most of its way. */
const handTime = 0.04;

/**
 * @param {number} cents
 * @param {number} far
 */
function point(cents, far) {
  const angle = cents * degreesPerCent * Math.PI / 180;
  return `${(Math.sin(angle) * far).toFixed(2)} ${(-Math.cos(angle) * far).toFixed(2)}`;
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} far
 */
function arc(low, high, far) { return `M${point(low, far)}A${far} ${far} 0 0 1 ${point(high, far)}`; }

class NeedleView extends HTMLElement {
  constructor() {
    super();
    this.window_ = s('path', { class: 'needle-window' });
    // The hand is a layer of its own, so that its turning paints nothing anew.
    this.needle = layer('needle-hand',
      s('path', { class: 'needle-blade', d: 'M-3.500 0 -0.900 -168h1.800L3.500 0Z' }),
      s('path', { class: 'needle-tip', d: 'M-1.500 -128 -0.900 -168h1.800L1.500 -128Z' }),
      s('circle', { class: 'needle-hub', r: 9 }), s('circle', { class: 'needle-pin', r: 3 }));
    this.scale = layer('needle-scale',
      s('path', { class: 'needle-arc', d: arc(-50, 50, radius) }), this.window_, ...ticks(), ...words());
    this.drawer = (/** @type {number} */ seconds, /** @type {number} */ now) => this.draw(seconds, now);
    this.lastStep = 0;
    this.tolerance = 0;
  }

  connectedCallback() {
    this.append(this.scale, this.needle);
    startDrawing(this.drawer);
  }

  disconnectedCallback() {
    stopDrawing(this.drawer);
    this.replaceChildren();
  }

  /**
   * @param {number} seconds
   * @param {number} now
   */
  draw(seconds, now) {
    this.classList.toggle('is-good', heard.state.verdict === 'good');
    if (reducedMotion && now - this.lastStep < 250) return;
    this.lastStep = now;
    const tolerance = settings.get('tolerance');
    if (tolerance !== this.tolerance) {
      this.tolerance = tolerance;
      this.window_.setAttribute('d', arc(-tolerance, tolerance, radius));
    }
    const cents = heard.quiet > 1 ? -52 : Math.max(-52, Math.min(52, heard.cents));
    this.angle += ((heard.quiet > 1 ? -54 : cents) - this.angle) * (reducedMotion ? 1 : 1 - Math.exp(-seconds / handTime));
    setStyle(this.needle, 'transform', `rotate(${(this.angle * degreesPerCent).toFixed(1)}deg)`);
    setStyle(this, 'opacity', heard.brightness.toFixed(2));
  }

  angle = -54;
}

/**
 * @param {string} name
 * @param {...SVGElement} children
 */
function layer(name, ...children) {
  return s('svg', { class: `needle ${name}`, viewBox: '-200 -222 400 246', 'aria-hidden': 'true' }, ...children);
}

function ticks() {
  const lines = [];
  for (let cents = -50; cents <= 50; cents += 1) {
    const kind = cents % 10 === 0 ? 'long' : cents % 5 === 0 ? 'middle' : 'short';
    const length = { long: 16, middle: 11, short: 6 }[kind];
    lines.push(s('path', { class: `needle-tick ${kind}`, d: `M${point(cents, radius - 6)}L${point(cents, radius - 6 - length)}` }));
  }
  return lines;
}

function words() {
  const texts = [];
  for (let cents = -50; cents <= 50; cents += 10) {
    const [x, y] = point(cents, radius + 16).split(' ');
    const text = cents === 0 ? '0' : cents < 0 ? `−${-cents}` : `+${cents}`;
    texts.push(s('text', { class: 'needle-word', x, y: Number(y) + 4, 'text-anchor': 'middle' }, text));
  }
  const [flatX, flatY] = point(-56, radius - 26).split(' ');
  const [sharpX, sharpY] = point(56, radius - 26).split(' ');
  texts.push(s('text', { class: 'needle-sign', x: flatX, y: flatY, 'text-anchor': 'middle' }, '♭'),
    s('text', { class: 'needle-sign', x: sharpX, y: sharpY, 'text-anchor': 'middle' }, '♯'));
  return texts;
}

customElements.define('view-needle', NeedleView);
