import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { copyPath, keptCache, shellCache } from '../kept/names'
import { fakeCaches } from '../testing/cache-storage'

const ROOT = '/shelf'
const BUILD = 'b7'
const SHELL = shellCache(ROOT, BUILD)
const KEY = { user_id: 'u1', issue_id: '1' }
const OFFLINE = `<!doctype html><meta content="${BUILD}">`

type Handled = { reply: Promise<Response> | undefined; work: Promise<unknown>[] }
const listeners = new Map<string, (event: object) => void>()
const before = { self: Object.getOwnPropertyDescriptor(globalThis, 'self'), fetch: globalThis.fetch, caches: globalThis.caches } // biome-ignore format: one line
let calls: string[]
/** Replies of the server by path; an error is a missing connection. */
let server: Record<string, Response | Error>

beforeAll(async () => {
  const self = {
    registration: {
      scope: `https://comics.example${ROOT}/`,
      navigationPreload: { enable: async () => calls.push('preload') },
    },
    clients: { claim: async () => calls.push('claim') },
    skipWaiting: async () => calls.push('skip waiting'),
    addEventListener: (type: string, run: (event: object) => void) => listeners.set(type, run),
  }
  Object.defineProperty(globalThis, 'self', { value: self, configurable: true, writable: true })
  Object.assign(globalThis, { SHELL: { build: BUILD, files: ['a.js', 'b.css'] } })
  await import('./worker')
})
afterAll(() => {
  if (before.self) Object.defineProperty(globalThis, 'self', before.self)
  Reflect.deleteProperty(globalThis, 'SHELL')
  Object.assign(globalThis, { fetch: before.fetch, caches: before.caches })
})

beforeEach(() => {
  calls = []
  server = {
    [`${ROOT}/offline.html`]: new Response(OFFLINE),
    [`${ROOT}/assets/a.js`]: new Response('script'),
    [`${ROOT}/assets/b.css`]: new Response('style'),
  }
  const storage = fakeCaches()
  const match = async (path: string) => {
    for (const name of await storage.keys()) {
      const found = await (await storage.open(name)).match(path)
      if (found) return found
    }
    return undefined
  }
  const fetch = async (asked: string | { url: string }) => {
    const path = new URL(typeof asked === 'string' ? asked : asked.url, 'https://comics.example').pathname
    calls.push(`fetch ${path}`)
    const reply = server[path] ?? new Response('', { status: 404 })
    if (reply instanceof Error) throw reply
    return reply.clone()
  }
  Object.assign(globalThis, { caches: Object.assign(storage, { match }), fetch })
})

function handle(type: string, more: object = {}): Handled {
  const handled: Handled = { reply: undefined, work: [] }
  listeners.get(type)!({
    waitUntil: (work: Promise<unknown>) => handled.work.push(work),
    respondWith: (reply: Promise<Response>) => {
      handled.reply = reply
    },
    ...more,
  })
  return handled
}
const request = (path: string, mode: string, preload?: Promise<Response | undefined>) =>
  handle('fetch', {
    request: { url: `https://comics.example${path}`, mode, method: 'GET' },
    preloadResponse: preload ?? Promise.resolve(undefined),
  })
const textOf = async ({ reply }: Handled) => (await reply!).text()
const fill = async (cache: string, path: string, text: string) =>
  (await caches.open(cache)).put(path, new Response(text))
const keepCopy = () => fill(keptCache(ROOT, KEY), copyPath(ROOT, KEY, 0), 'picture')
const PAGE = `${ROOT}/library`

