import { afterEach, describe, expect, test } from 'bun:test'
import { Router } from 'preact-iso'
import { html } from '../../html'
import { ChooseList } from '../../panels/choose-list'
import { addToReadingList, listChoice } from '../../state/reading-lists'
import { toasts } from '../../state/toasts'
import { currentUser } from '../../state/user'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { sessionUser } from '../../testing/session-user'
import { withWindow } from '../../testing/window'
import { ReadlistPage } from './readlist'
import type { List, WireListEntry } from './wire'

withWindow()
afterEach(() => {
  toasts.value = []
  listChoice.value = undefined
  currentUser.value = null
})

const entry = (n: number, change: Partial<WireListEntry> = {}): WireListEntry => ({
  issue_id: `i${n}`,
  comic_id: 's1',
  series_name: 'Harbor Lights',
  year: 2015,
  label: `#${n}`,
  title: null,
  date: null,
  known: true,
  readable: true,
  state: 'unread',
  percent: 0,
  page: 0,
  page_count: 24,
  image: null,
  added_at: '2026-11-20T20:00:00.000Z',
  ...change,
})
const list = (change: Partial<List> = {}): List => ({
  list_id: 'default',
  name: 'Reading list',
  is_default: true,
  shared: false,
  mine: true,
  user_id: 'owner',
  owner_name: 'Ana Blum',
  issues: 3,
  read: 1,
  next_issue_id: 'i2',
  updated_at: '2026-11-20T20:00:00.000Z',
  ...change,
})
const entries = [
  entry(1, { state: 'read' }),
  entry(2, { state: 'reading', page: 4 }),
  entry(3, { readable: false }),
  entry(4, { known: false, readable: false, series_name: 'Fern Road' }),
]
const success = { success: true, changed: 1 }
function open(more: Replies = {}, shown: readonly WireListEntry[] = entries, lists = [list()]) {
  const replies = {
    'GET /api/readlists/default': { list: list(), entries: shown },
    'GET /api/readlists': { lists },
    'PUT /api/readlists/default/order': success,
    'DELETE /api/readlists/default/issues': success,
    'POST /api/readlists/default/restore': success,
    ...more,
  }
  const page = html`<${Router}><${ReadlistPage} path="/readlist/:list_id?" /><//>`
  return renderPage(page, { path: '/readlist', replies })
}
type Page = Awaited<ReturnType<typeof open>>
const sent = (page: Page, name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body)
const rows = (page: Page) => [...page.root.querySelectorAll('.list-row')].map((row) => row.textContent ?? '')

