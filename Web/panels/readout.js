// The big note with its octave, cents to a tenth, hertz, and the target. Also what a screen reader calls a
// meter.

import { h, setAttribute, setHidden, setText } from '../app/dom.js';
import { startDrawing } from '../app/frames.js';
import { spokenReading } from '../ear/spoken.js';
import { heard } from '../session/heard.js';
import { formatNumber, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { note } from '../app/names.js';
import { playing } from '../session/playing.js';
import { referenceTone } from '../session/reference-tone.js';
import { session } from '../session/session.js';
import { keyOf, tuned } from '../session/tuned.js';
import { settings } from '../app/settings.js';
import { currentScale, ownSpelling } from '../app/targets.js';
import { farDistance } from '../vocabulary/engine.js';
import { Panel } from './panel.js';

/** Numbers change ten times a second: faster cannot be read. What the note is, and whether it is in tune, is shown at once. */
const period = 100;

class TunerReadout extends Panel {
  constructor() {
    super();
    this.lastTime = 0;
    this.lastKey = '';
  }

  begin() {
    startDrawing((_seconds, now) => {
      const { verdict, sound, note: midi, string } = heard.state;
      const key = `${verdict} ${sound} ${midi} ${string}`;
      if ((key === this.lastKey && now - this.lastTime < period) || this.childElementCount === 0) return;
      this.lastTime = now;
      this.lastKey = key;
      this.update();
    });
  }

  build() {
    this.letter = h('span', { class: 'note-letter' });
    this.accidental = h('span', { class: 'note-accidental' });
    this.octave = h('span', { class: 'note-octave' });
    this.side = h('span', { class: 'side-word' });
    this.sign = h('span', { class: 'side-sign', 'aria-hidden': 'true' });
    this.cents = h('span', { class: 'cents-value' });
    this.frequency = h('span', { class: 'hertz-value' });
    this.target = h('span', { class: 'target-value' });
    this.written = h('p', { class: 'written', hidden: true });
    this.meter = h('div', {
      class: 'readout', role: 'meter', tabindex: '0', 'aria-label': t('tuning-meter'),
      'aria-valuemin': '-50', 'aria-valuemax': '50',
    },
      h('p', { class: 'note' }, this.letter, h('span', { class: 'note-marks' }, this.accidental, this.octave)),
      h('p', { class: 'cents' }, this.cents, h('span', { class: 'unit' }, t('cents-unit'))),
      h('p', { class: 'side' }, this.sign, icon('check'), this.side),
      h('p', { class: 'hertz' }, this.frequency, this.target),
      this.written);
    this.append(this.meter);
    this.update();
  }

  /** Writes all of one reading: that of this frame, or the last one, which fades. */
  update() {
    const { active, quiet, last } = heard;
    const { meter, letter, accidental, octave, cents, frequency, target, side, sign, written } = this;
    if (!meter || !letter || !accidental || !octave || !cents || !frequency || !target || !side || !sign || !written) return;
    const state = active || (quiet < 1 && !session.isMuted) ? last : null;
    setAttribute(meter, 'data-side', heard.state.verdict);
    setAttribute(meter, 'data-active', state !== null);
    if (!state) {
      for (const element of [accidental, octave, cents, frequency, target, sign]) setText(element, '');
      const isListening = session.status === 'listening' && !session.isMuted;
      setAttribute(meter, 'data-side', isListening && tuned.isAll ? 'good' : 'none');
      setText(side, isListening ? tuned.words() || t('play-a-note') : t(quietKey()));
      setAttribute(meter, 'aria-valuenow', 0);
      setAttribute(meter, 'aria-valuetext', t(isListening ? 'no-sound' : quietKey()));
      this.showTone(letter, octave, frequency);
      setHidden(written, true);
      return;
    }
    const name = note(state.note, ownSpelling(state.note));
    setText(letter, name.letter);
    setText(accidental, name.accidental);
    setText(octave, name.octave);
    // So far off, tenths tell nothing, and take room.
    setText(cents, formatNumber(state.cents, Math.abs(state.cents) < 100 ? 1 : 0, true));
    setText(frequency, `${formatNumber(state.frequency, 2)} Hz`);
    // A string's note is not the one that is nearest: that one is named, too.
    const nearest = state.note + (state.string > 0 ? Math.round(state.cents / 100) : 0);
    // A string that is done is no longer worth its target: what remains is.
    const isDone = state.verdict === 'good' && state.string > 0 && tuned.has(keyOf({ number: state.string, midi: state.note }));
    setText(target, isDone ? tuned.words() : nearest === state.note ? `${t('target')} ${formatNumber(state.targetFrequency, 2)} Hz`
      : t('heard-note', { note: note(nearest).plain }));
    setText(sign, signs[state.verdict]);
    const words = isDone && tuned.isAll ? tuned.words() : t(sideKey(state));
    setText(side, state.sound === 'bell' ? t('bell-like', { words }) : words);
    setAttribute(meter, 'aria-valuenow', formatFixed(state.cents));
    setAttribute(meter, 'aria-valuetext', spokenReading(state));
    const scale = currentScale();
    const transposed = settings.get('transposition') !== 'concert';
    setHidden(written, !transposed && !scale);
    if (scale) {
      const count = scale.cents.length;
      setText(written, t('degree-of', { degree: ((state.degree % count) + count) % count, count }));
    } else if (transposed) setText(written, t('written-sounding', { hertz: formatNumber(state.frequency, 1) }));
  }

  /**
   * What sounds instead of an instrument, if something does.
   *
   * @param {Element} letter
   * @param {Element} octave
   * @param {Element} frequency
   */
  showTone(letter, octave, frequency) {
    const { pitch, plays } = referenceTone;
    const name = plays && pitch ? note(pitch.midi, ownSpelling(pitch.midi)) : null;
    setText(letter, name ? name.letter + name.accidental : '–');
    if (!name) return;
    setText(octave, name.octave);
    setText(frequency, `${formatNumber(referenceTone.frequency, 2)} Hz`);
  }
}

/** Why nothing is heard. */
function quietKey() { return playing.isHeard ? 'own-sound' : session.status === 'starting' ? 'starting' : 'not-listening'; }

/** @param {number} cents */
function formatFixed(cents) { return Math.max(-50, Math.min(50, cents)).toFixed(1); }

/** @type {Record<import('../engine/types.js').Verdict, string>} */
const signs = { none: '', flat: '♭', good: '', sharp: '♯', several: '' };

/** @param {import('../engine/types.js').EngineState} state */
function sideKey({ verdict, string, cents }) {
  if (verdict === 'good') return 'in-tune';
  if (verdict === 'several') return 'several-tones';
  // More likely another note than this string: to tune it there might break it.
  if (string > 0 && Math.abs(cents) >= farDistance) return 'far-off';
  return verdict === 'flat' ? 'tune-up' : 'tune-down';
}

customElements.define('tuner-readout', TunerReadout);
