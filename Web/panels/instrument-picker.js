// The choice of an instrument and its tuning, with a search through sixty-seven of them.

import { h } from '../app/dom.js';
import { fresh } from '../app/controls.js';
import { openDialog } from '../app/dialog.js';
import { t } from '../app/i18n.js';
import { note } from '../app/names.js';
import { settings } from '../app/settings.js';
import { currentInstrument, currentTuning, instruments, midiOf, spellingOf } from '../app/targets.js';

/** @typedef {import('../app/targets.js').InstrumentRow} InstrumentRow */

export function openInstruments() {
  const tunings = h('div', { class: 'tunings' });
  const list = h('div', { class: 'instruments' });
  const id = fresh('search');
  const search = h('input', {
    type: 'search', id, placeholder: t('search-instruments'), autocomplete: 'off',
    oninput: () => fill(list, search.value, choose),
  });
  /** @param {InstrumentRow | undefined} instrument */
  function choose(instrument) {
    settings.set('instrument', instrument?.name ?? '');
    settings.set('tuning', '');
    settings.set('locked', 0);
    fillTunings(tunings);
    title.textContent = instrument?.name ?? t('chromatic');
    chooser.open = false;
    title.focus();
    fill(list, search.value, choose);
  }
  const title = h('summary', { class: 'chooser-title' }, currentInstrument()?.name ?? t('chromatic'));
  const chooser = h('details', { class: 'chooser', open: !currentInstrument() }, title,
    h('label', { class: 'visually-hidden', for: id }, t('search-instruments')), search, list);
  fillTunings(tunings);
  fill(list, '', choose);
  openDialog(t('instrument'), h('div', { class: 'instrument-picker' }, chooser, tunings), { wide: true });
}

/** @param {HTMLElement} place */
function fillTunings(place) {
  const instrument = currentInstrument();
  place.replaceChildren();
  if (!instrument) return;
  const name = fresh('tuning');
  place.append(h('fieldset', { class: 'rows' }, h('legend', { class: 'visually-hidden' }, instrument.name),
    ...instrument.tunings.map((tuning) => h('label', { class: 'row' },
      h('input', {
        type: 'radio', name, checked: currentTuning() === tuning,
        onchange: () => { settings.set('tuning', tuning.name); settings.set('locked', 0); },
      }),
      h('span', { class: 'row-title' }, tuning.name),
      h('span', { class: 'row-note' }, tuning.strings.slice(0, 12).map((string) => note(midiOf(string.note), spellingOf(string.note)).plain).join(' ')
        + (tuning.strings.length > 12 ? ' …' : ''))))));
}

/**
 * @param {HTMLElement} list
 * @param {string} sought
 * @param {(instrument?: InstrumentRow) => void} choose
 */
function fill(list, sought, choose) {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = instruments.filter((row) => {
    const text = [row.name, row.group, ...row.otherNames, ...row.tunings.map((tuning) => tuning.name)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const chosen = settings.get('instrument');
  const groups = new Map();
  for (const row of found) groups.set(row.group, [...groups.get(row.group) ?? [], row]);
  list.replaceChildren(
    ...(words.length === 0 ? [h('div', { class: 'pills' }, pill(t('chromatic'), chosen === '', () => choose()))] : []),
    ...[...groups].flatMap(([group, rows]) => [
      h('h3', { class: 'label' }, group),
      h('div', { class: 'pills' }, ...rows.map((/** @type {InstrumentRow} */ row) => (
        pill(row.name, row.name === chosen, () => choose(row))))),
    ]),
    ...(found.length === 0 ? [h('p', { class: 'hint' }, t('nothing-found'))] : []));
}

/**
 * @param {string} text
 * @param {boolean} isChosen
 * @param {() => void} onclick
 */
function pill(text, isChosen, onclick) {
  return h('button', { type: 'button', class: 'pill', 'aria-pressed': isChosen, onclick }, text);
}
