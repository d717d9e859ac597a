import { beforeAll, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type ReceivedRequest, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { LibraryPage } from './library'
// Loaded with the first selection; here it is loaded before.
import './bulk/bulk-bar'

withWindow()
// The library loads it with the first action; here it is there at once.
beforeAll(() => import('../../panels/bulk/bulk-dialog'))

const NAMES = ['Harbor Lights', 'Low Tide', 'Night Counter']
const seriesRow = (at: number) => ({
  ComicID: `s${at}`,
  ComicName: NAMES[at] ?? `Series ${at}`,
  ComicImage: at === 0 ? '/api/covers/series/s0?v=1' : null,
  Status: at === 1 ? 'Paused' : 'Active',
  ComicPublisher: at === 2 ? null : 'Northgate',
  ComicYear: at === 2 ? null : '2015',
  LatestIssue: '12',
  LatestDate: '2016-02-10',
  DateAdded: '2025-12-01',
  Total: 12,
  Have: at === 0 ? 12 : 9,
  Announced: 0,
  CountedIn: 'issue',
  TotalKnown: true,
  ContentType: at === 2 ? 'manga' : 'comic',
  Size: 48_000_000,
  Files: 9,
  Unread: 3,
  NextDate: null,
  Publication: 'ended',
  Rating: at === 0 ? 4 : null,
  Tags: at === 0 ? ['wet'] : [],
})
const facets = {
  total: 3,
  publishers: [
    { publisher: 'Northgate', count: 2 },
    { publisher: null, count: 1 },
  ],
  content_type: { comic: 2, manga: 1 },
  status: { active: 2, paused: 1 },
  progress: { complete: 1, missing: 2, empty: 0, unknown: 0 },
  read: { unread: 2, in_progress: 0, read: 1 },
  publication: { ongoing: 0, ended: 3 },
  unmatched: 0,
  favourite: 1,
  ratings: [{ value: '5', count: 1 }],
  genres: [{ value: 'Noir', count: 2 }],
  decades: [{ value: '2010', count: 2 }],
  book_types: [{ value: 'Print', count: 3 }],
  tags: [{ value: 'wet', count: 1 }],
  collections: [{ value: 'c-1', name: 'Rainy days', count: 2 }],
}

function library(total: number) {
  const series = ({ query }: ReceivedRequest) => {
    const [limit, offset] = [Number(query.limit), Number(query.offset)]
    const count = query.q ? 1 : total
    const comics = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) =>
      seriesRow(offset + at),
    )
    return { comics, pagination: { total: count, limit, offset, has_more: offset + limit < count } }
  }
  return {
    'GET /api/series': series,
    'GET /api/series/facets': facets,
    'GET /api/series/bulk': { operation: null },
    'POST /api/series/bulk/preview': {
      action: 'rename',
      series: 2,
      skipped: 1,
      files: 18,
      bytes: 96_000_000,
      issues: 0,
    },
    'POST /api/series/bulk': { success: true, operation_id: 'o1', series: 2 },
    'GET /api/series/letters': {
      letters: [
        { letter: 'H', at: 0, count: 1 },
        { letter: 'L', at: 1, count: 1 },
        { letter: 'N', at: 2, count: 1 },
      ],
    },
    'GET /api/views': { views: [{ view_id: 'v1', name: 'Wet', query: 'tag=wet' }] },
    'GET /api/reading/added': { items: [] },
  }
}
const open = (path = '/', replies: Record<string, unknown> = library(3)) =>
  renderPage(html`<${LibraryPage} />`, { path, replies })
const OPERATION = {
  operation_id: 'o1',
  action: 'rename',
  state: 'succeeded',
  progress: 1,
  error: null,
  name: null,
  total: 4,
  done: 4,
  unchanged: 0,
  failed: 0,
  undone: 0,
  undoable: 4,
  undoing: false,
  created_at: new Date().toISOString(),
  finished_at: new Date().toISOString(),
}
const begun = ({ requests }: { requests: ReceivedRequest[] }) =>
  requests.find(({ name }) => name === 'POST /api/series/bulk')?.body
