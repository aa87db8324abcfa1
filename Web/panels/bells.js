// Bells and their kin: struck, measured partial by partial, compared with their targets and kept in the command's files.
// Loaded, with its module, texts and styles, when it is first shown.

import { h, setText } from '../app/dom.js';
import { t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { loadSheet } from '../app/sheet.js';
import { MeasuredPanel } from './measured/panel.js';
import './bells/texts.js';
import './bells/file.js';
import './bells/listening.js';
import { bellModel as model } from './bells/model.js';
import { isTuned, partialName } from './bells/names.js';
import { collectionPlot, partialPlot } from './bells/plots.js';
import { collectionTable, partialTable } from './bells/tables.js';
import { bellPartials } from '../vocabulary/bell.js';

class BellsPanel extends MeasuredPanel {
  constructor() {
    super(model);
    /** Which partial is drawn of all objects; −1 for the strike note. */
    this.drawn = -1;
  }

  begin() {
    super.begin();
    for (const name of ['chosen', 'outcome']) model.addEventListener(name, () => this.showStroke());
  }

  /** @param {HTMLElement} progress @param {HTMLElement} drawings @param {HTMLElement} table */
  parts(progress, drawings, table) {
    this.stroke = h('div', { class: 'bells-stroke' });
    this.empty = h('p', { class: 'hint' }, t('bell-empty'));
    this.choices = h('div', { class: 'field' });
    return {
      stage: [this.stroke],
      curves: h('section', { class: 'card measured-curves bells-collection', 'aria-label': t('bell-table') },
        progress, this.empty, this.choices, drawings, table),
    };
  }

  show() {
    const { snapshot } = model;
    const { progress, empty, table, choices } = this;
    if (!snapshot || !progress || !empty || !table || !choices) return;
    const notes = new Set(snapshot.rows.map(({ note }) => note));
    setText(progress, t('bell-progress', { count: notes.size }));
    const places = bellPartials[snapshot.object].flatMap((_, place) => (isTuned(snapshot, place) ? [place] : []));
    if (!places.includes(this.drawn)) this.drawn = -1;
    const select = h('select', { id: 'bell-drawn', onchange: () => { this.drawn = Number(select.value); this.draw(); } },
      ...[-1, ...places].map((place) => h('option', { value: String(place) }, place < 0 ? t('bell-strike') : partialName(snapshot.object, place))));
    select.value = String(this.drawn);
    const hadFocus = choices.contains(document.activeElement);
    choices.replaceChildren(h('label', { class: 'label', for: 'bell-drawn' }, t('bell-drawn')), h('div', { class: 'select' }, select, icon('down')));
    if (hadFocus) select.focus();
    choices.hidden = snapshot.rows.length === 0;
    // The keyboard stays on the object that it chose.
    const focused = table.contains(document.activeElement) ? document.activeElement?.id : '';
    table.replaceChildren(collectionTable(snapshot, model.chosen, (row) => model.choose(row)));
    if (focused) document.getElementById(focused)?.focus();
    table.hidden = choices.hidden;
    empty.hidden = !choices.hidden;
    this.draw();
    this.showStroke();
  }

  /** Draws one partial of all objects. */
  draw() {
    const { snapshot } = model;
    if (!snapshot || !this.drawings) return;
    const label = t('bell-plot', { partial: this.drawn < 0 ? t('bell-strike') : partialName(snapshot.object, this.drawn) });
    this.drawings.replaceChildren(...(snapshot.rows.length > 0
      ? [h('figure', {}, h('figcaption', { class: 'hint' }, label), collectionPlot(snapshot.rows, this.drawn, label))] : []));
  }

  /** Shows the partials of the last stroke, or of the object that is chosen. */
  showStroke() {
    const { stroke, table } = this;
    const { shown, snapshot, chosen } = model;
    if (!stroke || !snapshot) return;
    for (const button of table?.querySelectorAll('button') ?? []) {
      const { note, after } = button.dataset;
      button.setAttribute('aria-pressed', String(chosen !== null && chosen.note === Number(note) && chosen.isAfter === (after === 'true')));
    }
    if (!shown) { stroke.replaceChildren(); return; }
    const other = snapshot.rows.find(({ note, isAfter }) => note === shown.note && isAfter !== shown.isAfter) ?? null;
    stroke.replaceChildren(
      h('figure', { class: 'bells-figure' }, h('figcaption', { class: 'hint' }, t('bell-plot-partials')), partialPlot(snapshot.object, shown, chosen ? other : null, chosen === null)),
      h('div', { class: 'table bells-partials', tabindex: '0', role: 'region', 'aria-label': t('bell-partials') }, partialTable(snapshot.object, shown)));
  }
}

await Promise.all([loadSheet('measured'), loadSheet('bells')]);
customElements.define('bells-panel', BellsPanel);
