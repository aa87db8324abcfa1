// A quiet line at the top for what is not about hearing, such as a new version, or what the core refuses.

import { button, roundButton } from './controls.js';
import { h } from './dom.js';
import { t } from './i18n.js';

class AppNotice extends HTMLElement {
  constructor() {
    super();
    this.hidden = true;
  }

  /**
   * @param {string} text
   * @param {{action?: string, onaction?: () => void, seconds?: number}} options
   */
  show(text, { action, onaction, seconds = 0 } = {}) {
    this.replaceChildren(h('p', { role: 'status' }, text),
      action && button(action, () => { this.hidden = true; onaction?.(); }, { kind: 'strong' }) || '',
      roundButton(t('close'), 'close', () => { this.hidden = true; }));
    this.hidden = false;
    clearTimeout(this.timer);
    if (seconds > 0) this.timer = setTimeout(() => { this.hidden = true; }, 1000 * seconds);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
}

customElements.define('app-notice', AppNotice);

/**
 * @param {string} text
 * @param {{action?: string, onaction?: () => void, seconds?: number}} [options]
 */
export function notify(text, options) {
  /** @type {AppNotice} */ (document.querySelector('app-notice')).show(text, options);
}
