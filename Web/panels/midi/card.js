// The card of MIDI in the settings: which output plays, and how.

import { button, choice, toggle } from '../../app/controls.js';
import { h } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { icon } from '../../app/icons.js';
import { settings } from '../../app/settings.js';
import { midiOutput } from '../../session/midi-output.js';
import { usualBends } from '../../vocabulary/stage.js';
import { Panel } from '../panel.js';
import './notices.js';

/** Ranges that receivers know, in semitones. */
const bends = [2, 7, 12, 24, 48, 96];

class MIDICard extends Panel {
  begin() {
    midiOutput.addEventListener('change', () => this.rebuild());
    settings.watch(['midiMPE', 'midiOutput'], () => { if (this.childElementCount > 0) this.rebuild(); });
  }

  build() {
    this.append(h('h2', {}, t('midi')), h('p', { class: 'hint' }, t('midi-note')));
    if (!midiOutput.isOffered) { this.append(h('p', { id: 'midi-status' }, t('midi-missing'))); return; }
    if (midiOutput.status !== 'open') {
      const { status } = midiOutput;
      const text = status === 'refused' || status === 'failed' ? t(`midi-${status}`) : '';
      const name = text === '' && midiOutput.name !== '' ? t('midi-chosen', { name: midiOutput.name }) : text;
      if (name) this.append(h('p', { id: 'midi-status' }, name));
      this.append(button(t(text ? 'try-again' : 'midi-connect'), () => midiOutput.open(), { id: 'midi-connect' }));
      return;
    }
    this.append(this.outputs(), h('p', { id: 'midi-status' }, this.words()),
      toggle({ label: t('midi-mpe'), setting: 'midiMPE', note: t('midi-mpe-note') }),
      choice({
        label: t('midi-bend'), setting: 'midiBend', numeric: true,
        choices: [[0, t('midi-bend-usual', { count: usualBends[settings.get('midiMPE') ? 'mpe' : 'plain'] })],
          ...bends.map((count) => /** @type {[number, string]} */ ([count, t('midi-semitones', { count })]))],
      }));
  }

  /** The outputs that are there, and the one that is chosen even if it is not. */
  outputs() {
    const { outputs, name, port } = midiOutput;
    /** @type {[string, string][]} */
    const pairs = outputs.map((output) => [output.id, output.name ?? output.id]);
    if (name !== '' && !port) pairs.push(settings.get('midiOutput'));
    const select = h('select', {
      id: 'midi-output', 'aria-describedby': 'midi-status',
      onchange: () => settings.set('midiOutput', select.value === '' ? ['', ''] : pairs[Number(select.value)]),
    }, h('option', { value: '' }, t('none')), ...pairs.map(([, title], index) => h('option', { value: String(index) }, title)));
    const chosen = pairs.findIndex(([key, title]) => (port ? key === port.id : title === name));
    select.value = name === '' || chosen < 0 ? '' : String(chosen);
    return h('div', { class: 'field' }, h('label', { class: 'label', for: 'midi-output' }, t('midi-output')),
      h('div', { class: 'select' }, select, icon('down')));
  }

  words() {
    const { outputs, name, port } = midiOutput;
    if (port) return t('midi-plays', { name: port.name ?? '' });
    if (name !== '') return t('midi-away', { name });
    return outputs.length === 0 ? t('midi-no-output') : '';
  }
}

customElements.define('midi-card', MIDICard);
