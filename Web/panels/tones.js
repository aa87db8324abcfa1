// Reference notes, drones and free frequencies.

import { h, setText } from '../app/dom.js';
import { button, fresh, roundButton, segments, slider } from '../app/controls.js';
import { formatNumber, t } from '../app/i18n.js';
import { note, soundingName } from '../app/names.js';
import { notify } from '../app/notice.js';
import { host } from '../session/host.js';
import { playing } from '../session/playing.js';
import { settings } from '../app/settings.js';
import { frequencyOf } from '../app/targets.js';
import { waveforms } from '../vocabulary/engine.js';
import { Panel } from './panel.js';
import './tones-texts.js';

const blacks = [1, 3, 6, 8, 10];

/** The frequencies that are set. */
function frequencies() {
  const midi = settings.get('toneNote');
  switch (settings.get('toneKind')) {
    case 'free': return [settings.get('toneFrequency')];
    // Root, fifth, octave.
    case 'drone': return [frequencyOf(midi), frequencyOf(midi + 7), frequencyOf(midi + 12)];
    default: return [frequencyOf(midi)];
  }
}

class TonesPanel extends Panel {
  get usesNames() { return true; }

  get plays() { return playing.player === this; }

  begin() {
    const changed = () => { this.show(); if (this.plays) this.play(); };
    settings.watch(['toneNote', 'toneFrequency', 'toneLevel', 'waveform', 'concertPitch', 'temperament', 'root'], changed);
    settings.watch(['toneKind'], () => { if (this.childElementCount > 0) this.rebuild(); changed(); });
    playing.addEventListener('sounding', () => this.show());
    host.addEventListener('closed', () => this.show());
    addEventListener('toggle-tone', () => this.toggle());
  }

  build() {
    const isFree = settings.get('toneKind') === 'free';
    this.name = h('p', { class: 'tone-name' });
    this.hertz = h('p', { class: 'tone-hertz' });
    this.main = h('div', { class: 'listen' });
    this.keys = isFree ? null : this.piano();
    this.append(h('h1', { class: 'visually-hidden' }, t('panel-tones')),
      h('section', { class: 'stage tone-stage' },
        segments({ label: t('tone-kind'), setting: 'toneKind', choices: ['note', 'drone', 'free'].map((kind) => [kind, t(kind === 'note' ? 'tone-one' : `tone-${kind}`)]) }),
        h('div', { class: 'tone-display' }, this.name, this.hertz),
        isFree ? this.free() : this.octaves(), this.keys, this.main),
      h('section', { class: 'rail' },
        segments({
          label: t('waveform'), setting: 'waveform',
          choices: waveforms.map((wave) => [wave, t(`wave-${wave}`)]),
        }),
        slider({ label: t('loudness'), setting: 'toneLevel', low: -60, high: -3, format: (value) => `${formatNumber(value)} dBFS` }),
        h('p', { class: 'hint' }, t('tone-note'))));
    this.show();
  }

  octaves() {
    const move = (/** @type {number} */ by) => () => settings.set('toneNote', settings.get('toneNote') + by);
    return h('div', { class: 'octaves' }, roundButton(t('octave-lower'), 'minus', move(-12)),
      h('span', { class: 'label' }, t('octave')), roundButton(t('octave-higher'), 'plus', move(12)));
  }

  piano() {
    return h('div', { class: 'piano', role: 'group', 'aria-label': t('keyboard') }, ...Array.from({ length: 13 }, (_, index) => (
      h('button', {
        type: 'button', class: blacks.includes(index % 12) ? 'key black' : 'key white', 'data-index': index,
        onclick: () => this.strike(index),
      }, h('span', {})))));
  }

  /** @param {number} index Semitones above the lowest key. */
  strike(index) {
    const octave = Math.floor(settings.get('toneNote') / 12);
    const isHigh = settings.get('toneNote') % 12 === 0 && this.isTop;
    const midi = 12 * (isHigh ? octave - 1 : octave) + index;
    this.isTop = index === 12;
    if (midi === settings.get('toneNote') && this.plays) { this.stop(); return; }
    settings.set('toneNote', midi);
    this.play();
  }

  free() {
    const id = fresh('frequency');
    const input = h('input', {
      type: 'number', id, min: 20, max: 20000, step: 'any', class: 'big-number', inputmode: 'decimal', value: settings.get('toneFrequency'),
      onchange: () => { if (!settings.set('toneFrequency', Number(input.value))) input.value = String(settings.get('toneFrequency')); },
    });
    const sweep = h('input', {
      type: 'range', min: 0, max: 1000, step: 1, 'aria-label': t('frequency'),
      value: 1000 * Math.log(settings.get('toneFrequency') / 20) / Math.log(1000),
      oninput: () => {
        const value = 20 * 1000 ** (Number(sweep.value) / 1000);
        settings.set('toneFrequency', Math.min(20000, Math.round(value * 100) / 100));
        input.value = String(settings.get('toneFrequency'));
        sweep.setAttribute('aria-valuetext', `${input.value} Hz`);
      },
    });
    return h('div', { class: 'stack' }, h('div', { class: 'stepper-value' },
      h('label', { class: 'label', for: id }, t('frequency')), input, h('span', { class: 'unit' }, 'Hz')), sweep);
  }

  toggle() { if (this.plays) this.stop(); else this.play(); }

  async play() {
    try {
      await playing.play({ waveform: settings.get('waveform'), frequencies: frequencies(), level: settings.get('toneLevel') }, this);
    } catch (error) {
      console.warn(error);
      notify(`${t('fail-engine')} ${t('fail-engine-do')}`);
    }
  }

  stop() { playing.stopTone(); }

  show() {
    if (!this.name || !this.hertz || !this.main) return;
    const midi = settings.get('toneNote');
    const isFree = settings.get('toneKind') === 'free';
    this.dataset.plays = String(this.plays);
    if (isFree) this.name.replaceChildren();
    else {
      const name = note(midi);
      this.name.replaceChildren(name.letter, h('sup', {}, name.accidental), h('sub', {}, name.octave));
    }
    setText(this.hertz, isFree ? '' : frequencies().map((value) => `${formatNumber(value, 2)} Hz`).join(' · '));
    this.showKeys(midi);
    const text = t(this.plays ? 'stop' : 'play');
    const existing = this.main.querySelector('button');
    if (existing?.dataset.runs === String(this.plays)) return;
    const hadFocus = existing !== null && existing === document.activeElement;
    const made = button(text, () => this.toggle(), { kind: this.plays ? 'main stop' : 'main', picture: this.plays ? 'stop' : 'play', id: 'tone' });
    made.dataset.runs = String(this.plays);
    this.main.replaceChildren(made);
    if (hadFocus) made.focus();
  }

  /** @param {number} midi */
  showKeys(midi) {
    if (!this.keys) return;
    const isHigh = midi % 12 === 0 && this.isTop;
    const lowest = 12 * (Math.floor(midi / 12) - (isHigh ? 1 : 0));
    for (const key of /** @type {NodeListOf<HTMLElement>} */ (this.keys.querySelectorAll('.key'))) {
      const number = lowest + Number(key.dataset.index);
      const name = soundingName(number);
      key.setAttribute('aria-pressed', String(number === midi));
      key.setAttribute('aria-label', name);
      const label = key.querySelector('span');
      if (label) setText(label, key.classList.contains('white') ? name : '');
    }
  }

  isTop = false;
}

customElements.define('tones-panel', TonesPanel);
