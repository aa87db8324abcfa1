// How the score was played: the whole, each note and each interval, as plots and tables.

import { button } from '../../app/controls.js';
import { h } from '../../app/dom.js';
import { download } from '../../app/file-button.js';
import { formatNumber, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { settings } from '../../app/settings.js';
import { reducedMotion } from '../../app/theme.js';
import { announce } from '../../ear/announcer.js';
import { Panel } from '../panel.js';
import { practiceModel as model } from './model.js';
import { intervalPlot, notePlot } from './plots.js';
import { intervalName, nameOf, sideOf } from './words.js';

/** @typedef {import('../../engine/types.js').PracticeMean} PracticeMean */
/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */

class PracticeResult extends Panel {
  get usesNames() { return true; }

  begin() {
    model.addEventListener('state', () => {
      this.rebuild();
      if (model.state !== 'done' || !model.snapshot) return;
      announce([sentence(model.snapshot), ...summary(model.snapshot)].join(' '));
      this.scrollIntoView({ behavior: reducedMotion ? 'auto' : 'smooth' });
    });
    model.addEventListener('heard', () => { if (model.state === 'done') this.rebuild(); });
  }

  build() {
    const { snapshot, state } = model;
    this.hidden = state !== 'done' || !snapshot;
    if (!snapshot || this.hidden) return;
    this.append(h('h2', {}, t('practice-result')), h('p', { class: 'practice-sentence' }, sentence(snapshot)),
      h('div', { class: 'practice-summary' }, ...summary(snapshot).map((text) => h('p', {}, text))),
      h('div', { class: 'practice-plots' },
        h('figure', {}, h('figcaption', { class: 'hint' }, t('practice-plot-notes')), notePlot(snapshot.notes)),
        snapshot.steps.length > 0
          && h('figure', {}, h('figcaption', { class: 'hint' }, t('practice-plot-intervals')), intervalPlot(snapshot.steps))),
      h('details', {}, h('summary', { class: 'chooser-title' }, t('practice-numbers')), ...tables(snapshot)),
      button(t('practice-save'), () => download('practice.json', 'application/json', model.json), { picture: 'save', id: 'practice-save' }),
      h('p', { class: 'hint' }, t('practice-kept')));
  }
}

/** @param {PracticeSnapshot} snapshot */
function sentence({ notes, spread }) {
  const good = notes.filter((row) => row.isInTune).length;
  const off = (/** @type {import('../../engine/types.js').PracticeNoteRow} */ row) => Math.abs(row.cents ?? 0);
  const [farthest] = notes.filter((row) => row.cents !== null && !row.isInTune).sort((one, other) => off(other) - off(one));
  if (spread === null) return t('practice-none');
  if (good === notes.length) return t('practice-all-good', { all: good });
  if (!farthest) return t('practice-good', { good, all: notes.length });
  return t('practice-farthest', { good, all: notes.length, note: nameOf(farthest), cents: formatNumber(farthest.cents ?? 0, 0, true) });
}

/** @param {PracticeSnapshot} snapshot */
function summary(snapshot) {
  const { spread, octaves } = snapshot;
  return [
    ...(spread === null ? [] : [t('practice-all', {
      cents: formatNumber(snapshot.offset, 1, true), hertz: formatNumber(settings.get('concertPitch'), 1), spread: formatNumber(spread, 1),
    })]),
    t('practice-counts', { right: snapshot.rightCount, wrong: snapshot.wrongCount, missing: snapshot.missingCount, extra: snapshot.extraCount }),
    ...(octaves === 0 ? [] : [t(octaves > 0 ? 'practice-higher' : 'practice-lower', { count: Math.abs(octaves) })]),
  ];
}

/** @param {PracticeSnapshot} snapshot */
function tables({ notes, pitches, steps }) {
  const cents = (/** @type {PracticeMean} */ row) => `${formatNumber(row.cents, 1, true)}${row.error === null ? '' : ` ±${formatNumber(row.error, 1)}`}`;
  const spellings = new Map(notes.map((row) => [row.midi, row]));
  const means = (/** @type {string} */ name, /** @type {PracticeMean[]} */ rows, /** @type {(row: PracticeMean) => string} */ label) => (
    table(t(name), [t(name), t('practice-times'), t('practice-cents')], rows.map((row) => [label(row), String(row.count), cents(row)])));
  return [
    means('column-note', pitches, (row) => { const note = spellings.get(row.value); return note ? nameOf(note) : soundingName(row.value); }),
    ...(steps.length > 0 ? [means('practice-interval', steps, (row) => intervalName(row.value))] : []),
    table(t('practice-each'), [t('column-note'), t('practice-cents'), t('practice-judgement')], notes.map((row) => (
      [nameOf(row), row.cents === null ? '–' : formatNumber(row.cents, 1, true), row.cents === null && !row.isWrong && !row.isMissing ? '–' : t(`practice-side-${sideOf(row)}`)]))),
  ];
}

/** @param {string} label @param {string[]} heads @param {string[][]} rows */
function table(label, heads, rows) {
  return h('div', { class: 'table practice-table', tabindex: '0', role: 'region', 'aria-label': label },
    h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', {}, ...rows.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row' }, first), ...rest.map((text) => h('td', {}, text)))))));
}

customElements.define('practice-result', PracticeResult);
