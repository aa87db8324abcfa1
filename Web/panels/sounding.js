// Says in every panel that the page plays a tone or clicks, and ends it.

import { h } from '../app/dom.js';
import { t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { playing } from '../session/playing.js';
import { Panel } from './panel.js';

class NowSounding extends Panel {
  begin() { playing.addEventListener('sounding', () => this.show()); }

  build() {
    this.append(h('button', { type: 'button', id: 'end-sound', onclick: stop }, icon('stop'),
      h('span', {}, t('sounding')), h('span', { class: 'visually-hidden' }, `: ${t('stop')}`)));
    this.show();
  }

  show() {
    const isSounding = playing.player !== null || playing.isClicking;
    this.hidden = !isSounding;
    document.documentElement.toggleAttribute('data-sounding', isSounding);
  }
}

function stop() {
  if (playing.player) playing.stopTone();
  if (playing.isClicking) dispatchEvent(new Event('toggle-metronome'));
}

customElements.define('now-sounding', NowSounding);
