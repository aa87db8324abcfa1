// The playing: a button, the notes of the score as they are heard, and how many there are.

import { button, choice, toggle } from '../../app/controls.js';
import { h, setAttribute, setText } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { notify } from '../../app/notice.js';
import { settings } from '../../app/settings.js';
import { announce } from '../../ear/announcer.js';
import { playing } from '../../session/playing.js';
import { practicePause } from '../../vocabulary/practice.js';
import { Panel } from '../panel.js';
import { practiceModel as model } from './model.js';
import { lateText } from './lane.js';
import { latency } from './latency.js';
import { beatText, centsText, correctionText, nameOf, sideOf } from './words.js';

/** No staff is lower than an octave, in semitones. */
const staffRange = 12;

class PracticePlaying extends Panel {
  /** Of the drone that sounds, in hertz. */
  droneFrequency = 0;

  get usesNames() { return true; }

  begin() {
    model.addEventListener('score', () => this.draw());
    model.addEventListener('heard', () => { this.show(); this.drone(); });
    model.addEventListener('state', () => {
      this.showButton();
      this.show();
      this.drone();
      if (model.wasSilent && model.state === 'idle') announce(t('practice-nothing'));
    });
    model.addEventListener('plan', () => this.show());
    model.addEventListener('frozen', () => this.showFrozen());
    settings.watch(['practiceFreeze', 'practiceCues'], () => this.show());
    latency.addEventListener('change', () => {
      const made = this.main?.querySelector('button');
      if (made) made.disabled = model.isMeasuring;
    });
    settings.watch(['practiceDrone'], () => this.drone());
  }

  build() {
    this.main = h('div', { class: 'listen' });
    this.count = h('p', { class: 'practice-count', 'aria-live': 'off' });
    this.hint = h('p', { class: 'hint practice-hint' });
    this.strip = h('ol', { class: 'practice-strip' });
    this.drill = h('p', { class: 'practice-drill', role: 'status', 'aria-live': 'polite' });
    this.frozen = h('p', { class: 'practice-frozen', role: 'status', 'aria-live': 'polite' });
    this.skip = button(t('practice-skip'), () => model.engine?.skip(), { id: 'practice-skip' });
    this.lane = h('div', { class: 'practice-lane' }, document.createElement('practice-lane'));
    this.pitch = h('div', { class: 'field-pair' },
      this.against = choice({
        label: t('practice-against'), setting: 'practiceTemperament',
        choices: ['equal', 'just', 'settings'].map((kind) => [kind, t(`practice-against-${kind}`)]),
      }),
      toggle({ label: t('practice-drone'), setting: 'practiceDrone', note: t('practice-drone-note') }),
      toggle({ label: t('freeze'), setting: 'practiceFreeze', note: t('practice-freeze-note') }),
      this.cues = h('div', { class: 'practice-cues' }, toggle({ label: t('practice-cues'), setting: 'practiceCues', note: t('practice-cues-note') }),
        this.hear = button(t('practice-cues-hear'), () => this.hearCues(), { id: 'practice-cues-hear' })));
    this.append(
      this.lane, h('div', { class: 'practice-staff', tabindex: '0', role: 'region', 'aria-label': t('practice-notes') }, this.strip), this.frozen, this.count,
      this.drill, this.skip, document.createElement('tuner-banner'), this.main, this.hint, this.pitch);
    this.showButton();
    this.draw();
  }

  showButton() {
    if (!this.main) return;
    const runs = model.state === 'running' || model.state === 'starting';
    const existing = this.main.querySelector('button');
    if (existing?.dataset.runs === String(runs)) return;
    const hadFocus = existing !== null && existing === document.activeElement;
    const made = button(t(runs ? 'practice-end' : 'practice-begin'), () => (runs ? model.end() : model.begin()),
      { kind: runs ? 'main stop' : 'main', picture: runs ? 'stop' : 'microphone', id: 'practice-begin' });
    made.dataset.runs = String(runs);
    made.disabled = model.isMeasuring;
    this.main.replaceChildren(made);
    if (hadFocus) made.focus();
  }

  /** Makes the notes of another score. */
  draw() {
    const { strip } = this;
    const { snapshot } = model;
    if (!strip || !snapshot) return;
    const numbers = snapshot.notes.map((row) => row.midi);
    const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
    strip.replaceChildren(...snapshot.notes.map((row) => {
      const item = h('li', { class: row.isGrace ? 'practice-note grace' : 'practice-note', 'data-side': 'none' },
        h('span', { class: 'practice-name' }, snapshot.isRhythm ? beatText(row.beat) : nameOf(row)), h('span', { class: 'practice-cents' }),
        h('span', { class: 'practice-late' }), h('span', { class: 'practice-corrected' }));
      // As on a staff, higher notes are higher.
      item.style.setProperty('--rise', String((row.midi - lowest) / Math.max(staffRange, highest - lowest)));
      return item;
    }));
    this.show();
  }

