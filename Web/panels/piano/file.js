// The file of the piano: opened, begun, saved; and what its tuning is laid by.

import { fresh } from '../../app/controls.js';
import { h } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { soundingName } from '../../app/names.js';
import { lowestPianoKey, pianoConcertPitches, pianoKeyCount, pianoStyles, pianoTemperatures } from '../../vocabulary/piano.js';
import { MeasuredFile } from '../measured/file.js';
import { pianoModel as model } from './model.js';

const labels = {
  name: 'measured-name', concertPitch: 'measured-hertz', temperature: 'measured-temperature', style: 'piano-style',
  temperament: 'temperament', lowestPlainKey: 'piano-plain', isRaising: 'piano-raise',
};

class PianoFilePart extends MeasuredFile {
  constructor() { super(model, labels); }

  settings() {
    return [this.text('name'),
      h('div', { class: 'field-pair' }, this.number('concertPitch', pianoConcertPitches, 0.1), this.number('temperature', pianoTemperatures, 0.5)),
      h('div', { class: 'field-pair' },
        this.choice('style', pianoStyles.map((name, index) => [String(index), t(`piano-style-${name}`)])), this.temperamentChoice()),
      this.choice('lowestPlainKey', Array.from({ length: pianoKeyCount }, (_, index) => [String(lowestPianoKey + index), soundingName(lowestPianoKey + index)])),
      this.raising()];
  }

  raising() {
    const id = fresh('piano');
    const box = h('input', {
      type: 'checkbox', role: 'switch', id, 'aria-describedby': `${id}-note`, onchange: () => model.engine?.set('isRaising', box.checked ? 1 : 0),
    });
    this.raisingBox = box;
    return h('div', { class: 'toggle' }, h('label', { for: id }, t('piano-raise')), box, h('p', { class: 'hint', id: `${id}-note` }, t('piano-raise-note')));
  }

  /** @param {import('../../engine/types.js').PianoSnapshot} snapshot */
  values(snapshot) {
    if (this.raisingBox) this.raisingBox.checked = snapshot.isRaising;
    return {
      concertPitch: String(snapshot.concertPitch), temperature: String(snapshot.temperature ?? ''),
      style: String(pianoStyles.indexOf(snapshot.style)), lowestPlainKey: String(snapshot.lowestPlainKey),
    };
  }
}

customElements.define('piano-file', PianoFilePart);
