import { afterEach, beforeEach, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { html } from '../html'
import { toasts } from '../state/toasts'
import { currentUser } from '../state/user'
import { fakeCaches } from '../testing/cache-storage'
import { readAs } from '../testing/reader-session'
import { renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'
import { startCopySync } from './after-start'
import { syncCopies } from './contact'
import type { Copy } from './copies'
import { keepItem, keepNextItem, keptWords, useKeptIssues } from './keep-items'
import { fetchCopies, keepIssues, removeCopy, renewCopy } from './keeper'
import { copies, readKeptIssues, storeKeptUser } from './kept-issues'
import { keptIssues, showCopy } from './kept-signal'
import { keptUser } from './kept-user'
import { requestCopySync } from './lazy'
import { changeBookmark } from './unsent-bookmarks'
import { registerWorker } from './worker-link'

withWindow()

type Sent = { name: string; query: string; body?: { issue_ids?: string[] }; headers?: HeadersInit; cache?: string }
let replies: Record<string, unknown>
let sent: Sent[]
let registered: number
const before = { fetch: globalThis.fetch, caches: globalThis.caches }

const issueOf = (id: string) => ({ issue_id: id, version: 'v 1', page_count: 3, cover_page: 0, progress: null, place: null }) // biome-ignore format: one line
const allowed = (...ids: string[]) => ({ may_keep: true, issues: ids.map((issue_id) => ({ issue_id, version: 'v 1', progress: null, place: null })) }) // biome-ignore format: one line
const usual = (path: string, id: string): unknown => {
  if (path.includes('/pages/')) return 'picture!'
  if (path.endsWith('/sizes')) return { pages: [{ width: 10, height: 20 }] }
  return path.includes('/layouts/') ? { crop: null, panels: null } : issueOf(id)
}

beforeEach(() => {
  localStorage.clear()
  toasts.value = []
  keptIssues.value = undefined
  sent = []
  registered = 0
  replies = {
    'POST /api/reading/kept': allowed('1'),
    'GET /api/auth/check-setup': { needs_setup: false },
    'GET /api/auth/check-session': { authenticated: true, user: { user_id: 'u1' } },
  }
  const storage = fakeCaches()
  Object.assign(globalThis, { caches: storage, devicePixelRatio: 1 })
  Object.assign(window, { isSecureContext: true, caches: storage })
  let held: Promise<unknown> = Promise.resolve()
  Object.assign(navigator, {
    serviceWorker: {
      register: async () => {
        registered += 1
        return { active: {} }
      },
    },
    locks: {
      request: (_: string, work: () => unknown) => {
        held = held.then(work, work)
        return held
      },
    },
  })
  readAs({ user_id: 'u1' })
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url, 'http://x')
    const name = `${init.method ?? 'GET'} ${pathname}`
    const body = init.body && JSON.parse(String(init.body))
    sent.push({ name, query: search, body, headers: init.headers, cache: init.cache })
    const found = replies[name] ?? usual(pathname, /\/issues\/([^/]+)/.exec(pathname)?.[1] ?? '')
    const reply = typeof found === 'function' ? await found(body) : found
    if (reply === 0) throw new TypeError('no network')
    if (reply instanceof Response) return reply.clone()
    if (typeof reply === 'number') return Response.json({ detail: `Refused with ${reply}.` }, { status: reply })
    return typeof reply === 'string' ? new Response(reply) : Response.json(reply)
  }) as typeof fetch
})
afterEach(() => {
  Object.assign(globalThis, before)
  currentUser.value = null
})

const keep = async (...ids: string[]) => {
  await keepIssues(ids)
  await fetchCopies()
}
const count = (part: string) => sent.filter(({ name }) => name.includes(part)).length
const kept = (id: string) => keptIssues.peek()?.get(id)

