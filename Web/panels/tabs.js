// The panels and the buttons that lead to them. Some are loaded when they are first shown.

import { h } from '../app/dom.js';
import { readAddress } from '../app/address.js';
import { onLanguage, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { notify } from '../app/notice.js';

/** @type {Record<string, () => Promise<unknown>>} */
const loaders = {
  tones: () => import('./tones.js'),
  metronome: () => import('./metronome.js'),
  piano: () => import('./piano.js'),
  practice: () => import('./practice.js'),
  messages: () => import('./messages.js'),
};

export const panels = ['tuner', 'tones', 'metronome', 'piano', 'practice', 'messages', 'history', 'settings'];

class AppTabs extends HTMLElement {
  constructor() {
    super();
    this.shown = panels[0];
  }

  connectedCallback() {
    const wanted = readAddress().values.get('panel');
    if (wanted && panels.includes(wanted)) this.shown = wanted;
    onLanguage(() => this.build());
    addEventListener('hashchange', () => {
      const panel = readAddress().values.get('panel');
      if (panel && panels.includes(panel)) this.show(panel);
    });
  }

  build() {
    this.replaceChildren(h('nav', { 'aria-label': t('panels') }, ...panels.map((name) => h('button', {
      type: 'button', class: 'tab', 'data-tab': name, onclick: () => this.show(name),
    }, icon(name), h('span', {}, t(`panel-${name}`))))));
    this.show(this.shown);
  }

  /** @param {string} name */
  show(name) {
    this.shown = name;
    for (const panel of document.querySelectorAll('[data-panel]')) {
      /** @type {HTMLElement} */ (panel).hidden = /** @type {HTMLElement} */ (panel).dataset.panel !== name;
    }
    for (const tab of this.querySelectorAll('[data-tab]')) {
      if (/** @type {HTMLElement} */ (tab).dataset.tab === name) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    document.title = `${t(`panel-${name}`)} · Kammerton`;
    document.documentElement.dataset.shown = name;
    load(name, () => {});
    dispatchEvent(new CustomEvent('panel', { detail: name }));
  }
}

customElements.define('app-tabs', AppTabs);

/**
 * Loads a panel, if it is not there yet.
 *
 * @param {string} name
 * @param {() => void} then What needs it.
 */
export function load(name, then) {
  if (!loaders[name]) { then(); return; }
  loaders[name]().then(then, (error) => {
    console.warn(error);
    notify(t('not-loaded'));
  });
}

/** @param {string} name */
export function showPanel(name) { /** @type {AppTabs} */ (document.querySelector('app-tabs')).show(name); }
