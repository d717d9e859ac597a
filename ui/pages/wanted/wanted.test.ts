import { afterEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { closeReleases, releaseTarget } from '../../state/release-search'
import { toasts } from '../../state/toasts'
import { type ReceivedRequest, type Replies, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { WantedPage } from './wanted'
import { type WantedFields, wantedCard } from './wanted-card'

withWindow()
afterEach(() => {
  toasts.value = []
  closeReleases()
})

const row = (at: number, change: Partial<WantedFields> = {}): WantedFields => ({
  ComicID: 's1',
  IssueID: `i${at}`,
  ComicName: 'Harbor Lights',
  ComicYear: '2015',
  ComicPublisher: 'Northgate',
  Issue_Number: String(at + 1),
  IssueName: at === 0 ? 'Low Tide' : null,
  ReleaseDate: `2015-05-${String(28 - (at % 28)).padStart(2, '0')}`,
  IssueDate: null,
  Monitored: true,
  unit: 'issue',
  acquisition: null,
  ...change,
})
function wanted(total: number, more: Replies = {}): Replies {
  const list = ({ query }: ReceivedRequest) => {
    const [limit, offset] = [Number(query.limit), Number(query.offset)]
    const count = query.q === 'nobody' ? 0 : total
    const issues = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) => row(offset + at))
    return { issues, annuals: [], pagination: { total: count, limit, offset, has_more: false } }
  }
  return { 'GET /api/wanted': list, ...more }
}
const open = (replies: Replies, path = '/wanted') => renderPage(html`<${WantedPage} />`, { path, replies })

