import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { currentUser } from '../state/user'
import { fakeCaches } from '../testing/cache-storage'
import { readAs } from '../testing/reader-session'
import { withWindow } from '../testing/window'
import { syncCopies } from './contact'
import { fetchCopies, keepIssues, removeCopy } from './keeper'
import { copies, readKeptIssues } from './kept-issues'
import { keptIssues } from './kept-signal'
import { keptUser } from './kept-user'
import { keptCache } from './names'

withWindow()

type Sent = { name: string; body?: unknown }
/** What the server replies by endpoint: a status, or a body with status 200. */
let replies: Record<string, unknown>
let sent: Sent[]
const before = globalThis.fetch

const LAYOUT = { crop: null, panels: null }
const issueOf = (id: string) => ({
  issue_id: id,
  comic_id: 's1',
  series_name: 'Harbor Lights',
  label: `#${id}`,
  version: 'v1',
  page_count: 3,
  cover_page: 0,
  progress: null,
  place: null,
})
const allowed = (...ids: string[]) => ({
  may_keep: true,
  issues: ids.map((issue_id) => ({ issue_id, version: 'v1', progress: null, place: null })),
})

beforeEach(() => {
  localStorage.clear()
  keptIssues.value = undefined
  sent = []
  replies = {
    'POST /api/reading/kept': allowed('1', '2'),
    'GET /api/auth/check-setup': { needs_setup: false },
    'GET /api/auth/check-session': { authenticated: true, user: { user_id: 'u1' } },
  }
  storage(Number.POSITIVE_INFINITY)
  readAs()
  currentUser.value = { ...currentUser.value!, user_id: 'u1' }
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    const path = url.split('?')[0]!
    const name = `${init.method ?? 'GET'} ${path}`
    sent.push({ name, body: init.body && JSON.parse(String(init.body)) })
    if (replies[name] === 0) throw new TypeError('no network')
    const id = /\/issues\/(\w+)/.exec(path)?.[1] ?? ''
    const usual = path.includes('/pages/')
      ? 'picture!'
      : path.endsWith('/sizes')
        ? { pages: [] }
        : path.includes('/layouts/')
          ? LAYOUT
          : issueOf(id)
    const made = replies[name]
    const reply = onlyAsked((typeof made === 'function' ? await made() : made) ?? usual, sent.at(-1)?.body)
    if (typeof reply === 'number') return Response.json({ detail: `Refused with ${reply}.` }, { status: reply })
    return typeof reply === 'string' ? new Response(reply) : Response.json(reply)
  }) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = before
  currentUser.value = null
})

/** Of the issues in a reply, those that the request names. */
function onlyAsked(reply: unknown, body: unknown): unknown {
  const { issues } = (reply ?? {}) as { issues?: { issue_id: string }[] }
  const { issue_ids } = (body ?? {}) as { issue_ids?: string[] }
  if (!issues || !issue_ids) return reply
  return { ...(reply as object), issues: issues.filter(({ issue_id }) => issue_ids.includes(issue_id)) }
}

function storage(space: number): void {
  Object.assign(globalThis, { caches: fakeCaches(space) })
  let held: Promise<unknown> = Promise.resolve()
  Object.assign(navigator, {
    serviceWorker: { register: async () => ({ active: {} }) },
    locks: {
      request: (_: string, work: () => unknown) => {
        held = held.then(work)
        return held
      },
    },
  })
}
const states = async () =>
  [...(await readKeptIssues()).values()].map(({ issue, state, pages, bytes }) => [issue.issue_id, state, pages, bytes])
const keep = async (...ids: string[]) => {
  await keepIssues(ids)
  await fetchCopies()
}

