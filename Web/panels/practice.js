// Practice: a scale or a piece is played, and each note and interval of it is compared with a temperament, and with the beat.
// Loaded, with its module, texts and styles, when it is first shown.

import { h } from '../app/dom.js';
import { t } from '../app/i18n.js';
import { later } from '../app/later.js';
import './practice/texts.js';
import './practice/time-texts.js';
import './practice/choice.js';
import './practice/time.js';
import './practice/playing.js';
import './practice/result.js';
import { practiceModel as model } from './practice/model.js';
import { Panel } from './panel.js';

class PracticePanel extends Panel {
  constructor() {
    super();
    // They outlive a change of language: what is heard and said goes on.
    this.choice = document.createElement('practice-choice');
    this.choice.className = 'card';
    this.time = document.createElement('practice-time');
    this.time.className = 'card';
    this.playing = document.createElement('practice-playing');
    this.playing.className = 'card';
    this.result = document.createElement('practice-result');
    this.result.className = 'card';
  }

  begin() {
    const load = () => { if (!model.engine) later(() => model.load(), () => {}); };
    load();
    // Once more, if it was not had: without a connection, say.
    addEventListener('panel', () => { if (document.documentElement.dataset.shown === 'practice') load(); });
  }

  build() {
    this.append(h('h1', { class: 'page-title' }, t('panel-practice')), h('p', { class: 'practice-intro' }, t('practice-intro')),
      h('div', { class: 'practice-cards' }, this.choice, this.playing, this.time, this.result));
  }
}

/** Styles before anything is seen. */
await new Promise((done) => {
  const sheet = h('link', { rel: 'stylesheet', href: new URL('../styles/practice.css', import.meta.url).href });
  for (const name of ['load', 'error']) sheet.addEventListener(name, done);
  document.head.append(sheet);
});
customElements.define('practice-panel', PracticePanel);
