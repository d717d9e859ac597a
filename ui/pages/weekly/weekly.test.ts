import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { PublisherSheet } from './publisher-sheet'
import { WeeklyPage } from './weekly'
import type { Release, ReleaseSource, ReleasesReply } from './wire'

withWindow()
beforeEach(() => {
  setSystemTime(new Date('2026-11-18T10:00:00Z'))
  localStorage.clear()
})
afterEach(() => {
  setSystemTime()
  toasts.value = []
})

const release = (series: string, number: string, change: Partial<Release> = {}): Release => ({
  release_id: null,
  day: '2026-11-18',
  series,
  kind: 'issue',
  unit: 'issue',
  number,
  title: null,
  publisher: 'Northgate',
  year: 2015,
  book_type: null,
  comic_id: 'harbor',
  issue_id: `i${number}`,
  status: 'Wanted',
  owned: false,
  is_first: false,
  is_announced: false,
  want: false,
  cover: null,
  sources: [],
  ...change,
})
const other = (series: string, number: string, change: Partial<Release> = {}) =>
  release(series, number, {
    release_id: 7,
    comic_id: null,
    issue_id: null,
    status: 'Skipped',
    publisher: 'Kestrel',
    sources: [{ source: 'one', fetched_at: '2026-11-18T08:05:00.000Z' }],
    ...change,
  })
const source = (change: Partial<ReleaseSource> = {}): ReleaseSource => ({
  source: 'one',
  label: 'Old Attic',
  enabled: true,
  fetched_at: '2026-11-18T08:05:00.000Z',
  failure: null,
  detail: null,
  ...change,
})
const reply = (releases: Release[], sources = [source()]): ReleasesReply => ({
  first: '2026-11-16',
  last: '2026-11-22',
  today: '2026-11-18',
  releases,
  sources,
  refreshing: false,
})
const SAGA = [
  release('Harbor Lights', '13'),
  release('Harbor Lights', '14', { status: 'Skipped', day: '2026-11-19' }),
  other('Copper Orchard', '1', { is_first: true }),
]
const open = (releases = reply(SAGA), more: Replies = {}, path = '/releases') =>
  renderPage(html`<${WeeklyPage} />`, { path, replies: { 'GET /api/releases': releases, ...more } })
const names = (page: Awaited<ReturnType<typeof open>>) =>
  [...page.root.querySelectorAll('.release-name')].map((each) => each.textContent?.replace(/\s+/g, ' ').trim())

test('an issue that no list announces any longer is marked', async () => {
  const named = { is_announced: true, sources: [{ source: 'one', fetched_at: '2026-11-18T08:05:00.000Z' }] }
  const page = await open(
    reply([release('Harbor Lights', '9', named), release('Harbor Lights', '10', { is_announced: true })]),
  )
  expect([...page.root.querySelectorAll('.release-tag')].map(({ textContent }) => textContent)).toEqual([
    'Announced',
    'No longer announced',
  ])
})

test('this week shows own series under their days, with state and source', async () => {
  const page = await open()
  expect(page.requests.find(({ name }) => name === 'GET /api/releases')?.query).toEqual({
    first: '2026-11-16',
    last: '2026-11-22',
    zone: 'UTC',
  })
  expect(page.find('.releases-when p').textContent).toBe('16 – 22 November 20262 releases')
  expect([...page.root.querySelectorAll('h2')].map((each) => each.textContent?.trim())).toEqual([
    'Wednesday 18 November Today',
    'Thursday 19 November',
  ])
  expect(names(page)).toEqual(['Harbor Lights #13', 'Harbor Lights #14'])
  expect(page.find('.release .mark').textContent).toBe('Wanted')
  expect(page.text()).toContain('Date from your library')
})

test('all releases include series that are not followed, with number ones marked and their source', async () => {
  const page = await open()
  await page.click(page.root.querySelectorAll<HTMLElement>('.segmented input')[1]!)
  expect(location.search).toBe('?whose=all')
  expect(names(page)).toContain('Copper Orchard #1New series')
  expect(page.text()).toContain('Old Attic')
})

test('a series is followed and its issue wanted in one click', async () => {
  const follow = { 'POST /api/releases/7/follow': { success: true, message: '', comicid: 'copper' } }
  const page = await open(reply(SAGA), follow, '/releases?whose=all')
  await page.click('Follow Copper Orchard and want Copper Orchard #1')
  expect(page.requests.find(({ name }) => name.startsWith('POST'))?.body).toEqual({ want: true })
  expect(toasts.value[0]?.text).toBe('Following Copper Orchard. Copper Orchard #1 is wanted.')
})

test('an issue of a followed series is wanted, and a refusal shows its reason', async () => {
  const page = await open(reply(SAGA), { 'PUT /api/series/issues/i14/queue': refusal(404, 'This issue is gone.') })
  await page.click('Want Harbor Lights #14')
  expect(toasts.value[0]).toMatchObject({ kind: 'error', text: 'This issue is gone.' })
})

test.each([
  ['Follow Copper Orchard and want Copper Orchard #1', 'POST /api/releases/7/follow', '/releases?whose=all'],
  ['Want Harbor Lights #14', 'PUT /api/series/issues/i14/queue', '/releases'],
])('%s is sent once, regardless of the number of clicks', async (name, request, path) => {
  const held = Promise.withResolvers<object>()
  const page = await open(reply(SAGA), { [request]: () => held.promise }, path)
  await page.click(name)
  await page.click(name)
  expect(page.requests.filter((one) => one.name === request)).toHaveLength(1)
  held.resolve(refusal(404, 'This issue is gone.'))
  await page.whenIdle()
  await page.click(name)
  expect(page.requests.filter((one) => one.name === request)).toHaveLength(2)
})

