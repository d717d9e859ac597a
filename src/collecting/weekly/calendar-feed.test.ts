import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import ICAL from 'ical.js'
import { asUser } from '../../base/platform/caller'
import { systemRandom } from '../../base/platform/random'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { CalendarFeed } from './calendar-feed'
import { type CalendarEntry, writeCalendar } from './ical'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const made = async () => (await app.reader.json<{ path: string }>(200, app.reader.post('/api/releases/calendar'))).path
const fetched = async (path: string) => {
  const reply = await app.client().get(path)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  return reply.text()
}
const parsed = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
const events = async (path: string) =>
  parsed(await fetched(path)).map((event) => `${event.startDate.toString()} ${event.summary}`)

/** The clock of the tests is at 2026-11-21. */
function library(): void {
  makeSeries(app.db, { publisher: 'Northgate' })
  const days = ['2026-11-13', '2026-11-14', '2026-11-21', '2026-12-19', '2026-12-20']
  makeIssues(
    app.db,
    'harbor',
    days.map((release_date, at) => ({
      number: String(at + 1),
      release_date,
      title: at === 2 ? 'Salt; sea, and\nrope' : null,
    })),
  )
  makeFile(app.db, { issues: ['harbor-2'] })
}

describe('the calendar feed', () => {
  test('is a week back and four weeks ahead, each issue for a whole day, as a real parser reads it', async () => {
    library()
    const all = parsed(await fetched(await made()))
    expect(all.map(({ uid, summary }) => [uid, summary])).toEqual([
      ['harbor-2@panelkeep', 'Harbor Lights #2'],
      ['harbor-3@panelkeep', 'Harbor Lights #3'],
      ['harbor-4@panelkeep', 'Harbor Lights #4'],
    ])
    const [owned, next] = all
    expect(owned!.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(next!.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
    expect(next!.startDate.isDate).toBe(true)
    expect([next!.startDate.toString(), next!.endDate.toString()]).toEqual(['2026-11-21', '2026-11-22'])
    expect(next!.description).toBe('Salt; sea, and\nrope\nNorthgate')
    expect(next!.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-01-02T03:04:05Z')
  })

  test('keeps the id of an entry when its day moves or its file arrives', async () => {
    library()
    const path = await made()
    const before = parsed(await fetched(path)).map(({ uid }) => uid)
    makeFile(app.db, { issues: ['harbor-3'] })
    expect(parsed(await fetched(path)).map(({ uid }) => uid)).toEqual(before)
  })

  test('covers the days in the address', async () => {
    library()
    const path = await made()
    expect(await events(`${path}?past=0&future=0`)).toEqual(['2026-11-21 Harbor Lights #3'])
    expect(await events(`${path}?past=30&future=60`)).toHaveLength(5)
    expect((await app.client().get(`${path}?past=-1`)).status).toBe(422)
    expect((await app.client().get(`${path}?future=9999`)).status).toBe(422)
  })

  test('leaves out skipped, ignored and paused issues, and keeps owned ones', async () => {
    const day = { release_date: '2026-11-21' }
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [
      { number: '1', ...day, intent: 'wanted' },
      { number: '2', ...day, intent: 'skipped' },
      { number: '3', ...day, intent: 'ignored' },
      { number: '4', ...day, intent: 'skipped' },
    ])
    makeFile(app.db, { issues: ['harbor-4'] })
    makeSeries(app.db, { comic_id: 'paused', name: 'Paper Wolves', status: 'paused' })
    makeIssues(app.db, 'paused', [{ number: '9', ...day }])
    expect(await events(await made())).toEqual(['2026-11-21 Harbor Lights #1', '2026-11-21 Harbor Lights #4'])
  })

  test('has annuals and issues of unfollowed series when the settings say so, by day and name', async () => {
    const day = { release_date: '2026-11-21', intent: 'wanted' } as const
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [
      { number: '2', ...day },
      { number: '1', ...day, kind: 'annual' },
    ])
    makeSeries(app.db, { comic_id: 'amber', name: 'Amber Garden', status: 'unfollowed' })
    makeIssues(app.db, 'amber', [
      { number: '1', ...day },
      { number: '2', ...day, release_date: '2026-11-22' },
    ])
    const path = await made()
    const shown = async (settings: object) => {
      await app.reader.put('/api/config', settings)
      return (await events(path)).map((event) => event.slice(8))
    }
    const [harbor, annual] = ['21 Harbor Lights #2', '21 Harbor Lights Annual #1']
    expect(await shown({ annuals_on: true, upcoming_storyarcs: false })).toEqual([harbor, annual])
    expect(await shown({ annuals_on: false })).toEqual([harbor])
    expect(await shown({ upcoming_storyarcs: true })).toEqual(['21 Amber Garden #1', harbor, '22 Amber Garden #2'])
  })

  test('confirms owned issues: by file, archived, or in a book', async () => {
    const day = { release_date: '2026-11-21', intent: 'skipped' } as const
    makeSeries(app.db, { status: 'paused' })
    makeIssues(app.db, 'harbor', [
      { number: '1', ...day, fulfillment: 'archived' },
      { number: '2', ...day, fulfillment: 'covered' },
      { number: '3', ...day, fulfillment: 'snatched' },
    ])
    expect(await events(await made())).toEqual(['2026-11-21 Harbor Lights #1', '2026-11-21 Harbor Lights #2'])
  })

  test('links to the pages when this machine has an address for other devices', async () => {
    library()
    const path = await made()
    const links = async () =>
      parsed(await fetched(path)).map(({ component }) => component.getFirstPropertyValue('url')?.toString())
    expect(await links()).toEqual([undefined, undefined, undefined])
    await app.reader.put('/api/config', { public_url: 'https://comics.example/' })
    expect((await links())[0]).toBe('https://comics.example/library/harbor/issues/harbor-2')
  })
})

describe('its address', () => {
  const path = async () =>
    (await app.reader.json<{ path: string | null }>(200, app.reader.get('/api/releases/calendar'))).path

  test('opens without a login until it is renewed or revoked, and opens nothing else', async () => {
    expect(await path()).toBeNull()
    const first = await made()
    expect(await path()).toBe(first)
    expect(await fetched(first)).toContain('END:VCALENDAR')
    const second = await made()
    expect(second).not.toBe(first)
    expect((await app.client().get(first)).status).toBe(401)
    expect(await fetched(second)).toContain('END:VCALENDAR')
    const token = second.replace(/^.*\/|\.ics$/g, '')
    expect((await app.client().get(`/api/releases?s=${token}`)).status).toBe(401)
    expect((await app.client().post(second)).status).not.toBe(200)
    await app.reader.json(200, app.reader.delete('/api/releases/calendar'))
    expect((await app.client().get(second)).status).toBe(401)
    expect(await path()).toBeNull()
  })

  test('is the one name that opens the feed, with a session too, and is not stored in shared caches', async () => {
    const address = await made()
    expect((await app.reader.get(address)).headers.get('Cache-Control')).toBe('private')
    for (const name of ['00000000000000000000000000000000.ics', 'panelkeep.ics'])
      expect(
        (await app.reader.json<{ detail: string }>(404, app.reader.get(`/api/calendar/${name}`))).detail,
      ).toContain('no calendar')
  })

  test('opens from other machines, like the catalog', async () => {
    const address = await made()
    const other = app.client({ Host: '192.0.2.7:8090' }, '192.0.2.44')
    expect((await other.get(address)).status).toBe(200)
    expect((await other.get('/api/releases')).status).toBe(403)
    expect((await other.get('/api/calendar/00000000000000000000000000000000.ics')).status).toBe(401)
  })

  test('is made and shown only with a login', async () => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await app.guest.request(method, '/api/releases/calendar')).status).toBe(401)
  })

  test('cannot be derived from the database: another key opens nothing', async () => {
    await made()
    const [row] = app.db.read.all<Record<string, string>>('select * from calendar_feeds' as never)
    expect(Object.values(row!).join(' ')).not.toContain((await path())!.slice(14, 46))
  })
})

