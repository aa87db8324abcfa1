// The instrument with its strings: the one that sounds is marked, a tap locks one, another tap lets go.

import { h, setAttribute } from '../app/dom.js';
import { startDrawing } from '../app/frames.js';
import { heard } from '../session/heard.js';
import { t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { note } from '../app/names.js';
import { settings } from '../app/settings.js';
import { currentInstrument, currentTuning, ownSpelling, strings } from '../app/targets.js';
import { openInstruments } from './instrument-picker.js';
import { Panel } from './panel.js';

class TunerStrings extends Panel {
  constructor() {
    super();
    /** @type {HTMLElement[]} */
    this.buttons = [];
    /** @type {Set<number>} */
    this.tuned = new Set();
  }

  get usesNames() { return true; }

  begin() {
    settings.watch(['instrument', 'tuning', 'locked'], () => { if (this.childElementCount > 0) this.rebuild(); });
    addEventListener('targets', () => this.rebuild());
    startDrawing(() => this.mark());
  }

  build() {
    const instrument = currentInstrument();
    const tuning = currentTuning();
    this.buttons = strings().map((string) => this.button(string));
    this.tuned.clear();
    this.append(
      h('button', { type: 'button', class: 'picker', id: 'instrument', onclick: openInstruments },
        h('span', { class: 'picker-title' }, instrument?.name ?? t('chromatic')),
        h('span', { class: 'picker-note' }, tuning?.name ?? t('chromatic-note')), icon('down')),
      ...(this.buttons.length === 0 ? [] : [h('div', {
        class: this.buttons.length > 12 ? 'strings many' : 'strings', role: 'group', 'aria-label': t('strings'),
      }, ...this.buttons)]));
  }

  /** @param {import('../engine/types.js').TuningString} string */
  button(string) {
    const isLocked = settings.get('locked') === string.number;
    const name = note(string.midi, ownSpelling(string.midi));
    return h('button', {
      type: 'button', class: 'string', 'data-number': string.number, 'data-midi': string.midi, 'aria-pressed': isLocked,
      'aria-label': t('string-label', { number: string.number, note: name.plain }),
      onclick: () => settings.set('locked', isLocked ? 0 : string.number),
    }, h('span', { class: 'string-note' }, name.letter, h('sup', {}, name.accidental), h('sub', {}, name.octave)),
    h('span', { class: 'string-number' }, isLocked ? icon('lock') : String(string.number)), icon('check'));
  }

  mark() {
    const { state, active } = heard;
    if (!this.buttons || this.offsetParent === null) return;
    if (active && state.inTune && state.string > 0) this.tuned?.add(state.string);
    for (const button of this.buttons) {
      const number = Number(button.dataset.number);
      const sounds = active && number === state.string && Number(button.dataset.midi) === state.note;
      setAttribute(button, 'data-sounds', sounds);
      setAttribute(button, 'data-tuned', this.tuned?.has(number) ?? false);
    }
  }
}

customElements.define('tuner-strings', TunerStrings);
