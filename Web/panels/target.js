// What is tuned to, side by side: the instrument with its tuning, concert pitch and temperament. While the loudspeaker's
// button is pressed, a tap on a string plays it.

import { h } from '../app/dom.js';
import { roundButton } from '../app/controls.js';
import { formatNumber, localName, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { later } from '../app/later.js';
import { settings } from '../app/settings.js';
import { soundingName } from '../app/names.js';
import { currentInstrument, currentTemperament, currentTuning, strings } from '../app/targets.js';
import { Panel } from './panel.js';
import { setTapsPlay, tapsPlay } from './strings.js';

class TunerTarget extends Panel {
  get usesNames() { return true; }

  begin() {
    const rebuild = () => { if (this.childElementCount > 0) this.rebuild(); };
    settings.watch(['instrument', 'tuning', 'capo', 'concertPitch', 'temperament', 'root'], rebuild);
    addEventListener('targets', rebuild);
    addEventListener('string-taps', rebuild);
  }

  build() {
    const instrument = currentInstrument();
    const temperament = currentTemperament();
    const capo = settings.get('capo');
    const facts = [instrument ? localName(instrument.name) : t('chromatic'), currentTuning()?.name,
      instrument && capo > 0 && t('capo-at', { fret: capo })];
    this.append(
      chip('instrument', t('instrument'), facts.filter(Boolean).join(' · '), openInstruments),
      ...(strings().length > 0 ? [speaker()] : []),
      chip('chip-pitch', soundingName(69), formatNumber(settings.get('concertPitch'), 1), () => openPitch('openConcertPitch')),
      chip('chip-temperament', t('temperament'),
        temperament.name === 'equal' ? t('temperament-equal') : temperament.title.replace(/,.*/, ''), () => openPitch('openTemperament')));
    this.querySelector('#instrument')?.append(icon('down'));
    this.querySelector('#chip-pitch .chip-value')?.append(h('span', { class: 'unit' }, ' Hz'));
  }
}

function speaker() {
  const button = roundButton(t('hear-strings'), 'speaker', () => setTapsPlay(!tapsPlay));
  button.id = 'hear-strings';
  button.setAttribute('aria-pressed', String(tapsPlay));
  return button;
}

/**
 * A value with its name, which leads to the choice of another.
 *
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {() => void} onclick
 */
export function chip(id, label, value, onclick) {
  return h('button', { type: 'button', class: 'chip', id, onclick, 'aria-haspopup': 'dialog' },
    h('span', { class: 'chip-label' }, label), h('span', { class: 'chip-value' }, value));
}

/** @param {'openConcertPitch' | 'openTemperament' | 'openTransposition'} name */
export function openPitch(name) { later(() => import('./setup/pitch.js'), (pitch) => pitch[name]()); }

function openInstruments() { later(() => import('./setup/instruments.js'), (picker) => picker.openInstruments()); }

customElements.define('tuner-target', TunerTarget);
