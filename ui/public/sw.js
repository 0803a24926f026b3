// Keeps the page itself, so that it opens on a flaky network. What happens at tables is never kept: /api and /ws pass by.

const KEPT = "tripot-1";
const FRONT = "/";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(FRONT)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && (pathname === FRONT || pathname.startsWith("/t/")))
    event.respondWith(front(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** The newest front page if the network answers, else the last one; every table has the same. */
async function front(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(cache, answer);
    return answer;
  } catch {
    return (await cache.match(FRONT)) ?? Response.error();
  }
}

/** A new front page names new files: the old ones go. */
async function keep(cache, answer) {
  const text = await answer.clone().text();
  const known = await (await cache.match(FRONT))?.text();
  await cache.put(FRONT, answer.clone());
  if (known === text) return;
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname !== FRONT) await cache.delete(request);
  }
}

/** Their names change with what is in them, so a kept one is the right one. */
async function asset(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