describe('the addresses of several users', () => {
  const lena = <T>(work: () => T) => asUser('lena', work)
  const fileOf = (path: string | null) => path!.replace('/api/calendar/', '')
  /** The feed of the app, with the key of its sessions. */
  function feedOf({ db, clock, ports }: TestApp): CalendarFeed {
    const settings = { linkTo: () => null, annuals: () => true, arcs: () => true }
    return new CalendarFeed({
      db,
      clock,
      random: systemRandom,
      log: ports.log,
      sessionKey: new Uint8Array(32).fill(7),
      ...settings,
    })
  }

  test('are made and revoked one by one, and each names its user', async () => {
    const feed = feedOf(app)
    const own = await made()
    expect(lena(() => feed.path)).toBeNull()
    const theirs = lena(() => feed.renew())
    expect([feed.path, lena(() => feed.path)]).toEqual([own, theirs])
    expect([own, theirs].map((path) => feed.userOf(fileOf(path)))).toEqual(['owner', 'lena'])
    expect([feed.userOf('panelkeep.ics'), feed.userOf(`${'0'.repeat(32)}.ics`)]).toEqual([undefined, undefined])
    const renewed = await made()
    expect([own, theirs, renewed].map((path) => feed.admits(fileOf(path)))).toEqual([false, true, true])
    lena(() => feed.revoke())
    expect([theirs, renewed].map((path) => feed.admits(fileOf(path)))).toEqual([false, true])
  })
})

describe('a line', () => {
  const entry = (summary: string): CalendarEntry => ({
    uid: 'one@panelkeep',
    day: '2026-12-31',
    summary,
    description: '',
    url: undefined,
    confirmed: false,
    changed: '2026-11-21T08:00:00.000Z',
  })

  test.each([
    ['a long one', 'A very long name of a series that nobody could print on one line of a calendar #1'.repeat(3)],
    ['letters of several bytes', '進撃の巨人 ½ 🦊'.repeat(12)],
    ['special characters', 'Who? Me, you; him\\her: "all"'],
  ])('is at most 75 bytes and parses to the original text: %s', (_what, summary) => {
    const text = writeCalendar('Releases, mine', [entry(summary)])
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).not.toMatch(/[^\r]\n/)
    const [event] = parsed(text)
    expect(event!.summary).toBe(summary)
    expect(event!.endDate.toString()).toBe('2027-01-01')
  })
})
