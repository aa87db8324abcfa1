// Pairing as people see it: offer or join, six digits to show and six to type, what was handed over, or why it failed.

import { announce } from '../../ear/announcer.js';
import { button } from '../../app/controls.js';
import { h, setText } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { icon } from '../../app/icons.js';
import { pitchClassName } from '../../app/names.js';
import { settings } from '../../app/settings.js';
import { currentTemperament } from '../../app/targets.js';
import { digitCount, tries } from '../../pairing/answer.js';
import { fromText, readTuning, writeTuning } from '../../pairing/hand-over.js';
import { Panel } from '../panel.js';
import { hearingProblem } from './hearing-problem.js';
import { copy, shown } from './inbox.js';
import { link } from './link.js';
import { pairing } from './pairing.js';
import { apply, currentTuning, unknownOf } from './tuning.js';

/** @typedef {'none' | 'text' | 'tuner'} GivenKind */

class MessagePair extends Panel {
  constructor() {
    super();
    /** @type {GivenKind} */
    this.kind = 'none';
    this.text = '';
    this.pieces = '';
    this.said = '';
    this.shownPhase = '';
  }

  begin() {
    pairing.addEventListener('change', () => this.show());
    link.addEventListener('hearing', () => this.show());
    settings.watch(['concertPitch', 'temperament', 'root'], () => { if (pairing.phase === 'idle') this.shownPhase = ''; this.show(); });
    addEventListener('targets', () => { if (pairing.phase === 'idle') this.shownPhase = ''; this.show(); });
    setInterval(() => this.showTime(), 500);
  }

  build() {
    this.content = h('div', { class: 'stack' });
    this.append(h('h2', {}, t('pair-title')), this.content);
    this.shownPhase = '';
    this.show();
  }

  /** Builds the content anew only where something else is to be seen, so that what is typed stays. */
  show() {
    if (!this.content) return;
    const key = [pairing.phase, pairing.stage, pairing.digits?.shown, pairing.isDecided, pairing.phase === 'idle' ? hearingProblem() : '', this.kind].join('/');
    if (key === this.shownPhase) return;
    const hadFocus = this.contains(document.activeElement);
    const focused = document.activeElement?.id ?? '';
    this.shownPhase = key;
    this.content.replaceChildren(...this.phase());
    if (hadFocus) (document.getElementById(focused) ?? this.content.querySelector('[tabindex="-1"]'))?.focus();
    this.showTime();
    this.say();
  }

  /** @returns {HTMLElement[]} */
  phase() {
    switch (pairing.phase) {
      case 'starting':
      case 'running': return this.running();
      case 'done': return this.done();
      case 'failed': return this.failed();
      default: return this.idle();
    }
  }

  idle() {
    const problem = hearingProblem();
    return [
      h('p', { class: 'hint' }, t('pair-intro')),
      this.kinds(),
      ...this.given(),
      h('div', { class: 'button-row' },
        button(t('pair-offer'), () => this.offer(), { kind: 'strong', id: 'pair-offer' }),
        button(t('pair-join'), () => pairing.join(), { kind: 'strong', id: 'pair-join' })),
      ...(problem ? [h('p', { class: 'problem', role: 'alert' }, problem)] : []),
    ];
  }

  kinds() {
    return h('fieldset', { class: 'segments' }, h('legend', { class: 'label' }, t('pair-kind')),
      h('div', { class: 'segments-row' }, .../** @type {GivenKind[]} */ (['none', 'text', 'tuner']).map((kind) => h('label', { class: 'segment' },
        h('input', {
          type: 'radio', name: 'pair-kind', id: `pair-kind-${kind}`, checked: this.kind === kind,
          onchange: () => { this.kind = kind; this.show(); },
        }), h('span', {}, t(`pair-kind-${kind}`))))));
  }

  given() {
    if (this.kind === 'none') return [];
    const isText = this.kind === 'text';
    const field = h('textarea', {
      id: 'pair-text', class: 'message-field', rows: 2, value: isText ? this.text : this.pieces,
      oninput: () => { if (isText) this.text = field.value; else this.pieces = field.value; },
    });
    const label = h('label', { class: 'label', for: 'pair-text' }, t(isText ? 'send-text' : 'pair-pieces'));
    const entry = h('div', { class: 'field' }, label, field);
    return isText ? [entry] : [h('p', { class: 'pair-summary' }, tuningText()), entry];
  }

  offer() {
    const given = this.kind === 'tuner' ? { kind: /** @type {const} */ ('tuner'), text: writeTuning(currentTuning(this.pieces)) }
      : this.kind === 'text' && this.text !== '' ? fromText(this.text) : null;
    pairing.offer(given);
  }

  running() {
    const compares = pairing.digits !== null && !pairing.isDecided;
    this.time = h('span', { class: 'unit' });
    const state = pairing.phase === 'starting' || !pairing.stage ? t('starting') : t(`pair-stage-${pairing.stage}`);
    return [
      ...(pairing.digits ? own(pairing.digits.shown) : []),
      h('div', { class: 'pair-state' }, h('p', {}, state), this.time),
      ...(compares ? [this.question()] : []),
      button(t('stop'), () => pairing.cancel(), { id: 'pair-stop', picture: 'stop' }),
    ];
  }

