import { afterEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import type { ReadingStatistics } from '../../panels/reading-week'
import { formatFor } from '../../parts/text/locale'
import { refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { StatisticsPage } from './statistics'

withWindow()
afterEach(() => formatFor())

const NAME = 'GET /api/reading/statistics'
const day = (day: string, pages = 0, issues = 0, seconds = 0) => ({ day, pages, issues, seconds })
const row = (change: Partial<ReadingStatistics['series'][number]> = {}) => ({
  comic_id: 's1',
  name: 'Harbor Lights',
  image: null,
  exists: true,
  pages: 1200,
  issues: 48,
  seconds: 12_000,
  last_day: '2026-11-25',
  ...change,
})
const statistics = (change: Partial<ReadingStatistics> = {}): ReadingStatistics => ({
  today: '2026-11-25', // a Wednesday
  since: '2026-11-01',
  days: [day('2026-11-22', 7), day('2026-11-23', 30, 1, 600), day('2026-11-25', 1, 0, 30)],
  streak: 4,
  totals: { pages: 1242, issues: 50, seconds: 45 },
  series: [row(), row({ comic_id: 's2', name: 'Old Pier', exists: false, pages: 42, issues: 1, seconds: 0 })],
  pagination: { total: 2, limit: 50, offset: 0, has_more: false },
  ...change,
})
const open = (reply: unknown = statistics(), path = '/statistics') =>
  renderPage(html`<${StatisticsPage} />`, { path, replies: { [NAME]: reply } })
const week = (page: Awaited<ReturnType<typeof open>>) =>
  [...page.root.querySelectorAll('.week-chart li > .unseen')].map((one) => one.textContent)

describe('the statistics', () => {
  test('show the streak, the week and the total', async () => {
    formatFor(['en-GB'])
    const page = await open()
    const figures = [...page.root.querySelectorAll('.statistics-figures > div')].map((one) => one.textContent)
    expect(figures).toEqual([
      'days in a row4',
      'pages this week311 issue, 10 min',
      'pages in all1,24250 issues, under 1 min',
    ])
    expect(page.text()).toContain('Counted since 1 Nov 2026')
  })

  test('have a column for each day, starting with the first day of the week in the locale', async () => {
    formatFor(['en-GB'])
    expect(week(await open())).toEqual([
      'Monday 23 November: 30 pages, 1 issue',
      'Tuesday 24 November: 0 pages',
      'Wednesday 25 November: 1 page',
      'Thursday 26 November: still to come',
      'Friday 27 November: still to come',
      'Saturday 28 November: still to come',
      'Sunday 29 November: still to come',
    ])
    formatFor(['en-US'])
    expect(week(await open())[0]).toBe('Sunday, November 22: 7 pages')
  })

  test('list the series, without a link for deleted ones and without an unknown time', async () => {
    const page = await open()
    const rows = [...page.root.querySelectorAll('tbody tr')].map((one) =>
      [...one.querySelectorAll('td')].map((cell) => cell.textContent?.trim()),
    )
    expect(rows.map((cells) => cells.slice(1, 4))).toEqual([
      ['48', '1,200', '3 h 20 min'],
      ['1', '42', ''],
    ])
    expect(page.named('Harbor Lights').getAttribute('href')).toBe('/library/s1')
    expect(page.root.querySelectorAll('tbody a')).toHaveLength(1)
    expect(rows[1]?.[0]).toContain('deleted')
  })

  test('are requested for the day in the time zone of the browser, page by page', async () => {
    const more = { total: 120, limit: 50, offset: 50, has_more: true }
    const page = await open(statistics({ pagination: more }), '/statistics?page=2')
    expect(page.requests[0]?.query).toMatchObject({ limit: '50', offset: '50', zone: expect.any(String) })
    expect(page.named('Next page').getAttribute('href')).toBe('/statistics?page=3')
  })

  test('explain themselves before the first reading', async () => {
    const page = await open(statistics({ since: null, days: [], series: [], streak: 0 }))
    expect(page.text()).toContain('Nothing read yet')
    expect(page.named('Go to the library').getAttribute('href')).toBe('/library')
  })

  test('show the reason of a failure, and can be retried', async () => {
    let broken = true
    const page = await open(() => (broken ? refusal(500, 'Something broke.') : statistics()))
    expect(page.text()).toContain('Something broke.')
    broken = false
    await page.click('Try again')
    expect(page.text()).toContain('Harbor Lights')
  })
})
