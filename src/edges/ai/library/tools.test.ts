import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { advanceStage, endAsFailed } from '../../../intake/downloads/journal/stage-changes'
import { addItem } from '../../../intake/downloads/store'
import { saveLastSearch } from '../../../intake/search/runs/last-store'
import { markGone } from '../../../library/series/presence-store'
import type { Intent } from '../../../library/series/states'
import { changeSeries, reserveIssues, setIntent } from '../../../library/series/store'
import { toolHarness } from '../../../testing/assistant/library-tools'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { resultForModel } from './tool'

let db: Database
let harness: ReturnType<typeof toolHarness>
beforeEach(() => {
  db = testDatabase()
  harness = toolHarness(db)
  makeSeries(db, { year: 2015, publisher: 'Northgate' })
  makeIssues(db, 'harbor', [
    { number: '1', title: 'Low Tide', release_date: '2015-05-06' },
    { number: '2', release_date: '2015-06-03' },
    { number: '3', intent: 'wanted', release_date: '2015-07-01' },
    { number: '1', kind: 'annual' },
  ])
  makeFile(db, { issues: ['harbor-1'], path: '/library/Harbor Lights/Harbor Lights 001.cbz' })
})
afterEach(() => db.close())

const run = (name: string, args: unknown = {}) => harness.run(name, args)
const cells = (name: string, args: unknown, key: string) => run(name, args).rows.map((row) => row[key])
const intend = (id: string, intent: Intent) => db.write((tx) => setIntent(tx, id, intent, '2026-01-01T00:00:00.000Z'))
const issueIds = (name: string, args: unknown = {}) => cells(name, args, 'IssueID')

test('every tool has its own name, a description, and parameters that accept no others', () => {
  const names = harness.tools.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining([
      'search_series', 'completion_filter', 'series_with_gaps', 'issues_by_status', 'series_by_publisher',
      'recently_added', 'series_issues', 'series_by_year', 'download_history', 'incomplete_arcs',
    ]), // biome-ignore format: as documented
  )
  for (const { description, parameters, run: tool } of harness.tools) {
    expect(description).toEndWith('.')
    expect(parameters).toMatchObject({ type: 'object' })
    expect(() => tool({ sql: 'drop table series' })).toThrow('has no parameter sql')
  }
})

describe('issues by status', () => {
  const by = (status: string) => issueIds('issues_by_status', { status })

  test('are those that the word means, latest first', () => {
    makeIssues(db, 'harbor', [
      { number: '4', intent: 'skipped', release_date: '2015-08-01' },
      { number: '5', intent: 'ignored' },
      { number: '6', fulfillment: 'snatched' },
      { number: '7', fulfillment: 'reserved' },
      { number: '8', fulfillment: 'archived' },
      { number: '9', fulfillment: 'failed', intent: 'wanted' },
      { number: '10', fulfillment: 'unknown' },
      { number: '11', fulfillment: 'covered' },
      { number: '12', fulfillment: 'failed', intent: 'skipped', release_date: '2016-08-01' },
      { number: '13', fulfillment: 'failed', intent: 'ignored' },
    ])
    expect(by('Wanted')).toEqual(['harbor-3'])
    expect(by('Missing')).toEqual(['harbor-2', 'harbor-a1'])
    expect(by('skipped')).toEqual(['harbor-12', 'harbor-4'])
    expect(by('Ignored')).toEqual(['harbor-5', 'harbor-13'])
    expect(by('Snatched').sort()).toEqual(['harbor-6', 'harbor-7'])
    expect(by('Downloaded')).toEqual(['harbor-1'])
    expect(by('Archived')).toEqual(['harbor-8'])
    expect(by('Failed')).toEqual(['harbor-9'])
    expect(by('Unknown')).toEqual(['harbor-10'])
    expect(by('Covered')).toEqual(['harbor-11'])
    for (const word of ['Wanted', 'Missing', 'Downloaded', 'Archived', 'Failed', 'Unknown', 'Covered'])
      for (const shown of cells('issues_by_status', { status: word }, 'Status')) expect(String(shown)).toBe(word)
  })

  test('are not counted beyond a thousand', () => {
    makeSeries(db, { comic_id: 'long', name: 'Aaa' })
    makeIssues(
      db,
      'long',
      Array.from({ length: 1001 }, (_, n) => n + 1),
    )
    expect(run('issues_by_status', { status: 'Missing', limit: 2 })).toMatchObject({
      total: 1000,
      note: 'The first 2 of 1000. There are more than 1000.',
    })
    expect(issueIds('issues_by_status', { status: 'Missing', limit: 2 })).toEqual(['long-1', 'long-2'])
  })

  test('that are downloaded are not counted beyond a thousand either', () => {
    makeSeries(db, { comic_id: 'long', name: 'Aaa' })
    const many = Array.from({ length: 1000 }, (_, n) => n + 1)
    makeFile(db, { issues: makeIssues(db, 'long', many) })
    expect(run('issues_by_status', { status: 'Downloaded', limit: 2 }).note).toBe(
      'The first 2 of 1000. There are more than 1000.',
    )
    makeSeries(db, { comic_id: 'rare', name: 'Bbb' })
    makeIssues(
      db,
      'rare',
      many.map((n) => ({ number: String(n), intent: 'skipped' })),
    )
    const { total, note } = run('issues_by_status', { status: 'Skipped', limit: 2 })
    expect([total, note]).toEqual([1000, 'The first 2 of 1000.'])
    intend('harbor-2', 'skipped')
    expect(run('issues_by_status', { status: 'Skipped', limit: 2 }).note).toContain('more than 1000')
  })

  test('of arcs that are not followed are left out of the missing ones', () => {
    makeSeries(db, { comic_id: 'arc', name: 'Arc', status: 'unfollowed' })
    makeIssues(db, 'arc', [1])
    expect(by('Missing')).toEqual(['harbor-2', 'harbor-a1'])
  })
})

