// The language of the page. The words are in texts.js, one row a text.

import { settings } from './settings.js';
import { languages, texts } from './texts.js';

const codes = Object.keys(languages);
let column = 0;
const listeners = new Set();

/** The code of the language that is shown, such as `zh-Hans`. */
export let language = 'en';

/**
 * A text, with `{names}` replaced.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values) {
  const row = texts[key];
  if (!row) { console.error(`No text for ${key}`); return key; }
  const text = row[column] ?? row[0];
  return values ? text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? '')) : text;
}

/** @param {() => void} listener Called at every change of language. */
export function onLanguage(listener) { listeners.add(listener); }

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * A number as the language writes it, with a true minus sign.
 *
 * @param {number} value
 * @param {number} [digits] After the point.
 * @param {boolean} [signed] Whether a plus is written.
 */
export function formatNumber(value, digits = 0, signed = false) {
  const key = `${language} ${digits} ${signed}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      minimumFractionDigits: digits, maximumFractionDigits: digits,
      signDisplay: signed ? 'exceptZero' : 'auto', useGrouping: false,
    });
    formats.set(key, format);
  }
  return format.format(value).replace('-', '−');
}

function preferred() {
  for (const wanted of navigator.languages ?? []) {
    const low = wanted.toLowerCase();
    if (low.startsWith('zh')) return 'zh-Hans';
    const code = codes.find((known) => low.split('-')[0] === known);
    if (code) return code;
  }
  return 'en';
}

function choose() {
  const wanted = settings.get('language');
  language = codes.includes(wanted) ? wanted : preferred();
  column = codes.indexOf(language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.text ?? '');
  }
  for (const listener of listeners) listener();
}

let isStarted = false;
export function hasLanguage() { return isStarted; }

export function startLanguage() { isStarted = true; settings.watch(['language'], choose); }
