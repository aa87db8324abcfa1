// The stroke that was heard last: its strike note, how far that is from its target, and what is to be done.

import { h, setText } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { announce } from '../../ear/announcer.js';
import { bellLongest, bellObjects } from '../../vocabulary/bell.js';
import { MeasuredListening } from '../measured/listening.js';
import { bellModel as model } from './model.js';

/** The notes that can be chosen: what is struck and named lies between these MIDI numbers. */
const lowest = 24;
const noteCount = 97;

class BellsListening extends MeasuredListening {
  constructor() { super(model); }

  begin() {
    super.begin();
    model.addEventListener('chosen', () => this.show());
    model.addEventListener('outcome', () => {
      this.show();
      if (model.outcome?.isFinal) announce([model.outcome.kind === 'measured' ? this.meter?.getAttribute('aria-valuetext') ?? '' : '', this.outcomeText()].filter(Boolean).join(' '));
    });
  }

  build() {
    this.strike = h('p', { class: 'bells-strike' });
    this.third = h('p', {});
    this.hint = h('p', { class: 'hint measured-hint' });
    this.append(...this.head(), this.tasks(), this.keyChoice(lowest, noteCount), this.meterOf(),
      h('div', { class: 'measured-facts' }, this.strike, this.third), this.hint);
    this.show();
  }

  show() {
    const { strike, third, hint } = this;
    if (!strike || !third || !hint) return;
    const { shown, key, snapshot } = model;
    this.showMeter(shown?.note ?? key, shown ? shown.cents : null);
    setText(strike, shown ? t('bell-strike-hertz', {
      hertz: formatNumber(shown.strike, 2), target: formatNumber(shown.strike / 2 ** (shown.cents / 1200), 2),
    }) : '');
    const isBell = snapshot?.object === 'bell' && shown && shown.third !== 'own';
    const words = [isBell ? t(`bell-third-${shown.third}`) : '',
      shown && shown.likelier !== null ? t('bell-likelier', { object: t(`bell-object-${bellObjects[shown.likelier]}`) }) : ''];
    setText(third, words.filter(Boolean).join(' · '));
    setText(hint, this.hintText());
  }

  outcomeText() {
    const { outcome } = model;
    if (!outcome) return '';
    const note = outcome.key ? soundingName(outcome.key) : '';
    const object = outcome.object === null ? '' : t(`bell-object-${bellObjects[outcome.object]}`);
    const isMeasured = outcome.kind === 'measured';
    const text = isMeasured && !outcome.isFinal ? t('bell-rings', { seconds: bellLongest })
      : isMeasured && outcome.kept === 'nothing' ? '' : this.strokeText({ note, object });
    return [text, outcome.isMixed ? t('bell-mixed') : '', outcome.isClipped ? t('hint-clipping') : ''].filter(Boolean).join(' ');
  }

  hintText() { return this.outcomeText() || t('bell-hint', { seconds: bellLongest }); }
}

customElements.define('bells-listening', BellsListening);
