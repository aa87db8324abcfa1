// What the panels share: they are built anew when the language changes, and keep the keyboard's place.

import { hasLanguage, onLanguage } from '../app/i18n.js';
import { onNames } from '../app/names.js';

export class Panel extends HTMLElement {
  constructor() {
    super();
    this.hasBegun = false;
  }

  connectedCallback() {
    if (this.hasBegun) return;
    this.hasBegun = true;
    onLanguage(() => this.rebuild());
    if (this.usesNames) onNames(() => { if (this.childElementCount > 0) this.rebuild(); });
    if (hasLanguage()) this.rebuild();
    this.begin();
  }

  /** Whether notes are named in it. */
  get usesNames() { return false; }

  rebuild() {
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : '';
    this.replaceChildren();
    this.build();
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Makes the children. Called again for another language. */
  build() {}

  /** Starts what goes on for ever. Called once. */
  begin() {}
}
