import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import type { Database, Tx } from '../../base/storage/database'
import { fileChecks } from '../../library/checks/tables'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { SeriesCheck } from './series-check'

/** Checks of files that exist only as far as their facts. */

type Facts = { kind: 'file'; size: number; modifiedMs: number } | undefined
const FACTS: Facts = { kind: 'file', size: 10, modifiedMs: 5 }
let db: Database
let check: SeriesCheck
const clock = fakeClock()
let facts: Facts
let fault: 'damaged' | 'unreadable'
let opened: number
let isReading: boolean
let stopping: AbortController
beforeEach(() => {
  db = testDatabase()
  facts = FACTS
  fault = 'damaged'
  opened = 0
  isReading = false
  stopping = new AbortController()
  const open = async () => {
    opened++
    throw new ArchiveError(fault, 'It is cut off.')
  }
  check = new SeriesCheck({
    db,
    clock,
    log: { debug: () => {} } as never,
    archives: { files: { stat: async () => facts, open } } as never,
    isReading: () => isReading,
  })
  makeSeries(db)
})
afterEach(() => db.close())

const add = (...numbers: number[]) => {
  for (const issue of makeIssues(db, 'harbor', numbers)) makeFile(db, { issues: [issue], size: 10, modified_ms: 5 })
}
const persist = async (work: (tx: Tx) => void) => db.write(work)
const read = () => check.readFiles('harbor', { signal: stopping.signal, persist })
const problems = () =>
  db.read
    .select()
    .from(fileChecks)
    .all()
    .map(({ problem }) => problem)

test('the reason why a file cannot be opened is kept, so that it is not opened again', async () => {
  add(1)
  expect([await read(), problems()]).toEqual([1, ['It is cut off.']])
  expect([await read(), opened]).toEqual([0, 1])
})

test.each<[string, Facts, typeof fault]>([
  ['has another size than at the last scan', { ...FACTS, size: 11 }, 'damaged'],
  ['has another time than at the last scan', { ...FACTS, modifiedMs: 6 }, 'damaged'],
  ['is out of reach', undefined, 'damaged'],
  ['cannot be read just now', FACTS, 'unreadable'],
])('a file that %s is left to another check', async (_, found, fails) => {
  add(1)
  facts = found
  fault = fails
  expect([await read(), problems()]).toEqual([0, []])
})

test('a file that is scanned while it is read is left to another check', async () => {
  add(1)
  const count = await check.readFiles('harbor', {
    signal: stopping.signal,
    persist: async (work) => {
      db.write((tx) => tx.run('update files set size = 12'))
      db.write(work)
    },
  })
  expect([count, problems()]).toEqual([1, []])
})

test('all files of a series are read, twenty in one write, and none once the check is stopped', async () => {
  add(...Array.from({ length: 45 }, (_, at) => at + 1))
  let writes = 0
  const counted = (work: (tx: Tx) => void) => {
    writes++
    return persist(work)
  }
  expect(await check.readFiles('harbor', { signal: stopping.signal, persist: counted })).toBe(45)
  expect([writes, problems().length]).toEqual([3, 45])
  stopping.abort()
  db.write((tx) => tx.delete(fileChecks).run())
  expect([await read(), problems()]).toEqual([0, []])
})

test('a check waits while someone is reading, and says so', async () => {
  add(1)
  isReading = true
  const reading = read()
  expect([check.waits, opened]).toEqual([true, 0])
  isReading = false
  await clock.advance('5 s')
  expect([await reading, check.waits]).toEqual([1, false])
})
