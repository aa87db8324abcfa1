// The file of the piano: opened, begun, saved; and what its tuning is laid by.

import { button, fresh } from '../../app/controls.js';
import { openDialog } from '../../app/dialog.js';
import { h, setText } from '../../app/dom.js';
import { download, fileButton } from '../../app/file-button.js';
import { t } from '../../app/i18n.js';
import { icon } from '../../app/icons.js';
import { soundingName } from '../../app/names.js';
import { temperaments } from '../../app/targets.js';
import { announce } from '../../ear/announcer.js';
import { lowestPianoKey, pianoConcertPitches, pianoKeyCount, pianoStyles, pianoTemperatures } from '../../vocabulary/piano.js';
import { pitchClassCount } from '../../vocabulary/settings.js';
import { Panel } from '../panel.js';
import { pianoModel as model } from './model.js';

/**
 * What the labels of settings are.
 *
 * @type {Record<string, string>}
 */
const labels = {
  name: 'piano-name', concertPitch: 'piano-hertz', temperature: 'piano-temperature', style: 'piano-style',
  temperament: 'temperament', lowestPlainKey: 'piano-plain', isRaising: 'piano-raise',
};

class PianoFilePart extends Panel {
  constructor() {
    super();
    this.said = '';
  }

  get usesNames() { return true; }

  begin() {
    model.addEventListener('piano', () => this.show());
    model.addEventListener('opened', (event) => this.say(t('piano-opened', { name: /** @type {CustomEvent} */ (event).detail })));
    model.addEventListener('refused', (event) => this.refuse(/** @type {CustomEvent} */ (event).detail));
    model.addEventListener('invalid', (event) => {
      this.show(true);
      this.say(t('piano-invalid', { part: t(labels[/** @type {CustomEvent} */ (event).detail]) }));
    });
    model.addEventListener('error', () => this.say(t('piano-stopped')));
    addEventListener('targets', () => this.rebuild());
  }

  build() {
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this.inputs = new Map();
    this.message = h('p', { class: 'hint piano-message', role: 'status' }, this.said);
    this.dropButton = button(t('piano-drop'), () => model.engine?.drop(), { id: 'piano-drop' });
    this.append(h('h2', {}, t('piano-file')),
      h('div', { class: 'pills' },
        fileButton(t('piano-open'), { id: 'piano-open', accept: '.piano,.txt,text/plain' }, ([{ name, bytes }]) => model.open(bytes, name)),
        button(t('piano-save'), () => this.save(), { picture: 'save', id: 'piano-save' }),
        button(t('piano-new'), () => this.askToBegin(), { id: 'piano-new' })),
      this.message,
      this.text('name'),
      h('div', { class: 'field-pair' }, this.number('concertPitch', pianoConcertPitches, 0.1), this.number('temperature', pianoTemperatures, 0.5)),
      h('div', { class: 'field-pair' },
        this.choice('style', pianoStyles.map((name, index) => [String(index), t(`piano-style-${name}`)]), (value) => model.engine?.set('style', Number(value))),
        this.choice('temperament', this.temperaments(), (value) => model.engine?.write('temperament', value))),
      this.choice('lowestPlainKey', Array.from({ length: pianoKeyCount }, (_, index) => [String(lowestPianoKey + index), soundingName(lowestPianoKey + index)]),
        (value) => model.engine?.set('lowestPlainKey', Number(value))),
      this.raising(), this.dropButton, h('p', { class: 'hint' }, t('piano-kept-here')));
    this.show();
  }

  /** Those of twelve degrees, and that of the file if it has another name. @returns {[string, string][]} */
  temperaments() {
    const known = temperaments.filter((row) => !row.isOwn && (row.name === 'equal' || (row.cents.length === pitchClassCount && Math.abs(row.period - 1200) < 1e-6)));
    const name = model.snapshot?.temperament ?? 'equal';
    return [...known.map((row) => /** @type {[string, string]} */ ([row.name, row.title])),
      ...(known.some((row) => row.name === name) ? [] : [/** @type {[string, string]} */ ([name, name])])];
  }

