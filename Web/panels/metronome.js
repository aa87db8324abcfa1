// The metronome: the engine clicks by counting samples; the page only shows each click when it is heard.

import { clamp, followWidth, h, s, setAttribute, setText } from '../app/dom.js';
import { button, choice, roundButton, slider, toggle } from '../app/controls.js';
import { hurry, startDrawing } from '../app/frames.js';
import { formatNumber, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { notify } from '../app/notice.js';
import { host } from '../session/host.js';
import { playing } from '../session/playing.js';
import { session } from '../session/session.js';
import { settings } from '../app/settings.js';
import { reducedMotion } from '../app/theme.js';
import { heardTime } from '../session/heard-time.js';
import { Engine } from '../engine/engine.js';
import { accentCodes } from '../vocabulary/engine.js';
import { limits } from '../vocabulary/settings.js';
import { columnsOf, groupAccents, groupsOf, metres } from './metronome/metres.js';
import { canVibrate, startBeatSignals } from './beat-signals.js';
import { serverAddress } from '../engine/remote.js';
import { Panel } from './panel.js';
import './metronome-texts.js';

const radius = 120;
const { silent, normal, strong } = accentCodes;
class MetronomePanel extends Panel {
  constructor() {
    super();
    this.runs = false;
    this.wide = followWidth(this);
    /** @type {Promise<import('../engine/objects/metronome.js').MetronomeTapsObject> | null} */
    this.taps = null;
    /** @type {import('../engine/types.js').ClickDetail[]} Not yet heard. */
    this.queue = [];
    /** @type {import('../engine/types.js').ClickDetail | null} */
    this.beat = null;
    /** @type {(number | undefined)[]} What each beat was before it was last pressed. */
    this.earlier = [];
    /** Where the server passes on the beat of others, if it does. */
    /** @type {URL | null} */
    this.beatURL = null;
    /** @type {typeof import('./metronome/together.js').together | null} */
    this.together = null;
    /** @type {HTMLElement | null} */
    this.card = null;
  }

  begin() {
    const keys = ['tempo', 'beats', 'accents', 'subdivision', 'polyrhythm', 'swing', 'clickLevel'];
    settings.watch(keys, () => { this.show(); if (this.runs && !this.follows) playing.changeMetronome(this.values()); });
    settings.watch(['beats', 'accents'], () => { this.drawBeats(); this.showMetre(); });
    settings.watch(['beats'], () => { this.earlier = []; });
    settings.watch(['savedTempo'], () => this.show());
    settings.watch(['shareBeat'], () => { if (this.runs) { this.toggle(); this.toggle(); } else this.show(); });
    session.addEventListener('click', (event) => { if (this.runs) this.queue.push(/** @type {CustomEvent} */ (event).detail); });
    host.addEventListener('closed', () => { this.runs = false; this.show(); });
    playing.addEventListener('refused', (event) => {
      if (/** @type {CustomEvent} */ (event).detail === 'metronome') { this.runs = false; this.together?.stop(); this.show(); }
    });
    addEventListener('toggle-metronome', () => this.toggle());
    addEventListener('tap-tempo', () => this.tap());
    this.join();
    startBeatSignals();
    startDrawing(() => this.draw());
  }

  /** Offers the beat of others, if the server passes it on. */
  async join() {
    this.beatURL = await serverAddress('beat');
    if (!this.beatURL) return;
    const { together } = await import('./metronome/together-card.js');
    this.together = together;
    this.card = document.createElement('together-card');
    this.card.className = 'field';
    together.addEventListener('change', () => { this.drawBeats(); this.show(); });
    if (this.childElementCount > 0) this.rebuild();
  }

  /** Whether the beat is that of others. */
  get follows() { return this.together !== null && settings.get('shareBeat'); }
  /** What they play, once that is known. */
  get course() { return this.follows ? this.together?.course ?? null : null; }
  /** Beats a minute. */
  get tempoShown() {
    const { course } = this;
    return course ? course.tempo * course.noteNumerator * course.denominator / course.noteDenominator : settings.get('tempo');
  }

  values() {
    return {
      tempo: settings.get('tempo'), beats: settings.get('beats'), accents: this.accents(), subdivision: settings.get('subdivision'),
      polyrhythm: settings.get('polyrhythm'), swing: settings.get('swing'), level: settings.get('clickLevel'),
    };
  }

  accents() {
    if (this.course && this.together) return groupAccents(this.together.groups);
    const stored = settings.get('accents');
    return Array.from({ length: settings.get('beats') }, (_, beat) => stored[beat] ?? normal);
  }

  build() {
    this.tempo = h('input', {
      type: 'number', id: 'tempo', class: 'tempo-value', min: limits.tempo[0], max: limits.tempo[1], step: 'any', inputmode: 'decimal',
      onchange: () => { if (this.tempo?.value) this.setTempo(Math.round(Number(this.tempo.value) * 100) / 100); this.show(); },
    });
    this.word = h('p', { class: 'tempo-word' });
    this.dots = s('g', {});
    this.hand = s('circle', { class: 'beat-hand', r: 7, cy: -radius });
    this.ring = s('svg', { class: 'beat-ring', viewBox: '-150 -150 300 300', 'aria-hidden': 'true' },
      s('circle', { class: 'beat-track', r: radius }), this.dots, this.hand);
    this.beats = h('div', { class: 'beats', role: 'group', 'aria-label': t('accents') });
    this.main = h('div', { class: 'listen' });
    this.sweep = h('input', {
      type: 'range', step: 1, 'aria-label': t('tempo'),
      oninput: () => settings.set('tempo', Number(this.sweep?.value)),
    });
    this.saved = h('div', { class: 'chips' });
    this.metre = h('select', { id: 'metre', onchange: () => this.chooseMetre() }, h('option', { value: '' }, t('metre-own')),
      ...metres.map(({ name, groups }) => h('option', { value: groups }, name)));
    this.append(h('h1', { class: 'visually-hidden' }, t('panel-metronome')),
      h('section', { class: 'stage metronome-stage' },
        h('div', { class: 'beat-display' }, this.ring, h('div', { class: 'tempo' },
          h('label', { class: 'visually-hidden', for: 'tempo' }, t('tempo')), this.tempo,
          h('span', { class: 'unit' }, t('beats-per-minute')), this.word)),
        this.steps = h('div', { class: 'tempo-row' }, roundButton(t('slower'), 'minus', () => this.step(-1)), this.sweep,
          roundButton(t('faster'), 'plus', () => this.step(1))),
        this.beats,
        h('div', { class: 'main-row' }, this.main, button(t('tap'), () => this.tap(), { id: 'tap' }))),
      h('section', { class: 'rail' },
        this.bar = h('div', { class: 'field' }, h('label', { class: 'label', for: 'metre' }, t('metre')), h('div', { class: 'select' }, this.metre, icon('down')),
          h('p', { class: 'hint' }, t('metre-note'))),
        this.counts = h('div', { class: 'field-pair' },
          choice({ label: t('beats'), setting: 'beats', numeric: true, choices: range(1, 16) }),
          choice({ label: t('subdivision'), setting: 'subdivision', numeric: true, choices: range(1, 8) })),
        this.feel = h('div', { class: 'field-pair' },
          choice({ label: t('polyrhythm'), setting: 'polyrhythm', numeric: true, choices: [[0, t('none')], ...range(2, 16)] }),
          slider({ label: t('swing'), setting: 'swing', low: 50, high: 75, format: (value) => `${formatNumber(value)} %` })),
        slider({ label: t('loudness'), setting: 'clickLevel', low: -40, high: 0, format: (value) => `${formatNumber(value)} dBFS` }),
        toggle({ label: t('flash'), setting: 'flash', note: t('flash-note') }),
        canVibrate && toggle({ label: t('vibrate'), setting: 'vibrate', note: t('vibrate-note') }),
        this.card,
        this.saved));
    this.drawBeats();
    this.showMetre();
    this.show();
  }

  /** @param {number} by */
  step(by) { this.setTempo(Math.round(settings.get('tempo')) + by); }

  /** @param {number} tempo The nearest one that can be played is set, unless others set it. */
  setTempo(tempo) {
    if (this.follows) notify(t('share-beat-note'));
    else settings.set('tempo', clamp(tempo, ...limits.tempo));
  }

  /** Accents the beats as the bar that was chosen groups them. */
  chooseMetre() {
    if (!this.metre?.value) { this.showMetre(); return; }
    const accents = groupAccents(this.metre.value.split('+').map(Number));
    settings.set('accents', accents);
    settings.set('beats', accents.length);
  }

  /** What the beats are, if a score would write it so. */
  showMetre() {
    const groups = groupsOf(this.accents()).join('+');
    if (this.metre) this.metre.value = metres.some((metre) => metre.groups === groups) ? groups : '';
    const beats = document.getElementById('field-beats');
    if (beats instanceof HTMLSelectElement) beats.value = String(settings.get('beats'));
  }

  /**
   * First an accent, or none where there is one, and only then silence.
   *
   * @param {number} beat
   */
  press(beat) {
    if (this.course) return;
    const accents = this.accents();
    const pressed = accents[beat];
    const next = [strong, normal, silent].find((accent) => accent !== pressed && accent !== this.earlier[beat]);
    this.earlier[beat] = pressed;
    settings.set('accents', accents.map((accent, index) => (index === beat ? next : accent)));
  }

  /** A tap counts by when it came, however late the counter does. */
  async tap() {
    const time = performance.now() / 1000;
    this.taps ??= Engine.taps();
    try {
      const tempo = (await this.taps).take(time);
      if (tempo) this.setTempo(Math.round(10 * tempo) / 10);
    } catch (error) {
      console.warn(error);
      this.taps = null;
      notify(t('not-loaded'));
    }
  }

  async toggle() {
    this.queue.length = 0;
    this.beat = null;
    this.runs = !this.runs;
    this.show();
    if (!this.runs) { this.together?.stop(); playing.stopMetronome(); return; }
    try {
      if (this.follows && this.together && this.beatURL) await this.together.start(this.beatURL);
      else await playing.startMetronome(this.values());
    } catch (error) {
      console.warn(error);
      this.runs = false;
      this.show();
      notify(`${t('fail-engine')} ${t('fail-engine-do')}`);
    }
  }

  show() {
    if (!this.tempo || !this.word || !this.main || !this.sweep || !this.saved) return;
    const tempo = Math.round(100 * this.tempoShown) / 100;
    // What others play is not this page's to change.
    for (const part of [this.tempo.parentElement, this.steps, this.bar, this.counts, this.feel]) {
      for (const control of part?.querySelectorAll('input, select, button') ?? []) control.toggleAttribute('disabled', this.follows);
    }
    this.tempo.value = String(tempo);
    // As wide as tempos usually are; one beyond is its end.
    this.sweep.min = String(Math.min(30, Math.floor(tempo)));
    this.sweep.max = String(Math.max(300, Math.ceil(tempo)));
    this.sweep.value = String(tempo);
    this.sweep.setAttribute('aria-valuetext', String(tempo));
    setText(this.word, tempoWord(tempo));
    const existing = this.main.querySelector('button');
    if (existing?.dataset.runs !== String(this.runs)) {
      const hadFocus = existing !== null && existing === document.activeElement;
      const made = button(t(this.runs ? 'stop' : 'start'), () => this.toggle(),
        { kind: this.runs ? 'main stop' : 'main', picture: this.runs ? 'stop' : 'play', id: 'metronome' });
      made.dataset.runs = String(this.runs);
      this.main.replaceChildren(made);
      if (hadFocus) made.focus();
    }
    const kept = settings.get('savedTempo');
    this.saved.replaceChildren(button(t('save-tempo'), () => settings.set('savedTempo', tempo), { id: 'save-tempo' }),
      kept > 0 && button(t('recall-tempo', { tempo: formatNumber(kept, kept % 1 ? 1 : 0) }), () => settings.set('tempo', kept)) || '');
  }

  drawBeats() {
    if (!this.beats || !this.dots) return;
    const accents = this.accents();
    const focused = this.beats.contains(document.activeElement) ? document.activeElement?.id : '';
    this.beats.style.setProperty('--beats', String(accents.length));
    this.beats.style.setProperty('--columns', String(columnsOf(groupsOf(accents))));
    this.beats.replaceChildren(...accents.map((accent, beat) => h('button', {
      type: 'button', class: 'beat', id: `beat-${beat}`, 'data-accent': accent,
      'aria-label': t('beat-label', { beat: beat + 1, accent: t(`accent-${accent}`) }),
      onclick: () => this.press(beat),
    }, h('span', {}, String(beat + 1)))));
    if (focused) document.getElementById(focused)?.focus();
    this.dots.replaceChildren(...accents.map((accent, beat) => {
      const angle = 2 * Math.PI * beat / accents.length;
      return s('circle', {
        class: 'beat-dot', 'data-accent': accent, r: [5, 9, 13, 11][accent],
        cx: (Math.sin(angle) * radius).toFixed(2), cy: (-Math.cos(angle) * radius).toFixed(2),
      });
    }));
  }

  draw() {
    const { context } = host;
    if (!this.ring || !this.hand || !this.dots || !this.beats || !context) return;
    const now = heardTime(context);
    while (this.queue.length > 0 && this.queue[0].time <= now) {
      const click = /** @type {import('../engine/types.js').ClickDetail} */ (this.queue.shift());
      if (click.voice === 'beat') this.beat = click;
    }
    if (this.wide.value === 0) return;
    if (this.runs) hurry();
    const index = this.runs && this.beat ? this.beat.beat : -1;
    for (let beat = 0; beat < this.dots.children.length; beat += 1) {
      setAttribute(this.dots.children[beat], 'data-now', beat === index);
      if (this.beats.children[beat]) setAttribute(this.beats.children[beat], 'data-now', beat === index);
    }
    this.hand.style.opacity = index < 0 ? '0' : '1';
    if (index < 0 || !this.beat) return;
    const part = reducedMotion ? 0 : Math.min(1, Math.max(0, (now - this.beat.time) * this.tempoShown / 60));
    setAttribute(this.hand, 'transform', `rotate(${((index + part) / this.dots.children.length * 360).toFixed(1)})`);
  }
}

/**
 * @param {number} low
 * @param {number} high
 * @returns {[number, string][]}
 */
function range(low, high) { return Array.from({ length: high - low + 1 }, (_, index) => [low + index, String(low + index)]); }

/**
 * What a score would say.
 *
 * @param {number} tempo
 */
function tempoWord(tempo) {
  const words = /** @type {[number, string][]} */ ([
    [40, 'Grave'], [60, 'Largo'], [66, 'Larghetto'], [76, 'Adagio'], [108, 'Andante'], [120, 'Moderato'], [156, 'Allegro'],
    [176, 'Vivace'], [200, 'Presto'], [Infinity, 'Prestissimo']]);
  return words.find(([limit]) => tempo < limit)?.[1] ?? '';
}

customElements.define('metronome-panel', MetronomePanel);
