// What a band hears now: its spectrum as bars, and how far it stands above its quietest moment.

import { h, setText } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { microphone } from '../../session/microphone.js';
import { CanvasView } from '../../views/view.js';
import { bands } from '../../vocabulary/air.js';
import { link } from './link.js';

const fftSize = 2048;
const barWidth = 5;
/** What the lowest and the highest bar stand for, in decibels above the floor. */
const range = 60;
/** The quietest floor, in dBFS: below it there is nothing but digital silence. */
const lowestFloor = -110;
/** How fast the quietest moment is forgotten, in decibels a second. */
const rise = 1;
/** How fast bars fall, in decibels a second. */
const fall = 60;
const tellEvery = 0.5;

class BandView extends CanvasView {
  constructor() {
    super();
    this.name = '';
    this.low = 0;
    this.high = 0;
    /** @type {AnalyserNode | null} */
    this.analyser = null;
    /** @type {AudioNode | null} */
    this.source = null;
    this.levels = new Float32Array(fftSize / 2);
    this.bars = new Float32Array(256);
    this.floor = 0;
    this.isNew = true;
    this.sinceTold = tellEvery;
    this.label = h('span', { class: 'label' });
    this.value = h('span', { class: 'hint' });
  }

  connectedCallback() {
    const band = bands.find((row) => row.name === this.dataset.band) ?? bands[0];
    [this.name, this.low, this.high] = [band.name, band.low, band.high];
    const [low, high] = [band.low, band.high].map((edge) => formatNumber(edge / 1000, 1));
    setText(this.label, `${t(`air-band-${band.name}`)} · ${low}–${high} kHz`);
    this.replaceChildren(h('div', { class: 'label-row' }, this.label, this.value));
    super.connectedCallback();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.let();
  }

  let() {
    if (this.source && this.analyser) {
      try { this.source.disconnect(this.analyser); } catch { /* Already gone. */ }
    }
    this.source = null;
    this.analyser = null;
  }

  /** Listens beside the modem, to the source that it hears. */
  follow() {
    const source = link.isHearing ? microphone.source : null;
    if (source === this.source) return;
    this.let();
    if (!source) return;
    this.analyser = new AnalyserNode(source.context, { fftSize, smoothingTimeConstant: 0.3 });
    source.connect(this.analyser);
    this.source = source;
    this.isNew = true;
  }

  measure() {
    super.measure();
    this.color = getComputedStyle(this).color;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} seconds
   */
  draw(context, seconds) {
    this.follow();
    const { analyser, width, height } = this;
    context.clearRect(0, 0, width, height);
    if (!analyser) return;
    analyser.getFloatFrequencyData(this.levels);
    const count = Math.min(this.bars.length, Math.floor(width / barWidth));
    let [loudest, sum] = [-200, 0];
    for (let bar = 0; bar < count; bar += 1) {
      const level = this.levelOf(bar / count, (bar + 1) / count);
      sum += level;
      loudest = Math.max(loudest, level);
      this.bars[bar] = Math.max(level, this.bars[bar] - fall * seconds);
    }
    const mean = sum / Math.max(1, count);
    this.floor = Math.max(lowestFloor, this.isNew ? mean : Math.min(mean, this.floor + rise * seconds));
    this.isNew = false;
    context.fillStyle = this.color ?? '#888';
    for (let bar = 0; bar < count; bar += 1) {
      const share = Math.min(1, Math.max(0.03, (this.bars[bar] - this.floor) / range));
      context.fillRect(bar * barWidth, height - share * height, barWidth - 2, share * height);
    }
    this.say(loudest - this.floor, seconds);
  }

  /** @param {number} from @param {number} to Parts of the band. */
  levelOf(from, to) {
    const step = (this.analyser?.context.sampleRate ?? 48000) / fftSize;
    const span = this.high - this.low;
    const first = Math.round((this.low + from * span) / step);
    const last = Math.max(first, Math.round((this.low + to * span) / step) - 1);
    let level = -200;
    for (let bin = first; bin <= last; bin += 1) level = Math.max(level, this.levels[bin] ?? -200);
    return Math.max(-200, level);
  }

  /** @param {number} above @param {number} seconds */
  say(above, seconds) {
    this.sinceTold += seconds;
    if (this.sinceTold < tellEvery) return;
    this.sinceTold = 0;
    const level = formatNumber(Math.max(0, above));
    setText(this.value, `${level} dB`);
    this.value.title = t('receive-level', { band: t(`air-band-${this.name}`), level });
  }
}

customElements.define('band-view', BandView);
