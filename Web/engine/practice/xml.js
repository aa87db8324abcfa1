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

/** Encodings whose letters beyond ASCII are single bytes, as documents and as `TextDecoder` call them. */
const western = ['iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin1', 'latin-1', 'l1', 'windows-1252', 'cp1252', 'cp-1252'];
const latin9 = ['iso-8859-15', 'iso8859-15', 'iso_8859-15', 'latin9', 'latin-9'];
/** What is declared as UTF-16 and has no zeros was converted since. */
const unicode = ['', 'utf-8', 'utf8', 'us-ascii', 'ascii', 'utf-16', 'utf-16le', 'utf-16be', 'ucs-2', 'iso-10646-ucs-2', 'unicode'];

/**
 * A document as the command reads it, with blanks for its declaration, which may follow blank lines and lack its last
 * question mark.
 *
 * @param {Uint8Array} bytes
 */
export function decoded(bytes) {
  const written = textOf(bytes).replace(/^\uFEFF+/, '');
  return written.replace(/^\s*<\?xml\s[^>]{0,1000}>/, (declaration) => declaration.replace(/[^\r\n]/g, ' '));
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const name = declaredEncoding(bytes);
  if (western.includes(name.toLowerCase())) return new TextDecoder('windows-1252').decode(bytes);
  if (latin9.includes(name.toLowerCase())) return new TextDecoder('iso-8859-15').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (!unicode.includes(name.toLowerCase())) throw new PracticeRefusal('unknownEncoding', 0, name.slice(0, 40));
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @param {Uint8Array} bytes UTF-16 shows in its byte order mark, or its zeros. */
function wideEncoding([first, second, third, fourth]) {
  if ((first === 0xFF && second === 0xFE) || (first > 0 && second === 0 && fourth === 0)) return 'utf-16le';
  if ((first === 0xFE && second === 0xFF) || (first === 0 && second > 0 && third === 0)) return 'utf-16be';
  return '';
}

/** @param {Uint8Array} bytes */
function declaredEncoding(bytes) {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1000));
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*(["'])([!-~]+?)\1[^>]*>/.exec(head)?.[2] ?? '';
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
