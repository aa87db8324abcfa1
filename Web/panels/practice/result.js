// How the score was played: the whole, each note and each interval, as plots and tables.

import { button, fresh } from '../../app/controls.js';
import { h } from '../../app/dom.js';
import { download } from '../../app/file-button.js';
import { formatNumber, language, t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { settings } from '../../app/settings.js';
import { reducedMotion } from '../../app/theme.js';
import { announce } from '../../ear/announcer.js';
import { Panel } from '../panel.js';
import { practiceModel as model } from './model.js';
import { timeSide } from './lane.js';
import { intervalPlot, notePlot } from './plots.js';
import { placePlot, takePlot, timeCells, timeSummary } from './result-time.js';
import { titleOf } from './choice.js';
import { headline } from './verdict.js';
import { beatText, intervalName, nameOf, pitchOf, sideOf } from './words.js';

/** @typedef {import('../../engine/types.js').PracticeMean} PracticeMean */
/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */

class PracticeResult extends Panel {
  get usesNames() { return true; }

  begin() {
    model.addEventListener('file', (event) => {
      const { format, bytes } = /** @type {CustomEvent} */ (event).detail;
      if (format === 'midi') download('practice.mid', 'audio/midi', bytes);
      else download('practice.musicxml', 'application/vnd.recordare.musicxml+xml', bytes);
    });
    model.addEventListener('state', () => {
      this.rebuild();
      if (model.state !== 'done' || !model.snapshot) return;
      announce([headline(model.snapshot), ...summary(model.snapshot)].join(' '));
      this.scrollIntoView({ behavior: reducedMotion ? 'auto' : 'smooth' });
    });
    model.addEventListener('heard', () => { if (model.state === 'done') this.rebuild(); });
  }

  /** Prints the result on a sheet of its own, with the player's name. */
  printing() {
    const id = fresh('practice-name');
    const name = h('input', {
      type: 'text', id, maxlength: 60, autocomplete: 'name', value: settings.get('practiceName'), placeholder: t('practice-name'), 'aria-label': t('practice-name'),
      oninput: () => {
        settings.set('practiceName', name.value);
        const shown = this.querySelector('.practice-player');
        if (shown) shown.textContent = name.value;
      },
    });
    return h('div', { class: 'practice-saves practice-printing' }, name, button(t('practice-print'), () => print(), { id: 'practice-print' }));
  }

  build() {
    const { snapshot, state } = model;
    this.hidden = state !== 'done' || !snapshot;
    if (!snapshot || this.hidden) return;
    const { isTimed } = snapshot.times;
    this.append(sheetHead(snapshot), h('h2', {}, t('practice-result')), h('p', { class: 'practice-sentence' }, headline(snapshot)),
      h('div', { class: 'practice-summary' }, ...summary(snapshot).map((text) => h('p', {}, text))),
      isTimed ? h('figure', { class: 'practice-poster' }, h('figcaption', { class: 'hint' }, t('practice-plot-take')), takePlot(snapshot)) : '',
      h('div', { class: 'practice-plots' },
        isTimed ? placePlot(snapshot)
          : h('figure', {}, h('figcaption', { class: 'hint' }, t('practice-plot-notes')), notePlot(snapshot.notes)),
        snapshot.steps.length > 0
          && h('figure', {}, h('figcaption', { class: 'hint' }, t('practice-plot-intervals')), intervalPlot(snapshot.steps))),
      h('details', {}, h('summary', { class: 'chooser-title' }, t('practice-numbers')), ...tables(snapshot)),
      snapshot.isRhythm ? '' : h('div', { class: 'practice-saves' },
        button(t('practice-save-midi'), () => model.engine?.take('midi'), { picture: 'save', id: 'practice-save-midi' }),
        button(t('practice-save-musicxml'), () => model.engine?.take('musicXML'), { picture: 'save', id: 'practice-save-musicxml' })),
      button(t('practice-save'), () => download('practice.json', 'application/json', model.json), { picture: 'save', id: 'practice-save' }),
      this.printing(),
      snapshot.isRhythm && snapshot.times.spread === null ? '' : h('p', { class: 'hint' }, t(snapshot.isRhythm ? 'practice-kept-rhythm' : 'practice-kept')));
  }
}

/**
 * What stands above a printed result: whose it is, what was played, and when.
 *
 * @param {PracticeSnapshot} snapshot
 */
function sheetHead(snapshot) {
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  return h('div', { class: 'practice-sheet-head' }, h('span', { class: 'practice-player' }, settings.get('practiceName')),
    h('strong', {}, titleOf(snapshot)), h('span', {}, moment.format(model.began)));
}

/** @param {PracticeSnapshot} snapshot */
function summary(snapshot) {
  const { spread, octaves, firstSpread, lastSpread, correctedCount, times } = snapshot;
  if (snapshot.isRhythm) return timeSummary(snapshot);
  return [
    ...(spread === null ? [] : [t('practice-all', {
      cents: formatNumber(snapshot.offset, 1, true), hertz: formatNumber(snapshot.recordedPitch ?? settings.get('concertPitch'), 1), spread: formatNumber(spread, 1),
    })]),
    t('practice-counts', { right: snapshot.rightCount, wrong: snapshot.wrongCount, missing: snapshot.missingCount, extra: snapshot.extraCount }),
    ...(firstSpread === null || lastSpread === null ? [] : [t('practice-first-spread', {
      first: formatNumber(firstSpread, 1), last: formatNumber(lastSpread, 1), count: correctedCount,
    })]),
    ...(times.isTimed ? timeSummary(snapshot) : []),
    ...(octaves === 0 ? [] : [t(octaves > 0 ? 'practice-higher' : 'practice-lower', { count: Math.abs(octaves) })]),
  ];
}

/** @param {PracticeSnapshot} snapshot */
function tables({ notes, pitches, steps, times, isRhythm }) {
  const { isTimed } = times;
  const number = (/** @type {number | null} */ value) => (value === null ? '–' : formatNumber(value, 1, true));
  const heads = [
    ...(isRhythm ? [] : [t('column-note')]), ...(isTimed ? [t('practice-place'), 'ms'] : []),
    ...(isRhythm ? [] : [t('practice-cents'), t('practice-first'), t('practice-last')]), t('practice-judgement'),
  ];
  const cents = (/** @type {PracticeMean} */ row) => `${formatNumber(row.cents, 1, true)}${row.error === null ? '' : ` ±${formatNumber(row.error, 1)}`}`;
  const spellings = new Map(notes.map((row) => [pitchOf(row), row]));
  const means = (/** @type {string} */ name, /** @type {PracticeMean[]} */ rows, /** @type {(row: PracticeMean) => string} */ label) => (
    table(t(name), [t(name), t('practice-times'), t('practice-cents')], rows.map((row) => [label(row), String(row.count), cents(row)])));
  return [
    !isRhythm && means('column-note', pitches, (row) => { const note = spellings.get(row.value); return note ? nameOf(note) : soundingName(row.value); }),
    ...(steps.length > 0 ? [means('practice-interval', steps, (row) => intervalName(row.value))] : []),
    ...(isTimed && times.places.length > 0 ? [table(t('practice-place'), [t('practice-place'), t('practice-times'), 'ms'], times.places.map((row) => (
      [beatText(row.beat), String(row.count), `${formatNumber(row.late, 1, true)}${row.error === null ? '' : ` ±${formatNumber(row.error, 1)}`}`])))] : []),
    table(t('practice-each'), heads, notes.map((row) => [
      ...(isRhythm ? [] : [nameOf(row)]), ...(isTimed ? timeCells(row) : []),
      ...(isRhythm ? [] : [number(row.cents), number(row.first), number(row.last)]),
      row.cents === null && !row.isWrong && !row.isMissing && !(isRhythm && row.late !== null) ? '–' : judgement(row, isRhythm)])),
  ];
}

/** @param {import('../../engine/types.js').PracticeNoteRow} row @param {boolean} isRhythm */
const judgement = (row, isRhythm) => t(isRhythm ? `practice-rhythm-${row.isMissing ? 'none' : timeSide(row.late)}` : `practice-side-${sideOf(row)}`);

/** @param {string} label @param {string[]} heads @param {string[][]} rows */
function table(label, heads, rows) {
  return h('div', { class: 'table practice-table', tabindex: '0', role: 'region', 'aria-label': label },
    h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', {}, ...rows.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row' }, first), ...rest.map((text) => h('td', {}, text)))))));
}

customElements.define('practice-result', PracticeResult);
