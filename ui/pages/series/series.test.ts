import { describe, expect, test } from 'bun:test'
import { Router } from 'preact-iso'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type ReceivedRequest, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { SeriesPage } from './series'

withWindow()

const series = {
  ComicID: '18705',
  ComicName: 'Harbor Lights',
  ComicImage: '/api/covers/series/18705?v=1',
  Status: 'Active',
  Followed: true,
  ComicPublisher: 'Northgate',
  ComicYear: '2015',
  ComicVersion: 'v2',
  ContentType: 'comic',
  CountedIn: 'issue',
  TotalKnown: true,
  MetadataSource: 'comicvine',
  ReadingDirection: 'ltr',
  ComicLocation: '/comics/Harbor Lights (2015)',
  Description: 'A port town keeps its lights on all night.',
  AllowPacks: '0',
  IgnoreType: 0,
  BareNumberMode: 'auto',
  MonitorMode: 'blended',
}
const STATES = ['Downloaded', 'Wanted', 'Missing', 'Skipped', 'Snatched', 'Failed', 'Unknown', 'Covered', 'Archived']
const issue = (at: number, change: Record<string, unknown> = {}) => ({
  id: `i${at}`,
  name: at % 2 ? 'Low Tide' : null,
  number: String(at + 1),
  unit: 'issue',
  annual: false,
  volumeNumber: null,
  imageURL: at === 0 ? '/api/covers/issues/i0?v=1' : null,
  releaseDate: `2015-0${(at % 9) + 1}-06`,
  issueDate: null,
  displayState: STATES[at % STATES.length],
  acquisitionIntent: { Wanted: 'wanted', Skipped: 'skipped' }[STATES[at % STATES.length] as string] ?? 'policy',
  owned: at % STATES.length === 0,
  missing: [1, 2, 3].includes(at % STATES.length),
  future: false,
  pageCount: at === 0 ? 24 : null,
  fileSize: at === 0 ? 48_211_003 : null,
  format: at === 0 ? 'cbz' : null,
  location: at === 0 ? '/comics/Harbor Lights (2015)/001.cbz' : null,
  ...change,
})
const detail = (issues: unknown[], change: Record<string, unknown> = {}, about: Record<string, unknown> = {}) => ({
  comic: [{ ...series, Total: issues.length, Have: Math.min(1, issues.length), ...change }],
  about: {
    aliases: [],
    genres: [],
    publication: 'ended',
    end_year: 2016,
    removed_upstream_at: null,
    want_new: false,
    size: 48_211_003,
    files: 1,
    announced: 0,
    unread: 1,
    next_date: '2026-12-09',
    checked_at: null,
    gaps: [],
    volume_gaps: [],
    chapter_gaps: [],
    ...about,
  },
  issues: [...issues].reverse(),
  annuals:
    issues.length > 0
      ? [issue(50, { id: 'a1', number: '1', annual: true, displayState: 'Missing', missing: true })]
      : [],
  summary: { total: issues.length, owned: 1, wanted: 1, inFlight: 1, failed: 1 },
  providerLinks: [
    { provider: 'comicvine', label: 'ComicVine', url: 'https://comicvine.gamespot.com/volume/4050-18705/' },
  ],
})
const nine = Array.from({ length: 9 }, (_, at) => issue(at))
const AT = '/api/series/18705'

function open(reply: unknown, path = '/library/18705', more: Record<string, unknown> = {}) {
  const replies = { [`GET ${AT}`]: reply, ...more }
  return renderPage(html`<${Router}><${SeriesPage} path="/library/:comic_id" /><//>`, { path, replies })
}
const sent = (requests: ReceivedRequest[]) =>
  requests.filter(({ name }) => !name.startsWith('GET')).map(({ name, body }) => [name, body])

