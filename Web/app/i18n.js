// The texts of the page in its language. They are in texts.js, one row a text; the build takes all languages but English
// out of it, and `wordsOf` loads the one that is wanted.

import { english, languages, preferred, wordsOf } from './language.js';
import { notify } from './notice.js';
import { settings } from './settings.js';
import { texts } from './texts.js';

const codes = Object.keys(languages);
let column = 0;
let { words, instruments } = english;
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
  const text = words[key] ?? row[column] ?? row[0];
  return values ? text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? '')) : text;
}

/**
 * A built-in instrument, or a group of them, in the page's language.
 *
 * @param {string} name
 */
export function localName(name) { return Object.hasOwn(instruments, name) ? instruments[name] : name; }

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

/** The code of the language that is wanted. */
function wanted() {
  const code = settings.get('language');
  return codes.includes(code) ? code : preferred();
}

/**
 * Shows the page in a language from now on.
 *
 * @param {string} code
 * @param {import('./language.js').Words} found
 */
function take(code, found) {
  language = code;
  ({ words, instruments } = found);
  column = codes.indexOf(code);
}

/** Puts the words where they belong. */
function show() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.text ?? '');
  }
  for (const listener of listeners) listener();
}

/** Changes to the language that is wanted once its words are there. Until then, and without them, the page stays as it is. */
async function change() {
  const code = wanted();
  try {
    const found = await wordsOf(code);
    // Another language may have been chosen meanwhile.
    if (code !== wanted() || code === language) return;
    take(code, found);
    show();
  } catch (error) {
    console.warn(error);
    if (code === wanted()) notify(t('not-loaded'));
    addEventListener('online', change, { once: true });
  }
}

/** How long the start of the page waits for the words of its language, in milliseconds. Then it is in English until they come. */
const patience = 3000;

// The page waits here, so that nobody sees it in another language first. The words were asked for before all this was there.
try {
  const code = wanted();
  const found = await Promise.race([wordsOf(code), new Promise((done) => { setTimeout(done, patience, null); })]);
  if (found) take(code, found);
} catch (error) { console.warn(error); }

let isStarted = false;
export function hasLanguage() { return isStarted; }

export function startLanguage() {
  isStarted = true;
  show();
  if (language !== wanted()) change();
  settings.addEventListener('change', (event) => { if (/** @type {CustomEvent} */ (event).detail === 'language') change(); });
}
