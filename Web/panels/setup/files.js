// Files of the user's: what is opened or pasted, read by the core, and told in words where it is wrong.

import { h } from '../../app/dom.js';
import { button, fresh } from '../../app/controls.js';
import { fileButton } from '../../app/file-button.js';
import { t } from '../../app/i18n.js';
import { pitches } from '../../app/names.js';
import { own } from '../../app/own.js';
import { settings } from '../../app/settings.js';
import { FileParser, FileRefusal } from '../../engine/files.js';
import { degreeLimit } from '../../vocabulary/engine.js';
import { pitchClassCount } from '../../vocabulary/settings.js';
import './texts.js';

/** @type {Promise<FileParser> | undefined} */
let loading;

/** The core's reader, once. */
function parser() {
  loading ??= FileParser.load();
  loading.catch(() => { loading = undefined; });
  return loading;
}

/**
 * @param {string} name Of the file.
 * @param {unknown} error
 */
function refusal(name, error) {
  if (!(error instanceof FileRefusal)) {
    console.warn(error);
    return t('not-loaded');
  }
  const { problem, line, part, text, limit } = error;
  const values = { line, text, limit, part: t(`scala-part-${part}`) };
  return `${name}${line > 0 ? `, ${t('file-line', { line })}` : ''}: ${t(`file-${problem}`, values)}`;
}

/**
 * Takes a Scala file; a mapping is for the scale that comes with it, or came before.
 *
 * @param {{name: string, bytes: Uint8Array}[]} files
 * @returns {Promise<string>} What to say.
 */
export async function takeScala(files) {
  const isMapping = (/** @type {{name: string}} */ file) => /\.kbm$/i.test(file.name);
  const ordered = [...files.filter((file) => !isMapping(file)), ...files.filter(isMapping)];
  let said = '';
  for (const { name, bytes } of ordered) {
    try {
      const core = await parser();
      if (isMapping({ name })) said = takeMapping(name, core.mappingOf(bytes));
      else said = take(name.replace(/\.scl$/i, ''), core.scaleOf(bytes), name);
    } catch (error) { return refusal(name, error); }
  }
  return said;
}

/**
 * @param {number} count Equal steps of an octave.
 * @returns {Promise<string>} What to say.
 */
export async function takeDivision(count) {
  const name = `${count}-edo`;
  try {
    const scale = (await parser()).equalSteps(count);
    return take(name, { ...scale, title: t('division-title', { count }) }, '');
  } catch (error) { return refusal(name, error); }
}

/**
 * @param {string} name
 * @param {import('../../engine/files.js').ReadScale} scale
 * @param {string} source
 */
function take(name, scale, source) {
  if (scale.cents.length > degreeLimit) return `${name}: ${t('file-tooManyDegrees', { limit: degreeLimit })}`;
  const row = { name: `own:${name}`, title: scale.title || name, source, cents: scale.cents, period: scale.period, isOwn: true, isScale: !isTemperament(scale) };
  own.addScales([row]);
  settings.set('temperament', row.name);
  return [t('scale-taken', { name: row.title, count: scale.cents.length }), own.trouble && t(own.trouble)].filter(Boolean).join(' ');
}

/**
 * @param {string} name
 * @param {import('../../engine/files.js').ReadScale & {root: number, concertPitch: number}} scale
 */
function takeMapping(name, scale) {
  const said = take(name.replace(/\.kbm$/i, ''), scale, name);
  settings.set('root', scale.root);
  settings.set('concertPitch', scale.concertPitch);
  return said;
}

/**
 * Whether the core puts the degrees on the twelve notes of an octave.
 *
 * @param {import('../../engine/files.js').ReadScale} scale
 */
function isTemperament({ cents, period }) {
  if (cents.length !== pitchClassCount || Math.abs(period - 1200) > 1e-6) return false;
  try {
    pitches().tune(settings.get('concertPitch'), cents, settings.get('root'));
    return true;
  } catch { return false; }
}

/** @param {(said: string) => void} tell With what is wrong, or nothing. */
export function openInstrumentFile(tell) {
  return fileButton(t('open-instruments'), { id: 'open-instruments', accept: '.txt,text/plain' }, async ([{ name, bytes }]) => {
    try {
      own.addInstruments((await parser()).instrumentsOf(bytes));
      tell(own.trouble && t(own.trouble));
    } catch (error) { tell(refusal(name, error)); }
  });
}

/**
 * A field to paste a Scala file into, and what opens one.
 *
 * @param {(said: string) => void} tell
 */
export function scalaFields(tell) {
  const id = fresh('scala');
  const text = h('textarea', { id, rows: 6, class: 'paste', spellcheck: 'false', placeholder: '! 5-limit.scl\n!\nJust\n 7\n!\n 9/8\n…' });
  const divisionId = fresh('division');
  const division = h('input', { type: 'number', id: divisionId, min: 1, max: degreeLimit, step: 1, value: 19, class: 'small-number', inputmode: 'numeric' });
  const pasted = () => takeScala([{ name: t('pasted'), bytes: new TextEncoder().encode(text.value) }]).then(tell);
  return h('div', { class: 'stack' },
    h('div', { class: 'pills' }, fileButton(t('open-scala'), { id: 'open-scala', accept: '.scl,.kbm' }, (files) => takeScala(files).then(tell))),
    h('div', { class: 'field' }, h('label', { class: 'label', for: divisionId }, t('division')),
      h('div', { class: 'pills' }, division, button(t('take-division'), () => takeDivision(Number(division.value)).then(tell), { id: 'take-division' }))),
    h('div', { class: 'field' }, h('label', { class: 'label', for: id }, t('paste-scala')), text,
      h('div', { class: 'pills' }, button(t('take-pasted'), pasted, { id: 'take-pasted' }))));
}
