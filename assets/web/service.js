// The page's service worker. It keeps the page's files, so that the page opens without a network and as an app of its own; and it
// adds the headers under which a page may share memory between threads, for hosts that cannot be told to send them.

const kept = 'warplens';
const files = '@WARPLENS_KEPT_FILES@'.split(';');  // cmake/web/files.cmake

const addressOf = (file) => new URL(file, self.registration.scope).href;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(['', ...files].map(addressOf))).catch(() => {}));
  self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

function withHeaders(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');  // for frames in pages that ask for it
  return new Response(response.body, {status: response.status, statusText: response.statusText, headers});
}

// From the network while there is one, which says whether a file has changed: so a new version of the page comes as a whole.
async function answer(request, address) {
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request, request.mode === 'navigate' ? undefined : {cache: 'no-cache'});
    if (response.ok) await cache.put(address, response.clone()).catch(() => {});
    return withHeaders(response);
  } catch (problem) {
    const found = await cache.match(address);
    if (found === undefined) throw problem;
    return withHeaders(found);
  }
}

// The compiler's archive is kept by its worker (compiler.js).
const own = new Set(['', ...files].map(addressOf));
self.addEventListener('fetch', (event) => {
  const address = event.request.url.replace(/[?#].*/, '');
  if (event.request.method === 'GET' && own.has(address)) event.respondWith(answer(event.request, address));
});
