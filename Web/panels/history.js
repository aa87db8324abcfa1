// The notes that were played: each note's count, mean, spread and time in tune; and sessions and weeks, once they are
// asked for.

import { h, s } from '../app/dom.js';
import { button } from '../app/controls.js';
import { openDialog } from '../app/dialog.js';
import { download, fileButton } from '../app/file-button.js';
import { formatNumber, t } from '../app/i18n.js';
import { later } from '../app/later.js';
import { notify } from '../app/notice.js';
import { noteLog } from '../session/note-log.js';
import { note, soundingName } from '../app/names.js';
import { settings } from '../app/settings.js';
import { toCSV, toJSON } from '../session/note-export.js';
import { isInTune, statistics } from '../session/statistics.js';
import { Panel } from './panel.js';
import './history-texts.js';

/** @typedef {import('../session/note-log.js').LoggedNote} LoggedNote */

/** @typedef {import('../session/note-log.js').LoggedRhythm} LoggedRhythm */

/** @param {LoggedNote | LoggedRhythm} row */
const isOfNow = (row) => row.session === noteLog.session;

class HistoryPanel extends Panel {
  constructor() {
    super();
    /** Whether all sessions are shown; until that is chosen, they are if this one has no notes. */
    this.chosen = /** @type {boolean | null} */ (null);
  }

  get usesNames() { return true; }

  begin() {
    let isWaiting = false;
    noteLog.addEventListener('change', () => {
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => { isWaiting = false; this.rebuild(); }, 500);
    });
    settings.watch(['tolerance'], () => { if (this.childElementCount > 0) this.rebuild(); });
  }

  get everything() { return this.chosen ?? !noteLog.notes.some(isOfNow); }

  notes() { return this.everything ? noteLog.notes : noteLog.notes.filter(isOfNow); }

  rhythms() { return this.everything ? noteLog.rhythms : noteLog.rhythms.filter(isOfNow); }

  build() {
    const [notes, rhythms] = [this.notes(), this.rhythms()];
    const all = [...notes, ...rhythms];
    const none = (/** @type {HTMLButtonElement} */ made, /** @type {boolean} */ isNone) => { made.disabled = isNone; return made; };
    this.append(h('h1', { class: 'page-title' }, t('panel-history')),
      h('div', { class: 'toolbar' },
        h('div', { class: 'segments-row', role: 'group', 'aria-label': t('history-range') },
          this.range(false, t('this-session')), this.range(true, t('everything'))),
        h('span', { class: 'grow' }),
        none(button('CSV', () => download('kammerton.csv', 'text/csv', toCSV(all, soundingName)), { id: 'csv' }), all.length === 0),
        none(button('JSON', () => download('kammerton.json', 'application/json', toJSON(all, soundingName)), { id: 'json' }), all.length === 0),
        none(button(t('clear'), () => this.askToClear(), { id: 'clear' }), noteLog.notes.length + noteLog.rhythms.length === 0),
        fileButton(t('import-history'), { id: 'import-history', accept: '.json,.csv,application/json,text/csv' }, ([file]) => (
          later(() => import('./setup/keeping.js'), (keeping) => notify(keeping.importHistory(file)))))),
      notes.length > 0 ? this.table(notes) : all.length > 0 ? '' : h('div', { class: 'empty' }, h('p', {}, t('history-empty')), h('p', { class: 'hint' }, t('history-note'))),
      noteLog.trouble && h('p', { class: 'hint', id: 'history-trouble' }, t(noteLog.trouble)));
    if (this.everything && all.length > 0) this.addSessions(notes, rhythms);
  }

  /** @param {LoggedNote[]} notes @param {LoggedRhythm[]} rhythms */
  addSessions(notes, rhythms) {
    const place = h('div', { class: 'sessions' });
    this.append(place);
    later(() => import('./setup/sessions.js'), (sessions) => place.replaceChildren(...sessions.sessionsOf(notes, rhythms)));
  }

  /**
   * @param {boolean} everything
   * @param {string} text
   */
  range(everything, text) {
    return h('button', {
      type: 'button', class: 'segment-button', id: `range-${everything}`, 'aria-pressed': this.everything === everything,
      onclick: () => { this.chosen = everything; this.rebuild(); },
    }, text);
  }

  /** @param {LoggedNote[]} notes */
  table(notes) {
    const tolerance = settings.get('tolerance');
    const rows = statistics(notes, tolerance);
    const head = ['note', 'count', 'mean', 'spread', 'time-in-tune'];
    return h('div', { class: 'history' }, h('p', { class: 'hint', id: 'history-judged' }, t('history-judged', { tolerance })), dots(notes),
      h('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': t('panel-history') },
        h('table', {}, h('thead', {}, h('tr', {}, ...head.map((key) => h('th', { scope: 'col' }, t(`column-${key}`))))),
          h('tbody', {}, ...rows.map((row) => h('tr', {},
            h('th', { scope: 'row' }, note(row.midi).plain), h('td', {}, String(row.count)),
            h('td', {}, `${formatNumber(row.mean, 1, true)} ${t('cents-unit')}`, bar(row.mean, row.spread)),
            h('td', {}, formatNumber(row.spread, 1)),
            h('td', {}, `${formatNumber(100 * row.share)} %`)))))));
  }

  askToClear() {
    const dialog = openDialog(t('clear'), h('div', { class: 'stack' }, h('p', {}, t('clear-question')),
      button(t('clear'), () => { noteLog.clear(); dialog.close(); }, { kind: 'strong' })));
  }
}

/**
 * Mean and spread on a line of fifty cents to each side.
 *
 * @param {number} mean
 * @param {number} spread
 */
function bar(mean, spread) {
  const x = Math.max(-50, Math.min(50, mean));
  return s('svg', { class: 'mean-bar', viewBox: '-52 -6 104 12', 'aria-hidden': 'true' },
    s('path', { class: 'mean-line', d: 'M-50 0h100M0 -5v10' }),
    s('path', { class: 'mean-spread', d: `M${Math.max(-50, x - spread)} 0H${Math.min(50, x + spread)}` }), s('circle', { class: 'mean-dot', cx: x, r: 4 }));
}

/**
 * The last hundred notes in the order they were played.
 *
 * @param {LoggedNote[]} notes
 */
function dots(notes) {
  const last = notes.slice(-100);
  const tolerance = settings.get('tolerance');
  const y = (/** @type {number} */ cents) => 60 - Math.max(-50, Math.min(50, cents)) * 1.08;
  return s('svg', { class: 'dots', viewBox: '0 0 640 120', role: 'img', 'aria-label': t('dots-label', { count: last.length }) },
    s('rect', { class: 'dots-window', x: 0, width: 640, y: y(tolerance), height: y(-tolerance) - y(tolerance) }),
    s('path', { class: 'offset-zero', d: `M0 ${y(0)}h640` }),
    ...last.map((row, index) => s('circle', {
      class: 'dot', 'data-side': isInTune(row, tolerance) ? 'good' : row.meanCents < 0 ? 'flat' : 'sharp',
      cx: 14 + index * 612 / Math.max(20, last.length - 1), cy: y(row.meanCents), r: Math.min(7, 3 + row.duration),
    })));
}

customElements.define('history-panel', HistoryPanel);
