// The strings of the instrument: the one that sounds is marked, a tap locks one, another tap lets go. Where taps play, a
// tap sounds the string instead.

import { followWidth, h, setAttribute } from '../app/dom.js';
import { startDrawing } from '../app/frames.js';
import { heard } from '../session/heard.js';
import { t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { note } from '../app/names.js';
import { playing } from '../session/playing.js';
import { referenceTone } from '../session/reference-tone.js';
import { settings } from '../app/settings.js';
import { keyOf, tuned } from '../session/tuned.js';
import { ownSpelling, strings } from '../app/targets.js';
import { Panel } from './panel.js';

/** Whether a tap plays the string. */
export let tapsPlay = false;

/** @param {boolean} isOn */
export function setTapsPlay(isOn) {
  tapsPlay = isOn;
  if (!isOn && referenceTone.plays) playing.stopTone();
  dispatchEvent(new Event('string-taps'));
}

class TunerStrings extends Panel {
  constructor() {
    super();
    /** @type {HTMLElement[]} */
    this.buttons = [];
    this.wide = followWidth(this);
  }

  get usesNames() { return true; }

  begin() {
    const rebuild = () => { if (this.childElementCount > 0) this.rebuild(); };
    settings.watch(['instrument', 'tuning', 'capo', 'temperament', 'locked'], rebuild);
    addEventListener('targets', () => this.rebuild());
    addEventListener('string-taps', rebuild);
    startDrawing(() => this.mark());
  }

  build() {
    this.buttons = strings().map((string) => this.button(string));
    this.append(h('div', {
      class: this.buttons.length > 12 ? 'strings many' : 'strings', hidden: this.buttons.length === 0,
      role: 'group', 'aria-label': t(tapsPlay ? 'strings-play' : 'strings'),
    }, ...this.buttons));
  }
  /** @param {import('../engine/types.js').TuningString} string */
  button(string) {
    const isLocked = settings.get('locked') === string.number;
    const name = note(string.midi, ownSpelling(string.midi));
    return h('button', {
      type: 'button', class: 'string', id: `string-${string.number}-${string.midi}`, 'data-number': string.number, 'data-midi': string.midi, 'aria-pressed': isLocked,
      'aria-label': t('string-label', { number: string.number, note: name.plain }),
      onclick: () => { if (tapsPlay) referenceTone.tap(string); else settings.set('locked', isLocked ? 0 : string.number); },
    }, h('span', { class: 'string-note' }, name.letter, h('sup', {}, name.accidental), h('sub', {}, name.octave)),
    h('span', { class: 'string-number' }, isLocked ? icon('lock') : String(string.number)), icon('check'));
  }

  mark() {
    const { state, active } = heard;
    if (!this.buttons || this.wide.value === 0) return;
    // In tune for long enough, and not only in passing.
    if (state.inTune && state.verdict === 'good' && state.string > 0) tuned.add(keyOf({ number: state.string, midi: state.note }));
    for (const button of this.buttons) {
      const number = Number(button.dataset.number);
      const sounds = active && state.verdict !== 'several' && number === state.string && Number(button.dataset.midi) === state.note;
      setAttribute(button, 'data-sounds', sounds || (referenceTone.plays && referenceTone.tapped?.number === number
        && String(referenceTone.tapped.midi) === button.dataset.midi));
      setAttribute(button, 'data-tuned', tuned.has(`${number} ${button.dataset.midi}`));
    }
  }
}

customElements.define('tuner-strings', TunerStrings);