describe('issues of a series', () => {
  test('are in order with their state and file name, never the folder', () => {
    const { rows, total, note } = run('series_issues', { series_name: 'harbor' })
    expect([total, note]).toEqual([4, undefined])
    expect(rows[0]).toEqual({
      IssueID: 'harbor-1',
      ComicID: 'harbor',
      ComicName: 'Harbor Lights',
      Issue_Number: '1',
      label: '#1',
      IssueName: 'Low Tide',
      ReleaseDate: '2015-05-06',
      IssueDate: null,
      Status: 'Downloaded',
      File: 'Harbor Lights 001.cbz',
    })
    expect(rows.map(({ label, Status }) => `${label} ${Status}`)).toEqual([
      '#1 Downloaded',
      '#2 Missing',
      '#3 Wanted',
      'Annual #1 Missing',
    ])
  })

  test.each([
    ['missing', ['harbor-2', 'harbor-3', 'harbor-a1']],
    ['wanted', ['harbor-3']],
    ['owned', ['harbor-1']],
  ])('may be only the %s ones', (part, ids) => {
    expect(issueIds('series_issues', { series_id: 'harbor', part })).toEqual(ids)
  })

  test('name other series of that name, and report missing ones', () => {
    makeSeries(db, { comic_id: 'harbor2', name: 'Harbor Lights Specials', year: 2020 })
    expect(run('series_issues', { series_name: 'harbor lights', limit: 1 }).note).toBe(
      'The first 1 of 4. These are of Harbor Lights (2015). Other series with the name: Harbor Lights Specials (2020), ComicID harbor2.',
    )
    for (const n of [3, 4, 5, 6, 7]) makeSeries(db, { comic_id: `harbor${n}`, name: `Harbor Lights ${n}` })
    const { note } = run('series_issues', { series_name: 'harbor lights' })
    expect(note?.match(/ComicID harbor\d/g)).toHaveLength(5)
    expect(run('series_issues', { series_name: 'Nobody' })).toEqual({
      rows: [],
      total: 0,
      note: 'The library has no series named Nobody.',
    })
    expect(run('series_issues', { series_id: 'x' }).note).toBe('The library has no series with the id x.')
    expect(run('series_issues').note).toContain('series_name or series_id is required')
  })
})

test('the last added issues have the name of their file', () => {
  makeFile(db, { issues: ['harbor-2'], path: 'D:\\Comics\\Two.cbz', added_at: '2026-05-01T00:00:00.000Z' })
  const gone = makeFile(db, { issues: ['harbor-3'], added_at: '2026-06-01T00:00:00.000Z' })
  db.write((tx) => markGone(tx, [gone], '2026-07-01T00:00:00.000Z'))
  const { rows } = run('recently_added', { limit: 5 })
  expect(rows.map(({ IssueID, File, DateAdded }) => [IssueID, File, DateAdded])).toEqual([
    ['harbor-2', 'Two.cbz', '2026-05-01T00:00:00.000Z'],
    ['harbor-1', 'Harbor Lights 001.cbz', '2026-01-02T03:04:05.000Z'],
  ])
})

