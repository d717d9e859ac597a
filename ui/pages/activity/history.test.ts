import { afterEach, expect, test } from 'bun:test'
import { html } from '../../html'
import { closeReleases, releaseTarget } from '../../state/release-search'
import { toasts } from '../../state/toasts'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { BlocklistPage } from './blocklist'
import { HistoryPage } from './history'
import type { HistoryRow } from './history-words'
import { RemoveDialog } from './remove-dialog'

withWindow()
afterEach(() => {
  toasts.value = []
})

const row = (change: Partial<HistoryRow> = {}): HistoryRow => ({
  IssueID: 'i3',
  label: 'Harbor Lights #3',
  ComicName: 'Harbor Lights',
  Issue_Number: '3',
  Size: 41_000_000,
  DateAdded: '2026-01-02 03:04:05',
  Status: 'Post-Processed',
  FolderName: 'Harbor.Lights.003.2015',
  ComicID: 's1',
  Provider: 'Indexer A',
  item_id: 'd1',
  stage: 'post_processed',
  updated_at: '2026-01-02T03:04:05.000Z',
  reason: null,
  Hash: null,
  crc: null,
  release_key: 'i3|indexer a',
  resolution: null,
  protocol: 'usenet',
  ...change,
})
const paged = (total: number) => ({ total, limit: 50, offset: 0, has_more: total > 50 })
const HISTORY = 'GET /api/downloads/history'
const open = (history: HistoryRow[], more: Replies = {}, path = '/activity/history') =>
  renderPage(html`<${HistoryPage} />`, {
    path,
    replies: { [HISTORY]: { history, pagination: paged(history.length) }, ...more },
  })
test('a download that waits for its client is queued, as in the queue', async () => {
  const page = await open([row({ Status: 'Snatched', stage: 'reserved' }), row({ Status: 'Snatched', stage: 'snatched', item_id: 'd2' })]) // biome-ignore format: one line
  expect([...page.root.querySelectorAll('.history-how .mark')].map(({ textContent }) => textContent)).toEqual([
    'Queued',
    'In progress',
  ])
})

const detail = {
  item_id: 'd1',
  release_key: 'i3|indexer a',
  title: 'Harbor.Lights.003.2015',
  label: 'Harbor Lights #3',
  comic_id: 's1',
  issue_id: 'i3',
  indexer: 'Indexer A',
  protocol: 'usenet',
  size: 41_000_000,
  client_label: 'SABnzbd',
  stage: 'failed',
  resolution: null,
  reason: 'ddl_download_or_artifact_validation_failed: Page 7 cannot be read.',
  content_path: '/downloads/Harbor.Lights.003.2015',
  moves: [
    { at: '2026-01-02T03:00:00.000Z', from: null, to: 'reserved', why: null },
    {
      at: '2026-01-02T03:04:05.000Z',
      from: 'moved',
      to: 'failed',
      why: 'ddl_download_or_artifact_validation_failed: Page 7 cannot be read.',
    },
  ],
  placements: [
    { source: '/downloads/a.cbz', target: null, state: 'damaged', decision: null, why: 'Page 7 cannot be read.' },
  ],
  files: [],
}

test('each download is listed with its release, its source and its result', async () => {
  const page = await open([row(), row({ item_id: 'd2', label: 'Harbor.Lights.003.2015', Status: 'Failed' })])
  const rows = [...page.root.querySelectorAll('.history-row')]
  expect(rows.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Harbor Lights #3, Imported',
    'Harbor.Lights.003.2015, Failed',
  ])
  expect(rows[0]?.querySelector('.history-from')?.textContent).toBe('Indexer A41 MB')
})

test('a download opens with its steps and its files', async () => {
  const page = await open([row()], { 'GET /api/downloads/items/d1': detail })
  await page.press('Enter', page.find('.history-row'))
  expect(page.find('.detail-moves').textContent).toContain('Grabbed')
  expect(page.find('.detail-moves').textContent).toContain('Page 7 cannot be read.')
  expect(page.find('.detail-moves').textContent).not.toContain('artifact')
  expect(page.find('.detail-files').textContent).toContain('Damaged')
  expect(page.named('Go to the issue').getAttribute('href')).toBe('/library/s1/issues/i3')
})