describe('an installed worker', () => {
  test('has the offline page with its files, and starts at once', async () => {
    await Promise.all(handle('install').work)
    const shell = await caches.open(SHELL)
    const texts = ['/offline.html', '/offline/assets/a.js', '/offline/assets/b.css'].map(async (path) =>
      (await shell.match(ROOT + path))?.text(),
    )
    expect(await Promise.all(texts)).toEqual([OFFLINE, 'script', 'style'])
    expect(calls.at(-1)).toBe('skip waiting')
  })

  test.each<[what: string, path: string, reply: Response | Error]>([
    ['the offline page is of another build', '/offline.html', new Response('<meta content="b8">')],
    ['the offline page is missing', '/offline.html', new Response(OFFLINE, { status: 500 })],
    ['a file is missing', '/assets/a.js', new Response('', { status: 404 })],
    ['a file is a login page', '/assets/b.css', new Response('<p>', { headers: { 'content-type': 'text/html; charset=utf-8' } })], // biome-ignore format: one case a line
    ['the connection is lost', '/assets/b.css', new TypeError('no network')],
  ])('does not start when %s', async (_what, path, reply) => {
    server[ROOT + path] = reply
    const [installing] = handle('install').work
    expect(await installing!.then(() => 'installed', () => 'failed')).toBe('failed') // biome-ignore format: one line
    expect(calls).not.toContain('skip waiting')
  })

  test('has its files without the address they came from, which their modules would load others from', async () => {
    const script = new Response('script', { headers: { 'content-type': 'text/javascript' } })
    script.clone = () => Object.defineProperty(script, 'url', { value: 'https://comics.example/shelf/assets/a.js' })
    server[`${ROOT}/assets/a.js`] = script
    await Promise.all(handle('install').work)
    const kept = await (await caches.open(SHELL)).match(`${ROOT}/offline/assets/a.js`)
    expect([kept?.url, kept?.headers.get('content-type'), await kept?.text()]).toEqual([
      '',
      'text/javascript',
      'script',
    ])
  })

  test('does not start when a file was redirected', async () => {
    const redirected = new Response('login')
    redirected.clone = () => Object.defineProperty(new Response('login'), 'redirected', { value: true })
    server[`${ROOT}/assets/a.js`] = redirected
    const [installing] = handle('install').work
    expect(await installing!.then(() => 'installed', () => 'failed')).toBe('failed') // biome-ignore format: one line
  })

  test('leaves the API and files to the network, where the browser has routes', async () => {
    let routes: { condition: { urlPattern: string }; source: string }[] = []
    const addRoutes = async (added: typeof routes) => {
      routes = added
    }
    await Promise.all(handle('install', { addRoutes }).work)
    expect(routes.map(({ condition, source }) => [condition.urlPattern, source])).toEqual([
      ['/shelf/api/*', 'network'],
      ['/shelf/assets/*', 'network'],
    ])
    const refused = handle('install', { addRoutes: async () => Promise.reject(new Error('not supported')) })
    expect(await Promise.all(refused.work)).toHaveLength(2)
  })

  test('takes over the open pages', async () => {
    await Promise.all(handle('activate').work)
    expect(calls).toEqual(['preload', 'claim'])
  })
})

