// What this browser stores for the page, for all of its tabs: tables of rows, each row under a key of its own in local
// storage. A change writes the rows that changed and nothing else, so that no tab can overwrite what another one stored
// (docs/decisions/0051-one-key-per-stored-row.md).

/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>} TabStorage */
/** @typedef {'' | 'storage-off' | 'storage-full'} Trouble The text that says why rows are not stored; nothing if they are. */

/**
 * The rows under one name. Those that cannot be stored last until the page is closed.
 *
 * Events: `change` when another tab changed a row, with its name as the detail.
 *
 * @template Row
 */
export class Table extends EventTarget {
  /**
   * @param {TabStorage | null} storage
   * @param {string} name
   * @param {(value: any) => value is Row} isRow
   */
  constructor(storage, name, isRow) {
    super();
    this.storage = storage;
    this.prefix = `${name}/`;
    this.isRow = isRow;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {Set<string>} Names of rows that the storage refused. */
    this.refused = new Set();
    /** How many stored rows were not such as this page writes, and were removed. */
    this.mended = 0;
    this.read();
  }

  /** @returns {Trouble} */
  get trouble() {
    if (!this.storage) return 'storage-off';
    return this.refused.size > 0 ? 'storage-full' : '';
  }

  /** Reads all rows, and removes those that are damaged. */
  read() {
    const mine = [...this.refused].map((name) => /** @type {[string, Row]} */ ([name, this.rows.get(name)]));
    this.rows = new Map();
    for (const name of this.storedNames()) {
      const row = this.stored(name);
      if (row !== undefined) { this.rows.set(name, row); continue; }
      this.mended += 1;
      this.storage?.removeItem(this.prefix + name);
    }
    for (const [name, row] of mine) this.rows.set(name, row);
  }

  /** @returns {string[]} */
  storedNames() {
    const { storage, prefix } = this;
    const names = [];
    for (let index = 0; index < (storage?.length ?? 0); index += 1) {
      const key = storage?.key(index);
      if (key?.startsWith(prefix)) names.push(key.slice(prefix.length));
    }
    return names;
  }

  /** @param {string} name @returns {Row | undefined} The stored row, if it is there and not damaged. */
  stored(name) {
    const text = this.storage?.getItem(this.prefix + name) ?? null;
    if (text === null) return undefined;
    try {
      const value = JSON.parse(text);
      return this.isRow(value) ? value : undefined;
    } catch { return undefined; }
  }

  /**
   * Stores rows, and removes those without a value.
   *
   * @param {Iterable<readonly [string, Row | undefined]>} changes
   * @returns {boolean} Whether everything of this table is stored now.
   */
  write(changes) {
    const isRemoving = [];
    for (const [name, row] of changes) {
      if (row === undefined) isRemoving.push(name);
      else {
        this.rows.set(name, row);
        this.refused.add(name);
      }
    }
    // First, since this makes room.
    for (const name of isRemoving) {
      this.rows.delete(name);
      this.refused.delete(name);
      this.storage?.removeItem(this.prefix + name);
    }
    return this.flush();
  }

  /** Tries to store what is not stored yet. */
  flush() {
    const { storage } = this;
    if (!storage) return false;
    for (const name of [...this.refused]) {
      const [key, text] = [this.prefix + name, JSON.stringify(this.rows.get(name))];
      try {
        if (storage.getItem(key) !== text) storage.setItem(key, text);
        this.refused.delete(name);
      } catch { break; }  // It is full.
    }
    return this.refused.size === 0;
  }

  /** Removes all rows, also those that other tabs have stored just now. */
  clear() {
    for (const name of this.storedNames()) this.storage?.removeItem(this.prefix + name);
    this.rows.clear();
    this.refused.clear();
  }

  /**
   * Takes over what another tab did to a row. What counts is what is stored: this tab may have changed it since.
   *
   * @param {string} name
   */
  hear(name) {
    const row = this.stored(name);
    if (row === undefined) this.rows.delete(name);
    else this.rows.set(name, row);
    this.refused.delete(name);
    // What another tab removed made room.
    if (row === undefined) this.flush();
    this.dispatchEvent(new CustomEvent('change', { detail: name }));
  }
}

/** The tables of a tab, and what it hears of the others. */
export class Store {
  /**
   * @param {() => TabStorage} open Throws where the browser forbids it.
   * @param {Pick<EventTarget, 'addEventListener'>} page Which hears of other tabs, of its end and of its return.
   */
  constructor(open = () => localStorage, page = globalThis) {
    /** @type {TabStorage | null} */
    this.storage = null;
    try { this.storage = open(); } catch { /* Forbidden: everything lasts until the page is closed. */ }
    /** @type {Map<string, Table<any>>} */
    this.tables = new Map();
    /** @type {Map<string, () => void>} What reads the keys of earlier versions. */
    this.adopters = new Map();
    page.addEventListener('storage', (event) => this.hear(/** @type {StorageEvent} */ (event)));
    // A page that comes back from the browser's cache has heard nothing in between.
    page.addEventListener('pageshow', (event) => { if (/** @type {PageTransitionEvent} */ (event).persisted) this.readAgain(); });
    page.addEventListener('pagehide', () => { for (const table of this.tables.values()) table.flush(); });
  }

  /**
   * @template Row
   * @param {string} name
   * @param {(value: any) => value is Row} isRow
   * @returns {Table<Row>}
   */
  table(name, isRow) {
    const table = new Table(this.storage, name, isRow);
    this.tables.set(table.prefix, table);
    return table;
  }

  /**
   * Takes over what earlier versions stored under one key, now and whenever a tab of such a version stores it again. Rows
   * that are there already stay as they are.
   *
   * @template Row
   * @param {string} key
   * @param {Table<Row>} table
   * @param {(text: string) => Iterable<readonly [string, Row]>} rowsOf Throws if the text is damaged.
   */
  adopt(key, table, rowsOf) {
    const take = () => {
      const text = this.storage?.getItem(key) ?? null;
      if (text === null) return;
      try {
        const rows = [...rowsOf(text)].filter(([name]) => !table.rows.has(name));
        // Until all of it is stored anew, it stays.
        if (!table.write(rows)) return;
        this.storage?.removeItem(key);
        for (const [name] of rows) table.dispatchEvent(new CustomEvent('change', { detail: name }));
      } catch { /* Damaged: nobody can read it. */ }
    };
    this.adopters.set(key, take);
    take();
  }

  /** @param {StorageEvent} event */
  hear({ key, newValue, storageArea }) {
    if (storageArea && storageArea !== this.storage) return;
    if (key === null) { this.readAgain(); return; }
    if (newValue !== null) this.adopters.get(key)?.();
    const end = key.indexOf('/') + 1;
    this.tables.get(key.slice(0, end))?.hear(key.slice(end));
  }

  readAgain() {
    for (const table of this.tables.values()) {
      const names = new Set(table.rows.keys());
      table.read();
      for (const name of new Set([...names, ...table.rows.keys()])) table.dispatchEvent(new CustomEvent('change', { detail: name }));
    }
  }
}

export const store = new Store();