describe('an issue that is kept', () => {
  test('has all its pages on the device, with their size', async () => {
    await keep('1')
    expect(await states()).toEqual([['1', 'whole', 3, 24]])
    expect(keptIssues.peek()?.get('1')?.layouts).toEqual({ 0: LAYOUT, 1: LAYOUT, 2: LAYOUT })
    expect(keptUser()?.user_id).toBe('u1')
  })

  test('continues where its fetching stopped', async () => {
    replies['GET /api/reading/issues/1/pages/1'] = 0
    await keep('1')
    expect((await states())[0]?.slice(0, 2)).toEqual(['1', 'fetching'])
    delete replies['GET /api/reading/issues/1/pages/1']
    const asked = () => sent.filter(({ name }) => name.includes('/pages/0')).length
    const first = asked()
    await fetchCopies()
    expect(await states()).toEqual([['1', 'whole', 3, 24]])
    expect(asked()).toBe(first)
  })

  test('has its whole size also when the tab was closed before all pages were here', async () => {
    replies['GET /api/reading/issues/1/pages/2'] = 0
    await keep('1')
    const copy = (await copies().find({ user_id: 'u1', issue_id: '1' }))!
    await copies().save({ ...copy, pages: 0, bytes: 0 })
    delete replies['GET /api/reading/issues/1/pages/2']
    await fetchCopies()
    expect(await states()).toEqual([['1', 'whole', 3, 24]])
  })

  test('is whole without its damaged pages, whose refusals are here in their place', async () => {
    replies['GET /api/reading/issues/1/pages/1'] = 422
    replies['GET /api/reading/issues/1/layouts/1'] = 422
    await keep('1')
    const copy = keptIssues.peek()?.get('1')
    expect(copy).toMatchObject({ state: 'whole', pages: 3, refused: 1, layouts: { 1: LAYOUT, 2: LAYOUT } })
    const cache = await caches.open(keptCache('', { user_id: 'u1', issue_id: '1' }))
    const page = await cache.match('/kept/u1/1/1')
    expect([page?.status, await page?.json()]).toEqual([422, { detail: 'Refused with 422.' }])
    expect(await copies().measure(copy!)).toEqual({ pages: 3, bytes: copy!.bytes, refused: 1 })
  })

  test('fails when all its pages are damaged', async () => {
    for (const page of [0, 1, 2]) replies[`GET /api/reading/issues/1/pages/${page}`] = 422
    await keep('1')
    expect(keptIssues.peek()?.get('1')).toMatchObject({ state: 'failed', fault: 'Refused with 422.' })
  })

  test('says why it failed: a refusal, or too little space', async () => {
    replies['GET /api/reading/issues/1/pages/2'] = 415
    await keep('1')
    expect(keptIssues.value?.get('1')).toMatchObject({ state: 'failed', fault: 'Refused with 415.' })
    storage(1_000)
    keptIssues.value = undefined
    replies = { ...replies, 'GET /api/reading/issues/2/pages/0': 'x'.repeat(2_000) }
    await keep('2').catch(() => undefined)
    expect(keptIssues.peek()?.get('2')?.fault ?? '').toContain('not enough space')
  })

  test('that finds no space leaves it to others, and says so', async () => {
    storage(2_000)
    replies['GET /api/reading/issues/1/pages/1'] = 'x'.repeat(1_900)
    await keep('1')
    expect(await states()).toEqual([['1', 'failed', 0, 0]])
    expect(keptIssues.peek()?.get('1')?.fault).toContain('not enough space')
  })

  test('is refused with a sentence on a device that is full', async () => {
    storage(10)
    await expect(keepIssues(['1'])).rejects.toThrow('There is not enough space on this device.')
  })

  test('is fetched although the one after it cannot be kept', async () => {
    replies['GET /api/reading/issues/2'] = 500
    await expect(keepIssues(['1', '2'])).rejects.toThrow()
    await navigator.locks.request('after it', () => undefined)
    expect(await states()).toEqual([['1', 'whole', 3, 24]])
  })

  test('stays removed when another tab removed it while this one fetches it', async () => {
    const removed = async () => {
      await caches.delete(keptCache('', { user_id: 'u1', issue_id: '1' }))
      return 'picture!'
    }
    replies['GET /api/reading/issues/1/pages/1'] = removed
    await keep('1')
    expect([await caches.keys(), keptIssues.peek()?.size]).toEqual([[], 0])
  })

  test('is fetched anew when another tab renewed it while this one fetched it', async () => {
    const renewed = async () => {
      const copy = (await copies().find({ user_id: 'u1', issue_id: '1' }))!
      await copies().save({ ...copy, kept_at: '2030-01-01T00:00:00.000Z' })
      replies['GET /api/reading/issues/1/pages/1'] = 'picture!'
      return 'picture!'
    }
    replies['GET /api/reading/issues/1/pages/1'] = renewed
    await keep('1')
    expect(await states()).toEqual([['1', 'whole', 3, expect.any(Number)]])
  })

  test('is removed by one call, also while it is fetched', async () => {
    await keep('1')
    await removeCopy(keptIssues.value!.get('1')!)
    expect(await caches.keys()).toEqual([])
  })

  test('is refused to a user who may not download', async () => {
    replies['POST /api/reading/kept'] = { may_keep: false, issues: [] }
    expect(keepIssues(['1'])).rejects.toThrow('Ask the owner')
    expect(keptUser()).toBeUndefined()
  })
})

