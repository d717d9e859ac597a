import { describe, expect, spyOn, test } from 'bun:test'
import { html } from '../../html'
import { formatFor } from '../../parts/text/locale'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { DashboardPage } from './dashboard'
import { growthOf } from './growth'

withWindow()

const MB = 1_000_000
const replies: Replies = {
  'GET /api/series': { comics: [], pagination: { total: 3, limit: 1, offset: 0, has_more: true } },
  'GET /api/system/health': {
    state: 'warning',
    checked_at: '2026-11-20T20:00:00.000Z',
    open_count: 1,
    findings: [{ check_id: 'disk', subject: '/x', message: 'The disk is nearly full.', dismissed_at: null }],
    checks: [],
  },
  'GET /api/activity/status': { in_flight: 2, recovery_pending: 0, attention: 0, attention_members: 0, requests: 1 },
  'GET /api/reading/continue': { items: [] },
  'GET /api/reading/statistics': {
    today: '2026-11-25',
    since: '2026-11-24',
    days: [
      { day: '2026-11-24', pages: 30, issues: 1, seconds: 600 },
      { day: '2026-11-25', pages: 12, issues: 1, seconds: 0 },
    ],
    streak: 2,
    totals: { pages: 42, issues: 2, seconds: 600 },
    series: [],
    pagination: { total: 0, limit: 1, offset: 0, has_more: false },
  },
  'GET /api/dashboard/upcoming': {
    releases: [
      {
        ComicName: 'Harbor Lights',
        IssueNumber: '13',
        ComicID: 's1',
        IssueID: 'i13',
        IssueDate: '2026-11-25',
        Status: 'Wanted',
        DisplayComicName: 'Harbor Lights (2015)',
        kind: 'issue',
        unit: 'issue',
      },
    ],
    total: 1,
  },
  'GET /api/dashboard/activity': {
    days: 30,
    events: [
      {
        event_id: 7,
        created_at: '2026-11-20T20:00:00.000Z',
        activity: 'grab',
        status: 'succeeded',
        subject_type: 'issue',
        subject_id: 'i12',
        subject_label: 'Harbor Lights #12',
        reason_code: null,
        reason_detail: null,
        provider: 'Indexer A',
        parent_series_id: 's1',
      },
    ],
  },
  'GET /api/dashboard/library': {
    stats: {
      total_series: 57,
      total_issues: 1900,
      total_expected: 2100,
      announced: 0,
      known_series: 57,
      completion_pct: 90.5,
      manga_series: 7,
      manga_have: 200,
      manga_total: 260,
      manga_completion_pct: 76.9,
      comic_series: 50,
      comic_have: 1700,
      comic_total: 1840,
      comic_completion_pct: 92.4,
    },
  },
  'GET /api/dashboard/collection': {
    files: 1900,
    bytes: 90_000 * MB,
    growth: [{ month: '2026-09', files: 1900, bytes: 90_000 * MB }],
    publishers: [
      { publisher: 'Northgate', issues: 1200 },
      { publisher: null, issues: 700 },
    ],
    decades: [{ decade: 2010, issues: 1900 }],
    formats: [
      { format: 'cbz', files: 1899, bytes: 1 },
      { format: 'pdf', files: 1, bytes: 1 },
    ],
    completion: { complete: 30, partial: 20, unknown: 7, empty: 0 },
    storage: [{ comic_id: 's1', name: 'Harbor Lights', files: 12, bytes: 600 * MB }],
  },
}
const open = (more: Replies = {}) => renderPage(html`<${DashboardPage} />`, { replies: { ...replies, ...more } })
const panel = (page: Awaited<ReturnType<typeof open>>, title: string) =>
  page.find(`[aria-label="${title}"]`).textContent?.replace(/\s+/g, ' ') ?? ''

