// Style sheets that are loaded with the part that needs them.

import { h } from './dom.js';

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/**
 * Loads a sheet once, so that nothing is seen before it. Without it the part is plain, but there.
 *
 * @param {string} name In the folder of styles.
 */
export function loadSheet(name) {
  const loading = sheets.get(name) ?? new Promise((done) => {
    const sheet = h('link', { rel: 'stylesheet', href: new URL(`../styles/${name}.css`, import.meta.url).href });
    for (const event of ['load', 'error']) sheet.addEventListener(event, done);
    document.head.append(sheet);
  });
  sheets.set(name, loading);
  return loading;
}
