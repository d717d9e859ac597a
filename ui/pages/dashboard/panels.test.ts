import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { openEvents } from '../../api/events'
import { clearCache } from '../../api/query'
import { html } from '../../html'
import { currentUser } from '../../state/user'
import { readerLibrary } from '../../testing/reader-library'
import { readAs } from '../../testing/reader-session'
import { type RenderedPage, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { Charts } from './charts'
import { NeedsYou } from './needs-you'
import { Numbers } from './numbers'
import { ReaderHome } from './reader-home'
import { ReadingPanel } from './reading'
import { RecentActivity } from './recent'
import { ThisWeek } from './this-week'

withWindow()
beforeEach(() => {
  clearCache()
  localStorage.clear()
})
afterEach(() => {
  currentUser.value = null
})

const MB = 1_000_000
const flat = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim()
const texts = (page: RenderedPage, selector: string) => [...page.root.querySelectorAll(selector)].map((one) => flat(one.textContent)) // biome-ignore format: one line

describe('what needs the user', () => {
  const finding = { check_id: 'disk', subject: '/x', message: 'The disk is nearly full.', dismissed_at: null }
  const counts = { in_flight: 0, recovery_pending: 0, attention: 0, attention_members: 0, requests: 0 }
  const open = (more: Replies) =>
    renderPage(html`<${NeedsYou} />`, {
      replies: {
        'GET /api/activity/status': counts,
        'GET /api/import/waiting': { comic: 0, manga: 0, inbox: 0 },
        'GET /api/system/health': { state: 'ok', checked_at: null, open_count: 0, findings: [], checks: [] },
        ...more,
      },
    })
  const health = (state: string, ...findings: object[]) => ({ 'GET /api/system/health': { state, checked_at: null, open_count: findings.length, findings, checks: [] } }) // biome-ignore format: one line

  test('is nothing while nothing waits', async () => {
    expect((await open({})).root.textContent).toBe('')
  })

  test('is the first problem that was not dismissed, urgent when it is an error', async () => {
    const dismissed = { ...finding, message: 'Old.', dismissed_at: '2026-11-20T20:00:00.000Z' }
    const page = await open(health('error', dismissed, finding))
    expect(flat(page.find('.needs-you-problem').textContent)).toBe('The disk is nearly full.')
    expect(page.find('.needs-you-problem').hasAttribute('data-urgent')).toBe(true)
    const warning = await open(health('warning', finding))
    expect(warning.find('.needs-you-problem').hasAttribute('data-urgent')).toBe(false)
    expect((await open(health('ok', dismissed))).root.querySelector('.needs-you')).toBeNull()
  })

  test.each([
    [{ comic: 2, manga: 0, inbox: 0 }, '2 series to import', '/import'],
    [{ comic: 2, manga: 3, inbox: 0 }, '5 series to import', '/import'],
    [{ comic: 0, manga: 3, inbox: 0 }, '3 series to import', '/import?kind=manga'],
    [{ comic: 0, manga: 0, inbox: 2 }, '2 files to import', '/import/inbox'],
    [{ comic: 0, manga: 0, inbox: 1 }, '1 file to import', '/import/inbox'],
  ])('is an import that waits: %j', async (waiting, words, href) => {
    const page = await open({ 'GET /api/import/waiting': waiting })
    expect(page.named(words).getAttribute('href')).toBe(href)
    expect(page.find('.needs-you li').hasAttribute('data-urgent')).toBe(false)
  })

  test('is counted in words for one and for several', async () => {
    const attention = (count: number) => open({ 'GET /api/activity/status': { ...counts, attention: count, attention_members: count } }) // biome-ignore format: one line
    expect(texts(await attention(1), '.needs-you li')).toEqual(['1 needs attention'])
    const several = await attention(3)
    expect(texts(several, '.needs-you li')).toEqual(['3 need attention'])
    expect(several.find('.needs-you li').hasAttribute('data-urgent')).toBe(true)
  })
})

describe('this week', () => {
  const release = (Status: string, more: object = {}) => ({
    ComicName: 'Harbor Lights',
    IssueNumber: '13',
    ComicID: 's1',
    IssueID: `i-${Status}`,
    IssueDate: '2026-11-25',
    Status,
    DisplayComicName: 'Harbor Lights (2015)',
    kind: 'issue',
    unit: 'issue',
    ...more,
  })

  test('has the state of each release in words', async () => {
    const releases = ['Downloaded', 'Snatched', 'Wanted', 'Archived'].map((status) => release(status))
    const page = await renderPage(html`<${ThisWeek} />`, {
      replies: { 'GET /api/dashboard/upcoming': { releases, total: releases.length } },
    })
    expect(texts(page, '.mark')).toEqual(['In the library', 'In progress', 'Wanted', 'Archived'])
    expect(page.find('.dash-what').getAttribute('href')).toBe('/library/s1/issues/i-Downloaded')
    expect(page.named('All releases').getAttribute('href')).toBe('/releases')
  })

  test('names a release by the unit of its number, and without a number by its series', async () => {
    const volume = release('Downloaded', { IssueNumber: '3', unit: 'volume' })
    const releases = [release('Wanted', { IssueNumber: '' }), volume, release('Snatched', { kind: 'annual' })]
    const page = await renderPage(html`<${ThisWeek} />`, {
      replies: { 'GET /api/dashboard/upcoming': { releases, total: releases.length } },
    })
    expect(texts(page, '.dash-what')).toEqual(['Harbor Lights', 'Harbor Lights Volume 3', 'Harbor Lights Annual #13'])
  })

  test('shows the other releases of your series where none is wanted or owned', async () => {
    const other = (more: object) => ({ series: 'Fern Road', comic_id: 's2', issue_id: 'i2', kind: 'issue', unit: 'issue', number: '9', cover: null, day: '2026-11-25', status: 'Skipped', ...more }) // biome-ignore format: one line
    const releases = [other({}), other({ number: '10', issue_id: null }), other({ comic_id: null })]
    const page = await renderPage(html`<${ThisWeek} />`, {
      replies: {
        'GET /api/dashboard/upcoming': { releases: [], total: 3 },
        'GET /api/releases': { releases, sources: [] },
      },
    })
    expect(texts(page, '.dash-what')).toEqual(['Fern Road #9', 'Fern Road #10'])
    expect([...page.root.querySelectorAll('a.dash-what')].map((link) => link.getAttribute('href'))).toEqual([
      '/library/s2/issues/i2',
      '/library/s2',
    ])
    expect(texts(page, '.mark')).toEqual(['Not wanted', 'Not wanted'])
    expect(page.text()).toContain('1 more')
  })
})

describe('recent activity', () => {
  const event = (event_id: number, subject_id: string, subject_label: string) => ({
    event_id,
    created_at: '2026-11-20T20:00:00.000Z',
    activity: 'grab',
    status: 'succeeded',
    subject_type: 'issue',
    subject_id,
    subject_label,
    reason_code: null,
    reason_detail: null,
    provider: 'Indexer A',
    parent_series_id: 's1',
  })
  const events = Array.from({ length: 7 }, (_, at) => event(at + 1, `i${at}`, `Harbor Lights #${at}`))
  const ACTIVITY = 'GET /api/dashboard/activity'

  test('has the five newest stories, of the last 100 steps', async () => {
    const page = await renderPage(html`<${RecentActivity} />`, { replies: { [ACTIVITY]: { days: 30, events } } })
    expect(page.requests[0]?.query).toEqual({ limit: '100' })
    expect(page.root.querySelectorAll('.dash-event')).toHaveLength(5)
    expect(page.named('Timeline').getAttribute('href')).toBe('/activity/history/timeline')
  })

  test('shows in one line what many series of an import have in common', async () => {
    const tagged = (event_id: number, name: string) => {
      const subject = { subject_type: 'series', subject_id: name, subject_label: name }
      return { ...event(event_id, name, name), ...subject, activity: 'tag', provider: null }
    }
    const some = [tagged(9, 'Copper Orchard'), tagged(8, 'Harbor Lights'), tagged(7, 'Low Tide'), events[0]]
    const page = await renderPage(html`<${RecentActivity} />`, {
      replies: { [ACTIVITY]: { days: 30, events: some } },
    })
    expect(texts(page, '.dash-event .dash-what')).toEqual([
      'Copper Orchard and 2 others: Metadata was written.',
      'Harbor Lights #0 Found on Indexer A. The download is in progress.',
    ])
  })

  test('fetches the rows of an import together, a moment after the first', async () => {
    const sources: EventTarget[] = []
    class Source extends EventTarget {
      close = () => undefined
      constructor() {
        super()
        sources.push(this)
      }
    }
    const real = globalThis.EventSource
    globalThis.EventSource = Source as unknown as typeof EventSource
    const close = openEvents(async () => true)
    const page = await renderPage(html`<${RecentActivity} />`, { replies: { [ACTIVITY]: { days: 30, events } } })
    const timers = spyOn(globalThis, 'setTimeout')
    const send = (type: string) => sources[0]!.dispatchEvent(new MessageEvent(type, { data: '{}' }))
    const count = () => page.requests.filter(({ name }) => name === ACTIVITY).length
    const due = () => timers.mock.calls.filter(([, ms]) => ms === 1_000).map(([run]) => run as () => void)
    send('series_updated')
    expect(due()).toHaveLength(0)
    for (let row = 0; row < 3; row++) send('activity')
    expect(due()).toHaveLength(1)
    const before = count()
    due()[0]!()
    await page.whenIdle()
    expect(count()).toBe(before + 1)
    send('activity')
    expect(due()).toHaveLength(2)
    timers.mockRestore()
    page.close()
    close()
    globalThis.EventSource = real
  })
})

describe('your library', () => {
  const stats = {
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
  }
  const small = async (more: object) => {
    const replies = { 'GET /api/dashboard/library': { stats: { ...stats, ...more } } }
    const page = await renderPage(html`<${Numbers} />`, { replies })
    return [...page.root.querySelectorAll('.dash-numbers > div')].map((one) => flat(one.querySelector('.dash-small')?.textContent) ?? '') // biome-ignore format: one line
  }

  test('tells comics and manga apart only where there are both', async () => {
    expect(await small({})).toEqual(['50 comics, 7 manga', 'of 2,100', 'Comics 92.4%, manga 76.9%'])
    expect(await small({ manga_series: 0 })).toEqual(['', 'of 2,100', ''])
    expect(await small({ comic_series: 0 })).toEqual(['', 'of 2,100', ''])
  })

  test('says one issue and one comic in the singular', async () => {
    const replies = { 'GET /api/dashboard/library': { stats: { ...stats, total_issues: 1, comic_series: 1 } } }
    const page = await renderPage(html`<${Numbers} />`, { replies })
    expect(texts(page, 'dt')).toContain('issue owned')
    expect(page.text()).toContain('1 comic, 7 manga')
  })

  test('names the announced issues beside the total, and the series with a known one', async () => {
    expect(await small({ announced: 1200 })).toEqual(['50 comics, 7 manga', 'of 2,100, 1,200 announced', 'Comics 92.4%, manga 76.9%']) // biome-ignore format: one line
    expect(await small({ known_series: 56 })).toEqual(['50 comics, 7 manga', '', 'Of the 56 series with a known total'])
  })
})

describe('your collection', () => {
  const collection = {
    files: 12,
    bytes: 500 * MB,
    growth: [{ month: '2026-09', files: 12, bytes: 500 * MB }],
    publishers: Array.from({ length: 10 }, (_, at) => ({ publisher: `Press ${at}`, issues: 20 - at })),
    decades: [
      { decade: null, issues: 90 },
      { decade: 1990, issues: 4 },
      { decade: 2010, issues: 7 },
    ],
    formats: ['cbz', 'cbr', 'pdf', 'cb7', 'cbt', 'epub'].map((format) => ({ format, files: 2, bytes: 1 })),
    completion: { complete: 1, partial: 0, unknown: 0, empty: 1 },
    storage: Array.from({ length: 10 }, (_, at) => ({ comic_id: `s${at}`, name: `Series ${at}`, files: 1, bytes: MB })),
  }
  const open = (more: object = {}) =>
    renderPage(html`<${Charts} />`, { replies: { 'GET /api/dashboard/collection': { ...collection, ...more } } })

  test('has eight bars in a chart, and series with links', async () => {
    const page = await open()
    expect(page.text()).toContain('Press 7')
    expect(page.text()).not.toContain('Press 8')
    expect([...page.root.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(Array.from({ length: 8 }, (_, at) => `/library/s${at}`)) // biome-ignore format: one line
  })

  test('names the decade with most issues, which is none when no year is known', async () => {
    const note = (page: RenderedPage) => texts(page, '.chart-note')[1]
    expect(note(await open())).toBe('7 issues of the 2010s')
    expect(note(await open({ decades: [{ decade: null, issues: 90 }] }))).toBeUndefined()
  })
})

describe('your reading', () => {
  const statistics = readerLibrary['GET /api/reading/statistics'] as object
  const open = (more: object) =>
    renderPage(html`<${ReadingPanel} />`, { replies: { 'GET /api/reading/statistics': { ...statistics, ...more } } })

  test('is counted with the right words for one', async () => {
    const days = [{ day: '2026-11-25', pages: 1, issues: 1, seconds: 60 }]
    const page = await open({ days, streak: 1 })
    expect(texts(page, 'dt')).toEqual(['page this week', 'issue finished this week', 'day in a row'])
    expect(texts(page, 'dd')).toEqual(['1', '1', '1'])
  })

  test('without any says where it will be', async () => {
    const page = await open({ since: null })
    expect(page.text()).toContain('What you read is counted here.')
    expect(page.root.querySelector('.dash-numbers')).toBeNull()
  })

  test('shows that it is loading, and an error instead of the outline', async () => {
    const page = await renderPage(html`<${ReadingPanel} />`, { replies: { 'GET /api/reading/statistics': refusal(500, 'The database is locked.') } }) // biome-ignore format: one line
    expect(page.find('[role="alert"]').textContent).toContain('The database is locked.')
    expect(page.root.querySelector('[aria-label="Loading: Your reading"]')).toBeNull()
  })
})

describe("the shelves of a reader's home", () => {
  const open = (more: Replies) => {
    readAs()
    return renderPage(html`<${ReaderHome} />`, { replies: { ...readerLibrary, ...more } })
  }
  const shelf = (page: RenderedPage, title: string) =>
    [...page.root.querySelectorAll('.shelf')].find((one) => flat(one.querySelector('h2')?.textContent) === title)
  const list = { list_id: 'default', name: 'Reading list', is_default: true, shared: false, mine: true, user_id: 'mia', owner_name: 'Mia', issues: 0, read: 0, next_issue_id: null, updated_at: '' } // biome-ignore format: one line

  test('leave out empty lists, and a list that is read has no cover', async () => {
    expect(shelf(await open({ 'GET /api/readlists': { lists: [list] } }), 'Reading lists')).toBeUndefined()
    const page = await open({ 'GET /api/readlists': { lists: [list, { ...list, list_id: 'l2', name: 'Rainy', is_default: false, issues: 2, read: 2 }] } }) // biome-ignore format: one line
    const entries = shelf(page, 'Reading lists')!
    expect(entries.querySelectorAll('li')).toHaveLength(1)
    expect(flat(entries.querySelector('a')?.textContent)).toContain('2 of 2 issues read')
    expect(entries.querySelector('img')).toBeNull()
  })

  test('show the year of a favourite without unread issues', async () => {
    const [series] = (readerLibrary['GET /api/series'] as { comics: object[] }).comics
    const comics = { comics: [{ ...series, Unread: 0 }], pagination: { total: 1, limit: 20, offset: 0, has_more: false } } // biome-ignore format: one line
    const page = await open({ 'GET /api/series': comics })
    expect(shelf(page, 'Favourites')!.querySelector('a > span:last-child')?.textContent).toBe('2015')
  })

  test('are absent when there is nothing new and nothing chosen', async () => {
    const none = { comics: [], pagination: { total: 5, limit: 1, offset: 0, has_more: false } }
    const page = await open({
      'GET /api/reading/added': { items: [] },
      'GET /api/readlists': { lists: [] },
      'GET /api/series': none,
    })
    expect(texts(page, '.shelf h2')).toEqual(['Continue reading', 'On deck'])
  })

  test('invite to begin only when nothing waits to be continued', async () => {
    const [item] = (readerLibrary['GET /api/reading/continue'] as { items: object[] }).items
    const continued = (state: string) => ({ query }: { query: Record<string, string> }) => ({ items: query.state === state ? [item] : [] }) // biome-ignore format: one line
    for (const state of ['started', 'next']) {
      const page = await open({ 'GET /api/reading/continue': continued(state) })
      expect(page.root.querySelector('.home-begin')).toBeNull()
    }
  })
})

test("a reader's home requests nothing that only managers may see", async () => {
  readAs()
  const page = await renderPage(html`<${ReaderHome} />`, { replies: readerLibrary })
  expect(page.requests.filter(({ name }) => name.includes('/dashboard/'))).toEqual([])
})
