// What sounds: its name, how far it is from its target, and what is to be done.

import { button } from '../../app/controls.js';
import { h, setAttribute, setText } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { icon } from '../../app/icons.js';
import { soundingName } from '../../app/names.js';
import { session } from '../../session/session.js';
import { measuredTolerance as tolerance, measuringPurposes } from '../../vocabulary/measured.js';
import { Panel } from '../panel.js';

/** The end of the scale, in cents. */
const limit = 20;

export class MeasuredListening extends Panel {
  /** @param {import('./model.js').MeasuredModel<any, any>} model */
  constructor(model) {
    super();
    this.model = model;
  }

  get usesNames() { return true; }

  begin() {
    session.addEventListener('status', () => this.showButton());
    for (const name of ['aim', this.model.kind]) this.model.addEventListener(name, () => this.show());
  }

  /** Shows everything anew. */
  show() {}

  /**
   * The button that listens, and what is said about the microphone.
   *
   * @returns {HTMLElement[]}
   */
  head() {
    this.main = h('div', { class: 'listen' });
    this.showButton();
    return [this.main, document.createElement('tuner-banner')];
  }

  /** What the sound is for. */
  tasks() {
    const { model } = this;
    return h('fieldset', { class: 'segments' }, h('legend', { class: 'label' }, t('measured-mode')),
      h('div', { class: 'segments-row' }, ...measuringPurposes.map((mode) => h('label', { class: 'segment' },
        h('input', { type: 'radio', name: `${model.kind}-mode`, id: `${model.kind}-mode-${mode}`, checked: model.mode === mode, onchange: () => model.aim({ mode }) }),
        h('span', {}, t(`measured-mode-${mode}`))))));
  }

  /**
   * Which note is meant.
   *
   * @param {number} low The lowest, as a MIDI number.
   * @param {number} count
   */
  keyChoice(low, count) {
    const { model } = this;
    const id = `${model.kind}-key`;
    const select = h('select', { id, onchange: () => model.aim({ key: Number(select.value) }) },
      h('option', { value: '0' }, t('automatic')),
      ...Array.from({ length: count }, (_, index) => h('option', { value: String(low + index) }, soundingName(low + index))));
    select.value = String(model.key);
    this.keyField = h('div', { class: 'field' }, h('label', { class: 'label', for: id }, t(id)),
      h('div', { class: 'select' }, select, icon('down')));
    return this.keyField;
  }

  /**
   * The name, the deviation and its scale.
   *
   * @param {...Node} more Below the scale.
   */
  meterOf(...more) {
    this.name = h('p', { class: 'measured-note' });
    this.cents = h('span', { class: 'measured-cents' });
    this.sign = h('span', { class: 'side-sign', 'aria-hidden': 'true' });
    this.word = h('span', { class: 'measured-word' });
    this.dot = h('span', { class: 'measured-dot' });
    this.meter = h('div', {
      class: 'measured-meter', role: 'meter', tabindex: '0', 'aria-label': t('tuning-meter'), 'aria-valuemin': String(-limit), 'aria-valuemax': String(limit),
    }, this.name, h('p', { class: 'measured-deviation' }, this.cents, h('span', { class: 'unit' }, t('cents-unit')), this.sign, this.word),
    h('div', { class: 'measured-scale', 'aria-hidden': 'true' }, this.dot), ...more);
    return this.meter;
  }

  /**
   * Shows what sounds, and how far it is from its target.
   *
   * @param {number} midi 0 for nothing.
   * @param {number | null} deviation In cents.
   */
  showMeter(midi, deviation) {
    const { name, cents, sign, word, dot, meter } = this;
    if (!name || !cents || !sign || !word || !dot || !meter) return;
    const side = deviation === null ? 'none' : Math.abs(deviation) <= tolerance ? 'good' : deviation < 0 ? 'flat' : 'sharp';
    const said = side === 'none' ? t('no-sound') : t(side === 'good' ? 'in-tune' : side === 'flat' ? 'tune-up' : 'tune-down');
    const shown = Math.max(-limit, Math.min(limit, deviation ?? 0));
    const number = deviation === null ? '–' : formatNumber(deviation, 1, true);
    setAttribute(meter, 'data-side', side);
    setText(name, midi ? soundingName(midi) : '–');
    setText(cents, number);
    setText(sign, side === 'flat' ? '♭' : side === 'sharp' ? '♯' : '');
    setText(word, said);
    dot.style.insetInlineStart = `${50 + 50 * shown / limit}%`;
    setAttribute(meter, 'aria-valuenow', shown.toFixed(1));
    setAttribute(meter, 'aria-valuetext', deviation === null ? said : `${soundingName(midi)}, ${number} ${t('cents-unit')}, ${said}`);
  }

  /**
   * What became of the last stroke.
   *
   * @param {Record<string, string>} values
   */
  strokeText(values) {
    const { kind, outcome } = this.model;
    return t(outcome?.kind === 'interrupted' ? 'measured-outcome-interrupted' : `${kind}-outcome-${outcome?.kind}`, values);
  }

  showButton() {
    if (!this.main) return;
    const runs = session.isOn;
    const existing = this.main.querySelector('button');
    if (existing?.dataset.runs === String(runs)) return;
    const hadFocus = existing !== null && existing === document.activeElement;
    const made = button(t(runs ? 'stop-listening' : 'start-listening'), () => (session.isOn ? session.stop() : session.start()),
      { kind: runs ? 'main stop' : 'main', picture: runs ? 'stop' : 'microphone', id: `${this.model.kind}-listen` });
    made.dataset.runs = String(runs);
    this.main.replaceChildren(made);
    if (hadFocus) made.focus();
  }
}
