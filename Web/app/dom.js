// Small helpers around the document. No markup is ever made from text.

/** @typedef {Record<string, any>} Properties */

/**
 * Creates an element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties] `class`, `on…` listeners, `data-…`, `aria-…` and attributes; what is
 *   null is left out, and attributes that are false.
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  apply(element, properties);
  append(element, children);
  return element;
}

/**
 * Creates an SVG element.
 *
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElement}
 */
export function s(tag, properties = {}, ...children) {
  const element = /** @type {SVGElement} */ (
    document.createElementNS('http://www.w3.org/2000/svg', tag));
  apply(element, properties);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Properties} properties
 */
function apply(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (value === false && !name.startsWith('aria-') && !name.startsWith('data-')) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true && !name.includes('-') ? '' : String(value));
  }
}

/**
 * @param {Element} element
 * @param {(Node | string | null | undefined | false)[]} children
 */
function append(element, children) {
  for (const child of children) if (child || child === '') element.append(child);
}

/**
 * Sets a text only if it changed, so that nothing is laid out anew for nothing.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean} value
 */
export function setAttribute(element, name, value) {
  const text = String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** @param {HTMLElement} element @param {boolean} isHidden */
export function setHidden(element, isHidden) { if (element.hidden !== isHidden) element.hidden = isHidden; }

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export function clamp(value, low, high) { return Math.min(high, Math.max(low, value)); }

/** @type {WeakMap<Element, Record<string, string>>} */
const styles = new WeakMap();

/**
 * Sets a property of an element's style only if it changed. What was set is remembered here: the element would give it back
 * in another spelling.
 *
 * @param {HTMLElement | SVGElement} element
 * @param {'transform' | 'opacity' | 'clipPath'} name
 * @param {string} value
 */
export function setStyle(element, name, value) {
  let known = styles.get(element);
  if (!known) { known = {}; styles.set(element, known); }
  if (known[name] === value) return;
  known[name] = value;
  element.style[name] = value;
}

/**
 * Follows how wide an element is, in CSS pixels, and 0 while it is not shown. To ask the element at each frame would lay the
 * page out anew each time.
 *
 * @param {Element} element
 * @returns {{readonly value: number}}
 */
export function followWidth(element) {
  const width = { value: 0 };
  new ResizeObserver(([entry]) => { width.value = entry.contentRect.width; }).observe(element);
  return width;
}
