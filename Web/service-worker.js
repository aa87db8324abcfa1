// Keeps the whole page for use without a network. The list of files and its version are written by the build
// into precache.js; a change of any file is a new version, which waits until the page is told.

importScripts('precache.js');

const { version, files } = self.precache;
const name = `kammerton-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(name);
    // What the page has fetched already is only asked about, and not fetched again.
    await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })));
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    // A tab that listens goes on with the version that it began with, whose parts it may still need.
    const open = await self.clients.matchAll();
    await (await caches.open(name)).put(olderTabs, Response.json(open.map(({ id }) => id)));
    await clearOlder();
    await self.clients.claim();
  })());
});

self.addEventListener('message', (event) => { if (event.data === 'activate') self.skipWaiting(); });

/** Where the tabs are listed that began with an older version. */
const olderTabs = './older-tabs';

/** @returns {Promise<string[]>} */
async function listOlder() {
  const list = await (await caches.open(name)).match(olderTabs);
  return list ? list.json() : [];
}

/** The caches of other versions. */
async function others() {
  return (await caches.keys()).filter((other) => other.startsWith('kammerton-') && other !== name);
}

/** Removes other versions, once no tab needs them. */
async function clearOlder() {
  for (const id of await listOlder()) if (await self.clients.get(id)) return;
  for (const other of await others()) await caches.delete(other);
}

/**
 * A file as the tab's own version has it.
 *
 * @param {Request} request
 * @param {string} tab
 * @returns {Promise<Response | undefined>}
 */
async function ofOlder(request, tab) {
  const older = await others();
  if (older.length === 0 || !(await listOlder()).includes(tab)) return undefined;
  return (await caches.open(older[older.length - 1])).match(request, { ignoreSearch: true });
}

/** How long an address with a token waits for its server before the kept page is shown, in milliseconds. */
const patience = 5000;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  // What only the server knows is never kept.
  const path = request.url.slice(self.registration.scope.length);
  if (/^(api\/|server\.json)/.test(path)) return;
  event.respondWith((async () => {
    const cache = await caches.open(name);
    if (request.mode === 'navigate') {
      await clearOlder();
      const answer = address.searchParams.has('token') ? await present(request) : null;
      return answer ?? await cache.match('./') ?? fetch(request);
    }
    return await ofOlder(request, event.clientId) ?? await cache.match(request, { ignoreSearch: true }) ?? fetch(request);
  })());
});

/**
 * Takes the token of an address to the server, which is started with a new one each time. It answers with a cookie
 * and the way to the page, or refuses the token in words. Without a server, or with one that wants no token, the kept
 * page is shown.
 *
 * @param {Request} request
 * @returns {Promise<Response | null>}
 */
async function present(request) {
  const silence = new Promise((done) => { setTimeout(done, patience, null); });
  const answer = await Promise.race([fetch(request).catch(() => null), silence]);
  return answer?.type === 'opaqueredirect' || answer?.status === 403 ? answer : null;
}
