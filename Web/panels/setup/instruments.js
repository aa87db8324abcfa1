// The choice of an instrument and its tuning: those used last, favourites, and a search by names of instruments, in any
// language of the page, and of tunings. Beneath it the capo, and files with instruments of one's own.

import { h } from '../../app/dom.js';
import { button, choice, fresh } from '../../app/controls.js';
import { openDialog } from '../../app/dialog.js';
import { localName, t } from '../../app/i18n.js';
import { icon } from '../../app/icons.js';
import { instrumentNames } from '../../app/instrument-names.js';
import { takesCapo } from '../../app/link.js';
import { note, withCapo } from '../../app/names.js';
import { own } from '../../app/own.js';
import { settings } from '../../app/settings.js';
import { loadSheet } from '../../app/sheet.js';
import { chooseInstrument, currentInstrument, currentScale, currentTuning, instruments, midiOf, spellingOf } from '../../app/targets.js';
import { limits } from '../../vocabulary/settings.js';
import { openInstrumentFile } from './files.js';
import './texts.js';

await loadSheet('panels');

/** @typedef {import('../../app/targets.js').InstrumentRow} InstrumentRow */
/** @typedef {import('../../app/targets.js').TuningRow} TuningRow */

const mostRecent = 6;
/** Tunings that a search shows; more would hide the instruments. */
const mostTunings = 12;

/**
 * Words without case and accents: what is typed as guitarra barroca finds it, and Bässe is found by basse.
 *
 * @param {string} text
 */
const folded = (text) => text.toLowerCase().normalize('NFD').replace(/\p{Diacritic}/gu, '');

/** @param {string} name Of an instrument or a group, which the user may have named. */
const localNamesOf = (name) => (Object.hasOwn(instrumentNames, name) ? instrumentNames[name] : []);

/** @param {InstrumentRow} row */
const namesOf = (row) => folded([row.name, row.group, ...row.otherNames, ...localNamesOf(row.name),
  ...localNamesOf(row.group)].join(' '));

/**
 * What a search finds.
 *
 * @param {string} sought
 * @returns {{rows: InstrumentRow[], tunings: [InstrumentRow, TuningRow][]}} Instruments in whose names, or in those of
 *   one of whose tunings, each word occurs; and the tunings that have a word in their own name.
 */
export function search(sought) {
  const words = folded(sought).split(/\s+/).filter(Boolean);
  const found = instruments.map((row) => {
    const own = namesOf(row);
    const tunings = row.tunings.filter((tuning) => {
      const name = folded(tuning.name);
      return words.some((word) => name.includes(word)) && words.every((word) => name.includes(word) || own.includes(word));
    });
    return { row, tunings, isNamed: words.every((word) => own.includes(word)) };
  });
  return {
    rows: found.filter(({ isNamed, tunings }) => isNamed || tunings.length > 0).map(({ row }) => row),
    tunings: found.flatMap(({ row, tunings }) => tunings.map((tuning) => (
      /** @type {[InstrumentRow, TuningRow]} */ ([row, tuning])))),
  };
}

export function openInstruments() {
  const tunings = h('div', { class: 'tunings' });
  const list = h('div', { class: 'instruments' });
  const id = fresh('search');
  const searchField = h('input', {
    type: 'search', id, placeholder: t('search-instruments'), autocomplete: 'off', oninput: () => fillList(),
  });
  const fillList = () => fill(list, searchField.value, choose);
  /** @type {Choose} */
  const choose = (instrument, tuning = '') => {
    select(instrument, tuning);
    fillTunings(tunings);
    title.textContent = instrument ? localName(instrument.name) : t('chromatic');
    chooser.open = false;
    title.focus();
    fillList();
  };
  const instrument = currentInstrument();
  const title = h('summary', { class: 'chooser-title' }, instrument ? localName(instrument.name) : t('chromatic'));
  const chooser = h('details', { class: 'chooser', open: !instrument }, title,
    h('label', { class: 'visually-hidden', for: id }, t('search-instruments')), searchField, list);
  fillTunings(tunings);
  fillList();
  const redraw = () => { fillTunings(tunings); fillList(); };
  addEventListener('targets', redraw);
  openDialog(t('instrument'), h('div', { class: 'instrument-picker' }, chooser, tunings, ownFile()),
    { wide: true, onclose: () => removeEventListener('targets', redraw) });
}

/** @typedef {(instrument?: InstrumentRow, tuning?: string) => void} Choose */

/**
 * @param {InstrumentRow | undefined} instrument
 * @param {string} tuning
 */
function select(instrument, tuning) {
  // A scale has targets of its own, which would hide the strings.
  if (instrument && currentScale()) settings.set('temperament', 'equal');
  chooseInstrument(instrument?.name ?? '', tuning);
  remember();
}

/** Notes what was chosen as the last one. */
function remember() {
  const pair = [currentInstrument()?.name, currentTuning()?.name];
  if (!pair[0]) return;
  const others = settings.get('recent').filter((/** @type {string[]} */ other) => !isSame(other, pair));
  settings.set('recent', [pair, ...others].slice(0, mostRecent));
}

/** @param {any[]} one @param {any[]} other */
const isSame = (one, other) => one[0] === other[0] && one[1] === other[1];