  /** @param {string} setting @param {HTMLInputElement | HTMLSelectElement} input @param {Node} [shown] */
  field(setting, input, shown = input) {
    this.inputs?.set(setting, input);
    return h('div', { class: 'field' }, h('label', { class: 'label', for: input.id }, t(labels[setting])), shown);
  }

  /** @param {'name'} setting */
  text(setting) {
    const input = h('input', { type: 'text', id: fresh('piano'), maxlength: 200, autocomplete: 'off', onchange: () => model.engine?.write(setting, input.value) });
    return this.field(setting, input);
  }

  /** @param {'concertPitch' | 'temperature'} setting @param {readonly [number, number]} limits @param {number} step */
  number(setting, [low, high], step) {
    const input = h('input', {
      type: 'number', id: fresh('piano'), class: 'piano-number', min: low, max: high, step, inputmode: 'decimal',
      onchange: () => model.engine?.set(setting, input.value === '' ? NaN : Number(input.value)),
    });
    return this.field(setting, input);
  }

  /** @param {string} setting @param {[string, string][]} choices @param {(value: string) => void} use */
  choice(setting, choices, use) {
    const select = h('select', { id: fresh('piano'), onchange: () => use(select.value) },
      ...choices.map(([value, text]) => h('option', { value }, text)));
    return this.field(setting, select, h('div', { class: 'select' }, select, icon('down')));
  }

  raising() {
    const id = fresh('piano');
    const box = h('input', {
      type: 'checkbox', role: 'switch', id, 'aria-describedby': `${id}-note`, onchange: () => model.engine?.set('isRaising', box.checked ? 1 : 0),
    });
    this.raisingBox = box;
    return h('div', { class: 'toggle' }, h('label', { for: id }, t('piano-raise')), box, h('p', { class: 'hint', id: `${id}-note` }, t('piano-raise-note')));
  }

  /** @param {boolean} [isWhole] Whether also that is shown anew which somebody may be changing. */
  show(isWhole = false) {
    const { snapshot } = model;
    const { inputs, raisingBox, dropButton } = this;
    if (!snapshot || !inputs || !raisingBox || !dropButton) return;
    const temperament = /** @type {HTMLSelectElement | undefined} */ (inputs.get('temperament'));
    if (temperament && ![...temperament.options].some(({ value }) => value === snapshot.temperament)) {
      temperament.append(h('option', { value: snapshot.temperament }, snapshot.temperament));
    }
    const values = {
      name: snapshot.name, concertPitch: String(snapshot.concertPitch), temperature: String(snapshot.temperature ?? ''),
      style: String(pianoStyles.indexOf(snapshot.style)), temperament: snapshot.temperament, lowestPlainKey: String(snapshot.lowestPlainKey),
    };
    for (const [setting, value] of Object.entries(values)) {
      const input = inputs.get(setting);
      if (input && input.value !== value && (isWhole || input !== document.activeElement)) input.value = value;
    }
    raisingBox.checked = snapshot.isRaising;
    dropButton.hidden = snapshot.entryCount === 0;
  }

  save() {
    const { snapshot } = model;
    if (!snapshot) return;
    const name = snapshot.name.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'piano';
    download(`${name}.piano`, 'text/plain', snapshot.file);
  }

  askToBegin() {
    if (!model.snapshot || model.snapshot.entryCount === 0) { model.begin(); return; }
    const dialog = openDialog(t('piano-new'), h('div', { class: 'stack' }, h('p', {}, t('piano-new-question')),
      button(t('piano-new'), () => { model.begin(); dialog.close(); }, { kind: 'strong', id: 'piano-begin' })));
  }

  /** @param {{name: string, problem: string, line: number, text: string}} refusal */
  refuse({ name, problem, line, text }) {
    this.say(`${name}${line > 0 ? `, ${t('piano-line', { line })}` : ''}: ${t(`piano-problem-${problem}`, { text })}`);
  }

  /** @param {string} text */
  say(text) {
    this.said = text;
    if (this.message) setText(this.message, text);
    announce(text);
  }
}

customElements.define('piano-file', PianoFilePart);