const lists = (requests: ReceivedRequest[]) => requests.filter(({ name }) => name === 'GET /api/series')

describe('the library', () => {
  test('shows each series with its cover, its count and its state in words', async () => {
    const page = await open()
    expect(page.root.querySelectorAll('.tile')).toHaveLength(3)
    expect(page.named('Harbor Lights, 12 of 12, 2015, 12 of 12 issues').getAttribute('href')).toBe('/library/s0')
    expect(page.named('Low Tide, 9 of 12, Not monitored, 9 of 12 issues')).toBeDefined()
    expect(page.find('.tile img').getAttribute('src')).toBe('/api/covers/series/s0?v=1&width=300')
    expect(page.text()).toContain('Night Counter')
  })

  test('has its outline while it loads', async () => {
    const page = await open('/', { ...library(3), 'GET /api/series': () => new Promise(() => undefined) })
    expect(page.find('.wall-waiting[role="status"]').getAttribute('aria-label')).toBe('Loading the library')
    expect(page.root.querySelectorAll('.tile-wait').length).toBeGreaterThan(2)
  })

  test('before the first import explains itself and links to the import', async () => {
    const page = await open('/', library(0))
    await page.until('Your library is ready')
    expect(page.named('Import your comics').getAttribute('href')).toBe('/import')
    expect(page.named('Add a series to follow').getAttribute('href')).toBe('/search')
    expect(page.root.querySelector('.library-filters')).toBeNull()
  })

  test('shows a load error and can be retried', async () => {
    let down = true
    const series = library(3)['GET /api/series']
    const failing = (request: ReceivedRequest) =>
      down ? Response.json({ detail: 'The database is busy.' }, { status: 503 }) : series(request)
    const page = await open('/', { ...library(3), 'GET /api/series': failing })
    expect(page.text()).toContain('The library could not be loaded')
    expect(page.text()).toContain('The database is busy.')
    down = false
    await page.click('Try again')
    expect(page.root.querySelectorAll('.tile')).toHaveLength(3)
  })

  test('keeps only rows near the window in the page, however many there are', async () => {
    const page = await open('/', library(5_000))
    const tiles = page.root.querySelectorAll('.tile')
    expect(tiles.length).toBeGreaterThan(2)
    expect(tiles.length).toBeLessThan(120)
    expect(tiles[0]?.getAttribute('aria-setsize')).toBe('5000')
    expect(lists(page.requests).every(({ query }) => query.limit === '60')).toBe(true)
    expect(lists(page.requests).length).toBeLessThanOrEqual(2)
  })

  test('is filtered by clicks on words, which are kept in the address', async () => {
    const page = await open('/library')
    await page.click('Manga1')
    await page.click('Not monitored1')
    expect(location.search).toBe('?kind=manga&status=paused')
    expect(lists(page.requests).at(-1)?.query).toMatchObject({ content_type: 'manga', status: 'paused' })
  })

  test.each(['wall', 'table'])('shows only the rows of its filters and order, in the %s', async (view) => {
    const page = await open(`/library?view=${view}&kind=manga&sort=year&order=desc`)
    const asked = lists(page.requests).map(({ query }) => [query.content_type, query.sort, query.order].join(' '))
    expect(new Set(asked)).toEqual(new Set(['manga year desc']))
  })

  test('does not offer a filter without results', async () => {
    const page = await open()
    expect(page.text()).not.toContain('No files')
  })

  test('offers to clear filters without results', async () => {
    const page = await open('/library?publisher=Nobody', library(0))
    expect(page.text()).toContain('No series match these filters')
    await page.click('Clear filters')
    expect(location.search).toBe('')
  })

  test('clears what was typed together with the filters', async () => {
    const page = await open('/library?q=zzz', library(0))
    expect(page.find<HTMLInputElement>('.library input[type="search"]').value).toBe('zzz')
    await page.click('Clear filters')
    expect(location.search).toBe('')
  })

  test('is sorted as in the address, in the table too', async () => {
    const page = await open('/library?view=table&sort=year&order=desc')
    expect(lists(page.requests)[0]?.query).toMatchObject({ sort: 'year', order: 'desc' })
    expect(page.find('[aria-sort]').getAttribute('aria-sort')).toBe('descending')
    expect(page.root.querySelectorAll('[role="row"]')).toHaveLength(4)
    await page.click('Publisher')
    expect(location.search).toBe('?view=table&sort=publisher')
  })

  test('has the chosen columns, and remembers them', async () => {
    const page = await open('/library?view=table')
    expect(page.text()).toContain('48 MB')
    await page.click('Choose columns')
    await page.until('Use the default')
    const box = (title: string) =>
      [...page.root.querySelectorAll('.column-choices label')].find((label) => label.textContent?.includes(title))!
    box('Size').querySelector('input')!.click()
    await page.whenIdle()
    expect(page.text()).not.toContain('48 MB')
    expect(localStorage.getItem('panelkeep.library-columns')).toBe('have,monitored,year,publisher,unread,next,added')
    await page.click('Use the default')
    expect(page.text()).toContain('48 MB')
    expect(localStorage.getItem('panelkeep.library-columns')).toBeNull()
  })

  test('selects with Space and moves with the arrow keys', async () => {
    const page = await open()
    const tile = (at: number) => page.find(`[data-at="${at}"]`)
    tile(0).focus()
    await page.press(' ', tile(0))
    await page.press('ArrowRight', tile(0))
    expect(document.activeElement).toBe(tile(1))
    await page.press(' ', tile(1))
    expect(page.find('.cover-bar').textContent).toContain('2 series')
    await page.press('Escape', tile(1))
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('selects all with Ctrl A during a selection, except in a field', async () => {
    const page = await open()
    const all = (target: Element) => {
      const { KeyboardEvent } = window as unknown as typeof globalThis
      const event = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
      target.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(all(document.body)).toBe(false)
    await page.click('Select series')
    expect(all(page.find('input'))).toBe(false)
    expect(all(page.named('Stop selecting'))).toBe(true)
    await page.whenIdle()
    expect(page.text()).toContain('3 series')
    expect(page.find('.cover-bar').textContent).toContain('3 series')
  })

  test('is cleared by Escape wherever the focus is, but not while typing, in a menu or under a dialog', async () => {
    const page = await open()
    await page.press(' ', page.find('[data-at="0"]'))
    await page.press('Escape', page.find('input'))
    await page.click('Files')
    await page.press('Escape', page.find('[role="menuitem"]'))
    expect(page.root.querySelector('[role="menu"]')).toBeNull()
    await page.click('Files')
    await page.click('Rename files')
    await page.press('Escape', page.find('dialog'))
    page.find<HTMLButtonElement>('.dialog-foot .button').click()
    await page.whenIdle()
    expect(page.find('.cover-bar').textContent).toContain('1 series')
    await page.press('Escape', page.named('Files'))
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('shows the scope of an action first, then starts it for the selected series', async () => {
    const page = await open()
    await page.press(' ', page.find('[data-at="0"]'))
    await page.press(' ', page.find('[data-at="2"]'))
    await page.click('Files')
    await page.click('Rename files')
    expect(page.find('dialog').textContent).toContain('2 series · 18 files · 96 MB. 1 series skipped: nothing to do.')
    expect(begun(page)).toBeUndefined()
    page.find<HTMLButtonElement>('.dialog-foot [data-kind="main"]').click()
    await page.whenIdle()
    expect(begun(page)).toEqual({ action: 'rename', ids: ['s0', 's2'] })
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('confirms a deletion, and says where the files go', async () => {
    const page = await open()
    await page.press(' ', page.find('[data-at="0"]'))
    await page.click('Select all 3')
    await page.click('Delete')
    expect(page.find('dialog').textContent).toContain('Files stay where they are.')
    await page.click('Move the files to the recycle folder')
    expect(page.find('dialog').textContent).toContain('.panelkeep-recycle')
    page.find<HTMLButtonElement>('.dialog-foot [data-kind="danger"]').click()
    await page.whenIdle()
    expect(begun(page)).toEqual({ action: 'delete', ids: ['s0', 's1', 's2'], with_files: true })
  })

  test('shows the result of the last operation with its failures and its undo', async () => {
    const operation = { ...OPERATION, done: 2, unchanged: 1, failed: 1, undoable: 2 }
    const items = [{ comic_id: 's1', name: 'Low Tide', state: 'failed', sentence: 'The disk is full.' }]
    const page = await open('/', {
      ...library(3),
      'GET /api/series/bulk': { operation },
      'GET /api/series/bulk/o1': { operation, items, pagination: {} },
      'POST /api/series/bulk/o1/undo': { success: true, operation_id: 'o2' },
    })
    expect(page.find('.bulk-status').textContent).toContain('2 series renamed · 1 unchanged · 1 failed')
    await page.click('Show failures')
    expect(page.find('dialog').textContent).toContain('The disk is full.')
    await page.click('Undo')
    expect(page.requests.some(({ name }) => name === 'POST /api/series/bulk/o1/undo')).toBe(true)
    await page.click('Dismiss')
    expect(page.root.querySelector('.bulk-status')).toBeNull()
  })

  test('selects all that match the filters, even those never on screen', async () => {
    const page = await open('/', library(1_200))
    await page.press(' ', page.find('[data-at="0"]'))
    await page.click('Select all 1,200')
    expect(page.find('.cover-bar').textContent).toContain('1,200 series')
    expect(lists(page.requests).filter(({ query }) => query.limit === '500')).toHaveLength(2)
  })
})

describe('filters', () => {
  test('of the dialog are applied at once, shown as words and removed by a click', async () => {
    const page = await open('/library')
    await page.click('All filters')
    await page.until('Done')
    await page.click('wet1')
    await page.click('2010s2')
    await page.click('Rainy days2')
    expect(location.search).toBe('?years=2010-2019&tag=wet&collection=c-1')
    expect(lists(page.requests).at(-1)?.query).toMatchObject({
      tag: 'wet',
      year_from: '2010',
      year_to: '2019',
      collection: 'c-1',
    })
    await page.click('Done')
    await page.click('wet1')
    expect(location.search).toBe('?years=2010-2019&collection=c-1')
    expect(page.find('.library-matching').textContent).toContain('3 of 3 series')
    await page.click('Clear filters')
    expect(location.search).toBe('')
  })

  test('keep a value that the server no longer counts, so that it can be removed', async () => {
    const page = await open('/library?tag=gone&rating=2')
    await page.click('gone')
    expect(location.search).toBe('?rating=2')
  })
})

describe('the selection', () => {
  test('is tagged and added to a collection', async () => {
    const page = await open('/library', {
      ...library(3),
      'GET /api/collections': { collections: [{ collection_id: 'c1', name: 'Rainy days', series: 0, covers: [] }] },
      'POST /api/collections/c1/series': { success: true, changed: 1 },
      'POST /api/tags/assign': { success: true, added: [{ name: 'wet', ids: ['s0'] }], removed: [] },
    })
    await page.press(' ', page.find('[data-at="0"]'))
    await page.click('Tags and collections')
    await page.click('Add to Rainy days')
    await page.click('Tags and collections')
    await page.click('Add tags')
    await page.type('dialog input', 'wet, old')
    await page.click('Add')
    const sent = (name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body)
    expect(sent('POST /api/collections/c1/series')).toEqual([{ ids: ['s0'] }])
    expect(sent('POST /api/tags/assign')).toEqual([{ ids: ['s0'], add: ['wet', 'old'] }])
    expect(toasts.value.at(-1)?.text).toBe('1 series tagged.')
    await toasts.value.at(-1)?.action?.run()
    expect(sent('POST /api/tags/assign').at(-1)).toEqual({ ids: ['s0'], remove: ['wet'] })
  })

  test('has a tag removed, with an undo for the series that had it', async () => {
    const page = await open('/library', {
      ...library(3),
      'GET /api/tags': {
        tags: [
          { name: 'wet', count: 1 },
          { name: 'dry', count: 2 },
        ],
      },
      'POST /api/tags/assign': ({ body }: ReceivedRequest) => {
        const { remove = [] } = body as { remove?: string[] }
        return {
          success: true,
          added: [],
          removed: remove.map((name) => ({ name, ids: name === 'wet' ? ['s1'] : [] })),
        }
      },
    })
    await page.press(' ', page.find('[data-at="0"]'))
    await page.press(' ', page.find('[data-at="1"]'))
    await page.click('Tags and collections')
    await page.click('Remove tags')
    await page.click('Remove dry')
    expect(toasts.value.at(-1)).toMatchObject({
      text: 'None of the selected series has the tag dry.',
      action: undefined,
    })
    await page.click('Remove wet')
    expect(toasts.value.at(-1)?.text).toBe('Tag wet removed from 1 series.')
    await toasts.value.at(-1)?.action?.run()
    const sent = page.requests.filter(({ name }) => name === 'POST /api/tags/assign').map(({ body }) => body)
    expect(sent.slice(1)).toEqual([
      { ids: ['s0', 's1'], remove: ['wet'] },
      { ids: ['s1'], add: ['wet'] },
    ])
  })
})

describe('saved views', () => {
  test('are tabs; the shown filters are saved under a name', async () => {
    const page = await open('/library?read=unread', { ...library(3), 'POST /api/views': { views: [] } })
    expect(page.named('Wet').getAttribute('href')).toBe('/library?tag=wet')
    await page.click('Save view')
    await page.type('dialog input', 'To read')
    await page.click('Save')
    const sent = page.requests.find(({ name }) => name === 'POST /api/views')
    expect(sent?.body).toEqual({ name: 'To read', query: 'read=unread' })
  })

  test('are deleted with undo', async () => {
    const page = await open('/library?tag=wet', {
      ...library(3),
      'DELETE /api/views/v1': { views: [] },
      'POST /api/views/v1/restore': { views: [] },
    })
    expect(page.named('Wet').getAttribute('aria-current')).toBe('page')
    await page.click('View Wet')
    await page.click('Delete view')
    await page.whenIdle()
    expect(location.search).toBe('')
    const toast = toasts.value.at(-1)
    expect(toast?.text).toBe('View Wet deleted.')
    await toast?.action?.run()
    expect(page.requests.some(({ name }) => name === 'POST /api/views/v1/restore')).toBe(true)
  })
})

describe('the letters', () => {
  test('are dimmed without series, and shown only in alphabetical order', async () => {
    const page = await open('/library')
    const dimmed = (letter: string) => page.find(`[data-stop="${letter}"]`).getAttribute('aria-disabled')
    expect([dimmed('H'), dimmed('B'), dimmed('#')]).toEqual(['false', 'true', 'true'])
    page.close()
    const byYear = await open('/library?sort=year')
    expect(byYear.root.querySelector('.letters')).toBeNull()
  })
})

describe('Continue reading', () => {
  const item = (change: Record<string, unknown>) => ({
    state: 'reading',
    issue_id: 'i1',
    comic_id: 's0',
    series_name: 'Harbor Lights',
    label: '#12',
    title: null,
    image: null,
    percent: 0.5,
    page: 11,
    page_count: 24,
    read_at: '2026-11-20T20:00:00.000Z',
    reading_direction: 'ltr',
    ...change,
  })
  const items = [item({}), item({ state: 'next', issue_id: 'i2', series_name: 'Low Tide', label: '#4', percent: 0 })]
  const ofState = ({ query }: ReceivedRequest) => ({
    items: items.filter(({ state }) => (state === 'next') === (query.state === 'next')),
  })
  const replies = { ...library(3), 'GET /api/reading/continue': ofState }

  test('links to the page where reading stopped, and to the next issue', async () => {
    const page = await open('/', replies)
    expect(page.named('Harbor Lights, #12, Page 12 of 24').getAttribute('href')).toBe('/read/i1')
    expect(page.root.querySelectorAll('.continue .read-line')).toHaveLength(1)
    await page.click('On deck')
    expect(page.named('Low Tide, Next: #4').textContent).toContain('Next: #4')
    await page.click('Continue reading')
  })

  test('shares one row with the other shelves, which stays chosen, and stays hidden', async () => {
    const page = await open('/', replies)
    const titles = () => [...page.root.querySelectorAll('.library-shelf [aria-pressed]')]
    expect(titles().map((one) => [one.textContent, one.getAttribute('aria-pressed')])).toEqual([
      ['Continue reading', 'true'],
      ['On deck', 'false'],
    ])
    const names = () => [...page.root.querySelectorAll('.library-shelf li b')].map((one) => one.textContent)
    expect(names()).toEqual(['Harbor Lights'])
    await page.click('On deck')
    expect(names()).toEqual(['Low Tide'])
    expect(localStorage.getItem('panelkeep.library-shelf')).toBe('deck')
    await page.click('Hide the shelf')
    expect(names()).toEqual([])
    expect(localStorage.getItem('panelkeep.library-shelf')).toBe('none')
    page.close()
    const again = await open('/', replies)
    expect(again.root.querySelector('.library-shelf li')).toBeNull()
    await again.click('Continue reading')
    expect(again.root.querySelectorAll('.library-shelf li')).toHaveLength(1)
  })

  test('shows what was added last by series', async () => {
    const of = (comic_id: string, issues: number, label: string) => ({
      comic_id,
      series_name: comic_id,
      issue_id: `${comic_id}-1`,
      issues,
      label,
      image: null,
      added_at: '2026-11-20T08:00:00.000Z',
    })
    const items = [of('tide', 13, 'Chapters 2 to 14'), of('fern', 1, '#3')]
    const page = await open('/', { ...replies, 'GET /api/reading/added': { items } })
    await page.click('Recently added')
    const added = [...page.root.querySelectorAll('[aria-label="Recently added"] a')]
    expect(added.map((link) => [link.getAttribute('href'), link.lastElementChild?.textContent])).toEqual([
      ['/library/tide', 'Chapters 2 to 14'],
      ['/library/fern/issues/fern-1', '#3'],
    ])
    await page.click('Continue reading')
  })

  test('fetches the covers beyond its edge when it is scrolled', async () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      item({ issue_id: `i${at}`, image: `/api/covers/issues/i${at}?v=1` }),
    )
    const page = await open('/', { ...replies, 'GET /api/reading/continue': { items: many } })
    const covers = () => page.root.querySelectorAll('.library-shelf img').length
    const before = covers()
    expect(before).toBeGreaterThan(2)
    expect(before).toBeLessThan(20)
    page.root.querySelector('.library-shelf ul')?.dispatchEvent(new window.Event('scroll'))
    await page.whenIdle()
    expect(covers()).toBe(20)
  })

  test('is hidden while nothing is being read, and during a search', async () => {
    const none = await open('/', { ...replies, 'GET /api/reading/continue': { items: [] } })
    expect(none.root.querySelector('.continue')).toBeNull()
    none.close()
    const filtered = await open('/?q=tide', replies)
    expect(filtered.root.querySelector('.continue')).toBeNull()
  })
})
