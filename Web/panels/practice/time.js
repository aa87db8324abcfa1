// In which tempo is played, with which clicks, and how late sounds come back.

import { button, choice, fresh, segments, toggle } from '../../app/controls.js';
import { h, setText } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { settings } from '../../app/settings.js';
import { announce } from '../../ear/announcer.js';
import { practiceModes, practiceTempos } from '../../vocabulary/practice.js';
import { Panel } from '../panel.js';
import { devicePair } from './device-pair.js';
import { latency } from './latency.js';
import { practiceModel as model } from './model.js';

/** Bars with a click, and then bars without. */
const mutes = ['0', '3:1', '1:1', '2:2', '1:3'];
const metres = ['2/4', '3/4', '4/4', '5/4', '6/8', '7/8', '9/8', '12/8', '2/2', '3/8'];

class PracticeTime extends Panel {
  begin() {
    settings.watch(['practiceKind', 'practiceTime', 'practiceClick', 'practiceMode'], () => this.show());
    model.addEventListener('score', () => this.show());
    model.addEventListener('state', () => this.showLatency());
    devicePair.addEventListener('change', () => this.showLatency());
    latency.addEventListener('change', () => {
      this.showLatency();
      if (latency.state === 'idle') announce(this.latencyText());
      else if (latency.state === 'running') announce(t('latency-running'));
    });
  }

  build() {
    const tempoId = fresh('practice-tempo');
    this.tempo = h('input', {
      type: 'number', id: tempoId, class: 'practice-tempo', min: practiceTempos[0], max: practiceTempos[1], step: 'any', inputmode: 'decimal',
      value: settings.get('practiceTempo'), onchange: () => this.setTempo(),
    });
    this.rhythm = h('div', { class: 'field-pair' },
      choice({ label: t('metre'), setting: 'practiceMetre', choices: metres.map((metre) => [metre, metre]) }),
      choice({ label: t('practice-subdivision'), setting: 'practiceSubdivision', choices: [1, 2, 3, 4, 6, 8].map((count) => [count, String(count)]), numeric: true }));
    this.patternNote = h('p', { class: 'hint', id: 'practice-pattern-note' }, t('practice-pattern-note'));
    this.signs = h('input', {
      type: 'text', id: 'practice-pattern', maxlength: 16, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      value: settings.get('practicePattern'), 'aria-describedby': 'practice-pattern-note', onchange: () => this.setPattern(),
    });
    this.pattern = h('div', { class: 'field' }, h('label', { class: 'label', for: 'practice-pattern' }, t('practice-pattern')), this.signs, this.patternNote);
    this.mode = choice({ label: t('practice-mode'), setting: 'practiceMode', choices: practiceModes.map((mode) => [mode, t(`practice-mode-${mode}`)]) });
    this.octave = toggle({ label: t('practice-any-octave'), setting: 'practiceIgnoreOctave', note: t('practice-any-octave-note') });
    this.tempoField = h('div', { class: 'field' }, h('label', { class: 'label', for: tempoId }, t('practice-tempo')), this.tempo);
    this.clicks = h('div', { class: 'practice-clicks' },
      toggle({ label: t('practice-click'), setting: 'practiceClick', note: t('practice-click-note') }),
      this.mute = choice({ label: t('practice-mute'), setting: 'practiceMute', choices: mutes.map((mute) => [mute, muteName(mute)]) }));
    this.latencyLine = h('p', { class: 'hint practice-latency', id: 'practice-latency' });
    this.measure = button(t('latency-measure'), () => (latency.state === 'idle' ? latency.begin() : latency.end()),
      { picture: 'microphone', id: 'practice-measure' });
    this.latency = h('div', { class: 'practice-latency-row' }, this.measure, this.latencyLine);
    this.append(h('h2', {}, t('practice-time')),
      segments({ label: t('practice-kind'), setting: 'practiceKind', choices: ['notes', 'rhythm'].map((kind) => [kind, t(`practice-kind-${kind}`)]) }),
      this.rhythm, this.pattern, this.mode, this.octave,
      this.beat = h('div', { class: 'field-pair' },
        choice({ label: t('practice-beat'), setting: 'practiceTime', choices: ['any', 'tempo', 'score'].map((kind) => [kind, t(`practice-time-${kind}`)]) }),
        this.tempoField),
      this.swing = choice({ label: t('practice-swing'), setting: 'practiceSwing', choices: ['straight', 'triplet', 'own'].map((kind) => [kind, t(`practice-swing-${kind}`)]) }),
      this.rubato = toggle({ label: t('practice-rubato'), setting: 'practiceRubato', note: t('practice-rubato-note') }),
      this.clicks, this.latency);
    this.show();
  }

