import { beforeEach, describe, expect, test } from 'bun:test'
import type { Files } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Tools } from '../../../base/work/operations'
import { issuesOf, type SeriesRow, seriesNamed } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeSeries } from '../../../testing/make'
import { weightedRow } from '../proposals/question'
import { saveProposals } from '../proposals/store'
import * as store from '../store'
import { Confirmer } from './confirmer'

/** A confirm imports files in batches of a hundred: the borders between batches, and a crash in the middle. */

const AT = '2026-11-22T08:00:00.000Z'
let db: Database
let listed: string[]

beforeEach(() => {
  db = testDatabase()
  listed = []
})

/** A group with this many files from a scan, numbered from 1. */
function found(count: number, change: Partial<store.NewGroup> = {}, named: Partial<store.ScannedFileRow> = {}): void {
  const paths = Array.from({ length: count }, (_, at) => `/comics/Harbor Lights/${at + 1}.cbz`)
  db.write((tx) => {
    store.insertScan(tx, { scan_id: 'scan', kind: 'comic', at: AT })
    store.changeScan(tx, 'scan', 'scanning', { state: 'importing' })
    store.insertGroup(tx, {
      group_id: 'group',
      scan_id: 'scan',
      comic_id: 'local-1',
      series_name: 'Harbor Lights',
      sort_name: 'harbor lights',
      year: 2015,
      content_type: 'comic',
      reading_direction: 'ltr',
      confidence_parts: [],
      file_count: count,
      new_files: count,
      issue_count: count,
      size_bytes: count,
      confidence: 90,
      found_confidence: 90,
      provider_ids: {},
      evidence: [],
      errors: [],
      ...change,
    })
    store.insertFiles(
      tx,
      paths.map((path) => ({ scan_id: 'scan', path, root_length: 8, size: 1, modified_ms: 1, evidence: [] })),
    )
    store.placeFiles(
      tx,
      paths.map((path, at) => ({
        group_id: 'group',
        scan_id: 'scan',
        path,
        kind: 'issue',
        unit: 'issue',
        number: String(at + 1),
        number_end: '',
        sort_key: `p${String(at + 1).padStart(8, '0')}`,
        duplicate_of: null,
        ...named,
      })),
    )
  })
}

async function confirm({ signal = new AbortController().signal, corrections = {} } = {}) {
  let id = 0
  const files = { stat: async () => ({ kind: 'file', size: 1, modifiedMs: 1, device: 1 }) } as unknown as Files
  const random = { id: () => `id-${++id}-${Math.random()}` }
  const clock = fakeClock()
  const confirmer = new Confirmer({
    db,
    clock,
    random: random as never,
    files,
    order: () => [],
    listIssues: (one) => listed.push(one),
  })
  const persist = async <T>(work: (tx: never) => T) => db.write(work as never)
  const tools = { signal, report: () => {}, operation_id: 'op', persist } as unknown as Tools
  return confirmer.run({ kind: 'comic', scan_id: 'scan', group_ids: ['group'], corrections }, tools)
}

const series = (): SeriesRow => seriesNamed(db.read, 'Harbor Lights')[0]!
const isMarked = () => store.findGroup(db.read, 'group')?.imported_at !== null

describe('a group', () => {
  test.each([1, 99, 100, 101, 200, 201])('of %d files is imported completely and marked', async (count) => {
    found(count)
    expect(await confirm()).toEqual({ imported: 1, errors: [] })
    expect(isMarked()).toBe(true)
    expect(series()).toMatchObject({ have: count })
    expect(issuesOf(db.read, 'local-1').map(({ number }) => Number(number))).toEqual(
      Array.from({ length: count }, (_, at) => at + 1),
    )
  })

  test('interrupted after a batch is not marked, and the rest is imported by the next run', async () => {
    found(250)
    const cut = new AbortController()
    const { write } = db
    // The process is killed while the first batch is written.
    db.write = ((work) => {
      const done = write.call(db, work)
      if (issuesOf(db.read, 'local-1').length >= 100) cut.abort()
      return done
    }) as typeof db.write
    expect(await confirm({ signal: cut.signal })).toBeUndefined()
    db.write = write
    expect(issuesOf(db.read, 'local-1')).toHaveLength(100)
    expect(isMarked()).toBe(false)
    expect(await confirm()).toEqual({ imported: 1, errors: [] })
    expect(series()).toMatchObject({ have: 250 })
    expect(isMarked()).toBe(true)
  })
})

describe('the issues of a provider', () => {
  const propose = () => {
    const series = {
      provider: 'comicvine',
      provider_id: '7',
      ids: {},
      facts: { name: 'Harbor Lights', year: 2015 },
    } as const
    const row = weightedRow({ candidate: { series }, confidence: 99, odds: 5, parts: [] }, '4050-7', false)
    const question = { asked: '', weighed: '', asked_at: AT }
    const random = { id: () => 'proposal' }
    db.write((tx) => saveProposals(tx, 'local-1', { proposals: [row], question, random }))
  }

  test("are requested when the series became the provider's", async () => {
    found(2)
    propose()
    await confirm()
    expect(listed).toEqual(['4050-7'])
  })

  test('are not requested when the user set the series, or when it came from files alone', async () => {
    found(2)
    await confirm()
    propose()
    openAgain()
    await confirm({ corrections: { group: { name: 'Copper Orchard' } } })
    expect(listed).toEqual([])
  })
})

/** The group is open again. */
const openAgain = () => db.write((tx) => store.changeGroup(tx, 'group', { imported_at: null }))

describe('a corrected proposal', () => {
  const named = (more: object) => ({ group: { name: 'Copper Orchard', ...more } })
  const there = () => seriesNamed(db.read, 'Copper Orchard').map(({ comic_id, have }) => [comic_id, have])

  test('joins the series with that name, year and kind', async () => {
    makeSeries(db, { comic_id: 'copper', name: 'Copper Orchard', year: 2015 })
    found(2)
    await confirm({ corrections: named({ year: 2015 }) })
    expect(there()).toEqual([['copper', 2]])
  })

  test.each([
    ['another year', { year: 2016 }, { content_type: 'comic' }],
    ['no year', { year: null }, { content_type: 'comic' }],
    ['another kind', { year: 2015 }, { content_type: 'manga' }],
  ] as const)('does not join one with %s', async (_, fields, kept) => {
    makeSeries(db, { comic_id: 'copper', name: 'Copper Orchard', year: 2015, ...kept })
    found(2)
    await confirm({ corrections: named(fields) })
    expect(new Map(there() as [string, number][])).toEqual(
      new Map([
        ['copper', 0],
        ['local-1', 2],
      ]),
    )
  })
})

describe('a file with several numbers', () => {
  const numbers = () => issuesOf(db.read, 'local-1').map(({ number }) => number)

  test.each([
    ['7', '9', ['7', '8', '9']],
    ['7', '8', ['7', '8']],
    ['7', '7', ['7']],
    ['9', '7', ['9']],
    ['1', '50', Array.from({ length: 50 }, (_, at) => String(at + 1))],
    ['1', '51', ['1']],
    ['1.5', '3', ['1.5']],
    ['1', '3AU', ['1']],
  ])('%s to %s is %p', async (number, number_end, expected) => {
    found(1, {}, { number, number_end })
    await confirm()
    expect(numbers()).toEqual(expected)
  })
})