describe('the next contact with the server', () => {
  const KEPT = ['1', '2']
  const left = async (changed: Record<string, unknown>) => {
    await keep(...KEPT)
    Object.assign(replies, changed)
    await syncCopies().catch(() => undefined)
    return (await states()).map(([id]) => id).toSorted()
  }
  const guest = (more = {}) => ({ 'GET /api/auth/check-session': { authenticated: false, ...more } })
  const known = (...ids: string[]) => ({ 'GET /api/auth/known-users': { users: ids.map((user_id) => ({ user_id })) } })

  test.each<[what: string, changed: () => Record<string, unknown>, left: string[]]>([
    ['changes nothing when nothing changed', () => ({}), KEPT],
    ['removes what the user may not read any more', () => ({ 'POST /api/reading/kept': allowed('2') }), ['2']],
    ['removes all when downloads were switched off', () => ({ 'POST /api/reading/kept': { may_keep: false, issues: [] } }), []], // biome-ignore format: one case a line
    ['removes all of a session that was ended', () => guest({ ended: true }), []],
    ['keeps all of a session that only expired', () => ({ ...guest(), ...known('u1') }), KEPT],
    ['removes all of a user who was deleted', () => ({ ...guest(), ...known('u2') }), []],
    ['removes all when another user is logged in', () => ({ 'GET /api/auth/check-session': { authenticated: true, user: { user_id: 'u2' } } }), []], // biome-ignore format: one case a line
    ['removes all of a library that is gone', () => ({ 'GET /api/auth/check-setup': { needs_setup: true } }), []],
    ['keeps all when a proxy refuses', () => ({ 'POST /api/reading/kept': 403 }), KEPT],
    ['keeps all during a rescue', () => ({ ...guest(), 'GET /api/auth/known-users': 503 }), KEPT],
    ['keeps all without an answer', () => ({ 'GET /api/auth/check-setup': 0 }), KEPT],
  ])('%s', async (_what, changed, expected) => {
    expect(await left(changed())).toEqual(expected)
    if (expected.length === 0) expect([keptUser(), await caches.keys()]).toEqual([undefined, []])
  })

  test('keeps the copies of the owner, who is in no list, when the session expired', async () => {
    currentUser.value = { ...currentUser.value!, role: 'owner' }
    expect(await left({ ...guest(), ...known() })).toEqual(KEPT)
  })

  test('fetches a replaced file again and stores what was read elsewhere', async () => {
    await keep('1')
    const progress = { page: 2, completed: false, percent: 0.6, read_at: '2026-11-29T10:00:00.000Z', device: null }
    replies['POST /api/reading/kept'] = {
      may_keep: true,
      issues: [{ issue_id: '1', version: 'v1', progress, place: null }],
    }
    await syncCopies()
    expect((await copies().find({ user_id: 'u1', issue_id: '1' }))?.issue.progress).toEqual(progress)
    replies['POST /api/reading/kept'] = {
      may_keep: true,
      issues: [{ issue_id: '1', version: 'v2', progress, place: null }],
    }
    replies['GET /api/reading/issues/1'] = { ...issueOf('1'), version: 'v2' }
    sent = []
    await syncCopies()
    expect(sent.filter(({ name }) => name.includes('/pages/'))).toHaveLength(3)
    expect((await copies().find({ user_id: 'u1', issue_id: '1' }))?.issue.version).toBe('v2')
  })
})
