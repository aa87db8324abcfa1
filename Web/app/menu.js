// What there is no room for: a list that a button opens beside itself. The browser closes it, by Escape or a tap elsewhere.

import { h } from './dom.js';

/**
 * @param {HTMLButtonElement} opener
 * @param {string} id Of the list.
 * @param {HTMLElement[]} items Buttons, each of which closes the list.
 * @returns {HTMLElement} The list, which belongs right after the button.
 */
export function menu(opener, id, items) {
  const list = h('div', { id, class: 'menu', popover: '', onclick: () => { /** @type {any} */ (list).hidePopover(); } }, ...items);
  opener.setAttribute('popovertarget', id);
  list.addEventListener('beforetoggle', () => {
    // Away from the nearer edges of the window.
    const { left, top, right, bottom } = opener.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isLeft = left + right < clientWidth;
    const isAbove = top + bottom < clientHeight;
    Object.assign(list.style, {
      left: isLeft ? `${Math.max(8, left)}px` : 'auto', right: isLeft ? 'auto' : `${Math.max(8, clientWidth - right)}px`,
      top: isAbove ? `${bottom + 6}px` : 'auto', bottom: isAbove ? 'auto' : `${clientHeight - top + 6}px`,
    });
  });
  return list;
}
