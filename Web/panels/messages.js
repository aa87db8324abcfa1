// Devices that talk by sound: send, receive, pair. Loaded when it is first shown, with its texts and styles.

import { choice, segments, slider } from '../app/controls.js';
import { h, setText } from '../app/dom.js';
import { formatNumber, t } from '../app/i18n.js';
import { settings } from '../app/settings.js';
import { loadSheet } from '../app/sheet.js';
import { bands } from '../vocabulary/air.js';
import { modes } from '../vocabulary/settings.js';
import './messages/texts.js';
import './messages/send.js';
import './messages/receive.js';
import './messages/pair.js';
import { Panel } from './panel.js';

class MessagesPanel extends Panel {
  begin() { settings.watch(['airBand'], () => this.showBand()); }

  build() {
    this.note = h('p', { class: 'hint', id: 'air-note' });
    this.append(h('h1', { class: 'page-title' }, t('panel-messages')),
      h('p', { class: 'messages-intro' }, t('messages-intro')),
      h('div', { class: 'message-cards' },
        h('section', { class: 'card air-card', 'aria-label': t('air-how') },
          h('div', { class: 'stack' },
            segments({ label: t('air-band'), setting: 'airBand', choices: bands.map(({ name }) => [name, t(`air-band-${name}`)]) }),
            this.note),
          h('div', { class: 'stack' },
            h('div', { class: 'field-pair' },
              choice({ label: t('air-distance'), setting: 'airDistance', choices: [['automatic', t('automatic')], ...modes.map((name) => /** @type {[any, string]} */ ([name, t(`air-${name}`)]))] }),
              slider({ label: t('loudness'), setting: 'airLevel', low: -40, high: 0, format: (value) => `${formatNumber(value)} dBFS` })),
            h('p', { class: 'hint' }, t('air-care')))),
        part('message-send'), part('message-receive'), part('message-pair')));
    this.showBand();
  }

  showBand() {
    const band = bands.find(({ name }) => name === settings.get('airBand'));
    if (!this.note || !band) return;
    const range = [band.low, band.high].map((edge) => formatNumber(edge / 1000, 1)).join('–');
    setText(this.note, t(`air-note-${band.name}`, { range }));
  }
}

/** @type {Map<string, HTMLElement>} The parts outlive a change of language: a message that sounds goes on. */
const parts = new Map();

/** @param {string} name */
function part(name) {
  const made = parts.get(name) ?? document.createElement(name);
  made.className = 'card';
  parts.set(name, made);
  return made;
}

await loadSheet('messages');
customElements.define('messages-panel', MessagesPanel);
