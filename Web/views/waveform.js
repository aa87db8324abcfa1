// The sound itself, from a rising zero crossing on, so that a steady tone stands still.

import { heard } from '../session/heard.js';
import { formatNumber } from '../app/i18n.js';
import { colors } from '../app/theme.js';
import { canvasFont, CanvasView } from './view.js';

class WaveformView extends CanvasView {
  constructor() {
    super();
    this.scale = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} seconds
   */
  draw(context, seconds) {
    const { wave, waveDuration, frequency } = heard.state;
    const { width, height } = this;
    context.clearRect(0, 0, width, height);
    let peak = 0.003;
    for (const sample of wave) peak = Math.max(peak, Math.abs(sample));
    // Gain that opens slowly and shuts at once, as if somebody kept a hand on it.
    this.scale = 1 / peak < this.scale ? 1 / peak : Math.min(1 / peak, this.scale * Math.exp(seconds * 1.5));
    this.drawGrid(context, waveDuration, frequency);
    const middle = height / 2;
    const size = (middle - 18) * this.scale;
    context.lineJoin = 'round';
    for (const [thickness, alpha] of glow) {
      context.lineWidth = thickness;
      context.globalAlpha = alpha * heard.brightness;
      context.strokeStyle = heard.state.verdict === 'good' ? colors.good : colors.accent;
      context.beginPath();
      for (let index = 0; index < wave.length; index += 1) {
        context.lineTo(index / (wave.length - 1) * width, middle - wave[index] * size);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /**
   * A line for each period, and what the picture spans.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} duration
   * @param {number} frequency
   */
  drawGrid(context, duration, frequency) {
    const { width, height } = this;
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    context.beginPath();
    context.moveTo(0, Math.round(height / 2) + 0.5);
    context.lineTo(width, Math.round(height / 2) + 0.5);
    const periods = duration * frequency;
    for (let period = 1; period < periods && periods < 80; period += 1) {
      const x = Math.round(period / periods * width) + 0.5;
      context.moveTo(x, 8);
      context.lineTo(x, height - 8);
    }
    context.stroke();
    context.font = canvasFont;
    context.fillStyle = colors['ink-2'];
    context.textAlign = 'right';
    context.fillText(`${formatNumber(duration * 1000, 1)} ms`, width - 4, height - 6);
  }
}

const glow = [[6, 0.18], [2, 1]];

customElements.define('view-waveform', WaveformView);