test('the current week is in the time zone of the user, even when UTC has another day', async () => {
  setSystemTime(new Date('2026-11-22T23:00:00Z'))
  process.env.TZ = 'Pacific/Auckland'
  try {
    const page = await open()
    const query = { first: '2026-11-23', last: '2026-11-29', zone: 'Pacific/Auckland' }
    expect(page.requests.find(({ name }) => name === 'GET /api/releases')?.query).toEqual(query)
  } finally {
    process.env.TZ = 'UTC'
  }
})

test('earlier and later weeks are in the address, with a link to this week', async () => {
  const page = await open()
  await page.click('Earlier week')
  expect(location.search).toBe('?day=2026-11-09')
  expect(page.requests.at(-1)?.query).toEqual({ first: '2026-11-09', last: '2026-11-15', zone: 'UTC' })
  await page.click('This week')
  expect(location.search).toBe('')
  await page.click('Later week')
  expect(location.search).toBe('?day=2026-11-23')
})

test('a hidden publisher stays hidden on the next visit, and never hides a followed series', async () => {
  const first = await open(undefined, {}, '/releases?whose=all')
  await first.click(first.find('.filter-word'))
  const boxes = [...first.root.querySelectorAll<HTMLInputElement>('.publisher-list input')]
  for (const box of boxes) await first.click(box)
  expect(names(first)).toEqual(['Harbor Lights #13', 'Harbor Lights #14'])
  first.close()
  const next = await open(undefined, {}, '/releases?whose=all')
  expect(names(next)).toEqual(['Harbor Lights #13', 'Harbor Lights #14'])
  expect(next.find('.filter-word').textContent).toContain('2 hidden')
})

test('hidden publishers are listed in weeks without their releases too, also the unknown one', async () => {
  const props = { publishers: [], hidden: new Set(['']), onChange: () => undefined, onClose: () => undefined }
  const page = await renderPage(html`<${PublisherSheet} ...${props} />`)
  expect(page.find('.publisher-list').textContent).toBe('No publisher')
})

test('a source that is down is reported, with the age of its data', async () => {
  const down = source({ failure: 'unavailable', detail: 'Old Attic has a server problem (status 500).' })
  const page = await open(reply(SAGA, [down, source({ source: 'two', enabled: false, failure: 'disabled' })]))
  const lines = [...page.root.querySelectorAll('.releases-down li')]
  expect(lines).toHaveLength(1)
  expect(lines[0]!.textContent).toContain('Old Attic has a server problem (status 500). Its releases are from today')
})

test('a month counts its own days, and a week all of its days', async () => {
  const end = [
    release('Harbor Lights', '13', { day: '2026-11-30' }),
    release('Harbor Lights', '14', { day: '2026-12-02' }),
  ]
  const month = await open(reply(end), {}, '/releases?view=month')
  expect(month.find('.releases-when p').textContent).toContain('1 release')
  month.close()
  const week = await open(reply(end), {}, '/releases?day=2026-11-30')
  expect(week.find('.releases-when p').textContent).toContain('2 releases')
})

test('a month is a calendar, and a day opens its week', async () => {
  const page = await open(reply(SAGA), {}, '/releases?view=month&whose=all')
  expect(page.requests.find(({ name }) => name === 'GET /api/releases')?.query).toEqual({
    first: '2026-10-26',
    last: '2026-12-06',
    zone: 'UTC',
  })
  expect(page.root.querySelectorAll('td')).toHaveLength(42)
  const today = page.find('td[data-today]')
  expect(today.textContent).toContain('Harbor Lights #13')
  expect(today.querySelector('a')?.getAttribute('href')).toBe('/releases?whose=all')
  expect(today.querySelector('a')?.getAttribute('aria-label')).toBe('Wednesday 18 November, 2 releases')
  expect(page.find('.releases-when p').textContent).toBe('November 20263 releases')
  await page.click('Later month')
  expect(location.search).toBe('?view=month&whose=all&day=2026-12-01')
})

test('the calendar feed has an address to copy, renew and revoke', async () => {
  const replies = {
    'GET /api/releases/calendar': { path: '/api/calendar/abc.ics' },
    'GET /api/system/network': { lan: true, opds_urls: ['http://192.0.2.7:8090/opds'], addresses: [] },
    'POST /api/releases/calendar': { path: '/api/calendar/def.ics' },
  }
  const page = await open(reply(SAGA), replies)
  await page.click('Calendar feed')
  expect(page.find('.copy code').textContent).toContain('http://192.0.2.7:8090/api/calendar/abc.ics')
  await page.click('Renew')
  expect(page.text()).toContain('Calendars that use the current address stop updating.')
})

test.each([
  [
    'no source is on',
    [source({ enabled: false })],
    'No metadata source is set up, so only the releases of your library are known.',
  ],
  ['only Walksoftly is on', [source({ source: 'walksoftly' })], 'No metadata source is set up.'],
  ['nothing was fetched', [source({ fetched_at: null })], 'This week has not been fetched yet.'],
  ['the sources list nothing', [source()], 'No releases found for this week.'],
])('an empty week shows the reason: %s', async (_what, sources, words) => {
  const page = await open(reply([], sources))
  expect(page.text()).toContain(words)
})

test('a week without own series offers the others', async () => {
  const page = await open(reply([other('Copper Orchard', '1')]))
  expect(page.text()).toContain('1 more release from other series this week.')
  await page.click('All releases')
  expect(location.search).toBe('?whose=all')
})

test('releases that cannot be loaded say so', async () => {
  const page = await open(refusal(503, 'The library is locked.') as never)
  expect(page.text()).toContain('The library is locked.')
})
