// Sends a text by sound: how long it takes is said before, how far it is while it sounds.

import { announce } from '../../ear/announcer.js';
import { button } from '../../app/controls.js';
import { h, setText } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { host } from '../../session/host.js';
import { settings } from '../../app/settings.js';
import { largestPayload } from '../../vocabulary/air.js';
import { Panel } from '../panel.js';
import { link } from './link.js';

/** Seconds from which a message is called long. */
const long = 60;

class MessageSend extends Panel {
  constructor() {
    super();
    this.text = '';
    this.isSending = false;
    /** @type {import('../../engine/air/air.js').SendProgress | null} */
    this.progress = null;
    this.problem = '';
    this.outcome = '';
  }

  begin() {
    settings.watch(['airBand', 'airDistance'], () => { this.problem = ''; this.show(); });
    link.addEventListener('sending', (event) => {
      if (!this.isSending) return;
      this.progress = /** @type {CustomEvent} */ (event).detail;
      this.showProgress();
    });
    link.addEventListener('sent', (event) => {
      if (this.isSending) this.end(t(/** @type {CustomEvent} */ (event).detail ? 'send-done' : 'send-stopped'));
    });
    link.load().then(() => this.show(), () => {});
  }

  build() {
    this.field = h('textarea', {
      id: 'send-text', class: 'message-field', rows: 3, value: this.text, 'aria-describedby': 'send-plan send-problem',
      oninput: () => { this.text = this.field?.value ?? ''; this.problem = ''; this.outcome = ''; this.show(); },
    });
    this.plan = h('p', { class: 'hint', id: 'send-plan' });
    this.error = h('p', { class: 'problem', id: 'send-problem', role: 'alert' });
    this.main = h('div', { class: 'card-action' });
    this.bar = h('progress', { class: 'progress', max: 1, 'aria-labelledby': 'send-state' });
    this.state = h('p', { class: 'hint', id: 'send-state' });
    this.append(h('h2', {}, t('send-title')),
      h('div', { class: 'field' }, h('label', { class: 'label', for: 'send-text' }, t('send-text')), this.field),
      this.plan, this.error, this.main, this.bar, this.state);
    this.show();
  }

  get bytes() { return new TextEncoder().encode(this.text); }

  async send() {
    const payload = this.bytes;
    this.outcome = '';
    if (payload.length === 0) { this.fail(t('send-empty')); return; }
    if (payload.length > largestPayload) {
      this.fail(t('send-too-long', { count: payload.length, limit: largestPayload }));
      return;
    }
    if (link.listeners.has('pairing')) { this.fail(t('send-busy')); return; }
    this.problem = '';
    this.progress = null;
    this.isSending = true;
    this.show();
    const band = settings.get('airBand');
    try {
      await link.send({ payload, band, distance: settings.get('airDistance') });
    } catch (error) {
      console.warn(error);
      this.isSending = false;
      const rate = formatNumber((host.context?.sampleRate ?? 0) / 1000, 1);
      this.fail(error instanceof RangeError ? t('send-cannot', { rate, band: t(`air-band-${band}`) }) : t('send-failed'));
    }
  }

  /** @param {string} problem */
  fail(problem) {
    this.problem = problem;
    this.show();
    this.field?.focus();
  }

  /** @param {string} outcome */
  end(outcome) {
    this.isSending = false;
    this.progress = null;
    this.outcome = outcome;
    this.show();
    announce(outcome);
  }

  show() {
    if (!this.plan || !this.error || !this.main || !this.field) return;
    setText(this.plan, this.planText());
    setText(this.error, this.problem);
    this.error.hidden = this.problem === '';
    this.field.setAttribute('aria-invalid', String(this.problem !== ''));
    this.showButton(this.main);
    this.showProgress();
  }

  planText() {
    const { length } = this.bytes;
    const plan = length > 0 ? link.plan(length, settings.get('airBand'), settings.get('airDistance')) : null;
    if (!plan) return length > largestPayload ? t('send-too-long', { count: length, limit: largestPayload }) : '';
    const text = t('send-plan', {
      bytes: length, seconds: formatNumber(plan.seconds, plan.seconds < 10 ? 1 : 0), mode: t(`air-${plan.mode}`),
    });
    return plan.seconds < long ? text : `${text}. ${t('send-long', { minutes: formatNumber(plan.seconds / 60, 1) })}`;
  }

  /** @param {HTMLElement} place */
  showButton(place) {
    const existing = place.querySelector('button');
    if (existing?.dataset.runs === String(this.isSending)) return;
    const hadFocus = existing !== null && existing === document.activeElement;
    const made = button(t(this.isSending ? 'stop' : 'send-title'), () => (this.isSending ? link.stop() : this.send()),
      { kind: this.isSending ? 'main stop' : 'main', picture: this.isSending ? 'stop' : 'messages', id: 'send' });
    made.dataset.runs = String(this.isSending);
    place.replaceChildren(made);
    if (hadFocus) made.focus();
  }

  showProgress() {
    const { progress, bar, state } = this;
    if (!bar || !state) return;
    bar.hidden = !this.isSending;
    bar.value = progress ? progress.seconds / progress.duration : 0;
    state.hidden = !this.isSending && this.outcome === '';
    setText(state, progress ? t('send-progress', {
      packet: Math.max(1, progress.packet), count: progress.packetCount,
      seconds: formatNumber(Math.ceil(progress.duration - progress.seconds)),
    }) : this.isSending ? t('starting') : this.outcome);
  }
}

customElements.define('message-send', MessageSend);
