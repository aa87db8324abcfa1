// The rotating knob: 120 thin and 12 thick dashes, a red arrow at the target, a fixed bar, and the names
// of the neighbours, upright, 60° a semitone. A full turn is half an octave; a dash is five cents.

import { s, setStyle } from '../app/dom.js';
import { startDrawing, stopDrawing } from '../app/frames.js';
import { heard } from '../session/heard.js';
import { note, onNames } from '../app/names.js';
import { ownSpelling } from '../app/targets.js';
import { reducedMotion } from '../app/theme.js';
import { dial } from '../vocabulary/engine.js';

const { radius, degreesPerSemitone, offsets, labelFade, labelSizes } = dial;
/** Width of the drawing, as `dial` counts. */
export const dialWidth = 356;
/** Size in which the labels are set; their place scales them. */
const labelSize = labelSizes[1];
/** Places that the labels take in a semitone: a third of a cent, less than a pixel, apart, since they are painted anew at each. */
const labelSteps = 300;

class KnobView extends HTMLElement {
  constructor() {
    super();
    // Each part that moves or glows is a layer of its own, so that a frame paints nothing anew.
    this.halo = layer('knob-glow', s('circle', { class: 'knob-halo', r: radius - dial.dashLength / 2 }), marks());
    this.dial = layer('knob-dial', ring('knob-thin', dial.thinDashes, 0.5), ring('knob-thick', dial.thickDashes, 1.5));
    this.arrow = layer('knob-pointer', s('path', { class: 'knob-arrow', d: `M0 ${-radius - 23}l8 13h-16z` }));
    this.labels = offsets.map(() => s('text', { class: 'knob-label', 'text-anchor': 'middle', 'font-size': labelSize }));
    this.bar = s('rect', { class: 'knob-bar', x: -2.5, y: -radius - 54, width: 5, height: 72, rx: 2.5 });
    this.centre = NaN;
    /** @type {(seconds: number, now: number) => void} */
    this.drawer = (_seconds, now) => this.draw(now);
    this.lastStep = 0;
    onNames(() => { this.centre = NaN; });
  }

  connectedCallback() {
    this.append(layer('knob-still', s('circle', { class: 'knob-disc', r: radius })), this.halo, this.dial,
      layer('knob-names', ...this.labels), layer('knob-still', this.bar), this.arrow);
    startDrawing(this.drawer);
  }

  disconnectedCallback() {
    stopDrawing(this.drawer);
    this.replaceChildren();
  }

  /** @param {number} now */
  draw(now) {
    const { position, brightness, glow } = heard;
    this.bar.classList.toggle('is-good', heard.state.verdict === 'good');
    // Asked to keep still, the dial rests and the arrow alone steps, four times a second.
    if (reducedMotion && now - this.lastStep < 250) return;
    this.lastStep = now;
    const middle = reducedMotion ? heard.note : position;
    turn(this.dial, (-middle * degreesPerSemitone) % 360);
    const toTarget = (heard.note - position) * degreesPerSemitone;
    turn(this.arrow, Math.max(-dial.arrowLimit, Math.min(dial.arrowLimit, reducedMotion ? -toTarget : toTarget)));
    setStyle(this, 'opacity', brightness.toFixed(2));
    setStyle(this.halo, 'opacity', glow.toFixed(2));
    this.drawLabels(Math.round(middle * labelSteps) / labelSteps);
  }

  /** @param {number} position */
  drawLabels(position) {
    const centre = Math.round(position);
    if (centre !== this.centre) {
      this.centre = centre;
      for (let index = 0; index < offsets.length; index += 1) {
        const midi = centre + offsets[index];
        const { letter, accidental, octave } = note(midi, ownSpelling(midi));
        this.labels[index].replaceChildren(letter + accidental, s('tspan', { class: 'knob-octave', dy: '0.22em' }, octave));
      }
    }
    for (let index = 0; index < offsets.length; index += 1) {
      this.placeLabel(this.labels[index], (centre + offsets[index] - position) * degreesPerSemitone);
    }
  }

  /**
   * @param {SVGElement} label
   * @param {number} angle Degrees from the top.
   */
  placeLabel(label, angle) {
    const nearness = Math.max(0, 1 - Math.abs(angle) / dial.labelLiftAngle);
    const far = radius + dial.labelDistance + dial.labelLift * nearness * nearness * (3 - 2 * nearness);
    const turned = angle * Math.PI / 180;
    const scale = (labelSizes[0] + (labelSizes[1] - labelSizes[0]) * nearness) / labelSize;
    const x = Math.sin(turned) * far;
    const y = -Math.cos(turned) * far + labelSize * scale * 0.35;
    setStyle(label, 'transform', `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(2)})`);
    const fade = (labelFade[1] - Math.abs(angle)) / (labelFade[1] - labelFade[0]);
    const shown = heard.quiet > 2 ? 0 : Math.max(0, Math.min(1, fade));
    setStyle(label, 'opacity', shown.toFixed(2));
  }
}

/**
 * @param {string} name
 * @param {...SVGElement} children
 */
function layer(name, ...children) {
  return s('svg', { class: `knob ${name}`, viewBox: `${-dialWidth / 2} -226 ${dialWidth} ${dialWidth}`, 'aria-hidden': 'true' }, ...children);
}

/**
 * Dashes on a circle whose length counts as 720.
 *
 * @param {string} name
 * @param {number} count
 * @param {number} width
 */
function ring(name, count, width) {
  return s('circle', {
    class: name, r: radius - dial.dashLength / 2, pathLength: 720,
    'stroke-dasharray': `${width} ${720 / count - width}`, 'stroke-dashoffset': width / 2,
  });
}

/** Corners about the bar, for those who do not see its colour. */
function marks() {
  const top = -radius - 50;
  const bottom = -radius + 14;
  return s('path', { class: 'knob-marks', d: `M-17 ${top}v-6h8M17 ${top}v-6h-8M-17 ${bottom}v6h8M17 ${bottom}v6h-8` });
}

/**
 * Turns by steps of a sixth of a cent, which no eye sees: a steady tone has most frames paint nothing.
 *
 * @param {SVGElement} element
 * @param {number} degrees
 */
function turn(element, degrees) { setStyle(element, 'transform', `rotate(${degrees.toFixed(1)}deg)`); }

customElements.define('view-knob', KnobView);