  show() {
    const { strip, count, hint } = this;
    const { snapshot, state } = model;
    if (!strip || !count || !hint || !snapshot) return;
    // A rhythm goes on as it is played.
    if (strip.children.length !== snapshot.notes.length) { this.draw(); return; }
    const [{ isTimed }, { isFrozen }] = [model.plan, model];
    if (this.lane) this.lane.hidden = !isTimed || snapshot.notes[0]?.due === null;
    if (this.pitch) this.pitch.hidden = snapshot.isRhythm;
    // A recording is followed as it is tuned.
    if (this.against) this.against.hidden = model.isRecording;
    if (this.cues) this.cues.hidden = model.mode === 'wait';
    if (this.hear) this.hear.hidden = !model.hasCues || state === 'running' || state === 'starting';
    strip.classList.toggle('timed', isTimed);
    strip.classList.toggle('rhythm', snapshot.isRhythm);
    strip.classList.toggle('frozen', isFrozen);
    this.showDrill(snapshot);
    this.showFrozen();
    /** @type {HTMLElement | null} */
    let newest = null;
    let newestTime = -1;
    snapshot.notes.forEach((row, index) => {
      const item = /** @type {HTMLElement | undefined} */ (strip.children[index]);
      if (!item) return;
      setAttribute(item, 'data-side', sideOf(row, isFrozen));
      const [, cents, late, corrected] = item.children;
      setText(late, isTimed && row.late !== null ? lateText(row.late) : '');
      setText(cents, centsText(row, isFrozen));
      setText(corrected, isFrozen ? correctionText(row) : '');
      const isNext = model.mode === 'wait' && state === 'running' && index === snapshot.position;
      setAttribute(item, 'data-next', isNext);
      if (isNext) [newest, newestTime] = [item, Infinity];
      if (row.time !== null && row.time > newestTime) [newest, newestTime] = [item, row.time];
    });
    // What was played beside the score is none of its notes.
    const [all, extra] = [snapshot.notes.length, snapshot.extraCount];
    const said = [snapshot.isRhythm ? t('practice-sounds', { count: snapshot.playedCount })
      : t('practice-count', { count: Math.min(all, snapshot.playedCount - extra), all })];
    if (extra > 0) said.push(t('practice-extra', { extra }));
    setText(count, said.join(' · '));
    setText(hint, state === 'done' ? '' : this.hintText());
    if (state === 'running' && newest) this.follow(newest);
  }

  /**
   * What is waited for, or how far a loop has come.
   *
   * @param {import('../../engine/types.js').PracticeSnapshot} snapshot
   */
  showDrill(snapshot) {
    const { drill, skip } = this;
    if (!drill || !skip) return;
    const { answer, answerValue, position, notes, passCount, streak, goal, loopTempo } = snapshot;
    const wanted = notes[position] ? nameOf(notes[position]) : '';
    const waits = model.mode === 'wait' && model.state === 'running' && wanted !== '';
    skip.hidden = !waits;
    let said = '';
    if (waits) said = t(answer === 'wrong' ? 'practice-wait-wrong' : answer === 'octave' ? 'practice-wait-octave' : 'practice-waiting', { wanted, note: soundingName(answerValue) });
    else if (model.mode === 'loop' && passCount > 0) {
      said = t('practice-pass', { streak, goal });
      if (loopTempo !== null && model.state === 'running') said += ` ${t('practice-pass-tempo', { tempo: formatNumber(loopTempo, 0) })}`;
    }
    drill.hidden = said === '';
    setText(drill, said);
  }

  /** The first pitch of the note that sounds, which stays until the next one begins. */
  showFrozen() {
    const { frozen } = this;
    if (!frozen) return;
    frozen.hidden = !model.isFrozen || model.state !== 'running';
    const shown = model.trail.firsts[model.trail.firsts.length - 1];
    const midi = shown?.midi ?? null;
    if (frozen.hidden || midi === null) {
      setText(frozen, '');
      delete frozen.dataset.side;
      return;
    }
    // As the score writes it, in any octave.
    const written = model.snapshot?.notes.find((row) => (row.midi - midi) % 12 === 0);
    const name = soundingName(midi, written && written.spelling !== 'plain' ? written.spelling : '');
    const side = shown.side < 0 ? 'flat' : shown.side > 0 ? 'sharp' : 'good';
    frozen.dataset.side = side;
    setText(frozen, t(side === 'good' ? 'spoken-in-tune' : `spoken-${side}`, { note: name, cents: formatNumber(Math.abs(shown.cents), 0) }));
  }

  hintText() {
    if (model.wasSilent) return t('practice-nothing');
    if (model.mode === 'wait') return t('practice-hint-wait');
    if (model.plan.hasClick) return t(model.snapshot?.isRhythm ? 'practice-hint-click-rhythm' : 'practice-hint-click');
    if (model.snapshot?.isRhythm) return t('practice-hint-rhythm', { seconds: practicePause });
    if (model.plan.isTimed) return t('practice-hint-tempo', { seconds: practicePause });
    return t(model.state === 'running' ? 'practice-hint-running' : 'practice-hint', { seconds: practicePause });
  }

  /** @param {HTMLElement} item Comes into view, without moving the page. */
  follow(item) {
    const staff = /** @type {HTMLElement} */ (this.strip?.parentElement);
    const left = item.offsetLeft - staff.offsetLeft;
    if (left < staff.scrollLeft || left + item.offsetWidth > staff.scrollLeft + staff.clientWidth) staff.scrollLeft = left - staff.clientWidth / 4;
  }

  /** Sounds while the score is played, if that is wanted. */
  async drone() {
    const isWanted = model.state === 'running' && settings.get('practiceDrone') && model.snapshot !== null && !model.snapshot.isRhythm;
    if (!isWanted) {
      if (playing.player === this) playing.stopTone();
      return;
    }
    const frequency = model.snapshot?.droneFrequency ?? 0;
    if (playing.player === this && frequency === this.droneFrequency) return;
    this.droneFrequency = frequency;
    try {
      await playing.play({ waveform: 'triangle', frequencies: [frequency], level: settings.get('toneLevel') }, this);
    } catch (error) {
      fail(error);
    }
  }

  hearCues() { model.showCues().catch(fail); }
}

/** @param {unknown} error Why nothing sounds. */
function fail(error) {
  console.warn(error);
  notify(`${t('fail-engine')} ${t('fail-engine-do')}`);
}

customElements.define('practice-playing', PracticePlaying);
