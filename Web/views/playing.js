// For players, who look up from their music for a moment: one large, calm note, how far it is off in whole cents, and a
// line of the last ten seconds. What is shown is the core's; it is loaded with its module when the view is first shown.

import { h, setAttribute, setText } from '../app/dom.js';
import { formatNumber, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { later } from '../app/later.js';
import { note } from '../app/names.js';
import { settings } from '../app/settings.js';
import { loadSheet } from '../app/sheet.js';
import { ownSpelling, tunerSettings } from '../app/targets.js';
import { colors } from '../app/theme.js';
import { Module } from '../engine/module.js';
import { PlayingNote } from '../engine/stage/playing-note.js';
import { playing } from '../session/playing.js';
import { session } from '../session/session.js';
import { playingHistoryTime } from '../vocabulary/stage.js';
import { CanvasView } from './view.js';
import './playing-texts.js';

/** @typedef {import('../engine/stage/playing-note.js').PlayedNote} PlayedNote */

/** The end of the line's scale, in cents. */
const range = 55;
/** Texts change five times a second: this view is to be calm. */
const period = 200;

class PlayingHistory extends CanvasView {
  constructor() {
    super();
    /** @type {{time: number, cents: number | null, side: number}[]} */
    this.points = [];
  }

  /** @param {number} time @param {PlayedNote} shown */
  add(time, { deviation, side }) {
    const { points } = this;
    if (points.length > 0 && time < points[points.length - 1].time) points.length = 0;
    points.push({ time, cents: deviation, side });
    while (points[0].time < time - playingHistoryTime) points.shift();
  }

  clear() { this.points.length = 0; }

  /** @param {number} cents */
  y(cents) { return this.height / 2 - Math.max(-range, Math.min(range, cents)) / range * (this.height / 2 - 6); }

  /** @param {CanvasRenderingContext2D} context */
  draw(context) {
    const { width, height, points } = this;
    context.clearRect(0, 0, width, height);
    context.lineWidth = 1;
    context.strokeStyle = colors['ink-3'];
    context.beginPath();
    context.moveTo(0, Math.round(height / 2) + 0.5);
    context.lineTo(width, Math.round(height / 2) + 0.5);
    context.stroke();
    if (points.length === 0) return;
    const end = points[points.length - 1].time;
    const x = (/** @type {number} */ time) => width - 4 - (end - time) / playingHistoryTime * (width - 4);
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    for (let index = 1; index < points.length; index += 1) {
      const [before, here] = [points[index - 1], points[index]];
      if (before.cents === null || here.cents === null) continue;
      context.strokeStyle = here.side < 0 ? colors.flat : here.side > 0 ? colors.sharp : colors.good;
      context.beginPath();
      context.moveTo(x(before.time), this.y(before.cents));
      context.lineTo(x(here.time), this.y(here.cents));
      context.stroke();
    }
  }
}

customElements.define('view-playing-history', PlayingHistory);

class PlayingView extends HTMLElement {
  constructor() {
    super();
    /** @type {PlayingNote | null} */
    this.playing = null;
    /** @type {PlayedNote | null} */
    this.shown = null;
    this.hasBegun = false;
    this.lastTime = -1;
    this.letter = h('span', { class: 'note-letter' });
    this.accidental = h('span', { class: 'note-accidental' });
    this.octave = h('span', { class: 'note-octave' });
    this.sign = h('span', { class: 'playing-sign', 'aria-hidden': 'true' });
    this.words = h('span', {});
    this.string = h('p', { class: 'playing-string' });
    this.meter = h('div', { class: 'playing', role: 'meter', tabindex: '0', 'aria-valuemin': '-50', 'aria-valuemax': '50' },
      h('p', { class: 'note' }, this.letter, h('span', { class: 'note-marks' }, this.accidental, this.octave)),
      h('p', { class: 'playing-words' }, this.sign, icon('check'), this.words), this.string);
    this.line = /** @type {PlayingHistory} */ (document.createElement('view-playing-history'));
  }

  connectedCallback() {
    if (!this.hasBegun) this.begin();
    if (!this.playing) this.load();
    this.forget();
  }

  /** Tries again whenever the view is shown, until there is a connection. */
  load() {
    later(() => Module.load('playing'), (module) => {
      this.playing = new PlayingNote(module);
      this.configure();
    });
  }

  begin() {
    this.hasBegun = true;
    this.append(this.meter, this.line);
    const configure = () => this.configure();
    settings.watch(['concertPitch', 'temperament', 'root', 'tolerance'], configure);
    addEventListener('targets', configure);
    session.addEventListener('state', () => this.take());
    session.addEventListener('status', () => { if (session.status !== 'listening') this.forget(); });
  }

  configure() { this.playing?.apply(tunerSettings()); }

  /** The engine's newest state. */
  take() {
    if (!this.isConnected || !this.playing || session.status !== 'listening') return;
    if (session.isMuted) { this.forget(); return; }
    const { state } = session;
    this.shown = this.playing.show(state.verdict === 'several' ? 0 : state.rawFrequency, state.time);
    this.line.add(state.time, this.shown);
    if (state.time < this.lastTime || state.time - this.lastTime >= period / 1000) {
      this.lastTime = state.time;
      this.show();
    }
  }

  forget() {
    this.playing?.reset();
    this.line.clear();
    this.shown = null;
    this.lastTime = -1;
    this.show();
  }

  show() {
    const { shown, meter } = this;
    setAttribute(meter, 'aria-label', t('tuning-meter'));
    const isSeveral = session.state.verdict === 'several';
    const isShown = shown !== null && shown.isShown && !isSeveral;
    setText(this.string, isShown ? stringText(shown.note) : '');
    setAttribute(meter, 'data-side', !isShown ? 'none' : shown.side < 0 ? 'flat' : shown.side > 0 ? 'sharp' : 'good');
    setAttribute(meter, 'data-held', isShown && shown.isHeld);
    if (!isShown) {
      const text = t(isSeveral ? 'several-tones' : playing.isHeard ? 'own-sound' : session.status === 'listening' ? 'play-a-note' : 'not-listening');
      for (const element of [this.accidental, this.octave, this.sign]) setText(element, '');
      setText(this.letter, '–');
      setText(this.words, text);
      setAttribute(meter, 'aria-valuenow', 0);
      setAttribute(meter, 'aria-valuetext', session.status === 'listening' && !session.isMuted && !isSeveral ? t('no-sound') : text);
      return;
    }
    const name = note(shown.note, ownSpelling(shown.note));
    const cents = formatNumber(Math.abs(shown.cents), 0);
    const words = shown.side === 0 ? t('in-tune') : t(shown.side < 0 ? 'playing-flat' : 'playing-sharp', { cents });
    setText(this.letter, name.letter);
    setText(this.accidental, name.accidental);
    setText(this.octave, name.octave);
    setText(this.sign, shown.side < 0 ? '♭' : shown.side > 0 ? '♯' : '');
    setText(this.words, shown.isHeld ? `${words} · ${t('playing-held')}` : words);
    setAttribute(meter, 'aria-valuenow', Math.max(-50, Math.min(50, shown.cents)).toFixed(0));
    const spoken = shown.side === 0 ? 'spoken-in-tune' : shown.side < 0 ? 'spoken-flat' : 'spoken-sharp';
    setAttribute(meter, 'aria-valuetext', t(spoken, { note: name.plain, cents }));
  }
}

/**
 * The nearest note need not be that of the string to which the other views compare it.
 *
 * @param {number} shown The number of the note that is shown.
 */
function stringText(shown) {
  const { voiced, held, string, note: target, cents } = session.state;
  if (!voiced || held || string === 0 || target === shown) return '';
  return t('playing-string', { note: note(target, ownSpelling(target)).plain, cents: formatNumber(cents, 0, true) });
}

await loadSheet('playing');
customElements.define('view-playing', PlayingView);
