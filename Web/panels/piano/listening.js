// The key that sounds: its name, how far it is from its target, a strobe, and what is to be done.

import { button } from '../../app/controls.js';
import { h, setAttribute, setText } from '../../app/dom.js';
import { startDrawing } from '../../app/frames.js';
import { formatNumber, t } from '../../app/i18n.js';
import { icon } from '../../app/icons.js';
import { soundingName } from '../../app/names.js';
import { settings } from '../../app/settings.js';
import { announce } from '../../ear/announcer.js';
import { session } from '../../session/session.js';
import { audibleBeat, lowestPianoKey, pianoKeyCount, pianoModes, pianoTolerance } from '../../vocabulary/piano.js';
import { Panel } from '../panel.js';
import { pianoModel as model } from './model.js';

/** The end of the scale, in cents. */
const limit = 20;
/** Seconds after which the strobe stands still, if nothing is read. */
const patience = 0.4;
/** A cent at a high partial is fast: the pattern is no faster than this, in periods a second. */
const fastest = 4;
/** From how many readings of a stroke on it is said, and how long nothing is said after that, in milliseconds. */
const steadiness = 5;
const distance = 2000;

class PianoListening extends Panel {
  constructor() {
    super();
    this.phase = 0;
    this.lastRead = 0;
    this.readCount = 0;
    this.said = '';
    this.lastSaid = -distance;
  }

  get usesNames() { return true; }

  begin() {
    session.addEventListener('status', () => this.showButton());
    model.addEventListener('reading', () => {
      this.lastRead = performance.now();
      this.show();
      this.speak();
    });
    model.addEventListener('aim', () => this.show());
    model.addEventListener('piano', () => this.show());
    model.addEventListener('outcome', () => { this.show(); announce(this.outcomeText()); });
    startDrawing((seconds, now) => this.turn(seconds, now));
  }

  build() {
    this.name = h('p', { class: 'piano-note' });
    this.cents = h('span', { class: 'piano-cents' });
    this.sign = h('span', { class: 'side-sign', 'aria-hidden': 'true' });
    this.word = h('span', { class: 'piano-word' });
    this.dot = h('span', { class: 'piano-dot' });
    this.strobe = h('div', { class: 'piano-strobe', 'aria-hidden': 'true' });
    this.target = h('p', {});
    this.partial = h('p', {});
    this.unison = h('p', { class: 'piano-unison' });
    this.hint = h('p', { class: 'hint piano-hint' });
    this.meter = h('div', {
      class: 'piano-meter', role: 'meter', tabindex: '0', 'aria-label': t('tuning-meter'), 'aria-valuemin': String(-limit), 'aria-valuemax': String(limit),
    }, this.name, h('p', { class: 'piano-deviation' }, this.cents, h('span', { class: 'unit' }, t('cents-unit')), this.sign, this.word),
    h('div', { class: 'piano-scale', 'aria-hidden': 'true' }, this.dot), this.strobe);
    this.main = h('div', { class: 'listen' });
    this.append(this.main, document.createElement('tuner-banner'), this.tasks(), this.keyChoice(), this.meter,
      h('div', { class: 'piano-facts' }, this.target, this.partial, this.unison), this.hint);
    this.showButton();
    this.show();
  }

  tasks() {
    return h('fieldset', { class: 'segments' }, h('legend', { class: 'label' }, t('piano-mode')),
      h('div', { class: 'segments-row' }, ...pianoModes.map((mode) => h('label', { class: 'segment' },
        h('input', { type: 'radio', name: 'piano-mode', id: `piano-mode-${mode}`, checked: model.mode === mode, onchange: () => model.aim({ mode }) }),
        h('span', {}, t(`piano-mode-${mode}`))))));
  }

  keyChoice() {
    const select = h('select', { id: 'piano-key', onchange: () => model.aim({ key: Number(select.value) }) },
      h('option', { value: '0' }, t('automatic')),
      ...Array.from({ length: pianoKeyCount }, (_, index) => h('option', { value: String(lowestPianoKey + index) }, soundingName(lowestPianoKey + index))));
    select.value = String(model.key);
    this.keyField = h('div', { class: 'field' }, h('label', { class: 'label', for: 'piano-key' }, t('piano-key')),
      h('div', { class: 'select' }, select, icon('down')));
    return this.keyField;
  }

