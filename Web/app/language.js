// The language of the page, and where its words come from. This is a file of its own in the site, so that the words of another
// language than English are on their way while the rest of the page is still coming.

export const languages = {
  en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語', 'zh-Hans': '简体中文',
};

const codes = Object.keys(languages);

/** The first of the browser's languages that the page has. */
export function preferred() {
  for (const wanted of navigator.languages ?? []) {
    const low = wanted.toLowerCase();
    if (low.startsWith('zh')) return 'zh-Hans';
    const code = codes.find((known) => low.split('-')[0] === known);
    if (code) return code;
  }
  return 'en';
}

/**
 * What the page says in one language.
 *
 * @typedef {object} Words
 * @property {Record<string, string>} words By the keys of texts.js, which has the English ones itself.
 * @property {Record<string, string>} instruments Names of instruments and of their groups, by the English ones.
 */

/** @type {Words} */
export const english = { words: {}, instruments: {} };

/** @type {Map<string, Promise<Words>>} */
const coming = new Map([['en', Promise.resolve(english)]]);

/**
 * The words of a language.
 *
 * @param {string} code
 * @returns {Promise<Words>}
 * @throws {Error} If they cannot be fetched; the next call tries again.
 */
export function wordsOf(code) {
  let words = coming.get(code);
  if (!words) {
    // The build writes these files from the columns of texts.js and instrument-names.js.
    words = /** @type {Promise<Words>} */ (import(new URL(`./texts/${code}.js`, import.meta.url).href));
    words.catch(() => coming.delete(code));
    coming.set(code, words);
  }
  return words;
}

/** The language that the settings will most likely name, before they are there. */
function expected() {
  try {
    const linked = /[#/&]language=([\w-]+)/.exec(location.hash)?.[1];
    const wanted = linked ?? JSON.parse(localStorage.getItem('kammerton.settings/language') ?? 'null');
    return codes.includes(wanted) ? wanted : preferred();
  } catch { return preferred(); }
}

// Whoever needs them hears of a failure. Tests read this file without a page, too.
if (typeof window !== 'undefined') wordsOf(expected()).catch(() => {});
