// Choices that need room open in a dialog: the browser keeps the keyboard in it and gives it back.

import { fresh, roundButton } from './controls.js';
import { h } from './dom.js';
import { t } from './i18n.js';

/**
 * @param {string} title
 * @param {Node} content
 * @param {{wide?: boolean, onclose?: () => void}} options
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { wide = false, onclose } = {}) {
  const id = fresh('dialog');
  /** @type {HTMLDialogElement} */
  const dialog = h('dialog', { class: wide ? 'dialog wide' : 'dialog', 'aria-labelledby': id },
    h('header', { class: 'dialog-head' }, h('h2', { id }, title),
      roundButton(t('close'), 'close', () => dialog.close())),
    h('div', { class: 'dialog-body' }, content));
  dialog.addEventListener('click', (/** @type {Event} */ event) => { if (event.target === dialog) dialog.close(); });
  const opener = document.activeElement?.id;
  dialog.addEventListener('close', () => {
    dialog.remove();
    onclose?.();
    // The browser knows only the button that was there, not the one that a choice put in its place.
    if (!opener || document.activeElement !== document.body) return;
    const back = document.getElementById(opener);
    // What the dialog has closed opens again, if its button is in there.
    /** @type {any} */ (back?.closest('[popover]:not(:popover-open)'))?.showPopover();
    back?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