describe('why an issue is missing', () => {
  const why = (args: unknown) => run('why_missing', args).rows.map(({ About, Says }) => `${About}: ${Says}`)
  const grab = (itemId: string, issueId: string) =>
    db.write((tx) => {
      const grabbed_at = '2026-02-01T00:00:00.000Z'
      reserveIssues(tx, [issueId], grabbed_at)
      const about = { entity_type: 'issue', entity_id: issueId, comic_id: 'harbor', protocol: 'usenet' } as const
      const release = {
        title: 'Harbor Lights 003 (2015)',
        indexer: 'Alpha',
        digest: itemId,
        release_key: `${issueId}|alpha`,
      }
      addItem(tx, { ...release, ...about, item_id: itemId, grabbed_at }, [issueId])
    })

  test.each<[string, () => unknown, string]>([
    ['wanted', () => {}, 'state: Wanted: It is wanted and searched for.'],
    ['not wanted', () => intend('harbor-3', 'policy'), 'state: Missing: It is not wanted, so it is not searched for.'],
    ['skipped', () => intend('harbor-3', 'skipped'), 'state: Skipped: The user skipped it, so it is not searched for.'],
    ['ignored', () => intend('harbor-3', 'ignored'), 'state: Ignored: The user ignores it, so it is not searched for.'],
    [
      'of a paused series',
      () => db.write((tx) => changeSeries(tx, 'harbor', { status: 'paused' }, '2026-01-01T00:00:00.000Z')),
      'state: Wanted: Its series is not monitored, so it is not searched for automatically.',
    ],
    ['downloading', () => grab('i1', 'harbor-3'), 'state: Reserved: A release was grabbed and is downloading.'],
    ['owned', () => makeFile(db, { issues: ['harbor-3'] }), 'state: Downloaded: The library has it.'],
  ])('that is %s', (_what, change, sentence) => {
    change()
    expect(why({ issue_id: 'harbor-3' })[0]).toBe(sentence)
  })

  test.each([
    [{ number: '20', release_date: '2027-01-06', intent: 'wanted' }, 'Wanted: It comes out on 2027-01-06.'],
    [{ number: '20', fulfillment: 'covered' }, 'Covered: A volume that the library has contains it.'],
    [{ number: '20', fulfillment: 'failed', intent: 'wanted' }, 'Failed: Its download failed.'],
    [{ number: '20', fulfillment: 'unknown' }, 'Unknown: It is recorded as owned, but no file was found.'],
    [{ number: '20', intent: 'wanted' }, 'Wanted: It is wanted and searched for.'],
  ] as const)('as %j', (row, sentence) => {
    makeIssues(db, 'harbor', [row])
    expect(why({ issue_id: 'harbor-20' })[0]).toStartWith(`state: ${sentence}`)
  })

  test('names what pauses searches, but not for an owned issue', () => {
    Object.assign(harness.said, { heldBack: 'Automatic searches are paused.', impossible: 'No indexer is set up.' })
    expect(why({ issue_id: 'harbor-3' }).slice(1)).toEqual([
      'search: Automatic searches are paused.',
      'search: No indexer is set up.',
      'search: It was never searched for.',
    ])
    expect(why({ issue_id: 'harbor-1' })).toEqual([
      'state: Downloaded: The library has it.',
      'search: It was never searched for.',
    ])
  })

  test('lists the last search with its indexers and refused releases', () => {
    const reasons = [{ code: 'rejected.year_mismatch', message: 'Wrong year: 2019.' }] as const
    const refused = Array.from({ length: 9 }, (_, n) => ({
      title: `Harbor ${n}`,
      indexer: 'Alpha',
      size_bytes: null,
      published_at: null,
      reasons: [...reasons],
      overrideable: true,
    }))
    db.write((tx) =>
      saveLastSearch(tx, {
        entity_id: 'harbor-3',
        entity_type: 'issue',
        run_id: null,
        state: 'no_match',
        summary: 'Nothing fits.',
        asked: [
          { indexer: 'Alpha', queries: ['harbor'], found: 9 },
          { indexer: 'Beta', queries: [], found: 0, failure: 'limit', detail: 'Too many requests.' },
          { indexer: 'Gamma', queries: [], found: 0, failure: 'down' },
        ],
        refused,
        grabbed: null,
        searched_at: '2026-03-01T00:00:00.000Z',
      }),
    )
    const rows = why({ series_name: 'harbor', number: '#3' })
    expect(rows.slice(1, 6)).toEqual([
      'search: Nothing fits.',
      'indexer: Alpha: 9 releases.',
      'indexer: Beta: Too many requests.',
      'indexer: Gamma: down',
      'refused: Harbor 0 (Alpha): Wrong year: 2019.',
    ])
    expect(rows).toHaveLength(13)
    expect(run('why_missing', { issue_id: 'harbor-3' }).rows[1]).toMatchObject({
      IssueID: 'harbor-3',
      ComicID: 'harbor',
      Issue: 'Harbor Lights #3',
      At: '2026-03-01T00:00:00.000Z',
    })
  })

  test('lists its downloads and items that wait for the user', () => {
    grab('i1', 'harbor-3')
    expect(why({ issue_id: 'harbor-3' }).at(-1)).toBe('download: Harbor Lights 003 (2015): grabbed.')
    db.write((tx) => {
      advanceStage(tx, 'i1', 'snatched', '2026-02-02T00:00:00.000Z')
      const bad = {
        to: 'failed',
        reason: 'download_failed_no_auto_handling',
        detail: 'The client said so.',
        at_step: 'download',
      } as const
      endAsFailed(tx, 'i1', bad, '2026-02-03T00:00:00.000Z')
    })
    expect(why({ issue_id: 'harbor-3' }).slice(2)).toEqual([
      'download: Harbor Lights 003 (2015): failed. The client said so.',
      'attention: The user has to decide: The client said so.',
    ])
  })

  test('needs an existing issue', () => {
    expect(run('why_missing', { issue_id: 'x' }).note).toBe('The library has no issue with the id x.')
    expect(run('why_missing', { series_id: 'harbor', number: '99' }).note).toBe('Harbor Lights has no issue 99.')
    expect(run('why_missing', { series_id: 'harbor' }).note).toBe('Name the issue: issue_id or number is required.')
    expect(run('why_missing', {}).note).toContain('series_name or series_id is required')
  })
})

