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
    for (const other of await caches.keys()) {
      if (other.startsWith('kammerton-') && other !== name) await caches.delete(other);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('message', (event) => { if (event.data === 'activate') self.skipWaiting(); });

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(name);
    const key = request.mode === 'navigate' ? './' : request;
    return await cache.match(key, { ignoreSearch: true }) ?? fetch(request);
  })());
});
