// What is practised: a scale, a voice of a file, or a recording; and what is said of it.

import { button, choice, fresh } from '../../app/controls.js';
import { h, setText } from '../../app/dom.js';
import { fileButton } from '../../app/file-button.js';
import { t } from '../../app/i18n.js';
import { icon } from '../../app/icons.js';
import { pitchClassOf } from '../../app/names.js';
import { practiceTonics, settings } from '../../app/settings.js';
import { announce } from '../../ear/announcer.js';
import { practiceDirections, practicePatterns } from '../../vocabulary/practice.js';
import { Panel } from '../panel.js';
import { practiceModel as model } from './model.js';

/** A choice of more voices is none. */
const mostVoices = 1000;

class PracticeChoice extends Panel {
  constructor() {
    super();
    this.said = () => '';
    /** @type {HTMLSelectElement | null} */
    this.select = null;
  }

  get usesNames() { return true; }

  begin() {
    model.addEventListener('score', () => {
      const { file } = model;
      // What is said of an error stays.
      if (!model.isRecovering) this.say(() => (file ? t('practice-opened', { name: file }) : ''));
      this.show();
    });
    model.addEventListener('refused', (event) => this.refuse(/** @type {CustomEvent} */ (event).detail));
    model.addEventListener('hearing', (event) => {
      const name = /** @type {CustomEvent<string>} */ (event).detail;
      this.say(() => t('practice-hearing', { name }));
    });
    model.addEventListener('error', () => this.say(() => t('practice-stopped')));
  }

  build() {
    const numbers = (/** @type {number} */ low, /** @type {number} */ high) => (
      Array.from({ length: high - low + 1 }, (_, index) => /** @type {[number, string]} */ ([low + index, String(low + index)])));
    this.message = h('p', { class: 'hint practice-message' }, this.said());
    this.heading = h('p', { class: 'practice-title' });
    this.remarks = h('ul', { class: 'hint practice-remarks' });
    this.voices = h('div', { class: 'field' });
    this.select = null;
    this.append(h('div', { class: 'practice-head' }, h('h2', {}, t('practice-score')),
        fileButton(t('practice-open'), { id: 'practice-open', accept: '.mid,.midi,.musicxml,.xml,.mxl,audio/*' }, ([{ name, bytes }]) => model.open(bytes, name)),
        this.backButton = button(t('practice-back'), () => model.choose(), { id: 'practice-back' })),
      this.tonics = h('div', { class: 'field-pair' },
        choice({ label: t('practice-tonic'), setting: 'practiceTonic', choices: practiceTonics.map((name) => [name, pitchClassOf(name)]) }),
        choice({ label: t('practice-octave'), setting: 'practiceOctave', choices: numbers(1, 7), numeric: true }),
        choice({ label: t('practice-direction'), setting: 'practiceDirection', choices: practiceDirections.map((name) => [name, t(`practice-direction-${name}`)]) })),
      this.scales = h('div', { class: 'field-pair' },
        choice({ label: t('practice-scale'), setting: 'practiceScale', choices: practicePatterns.map((name) => [name, t(`practice-scale-${name}`)]) }),
        choice({ label: t('practice-octaves'), setting: 'practiceOctaves', choices: numbers(1, 4), numeric: true })),
      this.message, this.heading, this.voices, this.remarks,
      this.passage = h('div', { class: 'practice-passage' }));
    this.show();
  }

  show() {
    const { heading, voices, remarks, backButton } = this;
    const { snapshot } = model;
    if (!snapshot || !heading || !voices || !remarks || !backButton) return;
    const losesFocus = !model.file && document.activeElement === backButton;
    backButton.hidden = !model.file;
    for (const fields of [this.tonics, this.scales]) if (fields) fields.hidden = snapshot.isRhythm;
    if (losesFocus) document.getElementById('practice-open')?.focus();
    setText(heading, titleOf(snapshot));
    voices.hidden = snapshot.voiceCount < 2;
    const count = voices.hidden ? 0 : Math.min(snapshot.voiceCount, mostVoices);
    // The same one, if it serves: who chooses by keys stays in it.
    if (count !== (this.select?.options.length ?? 0)) voices.replaceChildren(...(count > 0 ? this.voiceChoice(count) : []));
    if (count === 0) this.select = null;
    if (this.select) this.select.value = String(snapshot.voice);
    this.showPassage(snapshot);
    const said = [
      snapshot.voiceCount > 1 && t('practice-voice-chosen', {
        number: snapshot.voice, count: snapshot.voiceCount, name: snapshot.voiceName && ` (${snapshot.voiceName})`,
      }),
      snapshot.leftOutCount > 0 && t('practice-left-out', { count: snapshot.leftOutCount }),
      snapshot.leavesPercussionOut && t('practice-percussion'),
      snapshot.leavesJumpsOut && t('practice-jumps'),
      snapshot.leavesBarsOut && t('practice-unreached', { bars: snapshot.unreached }),
      snapshot.endlessCount > 0 && t('practice-endless', { count: snapshot.endlessCount }),
      snapshot.doubtfulShare > 0 && t('practice-doubtful', { share: Math.round(snapshot.doubtfulShare) }),
      snapshot.isCut && t('practice-cut', { first: snapshot.chosenFirstBar, last: snapshot.chosenLastBar }),
    ];
    remarks.replaceChildren(...said.flatMap((text) => (text ? [h('li', {}, text)] : [])));
  }

