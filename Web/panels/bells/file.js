// The file of bells or their kin: opened, begun, saved; what they are, and what they are tuned to.

import { h } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { bellBeats, bellConcertPitches, bellObjects, bellTemperatures, bellThirds } from '../../vocabulary/bell.js';
import { MeasuredFile } from '../measured/file.js';
import { bellModel as model } from './model.js';

const labels = {
  name: 'measured-name', object: 'bell-object', concertPitch: 'measured-hertz', temperature: 'bell-pitch-temperature', air: 'measured-temperature',
  third: 'bell-third', temperament: 'temperament', beat: 'bell-beat',
};
/**
 * What only some objects have.
 *
 * @type {Record<string, string>}
 */
const owners = { third: 'bell', temperature: 'pipe', air: 'pipe', beat: 'reed' };

class BellsFilePart extends MeasuredFile {
  constructor() { super(model, labels); }

  get ending() { return 'bells'; }

  settings() {
    this.objectHint = h('p', { class: 'hint' }, t('bell-object-note'));
    return [this.text('name'),
      this.choice('object', bellObjects.map((name, index) => [String(index), t(`bell-object-${name}`)])), this.objectHint,
      h('div', { class: 'field-pair' }, this.number('concertPitch', bellConcertPitches, 0.1), this.temperamentChoice()),
      this.choice('third', bellThirds.map((name, index) => [String(index), t(`bell-third-${name}`)])),
      h('div', { class: 'field-pair' }, this.number('temperature', bellTemperatures, 0.5), this.number('air', bellTemperatures, 0.5)),
      this.number('beat', bellBeats, 0.1)];
  }

  /** @param {import('../../engine/types.js').BellSnapshot} snapshot */
  values(snapshot) {
    for (const [setting, owner] of Object.entries(owners)) {
      const field = /** @type {HTMLElement | null} */ (this.querySelector(`[data-setting=${setting}]`));
      if (field) field.hidden = snapshot.object !== owner;
    }
    // The objects of a file are of one kind.
    const object = /** @type {HTMLSelectElement | undefined} */ (this.inputs?.get('object'));
    if (object) object.disabled = snapshot.entryCount > 0;
    if (this.objectHint) this.objectHint.hidden = snapshot.entryCount === 0;
    const beat = this.querySelector('[data-setting=beat] label');
    if (beat) beat.textContent = t('bell-beat', { note: soundingName(snapshot.beatNote) });
    return {
      object: String(bellObjects.indexOf(snapshot.object)), concertPitch: String(snapshot.concertPitch),
      third: String(bellThirds.indexOf(snapshot.third)), temperature: String(snapshot.temperature), air: String(snapshot.air ?? ''),
      beat: String(snapshot.beat ?? ''),
    };
  }
}

customElements.define('bells-file', BellsFilePart);
