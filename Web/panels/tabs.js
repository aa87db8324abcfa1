// The panels, the buttons that lead to them, and their addresses. Some are loaded when they are first shown.

import { h } from '../app/dom.js';
import { enterAddress, panels, readAddress } from '../app/address.js';
import { onLanguage, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { menu } from '../app/menu.js';
import { notify } from '../app/notice.js';
import { loadSheet } from '../app/sheet.js';

/** @type {Record<string, () => Promise<unknown>>} */
const loaders = {
  tones: () => import('./tones.js'),
  metronome: () => import('./metronome.js'),
  piano: () => import('./piano.js'),
  bells: () => import('./bells.js'),
  practice: () => import('./practice.js'),
  messages: () => import('./messages.js'),
  history: () => import('./history.js'),
  settings: () => import('./settings.js'),
};

/** How many have a button of their own; the others are behind *More*. */
const ownCount = 4;

/** The panel that the address names. */
function addressed() {
  const panel = readAddress().values.get('panel') ?? '';
  return panels.includes(panel) ? panel : panels[0];
}

class AppTabs extends HTMLElement {
  constructor() {
    super();
    this.shown = panels[0];
  }

  connectedCallback() {
    this.shown = addressed();
    onLanguage(() => this.build());
    addEventListener('hashchange', () => {
      // Back from a panel leaves what was opened in it.
      for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll('dialog[open]'))) dialog.close();
      this.show(addressed());
    });
  }

  build() {
    const tabs = panels.map((name, index) => h('button', {
      type: 'button', class: index < ownCount ? 'tab' : 'menu-item', 'data-tab': name, onclick: () => this.go(name),
    }, icon(name), h('span', {}, t(`panel-${name}`))));
    this.more = h('button', { type: 'button', class: 'tab', 'data-more': '' }, icon('more'), h('span', {}, t('others')));
    const others = menu(this.more, 'other-panels', tabs.splice(ownCount));
    this.replaceChildren(h('nav', { 'aria-label': t('panels') }, ...tabs, this.more, others));
    this.show(this.shown);
  }

  /**
   * Shows a panel, from which Back leads here.
   *
   * @param {string} name
   */
  go(name) {
    if (name !== this.shown) {
      enterAddress(name === panels[0] ? undefined : name);
      scrollTo(0, 0);
    }
    this.show(name);
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
    if (panels.indexOf(name) >= ownCount) this.more?.setAttribute('aria-current', 'true');
    else this.more?.removeAttribute('aria-current');
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
  // What is common to all of them comes first in the order of styles, too.
  loadSheet('panels').then(loaders[name]).then(then, (error) => {
    console.warn(error);
    notify(t('not-loaded'));
  });
}

/** @param {string} name */
export function showPanel(name) { /** @type {AppTabs} */ (document.querySelector('app-tabs')).go(name); }
