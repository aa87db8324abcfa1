// The key that sounds: its name, how far it is from its target, a strobe, and what is to be done.

import { h, setText } from '../../app/dom.js';
import { hurry, startDrawing } from '../../app/frames.js';
import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { settings } from '../../app/settings.js';
import { announce } from '../../ear/announcer.js';
import { audibleBeat, lowestPianoKey, pianoKeyCount } from '../../vocabulary/piano.js';
import { MeasuredListening } from '../measured/listening.js';
import { pianoModel as model } from './model.js';

/** Seconds after which the strobe stands still, if nothing is read. */
const patience = 0.4;
/** A cent at a high partial is fast: the pattern is no faster than this, in periods a second. */
const fastest = 4;
/** From how many readings of a stroke on it is said, and how long nothing is said after that, in milliseconds. */
const steadiness = 5;
const distance = 2000;

class PianoListening extends MeasuredListening {
  constructor() {
    super(model);
    this.phase = 0;
    this.lastRead = 0;
    this.readCount = 0;
    this.said = '';
    this.lastSaid = -distance;
  }

  begin() {
    super.begin();
    model.addEventListener('reading', () => {
      this.lastRead = performance.now();
      this.show();
      this.speak();
    });
    model.addEventListener('outcome', () => { this.show(); announce(this.outcomeText()); });
    startDrawing((seconds, now) => this.turn(seconds, now));
  }

  build() {
    this.strobe = h('div', { class: 'piano-strobe', 'aria-hidden': 'true' });
    this.target = h('p', {});
    this.partial = h('p', {});
    this.unison = h('p', { class: 'piano-unison' });
    this.hint = h('p', { class: 'hint measured-hint' });
    this.append(...this.head(), this.tasks(), this.keyChoice(lowestPianoKey, pianoKeyCount), this.meterOf(this.strobe),
      h('div', { class: 'measured-facts' }, this.target, this.partial, this.unison), this.hint);
    this.show();
  }

  show() {
    const { target, partial, unison, hint, keyField } = this;
    if (!target || !partial || !unison || !hint || !keyField) return;
    const { reading, key, mode } = model;
    keyField.hidden = mode !== 'tune';
    const midi = reading?.key ?? (mode === 'tune' ? key : 0);
    const row = midi ? model.snapshot?.keys[midi - lowestPianoKey] : undefined;
    this.showMeter(midi, reading ? reading.cents : null);
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
    const words = [this.strokeText({ key: outcome.key ? soundingName(outcome.key) : '' })];
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
    hurry();
    this.phase = (this.phase + seconds * Math.max(-fastest, Math.min(fastest, model.reading.cents))) % 1;
    strobe.style.backgroundPositionX = `${(40 * this.phase).toFixed(1)}px`;
  }
}

customElements.define('piano-listening', PianoListening);
