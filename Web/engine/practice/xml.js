// A MusicXML document as events for the core, by the browser's own parser. It runs in the page: workers have no parser.

import { xmlMarks } from '../../vocabulary/practice.js';
import { PracticeRefusal } from './refusal.js';

/** How many characters of events go to the core at once. */
const chunkLength = 1 << 18;
const [start, attribute, value, end, text] = [xmlMarks.start, xmlMarks.attribute, xmlMarks.value, xmlMarks.end, xmlMarks.text]
  .map((code) => String.fromCharCode(code));

/**
 * The events of a document, in the form of `XMLEventText`.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[]}
 * @throws {PracticeRefusal} If it is no XML, or declares entities.
 */
export function xmlEvents(bytes) {
  const written = decoded(bytes);
  if (declaresEntities(written)) throw new PracticeRefusal('entities');
  const document = new DOMParser().parseFromString(written, 'application/xml');
  const error = document.getElementsByTagName('parsererror')[0];
  if (error) throw new PracticeRefusal('notXML', Number(/line(?: number)? (\d+)/i.exec(error.textContent ?? '')?.[1] ?? 1));
  return events(document);
}

/**
 * Text in the encodings that the command reads.
 *
 * @param {Uint8Array} bytes
 */
function decoded(bytes) {
  const encoding = encodingOf(bytes);
  if (!['utf-8', 'us-ascii', 'iso-8859-1', 'utf-16le', 'utf-16be', 'utf-16'].includes(encoding)) throw new PracticeRefusal('notXML', 1);
  const label = encoding === 'us-ascii' ? 'utf-8' : encoding;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    const loose = new TextDecoder(label).decode(bytes);
    throw new PracticeRefusal('notXML', loose.slice(0, loose.indexOf('\uFFFD')).split('\n').length);
  }
}

/** @param {Uint8Array} bytes */
function encodingOf(bytes) {
  const [first, second] = bytes;
  if ((first === 0xFF && second === 0xFE) || (first === 0x3C && second === 0)) return 'utf-16le';
  if ((first === 0xFE && second === 0xFF) || (first === 0 && second === 0x3C)) return 'utf-16be';
  const head = new TextDecoder('iso-8859-1').decode(bytes.subarray(0, 200));
  return /^(?:ï»¿)?<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1].toLowerCase() ?? 'utf-8';
}

/**
 * Whether the document type declares entities: no program for scores does, and a parser would expand them.
 *
 * @param {string} document
 */
export function declaresEntities(document) {
  const prolog = /(?:\uFEFF|\s+|<\?[^]*?\?>|<!--[^]*?-->)*/y;
  prolog.exec(document);
  if (!document.startsWith('<!DOCTYPE', prolog.lastIndex)) return false;
  const part = /<!--[^]*?-->|<\?[^]*?\?>|"[^"]*"|'[^']*'|<!ENTITY|[[\]>]|<|[^"'<[\]>]+/gy;
  part.lastIndex = prolog.lastIndex + '<!DOCTYPE'.length;
  let isInside = false;
  for (;;) {
    const position = part.lastIndex;
    const [found] = part.exec(document) ?? [];
    // What cannot be followed is refused rather than handed to a parser that may follow it.
    if (found === undefined) return document.includes('<!ENTITY', position);
    if (found === '<!ENTITY') return true;
    if (found === '[') isInside = true;
    if (found === ']') isInside = false;
    if (found === '>' && !isInside) return false;
  }
}

/** @param {Document} document */
function events(document) {
  const encoder = new TextEncoder();
  /** @type {Uint8Array[]} */
  const chunks = [];
  let pending = '';
  let words = '';
  const add = (/** @type {string} */ event) => {
    pending += event;
    words = '';
    if (pending.length < chunkLength) return;
    chunks.push(encoder.encode(pending));
    pending = '';
  };
  const begin = (/** @type {Element} */ element) => {
    let event = start + element.nodeName;
    for (const { name, value: written } of element.attributes) event += attribute + name + value + written;
    add(event);
  };
  const finish = (/** @type {Node} */ element) => add(end + element.nodeName + text + words);
  /** @type {Node | null} */
  let node = document.documentElement;
  while (node) {
    if (node instanceof Element) begin(node);
    else if (node instanceof CharacterData && !(node instanceof Comment) && !(node instanceof ProcessingInstruction)) words += node.data;
    if (node.firstChild) { node = node.firstChild; continue; }
    if (node instanceof Element) finish(node);
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (!(node instanceof Element)) { node = null; break; }
      finish(node);
    }
    node = node?.nextSibling ?? null;
  }
  if (pending) chunks.push(encoder.encode(pending));
  return chunks;
}
