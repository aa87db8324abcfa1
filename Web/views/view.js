// What all views share: a canvas that is as sharp as the screen, drawn once a frame while it is shown.

import { h } from '../app/dom.js';
import { startDrawing, stopDrawing } from '../app/frames.js';

/** A view on a canvas. Subclasses override `draw`, which should not allocate. */
export class CanvasView extends HTMLElement {
  constructor() {
    super();
    this.width = 0;
    this.height = 0;
    this.canvas = h('canvas', { 'aria-hidden': 'true' });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    this.observer = new ResizeObserver(() => this.measure());
    this.drawer = (/** @type {number} */ seconds, /** @type {number} */ now) => {
      if (this.width > 0) this.draw(this.context, seconds, now);
    };
  }

  /** Whether 15 frames a second are enough for it. */
  get isSlow() { return false; }

  connectedCallback() {
    this.append(this.canvas);
    this.observer.observe(this);
    startDrawing(this.drawer, this.isSlow);
  }

  disconnectedCallback() {
    this.observer.disconnect();
    stopDrawing(this.drawer);
  }

  measure() {
    const scale = Math.min(3, devicePixelRatio || 1);
    this.width = this.clientWidth;
    this.height = this.clientHeight;
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.context.scale(scale, scale);
    canvasFont = `500 12px ${getComputedStyle(this).fontFamily}`;
  }

  /**
   * @param {CanvasRenderingContext2D} _context In CSS pixels.
   * @param {number} _seconds Since the last frame.
   * @param {number} _now Milliseconds.
   */
  draw(_context, _seconds, _now) {}
}

/** Small words in drawings, in the typeface of the page. */
export let canvasFont = '';
