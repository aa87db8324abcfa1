// What there is no room for: a list that a button opens beside itself. The browser closes it, by Escape or a tap elsewhere.

import { h } from './dom.js';

/**
 * @param {HTMLButtonElement} opener
 * @param {string} id Of the list.
 * @param {HTMLElement[]} items Buttons, each of which closes the list.
 * @returns {HTMLElement} The list, which belongs right after the button.
 */
export function menu(opener, id, items) {
  return openedBy(opener, h('div', { id, class: 'menu', onclick: (/** @type {Event} */ event) => {
    /** @type {any} */ (event.currentTarget).hidePopover();
  } }, ...items));
}

/**
 * Lets a button open what has an identifier, beside itself.
 *
 * @template {HTMLElement} Part
 * @param {HTMLButtonElement} opener
 * @param {Part} list
 * @returns {Part}
 */
export function openedBy(opener, list) {
  list.setAttribute('popover', '');
  opener.setAttribute('popovertarget', list.id);
  list.addEventListener('beforetoggle', () => {
    // Away from the nearer edges of the window.
    const { left, top, right, bottom } = opener.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isLeft = left + right < clientWidth;
    const isAbove = top + bottom < clientHeight;
    Object.assign(list.style, {
      left: isLeft ? `${Math.max(8, left)}px` : 'auto', right: isLeft ? 'auto' : `${Math.max(8, clientWidth - right)}px`,
      top: isAbove ? `${bottom + 6}px` : 'auto', bottom: isAbove ? 'auto' : `${clientHeight - top + 6}px`,
      maxHeight: `${(isAbove ? clientHeight - bottom : top) - 14}px`,
    });
  });
  return list;
}
