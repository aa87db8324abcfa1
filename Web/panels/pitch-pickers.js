// Dialogs for concert pitch, temperament and transposition.

import { h, s } from '../app/dom.js';
import { button, choice, fresh, roundButton } from '../app/controls.js';
import { openDialog } from '../app/dialog.js';
import { heard } from '../app/heard.js';
import { formatNumber, t } from '../app/i18n.js';
import { pitchClassName } from '../app/names.js';
import { session } from '../app/session.js';
import { settings } from '../app/settings.js';
import { temperamentOffsets, temperaments } from '../app/targets.js';
import { limits, transpositions } from '../vocabulary/settings.js';

const usual = [392, 415, 430, 432, 440, 441, 442, 443, 444, 466];

export function openConcertPitch() {
  const id = fresh('a4');
  const input = h('input', { type: 'number', id, class: 'big-number', min: limits.concertPitch[0], max: limits.concertPitch[1], step: 0.1, inputmode: 'decimal',
    onchange: () => change(Number(input.value)) });
  const message = h('p', { class: 'hint', role: 'status' });
  const show = () => { input.value = settings.get('concertPitch').toFixed(1); };
  /** @param {number} value */
  const change = (value) => {
    if (!settings.set('concertPitch', Math.round(value * 10) / 10)) message.textContent = t('concert-pitch-range');
    show();
  };
  const step = (/** @type {number} */ by) => () => change(settings.get('concertPitch') + by);
  show();
  openDialog(t('concert-pitch'), h('div', { class: 'stack' },
    h('div', { class: 'stepper' }, roundButton(t('less'), 'minus', step(-0.1)),
      h('div', { class: 'stepper-value' }, h('label', { for: id }, 'A4'), input, h('span', { class: 'unit' }, 'Hz')),
      roundButton(t('more'), 'plus', step(0.1))),
    h('div', { class: 'pills' }, ...usual.map((value) => h('button', {
      type: 'button', class: 'pill', onclick: () => change(value),
    }, formatNumber(value)))),
    button(t('take-from-playing'), () => takeFromPlaying(message, change), { picture: 'ear' }), message));
}

/**
 * Listens for two seconds, and moves A4 so that what sounds is in tune.
 *
 * @param {HTMLElement} message
 * @param {(value: number) => void} change
 */
function takeFromPlaying(message, change) {
  if (session.status !== 'listening') { message.textContent = t('take-needs-listening'); return; }
  message.textContent = t('take-listening');
  /** @type {number[]} */
  const cents = [];
  let ticks = 0;
  const timer = setInterval(() => {
    const { state } = heard;
    if (state.voiced && !state.held) cents.push(state.cents);
    ticks += 1;
    if (ticks < 40) return;
    clearInterval(timer);
    if (cents.length < 20) { message.textContent = t('take-failed'); return; }
    cents.sort((a, b) => a - b);
    const median = cents[cents.length >> 1];
    change(settings.get('concertPitch') * 2 ** (median / 1200));
    message.textContent = t('take-done', { hertz: formatNumber(settings.get('concertPitch'), 1) });
  }, 50);
}

export function openTemperament() {
  const chart = h('div', { class: 'offsets' });
  const draw = () => chart.replaceChildren(offsetsChart());
  const name = fresh('temperament');
  const roots = choice({
    label: t('root'), setting: 'root', numeric: true,
    choices: Array.from({ length: 12 }, (_, pitchClass) => [pitchClass, pitchClassName(pitchClass)]),
  });
  roots.addEventListener('change', draw);
  draw();
  openDialog(t('temperament'), h('div', { class: 'stack' }, chart, roots,
    h('fieldset', { class: 'rows' }, h('legend', { class: 'visually-hidden' }, t('temperament')),
      ...temperaments.map((row) => h('label', { class: 'row' },
        h('input', {
          type: 'radio', name, checked: settings.get('temperament') === row.name,
          onchange: () => { settings.set('temperament', row.name); draw(); },
        }), h('span', { class: 'row-title' }, row.title), h('span', { class: 'row-note' }, row.source))))), { wide: true });
}

/** The twelve notes against equal temperament, as bars. */
function offsetsChart() {
  const offsets = temperamentOffsets();
  const top = Math.max(6, ...offsets.map(Math.abs));
  const bars = offsets.flatMap((offset, pitchClass) => {
    const x = 12 + pitchClass * 26;
    const size = Math.abs(offset) / top * 34;
    return [
      s('rect', { class: 'offset-bar', x: x - 7, y: offset > 0 ? 50 - size : 50, width: 14, height: Math.max(1, size), rx: 2 }),
      s('text', { class: 'offset-value', x, y: offset > 0 ? 45 - size : 62 + size, 'text-anchor': 'middle' },
        Math.abs(offset) < 0.05 ? '' : formatNumber(offset, 0, true)),
      s('text', { class: 'offset-name', x, y: 116, 'text-anchor': 'middle' }, pitchClassName(pitchClass)),
    ];
  });
  const words = offsets.map((offset, pitchClass) => `${pitchClassName(pitchClass)} ${formatNumber(offset, 1, true)}`).join(', ');
  return s('svg', { viewBox: '-4 -2 310 122', role: 'img', 'aria-label': t('offsets-label', { offsets: words }) },
    s('path', { class: 'offset-zero', d: 'M0 50h300' }), ...bars);
}

export function openTransposition() {
  const name = fresh('transposition');
  openDialog(t('transposition'), h('fieldset', { class: 'rows' }, h('legend', { class: 'hint' }, t('transposition-note')),
    ...Object.keys(transpositions).map((key) => h('label', { class: 'row' },
      h('input', {
        type: 'radio', name, checked: settings.get('transposition') === key,
        onchange: () => settings.set('transposition', key),
      }), h('span', { class: 'row-title' }, t(`transposition-${key}`)),
      h('span', { class: 'row-note' }, t(`transposition-${key}-note`))))));
}

/** What the chip says. */
export function transpositionTitle() {
  return t(`transposition-${settings.get('transposition') in transpositions ? settings.get('transposition') : 'concert'}`);
}

