// A file of what is measured: opened, begun, saved; and what its tuning is laid by.

import { button, fresh } from '../../app/controls.js';
import { openDialog } from '../../app/dialog.js';
import { h, setText } from '../../app/dom.js';
import { download, fileButton } from '../../app/file-button.js';
import { t } from '../../app/i18n.js';
import { icon } from '../../app/icons.js';
import { loadTemperaments, temperaments } from '../../app/targets.js';
import { texts } from '../../app/texts.js';
import { announce } from '../../ear/announcer.js';
import { pitchClassCount } from '../../vocabulary/settings.js';
import { Panel } from '../panel.js';

// Without them there is the equal one.
await loadTemperaments();

/** @typedef {{file: string, name: string, temperament: string, entryCount: number}} Snapshot */
/** @typedef {import('./model.js').MeasuredModel<any, any>} Model */

/**
 * A setting may be emptied, or nobody changes it: nothing, or not a number.
 *
 * @param {string} value
 */
const numberOf = (value) => (value === '' ? NaN : Number(value));

export class MeasuredFile extends Panel {
  /**
   * @param {Model} model
   * @param {Record<string, string>} labels The texts of the settings.
   */
  constructor(model, labels) {
    super();
    this.model = model;
    this.labels = labels;
    this.said = '';
  }

  get usesNames() { return true; }

  begin() {
    const { model } = this;
    const { kind } = model;
    const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
    model.addEventListener(kind, () => this.show());
    model.addEventListener('opened', (event) => this.say(t('measured-opened', { name: detail(event) })));
    model.addEventListener('refused', (event) => this.refuse(detail(event)));
    model.addEventListener('invalid', (event) => {
      this.show(true);
      this.say(t('measured-invalid', { part: t(this.labels[detail(event)]) }));
    });
    model.addEventListener('trouble', (event) => this.say(t(detail(event))));
    model.addEventListener('mended', (event) => this.say(t('measured-mended', { count: detail(event) })));
    model.addEventListener('error', () => this.say(t(`${kind}-stopped`)));
    addEventListener('targets', () => this.rebuild());
  }

  build() {
    const { model } = this;
    const { kind } = model;
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this.inputs = new Map();
    this.message = h('p', { class: 'hint measured-message', role: 'status' }, this.said);
    this.dropButton = button(t('measured-drop'), () => model.engine?.drop(), { id: `${kind}-drop` });
    this.append(h('h2', {}, t(`${kind}-file`)),
      h('div', { class: 'pills' },
        fileButton(t('measured-open'), { id: `${kind}-open`, accept: `.${this.ending},.txt,text/plain` }, ([{ name, bytes }]) => model.open(bytes, name)),
        button(t('measured-save'), () => this.save(), { picture: 'save', id: `${kind}-save` }),
        button(t(`${kind}-new`), () => this.askToBegin(), { id: `${kind}-new` })),
      this.message,
      ...this.settings(), this.dropButton, h('p', { class: 'hint' }, t(`${kind}-kept-here`)));
    this.show();
  }

  /** @returns {string} What a saved file is called at its end. */
  get ending() { return this.model.kind; }

  /**
   * The fields, each made by one of those below.
   *
   * @returns {HTMLElement[]}
   */
  settings() { return []; }

  /** Those of twelve degrees, and that of the file if it has another name. */
  temperamentChoice() {
    const known = temperaments.filter((row) => !row.isOwn && (row.name === 'equal' || (row.cents.length === pitchClassCount && Math.abs(row.period - 1200) < 1e-6)));
    const name = this.model.snapshot?.temperament ?? 'equal';
    const choices = [...known.map((row) => /** @type {[string, string]} */ ([row.name, row.title])),
      ...(known.some((row) => row.name === name) ? [] : [/** @type {[string, string]} */ ([name, name])])];
    return this.choice('temperament', choices, (value) => this.model.engine?.write('temperament', value));
  }

  /** @param {string} setting @param {HTMLInputElement | HTMLSelectElement} input @param {Node} [shown] */
  field(setting, input, shown = input) {
    this.inputs?.set(setting, input);
    return h('div', { class: 'field', 'data-setting': setting }, h('label', { class: 'label', for: input.id }, t(this.labels[setting])), shown);
  }

  /** @param {'name'} setting */
  text(setting) {
    const input = h('input', { type: 'text', id: fresh(this.model.kind), maxlength: 200, autocomplete: 'off', onchange: () => this.model.engine?.write(setting, input.value) });
    return this.field(setting, input);
  }

  /** @param {string} setting @param {readonly [number, number]} limits @param {number} step */
  number(setting, [low, high], step) {
    const input = h('input', {
      type: 'number', id: fresh(this.model.kind), class: 'measured-number', min: low, max: high, step, inputmode: 'decimal',
      onchange: () => this.model.engine?.set(setting, numberOf(input.value)),
    });
    return this.field(setting, input);
  }

  /** @param {string} setting @param {[string, string][]} choices @param {(value: string) => void} [use] */
  choice(setting, choices, use = (value) => this.model.engine?.set(setting, Number(value))) {
    const select = h('select', { id: fresh(this.model.kind), onchange: () => use(select.value) },
      ...choices.map(([value, text]) => h('option', { value }, text)));
    return this.field(setting, select, h('div', { class: 'select' }, select, icon('down')));
  }

  /**
   * The values of the fields.
   *
   * @param {any} _snapshot
   * @returns {Record<string, string>}
   */
  values(_snapshot) { return {}; }

  /** @param {boolean} [isWhole] Whether also that is shown anew which somebody may be changing. */
  show(isWhole = false) {
    const { inputs, dropButton, model: { snapshot } } = this;
    if (!snapshot || !inputs || !dropButton) return;
    const temperament = /** @type {HTMLSelectElement | undefined} */ (inputs.get('temperament'));
    if (temperament && ![...temperament.options].some(({ value }) => value === snapshot.temperament)) {
      temperament.append(h('option', { value: snapshot.temperament }, snapshot.temperament));
    }
    const values = { name: snapshot.name, temperament: snapshot.temperament, ...this.values(snapshot) };
    for (const [setting, value] of Object.entries(values)) {
      const input = inputs.get(setting);
      if (input && input.value !== value && (isWhole || input !== document.activeElement)) input.value = value;
    }
    dropButton.hidden = snapshot.entryCount === 0;
  }

  save() {
    const { kind, snapshot } = this.model;
    if (!snapshot) return;
    const name = snapshot.name.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || kind;
    download(`${name}.${this.ending}`, 'text/plain', snapshot.file);
  }

  askToBegin() {
    const { model } = this;
    const { kind } = model;
    if (!model.snapshot || model.snapshot.entryCount === 0) { model.begin(); return; }
    const dialog = openDialog(t(`${kind}-new`), h('div', { class: 'stack' }, h('p', {}, t(`${kind}-new-question`)),
      button(t(`${kind}-new`), () => { model.begin(); dialog.close(); }, { kind: 'strong', id: `${kind}-begin` })));
  }

  /** @param {{name: string, problem: string, line: number, text: string}} refusal */
  refuse({ name, problem, line, text }) {
    const own = `${this.model.kind}-problem-${problem}`;
    this.say(`${name}${line > 0 ? `, ${t('measured-line', { line })}` : ''}: ${t(own in texts ? own : `measured-problem-${problem}`, { text })}`);
  }

  /** @param {string} text */
  say(text) {
    this.said = text;
    if (this.message) setText(this.message, text);
    announce(text);
  }
}
