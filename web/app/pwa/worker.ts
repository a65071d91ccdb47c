// The service worker. The build strips its types and writes `KEPT` and `PARTS` above it (`build/serviceWorker.ts`), so
// it imports nothing.

declare const KEPT: string
declare const PARTS: string[]

const scope = self as unknown as WorkerScope
/** Milliseconds before the cached page is shown: a weak connection is worse than none. */
const timeout_ms = 5000
const icon = '/icons/icon-192.png'

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', answer)
scope.addEventListener('message', ({ data }) => keepParts(data))
scope.addEventListener('push', (event) => event.waitUntil(show(event)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openApp(event)))

async function install(): Promise<void> {
  await (await caches.open(KEPT)).addAll(PARTS)
  await scope.skipWaiting()
}

/** Deletes the caches of older builds. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
  await scope.clients.claim()
}

/** Pages: network first, cache when offline or too slow. Responses of the API are never cached. */
function answer(event: FetchEvent): void {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (/^\/(api|gateway|socket\.io|healthz|readyz|metrics)(\/|$)/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(part(request))
  else if (PARTS.includes(pathname) && pathname !== '/') event.respondWith(freshPart(request))
}

async function page(request: Request): Promise<Response> {
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), timeout_ms))
  try {
    return await Promise.race([fetch(request), timeout])
  } catch {
    return (await (await caches.open(KEPT)).match('/')) ?? Response.error()
  }
}

/** Assets: cache first. Their names carry a content hash, so a cached copy never goes stale. */
async function part(request: Request): Promise<Response> {
  const kept = await caches.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await (await caches.open(KEPT)).put(request.url, response.clone()).catch(() => {})
  return response
}

async function freshPart(request: Request): Promise<Response> {
  return fetch(request).catch(async () => (await caches.match(request.url)) ?? Response.error())
}

/** Caches what a page loaded before this worker took control. */
async function keepParts(data: unknown): Promise<void> {
  const { parts } = (data ?? {}) as { parts?: unknown }
  if (!Array.isArray(parts)) return
  const cache = await caches.open(KEPT)
  for (const path of parts.slice(0, 200)) {
    if (typeof path !== 'string' || !path.startsWith('/assets/') || (await cache.match(path))) continue
    await cache.add(path).catch(() => {})
  }
}

/** Shows a push message of the server, whether a page is open or not. */
async function show({ data }: PushEvent): Promise<void> {
  const { title, body, path } = read(data)
  const to = path?.startsWith('/app/') ? path : '/app/map'
  await scope.registration.showNotification(title ?? 'Ringfence', { body: body ?? '', icon, badge: icon, data: to })
}

/**
 * Browsers show a message of their own when a push shows no notification, so an unreadable one gets the app's name
 * only.
 */
function read(data: PushEvent['data']): { title?: string; body?: string; path?: string } {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/** Opens the notification's link, in an open page if there is one. */
async function openApp({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const to = String(notification.data ?? '/app/map')
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const pages = windows.map((window) => ({ window, url: new URL(window.url) }))
  // Neither a blank window nor one under /api/ is a page of the app.
  const apps = pages.filter(({ url }) => url.origin === location.origin && !url.pathname.startsWith('/api/'))
  const there = apps.find(({ url }) => url.pathname + url.search === to) ?? apps[0]
  if (!there) return void (await scope.clients.openWindow(to))
  // The page navigates itself: a reload would lose unsaved input and interrupt sharing.
  there.window.postMessage({ go: to })
  await there.window.focus().catch(() => {})
}

/** The parts of ServiceWorkerGlobalScope used here: TypeScript's webworker library excludes the DOM's. */
type WorkerScope = {
  addEventListener<Name extends keyof Events>(name: Name, run: (event: Events[Name]) => void): void
  skipWaiting(): Promise<void>
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown>; postMessage(message: object): void }[]>
    openWindow(path: string): Promise<unknown>
  }
}
type Events = {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: MessageEvent
  push: PushEvent
  notificationclick: NotificationEvent
}
type ExtendableEvent = { waitUntil(work: Promise<unknown>): void }
type FetchEvent = { request: Request; respondWith(response: Promise<Response>): void }
type PushEvent = ExtendableEvent & { data: { json(): unknown } | null }
type NotificationEvent = ExtendableEvent & { notification: Notification }