test.each([
  [false, true],
  [true, false],
  [null, false],
])('removing a download that the client already had says that it stays there: added %p, %p', async (added, says) => {
  const page = await open([row()], { 'GET /api/downloads/items/d1': { ...detail, added } })
  await page.press('Enter', page.find('.history-row'))
  expect(page.text().includes('SABnzbd had it before Panelkeep, so it stays there as it is.')).toBe(says)
})

test('a file of another issue is imported as that issue', async () => {
  const offer = { placement_id: 'p1', issue_id: 'c6', comic_id: 's2', label: 'Copper Winter (2016) #6' }
  const placements = [{ ...detail.placements[0], placement_id: 'p1', state: 'contrary', offer }]
  const page = await open([row()], {
    'GET /api/downloads/items/d1': { ...detail, placements },
    'POST /api/downloads/items/d1/offers/p1': { success: true, item_id: 'd9' },
  })
  await page.press('Enter', page.find('.history-row'))
  expect(page.find('.detail-files').textContent).toContain('Something else')
  await page.click('Import as Copper Winter (2016) #6')
  expect(toasts.value.at(-1)?.text).toBe('Importing Copper Winter (2016) #6.')
})

test('a failed download offers a new search, other releases and an unblock', async () => {
  const SEARCH = 'POST /api/series/issues/i3/search'
  const page = await open([row({ stage: 'failed' })], {
    'GET /api/downloads/items/d1': { ...detail, blocked: true, digest: 'x1' },
    'DELETE /api/downloads/blocklist/x1': { success: true },
    [SEARCH]: { success: true },
  })
  await page.press('Enter', page.find('.history-row'))
  await page.click('Unblock')
  expect(page.requests.some(({ name }) => name === 'DELETE /api/downloads/blocklist/x1')).toBe(true)
  await page.click('Search again')
  expect(page.requests.some(({ name }) => name === SEARCH)).toBe(true)
  await page.click('Choose another release')
  expect(releaseTarget.value).toEqual({ entity_type: 'issue', entity_id: 'i3', title: 'Harbor Lights #3' })
  closeReleases()
})

test('a status filters the list, and typed text is sent to the server', async () => {
  const page = await open([row()], {}, '/activity/history?q=harbor')
  expect(page.requests.find(({ name }) => name === HISTORY)?.query).toMatchObject({
    q: 'harbor',
    sort: 'date',
    order: 'desc',
  })
  await page.click('Failed or cancelled')
  expect(location.search).toBe('?status=Failed&q=harbor')
  expect(page.requests.findLast(({ name }) => name === HISTORY)?.query).toMatchObject({ q: 'harbor', status: 'Failed' })
})

test('the list is cleared by state, after a confirmation', async () => {
  const page = await open(
    [row()],
    { 'DELETE /api/downloads/history': { success: true } },
    '/activity/history?status=Failed',
  )
  await page.click('More about the history')
  await page.click('Clear this list')
  expect(page.text()).toContain(
    'Failed and cancelled downloads are removed from this list, whatever is typed in the search field.',
  )
  await page.click('Clear')
  expect(page.requests.find(({ name }) => name === 'DELETE /api/downloads/history')?.query).toEqual({
    status: 'Failed',
  })
})

test('an empty history explains itself, a search without a match suggests what to do', async () => {
  expect((await open([])).text()).toContain('No downloads yet')
  const page = await open([], {}, '/activity/history?q=zzz')
  expect(page.text()).toContain('No downloads match “zzz”')
})

const BLOCKED = 'GET /api/downloads/blocklist'
const blocked = {
  digest: 'x1',
  title: 'Harbor.Lights.003.2015',
  indexer: 'Indexer A',
  entity_id: 'i3',
  comic_id: 's1',
  reason: 'Page 7 cannot be read.',
  blocked_at: '2026-01-02T03:04:05.000Z',
}

test('a blocked release shows the reason, and can be unblocked', async () => {
  const page = await renderPage(html`<${BlocklistPage} />`, {
    path: '/activity/history/blocked',
    replies: {
      [BLOCKED]: { blocklist: [blocked], pagination: paged(1) },
      'DELETE /api/downloads/blocklist/x1': { success: true },
    },
  })
  expect(page.text()).toContain('Page 7 cannot be read.')
  await page.click('Unblock')
  expect(toasts.value[0]?.text).toBe('Harbor.Lights.003.2015 is no longer blocked.')
  expect(page.requests.filter(({ name }) => name === BLOCKED)).toHaveLength(2)
})

