// The tuner: the stage with the chosen view, what it is tuned to, and a card with what is set less often, which a button
// opens. A new visitor is asked a question first.

import { h, setText } from '../app/dom.js';
import { button, roundButton, segments, toggle } from '../app/controls.js';
import { openDialog } from '../app/dialog.js';
import { obstacle } from '../session/failures.js';
import { t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { later } from '../app/later.js';
import { menu, openedBy } from '../app/menu.js';
import { isFreezing } from '../session/heard.js';
import { session } from '../session/session.js';
import { movingViews, settings, soundViews, views } from '../app/settings.js';
import { otherViews } from '../views/all.js';
import { transpositions } from '../vocabulary/settings.js';
import { isAsking } from './first-run.js';
import { Panel } from './panel.js';
import { chip, openPitch } from './target.js';

/** The views that have a button of their own; the others are behind *More*. */
const firstViews = ['knob', 'needle', 'strobe', 'strum'];

class TunerPanel extends Panel {
  constructor() {
    super();
    this.readout = document.createElement('tuner-readout');
    this.slot_ = h('div', { class: 'view-slot' });
    /** @type {Map<string, HTMLElement>} Made when first shown, and kept. */
    this.made = new Map();
    this.banner = document.createElement('tuner-banner');
    this.level = document.createElement('tuner-level');
    this.target = document.createElement('tuner-target');
    this.gate = document.createElement('tuner-gate');
    this.strings = document.createElement('tuner-strings');
    this.question = document.createElement('first-run');
    this.wave = document.createElement('view-wave');
    this.facts = document.createElement('input-facts');
    /** Whose ears: shown where the server has some. */
    this.other = h('div', { class: 'other-source', hidden: true });
    this.noSound = h('p', { class: 'hint view-without-sound' });
  }

  build() {
    this.main = h('div', { class: 'listen' });
    this.chips = h('div', { class: 'chips' });
    this.freeze = toggle({ label: t('freeze'), setting: 'freeze', note: t('freeze-note') });
    const settings_ = roundButton(t('tuner-settings'), 'settings', () => {});
    settings_.id = 'tuner-settings';
    this.display = h('div', { class: 'display' }, this.wave, this.readout, this.slot_);
    this.append(
      h('h1', { class: 'visually-hidden' }, t('panel-tuner')),
      h('section', { class: 'stage', 'aria-label': t('panel-tuner') },
        this.viewPicker(),
        this.display, this.banner, this.strings,
        h('div', { class: 'target', role: 'group', 'aria-label': t('tuning-settings') },
          this.target, h('div', { class: 'ears' }, this.main, this.level), settings_), this.other, this.question),
      openedBy(settings_, h('section', { class: 'menu tuner-card', id: 'tuner-card', 'aria-label': t('tuner-settings') },
        this.chips, this.freeze, this.gate, this.facts)));
    this.showView();
    this.showStatus();
    this.ask();
    this.showChips();
  }

  begin() {
    session.addEventListener('status', () => { this.showStatus(); this.showView(); this.ask(); });
    settings.watch(['asked', 'instrument'], () => this.ask());
    // Decoration: it comes with the first note, and nobody misses it.
    const decorate = () => {
      if (!session.state.voiced) return;
      session.removeEventListener('state', decorate);
      import('../views/wave.js').catch(() => {});
    };
    session.addEventListener('state', decorate);
    settings.watch(['view', 'freeze'], () => this.showView());
    settings.watch(['transposition', 'tolerance'], () => this.showChips());
  }

  viewPicker() {
    const pick = (/** @type {string} */ name) => h('button', {
      type: 'button', class: `view-button ${firstViews.includes(name) ? '' : 'menu-item'}`, 'data-view': name,
      onclick: () => settings.set('view', name),
    }, icon(name), h('span', {}, t(`view-${name}`)));
    this.more = h('button', { type: 'button', class: 'view-button', id: 'more-views' }, icon('more'), h('span', {}, t('others')));
    const others = menu(this.more, 'other-views', views.filter((name) => !firstViews.includes(name)).map(pick));
    return h('div', { class: 'views', role: 'group', 'aria-label': t('views') }, ...firstViews.map(pick), this.more, others,
      h('button', { type: 'button', class: 'view-button', id: 'stage', onclick: openStage }, icon('stage'), h('span', {}, t('stage'))));
  }

  /** A question takes the place of all else until it is answered. */
  ask() { this.toggleAttribute('data-asks', isAsking()); }

  showView() {
    const isFrozen = isFreezing();
    const name = isFrozen && movingViews.includes(settings.get('view')) ? 'needle' : settings.get('view');
    if (isFrozen) later(() => import('../session/freeze.js'), () => {});
    if (this.freeze) this.freeze.hidden = session.remote !== null || session.simulated;
    this.dataset.view = name;
    if (name === 'strum') later(() => import('./strum.js'), () => {});
    if (name === 'chord') later(() => import('./chord.js'), () => {});
    if (otherViews[name]) later(otherViews[name], () => {});
    const view = this.made.get(name) ?? document.createElement(`view-${name}`);
    this.made.set(name, view);
    const isEmpty = session.remote !== null && soundViews.includes(name);
    setText(this.noSound, isEmpty ? t('remote-no-view') : '');
    const shown = isEmpty ? this.noSound : view;
    if (this.slot_.firstElementChild !== shown) this.slot_.replaceChildren(shown);
    const isOther = !firstViews.includes(name);
    this.more?.toggleAttribute('data-current', isOther);
    this.more?.setAttribute('aria-label', isOther ? `${t('others')}, ${t(`view-${name}`)}` : t('others'));
    for (const element of this.querySelectorAll('[data-view].view-button')) {
      const pick = /** @type {HTMLButtonElement} */ (element);
      pick.setAttribute('aria-pressed', String(pick.dataset.view === name));
      pick.disabled = isFrozen && movingViews.includes(pick.dataset.view ?? '');
    }
  }

  showStatus() {
    if (!this.main) return;
    const { status } = session;
    this.dataset.status = status;
    this.showSource();
    const runs = status === 'listening' || status === 'interrupted' || status === 'starting';
    const text = t(runs ? 'stop-listening' : 'start-listening');
    const existing = this.main.querySelector('button');
    if (existing?.dataset.runs === String(runs)) return;
    const hadFocus = existing !== null && existing === document.activeElement;
    // A switch beside the level while it listens, and until then what there is to do.
    const made = runs ? roundButton(text, 'microphone', () => session.stop())
      : button(text, () => session.start(), { kind: 'main', picture: 'microphone' });
    made.id = 'listen';
    made.dataset.runs = String(runs);
    this.main.replaceChildren(made);
    if (hadFocus) made.focus();
  }

  /** What is heard instead of this device's microphone, and the way from the server's to this one, and back. */
  showSource() {
    const { remote, remoteURL, simulated } = session;
    this.dataset.source = remote ? 'server' : 'device';
    const parts = [
      simulated && h('p', { class: 'hint' }, t('simulation')),
      remote && obstacle() === null && button(t('remote-own'), () => session.start(), { id: 'own-microphone' }),
      remoteURL && !remote && button(t('remote-listen'), () => session.startRemote(), { id: 'remote-microphone' }),
    ].flatMap((part) => part || []);
    this.other.replaceChildren(...parts);
    this.other.hidden = parts.length === 0;
  }

  showChips() {
    if (!this.chips) return;
    const focused = document.activeElement?.id;
    this.chips.replaceChildren(
      chip('chip-transposition', t('transposition'), transpositionTitle(), () => openPitch('openTransposition')),
      chip('chip-tolerance', t('tolerance'), `± ${settings.get('tolerance')} ${t('cents-unit')}`, openTolerance));
    if (focused?.startsWith('chip-')) document.getElementById(focused)?.focus();
  }
}

/** The note, its strings and nothing else. */
export function openStage() { later(() => import('./stage.js'), ({ openStage: open }) => open()); }

/** What the chip says. */
function transpositionTitle() {
  return t(`transposition-${settings.get('transposition') in transpositions ? settings.get('transposition') : 'concert'}`);
}

function openTolerance() {
  openDialog(t('tolerance'), h('div', { class: 'stack' }, h('p', { class: 'hint' }, t('tolerance-note')), segments({
    label: t('cents'), setting: 'tolerance', choices: [1, 2, 3, 5, 10].map((value) => [value, `± ${value}`]),
  })));
}

customElements.define('tuner-panel', TunerPanel);
