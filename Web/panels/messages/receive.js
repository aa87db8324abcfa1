// Listens for messages, and shows what the bands hear meanwhile.

import { announce } from '../../ear/announcer.js';
import { button, choice } from '../../app/controls.js';
import { h, setText } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { microphone } from '../../session/microphone.js';
import { session } from '../../session/session.js';
import { settings } from '../../app/settings.js';
import { bandNames } from '../../vocabulary/settings.js';
import { Panel } from '../panel.js';
import './band-view.js';
import { hearingProblem } from './hearing-problem.js';
import { Inbox, inboxItem } from './inbox.js';
import { link } from './link.js';

/** @typedef {import('../../engine/air/modem.js').AirEvent} AirEvent */

const inbox = new Inbox();

class MessageReceive extends Panel {
  constructor() {
    super();
    /** @type {Map<number, AirEvent>} Messages that have begun, by their number. */
    this.open = new Map();
    this.loss = '';
  }

  begin() {
    settings.watch(['heardBands'], () => { if (this.isOn) this.listen(); });
    link.addEventListener('hearing', () => this.show());
    link.addEventListener('event', (event) => this.take(/** @type {CustomEvent} */ (event).detail));
    inbox.addEventListener('change', () => this.showMessages());
    session.addEventListener('input', () => this.show());
  }

  get isOn() { return link.listeners.has('inbox'); }

  build() {
    this.box = h('input', {
      type: 'checkbox', role: 'switch', id: 'receive', 'aria-describedby': 'receive-note',
      onchange: () => (this.box?.checked ? this.listen() : link.unhear('inbox')),
    });
    this.error = h('p', { class: 'problem', role: 'alert', id: 'receive-problem' });
    this.hint = h('p', { class: 'hint' });
    this.views = h('div', { class: 'band-views', role: 'group', 'aria-label': t('receive-picture') });
    this.progress = h('div', { class: 'stack' });
    this.list = h('ul', { class: 'messages', 'aria-label': t('receive-messages') });
    this.foot = h('div', {});
    this.append(h('h2', {}, t('receive-title')),
      h('div', { class: 'toggle' }, h('label', { for: 'receive' }, t('receive-listen')), this.box,
        h('p', { class: 'hint', id: 'receive-note' }, t('receive-note'))),
      choice({ label: t('receive-bands'), setting: 'heardBands', choices: [['all', t('receive-all')], ...bandNames.map((name) => /** @type {[any, string]} */ ([name, t(`air-band-${name}`)]))] }),
      this.error, this.hint, this.views, this.progress, this.list, this.foot);
    this.show();
    this.showProgress();
    this.showMessages();
  }

  listen() {
    const wanted = settings.get('heardBands');
    this.loss = '';
    link.hear('inbox', wanted === 'all' ? [] : [wanted]);
    this.show();
  }

  show() {
    if (!this.box || !this.error || !this.hint || !this.views) return;
    this.box.checked = this.isOn;
    const problem = this.isOn ? '' : hearingProblem();
    setText(this.error, problem);
    this.error.hidden = problem === '';
    const hint = this.isOn && !link.isHearing ? t('starting') : this.isOn && microphone.isProcessed ? t('receive-processed') : this.loss;
    setText(this.hint, hint);
    this.hint.hidden = hint === '';
    const shown = this.isOn && link.isHearing ? link.bands : [];
    if (this.views.dataset.bands === shown.join()) return;
    this.views.dataset.bands = shown.join();
    this.views.hidden = shown.length === 0;
    this.views.replaceChildren(...shown.map((name) => {
      const view = document.createElement('band-view');
      view.dataset.band = name;
      return view;
    }));
  }

  /** @param {AirEvent} event */
  take(event) {
    if (event.kind === 'packet' || !this.isOn) return;
    if (event.kind === 'progress') this.open.set(event.number, event);
    else if (event.isPart || event.kind === 'abandoned') this.open.delete(event.number);
    this.loss = event.kind === 'abandoned' ? t(`receive-${event.reason}`, counts(event))
      : event.kind === 'lost' ? `${t('receive-lost')} ${t(`receive-${event.verdict}`)}` : '';
    if (this.loss) announce(this.loss);
    this.show();
    this.showProgress();
  }

  showProgress() {
    this.progress?.replaceChildren(...[...this.open.values()].map((event) => {
      const id = `part-${event.number}`;
      return h('div', { class: 'field' }, h('p', { class: 'hint', id }, t('receive-progress', counts(event))),
        h('progress', { class: 'progress', max: event.neededCount, value: event.heardCount, 'aria-labelledby': id }));
    }));
    if (this.progress) this.progress.hidden = this.open.size === 0;
  }

  showMessages() {
    const { list, foot } = this;
    if (!list || !foot) return;
    const { messages } = inbox;
    const focused = document.activeElement?.id ?? '';
    list.replaceChildren(...messages.map(inboxItem));
    list.hidden = messages.length === 0;
    foot.replaceChildren(messages.length === 0
      ? h('p', { class: 'hint' }, t('receive-empty')) : button(t('clear'), () => inbox.clear(), { id: 'clear-messages' }));
    if (/^(copy|save)-\d/.test(focused)) document.getElementById(focused)?.focus();
  }
}

/** @param {AirEvent} event */
function counts({ heardCount, neededCount }) { return { heard: heardCount, needed: neededCount }; }

customElements.define('message-receive', MessageReceive);
