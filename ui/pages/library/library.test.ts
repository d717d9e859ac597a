import { describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { type ReceivedRequest, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { LibraryPage } from './library'

withWindow()

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
  CountedIn: 'issue',
  TotalKnown: true,
  ContentType: at === 2 ? 'manga' : 'comic',
})
const facets = {
  total: 3,
  publishers: [
    { publisher: 'Northgate', count: 2 },
    { publisher: null, count: 1 },
  ],
  content_type: { comic: 2, manga: 1 },
  status: { active: 2, paused: 1 },
  progress: { complete: 1, missing: 2, empty: 0 },
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
    'POST /api/series/bulk-pause': { success: true, count: 2 },
    'POST /api/series/bulk-delete': { success: true, deleted: 2, total: 2, results: [] },
  }
}
const open = (path = '/', replies: Record<string, unknown> = library(3)) =>
  renderPage(html`<${LibraryPage} />`, { path, replies })
const lists = (requests: ReceivedRequest[]) => requests.filter(({ name }) => name === 'GET /api/series')

describe('the library', () => {
  test('shows each series with its cover, its count and its state in words', async () => {
    const page = await open()
    expect(page.root.querySelectorAll('.tile')).toHaveLength(3)
    expect(page.named('Harbor Lights, 2015, 12 of 12 issues here').getAttribute('href')).toBe('/library/s0')
    expect(page.named('Low Tide, 2015, 9 of 12 issues here, paused')).toBeDefined()
    expect(page.find('.tile img').getAttribute('src')).toBe('/api/covers/series/s0?v=1&width=300')
    expect(page.text()).toContain('Night Counter')
  })

  test('has its outline while it loads', async () => {
    const page = await open('/', { ...library(3), 'GET /api/series': () => new Promise(() => undefined) })
    expect(page.find('[role="status"].virtual').getAttribute('aria-label')).toBe('Loading the library')
    expect(page.root.querySelectorAll('.tile-wait').length).toBeGreaterThan(2)
  })

  test('before the first import explains itself and links to the import', async () => {
    const page = await open('/', library(0))
    expect(page.text()).toContain('Your library is ready')
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
    expect(lists(page.requests).every(({ query }) => query.limit === '200')).toBe(true)
    expect(lists(page.requests).length).toBeLessThanOrEqual(2)
  })

  test('is filtered by clicks on words, which are kept in the address', async () => {
    const page = await open('/library')
    await page.click('Manga1')
    await page.click('Paused1')
    expect(location.search).toBe('?kind=manga&status=paused')
    expect(lists(page.requests).at(-1)?.query).toMatchObject({ content_type: 'manga', status: 'paused' })
  })

  test('does not offer a filter that would leave nothing', async () => {
    const page = await open()
    expect(page.text()).not.toContain('Nothing here yet')
  })

  test('offers the whole library when the filters leave nothing', async () => {
    const page = await open('/library?publisher=Nobody', library(0))
    expect(page.text()).toContain('No series is like that')
    await page.click('Show the whole library')
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

  test('picks with Space and moves with the arrow keys', async () => {
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

  test('picks all by Ctrl A from anywhere while picking, and not in a field', async () => {
    const page = await open()
    const all = (target: Element) => {
      const { KeyboardEvent } = window as unknown as typeof globalThis
      const event = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
      target.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(all(document.body)).toBe(false)
    await page.click('Pick several')
    expect(all(page.find('input'))).toBe(false)
    expect(all(page.named('Stop picking'))).toBe(true)
    await page.settle()
    expect(page.text()).toContain('3 series')
    expect(page.find('.cover-bar').textContent).toContain('3 series')
  })

  test('pauses the selected series in one request', async () => {
    const page = await open()
    await page.press(' ', page.find('[data-at="0"]'))
    await page.press(' ', page.find('[data-at="2"]'))
    await page.click('Pause')
    expect(page.requests.find(({ name }) => name === 'POST /api/series/bulk-pause')?.body).toEqual({
      ids: ['s0', 's2'],
    })
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('asks before it deletes, and says that files are kept', async () => {
    const page = await open()
    await page.press(' ', page.find('[data-at="0"]'))
    await page.click('Pick all 3')
    await page.click('Delete')
    expect(page.find('dialog').textContent).toContain('Delete 3 series?')
    expect(page.find('dialog').textContent).toContain('Files stay on disk.')
    expect(page.requests.some(({ name }) => name.includes('bulk-delete'))).toBe(false)
    await page.click('Delete 3 series')
    expect(page.requests.find(({ name }) => name.includes('bulk-delete'))?.body).toEqual({ ids: ['s0', 's1', 's2'] })
  })

  test('picks all that fit the filters, also those that were never on screen', async () => {
    const page = await open('/', library(1_200))
    await page.press(' ', page.find('[data-at="0"]'))
    await page.click('Pick all 1,200')
    expect(page.find('.cover-bar').textContent).toContain('1,200 series')
    expect(lists(page.requests).filter(({ query }) => query.limit === '500')).toHaveLength(2)
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
  const replies = { ...library(3), 'GET /api/reading/continue': { items } }

  test('links to the page where reading stopped, and to the next issue', async () => {
    const page = await open('/', replies)
    expect(page.named('Harbor Lights, #12, Page 12 of 24').getAttribute('href')).toBe('/read/i1')
    expect(page.named('Low Tide, #4, Next').textContent).toContain('Next: #4')
    expect(page.root.querySelectorAll('.continue .read-line')).toHaveLength(1)
  })

  test('is hidden while nothing is being read, and during a search', async () => {
    const none = await open('/', { ...replies, 'GET /api/reading/continue': { items: [] } })
    expect(none.root.querySelector('.continue')).toBeNull()
    none.close()
    const filtered = await open('/?q=tide', replies)
    expect(filtered.root.querySelector('.continue')).toBeNull()
  })

  test('a series is marked as read as a whole', async () => {
    const page = await open('/', { ...replies, 'POST /api/reading/mark': { success: true, changed: 12 } })
    await page.press(' ', page.find('.tile-link'))
    await page.click('Reading')
    await page.click('Mark unread')
    const marks = page.requests.filter(({ name }) => name === 'POST /api/reading/mark').map(({ body }) => body)
    expect(marks).toEqual([{ comic_ids: ['s0'], read: false }])
  })
})
