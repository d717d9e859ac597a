import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { PageCheck } from './page-check'
import { findPage } from './page-store'
import { repeatedPages } from './tables'

/** A check that reads files and decodes pages that are not there, so that only its order is seen. */

let db: Database
let check: PageCheck
const clock = fakeClock()
/** The files that were read. */
let read: string[]
let isReading: () => boolean
let listener: (event: AppEvent) => void
beforeEach(() => {
  db = testDatabase()
  read = []
  isReading = () => false
  const stat = async (path: string) => void read.push(path)
  check = new PageCheck({
    db,
    clock,
    log: { debug: () => {} } as never,
    operations: undefined as never,
    archives: { files: { stat } } as never,
    hiding: undefined as never,
    thumbs: undefined as never,
    isReading: () => isReading(),
    nextSeries: () => undefined,
    order: () => [],
    subscribe: (each) => {
      listener = each
    },
  })
  for (const comic_id of ['harbor', 'fern']) {
    makeSeries(db, { comic_id })
    makeFile(db, { issues: makeIssues(db, comic_id, [1]), path: comic_id })
  }
})
afterEach(async () => {
  await check.stop()
  db.close()
})

const change = (comic_id: string) => listener({ type: 'series.changed', comic_id })
/** Lets time pass until the condition is met, or a minute is over. */
async function pass(isMet: () => boolean): Promise<void> {
  for (let second = 0; second < 60 && !isMet(); second++) await clock.advance('1 s')
}

test('a series that changes while pages are decoded is checked too', async () => {
  const page = { crc: 1, size: 9 }
  const look = () => findPage(db.read, page)?.look
  db.write((tx) =>
    tx
      .insert(repeatedPages)
      .values({ ...page, files: 3 })
      .run(),
  )
  // Decoding waits for the reader, who begins once the first series is checked.
  isReading = () => read.length === 1
  change('harbor')
  await pass(() => read.length === 1 && clock.isAwaited('2 s'))
  change('fern')
  isReading = () => false
  await pass(() => read.length === 2)
  expect([read, look()]).toEqual([['harbor', 'fern'], 'unreadable'])
})