describe('the start page', () => {
  test('begins with covers, then says in one line what needs the user, then the week and the numbers', async () => {
    const item = { issue_id: 'i1', comic_id: 's1', series_name: 'Harbor Lights', label: '#1', image: null }
    const started = { ...item, percent: 40, state: 'reading', page: 3, page_count: 10, list: null }
    const page = await open({
      'GET /api/reading/continue': { items: [started] },
      'GET /api/reading/added': { items: [{ ...item, issues: 1, added_at: '2026-11-20T20:00:00.000Z' }] },
    })
    const order = [...page.root.querySelectorAll('h2, .needs-you')].map((each) => each.textContent?.trim())
    expect(order).toEqual([
      'Continue reading',
      'On deck',
      'Recently added',
      '1 needs attentionThe disk is nearly full.',
      'This week',
      'Recent activity',
      'Your reading',
      'Your library',
      'Your collection',
    ])
    const links = [...page.root.querySelectorAll('.needs-you a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/activity/attention', '/system'])
  })

  test('has no line about what needs the user when nothing does', async () => {
    const page = await open({
      'GET /api/system/health': { state: 'ok', checked_at: null, open_count: 0, findings: [], checks: [] },
      'GET /api/activity/status': {
        in_flight: 2,
        recovery_pending: 0,
        attention: 0,
        attention_members: 0,
        requests: 0,
      },
    })
    expect(page.root.querySelector('.needs-you')).toBeNull()
  })

  test.each([
    ['en-US', '0'],
    ['de-DE', '1'],
  ])("begins the week of %s on the locale's first day", async (locale, day) => {
    formatFor([locale])
    const page = await open()
    const week = page.requests.find(({ name }) => name === 'GET /api/dashboard/upcoming')
    expect(week?.query.first_weekday).toBe(day)
    formatFor()
  })

  test("shows the issue's own cover in this week", async () => {
    const page = await open()
    const cover = page.find<HTMLImageElement>('[aria-label="This week"] img')
    expect(cover.getAttribute('src')).toStartWith('/api/metadata/issue-art/i13')
  })

  test.each([
    [0, 'No releases of your series this week.', undefined],
    [3, '3 releases of your series', '/releases'],
  ])('with %i releases, none of them wanted, has the count instead of lines', async (total, words, href) => {
    const page = await open({ 'GET /api/dashboard/upcoming': { releases: [], total } })
    expect(panel(page, 'This week')).toContain(words)
    const link = page.root.querySelector('[aria-label="This week"] .dash-none a')
    expect(link?.getAttribute('href')).toBe(href as string)
  })

  test('leads to the releases of this week that have no line', async () => {
    const week = replies['GET /api/dashboard/upcoming'] as object
    const page = await open({ 'GET /api/dashboard/upcoming': { ...week, total: 5 } })
    expect(panel(page, 'This week')).toContain('4 more')
    expect((await open()).root.querySelector('.dash-none')).toBeNull()
  })

  test('says that an import waits', async () => {
    const page = await open({ 'GET /api/import/waiting': { comic: 0, manga: 15, inbox: 0 } })
    expect(page.named('15 series to import').getAttribute('href')).toBe('/import?kind=manga')
  })

  test('restores its scroll position once its content is loaded', async () => {
    const before = await open()
    window.scrollTo(0, 300)
    window.dispatchEvent(new window.Event('scroll'))
    // Back: the router remembers the last navigation, also that of an earlier test.
    window.dispatchEvent(new window.Event('popstate'))
    before.close()
    const scroll = spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    const { promise, resolve } = Promise.withResolvers<void>()
    const count = 'GET /api/series'
    const page = await open({ [count]: () => promise.then(() => replies[count]) })
    expect(scroll).not.toHaveBeenCalled()
    resolve()
    await page.until('Your library')
    await page.whenIdle()
    expect(scroll.mock.calls).toEqual([[0, 300]] as never)
    scroll.mockRestore()
  })

  test('shows this week, the last events and the numbers', async () => {
    const page = await open()
    expect(panel(page, 'This week')).toContain('Harbor Lights #13')
    expect(panel(page, 'This week')).toContain('25 Nov 2026')
    expect(panel(page, 'Recent activity')).toContain(
      'Harbor Lights #12 Found on Indexer A. The download is in progress.',
    )
    expect(page.named('Harbor Lights #12').getAttribute('href')).toBe('/library/s1/issues/i12')
    expect(panel(page, 'Your library')).toMatch(/series57 ?50 comics, 7 manga/)
    expect(panel(page, 'Your library')).toMatch(/issues owned1,900 ?of 2,100/)
    expect(panel(page, 'Your library')).toMatch(/complete90.5% ?Comics 92.4%, manga 76.9%/)
  })

  const library = (stats: object) => {
    const known = (replies['GET /api/dashboard/library'] as { stats: object }).stats
    return open({ 'GET /api/dashboard/library': { stats: { ...known, ...stats } } })
  }

  test('calls nothing complete whose total is unknown', async () => {
    const page = await library({ total_expected: 1900, completion_pct: 0, known_series: 0 })
    expect(panel(page, 'Your library')).toContain('issues owned1,900')
    expect(panel(page, 'Your library')).not.toContain('complete')
    expect(panel(page, 'Your library')).not.toContain('of 1,900')
  })

  test('says of which series the issues are counted, and how many are announced', async () => {
    const page = await library({ known_series: 12, announced: 3 })
    expect(panel(page, 'Your library')).toMatch(/issues owned1,900 ?3 announced/)
    expect(panel(page, 'Your library')).toMatch(/complete90.5% ?Of the 12 series with a known total/)
  })

  test('tells one download as one story, with its newest step', async () => {
    const [grab] = (replies['GET /api/dashboard/activity'] as { events: object[] }).events
    const step = (event_id: number, activity: string, created_at: string) => ({
      ...grab,
      event_id,
      activity,
      created_at,
    })
    const events = [
      step(9, 'import', '2026-11-20T20:02:00.000Z'),
      step(8, 'download', '2026-11-20T20:01:00.000Z'),
      grab,
    ]
    const page = await open({ 'GET /api/dashboard/activity': { days: 30, events } })
    expect(page.root.querySelectorAll('.dash-event')).toHaveLength(1)
    expect(panel(page, 'Recent activity')).toContain('Found on Indexer A')
  })

  test('shows the reading of this week, with a link to the statistics', async () => {
    const page = await open()
    expect(panel(page, 'Your reading')).toMatch(/pages this week42.*issues finished this week2.*days in a row2/)
    expect(page.named('Statistics').getAttribute('href')).toBe('/statistics')
  })

  test('draws charts whose numbers are text as well', async () => {
    const page = await open()
    const text = panel(page, 'Your collection')
    expect(text).toContain('1,900 files, 90 GB')
    for (const words of [
      'Northgate',
      'No publisher',
      '2010s',
      '1,900 issues',
      'Harbor Lights',
      '600 MB',
      'Missing issues',
      'Total unknown',
      'over 99%',
      'under 1%',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('No files')
    for (const drawing of page.root.querySelectorAll('.chart svg'))
      expect(drawing.getAttribute('aria-hidden')).toBe('true')
  })

  test.each([
    ['This week', 'upcoming'],
    ['Recent activity', 'activity'],
    ['Your library', 'library'],
    ['Your collection', 'collection'],
  ])('%s fails alone, with the error and a retry button', async (title, name) => {
    let broken = true
    const answer = () => (broken ? refusal(500, 'Something broke.') : replies[`GET /api/dashboard/${name}`])
    const page = await open({ [`GET /api/dashboard/${name}`]: answer })
    expect(panel(page, title)).toContain('Something broke.')
    expect(page.root.querySelectorAll('.dash-failed')).toHaveLength(1)
    broken = false
    await page.click('Try again')
    expect(page.root.querySelectorAll('.dash-failed')).toHaveLength(0)
    expect(panel(page, title)).not.toContain('Something broke.')
  })

  test('of an empty library leads to the import', async () => {
    const page = await open({
      'GET /api/series': { comics: [], pagination: { total: 0, limit: 1, offset: 0, has_more: false } },
    })
    expect(page.text()).toContain('Your library is ready')
    expect(page.named('Import your comics').getAttribute('href')).toBe('/import')
  })

  test.each([
    [{ comic: 1, manga: 2, inbox: 4 }, '3 series wait for your review.', 'Review 3 series', '/import'],
    [{ comic: 0, manga: 1, inbox: 0 }, '1 series waits for your review.', 'Review 1 series', '/import?kind=manga'],
    [{ comic: 0, manga: 0, inbox: 2 }, '2 files wait for your review in the', 'Review 2 files', '/import/inbox'],
  ])('of an empty library leads to what waits already: %j', async (waiting, words, button, href) => {
    const page = await open({
      'GET /api/series': { comics: [], pagination: { total: 0, limit: 1, offset: 0, has_more: false } },
      'GET /api/import/waiting': waiting,
    })
    expect(page.text()).toContain(words)
    expect(page.named(button).getAttribute('href')).toBe(href)
  })

  test('explains empty panels', async () => {
    const page = await open({
      'GET /api/dashboard/upcoming': { releases: [], total: 0 },
      'GET /api/dashboard/activity': { events: [], days: 30 },
      'GET /api/dashboard/collection': {
        ...(replies['GET /api/dashboard/collection'] as object),
        files: 0,
        growth: [],
      },
    })
    expect(panel(page, 'This week')).toContain('No releases of your series this week.')
    expect(panel(page, 'Recent activity')).toContain('Nothing happened in the last 30 days.')
    expect(panel(page, 'Your collection')).toContain('Charts appear here once files are in the library.')
  })
})

describe('growth', () => {
  const now = new Date('2026-11-20T00:00:00.000Z')

  test('adds up month by month, including months without files', () => {
    const grown = growthOf(
      [
        { month: '2026-08', files: 10 },
        { month: '2026-10', files: 5 },
      ],
      now,
    )
    expect(grown.map(({ label, value, words }) => [label, value, words])).toEqual([
      ['Jun 2026', 0, '0 files'],
      ['Jul 2026', 0, '0 files'],
      ['Aug 2026', 10, '10 files, 10 new'],
      ['Sept 2026', 10, '10 files'],
      ['Oct 2026', 15, '15 files, 5 new'],
      ['Nov 2026', 15, '15 files'],
    ])
  })

  test('over many years has one column for each year', () => {
    const grown = growthOf(
      [
        { month: '2023-05', files: 1 },
        { month: '2025-02', files: 2 },
      ],
      now,
    )
    expect(grown.map(({ label, value }) => [label, value])).toEqual([
      ['2023', 1],
      ['2024', 1],
      ['2025', 3],
      ['2026', 3],
    ])
  })

  test('of an empty library has no columns', () => {
    expect(growthOf([], now)).toEqual([])
  })
})