describe('keeping an issue', () => {
  test('sends what a picture on a page would, as sharp as the screen, past the cache of the browser', async () => {
    Object.assign(globalThis, { devicePixelRatio: 2 })
    Object.assign(screen, { width: 900, height: 1_150 })
    await keep('1')
    const [page] = sent.filter(({ name }) => name.includes('/pages/'))
    expect(page).toMatchObject({ query: '?width=2400&v=v+1', cache: 'no-store' })
    expect((page!.headers as Record<string, string>).accept).toStartWith('image/avif,image/webp')
    expect(kept('1')?.sizes).toEqual([{ width: 10, height: 20 }])
  })

  test('fetches pages that fit a larger window too', async () => {
    Object.assign(screen, { width: 300, height: 500 })
    await keep('1')
    expect(sent.find(({ name }) => name.includes('/pages/'))?.query).toBe('?width=1600&v=v+1')
  })

  test('fetches two pages at a time', async () => {
    let [open, most] = [0, 0]
    const page = async () => {
      open += 1
      most = Math.max(most, open)
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      open -= 1
      return 'picture!'
    }
    for (const at of [0, 1, 2]) replies[`GET /api/reading/issues/1/pages/${at}`] = page
    await keep('1')
    expect([most, kept('1')?.state]).toEqual([2, 'whole'])
  })

  test('shows each page that arrives', async () => {
    const shown: (number | undefined)[] = []
    for (const at of [0, 1, 2])
      replies[`GET /api/reading/issues/1/pages/${at}`] = () => {
        shown.push(kept('1')?.pages)
        return 'picture!'
      }
    await keep('1')
    expect([shown.toSorted(), kept('1')?.pages]).toEqual([[0, 0, 1], 3])
  })

  test('continues with the next copy when one is removed meanwhile', async () => {
    replies['POST /api/reading/kept'] = ({ issue_ids }: { issue_ids: string[] }) => allowed(...issue_ids)
    replies['GET /api/reading/issues/1/pages/1'] = 503
    setSystemTime(new Date('2026-11-29T10:00:00Z'))
    await keep('1')
    setSystemTime(new Date('2026-11-29T10:01:00Z'))
    replies['GET /api/reading/issues/1/pages/1'] = async () => {
      await removeCopy(kept('1')!)
      return 'picture!'
    }
    await keepIssues(['2'])
    // After the one fetching that this began.
    await navigator.locks.request('', () => undefined)
    setSystemTime()
    expect([...keptIssues.peek()!.values()].map(({ issue, state }) => [issue.issue_id, state])).toEqual([['2', 'whole']]) // biome-ignore format: one line
  })

  test('that is here already fetches nothing again', async () => {
    await keep('1')
    const pages = count('/pages/')
    await keep('1')
    keptIssues.value = undefined
    await keep('1')
    expect([count('/pages/'), kept('1')?.state]).toEqual([pages, 'whole'])
  })

  test('stores nothing for a guest', async () => {
    currentUser.value = null
    await keepIssues(['1'])
    expect([sent, registered, keptUser()]).toEqual([[], 0, undefined])
  })

  test('is refused when the issue has no pages', async () => {
    replies['POST /api/reading/kept'] = allowed()
    expect(await keepIssues(['1']).catch((cause: Error) => cause.message)).toBe('The issue has no pages to keep.')
    expect(keptUser()).toBeUndefined()
  })

  test('keeps the old copy until the server has described the new one', async () => {
    await keep('1')
    replies['GET /api/reading/issues/1/sizes'] = 500
    expect(await renewCopy(kept('1')!).then(() => 'renewed', () => 'failed')).toBe('failed') // biome-ignore format: one line
    expect((await copies().find({ user_id: 'u1', issue_id: '1' }))?.state).toBe('whole')
  })

  test.each([403, 404, 410, 415])('ends with the reason after the status %d', async (status) => {
    replies['GET /api/reading/issues/1/pages/1'] = status
    await keep('1')
    expect(kept('1')).toMatchObject({ state: 'failed', fault: `Refused with ${status}.` })
  })

  test.each([429, 500, 502, 503])('continues later after the status %d', async (status) => {
    replies['GET /api/reading/issues/1/pages/1'] = status
    await keep('1')
    expect(kept('1')).toMatchObject({ state: 'fetching' })
    expect(kept('1')?.fault).toBeUndefined()
  })

  test('names the page when the reply has no reason', async () => {
    replies['GET /api/reading/issues/1/pages/1'] = new Response('<p>', { status: 404 })
    await keep('1')
    expect(kept('1')?.fault).toBe('Page 2 could not be downloaded (404).')
  })

  test.each<[what: string, next: string, status: unknown]>([
    ['a final fault', 'whole', 404],
    ['a fault of its own', 'whole', 503],
    ['no answer', 'fetching', 0],
    ['no answer behind a proxy', 'fetching', new Response('<p>', { status: 503 })],
    ['a connection lost within a page', 'fetching', () => new Response(new ReadableStream({ pull: (own) => own.error(new TypeError('lost')) }))], // biome-ignore format: one case a line
    ['a session that ended', 'fetching', 401],
    ['too many requests', 'fetching', 429],
  ])('that meets %s leaves the next one %s', async (_what, next, status) => {
    replies['POST /api/reading/kept'] = ({ issue_ids }: { issue_ids: string[] }) => allowed(...issue_ids)
    replies['GET /api/reading/issues/1/pages/0'] = status
    setSystemTime(new Date('2026-11-29T10:00:00Z'))
    await keep('1')
    setSystemTime(new Date('2026-11-29T10:01:00Z'))
    await keep('2')
    setSystemTime()
    expect([kept('1')?.state, kept('2')?.state as string]).toEqual([status === 404 ? 'failed' : 'fetching', next])
    expect([count('/issues/2/pages/'), count('/issues/2/layouts/')]).toEqual(next === 'whole' ? [3, 3] : [0, 0])
  })

  test('is fetched again later when only it cannot be fetched now', async () => {
    const timers = spyOn(globalThis, 'setTimeout')
    replies['POST /api/reading/kept'] = allowed('1', '2')
    replies['GET /api/reading/issues/1/pages/0'] = 503
    await keep('1', '2')
    delete replies['GET /api/reading/issues/1/pages/0']
    await (timers.mock.calls.at(-1)![0] as () => Promise<void>)()
    timers.mockRestore()
    expect([kept('1')?.state, kept('2')?.state]).toEqual(['whole', 'whole'])
  })

  test('that gets no answer is continued some seconds later, and again until there is one', async () => {
    const timers = spyOn(globalThis, 'setTimeout')
    // The first wait follows a time without faults.
    await fetchCopies()
    const next = async () => {
      const [work, ms] = timers.mock.calls.at(-1)!
      await (work as () => Promise<void>)()
      return ms
    }
    replies['GET /api/reading/issues/1/pages/0'] = 0
    await keep('1')
    const first = await next()
    expect(await next()).toBe(Number(first) * 2)
    expect(kept('1')?.state).toBe('fetching')
    delete replies['GET /api/reading/issues/1/pages/0']
    await next()
    expect(kept('1')?.state).toBe('whole')
    timers.mockRestore()
  })

  test('stops when the copy is removed meanwhile, and leaves nothing behind', async () => {
    replies['GET /api/reading/issues/1/pages/1'] = async () => {
      await removeCopy(kept('1')!)
      return 'picture!'
    }
    await keep('1')
    expect([await caches.keys(), kept('1')]).toEqual([[], undefined])
  })

  test('has no layouts behind the first page without one, which is asked for again later', async () => {
    replies['GET /api/reading/issues/1/layouts/1'] = 404
    await keep('1')
    expect(Object.keys(kept('1')!.layouts)).toEqual(['0'])
    delete replies['GET /api/reading/issues/1/layouts/1']
    const first = count('/layouts/0')
    await fetchCopies()
    expect([Object.keys(kept('1')!.layouts), count('/layouts/0')]).toEqual([['0', '1', '2'], first])
  })

  test('is not stored again when it is removed while its layouts are fetched', async () => {
    replies['GET /api/reading/issues/1/layouts/1'] = async () => {
      await removeCopy(kept('1')!)
      return { crop: null, panels: null }
    }
    await keep('1')
    expect([await caches.keys(), kept('1')]).toEqual([[], undefined])
  })

  test('keeps what was read while its layouts were fetched', async () => {
    const progress = { page: 1, completed: false, percent: 0.3, read_at: '2026-11-29T10:00:00.000Z', device: null }
    replies['GET /api/reading/issues/1/layouts/0'] = async () => {
      const now = (await copies().find({ user_id: 'u1', issue_id: '1' }))!
      await copies().save({ ...now, issue: { ...now.issue, progress } })
      return { crop: null, panels: null }
    }
    await keep('1')
    expect((await copies().find({ user_id: 'u1', issue_id: '1' }))?.issue.progress).toEqual(progress)
    expect(Object.keys(kept('1')!.layouts)).toHaveLength(3)
  })
})

