import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copies, readKeptIssues, storeKeptUser } from '../../kept/kept-issues'
import { openedCopy } from '../../kept/open-copies'
import { currentUser } from '../../state/user'
import { fakeCaches } from '../../testing/cache-storage'
import { readAs } from '../../testing/reader-session'
import { withWindow } from '../../testing/window'
import { issueToRead } from './issue-to-read'
import { pagePicture, type ReadIssue } from './wire'

withWindow()

const before = globalThis.fetch
/** 0: no answer. */
let status = 200
const issue = (id: string, next?: string, previous?: string) =>
  ({
    issue_id: id,
    label: `#${id}`,
    version: 'v1',
    now: '2026-11-20T12:00:00.000Z',
    page_count: 3,
    previous: previous ? { issue_id: previous, label: `#${previous}` } : null,
    next: next ? { issue_id: next, label: `#${next}` } : null,
  }) as ReadIssue
const keep = (id: string, next?: string, previous?: string) =>
  copies().save({
    user_id: 'u2',
    issue: issue(id, next, previous),
    sizes: [],
    layouts: {},
    state: 'whole',
    pages: 3,
    bytes: 9,
    // The clock of this device is an hour behind.
    kept_at: '2026-11-20T11:00:00.000Z',
  })

beforeEach(() => {
  localStorage.clear()
  Object.assign(globalThis, { caches: fakeCaches() })
  readAs()
  storeKeptUser(currentUser.value!)
  status = 200
  globalThis.fetch = (async (url: string) => {
    if (status === 0) throw new TypeError('no network')
    return Response.json(issue(String(url).split('/').at(-1)!, 'x'), { status })
  }) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = before
  currentUser.value = null
  document.querySelector('meta[name=offline]')?.remove()
})

test('an issue comes from the server while it answers, and from its copy otherwise', async () => {
  await keep('a')
  expect((await issueToRead('a', undefined)).next?.issue_id).toBe('x')
  expect(pagePicture('a', 1, 'v1')).toStartWith('/api/reading/')
  for (const silent of [0, 502]) {
    status = silent
    expect((await issueToRead('a', undefined)).next).toBeNull()
    expect(pagePicture('a', 1, 'v1', 960)).toBe('/kept/u2/a/1')
  }
  status = 200
  await issueToRead('a', undefined)
  expect(openedCopy('a')).toBeUndefined()
})

test('a copy states the present time of the server, however old it is', async () => {
  await keep('a')
  status = 0
  const { now } = await issueToRead('a', undefined)
  expect(Math.round((Date.parse(now) - Date.now()) / 60_000)).toBe(60)
})

test('a refusal is not hidden by a copy, and an issue that is not here stays lost', async () => {
  await keep('a')
  status = 404
  expect(issueToRead('a', undefined)).rejects.toMatchObject({ status: 404 })
  status = 0
  expect(issueToRead('b', undefined)).rejects.toMatchObject({ status: 0 })
})

test('on the offline page only issues that are here follow', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="offline" content="1">')
  await keep('a', 'b')
  await keep('b', 'c')
  expect((await issueToRead('a', undefined)).next?.issue_id).toBe('b')
  expect((await issueToRead('b', undefined)).next).toBeNull()
})

test('on the offline page an issue that was added after the copy follows too', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="offline" content="1">')
  await keep('a')
  await keep('b', undefined, 'a')
  await readKeptIssues()
  expect((await issueToRead('a', undefined)).next).toEqual({ issue_id: 'b', label: '#b' })
  expect((await issueToRead('b', undefined)).previous?.issue_id).toBe('a')
})
