import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { currentUser } from '../state/user'
import { fakeCaches } from '../testing/cache-storage'
import { readAs } from '../testing/reader-session'
import { withWindow } from '../testing/window'
import type { Copy } from './copies'
import { copies, storeKeptUser, wholeCopy } from './kept-issues'
import { type Bookmark, type BookmarkChange, changeBookmark, sendUnsentBookmarks, withUnsent } from './unsent-bookmarks'

withWindow()

const before = globalThis.fetch
const AT = '2026-11-29T10:00:00.000Z'
const mark = (page: number, note: string | null = null): Bookmark => ({ page, note, created_at: AT })
const set = (note?: string): BookmarkChange =>
  note === undefined ? { set: true, at: AT } : { set: true, note, at: AT }
const REMOVE: BookmarkChange = { set: false, at: AT }

/** 0: no answer. */
let status: number
let sent: string[]
/** The users that the changes name. */
let users: unknown[]
/** When each change was made and sent, by the clock of the device. */
let times: string[][]
/** Called before each reply. */
let meanwhile: () => void

beforeEach(() => {
  localStorage.clear()
  Object.assign(globalThis, { caches: fakeCaches() })
  readAs()
  status = 200
  sent = []
  users = []
  times = []
  meanwhile = () => undefined
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    if (status === 0) throw new TypeError('no network')
    const [, id, , page] = /issues\/(.+)\/(bookmarks)\/(\d+)/.exec(String(url)) ?? []
    const { user_id, at, now, ...body } = JSON.parse(String(init.body ?? '{}'))
    const query = new URL(url, 'http://x').searchParams
    users.push(user_id ?? query.get('user_id'))
    times.push([at ?? query.get('at'), now ?? query.get('now')])
    sent.push([init.method, `${id}/${page}`, init.body && JSON.stringify(body)].filter(Boolean).join(' '))
    meanwhile()
    const bookmarks = init.method === 'PUT' ? [mark(Number(page), JSON.parse(String(init.body)).note ?? null)] : []
    return Response.json(status === 200 ? { bookmarks } : { detail: 'no' }, { status })
  }) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = before
  currentUser.value = null
})

const change = async (page: number, what: BookmarkChange, known: readonly Bookmark[] = []) =>
  (await changeBookmark('a', page, what, known)).bookmarks

test('a bookmark is sent at once', async () => {
  expect(await change(2, set('here'))).toEqual([mark(2, 'here')])
  expect(await change(2, REMOVE)).toEqual([])
  expect([sent, localStorage.length]).toEqual([['PUT a/2 {"note":"here"}', 'DELETE a/2'], 0])
})

test('each change names its user, for whom the server refuses it in the session of another one', async () => {
  await change(2, set())
  await change(2, REMOVE)
  expect(users).toEqual(['u2', 'u2'])
})

test('each change says when it was made, also when it is sent later', async () => {
  status = 0
  await change(2, set())
  status = 200
  await change(3, REMOVE)
  await sendUnsentBookmarks()
  expect(times.map(([at]) => at)).toEqual([AT, AT])
  for (const [, now] of times) expect(Date.parse(now!)).toBeGreaterThan(Date.parse(AT))
})

test('a change that the user took back while an earlier one was sent is not sent', async () => {
  status = 0
  await change(3, set())
  await change(4, set())
  status = 200
  let other: Promise<unknown> | undefined
  meanwhile = () => {
    meanwhile = () => undefined
    other = change(4, REMOVE)
  }
  await sendUnsentBookmarks()
  await other
  expect(sent).toEqual(['PUT a/3 {}', 'DELETE a/4'])
})

test('without an answer bookmarks are shown as changed, and sent later', async () => {
  status = 0
  const known = [mark(1, 'one'), mark(4)]
  expect(await change(3, set(), known)).toEqual([mark(1, 'one'), mark(3), mark(4)])
  await change(4, REMOVE, known)
  await change(1, set(), known)
  // The reader is opened again, still without an answer.
  expect(withUnsent('a', known)).toEqual([mark(1, 'one'), mark(3)])
  expect(withUnsent('b', known)).toEqual(known)
  await sendUnsentBookmarks()
  status = 200
  await sendUnsentBookmarks()
  expect(sent.sort()).toEqual(['DELETE a/4', 'PUT a/1 {}', 'PUT a/3 {}'])
  expect([withUnsent('a', known), localStorage.length]).toEqual([known, 0])
})

test('they are sent again at growing intervals until the server answers', async () => {
  const timers = spyOn(globalThis, 'setTimeout')
  const next = async () => {
    const [work, ms] = timers.mock.calls.at(-1)!
    await (work as () => Promise<void>)()
    return ms
  }
  status = 0
  await change(3, set())
  expect([await next(), await next(), await next()]).toEqual([2_000, 4_000, 8_000])
  status = 200
  expect(await next()).toBe(16_000)
  expect(sent).toEqual(['PUT a/3 {}'])
  timers.mockRestore()
})

test('the last change of a page counts', async () => {
  status = 0
  await change(3, set())
  await change(3, set('late'))
  expect(withUnsent('a', [])).toEqual([mark(3, 'late')])
  await change(3, set(''))
  expect(withUnsent('a', [mark(3, 'old')])).toEqual([mark(3)])
  status = 200
  await change(3, REMOVE)
  await sendUnsentBookmarks()
  expect(sent).toEqual(['DELETE a/3'])
})

test('a page that is changed while its bookmark is sent is sent again', async () => {
  status = 0
  await change(3, set())
  status = 200
  let other: Promise<unknown> | undefined
  meanwhile = () => {
    meanwhile = () => undefined
    status = 0
    other = change(3, REMOVE)
    status = 200
  }
  await sendUnsentBookmarks()
  await other
  await sendUnsentBookmarks()
  expect(sent).toEqual(['PUT a/3 {}', 'DELETE a/3'])
})

test.each([
  [404, 0],
  [401, 1],
  [500, 1],
  [502, 1],
])('after the status %i, %i changes wait', async (refused, waiting) => {
  status = 0
  await change(3, set())
  status = refused
  await sendUnsentBookmarks()
  expect(withUnsent('a', [])).toHaveLength(waiting)
})

test('a refusal is an error and is not stored, like a change that this window cannot store', async () => {
  status = 404
  expect(change(3, set())).rejects.toMatchObject({ status: 404 })
  status = 0
  const own = globalThis.localStorage
  const setItem = () => {
    throw new Error('private window')
  }
  globalThis.localStorage = { getItem: () => null, setItem } as unknown as Storage
  const refused = await change(3, set()).catch(({ status }) => status)
  globalThis.localStorage = own
  expect([refused, localStorage.length]).toEqual([0, 0])
})

test('users of one device have their own', async () => {
  status = 0
  await change(3, set())
  readAs({ user_id: 'u3' })
  expect(withUnsent('a', [])).toEqual([])
  status = 200
  await sendUnsentBookmarks()
  expect(sent).toEqual([])
})

test('the copy on this device gets the bookmarks, for the next time without a connection', async () => {
  storeKeptUser(currentUser.value!)
  const issue = { issue_id: 'a', page_count: 5, bookmarks: [] } as unknown as Copy['issue']
  const record = { sizes: [], layouts: {}, state: 'whole', pages: 5, bytes: 9, kept_at: AT } as const
  await copies().save({ user_id: 'u2', issue, ...record })
  await change(2, set())
  while (!(await wholeCopy('a'))?.issue.bookmarks.length) await Promise.resolve()
  expect((await wholeCopy('a'))?.issue.bookmarks).toEqual([mark(2)])
})