  showButton() {
    if (!this.main) return;
    const runs = session.isOn;
    const existing = this.main.querySelector('button');
    if (existing?.dataset.runs === String(runs)) return;
    const hadFocus = existing !== null && existing === document.activeElement;
    const made = button(t(runs ? 'stop-listening' : 'start-listening'), () => (session.isOn ? session.stop() : session.start()),
      { kind: runs ? 'main stop' : 'main', picture: runs ? 'stop' : 'microphone', id: 'piano-listen' });
    made.dataset.runs = String(runs);
    this.main.replaceChildren(made);
    if (hadFocus) made.focus();
  }

  show() {
    const { name, cents, sign, word, dot, target, partial, unison, hint, meter, keyField } = this;
    if (!name || !cents || !sign || !word || !dot || !target || !partial || !unison || !hint || !meter || !keyField) return;
    const { reading, key, mode } = model;
    keyField.hidden = mode !== 'tune';
    const midi = reading?.key ?? (mode === 'tune' ? key : 0);
    const row = midi ? model.snapshot?.keys[midi - lowestPianoKey] : undefined;
    const side = !reading ? 'none' : Math.abs(reading.cents) <= pianoTolerance ? 'good' : reading.cents < 0 ? 'flat' : 'sharp';
    setAttribute(meter, 'data-side', side);
    setText(name, midi ? soundingName(midi) : '–');
    setText(cents, reading ? formatNumber(reading.cents, 1, true) : '–');
    setText(sign, side === 'flat' ? '♭' : side === 'sharp' ? '♯' : '');
    const said = side === 'none' ? t('no-sound') : t(side === 'good' ? 'in-tune' : side === 'flat' ? 'tune-up' : 'tune-down');
    setText(word, said);
    const shown = Math.max(-limit, Math.min(limit, reading?.cents ?? 0));
    dot.style.insetInlineStart = `${50 + 50 * shown / limit}%`;
    setAttribute(meter, 'aria-valuenow', shown.toFixed(1));
    setAttribute(meter, 'aria-valuetext', reading ? `${soundingName(midi)}, ${formatNumber(reading.cents, 1, true)} ${t('cents-unit')}, ${said}` : said);
    setText(target, row ? t('piano-target', { cents: formatNumber(row.cents, 1, true) }) : '');
    setText(partial, row ? t('piano-partial', {
      partial: row.partial, frequency: reading ? formatNumber(reading.frequency, 2) : '–', target: formatNumber(row.partialFrequency, 2),
    }) : '');
    setText(unison, mode === 'tune' && reading ? this.unisonText() : '');
    setText(hint, this.hintText());
  }

  /** Says a new stroke, and each change between flat, in tune and sharp. */
  speak() {
    const { meter } = this;
    const { reading, mode } = model;
    if (!meter || !reading || mode !== 'tune') return;
    const key = `${reading.stroke} ${meter.dataset.side}`;
    this.readCount = key === this.said ? 0 : this.readCount + 1;
    if (this.readCount < steadiness || this.lastRead - this.lastSaid < distance) return;
    this.said = key;
    this.lastSaid = this.lastRead;
    announce(meter.getAttribute('aria-valuetext') ?? '');
  }

  unisonText() {
    const { unison } = model;
    if (!unison) return t('piano-unison-wait');
    return unison.beat > 0 ? t('piano-beat', { hertz: formatNumber(unison.beat, 2) })
      : t('piano-no-beat', { hertz: formatNumber(Math.max(audibleBeat, unison.limit), 2) });
  }

  outcomeText() {
    const { outcome } = model;
    if (!outcome) return '';
    const words = [t(`piano-outcome-${outcome.kind}`, { key: outcome.key ? soundingName(outcome.key) : '' })];
    if (outcome.kept === 'newIsUsed' || outcome.kept === 'oldIsUsed') words.push(t(`piano-kept-${outcome.kept}`));
    if (outcome.isClipped) words.push(t('hint-clipping'));
    return words.join(' ');
  }

  hintText() {
    if (model.mode === 'tune') return t(model.reading?.isClipped ? 'hint-clipping' : 'piano-hint-tune');
    return [this.outcomeText(), t('piano-hint-measure')].filter(Boolean).join(' ');
  }

  /**
   * Bars that move to the right while the key is sharp, and stand still when it is in tune.
   *
   * @param {number} seconds
   * @param {number} now
   */
  turn(seconds, now) {
    const { strobe } = this;
    if (!strobe || !model.reading || now - this.lastRead > 1000 * patience || this.offsetParent === null) return;
    if (settings.get('motion') === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.phase = (this.phase + seconds * Math.max(-fastest, Math.min(fastest, model.reading.cents))) % 1;
    strobe.style.backgroundPositionX = `${(40 * this.phase).toFixed(1)}px`;
  }
}

customElements.define('piano-listening', PianoListening);