describe('the next contact', () => {
  test('asks nothing in a browser without copies', async () => {
    await syncCopies()
    expect(sent).toEqual([])
  })

  test('sends the bookmarks that were set without a connection', async () => {
    storeKeptUser(currentUser.value!)
    const name = 'PUT /api/reading/issues/1/bookmarks/2'
    replies[name] = 0
    await changeBookmark('1', 2, { set: true, at: '2026-11-29T10:00:00.000Z' }, [])
    replies[name] = { bookmarks: [] }
    sent = []
    await syncCopies()
    expect(sent.filter((one) => one.name === name)).toHaveLength(1)
  })

  test('names at most 200 issues in one request', async () => {
    storeKeptUser(currentUser.value!)
    const ids = Array.from({ length: 201 }, (_, at) => String(at))
    for (const id of ids)
      await copies().save({ user_id: 'u1', issue: issueOf(id), sizes: [], layouts: { 0: null, 1: null, 2: null } as never, state: 'whole', pages: 3, bytes: 1, kept_at: '2026-11-29T10:00:00.000Z' } as unknown as Copy) // biome-ignore format: one line
    replies['POST /api/reading/kept'] = ({ issue_ids }: { issue_ids: string[] }) => allowed(...issue_ids)
    await syncCopies()
    const asked = sent.flatMap(({ body }) => body?.issue_ids?.length ?? [])
    expect(asked).toEqual([200, 1])
    expect((await readKeptIssues()).size).toBe(201)
  })

  test('leaves a copy alone that is removed while the server replies', async () => {
    await keep('1')
    const progress = { page: 2, completed: false, percent: 0.6, read_at: '2026-11-29T10:00:00.000Z', device: null }
    replies['POST /api/reading/kept'] = async () => {
      await removeCopy(kept('1')!)
      return { may_keep: true, issues: [{ issue_id: '1', version: 'v 1', progress, place: null, bookmarks: [] }] }
    }
    await syncCopies()
    expect((await readKeptIssues()).size).toBe(0)
  })

  test('shows changed progress on the page', async () => {
    await keep('1')
    const progress = { page: 2, completed: false, percent: 0.6, read_at: '2026-11-29T10:00:00.000Z', device: null }
    replies['POST /api/reading/kept'] = { may_keep: true, issues: [{ issue_id: '1', version: 'v 1', progress, place: null }] } // biome-ignore format: one line
    await syncCopies()
    expect(kept('1')?.issue.progress).toEqual(progress)
  })

  test('keeps an outdated copy that cannot be fetched now, and fetches the others', async () => {
    replies['POST /api/reading/kept'] = allowed('1', '2')
    await keep('1', '2')
    const outdated = allowed('1', '2').issues.map((issue) => ({ ...issue, version: 'v 2' }))
    replies['POST /api/reading/kept'] = { may_keep: true, issues: outdated }
    replies['GET /api/reading/issues/1'] = 503
    replies['GET /api/reading/issues/2'] = { ...issueOf('2'), version: 'v 2' }
    await syncCopies()
    expect([kept('1'), kept('2')].map((copy) => [copy?.state, copy?.issue.version])).toEqual([['whole', 'v 1'], ['whole', 'v 2']]) // biome-ignore format: one line
  })

  test('empties the page after the session of the user was ended', async () => {
    await keep('1')
    replies['GET /api/auth/check-session'] = { authenticated: false, ended: true }
    await syncCopies()
    expect([keptIssues.value?.size, keptUser(), await caches.keys()]).toEqual([0, undefined, []])
  })
})

