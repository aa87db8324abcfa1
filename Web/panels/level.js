// The level of the input, with the sensitivity drawn on it: what is left of the mark does not count. What is hatched
// is the noise of the room.

import { followWidth, h, setStyle, setText } from '../app/dom.js';
import { startDrawing } from '../app/frames.js';
import { heard } from '../session/heard.js';
import { formatNumber, t } from '../app/i18n.js';
import { session } from '../session/session.js';
import { settings } from '../app/settings.js';
import { colors } from '../app/theme.js';
import { silence } from '../vocabulary/engine.js';
import { Panel } from './panel.js';

const lowest = -90;

/** @param {number} level dBFS */
function share(level) { return Math.max(0, Math.min(1, (level - lowest) / -lowest)); }

class TunerLevel extends Panel {
  constructor() {
    super();
    this.shown = 0;
    this.lastText = 0;
    this.box = h('div', { class: 'level' });
    this.wide = followWidth(this.box);
    // What is not reached hides the colours. A canvas of one row, since a layer that moves has the browser place all layers anew.
    this.rest = h('canvas', { class: 'level-rest', height: 1, 'aria-hidden': 'true' });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.rest.getContext('2d'));
    /** What was drawn last: up to where, in CSS pixels, and how. */
    this.reached = 0;
    this.drawn = '';
  }

  begin() {
    startDrawing((seconds, now) => this.draw(seconds, now), true);
    settings.watch(['gate'], () => this.setGate());
  }

  build() {
    this.mark = h('div', { class: 'level-mark' });
    this.noise = h('div', { class: 'level-noise' });
    this.value = h('span', { class: 'level-value' });
    this.slider = h('input', {
      type: 'range', id: 'gate', min: lowest, max: -10, step: 1, 'aria-label': t('sensitivity'),
      oninput: () => settings.set('gate', Number(this.slider?.value)),
    });
    this.box.replaceChildren(h('div', { class: 'level-track' }, this.rest, this.noise), this.mark, this.slider);
    this.append(h('div', { class: 'level-head' }, h('h2', { class: 'label' }, t('level')), this.value), this.box);
    this.setGate();
  }

  setGate() {
    if (!this.slider) return;
    const gate = settings.get('gate');
    this.classList.toggle('is-auto', gate === 'auto');
    if (typeof gate === 'number') this.slider.value = String(gate);
    this.slider.setAttribute('aria-valuetext', gate === 'auto' ? t('sensitivity-auto') : `${gate} dBFS`);
  }

  /**
   * @param {number} seconds
   * @param {number} now
   */
  draw(seconds, now) {
    if (!this.mark || !this.noise || !this.value || this.wide.value === 0) return;
    const { state } = heard;
    const level = share(session.status === 'listening' ? state.level : silence);
    // Up at once, down gently, as meters do.
    this.shown = level > this.shown ? level : Math.max(level, this.shown - seconds * 0.5);
    this.drawRest(Math.round(this.shown * this.wide.value));
    const noise = session.status === 'listening' ? share(state.noise) : 0;
    setStyle(this.noise, 'clipPath', `inset(0 ${(100 - 100 * noise).toFixed(0)}% 0 0)`);
    const gate = settings.get('gate');
    const place = share(gate === 'auto' ? state.gate : Number(gate));
    setStyle(this.mark, 'transform', `translateX(${(place * this.wide.value).toFixed(0)}px)`);
    if (now - this.lastText > 200) {
      this.lastText = now;
      setText(this.value, session.status === 'listening' && state.level > silence ? `${formatNumber(state.level)} dBFS` : '');
    }
  }

  /**
   * Draws the end of the level, unless that moved by a pixel only, as it does at each frame while a string dies away.
   *
   * @param {number} reached In CSS pixels.
   */
  drawRest(reached) {
    const width = Math.round(this.wide.value);
    const drawing = `${width} ${colors['paper-2']}`;
    if (drawing === this.drawn && (reached === this.reached || (reached > 0 && Math.abs(reached - this.reached) === 1))) return;
    this.drawn = drawing;
    this.reached = reached;
    if (this.rest.width !== width) this.rest.width = width;
    this.context.clearRect(0, 0, width, 1);
    this.context.fillStyle = colors['paper-2'];
    this.context.fillRect(reached, 0, width - reached, 1);
  }
}

customElements.define('tuner-level', TunerLevel);

/** Whether the sensitivity follows the noise of the room. */
class TunerGate extends Panel {
  begin() { settings.watch(['gate'], () => this.show()); }

  build() {
    this.automatic = h('input', {
      type: 'checkbox', id: 'gate-auto', onchange: () => {
        settings.set('gate', this.automatic?.checked ? 'auto' : Math.round(Math.max(lowest, Math.min(-10, heard.state.gate))));
      },
    });
    this.append(h('label', { class: 'check' }, this.automatic, h('span', {}, t('sensitivity-auto'))));
    this.show();
  }

  show() { if (this.automatic) this.automatic.checked = settings.get('gate') === 'auto'; }
}

customElements.define('tuner-gate', TunerGate);