  setTempo() {
    const { tempo } = this;
    if (!tempo?.value) return;
    const [lowest, highest] = practiceTempos;
    settings.set('practiceTempo', Math.min(highest, Math.max(lowest, Math.round(10 * Number(tempo.value)) / 10)));
    tempo.value = String(settings.get('practiceTempo'));
  }

  /** Takes which beats are played: all, or a sign for each. */
  setPattern() {
    const { signs, patternNote } = this;
    if (!signs || !patternNote) return;
    const beats = Number(settings.get('practiceMetre').split('/')[0]);
    const pattern = signs.value.trim().toLowerCase();
    const fits = pattern === '' || (pattern.length === beats && /^[x.]*x[x.]*$/.test(pattern));
    signs.setAttribute('aria-invalid', String(!fits));
    patternNote.classList.toggle('is-problem', !fits);
    setText(patternNote, fits ? t('practice-pattern-note') : t('practice-pattern-problem', { count: beats }));
    if (fits) settings.set('practicePattern', pattern);
    else announce(t('practice-pattern-problem', { count: beats }));
  }

  show() {
    const { rhythm, tempoField, clicks, mute, latency: row, tempo } = this;
    if (!rhythm || !tempoField || !clicks || !mute || !row || !tempo) return;
    const kind = settings.get('practiceTime');
    const written = model.snapshot?.tempo ?? null;
    rhythm.hidden = !model.isRhythm;
    if (this.pattern) this.pattern.hidden = !model.isRhythm;
    if (this.signs) this.signs.maxLength = Number(settings.get('practiceMetre').split('/')[0]);
    const waits = model.mode === 'wait';
    if (this.mode) this.mode.hidden = model.isRhythm;
    if (this.octave) this.octave.hidden = !waits;
    if (this.beat) this.beat.hidden = waits || model.isRecording;
    const mode = this.querySelector('#field-practiceMode');
    if (mode instanceof HTMLSelectElement) {
      // A recording has no bars to repeat.
      for (const choosable of mode.options) choosable.disabled = choosable.value === 'loop' && model.isRecording;
      mode.value = settings.get('practiceMode');
    }
    const option = this.querySelector('#field-practiceTime option[value="score"]');
    if (option instanceof HTMLOptionElement) {
      // A score that gives no tempo has none to follow.
      option.disabled = model.isRhythm || written === null;
      setText(option, written === null || model.isRhythm ? t('practice-time-score')
        : t('practice-time-score-known', { tempo: formatNumber(written, written % 1 ? 1 : 0) }));
    }
    tempoField.hidden = model.plan.tempo === 0;
    clicks.hidden = kind === 'any' || waits || model.isRecording;
    const isTimed = (kind !== 'any' || model.isRhythm || model.isRecording) && !waits;
    if (this.swing) this.swing.hidden = !isTimed || model.isRecording;
    if (this.rubato) this.rubato.hidden = !isTimed || model.plan.hasClick;
    mute.hidden = !settings.get('practiceClick');
    row.hidden = !model.plan.hasClick;
    this.showLatency();
  }

  showLatency() {
    const { measure, latencyLine } = this;
    if (!measure || !latencyLine) return;
    measure.disabled = model.state === 'running' || model.state === 'starting';
    setText(/** @type {Element} */ (measure.querySelector('span')), t(latency.state === 'idle' ? 'latency-measure' : 'latency-stop'));
    setText(latencyLine, this.latencyText());
    latencyLine.classList.toggle('is-problem', latency.failure !== null);
  }

  latencyText() {
    if (latency.state !== 'idle') return t('latency-running');
    if (latency.failure) {
      const { problem, before = 0, after = 0, spread = 0, heardCount = 0, clickCount = 0 } = latency.failure;
      return t(`latency-problem-${problem}`, {
        before: formatNumber(before, 0), after: formatNumber(after, 0), spread: formatNumber(spread, 1), heard: heardCount, all: clickCount,
      });
    }
    return devicePair.latency ? latencyName(devicePair.latency) : t('latency-unknown');
  }
}

/** @param {NonNullable<typeof devicePair.latency>} known Seconds. */
export const latencyName = (known) => t(known.isEarlier ? 'latency-earlier' : 'latency-known', {
  count: known.count, latency: formatNumber(1000 * known.latency, 0), spread: formatNumber(1000 * known.spread, 1),
});

/** @param {string} mute */
function muteName(mute) {
  const [sounding, silent] = mute.split(':').map(Number);
  return silent ? t('practice-mute-some', { sounding, silent }) : t('practice-mute-none');
}

customElements.define('practice-time', PracticeTime);
