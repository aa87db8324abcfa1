// The rotating knob: 120 thin and 12 thick dashes, a red arrow at the target, a fixed bar, and the names
// of the neighbours, upright, 60° a semitone. A full turn is half an octave; a dash is five cents.

import { s, setAttribute, setText } from '../app/dom.js';
import { startDrawing, stopDrawing } from '../app/frames.js';
import { heard } from '../app/heard.js';
import { note, onNames } from '../app/names.js';
import { ownSpelling } from '../app/targets.js';
import { reducedMotion } from '../app/theme.js';

const radius = 122.5;
const degreesPerSemitone = 60;
const offsets = [-2, -1, 0, 1, 2];

class KnobView extends HTMLElement {
  constructor() {
    super();
    this.dial = s('g', { class: 'knob-dial' },
      ring('knob-thin', '0.5 5.5', 0.25), ring('knob-thick', '1.5 58.5', 0.75));
    this.arrow = s('path', { class: 'knob-arrow', d: `M0 ${-radius - 23}l8 13h-16z` });
    this.labels = offsets.map(() => s('text', { class: 'knob-label', 'text-anchor': 'middle' }));
    this.halo = s('circle', { class: 'knob-halo', r: radius - 8 });
    this.bar = s('rect', { class: 'knob-bar', x: -2.5, y: -radius - 56 + 2, width: 5, height: 72, rx: 2.5 });
    this.tag = /** @type {SVGElement} */ (s('g', { class: 'knob-marks' },
      s('path', { d: `M-17 ${-radius - 50}v-6h8M17 ${-radius - 50}v-6h-8M-17 ${-radius + 14}v6h8M17 ${-radius + 14}v6h-8` })));
    this.drawing = s('svg', { class: 'knob', viewBox: '-178 -226 356 402', 'aria-hidden': 'true' },
      s('circle', { class: 'knob-disc', r: radius }), this.halo, this.dial, ...this.labels,
      this.bar, this.tag, this.arrow);
    this.centre = NaN;
    /** @type {(seconds: number, now: number) => void} */
    this.drawer = (_seconds, now) => this.draw(now);
    this.lastStep = 0;
    onNames(() => { this.centre = NaN; });
  }

  connectedCallback() {
    this.append(this.drawing);
    startDrawing(this.drawer);
  }

  disconnectedCallback() { stopDrawing(this.drawer); }

  /** @param {number} now */
  draw(now) {
    const { position, brightness, glow } = heard;
    // Asked to keep still, the dial rests and the arrow alone steps, four times a second.
    if (reducedMotion && now - this.lastStep < 250) return;
    this.lastStep = now;
    const middle = reducedMotion ? heard.note : position;
    const turn = ((-middle * degreesPerSemitone) % 360).toFixed(2);
    setAttribute(this.dial, 'transform', `rotate(${turn})`);
    const toTarget = (heard.note - position) * degreesPerSemitone;
    const arrow = Math.max(-165, Math.min(165, reducedMotion ? -toTarget : toTarget));
    setAttribute(this.arrow, 'transform', `rotate(${arrow.toFixed(2)})`);
    this.drawing.style.opacity = brightness.toFixed(3);
    this.halo.style.opacity = glow.toFixed(3);
    this.tag.style.opacity = glow.toFixed(3);
    this.bar.classList.toggle('is-good', glow > 0.5);
    this.drawLabels(middle);
  }

  /** @param {number} position */
  drawLabels(position) {
    const centre = Math.round(position);
    const blank = heard.quiet > 2;
    if (centre !== this.centre) {
      this.centre = centre;
      offsets.forEach((offset, index) => {
        const { letter, accidental } = note(centre + offset, ownSpelling(centre + offset));
        setText(this.labels[index], letter + accidental);
      });
    }
    offsets.forEach((offset, index) => {
      const label = this.labels[index];
      const angle = (centre + offset - position) * degreesPerSemitone;
      const nearness = Math.max(0, 1 - Math.abs(angle) / 50);
      const far = radius + 30 + 48 * nearness * nearness * (3 - 2 * nearness);
      const turned = angle * Math.PI / 180;
      const size = 19 + 15 * nearness;
      const x = Math.sin(turned) * far;
      const y = -Math.cos(turned) * far + size * 0.35;
      label.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
      label.style.fontSize = `${size.toFixed(1)}px`;
      label.style.opacity = blank ? '0' : Math.max(0, Math.min(1, (158 - Math.abs(angle)) / 40)).toFixed(3);
    });
  }
}

/**
 * Dashes on a circle whose length counts as 720.
 *
 * @param {string} name
 * @param {string} dashes
 * @param {number} phase
 */
function ring(name, dashes, phase) {
  return s('circle', {
    class: name, r: radius - 8, pathLength: 720, 'stroke-dasharray': dashes, 'stroke-dashoffset': phase,
  });
}

customElements.define('view-knob', KnobView);
