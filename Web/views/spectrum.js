// The spectrum in bands that are equal to the ear, with the partials of the note that is heard.

import { heard } from '../app/heard.js';
import { colors } from '../app/theme.js';
import { spectrumCount, spectrumRange } from '../vocabulary/engine.js';
import { canvasFont, CanvasView } from './view.js';

const lowest = -100;
const marks = [50, 100, 200, 500, 1000, 2000, 5000, 10000];
const markTexts = ['50', '100', '200', '500', '1 k', '2 k', '5 k', '10 k'];
const bottom = 22;

class SpectrumView extends CanvasView {
  constructor() {
    super();
    this.levels = new Float32Array(spectrumCount).fill(lowest);
    this.peaks = new Float32Array(spectrumCount).fill(lowest);
    /** @type {CanvasGradient | null} */
    this.gradient = null;
    this.gradientKey = '';
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} seconds
   */
  draw(context, seconds) {
    const { spectrum } = heard.state;
    for (let band = 0; band < spectrumCount; band += 1) {
      const level = Math.max(lowest, spectrum[band]);
      const now = this.levels[band];
      this.levels[band] = level > now ? now + (level - now) * 0.6 : Math.max(level, now - seconds * 90);
      this.peaks[band] = Math.max(level, this.peaks[band] - seconds * 12);
    }
    context.clearRect(0, 0, this.width, this.height);
    this.drawGrid(context);
    this.drawPartials(context);
    this.drawLevels(context);
  }

  /** @param {number} frequency */
  x(frequency) { return Math.log2(frequency / spectrumRange[0]) / Math.log2(heard.state.spectrumTop / spectrumRange[0]) * this.width; }
  /** @param {number} level */
  y(level) { return level / lowest * (this.height - bottom - 10) + 10; }

  /** @param {CanvasRenderingContext2D} context */
  drawGrid(context) {
    context.font = canvasFont;
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    context.fillStyle = colors['ink-2'];
    context.textAlign = 'center';
    marks.forEach((frequency, index) => {
      const x = Math.round(this.x(frequency)) + 0.5;
      context.beginPath();
      context.moveTo(x, 4);
      context.lineTo(x, this.height - bottom);
      context.stroke();
      if (this.width > 480 || index % 2 === 1 || index === 0) context.fillText(markTexts[index], x, this.height - 6);
    });
    context.textAlign = 'left';
    for (let level = -20; level > lowest; level -= 20) {
      const y = Math.round(this.y(level)) + 0.5;
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(this.width, y);
      context.stroke();
      context.fillText(`−${-level}`, 4, y - 4);
    }
  }

  /** @param {CanvasRenderingContext2D} context */
  drawPartials(context) {
    const { frequency, spectrumTop } = heard.state;
    if (frequency === 0) return;
    context.textAlign = 'center';
    context.fillStyle = colors.ink;
    context.strokeStyle = colors.accent;
    for (let order = 1; order <= 12 && order * frequency < spectrumTop; order += 1) {
      const x = Math.round(this.x(order * frequency)) + 0.5;
      context.globalAlpha = 0.75 - 0.04 * order;
      context.beginPath();
      context.moveTo(x, 20);
      context.lineTo(x, this.height - bottom);
      context.stroke();
      if (order < 9) context.fillText(String(order), x, 14);
    }
    context.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} context */
  drawLevels(context) {
    const key = `${this.height} ${colors.accent}`;
    if (key !== this.gradientKey || !this.gradient) {
      this.gradientKey = key;
      this.gradient = context.createLinearGradient(0, 0, 0, this.height);
      this.gradient.addColorStop(0, colors.accent);
      this.gradient.addColorStop(1, colors.surface);
    }
    const base = this.height - bottom;
    context.beginPath();
    context.moveTo(0, base);
    for (let band = 0; band < spectrumCount; band += 1) context.lineTo((band + 0.5) / spectrumCount * this.width, Math.min(base, this.y(this.levels[band])));
    context.lineTo(this.width, base);
    context.globalAlpha = 0.5;
    context.fillStyle = this.gradient;
    context.fill();
    context.globalAlpha = 1;
    this.drawLine(context, this.levels, colors.accent, 1.8, base);
    context.globalAlpha = 0.5;
    this.drawLine(context, this.peaks, colors['ink-3'], 1, base);
    context.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Float32Array} levels
   * @param {string} color
   * @param {number} thickness
   * @param {number} base
   */
  drawLine(context, levels, color, thickness, base) {
    context.strokeStyle = color;
    context.lineWidth = thickness;
    context.lineJoin = 'round';
    context.beginPath();
    for (let band = 0; band < spectrumCount; band += 1) context.lineTo((band + 0.5) / spectrumCount * this.width, Math.min(base, this.y(levels[band])));
    context.stroke();
  }
}

customElements.define('view-spectrum', SpectrumView);
