// A true strobe: each ring is a partial of the target, turned by the measured phase of that partial against
// the target's. In tune it stands still; sharp it turns right, flat it turns left; a turn of one segment is
// one cycle. A partial that is not heard is dark.

import { heard } from '../app/heard.js';
import { colors, reducedMotion } from '../app/theme.js';
import { formatNumber } from '../app/i18n.js';
import { canvasFont, CanvasView } from './view.js';

const rings = 8;
/** Segments in the visible half of the innermost ring: ring k has k times as many. */
const segments = 3;

class StrobeView extends CanvasView {
  constructor() {
    super();
    this.brightness = new Float32Array(rings);
    this.texts = Array.from({ length: rings }, () => '');
    this.lastText = 0;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} seconds
   * @param {number} now
   */
  draw(context, seconds, now) {
    const { width, height } = this;
    context.clearRect(0, 0, width, height);
    const outer = Math.min(width / 2 - 8, height - 34);
    const inner = outer * 0.26;
    const thickness = (outer - inner) / rings;
    const x = width / 2;
    const y = height - 12;
    if (now - this.lastText > 200) { this.lastText = now; this.write(); }
    for (let ring = 0; ring < rings; ring += 1) {
      const from = inner + ring * thickness;
      this.drawRing(context, seconds, ring, x, y, from + thickness / 2, thickness - 2.5);
    }
    this.drawFrame(context, x, y, inner, outer);
    this.drawTexts(context, x, y, inner, thickness);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} seconds
   * @param {number} ring
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {number} thickness
   */
  drawRing(context, seconds, ring, x, y, radius, thickness) {
    const { strobe, voiced } = heard.state;
    const level = strobe[3 * ring + 1];
    const loudest = Math.max(strobe[1], strobe[4], strobe[7], strobe[10]);
    const goal = voiced && level > -120 ? Math.max(0, Math.min(1, 1 + (level - loudest) / 50)) : 0;
    this.brightness[ring] += (goal - this.brightness[ring]) * (1 - Math.exp(-seconds / 0.08));
    const bright = this.brightness[ring];
    context.lineWidth = thickness;
    context.strokeStyle = colors.line;
    context.globalAlpha = 0.45;
    context.beginPath();
    context.arc(x, y, radius, Math.PI, 2 * Math.PI);
    context.stroke();
    if (bright < 0.02) { context.globalAlpha = 1; return; }
    // Asked to keep still, the bars stand and the numbers tell.
    const turns = reducedMotion ? 0 : strobe[3 * ring];
    const count = segments * (ring + 1);
    const step = Math.PI / count;
    context.strokeStyle = heard.glow > 0.5 ? colors.good : colors.sharp;
    for (let segment = -1; segment < count; segment += 1) this.drawSegment(context, x, y, radius, Math.PI + (segment + turns) * step, step, bright);
    context.globalAlpha = 1;
  }

  /**
   * Half of a step is light, with soft edges.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {number} start
   * @param {number} step
   * @param {number} bright
   */
  drawSegment(context, x, y, radius, start, step, bright) {
    for (let layer = 0; layer < 3; layer += 1) {
      const margin = step * (0.2 + layer * 0.05);
      const from = Math.max(Math.PI, start + margin);
      const to = Math.min(2 * Math.PI, start + step - margin);
      if (to <= from) continue;
      context.globalAlpha = bright * [0.25, 0.5, 1][layer];
      context.beginPath();
      context.arc(x, y, radius, from, to);
      context.stroke();
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} inner
   * @param {number} outer
   */
  drawFrame(context, x, y, inner, outer) {
    context.strokeStyle = colors['ink-3'];
    context.lineWidth = 1;
    for (const radius of [inner - 2, outer + 1]) {
      context.beginPath();
      context.arc(x, y, radius, Math.PI, 2 * Math.PI);
      context.stroke();
    }
    context.fillStyle = colors['ink-2'];
    context.font = canvasFont;
    context.textAlign = 'center';
    context.fillText('♭ ◂', x - inner * 0.45, y - inner * 0.28);
    context.fillText('▸ ♯', x + inner * 0.45, y - inner * 0.28);
  }

  /** The deviation of each partial, in words: a text twin for the rings. */
  write() {
    const { strobe, voiced } = heard.state;
    for (let ring = 0; ring < rings; ring += 1) {
      const isHeard = voiced && strobe[3 * ring + 1] > -120 && Number.isFinite(strobe[3 * ring + 2]);
      this.texts[ring] = isHeard ? formatNumber(strobe[3 * ring + 2], 1, true) : '';
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} inner
   * @param {number} thickness
   */
  drawTexts(context, x, y, inner, thickness) {
    context.fillStyle = colors['ink-2'];
    context.font = '500 11px system-ui, sans-serif';
    context.textAlign = 'center';
    for (let ring = 0; ring < rings; ring += 1) {
      const far = inner + (ring + 0.5) * thickness;
      context.fillText(String(ring + 1), x - far, y + 11);
      context.fillText(this.texts[ring], x + far, y + 11);
    }
  }
}

customElements.define('view-strobe', StrobeView);
