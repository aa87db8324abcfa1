// Five overlaid waves that follow the pitch and the level of what is heard. The real waveform has a view
// of its own; this one is for the joy of it.

import { heard } from '../session/heard.js';
import { colors, reducedMotion } from '../app/theme.js';
import { dial, pitchWaves } from '../vocabulary/engine.js';
import { dialWidth } from './knob.js';
import { CanvasView } from './view.js';

const { amplifiers, opacities, frequencyOfTurn, frequencyTime, amplitudeTime, gain, largestTurnCount } = pitchWaves;
/** Points of a turn of a wave, and of all of it, in which lines look round. */
const turnPoints = 24;
const [fewestPoints, mostPoints] = [48, 160];
/** How high a wave is at a place in 0...1, as a share of its height. */
const envelope = (/** @type {number} */ place) => Math.sin(Math.PI * place) * (1 - (1 - place) ** 2);
/** How much of the wave fades at each end, as a share of its width. */
const fadeWidth = 0.22;
/** A wave that is lower than this share of a pixel is a line. */
const flat = 0.01;

class WaveView extends CanvasView {
  constructor() {
    super();
    this.time = 0;
    this.frequency = 1.5;
    this.amplitude = 0;
    /** What was not drawn, since it would be flat; empty for waves. */
    this.line = '';
    /** So far from the middle, the disc of the dial covers all of it. */
    this.covered = 0;
  }

  get isSlow() { return true; }

  measure() {
    super.measure();
    this.line = '';  // the canvas is empty now
    const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (this.parentElement);
    const disc = dial.radius / dialWidth * Math.min(clientWidth, clientHeight);
    this.covered = Math.sqrt(Math.max(0, disc ** 2 - (this.height / 2) ** 2));
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} seconds
   */
  draw(context, seconds) {
    const { state } = heard;
    const loudness = state.voiced ? Math.min(1, gain * 10 ** (state.level / 20)) : 0;
    const next = state.voiced ? state.frequency / frequencyOfTurn : this.frequency;
    this.frequency += (next - this.frequency) * (1 - Math.exp(-seconds / frequencyTime));
    this.amplitude += (loudness - this.amplitude) * (1 - Math.exp(-seconds / amplitudeTime));
    if (!reducedMotion) this.time = (this.time + seconds * this.frequency / 2) % 1;
    // Flat, they would be a line through the dial: then nothing is drawn.
    const line = this.amplitude * this.height < flat ? `${heard.brightness} ${colors.ink} ${this.width} ${this.height}` : '';
    if (line !== '' && line === this.line) return;
    this.line = line;
    context.clearRect(0, 0, this.width, this.height);
    if (line !== '') return;
    context.strokeStyle = colors.ink;
    context.lineWidth = 1.25;
    for (let trace = amplifiers.length - 1; trace >= 0; trace -= 1) this.drawTrace(context, trace);
    this.fade(context);
  }

  /**
   * Lets the lines fade towards both ends. A mask of the element, or lines in the colours of a gradient, would cost more.
   *
   * @param {CanvasRenderingContext2D} context
   */
  fade(context) {
    context.globalAlpha = 1;
    context.globalCompositeOperation = 'destination-out';
    const width = fadeWidth * this.width;
    for (const end of [0, this.width]) {
      const inner = end === 0 ? width : this.width - width;
      const gradient = context.createLinearGradient(end, 0, inner, 0);
      gradient.addColorStop(0, '#000');
      gradient.addColorStop(1, 'transparent');
      context.fillStyle = gradient;
      context.fillRect(Math.min(end, inner), 0, width, this.height);
    }
    context.globalCompositeOperation = 'source-over';
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} trace
   */
  drawTrace(context, trace) {
    const amplifier = amplifiers[trace];
    const phase = (amplifier + 0.8) / 1.8;
    const middle = this.height / 2;
    const height = this.amplitude * amplifier * (middle - 2);
    // Very high notes would only fill the band with ink.
    const turns = Math.min(this.frequency, largestTurnCount);
    context.globalAlpha = opacities[trace] * (0.35 + 0.65 * (heard.brightness * 2 - 1));
    const points = Math.round(Math.max(fewestPoints, Math.min(mostPoints, turnPoints * turns)));
    // At rest, the disc lets through what is behind it.
    const covered = heard.brightness < 1 ? 0 : this.covered / this.width - 1 / points;
    context.beginPath();
    for (let index = 0; index <= points; index += 1) {
      const place = index / points;
      if (Math.abs(place - 0.5) < covered) continue;
      const y = Math.sin(2 * Math.PI * (this.time + place * turns + phase)) * envelope(place) * height;
      if (Math.abs(place - 1 / points - 0.5) < covered) context.moveTo(place * this.width, middle - y);
      else context.lineTo(place * this.width, middle - y);
    }
    context.stroke();
  }
}

customElements.define('view-wave', WaveView);
