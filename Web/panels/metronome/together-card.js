// What the panel shows of metronomes together, where the page's server passes on their beat.

import { toggle } from '../../app/controls.js';
import { h, setText } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { settings } from '../../app/settings.js';
import { announce } from '../../ear/announcer.js';
import { Panel } from '../panel.js';
import { together } from './together.js';
import './together-texts.js';

class TogetherCard extends Panel {
  begin() {
    settings.watch(['shareBeat', 'alignBeat'], () => this.show());
    let told = '';
    together.addEventListener('change', () => {
      this.show();
      const state = `${together.beat?.connection} ${together.alignment}`;
      if (state !== told && together.beat) announce(this.text());
      told = state;
    });
  }

  build() {
    this.alignment = toggle({ label: t('align-beat'), setting: 'alignBeat', note: t('align-beat-note') });
    this.line = h('p', { class: 'hint', id: 'together-state' });
    this.append(h('h2', { class: 'label' }, t('together')),
      toggle({ label: t('share-beat'), setting: 'shareBeat', note: t('share-beat-note') }), this.alignment, this.line);
    this.show();
  }

  show() {
    if (!this.alignment || !this.line) return;
    const isShared = settings.get('shareBeat');
    this.alignment.hidden = !isShared;
    this.line.hidden = !isShared;
    setText(this.line, this.text());
  }

  text() {
    const { beat, alignment } = together;
    if (!beat) return t('beat-off');
    const state = beat.core.state;
    const line = t(`beat-${beat.connection}`, { delay: formatNumber(state.delay, state.delay < 10 ? 1 : 0) });
    if (beat.connection !== 'following' || alignment === 'off') return line;
    return `${line} ${alignmentText(alignment, state)}`;
  }
}

/** @param {import('./together.js').AlignmentState} alignment @param {import('../../vocabulary/beat.js').BeatState} state */
function alignmentText(alignment, { deviceCount, start, end, lateness, containsDistance }) {
  const value = formatNumber(Math.abs(lateness), 1);
  switch (alignment) {
    case 'running': return t('align-running', { count: deviceCount, seconds: formatNumber(end - start) });
    case 'aligned': {
      const text = t(lateness < 0 ? 'align-early' : 'align-aligned', { value });
      return containsDistance ? `${text} ${t('align-distance')}` : text;
    }
    default: return t(`align-${alignment}`);
  }
}

customElements.define('together-card', TogetherCard);
export { together };
