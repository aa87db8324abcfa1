// What went wrong with hearing, and the one next step. It stays until it is true no more.

import { h } from '../app/dom.js';
import { button } from '../app/controls.js';
import { remedies } from '../session/failures.js';
import { formatNumber, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { notify } from '../app/notice.js';
import { host } from '../session/host.js';
import { microphone } from '../session/microphone.js';
import { playing } from '../session/playing.js';
import { session } from '../session/session.js';
import { Panel } from './panel.js';

class TunerBanner extends Panel {
  begin() {
    session.addEventListener('status', () => this.rebuild());
    session.addEventListener('input', () => this.rebuild());
  }

  build() {
    const { failure, status } = session;
    const { hint } = microphone;
    if (status === 'failed' && failure) this.show('failure', `fail-${failure}`, remedies[failure] === 'retry');
    else if (status === 'interrupted' && session.remote) this.show('hint', 'fail-remote', false);
    else if (status === 'interrupted') this.show('hint', 'fail-interrupted', true);
    else if (status === 'listening' && hint) this.show('hint', `hint-${hint}`, false);
    else if (status === 'listening' && microphone.isProcessed) this.show('hint', 'hint-processed', false);
    else this.hidden = true;
  }

  /**
   * @param {string} kind
   * @param {string} key
   * @param {boolean} canRetry
   */
  show(kind, key, canRetry) {
    this.hidden = false;
    this.dataset.kind = kind;
    this.dataset.key = key;
    this.append(icon('warning'), h('div', { class: 'banner-text' },
      h('p', { class: 'banner-title' }, t(key)), h('p', {}, t(`${key}-do`)),
      kind === 'failure' && h('div', { class: 'banner-buttons' },
        canRetry && button(t('try-again'), () => session.start(), { kind: 'strong' }),
        button(t('simulate'), () => session.start({ simulated: true })))));
  }
}

customElements.define('tuner-banner', TunerBanner);

/**
 * What the core refuses is told in words, since nothing else shows that settings do not count; so is the server's
 * refusal, since the kept page looks as if there were no server.
 */
export function startRefusals() {
  addEventListener('refused', () => notify(t('server-refused')));
  playing.addEventListener('refused', (event) => {
    const part = /** @type {CustomEvent} */ (event).detail;
    notify(part === 'tones'
      ? t('refused-tones', { hertz: formatNumber((host.context?.sampleRate ?? 0) / 2) })
      : t('refused', { part: t(`panel-${part}`) }));
  });
}