describe('the start of a page', () => {
  const listeners = () => {
    const all = new Map<string, () => void>()
    const spies = [spyOn(globalThis, 'addEventListener'), spyOn(document, 'addEventListener')].map((spy) =>
      spy.mockImplementation(((type: string, run: () => void) => all.set(type, run)) as never),
    )
    return { all, restore: () => { for (const spy of spies) spy.mockRestore() } } // biome-ignore format: one line
  }
  const settled = async () => {
    await import('./contact')
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  const contacts = () => count('/api/auth/check-setup')

  test('prepares the worker in a browser without copies, so that an installed app opens offline', () => {
    const { restore } = listeners()
    startCopySync()
    restore()
    expect([registered, sent]).toEqual([1, []])
  })

  test('does nothing where issues cannot be kept', () => {
    Object.assign(window, { isSecureContext: false })
    const { all, restore } = listeners()
    startCopySync()
    restore()
    expect([registered, all.size]).toEqual([0, 0])
  })

  test('contacts the server, again when the connection is back, and rarely when the window is shown', async () => {
    storeKeptUser(currentUser.value!)
    const { all, restore } = listeners()
    const clock = spyOn(performance, 'now').mockReturnValue(1_000)
    startCopySync()
    restore()
    await settled()
    expect([registered, contacts()]).toEqual([1, 1])
    all.get('online')!()
    await settled()
    expect(contacts()).toBe(2)
    const show = async (minutes: number, state = 'visible') => {
      clock.mockReturnValue(1_000 + minutes * 60_000)
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      all.get('visibilitychange')!()
      await settled()
      return contacts()
    }
    expect([await show(9), await show(11, 'hidden'), await show(11), await show(12)]).toEqual([2, 2, 3, 3])
    // What another tab has removed meanwhile.
    showCopy('9', {} as Copy)
    await show(13)
    expect([contacts(), keptIssues.value?.has('9')]).toEqual([3, false])
    clock.mockRestore()
  })
})

test('a contact that fails is repeated by the next one, without an error', async () => {
  replies['GET /api/auth/check-setup'] = 0
  storeKeptUser(currentUser.value!)
  requestCopySync()
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  await import('./contact')
  expect(count('/api/auth/check-setup')).toBe(1)
})

test.each<[string, Error, string]>([
  ['an untrusted certificate', new DOMException('ssl', 'SecurityError'), 'This browser does not trust the certificate'],
  ['another failure', new TypeError('script'), 'This browser could not prepare to open issues offline.'],
])('a worker that is refused because of %s says so', async (_what, cause, words) => {
  Object.assign(navigator, { serviceWorker: { register: async () => Promise.reject(cause) } })
  expect(await registerWorker().catch((error: Error) => error.message)).toStartWith(words)
})

describe('the worker', () => {
  type Worker = { state: string; change?: () => void }
  const installing = (worker: Worker) => {
    const found = Object.assign(worker, {
      addEventListener: (_: string, change: () => void) => {
        worker.change = change
      },
    })
    const register = async () => {
      registered += 1
      return { installing: found }
    }
    Object.assign(navigator, { serviceWorker: { register } })
    return (state: string) => {
      worker.state = state
      worker.change?.()
    }
  }
  const turns = async () => {
    for (let turn = 0; turn < 200; turn++) await Promise.resolve()
  }

  test('opens a copy before the copy counts as kept', async () => {
    const change = installing({ state: 'installing' })
    await keepIssues(['1'])
    await turns()
    expect(kept('1')).toMatchObject({ state: 'fetching', pages: 3 })
    expect(keptWords(kept('1'))).toBe('Keeping on this device: not ready to open offline yet')
    change('installed')
    await turns()
    expect(kept('1')?.state).toBe('fetching')
    change('activated')
    await fetchCopies()
    expect(kept('1')?.state).toBe('whole')
  })

  test('whose files could not be fetched is installed again, and the pages of the copy stay', async () => {
    const timers = spyOn(globalThis, 'setTimeout')
    installing({ state: 'redundant' })
    await keep('1')
    expect((await readKeptIssues()).get('1')).toMatchObject({ state: 'fetching', pages: 3 })
    installing({ state: 'activated' })
    const pages = count('/pages/')
    await (timers.mock.calls.at(-1)![0] as () => Promise<void>)()
    timers.mockRestore()
    expect([kept('1')?.state, count('/pages/')]).toEqual(['whole', pages])
  })

  test.each<[what: string, cause: Error, again: number]>([
    ['again later when its files could not be fetched', new TypeError('no file'), 1],
    ['once when the browser refuses it', new DOMException('ssl', 'SecurityError'), 0],
  ])('of a page that starts is installed %s', async (_what, cause, again) => {
    Object.assign(navigator, { serviceWorker: { register: () => Promise.reject(cause) } })
    const timers = spyOn(globalThis, 'setTimeout')
    const spies = [spyOn(globalThis, 'addEventListener'), spyOn(document, 'addEventListener')]
    for (const spy of spies) spy.mockImplementation((() => undefined) as never)
    startCopySync()
    await turns()
    for (const spy of spies) spy.mockRestore()
    expect(timers.mock.calls).toHaveLength(again)
    installing({ state: 'activated' })
    await (timers.mock.calls[0]?.[0] as undefined | (() => Promise<void>))?.()
    timers.mockRestore()
    expect(registered).toBe(again)
  })
})

describe('the menus', () => {
  const card = { id: '1', label: '#1', readable: true, read: 'unread' } as const

  test('keep an issue and say so, or remove it', async () => {
    await keepItem(card)[0]!.onPick!()
    expect(toasts.value.at(-1)?.text).toBe('Keeping the issue on this device.')
    await fetchCopies()
    expect(kept('1')?.state).toBe('whole')
    const [remove] = keepItem(card)
    expect(remove?.label).toBe('Remove from this device')
    await remove!.onPick!()
    expect(await caches.keys()).toEqual([])
  })

  test('say why an issue cannot be kept, and nothing else', async () => {
    replies['POST /api/reading/kept'] = { may_keep: false, issues: [] }
    await keepItem(card)[0]!.onPick!()
    expect(toasts.value.map(({ text }) => text)).toEqual(['Ask the owner of this library to allow downloads.'])
  })

  test('keep the next issues, and count them', async () => {
    replies['POST /api/reading/kept'] = allowed('1', '2')
    await keepNextItem([card, { ...card, id: '2', label: '#2' }])[0]!.onPick!()
    expect(sent[0]?.body).toEqual({ issue_ids: ['1', '2'] })
    expect(toasts.value.at(-1)?.text).toBe('Keeping 2 issues on this device.')
    await fetchCopies()
  })

  test('offer nothing for an issue without pages', () => {
    expect(keepItem({ ...card, readable: false })).toEqual([])
  })

  test('a page that shows kept issues reads them once, in a browser that keeps some', async () => {
    const drawn: (number | undefined)[] = []
    function Part() {
      drawn.push(useKeptIssues()?.size)
      return html`<p></p>`
    }
    const none = await renderPage(html`<${Part} />`)
    none.close()
    expect(new Set(drawn)).toEqual(new Set([undefined]))
    await keep('1')
    keptIssues.value = undefined
    const page = await renderPage(html`<${Part} />`)
    for (let turn = 0; turn < 5; turn++) await page.whenIdle()
    expect(drawn.at(-1)).toBe(1)
    const keys = spyOn(caches, 'keys')
    await (await renderPage(html`<${Part} />`)).whenIdle()
    expect(keys).not.toHaveBeenCalled()
  })

  test('an issue that failed says why', () => {
    const copy = { state: 'failed', fault: 'There is not enough space on this device.' } as Copy
    expect(keptWords(copy)).toBe('Not on this device. There is not enough space on this device.')
  })
})