describe('a wanted issue', () => {
  const card = (change: Partial<WantedFields>) => wantedCard(row(0, change), '2026-11-21')

  test('shows its day and month if known', () => {
    expect(card({})).toMatchObject({
      number: '#1',
      day: '28',
      monthWords: 'May 2015',
      date: '28 May 2015',
      future: false,
    })
    expect(card({ ReleaseDate: '2015-05' })).toMatchObject({ day: '', monthWords: 'May 2015' })
    expect(card({ ReleaseDate: null, IssueDate: null })).toMatchObject({
      date: 'Date not known',
      monthWords: 'Not known',
      month: '',
    })
    expect(card({ Issue_Number: '' }).number).toBe('One-shot')
  })

  test('counts as upcoming only before its day', () => {
    const future = (ReleaseDate: string) => card({ ReleaseDate }).future
    expect([future('2026-11-22'), future('2026-11-21'), future('2026-11'), future('2027')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

describe('the wanted list', () => {
  test('is sorted by date and shows each month once', async () => {
    const page = await open(wanted(30))
    const dates = [...page.root.querySelectorAll('.wanted-date')].map((date) => date.textContent)
    expect(dates.slice(0, 3)).toEqual(['28May 2015', '27', '26'])
    expect(page.text()).toContain('30 issues')
    expect(page.find('[aria-label="Harbor Lights #1, Low Tide, 28 May 2015"] a').getAttribute('href')).toBe(
      '/library/s1',
    )
  })

  test('skips an issue, with undo', async () => {
    const at = '/api/series/issues/i0'
    const page = await open(wanted(3, { [`PUT ${at}/unqueue`]: { success: true } }))
    await page.press('Delete', page.find('[data-at="0"]'))
    expect(page.requests.filter(({ name }) => name.startsWith('PUT')).map(({ name }) => name)).toEqual([
      `PUT ${at}/unqueue`,
    ])
    expect(page.requests.filter(({ name }) => name === 'GET /api/wanted').length).toBeGreaterThan(1)
  })

  test('leaves keys with Ctrl, Alt or ⌘ to the browser, and keys of controls in a row to them', async () => {
    const page = await open(wanted(3))
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
      await page.press('Delete', page.find('[data-at="0"]'), held)
    await page.press('Delete', page.find('[data-at="0"] input'))
    expect(page.requests.filter(({ name }) => name.startsWith('PUT'))).toEqual([])
  })

  test('has its outline while it loads', async () => {
    const page = await open({ 'GET /api/wanted': () => new Promise(() => undefined) })
    expect(page.find('.skeleton').getAttribute('aria-label')).toBe('Loading the wanted list')
  })

  const lacking = (missing: number, empty: number) =>
    open(wanted(0, { 'GET /api/series/facets': { progress: { complete: 3, missing, empty, unknown: 0 } } }))

  test('explains itself when it is empty', async () => {
    const page = await lacking(0, 0)
    expect(page.text()).toContain('No wanted issues are missing')
    expect(page.text()).toContain('Wanted issues appear here until they are in your library.')
    expect(page.root.querySelector('a[href^="/library"]')).toBeNull()
    expect(page.root.querySelector('input')).toBeNull()
  })

  test('links to the series that lack issues, those without a file too, while nothing is wanted', async () => {
    const page = await lacking(0, 1)
    expect(page.text()).toContain('Your series lack issues that are not wanted.')
    expect(page.root.querySelector('a[href="/library?progress=missing"]')).toBeNull()
    expect(page.named('1 series without files').getAttribute('href')).toBe('/library?progress=empty')
    const both = await lacking(1200, 1)
    expect(both.named('1,200 series with missing issues').getAttribute('href')).toBe('/library?progress=missing')
    expect(both.named('1 series without files')).toBeDefined()
  })

  test('shows a load error and can be retried', async () => {
    const page = await open({
      'GET /api/wanted': () => Response.json({ detail: 'The database is busy.' }, { status: 503 }),
    })
    expect(page.text()).toContain('The database is busy.')
    expect(page.named('Try again')).toBeDefined()
  })

  test('is filtered as in the address', async () => {
    const page = await open(wanted(30), '/wanted?q=nobody')
    expect(page.text()).toContain('No wanted issues match')
    const field = () => page.find<HTMLInputElement>('input[type="search"]').value
    expect(field()).toBe('nobody')
    await page.click('Clear filters')
    expect([location.search, field()]).toEqual(['', ''])
  })

  test('keeps only the rows near the window in the page', async () => {
    const page = await open(wanted(9_000))
    expect(page.root.querySelectorAll('.wanted-row').length).toBeLessThan(80)
    const lists = page.requests.filter(({ name }) => name.startsWith('GET /api/wanted'))
    expect(lists.every(({ query }) => query.limit === '200')).toBe(true)
  })
})

const ATTEMPT = {
  state: 'no_match',
  updated_at: '2026-11-20T10:00:00.000Z',
  completed_at: '2026-11-20T10:00:00.000Z',
  reason: null,
  summary: null,
}
const LAST = {
  issue_id: 'i0',
  search: {
    state: 'no_match',
    summary: '3 releases found, none acceptable',
    run_id: 'r1',
    asked: [
      { indexer: 'Indexer A', queries: ['Harbor Lights 001', 'Harbor Lights 1 2015'], found: 3 },
      { indexer: 'Indexer B', queries: [], found: 0, failure: 'limit', detail: 'Indexer B has answered enough.' },
    ],
    refused: [
      {
        title: 'Harbor.Lights.001.(2009)',
        indexer: 'Indexer A',
        size_bytes: 41_000_000,
        published_at: '2009-05-06T12:00:00Z',
        reasons: [{ code: 'rejected.year_mismatch', message: 'Wrong year: 2009 (the series began in 2015)' }],
        overrideable: true,
      },
    ],
    grabbed: null,
    searched_at: '2026-11-20T10:00:00.000Z',
  },
}
const SEARCH = (id: string) => `POST /api/series/issues/${id}/search`
const begun = { success: true, status: 'accepted', accepted: 1, run_id: 'r1', idempotent: false, message: '' }
const sentTo = (requests: ReceivedRequest[], name: string) => requests.filter((one) => one.name === name).length

describe('a search for a wanted issue', () => {
  test('shows the result of the last search, and details on demand', async () => {
    const page = await open(wanted(3, { 'GET /api/search/last/i0': LAST }))
    expect(page.find('[data-at="0"] small').textContent).toContain('Not searched yet')
    await page.press('w', page.find('[data-at="0"]'))
    for (const words of [
      'Why Harbor Lights #1 is missing',
      '3 releases found, none acceptable',
      'Indexer A 3 releases for “Harbor Lights 001”, “Harbor Lights 1 2015”',
      'Indexer B has answered enough.',
      'Harbor.Lights.001.(2009)',
      'Wrong year: 2009 (the series began in 2015)',
    ])
      expect(page.text()).toContain(words)
  })

  test('has its result in the row', () => {
    const { search, searching } = wantedCard(row(0, { acquisition: ATTEMPT }), '2026-11-21')
    expect([search.startsWith('No acceptable release · '), searching]).toEqual([true, false])
    const wordsOf = (more: { reason?: string; summary?: string }) =>
      wantedCard(row(0, { acquisition: { ...ATTEMPT, ...more } }), '2026-11-21').search
    expect(wordsOf({ summary: '3 releases found, none acceptable' })).toStartWith(
      '3 releases found, none acceptable · ',
    )
    expect(wordsOf({ reason: 'no_provider_answered' })).toStartWith('No indexer responded · ')
    const running = { ...ATTEMPT, state: 'running', completed_at: null }
    expect(wantedCard(row(0, { acquisition: running }), '2026-11-21')).toMatchObject({
      search: 'Searching',
      searching: true,
    })
  })

  test('is started now, or its releases are reviewed', async () => {
    const page = await open(wanted(3, { [SEARCH('i0')]: begun }))
    await page.press('s', page.find('[data-at="0"]'))
    expect(sentTo(page.requests, SEARCH('i0'))).toBe(1)
    expect(toasts.value[0]?.text).toBe('Searching for Harbor Lights #1.')
    await page.press('r', page.find('[data-at="1"]'))
    expect(releaseTarget.value).toEqual({ entity_type: 'issue', entity_id: 'i1', title: 'Harbor Lights #2' })
  })
})

describe('several wanted issues', () => {
  test('are searched for together', async () => {
    const page = await open(wanted(3, { [SEARCH('i0')]: begun, [SEARCH('i2')]: begun }))
    await page.press(' ', page.find('[data-at="0"]'))
    await page.press(' ', page.find('[data-at="2"]'))
    expect(page.find('.cover-bar').textContent).toContain('2 issues')
    await page.click('Search')
    expect([sentTo(page.requests, SEARCH('i0')), sentTo(page.requests, SEARCH('i2'))]).toEqual([1, 1])
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('are skipped, all of them by one key, with Undo', async () => {
    const at = (id: string, verb: string) => `PUT /api/series/issues/${id}/${verb}`
    const moves = Object.fromEntries(
      ['i0', 'i1', 'i2'].flatMap((id) => [
        [at(id, 'unqueue'), { success: true }],
        [at(id, 'queue'), { success: true, run_id: null }],
      ]),
    )
    const page = await open(wanted(3, moves))
    const first = page.find('[data-at="0"]')
    const event = new (window as unknown as typeof globalThis).KeyboardEvent('keydown', {
      key: 'a',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    })
    first.dispatchEvent(event)
    await page.whenIdle()
    await page.click('Skip')
    expect(toasts.value[0]?.text).toBe('3 issues are skipped.')
    await toasts.value[0]?.action?.run()
    expect(['i0', 'i1', 'i2'].map((id) => sentTo(page.requests, at(id, 'queue')))).toEqual([1, 1, 1])
  })
})

describe('a manual search', () => {
  test('for all needs a confirmation, and links to its progress', async () => {
    const page = await open(
      wanted(30, {
        'POST /api/search/force': { success: true, status: 'accepted', run_id: 'r9', accepted: 30, message: 'Begun.' },
      }),
    )
    await page.click('Search all')
    expect(page.text()).toContain('Search for all 30 wanted issues?')
    await page.click(page.find('dialog .button[data-kind="main"]'))
    expect(location.pathname + location.search).toBe('/activity/history/searches?run=r9')
  })

  test('for all starts once, regardless of the number of clicks', async () => {
    const held = Promise.withResolvers<object>()
    const page = await open(wanted(1, { 'POST /api/search/force': () => held.promise }))
    await page.click('Search all')
    expect(page.text()).toContain('Search for the one wanted issue?')
    await page.click(page.find('dialog .button[data-kind="main"]'))
    await page.click(page.find('dialog .button[data-kind="main"]'))
    expect(sentTo(page.requests, 'POST /api/search/force')).toBe(1)
    held.resolve({ success: false, status: 'blocked', run_id: null, accepted: 0, message: 'No indexer is set up.' })
    await page.whenIdle()
    expect(page.root.querySelector('dialog[open]')).toBeNull()
  })

  test('shows why it cannot start', async () => {
    const no = {
      success: false,
      status: 'blocked',
      error: 'No indexer is enabled. Add or enable one in Settings, Indexers.',
    }
    const page = await open(wanted(1, { 'POST /api/search/force': no }))
    await page.click('Search all')
    await page.click(page.find('dialog .button[data-kind="main"]'))
    expect(toasts.value[0]).toMatchObject({
      kind: 'error',
      text: 'No indexer is enabled. Add or enable one in Settings, Indexers.',
    })
    expect(location.pathname).toBe('/wanted')
  })

  test('checks the newest releases', async () => {
    const page = await open(wanted(1, { 'POST /api/search/rss/force': { success: true, message: 'Looking.' } }))
    await page.click('More about searching')
    await page.click('Run RSS sync now')
    expect(toasts.value[0]?.text).toBe('Looking.')
  })
})

describe('a paused search', () => {
  const config = (searching_paused: boolean) => ({ 'GET /api/config': { searching_paused } })

  test('is shown, and can be resumed', async () => {
    const bodies: unknown[] = []
    const replies = { ...config(true), 'PUT /api/config': ({ body }: ReceivedRequest) => {
      bodies.push(body)
      return { success: true }
    } } // biome-ignore format: short
    const page = await open(wanted(3, replies))
    expect(page.find('.wanted-paused').textContent).toContain('Searching is paused.')
    expect(page.text()).not.toContain('Search all')
    await page.click('Resume searching')
    expect(bodies).toEqual([{ searching_paused: false }])
  })

  test('that waits for another reason links to the page about it', async () => {
    const health = { gate: { state: 'pending_preview' }, maintenance: { reason: 'They wait for your review.' } }
    const page = await open(wanted(3, { ...config(false), 'GET /api/search/health': health }))
    expect(page.find('.wanted-paused').textContent).toContain('Automatic searches wait. They wait for your review.')
    expect(page.named('Open Acquisition').getAttribute('href')).toBe('/system/acquisition')
  })

  test.each(['open', 'paused'])('shows no other reason while the gate is %s', async (state) => {
    const health = { gate: { state }, maintenance: { reason: 'They wait for your review.' } }
    const page = await open(wanted(3, { ...config(false), 'GET /api/search/health': health }))
    expect(page.text()).not.toContain('Automatic searches wait')
  })

  test('is not shown while searches run', async () => {
    const page = await open(wanted(3, config(false)))
    expect(page.root.querySelector('.wanted-paused')).toBeNull()
    expect(page.text()).toContain('Search all')
  })
})

describe('the tabs of Wanted', () => {
  const queryOf = (requests: ReceivedRequest[]) => requests.findLast(({ name }) => name === 'GET /api/wanted')?.query

  test('sort Missing by newest and Upcoming by next; kind and order are in the address', async () => {
    const missing = await open(wanted(3))
    expect(queryOf(missing.requests)).toMatchObject({ when: 'missing', sort: 'newest' })
    const upcoming = await open(wanted(3), '/wanted?when=upcoming')
    expect(queryOf(upcoming.requests)).toMatchObject({ when: 'upcoming', sort: 'oldest' })
    await upcoming.click('Manga')
    expect(location.search).toBe('?when=upcoming&kind=manga')
    expect(queryOf(upcoming.requests)).toMatchObject({ when: 'upcoming', kind: 'manga' })
  })

  test('have their whole date when sorted by series, which name no month above them', async () => {
    const list = ({ query }: ReceivedRequest) => ({
      issues: Array.from({ length: 4 }, (_, at) => row(at, at < 2 ? {} : { ComicID: 's2', ComicName: 'Winter Atlas' })),
      annuals: [],
      pagination: { total: 4, limit: Number(query.limit), offset: 0, has_more: false },
    })
    const page = await open({ 'GET /api/wanted': list }, '/wanted?sort=series')
    const dates = [...page.root.querySelectorAll('.wanted-date')].map((date) => date.textContent)
    expect(dates).toEqual(['28May 2015', '27May 2015', '26May 2015', '25May 2015'])
    const firsts = [...page.root.querySelectorAll('.wanted-row')].map((row) => row.hasAttribute('data-month'))
    expect(firsts).toEqual([true, false, true, false])
  })

  test('unmonitor the series of the selected issues together, with Undo', async () => {
    const page = await open(
      wanted(3, {
        'POST /api/series/bulk': { success: true, operation_id: 'o1', series: 1 },
        'POST /api/series/bulk/o1/undo': { success: true, operation_id: 'o2' },
      }),
    )
    for (const at of [0, 1]) await page.press(' ', page.find(`[data-at="${at}"]`))
    await page.click('Unmonitor series')
    expect(page.requests.find(({ name }) => name === 'POST /api/series/bulk')?.body).toEqual({
      action: 'unmonitor',
      ids: ['s1'],
    })
    expect(toasts.value[0]?.text).toBe('1 series no longer monitored.')
    toasts.value[0]?.action?.run()
    await page.whenIdle()
    expect(page.requests.some(({ name }) => name === 'POST /api/series/bulk/o1/undo')).toBe(true)
  })
})

test('what is selected in one tab is not selected in another', async () => {
  const page = await open(wanted(3))
  await page.press(' ', page.find('[data-at="0"]'))
  expect(page.root.querySelector('.cover-bar')).not.toBeNull()
  await page.click('Upgrades')
  await page.whenIdle()
  expect(page.root.querySelector('.wanted-row, [data-at="0"]')).not.toBeNull()
  expect(page.root.querySelector('.cover-bar')).toBeNull()
})

describe('the upgrades', () => {
  const upgrade = (at: number) => row(at, { file_format: 'cbr', preferred_format: 'cbz' })
  const upgrades = (more: Replies = {}): Replies => ({
    'GET /api/wanted': {
      issues: [upgrade(0), upgrade(1)],
      annuals: [],
      pagination: { total: 2, limit: 200, offset: 0, has_more: false },
    },
    ...more,
  })

  test('show the format of the file and the preferred one', async () => {
    const page = await open(upgrades(), '/wanted?when=upgrades')
    expect(page.requests.find(({ name }) => name === 'GET /api/wanted')?.query.when).toBe('upgrades')
    expect(page.find('[data-at="0"]').textContent).toContain('CBR, CBZ preferred')
  })

  test('have their releases reviewed from the row and from the last search', async () => {
    const page = await open(upgrades({ 'GET /api/search/last/i1': { search: null } }), '/wanted?when=upgrades')
    await page.click('More about Harbor Lights #1')
    await page.click('Review releases')
    expect(releaseTarget.value).toEqual({ entity_type: 'issue', entity_id: 'i0', title: 'Harbor Lights #1' })
    await page.press('w', page.find('[data-at="1"]'))
    await page.whenIdle()
    await page.click('Review releases')
    expect(releaseTarget.value?.entity_id).toBe('i1')
  })

  test('are kept instead of skipped, with an undo', async () => {
    const at = 'PUT /api/series/issues/i0/keep-file'
    const page = await open(upgrades({ [at]: { success: true } }), '/wanted?when=upgrades')
    await page.press('Delete', page.find('[data-at="0"]'))
    expect(page.requests.filter(({ name }) => name === at).map(({ body }) => body)).toEqual([{ keep: true }])
    expect(toasts.value[0]?.text).toBe('Harbor Lights #1 is kept in the current format.')
    toasts.value[0]?.action?.run()
    await page.whenIdle()
    expect(page.requests.filter(({ name }) => name === at).map(({ body }) => body)).toEqual([
      { keep: true },
      { keep: false },
    ])
  })

  test('link to the format ranking while there are none', async () => {
    const page = await open(wanted(0), '/wanted?when=upgrades')
    expect(page.text()).toContain('No upgrades')
    expect(page.named('Release rules').getAttribute('href')).toBe('/settings#release-rules')
  })
})

test('annuals are in their place among the issues', async () => {
  const annual = { ...row(1), SeriesName: 'Harbor Lights', SeriesComicID: 's1', IssueID: 'a1', IssueName: 'Annual' }
  const page = await open({
    'GET /api/wanted': {
      issues: [row(0), row(2)],
      annuals: [annual],
      order: ['i0', 'a1', 'i2'],
      pagination: { total: 3, limit: 200, offset: 0, has_more: false },
    },
  })
  expect(page.text()).toContain('3 issues')
  expect(page.find('[data-at="1"]').getAttribute('aria-label')).toContain('Annual')
  expect(page.find('[data-at="2"]').getAttribute('aria-label')).toContain('#3')
  await page.press('r', page.find('[data-at="1"]'))
  expect(releaseTarget.value).toMatchObject({ entity_type: 'annual', entity_id: 'a1' })
})