test('the history lists the last grabs, with their outcomes', () => {
  for (const n of [1, 2])
    db.write((tx) => {
      const grabbed_at = `2026-02-0${n}T00:00:00.000Z`
      const about = { entity_type: 'issue', entity_id: `harbor-${n}`, comic_id: 'harbor', protocol: 'usenet' } as const
      const release = {
        title: `Harbor Lights 00${n}`,
        indexer: 'Alpha',
        digest: `d${n}`,
        release_key: `harbor-${n}|alpha`,
      }
      addItem(tx, { ...release, ...about, item_id: `i${n}`, grabbed_at }, [`harbor-${n}`])
      return undefined
    })
  expect(run('download_history', { limit: 1 })).toEqual({
    rows: [
      {
        IssueID: 'harbor-2',
        ComicID: 'harbor',
        ComicName: 'Harbor Lights',
        Issue_Number: '2',
        label: 'Harbor Lights #2',
        FolderName: 'Harbor Lights 002',
        Provider: 'Alpha',
        Status: 'Snatched',
        DateAdded: '2026-02-02 00:00:00',
        Reason: null,
      },
    ],
    total: 2,
    note: 'The first 1 of 2.',
  })
})

test("the week lists the releases of the library's series, from Sunday to Saturday", () => {
  makeIssues(db, 'harbor', [
    { number: '50', release_date: '2026-11-18', intent: 'wanted' },
    { number: '51', release_date: '2026-11-25' },
    { number: '49', release_date: '2026-11-11' },
  ])
  const { rows, note } = run('weekly_releases')
  expect(note).toBe('The week from 2026-11-15 to 2026-11-21.')
  expect(rows).toEqual([
    {
      ComicID: 'harbor',
      IssueID: 'harbor-50',
      ComicName: 'Harbor Lights',
      Issue_Number: '50',
      IssueName: null,
      ComicPublisher: 'Northgate',
      ReleaseDate: '2026-11-18',
      Status: 'Wanted',
    },
  ])
  expect(issueIds('weekly_releases', { week: 1 })).toEqual(['harbor-51'])
  expect(issueIds('weekly_releases', { week: '-1' })).toEqual(['harbor-49'])
})

test('the overview counts the library, and publishers are listed by owned issues', () => {
  expect(run('library_overview')).toEqual({
    rows: [{ ContentType: 'comic', Series: 1, Have: 1, Total: 4, Announced: 0 }],
    total: 1,
    note: 'Wanted issues: 1.',
  })
  expect(run('publishers').rows).toEqual([{ ComicPublisher: 'Northgate', Have: 1 }])
})

test('a secret in a release name or a sentence reaches neither the page nor the model', () => {
  harness.said.hide = (text) => text.replaceAll('k3y-of-alpha', '•••')
  makeSeries(db, { comic_id: 'leak', name: 'Leak k3y-of-alpha' })
  const result = run('search_series', { name: 'leak' })
  expect(result.rows[0]?.ComicName).toBe('Leak •••')
  const none = run('series_issues', { series_name: 'zzz k3y-of-alpha' })
  expect(`${resultForModel(result)}${none.note}`).not.toContain('k3y-of-alpha')
})

test('a row says what it can when dates or issues are missing', () => {
  makeSeries(db, { comic_id: 'empty', name: 'Empty' })
  expect(run('search_series', { name: 'empty' }).rows[0]).toMatchObject({ Total: 0, Missing: 0, percent: 0 })
  makeSeries(db, { comic_id: 'over', name: 'Over', said_total: null })
  makeIssues(db, 'over', [{ number: '1', digital_date: '2020-05-06' }])
  expect(run('series_issues', { series_id: 'over' }).rows[0]?.ReleaseDate).toBe('2020-05-06')
})
