// Honesty about the microphone: what was asked for, what was really given, and the choice of another.

import { fresh } from '../app/controls.js';
import { h } from '../app/dom.js';
import { formatNumber, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { host } from '../session/host.js';
import { listInputs, microphone } from '../session/microphone.js';
import { session } from '../session/session.js';
import { settings } from '../app/settings.js';
import { Panel } from './panel.js';

const processing = /** @type {const} */ (['echoCancellation', 'noiseSuppression', 'autoGainControl', 'voiceIsolation']);

class InputFacts extends Panel {
  begin() {
    for (const name of ['status', 'input']) session.addEventListener(name, () => this.rebuild());
  }

  build() {
    const { status } = session;
    const { facts: input } = microphone;
    const isOpen = this.dataset.open === 'true';
    const raw = input ? t(microphone.isProcessed ? 'input-processed' : 'input-raw') : '';
    const summary = session.remote ? t('remote-source', { name: session.remote.detail })
      : session.simulated && status === 'listening' ? t('simulation')
      : input ? `${input.label || t('microphone')} · ${raw}` : t('privacy');
    this.append(h('details', {
      class: 'facts', open: isOpen,
      ontoggle: (/** @type {Event} */ event) => {
        this.dataset.open = String(/** @type {HTMLDetailsElement} */ (event.target).open);
      },
    }, h('summary', {}, icon(input ? 'microphone' : 'lock'), h('span', {}, summary)),
    h('div', { class: 'facts-body' }, this.table(), session.remote ? null : this.picker(),
      h('p', { class: 'hint' }, t(session.remote ? 'remote-note' : 'privacy-more')))));
  }

  table() {
    const { facts: input } = microphone;
    const { context } = host;
    if (!input) return null;
    const known = (/** @type {any} */ value, /** @type {(v: any) => string} */ format) => (
      value === null ? t('unknown') : format(value));
    const hertz = (/** @type {number} */ value) => `${formatNumber(value / 1000, 1)} kHz`;
    const onOff = (/** @type {any} */ value) => t(value === true || (typeof value === 'string' && value !== 'none') ? 'on' : 'off');
    const rows = [
      [t('device'), input.label || t('unknown')],
      [t('device-rate'), known(input.sampleRate, hertz)],
      [t('page-rate'), context ? hertz(context.sampleRate) : t('unknown')],
      [t('channels'), known(input.channels, String)],
      ...gaps(context),
      ...processing.map((name) => [t(`input-${name}`), known(input[name], onOff)]),
    ];
    return h('dl', {}, ...rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
  }

  picker() {
    const id = fresh('input');
    const select = h('select', { id, onchange: () => settings.set('device', select.value) });
    const label = h('label', { class: 'label', for: id }, t('input'));
    const channelId = fresh('channel');
    const count = microphone.facts?.channels ?? 1;
    const channel = h('select', {
      id: channelId, onchange: () => settings.set('channel', channel.value === 'mix' ? 'mix' : Number(channel.value)),
    }, h('option', { value: 'mix' }, t('channel-mix')),
    ...Array.from({ length: count }, (_, index) => h('option', { value: String(index + 1) }, String(index + 1))));
    channel.value = String(settings.get('channel'));
    listInputs().then((inputs) => {
      select.replaceChildren(h('option', { value: '' }, t('input-default')), ...inputs
        .filter((input) => input.deviceId !== '' && input.deviceId !== 'default')
        .map((input, index) => h('option', { value: input.deviceId }, input.label || `${t('microphone')} ${index + 1}`)));
      select.value = settings.get('device');
      if (select.selectedIndex < 0) select.value = '';
    }).catch(() => {});
    return h('div', { class: 'field-pair' },
      h('div', { class: 'field' }, label, h('div', { class: 'select' }, select, icon('down'))),
      h('div', { class: 'field' }, h('label', { class: 'label', for: channelId }, t('channel')),
        h('div', { class: 'select' }, channel, icon('down'))));
  }
}

/**
 * How often the loudspeaker had nothing to play, where the browser counts it: what is played then is late.
 *
 * @param {AudioContext | null} context
 */
function gaps(context) {
  const stats = /** @type {any} */ (context)?.playbackStats;
  return stats ? [[t('output-gaps'), `${stats.underrunEvents} (${formatNumber(stats.underrunDuration, 1)} s)`]] : [];
}

customElements.define('input-facts', InputFacts);
