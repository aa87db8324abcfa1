// Files in and out of the page.

import { button } from './controls.js';
import { h } from './dom.js';

/** @typedef {{name: string, bytes: Uint8Array}} OpenedFile */

/**
 * A button that opens a file.
 *
 * @param {string} text
 * @param {{id: string, accept: string, picture?: string}} options
 * @param {(files: OpenedFile[]) => void} use
 */
export function fileButton(text, { id, accept, picture = 'open' }, use) {
  const input = h('input', {
    type: 'file', id: `${id}-file`, accept, multiple: true, hidden: true, 'aria-label': text,
    onchange: async () => {
      const files = await Promise.all([...input.files ?? []].map(async (file) => (
        { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
      input.value = '';
      if (files.length > 0) use(files);
    },
  });
  return h('span', { class: 'file-button' }, input, button(text, () => input.click(), { picture, id }));
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string | Uint8Array} text Or bytes.
 */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
