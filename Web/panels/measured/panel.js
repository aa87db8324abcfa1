// What the panels of pianos and bells share: what sounds beside its file, and what is known of all below them.

import { h } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { later } from '../../app/later.js';
import { Panel } from '../panel.js';

export class MeasuredPanel extends Panel {
  /** @param {import('./model.js').MeasuredModel<any, any>} model */
  constructor(model) {
    super();
    this.model = model;
    // They outlive a change of language: what is heard and said goes on.
    this.listening = document.createElement(`${model.panel}-listening`);
    this.listening.className = 'measured-listening';
    this.file = document.createElement(`${model.panel}-file`);
    this.file.className = 'card measured-file';
  }

  get usesNames() { return true; }

  begin() {
    const { model } = this;
    this.classList.add('measured-panel');
    model.addEventListener(model.kind, () => this.show());
    later(() => model.load(), () => {});
  }

  build() {
    const { kind, panel } = this.model;
    this.progress = h('p', { class: 'measured-progress' });
    this.drawings = h('div', { class: 'measured-plots' });
    this.table = h('div', { class: 'table measured-table', tabindex: '0', role: 'region', 'aria-label': t(`${kind}-table`) });
    const { stage, curves } = this.parts(this.progress, this.drawings, this.table);
    this.append(h('h1', { class: 'page-title' }, t(`panel-${panel}`)), h('p', { class: 'measured-intro' }, t(`${kind}-intro`)),
      h('div', { class: 'measured-cards' },
        h('section', { class: 'card measured-stage', 'aria-label': t('tuning-meter') }, this.listening, ...stage),
        this.file, curves));
    this.show();
  }

  /**
   * What is below the meter, and what is known of all.
   *
   * @param {HTMLElement} _progress
   * @param {HTMLElement} _drawings
   * @param {HTMLElement} _table
   * @returns {{stage: HTMLElement[], curves: HTMLElement}}
   */
  parts(_progress, _drawings, _table) { throw new Error('Each kind has its own.'); }

  /** Shows the file. */
  show() {}
}