  /** @param {import('../../engine/types.js').PracticeSnapshot} snapshot */
  showPassage({ firstBar, lastBar, isRhythm, voice, isCut, chosenFirstBar, chosenLastBar }) {
    const { passage } = this;
    if (!passage) return;
    passage.hidden = isRhythm || lastBar <= firstBar;
    const key = `${model.file} ${model.title} ${voice} ${firstBar} ${lastBar} ${isCut ? chosenLastBar : ''}`;
    if (passage.dataset.key === key && passage.childElementCount > 0) return;
    passage.dataset.key = key;
    const [from, to] = ['practice-from', 'practice-to'].map((name, index) => h('input', {
      type: 'number', id: name, min: firstBar, max: lastBar, step: 1, inputmode: 'numeric', value: (isCut ? [chosenFirstBar, chosenLastBar] : [firstBar, lastBar])[index], onchange: () => change(),
    }));
    const change = () => {
      const [first, last] = [from, to].map((input, index) => {
        const number = Math.round(Number(input.value || (index === 0 ? firstBar : lastBar)));
        return Math.min(lastBar, Math.max(firstBar, number));
      });
      [from.value, to.value] = [String(first), String(Math.max(first, last))];
      model.passage([first, Math.max(first, last)]);
    };
    const field = (/** @type {string} */ name, /** @type {HTMLInputElement} */ input) => h('div', { class: 'field' }, h('label', { class: 'label', for: name }, t(name)), input);
    passage.replaceChildren(h('div', { class: 'field-pair' }, field('practice-from', from), field('practice-to', to)));
  }

  /** @param {number} count */
  voiceChoice(count) {
    const id = fresh('practice-voice');
    const select = h('select', { id, class: 'practice-voice', onchange: () => model.voice(Number(select.value)) },
      ...Array.from({ length: count }, (_, index) => h('option', { value: String(index + 1) }, String(index + 1))));
    this.select = select;
    return [h('label', { class: 'label', for: id }, t('practice-voice')), h('div', { class: 'select' }, select, icon('down'))];
  }

  /** @param {{name: string, problem: string, number: number, text: string}} refusal */
  refuse({ name, problem, number, text }) {
    this.say(() => `${name ? `${name}: ` : ''}${t(`practice-problem-${problem}`, { number, text })}`);
  }

  /** @param {() => string} said In the language that is shown. */
  say(said) {
    this.said = said;
    const text = said();
    if (this.message) setText(this.message, text);
    if (text) announce(text);
  }
}

/**
 * What is played, in words.
 *
 * @param {import('../../engine/types.js').PracticeSnapshot} snapshot
 */
export function titleOf({ isRhythm, notes }) {
  return isRhythm ? t('practice-rhythm-title', { metre: settings.get('practiceMetre') })
    : t('practice-title', { title: model.file ? model.title : scaleTitle(), count: notes.length });
}

/** The scale that is set, in the page's words. */
function scaleTitle() {
  const value = (/** @type {string} */ id) => /** @type {HTMLSelectElement | null} */ (document.getElementById(`field-${id}`))?.selectedOptions[0]?.textContent ?? '';
  const way = settings.get('practiceDirection') === 'bothWays' ? '' : `, ${value('practiceDirection')}`;
  return `${value('practiceTonic')}${value('practiceOctave')} ${value('practiceScale')}${way}`;
}

customElements.define('practice-choice', PracticeChoice);
