// The controls that settings are made with. All are native ones underneath.

import { h } from './dom.js';
import { icon } from './icons.js';
import { settings } from './settings.js';

let counter = 0;

/**
 * An identifier that no other element has.
 *
 * @param {string} name
 */
export function fresh(name) { return `${name}-${counter += 1}`; }

/**
 * One of a few, side by side.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.setting
 * @param {[any, string][]} options.choices Value and text.
 */
export function segments({ label, setting, choices }) {
  const name = fresh(setting);
  return h('fieldset', { class: 'segments' }, h('legend', { class: 'label' }, label),
    h('div', { class: 'segments-row' }, ...choices.map(([value, text]) => h('label', { class: 'segment' },
      h('input', {
        type: 'radio', name, id: `${setting}-${value}`, checked: settings.get(setting) === value,
        onchange: () => settings.set(setting, value),
      }), h('span', {}, text)))));
}

/**
 * One of many, in the browser's own list.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.setting
 * @param {[any, string][]} options.choices
 * @param {boolean} [options.numeric]
 */
export function choice({ label, setting, choices, numeric = false }) {
  const id = `field-${setting}`;
  const select = h('select', {
    id, onchange: () => settings.set(setting, numeric ? Number(select.value) : select.value),
  }, ...choices.map(([value, text]) => h('option', { value: String(value) }, text)));
  select.value = String(settings.get(setting));
  return h('div', { class: 'field' }, h('label', { class: 'label', for: id }, label),
    h('div', { class: 'select' }, select, icon('down')));
}

/**
 * On or off, with what it does beneath.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.setting
 * @param {string} [options.note]
 */
export function toggle({ label, setting, note }) {
  const id = `field-${setting}`;
  const box = h('input', {
    type: 'checkbox', role: 'switch', id, checked: settings.get(setting),
    'aria-describedby': note ? `${id}-note` : null, 'data-setting': setting,
    onchange: () => settings.set(setting, box.checked),
  });
  return h('div', { class: 'toggle' }, h('label', { for: id }, label), box,
    note && h('p', { class: 'hint', id: `${id}-note` }, note));
}

/**
 * A slider with its value.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.setting
 * @param {number} options.low
 * @param {number} options.high
 * @param {number} [options.step]
 * @param {(value: number) => string} options.format
 */
export function slider({ label, setting, low, high, step = 1, format }) {
  const id = `field-${setting}`;
  const value = h('output', { for: id });
  const input = h('input', {
    type: 'range', id, min: low, max: high, step, value: settings.get(setting), 'data-setting': setting,
    oninput: () => settings.set(setting, Number(input.value)),
  });
  const show = () => {
    value.textContent = format(settings.get(setting));
    input.setAttribute('aria-valuetext', value.textContent);
  };
  show();
  input.addEventListener('input', show);
  return h('div', { class: 'field' },
    h('div', { class: 'label-row' }, h('label', { class: 'label', for: id }, label), value), input);
}

/**
 * @param {string} text
 * @param {() => void} onclick
 * @param {{kind?: string, picture?: string, id?: string}} options
 */
export function button(text, onclick, { kind = 'plain', picture, id } = {}) {
  return h('button', { type: 'button', class: `button ${kind}`, onclick, id },
    picture ? icon(picture) : null, h('span', {}, text));
}

/**
 * A button that is only a drawing; its text is for screen readers.
 *
 * @param {string} text
 * @param {string} picture
 * @param {() => void} onclick
 */
export function roundButton(text, picture, onclick) {
  return h('button', { type: 'button', class: 'round', 'aria-label': text, title: text, onclick }, icon(picture));
}
