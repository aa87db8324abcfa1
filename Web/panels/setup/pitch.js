// Dialogs for concert pitch with the microphone's clock, for temperaments and scales, and for transposition.

import { h, s } from '../../app/dom.js';
import { choice, fresh, roundButton } from '../../app/controls.js';
import { openDialog } from '../../app/dialog.js';
import { formatNumber, t } from '../../app/i18n.js';
import { pitchClassName } from '../../app/names.js';
import { settings } from '../../app/settings.js';
import { loadSheet } from '../../app/sheet.js';
import { own } from '../../app/own.js';
import { currentScale, loadTemperaments, temperamentOffsets, temperaments } from '../../app/targets.js';
import { limits, transpositions } from '../../vocabulary/settings.js';
import { scalaFields } from './files.js';
import { fromPlaying } from './from-playing.js';
import './texts.js';

// Without the temperaments there is the equal one.
await Promise.all([loadTemperaments(), loadSheet('panels')]);

const usual = [392, 415, 430, 432, 440, 441, 442, 443, 444, 466];

export function openConcertPitch() {
  const id = fresh('a4');
  const input = h('input', { type: 'number', id, class: 'big-number', min: limits.concertPitch[0], max: limits.concertPitch[1], step: 0.1, inputmode: 'decimal',
    onchange: () => choose(Number(input.value)) });
  const show = () => { input.value = settings.get('concertPitch').toFixed(1); };
  /** @param {number} value */
  const change = (value) => {
    const isTaken = settings.set('concertPitch', Math.round(value * 10) / 10);
    if (!isTaken) playing.say(t('concert-pitch-range'));
    show();
    return isTaken;
  };
  const playing = fromPlaying(change);
  /** @param {number} value What is chosen here takes the place of what was to be played. */
  const choose = (value) => { playing.end(); change(value); };
  const step = (/** @type {number} */ by) => () => choose(settings.get('concertPitch') + by);
  show();
  openDialog(t('concert-pitch'), h('div', { class: 'stack' },
    h('div', { class: 'stepper' }, roundButton(t('less'), 'minus', step(-0.1)),
      h('div', { class: 'stepper-value' }, h('label', { for: id }, 'A4'), input, h('span', { class: 'unit' }, 'Hz')),
      roundButton(t('more'), 'plus', step(0.1))),
    h('div', { class: 'pills' }, ...usual.map((value) => h('button', {
      type: 'button', class: 'pill', onclick: () => choose(value),
    }, formatNumber(value)))),
    ...playing.elements, clock()), { onclose: playing.end });
}

/** By how much the microphone's clock is wrong, in parts in a million. */
function clock() {
  const id = fresh('clock');
  const message = h('p', { class: 'hint', role: 'status' }, t('clock-note'));
  const shown = () => String(Math.round((settings.get('clock') - 1) * 1e8) / 100);
  const [low, high] = limits.clock.map((factor) => Math.round((factor - 1) * 1e6));
  const input = h('input', { type: 'number', id, min: low, max: high, step: 'any', class: 'small-number', value: shown(),
    onchange: () => {
      const isTaken = input.value.trim() !== '' && settings.set('clock', 1 + Number(input.value) / 1e6);
      message.textContent = isTaken ? t('clock-note') : t('clock-range', { low, high });
      input.value = shown();
    } });
  return h('details', { class: 'chooser' }, h('summary', { class: 'chooser-title' }, t('clock')),
    h('div', { class: 'stack' }, h('label', { class: 'label', for: id }, t('clock-ppm')), input, message));
}

export function openTemperament() {
  const chart = h('div', { class: 'offsets' });
  const draw = () => chart.replaceChildren(currentScale() ? degreeList() : offsetsChart());
  const name = fresh('temperament');
  const roots = choice({
    label: t('root'), setting: 'root', numeric: true,
    choices: Array.from({ length: 12 }, (_, pitchClass) => [pitchClass, pitchClassName(pitchClass)]),
  });
  roots.addEventListener('change', draw);
  const message = h('p', { class: 'hint', role: 'status' });
  const rows = h('fieldset', { class: 'rows' });
  const fill = () => rows.replaceChildren(h('legend', { class: 'visually-hidden' }, t('temperament')),
    ...[...temperaments].reverse().filter((row) => row.isOwn).map(line),
    ...temperaments.filter((row) => !row.isOwn).map(line));
  const line = (/** @type {import('../../app/targets.js').TemperamentRow} */ row) => h('label', { class: 'row' },
    h('input', {
      type: 'radio', name, checked: settings.get('temperament') === row.name,
      onchange: () => { settings.set('temperament', row.name); draw(); },
    }), h('span', { class: 'row-title' }, row.title),
    h('span', { class: 'row-note' }, [row.source, row.isScale && t('degree-count', { count: row.cents.length })].filter(Boolean).join(' · '),
      row.isOwn && h('button', {
        type: 'button', class: 'link', onclick: () => { own.removeScale(row.name); if (settings.get('temperament') === row.name) settings.set('temperament', 'equal'); },
      }, t('own-remove'))));
  const redraw = () => {
    fill();
    draw();
    const select = roots.querySelector('select');
    if (select) select.value = String(settings.get('root'));
  };
  addEventListener('targets', redraw);
  fill();
  draw();
  openDialog(t('temperament'), h('div', { class: 'stack' }, chart, roots,
    h('details', { class: 'chooser' }, h('summary', { class: 'chooser-title' }, t('own-scales')),
      scalaFields((said) => { message.textContent = said; redraw(); }), message),
    h('p', { class: 'hint' }, t('scales-note')), rows), { wide: true, onclose: () => removeEventListener('targets', redraw) });
}

/** Where the degrees of a scale lie. */
function degreeList() {
  const scale = currentScale();
  if (!scale) return '';
  return h('p', { class: 'degrees' }, [...scale.cents.slice(1), scale.period].map((cents) => formatNumber(cents, 1)).join(' · '));
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
