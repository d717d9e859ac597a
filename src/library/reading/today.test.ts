import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { readingApp } from '../../testing/catalog'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'

const PROGRESS = '/api/reading/issues/harbor-0/progress'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  // Saturday, 2026-11-21, 22:00 UTC: in Auckland it is Sunday, where the week of releases begins.
  await app.clock.advance('12 h')
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [
    { number: '1', release_date: '2026-11-20', intent: 'wanted' },
    { number: '0', release_date: '2020-01-01' },
    { number: '2', release_date: '2026-11-24', intent: 'wanted' },
  ])
})
afterEach(() => app.close())

const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))
const numbers = async (path: string) =>
  (await get<{ IssueNumber?: string; ISSUE?: string }[]>(path)).map(({ IssueNumber, ISSUE }) => IssueNumber ?? ISSUE)
/** A page turned in a browser of that zone. */
async function readIn(zone: string) {
  makeFile(app.db, { issues: ['harbor-0'], added_at: '2026-11-20T00:00:00.000Z' })
  await app.reader.json(200, app.reader.put(PROGRESS, { page: 3, zone }))
}

describe('the week around today', () => {
  test('is that of the requesting browser', async () => {
    for (const path of ['/api/weekly?', '/api/upcoming?']) {
      expect(await numbers(`${path}zone=America/New_York`), path).toEqual(['1'])
      expect(await numbers(`${path}zone=Pacific/Auckland`), path).toEqual(['2'])
    }
    const panel = await get<{ releases: { IssueNumber: string }[] }>('/api/dashboard/upcoming?zone=Pacific/Auckland')
    expect(panel.releases.map(({ IssueNumber }) => IssueNumber)).toEqual(['2'])
    expect(await get<object>('/api/releases?zone=Pacific/Auckland')).toMatchObject({
      today: '2026-11-22',
      first: '2026-11-22',
    })
  })

  test('is that of the last reading in a browser for programs that name no zone', async () => {
    expect(await numbers('/api/upcoming')).toEqual(['1'])
    await readIn('Pacific/Auckland')
    expect(await numbers('/api/upcoming')).toEqual(['2'])
    expect(await get<object>('/api/releases')).toMatchObject({ today: '2026-11-22' })
  })

  test('of a zone that does not exist is refused', async () => {
    for (const path of ['/api/weekly', '/api/upcoming', '/api/releases', '/api/dashboard/upcoming']) {
      const reply = app.reader.get(`${path}?zone=Mars/Base`)
      expect((await app.reader.json<{ detail: string }>(400, reply)).detail, path).toContain('Mars/Base')
    }
  })

  test("in the catalog is the reader's", async () => {
    const { titles } = readingApp(app)
    await readIn('America/New_York')
    app.db.write((tx) => tx.run("update files set added_at = '2026-11-16T04:30:00.000Z'"))
    // The file arrived on Sunday night there, in the week before; in UTC it was Monday.
    expect(await titles('/opds/week')).toEqual([])
    await app.reader.json(200, app.reader.put(PROGRESS, { page: 4, zone: 'Europe/Berlin' }))
    expect(await titles('/opds/week')).toHaveLength(1)
  })
})
