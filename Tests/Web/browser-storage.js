// Tabs that share a local storage as browsers let them: each process has a copy, in which its own changes stand at once; the
// others' come later, in one order for all, and a tab hears of each by an event.

/** The storage of a browser. */
export class SharedStorage {
  constructor() {
    /** @type {{tab: Tab, key: string, value: string | null}[]} All changes, in the order that holds for all tabs. */
    this.log = [];
    /** @type {Set<Tab>} Those that are open, and closed ones whose last changes are on their way. */
    this.tabs = new Set();
    /** The most characters of all keys and values. */
    this.quota = Infinity;
  }

  open() {
    const tab = new Tab(this);
    this.tabs.add(tab);
    return tab;
  }

  /** Everything arrives everywhere. */
  settle() {
    for (let isMoving = true; isMoving;) {
      isMoving = false;
      for (const tab of this.tabs) while (tab.send() || tab.receive()) isMoving = true;
    }
  }
}

/** A tab's view of it, as `localStorage`; as `page`, what the tab hears. */
export class Tab {
  /** @param {SharedStorage} shared */
  constructor(shared) {
    this.shared = shared;
    this.page = new EventTarget();
    /** @type {Map<string, string>} */
    this.copy = new Map();
    /** @type {{tab: Tab, key: string, value: string | null}[]} */
    this.leaving = [];
    this.heard = 0;
    this.isOpen = true;
    this.writes = 0;
    while (this.receive(false)) { /* A new process reads all of it. */ }
  }

  get length() { return this.copy.size; }

  /** @param {number} index */
  key(index) { return [...this.copy.keys()][index] ?? null; }

  /** @param {string} key */
  getItem(key) { return this.copy.get(key) ?? null; }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    const size = [...this.copy].reduce((sum, [name, text]) => sum + (name === key ? 0 : name.length + text.length), key.length + value.length);
    if (size > this.shared.quota) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    this.change(key, value);
  }

  /** @param {string} key */
  removeItem(key) { if (this.copy.has(key)) this.change(key, null); }

  /** @param {string} key @param {string | null} value */
  change(key, value) {
    this.writes += 1;
    this.apply(key, value);
    this.leaving.push({ tab: this, key, value });
  }

  /** @param {string} key @param {string | null} value */
  apply(key, value) { if (value === null) this.copy.delete(key); else this.copy.set(key, value); }

  /** @returns {boolean} Whether a change went out. */
  send() {
    const change = this.leaving.shift();
    if (change) this.shared.log.push(change);
    if (!this.isOpen && this.leaving.length === 0) this.shared.tabs.delete(this);
    return change !== undefined;
  }

  /** @param {boolean} [tells] @returns {boolean} Whether a change came in. */
  receive(tells = true) {
    const change = this.shared.log[this.heard];
    if (!change || !this.isOpen) return false;
    this.heard += 1;
    const { tab, key, value } = change;
    if (tab === this) return true;
    // What this tab changed itself and is still on its way comes later in the order.
    const isMine = [...this.leaving, ...this.shared.log.slice(this.heard)].some((other) => other.tab === this && other.key === key);
    if (!isMine) this.apply(key, value);
    if (tells) this.page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value, storageArea: null }));
    return true;
  }

  close() {
    this.page.dispatchEvent(new Event('pagehide'));
    this.isOpen = false;
    if (this.leaving.length === 0) this.shared.tabs.delete(this);
  }
}
