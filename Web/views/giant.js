// For a distance: the readout fills the screen, and beneath it a bar with a mark, to be read from across a
// room.

import { heard } from '../session/heard.js';
import { colors, verdictColor } from '../app/theme.js';
import { settings } from '../app/settings.js';
import { CanvasView } from './view.js';

class GiantView extends CanvasView {
  /** @param {CanvasRenderingContext2D} context */
  draw(context) {
    const { width, height } = this;
    context.clearRect(0, 0, width, height);
    const y = height / 2;
    // The ball is whole at either end.
    const radius = Math.min(26, height * 0.3);
    const half = width / 2 - radius - 2;
    const place = (/** @type {number} */ cents) => width / 2 + cents / 50 * half;
    const tolerance = settings.get('tolerance');
    context.globalAlpha = heard.brightness;
    context.lineCap = 'round';
    context.strokeStyle = colors.line;
    context.lineWidth = 10;
    stroke(context, place(-50), y, place(50), y);
    context.strokeStyle = colors.good;
    stroke(context, place(-tolerance), y, place(tolerance), y);
    context.strokeStyle = colors['ink-2'];
    context.lineWidth = 4;
    stroke(context, width / 2, y - height * 0.34, width / 2, y + height * 0.34);
    if (heard.quiet < 1 && heard.last) {
      const cents = Math.max(-50, Math.min(50, heard.cents));
      context.fillStyle = verdictColor(heard.last.verdict);
      context.beginPath();
      context.arc(place(cents), y, radius, 0, 2 * Math.PI);
      context.fill();
    }
    context.globalAlpha = 1;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function stroke(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

customElements.define('view-giant', GiantView);
