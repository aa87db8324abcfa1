// What is set once and then forgotten.

import { h } from '../app/dom.js';
import { button, choice, segments, toggle } from '../app/controls.js';
import { openDialog } from '../app/dialog.js';
import { t } from '../app/i18n.js';
import { languages } from '../app/language.js';
import { notations } from '../app/names.js';
import { notify } from '../app/notice.js';
import { settings } from '../app/settings.js';
import { fileButton } from '../app/file-button.js';
import { later } from '../app/later.js';
import { octaveMarks } from '../vocabulary/settings.js';
import { Panel } from './panel.js';
import './settings-texts.js';

const keeping = () => import('./setup/keeping.js');

const keys = ['L', 'V', '+ −', '1 – 8', 'M', 'T', 'R'];

class SettingsPanel extends Panel {
  constructor() {
    super();
    this.midi = document.createElement('midi-card');
    this.midi.className = 'card';
  }

  get usesNames() { return true; }

  begin() {
    addEventListener('panel', (event) => { if (/** @type {CustomEvent} */ (event).detail === 'settings') { this.rebuild(); loadMIDI(); } });
    if (document.documentElement.dataset.shown === 'settings') loadMIDI();
  }

  build() {
    this.append(h('h1', { class: 'page-title' }, t('panel-settings')), h('div', { class: 'cards' },
      card(t('settings-notes'),
        choice({ label: t('notation'), setting: 'notation', choices: ['auto', ...notations()].map((name) => [name, t(`notation-${name}`)]) }),
        choice({ label: t('octave-marks'), setting: 'octaves', choices: ['', ...octaveMarks].map((marks) => [marks, t(`octaves-${marks || 'auto'}`)]) }),
        segments({ label: t('spelling'), setting: 'spelling', choices: [['mixed', t('spelling-mixed')], ['sharps', '♯'], ['flats', '♭']] })),
      card(t('settings-look'),
        choice({ label: t('language'), setting: 'language', choices: [['auto', t('automatic')], ...Object.entries(languages)] }),
        segments({ label: t('theme'), setting: 'theme', choices: ['auto', 'light', 'dark', 'contrast'].map((name) => [name, t(`theme-${name}`)]) }),
        segments({ label: t('motion'), setting: 'motion', choices: [['auto', t('motion-auto')], ['reduce', t('motion-reduce')]] }),
        toggle({ label: t('left-handed'), setting: 'leftHanded', note: t('left-handed-note') }),
        toggle({ label: t('idle'), setting: 'idle', note: t('idle-note') }),
        toggle({ label: t('wake-lock'), setting: 'wakeLock', note: t('wake-lock-note') })),
      card(t('settings-ear'), h('p', { class: 'hint' }, t('ear-note')),
        toggle({ label: t('speak'), setting: 'speak', note: t('speak-note') }),
        toggle({ label: t('clicks'), setting: 'clicks', note: t('clicks-note') }),
        toggle({ label: t('chime'), setting: 'chime', note: t('chime-note') })),
      this.midi,
      card(t('settings-keys'), toggle({ label: t('shortcuts'), setting: 'shortcuts' }),
        h('dl', { class: 'keys' }, ...keys.map((key, index) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, t(`key-${index}`)))))),
      card(t('settings-share'), h('p', { class: 'hint' }, t('share-note')),
        button(t('copy-link'), copyLink, { picture: 'share', id: 'copy-link' }),
        button(t('export-settings'), () => later(keeping, (module) => module.exportSettings()), { picture: 'save', id: 'export-settings' }),
        fileButton(t('import-settings'), { id: 'import-settings', accept: '.json,application/json' }, ([file]) => (
          later(keeping, (module) => notify(module.importSettings(file))))),
        button(t('reset'), askToReset, { id: 'reset' })),
      card(t('settings-about'), h('p', {}, t('about')), h('p', { class: 'hint' }, t('privacy-more')), h('p', { class: 'hint' }, t('accuracy-note')))));
  }
}

/** The card of MIDI is loaded when it is first shown. */
function loadMIDI() { later(() => import('./midi/card.js'), () => {}); }

/**
 * @param {string} title
 * @param {...Node} children
 */
function card(title, ...children) { return h('section', { class: 'card' }, h('h2', {}, title), ...children); }

async function copyLink() {
  const link = settings.link();
  try {
    await navigator.clipboard.writeText(link);
    notify(t('link-copied'), { seconds: 4 });
  } catch {
    openDialog(t('copy-link'), h('input', { type: 'text', readonly: true, value: link, 'aria-label': t('copy-link') }));
  }
}

function askToReset() {
  const dialog = openDialog(t('reset'), h('div', { class: 'stack' }, h('p', {}, t('reset-question')),
    button(t('reset'), () => { settings.reset(); dialog.close(); dispatchEvent(new CustomEvent('panel', { detail: 'settings' })); }, { kind: 'strong' })));
}

customElements.define('settings-panel', SettingsPanel);