describe('a page', () => {
  beforeEach(() => fill(SHELL, `${ROOT}/offline.html`, 'offline'))

  test.each([200, 404, 500])('comes from the server, also with status %d', async (status) => {
    server[PAGE] = new Response('page', { status })
    expect(await textOf(request(PAGE, 'navigate'))).toBe('page')
  })

  test('comes from the server also while the setup is pending', async () => {
    server[PAGE] = Response.json({ detail: 'Setup required.' }, { status: 503 })
    expect(await textOf(request(PAGE, 'navigate'))).toContain('Setup required.')
  })

  test('that the browser requested already is not requested twice', async () => {
    expect(await textOf(request(PAGE, 'navigate', Promise.resolve(new Response('early'))))).toBe('early')
    expect(calls).toEqual([])
  })

  test.each<[string, Response | Error]>([
    ['without a connection', new TypeError('no network')],
    ['when a proxy answers for the server', new Response('bad gateway', { status: 502 })],
  ])('is the offline page %s', async (_what, reply) => {
    server[PAGE] = reply
    expect(await textOf(request(PAGE, 'navigate'))).toBe('offline')
  })

  test('is the offline page when the early request failed', async () => {
    const early = Promise.reject(new TypeError('no network'))
    expect(await textOf(request(PAGE, 'navigate', early))).toBe('offline')
  })

  test('is what the proxy sent when there is no offline page, or fails as without a worker', async () => {
    await caches.delete(SHELL)
    server[PAGE] = new Response('bad gateway', { status: 502 })
    expect(await textOf(request(PAGE, 'navigate'))).toBe('bad gateway')
    server[PAGE] = new TypeError('no network')
    expect(await request(PAGE, 'navigate').reply!.catch((cause: Error) => cause.message)).toBe('no network')
  })

  describe('of a server that does not answer', () => {
    const afterWait = async (work: () => Promise<unknown>) => {
      const timers = spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
        expect(ms).toBe(6_000)
        queueMicrotask(run)
      }) as never)
      try {
        return await work()
      } finally {
        timers.mockRestore()
      }
    }
    const never = new Promise<Response>(() => undefined)

    test('is the offline page after a moment, with copies on the device', async () => {
      await keepCopy()
      expect(await afterWait(() => textOf(request(PAGE, 'navigate', never)))).toBe('offline')
    })

    test('is waited for without copies', async () => {
      const { promise, resolve } = Promise.withResolvers<Response>()
      const late = request(PAGE, 'navigate', promise)
      await afterWait(async () => {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      })
      resolve(new Response('late page'))
      expect(await textOf(late)).toBe('late page')
    })
  })

  test('of the server removes shells of earlier builds, and nothing else', async () => {
    const others = [shellCache(ROOT, 'b6'), shellCache('/other', 'b6'), keptCache(ROOT, KEY)]
    for (const name of others) await fill(name, '/x', 'x')
    await Promise.all(handle('install').work)
    server[PAGE] = new Response('page')
    const handled = request(PAGE, 'navigate')
    await handled.reply
    await Promise.all(handled.work)
    expect((await caches.keys()).toSorted()).toEqual([SHELL, ...others.slice(1)].toSorted())
  })

  test('of the server removes no shell of a newer build, whose worker has not started yet', async () => {
    await Promise.all(handle('install').work)
    await fill(shellCache(ROOT, 'b8'), '/x', 'new')
    server[PAGE] = new Response('page')
    const handled = request(PAGE, 'navigate')
    await handled.reply
    await Promise.all(handled.work)
    expect(await caches.keys()).toEqual([SHELL, shellCache(ROOT, 'b8')])
  })

  test('of the server removes the shell of a newer build after the older one was installed again', async () => {
    await Promise.all(handle('install').work)
    await fill(shellCache(ROOT, 'b8'), '/x', 'new')
    await Promise.all(handle('install').work)
    server[PAGE] = new Response('page')
    const handled = request(PAGE, 'navigate')
    await handled.reply
    await Promise.all(handled.work)
    expect(await caches.keys()).toEqual([SHELL])
  })

  test('of the server removes nothing when the browser has deleted the shell', async () => {
    await fill(shellCache(ROOT, 'b6'), '/x', 'x')
    await fill(keptCache(ROOT, KEY), '/x', 'x')
    await caches.delete(SHELL)
    server[PAGE] = new Response('page')
    const handled = request(PAGE, 'navigate')
    await handled.reply
    await Promise.all(handled.work)
    expect(await caches.keys()).toHaveLength(2)
  })

  test('without a connection removes no shell, which may still be loading', async () => {
    await fill(shellCache(ROOT, 'b6'), '/x', 'x')
    server[PAGE] = new TypeError('no network')
    const handled = request(PAGE, 'navigate')
    await handled.reply
    await Promise.all(handled.work)
    expect(await caches.keys()).toContain(shellCache(ROOT, 'b6'))
  })
})

test('a page of a copy comes from the device, and a missing one creates no cache', async () => {
  await keepCopy()
  expect(await textOf(request(copyPath(ROOT, KEY, 0), 'no-cors'))).toBe('picture')
  expect((await request(copyPath(ROOT, KEY, 1), 'no-cors').reply!).status).toBe(404)
  expect((await request(copyPath(ROOT, { ...KEY, issue_id: '2' }, 0), 'no-cors').reply!).status).toBe(404)
  expect(await caches.keys()).toEqual([keptCache(ROOT, KEY)])
})

test('a file of the offline page comes from any shell that has it', async () => {
  await fill(shellCache(ROOT, 'b6'), `${ROOT}/offline/assets/old.js`, 'old')
  expect(await textOf(request(`${ROOT}/offline/assets/old.js`, 'cors'))).toBe('old')
  expect((await request(`${ROOT}/offline/assets/none.js`, 'cors').reply!).status).toBe(404)
})

test('all other requests go to the server untouched', () => {
  for (const path of ['/shelf/api/series', '/shelf/assets/a.js', '/elsewhere'])
    expect(request(path, 'cors').reply).toBeUndefined()
})
