// A true strobe: each ring is a partial of the target, turned by the measured phase of that partial against
// the target's. In tune it stands still; sharp it turns right, flat it turns left; a turn of one segment is
// one cycle. A partial that is not heard is dark.

import { hurry } from '../app/frames.js';
import { heard } from '../session/heard.js';
import { colors, reducedMotion } from '../app/theme.js';
import { formatNumber } from '../app/i18n.js';
import { canvasFont, CanvasView } from './view.js';

const rings = 8;
/** Segments in the visible half of the innermost ring: ring k has k times as many. */
const segments = 3;
/** Half of a step is light, with soft edges: three layers, each narrower and brighter. */
const margins = [0.2, 0.25, 0.3];
const alphas = [0.25, 0.5, 1];

class StrobeView extends CanvasView {
  constructor() {
    super();
    this.brightness = new Float32Array(rings);
    this.turns = new Float32Array(rings);
    this.texts = Array.from({ length: rings }, () => '');
    this.shortTexts = Array.from({ length: rings }, () => '');
    this.lastText = 0;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} seconds
   * @param {number} now
   */
  draw(context, seconds, now) {
    context.clearRect(0, 0, this.width, this.height);
    if (now - this.lastText > 200) { this.lastText = now; this.write(); }
    if (heard.active && !reducedMotion) hurry();
    this.follow(seconds);
    if (this.height > 0.72 * this.width) this.drawBands(context); else this.drawDisc(context);
    context.globalAlpha = 1;
  }

  /**
   * A ring is as bright as its partial is loud beside the loudest.
   *
   * @param {number} seconds
   */
  follow(seconds) {
    const { strobe, voiced } = heard.state;
    const loudest = Math.max(strobe[1], strobe[4], strobe[7], strobe[10]);
    const share = 1 - Math.exp(-seconds / 0.08);
    for (let ring = 0; ring < rings; ring += 1) {
      const level = strobe[3 * ring + 1];
      const goal = voiced && level > -120 ? Math.max(0, Math.min(1, 1 + (level - loudest) / 50)) : 0;
      this.brightness[ring] += (goal - this.brightness[ring]) * share;
      // Asked to keep still, the bars stand and the numbers tell.
      this.turns[ring] = reducedMotion ? 0 : strobe[3 * ring];
    }
  }

  /**
   * Half a disc, for wide places.
   *
   * @param {CanvasRenderingContext2D} context
   */
  drawDisc(context) {
    const outer = Math.min(this.width / 2 - 8, this.height - 34);
    const inner = outer * 0.26;
    const thickness = (outer - inner) / rings;
    const x = this.width / 2;
    const y = this.height - 20;
    for (let ring = 0; ring < rings; ring += 1) {
      this.drawRing(context, ring, x, y, inner + (ring + 0.5) * thickness, thickness - 2.5);
    }
    context.globalAlpha = 1;
    context.strokeStyle = colors['ink-3'];
    context.lineWidth = 1;
    halfCircle(context, x, y, inner - 2);
    halfCircle(context, x, y, outer + 1);
    this.drawDiscTexts(context, x, y, inner, thickness);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} ring
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {number} thickness
   */
  drawRing(context, ring, x, y, radius, thickness) {
    context.lineWidth = thickness;
    context.strokeStyle = colors.line;
    context.globalAlpha = 0.45;
    halfCircle(context, x, y, radius);
    if (this.brightness[ring] < 0.02) return;
    const count = segments * (ring + 1);
    const step = Math.PI / count;
    context.strokeStyle = heard.state.verdict === 'good' ? colors.good : colors.sharp;
    for (let segment = -1; segment < count; segment += 1) {
      const start = Math.PI + (segment + this.turns[ring]) * step;
      for (let layer = 0; layer < 3; layer += 1) {
        const from = Math.max(Math.PI, start + step * margins[layer]);
        const to = Math.min(2 * Math.PI, start + step * (1 - margins[layer]));
        if (to <= from) continue;
        context.globalAlpha = this.brightness[ring] * alphas[layer];
        context.beginPath();
        context.arc(x, y, radius, from, to);
        context.stroke();
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} inner
   * @param {number} thickness
   */
  drawDiscTexts(context, x, y, inner, thickness) {
    context.fillStyle = colors['ink-2'];
    context.font = canvasFont;
    context.textAlign = 'center';
    context.fillText('♭ ◂', x - inner * 0.45, y - inner * 0.28);
    context.fillText('▸ ♯', x + inner * 0.45, y - inner * 0.28);
    for (let ring = 0; ring < rings; ring += 1) {
      const far = inner + (ring + 0.5) * thickness;
      context.fillText(String(ring + 1), x - far, y + 16);
      if (thickness > 24) context.fillText(thickness > 34 ? this.texts[ring] : this.shortTexts[ring], x + far, y + 16);
    }
  }

  /**
   * Straight bands, for tall places: the fundamental at the bottom.
   *
   * @param {CanvasRenderingContext2D} context
   */
  drawBands(context) {
    const left = 22;
    const right = this.width - 46;
    const size = (this.height - 26) / rings;
    context.font = canvasFont;
    for (let ring = 0; ring < rings; ring += 1) {
      const top = 4 + (rings - 1 - ring) * size;
      context.globalAlpha = 0.45;
      context.fillStyle = colors.line;
      context.fillRect(left, top, right - left, size - 4);
      this.drawBand(context, ring, left, right, top, size - 4);
      context.globalAlpha = 1;
      context.fillStyle = colors['ink-2'];
      context.textAlign = 'left';
      context.fillText(String(ring + 1), 4, top + size / 2 + 2);
      context.textAlign = 'right';
      context.fillText(this.texts[ring], this.width - 2, top + size / 2 + 2);
    }
    context.textAlign = 'center';
    context.fillText('♭ ◂', left + 14, this.height - 6);
    context.fillText('▸ ♯', right - 14, this.height - 6);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} ring
   * @param {number} left
   * @param {number} right
   * @param {number} top
   * @param {number} height
   */
  drawBand(context, ring, left, right, top, height) {
    if (this.brightness[ring] < 0.02) return;
    const count = segments * (ring + 1);
    const step = (right - left) / count;
    context.fillStyle = heard.state.verdict === 'good' ? colors.good : colors.sharp;
    for (let segment = -1; segment < count; segment += 1) {
      const start = left + (segment + this.turns[ring]) * step;
      for (let layer = 0; layer < 3; layer += 1) {
        const from = Math.max(left, start + step * margins[layer]);
        const to = Math.min(right, start + step * (1 - margins[layer]));
        if (to <= from) continue;
        context.globalAlpha = this.brightness[ring] * alphas[layer];
        context.fillRect(from, top, to - from, height);
      }
    }
  }

  /** The deviation of each partial, in words: a text twin for the rings. */
  write() {
    const { strobe, voiced } = heard.state;
    for (let ring = 0; ring < rings; ring += 1) {
      const isHeard = voiced && strobe[3 * ring + 1] > -120 && Number.isFinite(strobe[3 * ring + 2]);
      this.texts[ring] = isHeard ? formatNumber(strobe[3 * ring + 2], 1, true) : '';
      this.shortTexts[ring] = isHeard ? formatNumber(strobe[3 * ring + 2], 0, true) : '';
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function halfCircle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, Math.PI, 2 * Math.PI);
  context.stroke();
}

customElements.define('view-strobe', StrobeView);
