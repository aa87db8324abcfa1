// The first question: what is played. The answer starts listening, so that the browser asks for the microphone next.

import { h } from '../app/dom.js';
import { localName, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { later } from '../app/later.js';
import { session } from '../session/session.js';
import { settings } from '../app/settings.js';
import { chooseInstrument } from '../app/targets.js';
import { Panel } from './panel.js';

/** By their names in the tables; none is chromatic. */
const choices = ['Guitar', 'Bass guitar', 'Ukulele', 'Violin', ''];

/** Whether the question is open: not where a server listens, whose instrument is its own. */
export const isAsking = () => !settings.get('asked') && settings.get('instrument') === '' && session.status === 'off'
  && session.remoteURL === null && !settings.linked?.words.length;

class FirstRun extends Panel {
  begin() {
    session.addEventListener('status', () => {
      // Who listens without an answer plays anything.
      if (session.status === 'listening' && !session.simulated && !session.remote) settings.set('asked', true);
    });
  }

  build() {
    this.append(h('h2', { id: 'ask' }, t('ask-instrument')),
      h('div', { class: 'answers', role: 'group', 'aria-labelledby': 'ask' }, ...choices.map((name) => h('button', {
        type: 'button', class: 'answer', 'data-instrument': name, onclick: () => answer(name),
      }, h('span', {}, name ? localName(name).replace(/,.*/, '') : t('chromatic')), !name && h('span', { class: 'hint' }, t('chromatic-more'))))),
      h('button', { type: 'button', class: 'link', id: 'ask-others', onclick: chooseOther }, t('ask-others')),
      h('p', { class: 'hint' }, t('ask-next')), h('p', { class: 'hint privacy' }, icon('lock'), t('privacy')));
  }
}

/** @param {string} instrument */
function answer(instrument) {
  settings.set('asked', true);
  chooseInstrument(instrument);
  session.start();
  focus('listen');
}

function chooseOther() {
  later(() => import('./setup/instruments.js'), (picker) => {
    settings.set('asked', true);
    focus('instrument');  // where the dialog gives the keyboard back
    picker.openInstruments();
  });
}

/** @param {string} id Of what takes the place of the question. */
function focus(id) { document.getElementById(id)?.focus({ preventScroll: true }); }

customElements.define('first-run', FirstRun);