  /** Asks for the digits that the other device shows: who types them has looked. */
  question() {
    const mistake = h('p', { class: 'problem', id: 'pair-mistake', role: 'alert' });
    const field = h('input', {
      type: 'text', id: 'pair-other', class: 'pair-field', inputmode: 'numeric', autocomplete: 'off', maxlength: 2 * digitCount,
      'aria-describedby': 'pair-mistake', oninput: () => field.removeAttribute('aria-invalid'),
    });
    const compare = (/** @type {Event} */ event) => {
      event.preventDefault();
      const answer = pairing.answer(field.value);
      if (answer === 'decided') return;
      field.setAttribute('aria-invalid', 'true');
      field.select();
      field.focus();
      // The same words again are announced again.
      setText(mistake, '');
      setText(mistake, answer === 'unclear' ? t('pair-unclear') : t('pair-mistyped', { count: tries - pairing.misses }));
    };
    return h('form', { class: 'stack', id: 'pair-question', novalidate: true, onsubmit: compare },
      h('div', { class: 'field' }, h('label', { class: 'label', for: 'pair-other' }, t('pair-other')), field, mistake),
      h('div', { class: 'button-row' },
        h('button', { type: 'submit', class: 'button strong', id: 'pair-compare' }, icon('check'), h('span', {}, t('pair-compare'))),
        button(t('pair-none'), () => pairing.decide(false), { picture: 'close', id: 'pair-none' })));
  }

  done() {
    const { result, isOffer } = pairing;
    if (!result) return [];
    const secret = [...result.sharedSecret].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return [
      h('p', { class: 'pair-state', id: 'pair-done', tabindex: '-1' }, t(isOffer && result.handOver ? 'pair-given' : 'pair-done')),
      ...(!isOffer && result.handOver ? this.received(result.handOver) : []),
      h('div', { class: 'message-buttons' },
        button(t('pair-secret'), () => copy(secret), { picture: 'lock', id: 'pair-secret' }),
        button(t('pair-again'), () => pairing.reset(), { id: 'pair-again' })),
    ];
  }

  /** @param {import('../../pairing/hand-over.js').HandOver} handOver */
  received({ kind, text }) {
    const heading = h('h3', { class: 'label' }, t('pair-got'));
    const content = h('p', { class: 'message-text', dir: 'auto', id: 'pair-received' }, shown(text));
    const copies = button(t('copy'), () => copy(text), { picture: 'copy', id: 'pair-copy' });
    const tuning = kind === 'tuner' ? readTuning(text) : null;
    if (!tuning) return [heading, h('div', { class: 'message' }, content, h('div', { class: 'message-buttons' }, copies))];
    const applied = h('p', { class: 'hint' });
    const unknown = unknownOf(tuning).map((name) => h('p', { class: 'hint' }, t('pair-unknown', { name: shown(name) })));
    // Nothing of it counts before the user says so.
    const use = button(t('pair-apply'), () => {
      apply(tuning);
      setText(applied, t('pair-applied'));
      announce(t('pair-applied'));
    }, { kind: 'strong', id: 'pair-apply' });
    return [heading, h('div', { class: 'message' }, content, ...unknown, h('div', { class: 'message-buttons' }, use, copies), applied)];
  }

  failed() {
    const failure = pairing.failure;
    if (!failure) return [];
    return [
      h('p', { class: 'problem', id: 'pair-failure', tabindex: '-1', 'data-code': failure.code }, failureText()),
      button(t('pair-again'), () => pairing.reset(), { id: 'pair-again' }),
    ];
  }

  showTime() {
    if (this.time && pairing.run) setText(this.time, t('pair-time', { seconds: formatNumber(Math.ceil(pairing.remaining)) }));
  }

  /** Tells what has changed, once. */
  say() {
    const text = pairing.phase === 'failed' ? failureText()
      : pairing.phase === 'done' ? t('pair-done')
        : pairing.digits && !pairing.isDecided ? `${t('pair-own')}: ${[...pairing.digits.shown].join(' ')}. ${t('pair-stage-comparison')}`
          : pairing.phase === 'running' && pairing.stage ? t(`pair-stage-${pairing.stage}`) : '';
    if (text === this.said) return;
    this.said = text;
    if (text) announce(text);
  }
}

/** @param {string} digits Six, for the user of the other device. */
function own(digits) {
  return [
    h('p', { class: 'label', id: 'pair-own' }, t('pair-own')),
    h('p', { class: 'pair-digits', id: 'pair-digits', tabindex: '-1', 'aria-describedby': 'pair-own' },
      h('span', {}, digits.slice(0, 3)), h('span', {}, digits.slice(3))),
  ];
}

function tuningText() {
  const temperament = currentTemperament();
  return t('pair-tuning', {
    pitch: formatNumber(settings.get('concertPitch'), 1), root: pitchClassName(settings.get('root')),
    temperament: temperament.name === 'equal' ? t('temperament-equal') : temperament.title.replace(/,.*/, ''),
  });
}

function failureText() {
  const { failure } = pairing;
  if (!failure) return '';
  const { count = 0, limit = 0, heard } = failure.detail;
  const text = t(`pair-fail-${failure.code}`, { count, limit });
  return heard ? `${text} ${t(`pair-heard-${heard}`)}` : text;
}

customElements.define('message-pair', MessagePair);