describe('the reading list', () => {
  test('shows its issues in order, with read issues and issues without a file marked', async () => {
    const page = await open()
    expect(rows(page)).toEqual([
      expect.stringMatching(/^1.*Harbor Lights #1Harbor Lights \(2015\)Read/s),
      expect.stringMatching(/^2.*#2.*Page 5 of 24/s),
      expect.stringMatching(/^3.*#3.*No file yet/s),
      expect.stringMatching(/^4.*Fern Road #4.*Not in the library/s),
    ])
    const marks = [...page.root.querySelectorAll('.list-row .mark')].map((one) => one.getAttribute('data-state'))
    expect(marks).toEqual(['have', 'unknown', 'wanted', 'unknown'])
    expect(page.named('Continue Harbor Lights #2').getAttribute('href')).toBe('/read/i2?list=default')
    expect(page.named('Read Harbor Lights #1').getAttribute('href')).toBe('/read/i1?list=default')
    expect(page.text()).toContain('3 issues, 1 read')
  })

  test('is ordered by key, and the last change is undone', async () => {
    const page = await open()
    await page.press('ArrowDown', page.named('Move Harbor Lights #1, 1 of 4: up and down arrow'))
    expect(rows(page)[1]).toContain('#1')
    await page.click('Undo moving Harbor Lights #1')
    expect(sent(page, 'PUT /api/readlists/default/order')).toEqual([
      { issue_ids: ['i2', 'i1', 'i3', 'i4'] },
      { issue_ids: ['i1', 'i2', 'i3', 'i4'] },
    ])
    expect(page.root.textContent).not.toContain('Undo')
  })

  test('keeps only the rows near the window in the page, and moves one beyond them', async () => {
    const many = Array.from({ length: 600 }, (_, at) => entry(at + 1))
    const page = await open({}, many)
    expect(rows(page).length).toBeGreaterThan(8)
    expect(rows(page).length).toBeLessThan(40)
    await page.click('More about Harbor Lights #2')
    await page.click('Move to the end')
    const [order] = sent(page, 'PUT /api/readlists/default/order') as { issue_ids: string[] }[]
    expect([order?.issue_ids[1], order?.issue_ids.at(-1)]).toEqual(['i3', 'i2'])
  })

  test('goes back to the old order when the server refuses the new one', async () => {
    const page = await open({ 'PUT /api/readlists/default/order': () => refusal(503, 'The database is busy.') })
    await page.press('ArrowDown', page.named('Move Harbor Lights #1, 1 of 4: up and down arrow'))
    expect(rows(page)[0]).toContain('#1')
    expect(toasts.value.map(({ text }) => text)).toEqual(['The database is busy.'])
    expect(page.root.textContent).not.toContain('Undo')
  })

  test('an entry is removed, and restored with Ctrl Z', async () => {
    const page = await open()
    await page.click('More about Harbor Lights #2')
    await page.click('Remove from the list')
    expect(sent(page, 'DELETE /api/readlists/default/issues')).toEqual([{ issue_ids: ['i2'] }])
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }))
    await page.whenIdle()
    expect(sent(page, 'POST /api/readlists/default/restore')).toEqual([{ issue_ids: ['i2'] }])
  })

  test('explains how to fill it while it is empty', async () => {
    const page = await open({}, [])
    expect(page.text()).toContain('This list is empty')
  })

  test('a new list is created and opened', async () => {
    const made = list({ list_id: 'l2', name: 'Summer', is_default: false })
    const page = await open({ 'POST /api/readlists': { list: made } })
    await page.click('New list')
    await page.type('dialog input', ' Summer ')
    await page.submit('dialog form')
    expect(sent(page, 'POST /api/readlists')).toEqual([{ name: 'Summer' }])
    expect(location.pathname).toBe('/readlist/l2')
  })
})

describe('a list and other users', () => {
  const openList = (own: List, more: Replies = {}) =>
    renderPage(html`<${Router}><${ReadlistPage} path="/readlist/:list_id?" /><//>`, {
      path: '/readlist/l2',
      replies: {
        'GET /api/readlists/l2': { list: own, entries },
        'GET /api/readlists': { lists: [list(), own] },
        ...more,
      },
    })

  test('an own list is shared with a switch, and marked among the lists', async () => {
    const summer = list({ list_id: 'l2', name: 'Summer', is_default: false })
    const alone = await openList(summer)
    expect(alone.text()).not.toContain('Share with everyone')
    currentUser.value = sessionUser({ has_others: true })
    const page = await openList(summer, { 'PATCH /api/readlists/l2': { list: { ...summer, shared: true } } })
    expect(page.named('Share with everyone').getAttribute('aria-checked')).toBe('false')
    expect(page.text()).not.toContain('Shared with everyone')
    await page.click('Share with everyone')
    expect(sent(page, 'PATCH /api/readlists/l2')).toEqual([{ shared: true }])
    const shared = await openList({ ...summer, shared: true })
    expect(shared.named('Share with everyone').getAttribute('aria-checked')).toBe('true')
    expect(shared.text()).toContain('Shared with everyone: Summer')
  })

  test('a list of another user can be read, and offers no changes', async () => {
    const theirs = list({
      list_id: 'l2',
      name: 'Night',
      is_default: false,
      shared: true,
      mine: false,
      user_id: 'lena',
      owner_name: 'Lena',
    })
    const page = await openList(theirs)
    expect(page.text()).toContain('Shared by Lena')
    expect(page.named('Continue Harbor Lights #2').getAttribute('href')).toBe('/read/i2?list=l2')
    expect(page.root.querySelector('.list-grip, [role="switch"]')).toBeNull()
    expect(page.root.textContent).not.toContain('More for Night')
    await page.click('More about Harbor Lights #1')
    expect(page.text()).toContain('Open the issue')
    expect(page.text()).not.toContain('Remove from the list')
  })

  test('the first list of a user is the one that the server names', async () => {
    const mine = list({ list_id: 'default-lena', user_id: 'lena' })
    const owners = list({ name: 'For all', is_default: false, shared: true, mine: false })
    const page = await renderPage(html`<${Router}><${ReadlistPage} path="/readlist/:list_id?" /><//>`, {
      path: '/readlist',
      replies: {
        'GET /api/readlists/default-lena': { list: mine, entries },
        'GET /api/readlists': { lists: [mine, owners] },
      },
    })
    expect(page.root.querySelector('h1')?.textContent).toBe('Reading list')
    const paths = [...page.root.querySelectorAll('.list-tabs a')].map((link) => link.getAttribute('href'))
    expect(paths).toEqual(['/readlist', '/readlist/default'])
  })
})

describe('a deleted list', () => {
  const summer = list({ list_id: 'l2', name: 'Summer', is_default: false })
  const openSummer = (more: Replies) =>
    renderPage(html`<${Router}><${ReadlistPage} path="/readlist/:list_id?" /><//>`, {
      path: '/readlist/l2',
      replies: {
        'GET /api/readlists/l2': { list: summer, entries },
        'GET /api/readlists/default': { list: list(), entries },
        'GET /api/readlists': { lists: [list(), summer] },
        ...more,
      },
    })
  const drop = async (page: Page) => {
    await page.click('More for Summer')
    await page.click('Delete the list')
    await page.whenIdle()
  }

  test('is left for the first list, and restored with Undo', async () => {
    const page = await openSummer({ 'DELETE /api/readlists/l2': success, 'POST /api/readlists/l2/restore': success })
    await drop(page)
    expect(location.pathname).toBe('/readlist')
    expect(toasts.value).toMatchObject([{ text: 'Summer was deleted.', action: { label: 'Undo' } }])
    await toasts.value[0]?.action?.run()
    await page.whenIdle()
    expect(sent(page, 'POST /api/readlists/l2/restore')).toEqual([{}])
    expect(location.pathname).toBe('/readlist/l2')
  })

  test('stays when the server refuses, with the reason and without Undo', async () => {
    const page = await openSummer({ 'DELETE /api/readlists/l2': () => refusal(503, 'The database is busy.') })
    await drop(page)
    expect(toasts.value.map(({ text, action }) => [text, action])).toEqual([['The database is busy.', undefined]])
    expect(location.pathname).toBe('/readlist/l2')
    expect(page.text()).toContain('Summer')
  })

  test('is not opened when it cannot be restored', async () => {
    const page = await openSummer({
      'DELETE /api/readlists/l2': success,
      'POST /api/readlists/l2/restore': () => refusal(404, 'There is no reading list l2.'),
    })
    await drop(page)
    await toasts.value[0]?.action?.run()
    await page.whenIdle()
    expect(toasts.value.map(({ text }) => text)).toContain('There is no reading list l2.')
    expect(location.pathname).toBe('/readlist')
  })
})

describe('adding to a reading list', () => {
  const issue = { id: 'i9', label: 'Low Tide #9' }

  test('needs no choice with a single list, and can be undone', async () => {
    const page = await open({ 'POST /api/readlists/default/issues': success })
    await addToReadingList([issue])
    expect(sent(page, 'POST /api/readlists/default/issues')).toEqual([{ issue_ids: ['i9'] }])
    expect(toasts.value[0]?.text).toBe('Low Tide #9 added to Reading list.')
    await toasts.value[0]?.action?.run()
    expect(sent(page, 'DELETE /api/readlists/default/issues')).toEqual([{ issue_ids: ['i9'] }])
  })

  test('offers no list of another user', async () => {
    const theirs = list({ list_id: 'l2', name: 'Night', is_default: false, shared: true, mine: false })
    const page = await open({ 'POST /api/readlists/default/issues': success }, entries, [list(), theirs])
    await addToReadingList([issue])
    expect(sent(page, 'POST /api/readlists/default/issues')).toEqual([{ issue_ids: ['i9'] }])
  })

  test('reports an issue that is already in the list, without an undo', async () => {
    await open({ 'POST /api/readlists/default/issues': { success: true, changed: 0 } })
    await addToReadingList([issue])
    expect(toasts.value).toMatchObject([{ text: 'Low Tide #9 is already in Reading list.', action: undefined }])
  })

  test('offers a choice with several lists', async () => {
    const summer = list({ list_id: 'l2', name: 'Summer', is_default: false })
    const replies = { 'GET /api/readlists': { lists: [list(), summer] }, 'POST /api/readlists/l2/issues': success }
    const page = await renderPage(html`<${ChooseList} />`, { replies })
    await addToReadingList([issue])
    page.close()
    const choice = await renderPage(html`<${ChooseList} />`, { replies })
    await choice.click('Summer 3 issues')
    expect(sent(choice, 'POST /api/readlists/l2/issues')).toEqual([{ issue_ids: ['i9'] }])
    expect(choice.root.querySelector('dialog')).toBeNull()
  })
})