describe('a series', () => {
  test('shows its facts and the number of owned issues', async () => {
    const page = await open(detail(nine))
    for (const words of [
      'Harbor Lights',
      'Northgate',
      'Volume 2',
      'A port town',
      '1 of 9',
      '1 wanted',
      '1 in progress',
    ])
      expect(page.text()).toContain(words)
    expect(document.title).toBe('Harbor Lights · Panelkeep')
  })

  test('can be matched while its total is unknown', async () => {
    const open30 = { TotalKnown: false, Have: 9, MetadataSource: 'local' }
    const page = await open(detail(nine, open30))
    expect(page.text()).toContain('9 issues, total unknown')
    await page.click('Match')
    expect(page.find('dialog').textContent).toContain('Metadata sources')
    const known = await open(detail(nine, { ...open30, TotalKnown: true }))
    expect(known.text()).not.toContain('total unknown')
    expect(known.text()).not.toContain('Match')
  })

  test('shows every issue with number and state, missing ones as empty frames', async () => {
    const page = await open(detail(nine))
    expect(page.root.querySelectorAll('.tile')).toHaveLength(10)
    expect(page.find('[aria-label="#1, 24 pages, In the library"] img').getAttribute('src')).toContain(
      '/i0?v=1&width=300',
    )
    expect(page.find('[aria-label="#3, Missing"] .issue-frame').textContent?.trim()).toBe('3')
    expect(page.find('[aria-label="#2, Low Tide, Wanted"] .mark').textContent).toContain('Wanted')
    expect(page.text()).toContain('Annuals')
  })

  test('offers all its files as one download, with the size', async () => {
    const page = await open(detail(nine))
    await page.click('More for this series')
    const link = page.find('a[role="menuitem"]')
    expect(link.textContent).toBe('Download (48 MB)')
    expect(link.getAttribute('href')).toBe('/api/reading/series/18705/download')
    expect(link.getAttribute('download')).toBe('Harbor Lights.zip')
  })

  test('has its outline while it loads', async () => {
    const page = await open(() => new Promise(() => undefined))
    expect(page.find('.series').getAttribute('aria-busy')).toBe('true')
  })

  test('that is not in the library says so and links back', async () => {
    const page = await open(() => Response.json({ detail: 'Comic not found: 18705' }, { status: 404 }))
    expect(page.text()).toContain('This series is not in the library')
    expect(page.named('Go to the library').getAttribute('href')).toBe('/library')
  })

  test('that cannot be loaded shows the reason and can be retried', async () => {
    const page = await open(() => Response.json({ detail: 'The database is busy.' }, { status: 503 }))
    expect(page.text()).toContain('The database is busy.')
    expect(page.named('Try again')).toBeDefined()
  })

  test('without issues explains itself', async () => {
    const page = await open(detail([]))
    expect(page.text()).toContain('No issues yet')
  })

  test('filters its issues by words, which are kept in the address', async () => {
    const page = await open(detail(nine))
    await page.click('Missing4')
    expect(location.search).toBe('?show=missing')
    expect(page.root.querySelectorAll('.tile')).toHaveLength(4)
  })

  test('shows rows in the order of the address, newest first', async () => {
    const page = await open(detail(nine), '/library/18705?view=rows&order=desc')
    const rows = [...page.root.querySelectorAll('.virtual-row[data-at]')]
    expect(rows).toHaveLength(10)
    expect(rows[0]?.textContent).toContain('#9')
    expect(page.text()).toContain('CBZ, 48 MB')
  })

  test('is monitored with a switch among its facts, which explains the effect', async () => {
    const page = await open(detail(nine, { Status: 'Paused' }), undefined, { [`PUT ${AT}/resume`]: { success: true } })
    expect(page.text()).toContain('Panelkeep does not search for its issues')
    await page.click('Monitored')
    expect(sent(page.requests)).toEqual([[`PUT ${AT}/resume`, undefined]])
    expect(page.find('.series-facts-row').textContent).toContain('Have1 of 9Size48 MBUnread1Next issue9 Dec 2026')
  })

  test('that only story arcs use is neither monitored nor paused', async () => {
    const page = await open(detail(nine, { Status: 'Paused', Followed: false }))
    expect(page.find('.series-facts-row').textContent).not.toContain('Monitored')
    expect(page.text()).not.toContain('Not monitored')
    await page.click('More for this series')
    expect(page.find('.menu-list').textContent).not.toContain('Pause')
  })

  test('shows the chosen cover, with undo', async () => {
    const covers = {
      chosen: null,
      options: [
        { choice: { url: 'https://img.example/1.jpg' }, label: 'ComicVine', image: '/api/metadata/image-proxy?url=x' },
        { choice: { issue_id: 'i0' }, label: '#1', image: '/api/covers/issues/i0' },
      ],
    }
    const page = await open(detail(nine), undefined, {
      [`GET ${AT}/covers`]: covers,
      [`PUT ${AT}/cover`]: { success: true, previous: null },
    })
    await page.click('More for this series')
    await page.click('Choose cover')
    const options = [...page.root.querySelectorAll<HTMLButtonElement>('.cover-options button')]
    expect(options.map(({ textContent }) => textContent?.trim())).toEqual(['ComicVine', '#1'])
    options[1]!.click()
    await page.whenIdle()
    expect(sent(page.requests)).toEqual([[`PUT ${AT}/cover`, { choice: { issue_id: 'i0' } }]])
  })

  test('shows its history in sentences, the newest first', async () => {
    const event = { event_id: 1, activity: 'refresh', status: 'failed', created_at: '2026-11-20T10:00:00.000Z' }
    const row = { ...event, subject_label: 'Harbor Lights', provider: null, reason_detail: 'No answer.' }
    const batch = { batch_id: 'b1', kind: 'rename', state: 'undone', title: '2 files renamed' }
    const page = await open(detail(nine), undefined, {
      'GET /api/activity/timeline': { results: [row], total: 1, limit: 100, offset: 0, has_more: false },
      'GET /api/filing/batches': { batches: [{ ...batch, created_at: '2026-11-21T10:00:00.000Z' }] },
    })
    await page.click('More for this series')
    await page.click('History')
    const lines = [...page.root.querySelectorAll('.series-history li span')].map(({ textContent }) => textContent)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe('2 files renamed, then undone.')
    expect(lines[1]).toContain('no answer')
  })

  test('wants missing issues that are not skipped, after a confirmation', async () => {
    const queue = (id: string) => `PUT /api/series/issues/${id}/queue`
    const page = await open(detail(nine), undefined, { [queue('i2')]: { success: true, run_id: null } })
    await page.click('Want 1 missing')
    expect(sent(page.requests)).toEqual([])
    await page.click(page.find('dialog .button[data-kind="main"]'))
    expect(sent(page.requests)).toEqual([[queue('i2'), undefined]])
  })

  test('skips the selected missing issues and leaves owned ones unchanged', async () => {
    const page = await open(detail(nine), undefined, { 'PUT /api/series/issues/i1/unqueue': { success: true } })
    await page.press(' ', page.find('[data-at="0"]'))
    await page.press(' ', page.find('[data-at="1"]'))
    expect(page.find('.cover-bar').textContent).toContain('2 issues, 1 owned')
    await page.click('Skip')
    expect(sent(page.requests).map(([name]) => name)).toEqual(['PUT /api/series/issues/i1/unqueue'])
  })

  test('links to the page of each issue, and reading stays one click away', async () => {
    const page = await open(detail(nine))
    const tile = page.find('[data-at="0"]')
    expect(tile.getAttribute('href')).toBe('/library/18705/issues/i0')
    expect(tile.parentElement?.querySelector('.tile-read')?.getAttribute('href')).toBe('/read/i0')
  })

  test('has the menu of an issue behind a button, or the key m', async () => {
    const page = await open(detail(nine), undefined, { 'PUT /api/series/issues/i2/status': { success: true } })
    await page.press('m', page.find('[data-at="2"]'))
    const words = [...page.root.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent)
    expect(words).toEqual(['Want', 'Skip', 'Ignore', 'Review releases', 'Add to reading list'])
    await page.click('Ignore')
    expect(sent(page.requests)).toEqual([['PUT /api/series/issues/i2/status', { status: 'ignored' }]])
  })

  test('continues reading at the saved issue, and its issues show the progress', async () => {
    const page = await open(detail(nine), undefined, {
      'GET /api/reading/series/18705': {
        issues: { i0: { state: 'reading', page: 4, percent: 0.2, read_at: '2026-11-20T20:00:00.000Z' } },
        read: 0,
        reading: 1,
      },
      'POST /api/reading/mark': { success: true, changed: 1 },
    })
    expect(page.named('Continue #1').getAttribute('href')).toBe('/read/i0')
    const tile = page.find('[aria-label="#1, Page 5 of 24, In the library, 24 pages"]')
    expect(tile.parentElement?.querySelector('.read-line')).not.toBeNull()
    await page.press('m', tile)
    expect(page.find('a[role="menuitem"]').textContent).toBe('Continue')
    await page.click('Mark read')
    expect(sent(page.requests)).toEqual([['POST /api/reading/mark', { issue_ids: ['i0'], read: true }]])
  })

  test('marks the selected issues as read', async () => {
    const page = await open(detail(nine), undefined, { 'POST /api/reading/mark': { success: true, changed: 1 } })
    await page.press(' ', page.find('[data-at="0"]'))
    await page.press(' ', page.find('[data-at="1"]'))
    await page.click('More for the selection')
    await page.click('Mark read')
    expect(sent(page.requests)).toEqual([['POST /api/reading/mark', { issue_ids: ['i0'], read: true }]])
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('saves each of its settings at once', async () => {
    const page = await open(detail(nine, { ContentType: 'manga' }), undefined, {
      [`PATCH ${AT}/search-settings`]: { success: true },
      [`PATCH ${AT}/content-kind`]: { success: true },
    })
    await page.click('Settings')
    await page.click('Allow packs')
    expect(page.find('dialog').textContent).toContain('Plain numbers are')
    expect(sent(page.requests)).toEqual([[`PATCH ${AT}/search-settings`, { allow_packs: true }]])
  })

  test('can monitor new issues, and be read from right to left', async () => {
    const page = await open(detail(nine), undefined, { [`PATCH ${AT}/options`]: { success: true } })
    await page.click('Settings')
    await page.click('Monitor new issues')
    await page.click('Right to left')
    expect(sent(page.requests)).toEqual([
      [`PATCH ${AT}/options`, { want_new: true }],
      [`PATCH ${AT}/options`, { reading_direction: 'rtl' }],
    ])
  })

  test('that its provider has removed shows a notice', async () => {
    const removed = { removed_upstream_at: '2026-11-20T10:00:00.000Z' }
    const page = await open(detail(nine, { MetadataSource: 'comicvine', PublisherImprint: 'Night Desk' }, removed))
    expect(page.text()).toContain('ComicVine no longer lists this series')
    expect(page.text()).toContain('Northgate, Night Desk')
    expect(page.text()).toContain('Ended')
    expect(page.named('Open at ComicVine').getAttribute('href')).toContain('comicvine.gamespot.com')
  })

  test('shows the progress of loading its issues', async () => {
    const operation = {
      operation_id: 'o1',
      kind: 'series_add',
      subject: '18705',
      state: 'running',
      progress: 0.3,
      detail: { added: 120, total: 400 },
      error: null,
      created_at: '2026-11-21T10:00:00.000Z',
      finished_at: null,
    }
    const page = await open(detail(nine, { Status: 'Loading' }), undefined, {
      'GET /api/operations': { operations: [operation] },
    })
    expect(page.text()).toContain('Loading issues: 120 of 400')
  })

  test('is refreshed, with a toast', async () => {
    const message = 'Harbor Lights is being refreshed.'
    const page = await open(detail(nine, { MetadataSource: 'comicvine' }), undefined, {
      [`POST ${AT}/refresh`]: { success: true, message },
    })
    await page.click('More for this series')
    await page.click('Refresh details')
    expect(sent(page.requests)).toEqual([[`POST ${AT}/refresh`, undefined]])
    expect(toasts.value.at(-1)?.text).toBe(message)
  })

  test('shows the progress of a requested refresh', async () => {
    const page = await open(detail(nine, { MetadataSource: 'comicvine' }), undefined, {
      'GET /api/operations': { operations: [] },
      [`POST ${AT}/refresh`]: { success: true, message: 'Refreshing.' },
    })
    const asked = () => page.requests.filter(({ name }) => name === 'GET /api/operations').length
    const before = asked()
    await page.click('More for this series')
    await page.click('Refresh details')
    expect(asked()).toBe(before + 1)
  })

  test.each([false, true])('is deleted with an undo, with its files: %p', async (with_files) => {
    const touched = { action: 'delete', series: 1, files: 9, bytes: 96_000_000, issues: 0, skipped: 0 }
    const page = await open(detail(nine), undefined, {
      'POST /api/series/bulk/preview': touched,
      'POST /api/series/bulk': { success: true, operation_id: 'o1', series: 1 },
    })
    await page.click('More for this series')
    await page.click('Delete the series')
    expect(page.find('dialog').textContent).toContain('Delete Harbor Lights?')
    expect(page.find('dialog').textContent).toContain('9 files · 96 MB')
    expect(page.find('dialog').textContent).toContain('Files stay where they are.')
    if (with_files) await page.click('Move the files to the recycle folder')
    page.find<HTMLButtonElement>('.dialog-foot [data-kind="danger"]').click()
    await page.whenIdle()
    const begun = page.requests.find(({ name }) => name === 'POST /api/series/bulk')
    expect(begun?.body).toEqual({ action: 'delete', ids: ['18705'], with_files })
    expect(page.requests.some(({ name }) => name.startsWith('DELETE '))).toBe(false)
    expect(location.pathname).toBe('/library')
  })

  test('of manga is grouped by volume', async () => {
    const chapters = Array.from({ length: 6 }, (_, at) =>
      issue(at, { unit: 'chapter', volumeNumber: at < 4 ? String(Math.floor(at / 2) + 1) : null }),
    )
    const page = await open(detail(chapters, { ContentType: 'manga', ReadingDirection: 'rtl' }))
    const titles = [...page.root.querySelectorAll('h3')].map((title) => title.textContent)
    expect(titles).toEqual(['Volume 1', 'Volume 2', 'Not in a volume yet', 'Annuals'])
    const states = [...page.root.querySelectorAll('.series-group-state')].map((state) => state.textContent)
    expect(states).toEqual(['Partial, 1 of 2', 'Missing, 2', 'Missing, 2', 'Missing, 1'])
    expect(page.text()).toContain('Manga, read from right to left')
    await page.click('Missing4')
    const heads = () => [...page.root.querySelectorAll('.series-group-head h3')].map((title) => title.textContent)
    expect(heads()).toContain('Annuals')
    await page.click('Owned1')
    expect(heads()).toEqual(['Volume 1'])
  })
})
