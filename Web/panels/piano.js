// A piano: its keys are found, measured and tuned to a curve of its own, and kept in the command's files. Loaded, with
// its module, texts and styles, when it is first shown.

import { h, setAttribute, setText } from '../app/dom.js';
import { formatNumber, t } from '../app/i18n.js';
import { soundingName } from '../app/names.js';
import { loadSheet } from '../app/sheet.js';
import { MeasuredPanel } from './measured/panel.js';
import { number, table as tableOf } from './measured/tables.js';
import './piano/texts.js';
import './piano/file.js';
import './piano/listening.js';
import { pianoModel as model } from './piano/model.js';
import { keyboardStrip, measuredCount, stiffnessPlot, stretchPlot } from './piano/plots.js';

/** @typedef {import('../engine/types.js').PianoKeyRow} PianoKeyRow */

class PianoPanel extends MeasuredPanel {
  constructor() { super(model); }

  begin() {
    super.begin();
    for (const name of ['reading', 'aim']) model.addEventListener(name, () => this.mark());
  }

  /** @param {HTMLElement} progress @param {HTMLElement} drawings @param {HTMLElement} table */
  parts(progress, drawings, table) {
    this.strip = h('div', { class: 'piano-strip-place' });
    return {
      stage: [progress, this.strip],
      curves: h('section', { class: 'card measured-curves', 'aria-label': t('piano-plot-stretch') }, drawings,
        h('details', {}, h('summary', { class: 'chooser-title' }, t('piano-table')), table)),
    };
  }

  show() {
    const { snapshot } = model;
    const { progress, strip, drawings, table } = this;
    if (!snapshot || !progress || !strip || !drawings || !table) return;
    const { keys } = snapshot;
    setText(progress, t('piano-progress', { count: measuredCount(keys), all: keys.length }));
    strip.replaceChildren(keyboardStrip(keys));
    drawings.replaceChildren(
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
  const heads = [t('column-note'), t('piano-column-target'), 'B', t('measured-column-before'), t('measured-column-after'), t('measured-column-beat')];
  return tableOf(heads, keys.map((row) => [soundingName(row.midi), formatNumber(row.cents, 2, true), number(row.measured, 6),
    number(row.before, 1, true), number(row.after, 1, true), number(row.beat, 2)]));
}

await Promise.all([loadSheet('measured'), loadSheet('piano')]);
customElements.define('piano-panel', PianoPanel);