test('the page before is shown when the last release of a page is unblocked', async () => {
  let total = 51
  const page = await renderPage(html`<${BlocklistPage} />`, {
    path: '/activity/history/blocked?page=2',
    replies: {
      [BLOCKED]: ({ query }: { query: Record<string, string> }) => ({
        blocklist: query.offset === '0' || total > 50 ? [blocked] : [],
        pagination: { total, limit: 50, offset: Number(query.offset), has_more: false },
      }),
      'DELETE /api/downloads/blocklist/x1': () => {
        total = 50
        return { success: true }
      },
    },
  })
  await page.click('Unblock')
  await page.until('Page 7 cannot be read.')
  expect(location.search).toBe('')
  expect(page.text()).not.toContain('No blocked releases')
})

test('a release is unblocked once, regardless of the number of clicks', async () => {
  const held = Promise.withResolvers<object>()
  const page = await renderPage(html`<${BlocklistPage} />`, {
    path: '/activity/history/blocked',
    replies: {
      [BLOCKED]: { blocklist: [blocked], pagination: paged(1) },
      'DELETE /api/downloads/blocklist/x1': () => held.promise,
    },
  })
  await page.click('Unblock')
  await page.click('Unblock')
  expect(page.requests.filter(({ name }) => name.startsWith('DELETE'))).toHaveLength(1)
  held.resolve({ success: true })
  await page.whenIdle()
  expect(page.root.querySelector('[aria-busy="true"]')).toBeNull()
})

test('a dialog removes a download once, with the chosen options', async () => {
  const removed: unknown[] = []
  const held = Promise.withResolvers<void>()
  let closed = 0
  const onRemove = (choice: unknown) => {
    removed.push(choice)
    return held.promise
  }
  const of = { label: 'Harbor #3', client: 'SABnzbd', canKeep: true, canBlock: true, onRemove, onClose: () => closed++ }
  const page = await renderPage(html`<${RemoveDialog} ...${of} />`)
  for (const box of page.root.querySelectorAll<HTMLInputElement>('.remove-choice input')) {
    box.dispatchEvent(new window.Event('change', { bubbles: true }))
    await page.whenIdle()
  }
  await page.click('Remove')
  await page.click('Remove')
  expect([removed, closed]).toEqual([[{ keep_data: true, block: true }], 0])
  held.resolve()
  await page.whenIdle()
  expect(closed).toBe(1)
})

test.each([
  [{}, 0],
  [{ canKeep: true }, 1],
  [{ canKeep: true, canBlock: true }, 2],
])('the dialog for removing %j offers %i choices', async (can, count) => {
  const of = {
    label: 'x',
    client: 'y',
    canKeep: false,
    canBlock: false,
    onRemove: async () => {},
    onClose() {},
    ...can,
  }
  const page = await renderPage(html`<${RemoveDialog} ...${of} />`)
  expect(page.root.querySelectorAll('.remove-choice')).toHaveLength(count)
})

test.each([
  ['', { limit: '50', offset: '0' }],
  ['?q=harbor&page=3', { limit: '50', offset: '100', q: 'harbor' }],
])('blocked releases of %p are requested with %j', async (search, query) => {
  const page = await renderPage(html`<${BlocklistPage} />`, {
    path: `/activity/history/blocked${search}`,
    replies: { [BLOCKED]: { blocklist: [], pagination: paged(0) } },
  })
  expect(page.requests.find(({ name }) => name === BLOCKED)?.query).toEqual(query)
  expect(page.root.querySelector('[aria-label="Search blocked releases"]') === null).toBe(search === '')
})

test('lists that cannot be loaded show the reason', async () => {
  const page = await open([], { [HISTORY]: refusal(500, 'The log has more.') })
  expect(page.text()).toContain('The history could not be loaded')
  const list = await renderPage(html`<${BlocklistPage} />`, { path: '/activity/history/blocked' })
  expect(list.text()).toContain('The blocked releases could not be loaded')
})
