import { copyKeyAt, copyKeyOf, isShellCache, keptCache, shellCache } from '../kept/names'
import { isFromProxy, routeOf } from './routing'

/**
 * The service worker: opens kept issues while the server does not answer. Pages are always requested from the server
 * first, so that an update, the setup and the rescue page are never hidden by what the worker kept. The offline page
 * loads its scripts from `/offline/`, so that no old script is ever part of a page of the server.
 */

/** Written by the build: the id of the built pages, and their files below `/assets/` that the offline page needs. */
declare const SHELL: { build: string; files: readonly string[] }

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(reply: Promise<Response>): void
}
type Route = { condition: { urlPattern: string }; source: 'network' }
type Installing = Extendable & { addRoutes?(routes: Route[]): Promise<void> }

const worker = self as unknown as EventTarget & {
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
}
const { build, files } = SHELL
const { origin, pathname } = new URL(worker.registration.scope)
const root = pathname.replace(/\/$/, '')
const shell = shellCache(root, build)

/** With copies on the device, the wait for the server ends here: away from home a phone would wait for minutes. */
const MOST_MS = 6_000

worker.addEventListener('install', (event) => {
  const installing = event as Installing
  installing.waitUntil(fetchShell().then(() => worker.skipWaiting()))
  // Where browsers support it, these requests do not even start the worker.
  const past = ['api', 'assets'].map(
    (name): Route => ({ condition: { urlPattern: `${root}/${name}/*` }, source: 'network' }),
  )
  installing.waitUntil(Promise.resolve(installing.addRoutes?.(past)).catch(() => undefined))
})

worker.addEventListener('activate', (event) => {
  const activate = async () => {
    await worker.registration.navigationPreload?.enable()
    await worker.clients.claim()
  }
  ;(event as Extendable).waitUntil(activate())
})

worker.addEventListener('fetch', (event) => {
  const fetching = event as Fetching
  const { request } = fetching
  const { pathname } = new URL(request.url)
  const route = routeOf(request, origin, root)
  if (route === 'page') fetching.respondWith(page(fetching))
  else if (route === 'copy') fetching.respondWith(copy(pathname))
  else if (route === 'shell') fetching.respondWith(fileOf(pathname))
})

async function page(fetching: Fetching): Promise<Response> {
  const asked = Promise.resolve(fetching.preloadResponse).then((early) => early ?? fetch(fetching.request))
  const answer = asked.then(
    (reply) => (isFromProxy(reply) ? undefined : reply),
    () => undefined,
  )
  const late = new Promise<undefined>((done) => setTimeout(done, MOST_MS))
  const reply = await ((await hasCopies()) ? Promise.race([answer, late]) : answer)
  if (reply) fetching.waitUntil(deleteOldShells())
  return reply ?? (await offlinePage()) ?? (await asked)
}

async function copy(pathname: string): Promise<Response> {
  const name = keptCache(root, copyKeyAt(root, pathname)!)
  // Opening a cache would create it.
  const kept = await caches.match(pathname, { cacheName: name })
  return kept ?? new Response(null, { status: 404 })
}

/** The names of files change with their content: a page of an old shell gets the files it was built with. */
async function fileOf(pathname: string): Promise<Response> {
  return (await caches.match(pathname)) ?? new Response(null, { status: 404 })
}

/**
 * Only when the server sends pages again: an update may be installed while an offline page of the old shell is still
 * loading its files. Shells behind this one are of newer workers, which are being installed: caches are in the order in
 * which they were made.
 */
async function deleteOldShells(): Promise<void> {
  const names = await caches.keys()
  for (const name of names.slice(0, Math.max(0, names.indexOf(shell))))
    if (isShellCache(root, name)) await caches.delete(name)
}

async function offlinePage(): Promise<Response | undefined> {
  return (await caches.open(shell)).match(`${root}/offline.html`)
}

async function hasCopies(): Promise<boolean> {
  return (await caches.keys()).some((name) => copyKeyOf(root, name) !== undefined)
}

/** All of it or nothing: a shell of two builds would not start. */
async function fetchShell(): Promise<void> {
  // What is left of an earlier attempt may stand before the shell of another build.
  await caches.delete(shell)
  const kept = await caches.open(shell)
  const fetched = await fetch(`${root}/offline.html`, { cache: 'no-cache' })
  const html = await fetched.clone().text()
  if (!fetched.ok || !html.includes(build)) throw new Error('The offline page is of another build.')
  await kept.put(`${root}/offline.html`, fetched)
  const fetchFile = async (name: string) => {
    const file = await fetch(`${root}/assets/${name}`)
    // The login page of a network or proxy is sent with status 200.
    const isForeign = file.redirected || file.headers.get('content-type')?.startsWith('text/html')
    if (!file.ok || isForeign) throw new Error(`${name} could not be fetched.`)
    // Without the address it came from: a module loads others from beside it.
    const type = file.headers.get('content-type') ?? ''
    await kept.put(
      `${root}/offline/assets/${name}`,
      new Response(await file.blob(), { headers: { 'Content-Type': type } }),
    )
  }
  await Promise.all(files.map(fetchFile))
}
