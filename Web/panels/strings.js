// The instrument with its strings: the one that sounds is marked, a tap locks one, another tap lets go. While the
// loudspeaker's button is pressed, a tap plays the string instead.

import { followWidth, h, setAttribute } from '../app/dom.js';
import { startDrawing } from '../app/frames.js';
import { roundButton } from '../app/controls.js';
import { heard } from '../session/heard.js';
import { t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { later } from '../app/later.js';
import { note } from '../app/names.js';
import { playing } from '../session/playing.js';
import { referenceTone } from '../session/reference-tone.js';
import { settings } from '../app/settings.js';
import { currentInstrument, currentTuning, localName, ownSpelling, strings } from '../app/targets.js';
import { Panel } from './panel.js';

class TunerStrings extends Panel {
  constructor() {
    super();
    /** @type {HTMLElement[]} */
    this.buttons = [];
    /** @type {Set<number>} */
    this.tuned = new Set();
    /** Whether a tap plays the string. */
    this.plays = false;
    this.wide = followWidth(this);
  }

  get usesNames() { return true; }

  begin() {
    settings.watch(['instrument', 'tuning', 'capo', 'temperament', 'locked'], () => { if (this.childElementCount > 0) this.rebuild(); });
    addEventListener('targets', () => this.rebuild());
    startDrawing(() => this.mark());
  }

  build() {
    const instrument = currentInstrument();
    const tuning = currentTuning();
    this.buttons = strings().map((string) => this.button(string));
    this.tuned.clear();
    const capo = settings.get('capo');
    const facts = [tuning?.name ?? t('chromatic-note'), tuning && capo > 0 && t('capo-at', { fret: capo })];
    this.append(
      h('div', { class: 'picker-row' },
        h('button', { type: 'button', class: 'picker', id: 'instrument', onclick: openInstruments },
          h('span', { class: 'picker-title' }, instrument ? localName(instrument.name) : t('chromatic')),
          h('span', { class: 'picker-note' }, facts.filter(Boolean).join(' · ')), icon('down')),
        this.buttons.length > 0 && this.speaker()),
      ...(this.buttons.length === 0 ? [] : [h('div', {
        class: this.buttons.length > 12 ? 'strings many' : 'strings', role: 'group', 'aria-label': t(this.plays ? 'strings-play' : 'strings'),
      }, ...this.buttons)]));
  }

  speaker() {
    const button = roundButton(t('hear-strings'), 'speaker', () => {
      this.plays = !this.plays;
      if (!this.plays && referenceTone.plays) playing.stopTone();
      this.rebuild();
    });
    button.id = 'hear-strings';
    button.setAttribute('aria-pressed', String(this.plays));
    return button;
  }

  /** @param {import('../engine/types.js').TuningString} string */
  button(string) {
    const isLocked = settings.get('locked') === string.number;
    const name = note(string.midi, ownSpelling(string.midi));
    return h('button', {
      type: 'button', class: 'string', id: `string-${string.number}-${string.midi}`, 'data-number': string.number, 'data-midi': string.midi, 'aria-pressed': isLocked,
      'aria-label': t('string-label', { number: string.number, note: name.plain }),
      onclick: () => { if (this.plays) referenceTone.tap(string); else settings.set('locked', isLocked ? 0 : string.number); },
    }, h('span', { class: 'string-note' }, name.letter, h('sup', {}, name.accidental), h('sub', {}, name.octave)),
    h('span', { class: 'string-number' }, isLocked ? icon('lock') : String(string.number)), icon('check'));
  }

  mark() {
    const { state, active } = heard;
    if (!this.buttons || this.wide.value === 0) return;
    if (active && state.inTune && state.string > 0) this.tuned?.add(state.string);
    for (const button of this.buttons) {
      const number = Number(button.dataset.number);
      const sounds = active && number === state.string && Number(button.dataset.midi) === state.note;
      setAttribute(button, 'data-sounds', sounds || (referenceTone.plays && referenceTone.tapped?.number === number
        && String(referenceTone.tapped.midi) === button.dataset.midi));
      setAttribute(button, 'data-tuned', this.tuned?.has(number) ?? false);
    }
  }
}

function openInstruments() { later(() => import('./setup/instruments.js'), (picker) => picker.openInstruments()); }

customElements.define('tuner-strings', TunerStrings);