/** @param {HTMLElement} place */
function fillTunings(place) {
  const instrument = currentInstrument();
  place.replaceChildren();
  if (!instrument) return;
  const name = fresh('tuning');
  const capo = choice({
    label: t('capo'), setting: 'capo', numeric: true,
    choices: Array.from({ length: limits.capo[1] + 1 }, (_, fret) => [fret, fret === 0 ? t('capo-none') : t('capo-fret', { fret })]),
  });
  capo.addEventListener('change', () => fillRows(rows, instrument, name));
  const rows = h('fieldset', { class: 'rows' });
  fillRows(rows, instrument, name);
  place.append(h('div', { class: 'tunings-head' }, takesCapo(instrument) ? capo : null, favouriteButton()), rows);
}

/**
 * @param {HTMLElement} rows
 * @param {InstrumentRow} instrument
 * @param {string} name
 */
function fillRows(rows, instrument, name) {
  const text = (/** @type {TuningRow['strings'][number]} */ string) => (
    note(withCapo(midiOf(string.note)), spellingOf(string.note)).plain);
  rows.replaceChildren(h('legend', { class: 'visually-hidden' }, localName(instrument.name)),
    ...instrument.tunings.map((tuning) => h('label', { class: 'row' },
      h('input', {
        type: 'radio', name, checked: currentTuning() === tuning,
        onchange: () => select(instrument, tuning.name),
      }),
      h('span', { class: 'row-title' }, tuning.name),
      h('span', { class: 'row-note' }, tuning.strings.slice(0, 12).map(text).join(' ') + (tuning.strings.length > 12 ? ' …' : '')))));
}

/** Keeps what is chosen among the favourites, or lets it go. */
function favouriteButton() {
  const element = h('button', { type: 'button', class: 'button plain favourite', id: 'favourite' }, icon('star'), h('span', {}, t('favourite')));
  const pair = () => [currentInstrument()?.name, currentTuning()?.name];
  const show = () => {
    const isFavourite = settings.get('favourites').some((/** @type {string[]} */ other) => isSame(other, pair()));
    element.setAttribute('aria-pressed', String(isFavourite));
    return isFavourite;
  };
  element.addEventListener('click', () => {
    const others = settings.get('favourites').filter((/** @type {string[]} */ other) => !isSame(other, pair()));
    settings.set('favourites', show() ? others : [...others, pair()]);
    show();
  });
  settings.addEventListener('change', show);
  show();
  return element;
}

/**
 * @param {HTMLElement} list
 * @param {string} sought
 * @param {Choose} choose
 */
function fill(list, sought, choose) {
  const { rows, tunings } = search(sought);
  const isSearch = sought.trim() !== '';
  const chosen = currentInstrument();
  /** @type {Map<string, InstrumentRow[]>} */
  const groups = new Map();
  for (const row of rows) groups.set(row.group, [...groups.get(row.group) ?? [], row]);
  list.replaceChildren(
    ...(isSearch ? [] : [h('div', { class: 'pills' }, pill(t('chromatic'), !chosen, () => choose())),
      ...kept('favourites', choose), ...kept('recent', choose)]),
    ...(isSearch && tunings.length > 0 ? [h('h3', { class: 'label' }, t('tunings')),
      h('div', { class: 'pills' }, ...tunings.slice(0, mostTunings).map(([row, tuning]) => tuningPill(row, tuning, choose)))] : []),
    ...[...groups].flatMap(([group, found]) => [
      h('h3', { class: 'label' }, localName(group)),
      h('div', { class: 'pills' }, ...found.map((row) => pill(localName(row.name), row === chosen, () => choose(row)))),
    ]),
    ...(rows.length === 0 ? [h('p', { class: 'hint' }, t('nothing-found'))] : []));
}

/**
 * @param {'favourites' | 'recent'} key
 * @param {Choose} choose
 */
function kept(key, choose) {
  const pairs = settings.get(key).flatMap((/** @type {string[]} */ [name, tuningName]) => {
    const row = instruments.find((instrument) => instrument.name === name);
    const tuning = row?.tunings.find((other) => other.name === tuningName);
    return row && tuning ? [tuningPill(row, tuning, choose)] : [];
  });
  return pairs.length === 0 ? [] : [h('h3', { class: 'label' }, t(key)), h('div', { class: 'pills', 'data-kept': key }, ...pairs)];
}

/**
 * @param {InstrumentRow} row
 * @param {TuningRow} tuning
 * @param {Choose} choose
 */
function tuningPill(row, tuning, choose) {
  const isChosen = currentInstrument() === row && currentTuning() === tuning;
  return pill(`${localName(row.name)} · ${tuning.name}`, isChosen, () => choose(row, tuning.name));
}

/**
 * @param {string} text
 * @param {boolean} isChosen
 * @param {() => void} onclick
 */
function pill(text, isChosen, onclick) {
  return h('button', { type: 'button', class: 'pill', 'aria-pressed': isChosen, onclick }, text);
}

/** Instruments of one's own come from a file, and go together. */
function ownFile() {
  const message = h('p', { class: 'hint', role: 'status' });
  const remove = button(t('own-remove'), () => { own.removeInstruments(); show(); }, { id: 'own-instruments-remove' });
  const show = () => {
    remove.hidden = own.instruments.length === 0;
    message.textContent = remove.hidden ? t('own-instruments-note') : own.instruments.map((row) => row.name).join(', ');
  };
  show();
  return h('details', { class: 'chooser' }, h('summary', { class: 'chooser-title' }, t('own-instruments')),
    h('div', { class: 'stack' }, message, h('div', { class: 'pills' },
      openInstrumentFile((text) => { show(); if (text) message.textContent = text; }), remove)));
}
