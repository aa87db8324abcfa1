// A piano: its keys are found, measured and tuned to a curve of its own, and kept in the command's files. Loaded, with
// its module, texts and styles, when it is first shown.

import { h, setAttribute, setText } from '../app/dom.js';
import { formatNumber, t } from '../app/i18n.js';
import { later } from '../app/later.js';
import { soundingName } from '../app/names.js';
import { loadSheet } from '../app/sheet.js';
import './piano/texts.js';
import './piano/file.js';
import './piano/listening.js';
import { pianoModel as model } from './piano/model.js';
import { keyboardStrip, measuredCount, stiffnessPlot, stretchPlot } from './piano/plots.js';
import { Panel } from './panel.js';

/** @typedef {import('../engine/types.js').PianoKeyRow} PianoKeyRow */

class PianoPanel extends Panel {
  constructor() {
    super();
    // They outlive a change of language: what is heard and said goes on.
    this.listening = document.createElement('piano-listening');
    this.file = document.createElement('piano-file');
    this.file.className = 'card measured-file';
    this.listening.className = 'measured-listening';
  }

  get usesNames() { return true; }

  begin() {
    this.classList.add('measured-panel');
    model.addEventListener('piano', () => this.show());
    for (const name of ['reading', 'aim']) model.addEventListener(name, () => this.mark());
    later(() => model.load(), () => {});
  }

  build() {
    this.progress = h('p', { class: 'measured-progress' });
    this.strip = h('div', { class: 'piano-strip-place' });
    this.plots = h('div', { class: 'measured-plots' });
    this.table = h('div', { class: 'table measured-table', tabindex: '0', role: 'region', 'aria-label': t('piano-table') });
    this.append(h('h1', { class: 'page-title' }, t('panel-piano')), h('p', { class: 'measured-intro' }, t('piano-intro')),
      h('div', { class: 'measured-cards' },
        h('section', { class: 'card measured-stage', 'aria-label': t('tuning-meter') }, this.listening, this.progress, this.strip),
        this.file,
        h('section', { class: 'card measured-curves', 'aria-label': t('piano-plot-stretch') }, this.plots,
          h('details', {}, h('summary', { class: 'chooser-title' }, t('piano-table')), this.table))));
    this.show();
  }

  show() {
    const { snapshot } = model;
    const { progress, strip, plots, table } = this;
    if (!snapshot || !progress || !strip || !plots || !table) return;
    const { keys } = snapshot;
    setText(progress, t('piano-progress', { count: measuredCount(keys), all: keys.length }));
    strip.replaceChildren(keyboardStrip(keys));
    plots.replaceChildren(
      h('figure', {}, h('figcaption', { class: 'hint' }, t('piano-plot-stretch')), stretchPlot(keys)),
      h('figure', {}, h('figcaption', { class: 'hint' }, t('piano-plot-b')), stiffnessPlot(keys)));
    table.replaceChildren(keyTable(keys));
    this.mark();
  }

  /** Marks the key that sounds, or is chosen. */
  mark() {
    const midi = model.reading?.key ?? (model.mode === 'tune' ? model.key : 0);
    for (const key of this.strip?.querySelectorAll('.strip-key') ?? []) {
      setAttribute(key, 'data-sounds', Number(/** @type {SVGElement} */ (key).dataset.midi) === midi);
    }
  }
}

/** @param {PianoKeyRow[]} keys */
function keyTable(keys) {
  const number = (/** @type {number | null} */ value, /** @type {number} */ digits, isSigned = false) => (
    value === null ? '–' : formatNumber(value, digits, isSigned));
  const heads = [t('column-note'), t('piano-column-target'), 'B', t('measured-column-before'), t('measured-column-after'), t('measured-column-beat')];
  return h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', {}, ...keys.map((row) => h('tr', {}, h('th', { scope: 'row' }, soundingName(row.midi)),
      h('td', {}, formatNumber(row.cents, 2, true)), h('td', {}, number(row.measured, 6)), h('td', {}, number(row.before, 1, true)),
      h('td', {}, number(row.after, 1, true)), h('td', {}, number(row.beat, 2))))));
}

await Promise.all([loadSheet('measured'), loadSheet('piano')]);
customElements.define('piano-panel', PianoPanel);
