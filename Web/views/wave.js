// Five overlaid waves that follow the pitch and the level of what is heard. The real waveform has a view
// of its own; this one is for the joy of it.

import { heard } from '../session/heard.js';
import { colors, reducedMotion } from '../app/theme.js';
import { pitchWaves } from '../vocabulary/engine.js';
import { CanvasView } from './view.js';

const { amplifiers, opacities, frequencyOfTurn, frequencyTime, amplitudeTime, gain, largestTurnCount } = pitchWaves;
const points = 160;
/** How high a wave is at each of its points, as a share of its height. */
const envelope = Float32Array.from({ length: points + 1 }, (_, index) => {
  const place = index / points;
  return Math.sin(Math.PI * place) * (1 - (1 - place) ** 2);
});
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
  }

  measure() {
    super.measure();
    this.line = '';  // the canvas is empty now
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
   * Lets the lines fade towards both ends. A mask of the element would cost more than the lines.
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
    context.beginPath();
    for (let index = 0; index <= points; index += 1) {
      const place = index / points;
      const y = Math.sin(2 * Math.PI * (this.time + place * turns + phase)) * envelope[index] * height;
      context.lineTo(place * this.width, middle - y);
    }
    context.stroke();
  }
}

customElements.define('view-wave', WaveView);
