import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { saveCheckedAt } from './check-store'
import { CareFollower } from './follower'
import { writeSizes } from './storage/size-store'

const clock = fakeClock()
let db: Database
let follower: CareFollower
let checked: string[]
let files: number
let begun: number
let errors: unknown[]
let read: (comicId: string) => Promise<number>
let listener: (event: AppEvent) => void
beforeEach(() => {
  db = testDatabase()
  checked = []
  files = 0
  begun = 0
  errors = []
  read = async () => 0
  follower = new CareFollower({
    db,
    clock,
    log: { error: (_: string, _text: string, { error }: { error: unknown }) => errors.push(error) } as never,
    series: {
      readFiles: (comicId: string) => read(comicId),
      update: (_: unknown, comicId: string) => {
        checked.push(comicId)
        return files
      },
    } as never,
    check: {
      begin: () => {
        begun += 1
        return ''
      },
    },
    subscribe: (each) => {
      listener = each
    },
  })
  db.write((tx) => saveCheckedAt(tx, clock.now()))
})
afterEach(async () => {
  await follower.stop()
  db.close()
})

const change = (...ids: string[]) => ids.forEach((comic_id) => void listener({ type: 'series.changed', comic_id }))

test('a series that changes while it is checked is checked again', async () => {
  const reading = Promise.withResolvers<number>()
  read = () => reading.promise
  change('harbor')
  await clock.advance('2 s')
  expect([follower.waiting, checked]).toEqual([1, []])
  change('harbor')
  reading.resolve(1)
  await clock.advance('1 s')
  expect([follower.waiting, checked]).toEqual([0, ['harbor', 'harbor']])
})

test('a series that cannot be checked does not keep the others from it', async () => {
  read = async (comicId) => {
    if (comicId === 'bad') throw new Error('disk')
    return 0
  }
  change('bad', 'harbor')
  await clock.advance('2 s')
  expect(errors).toHaveLength(1)
  change('fern')
  await clock.advance('2 s')
  expect([follower.waiting, checked.sort()]).toEqual([0, ['fern', 'harbor']])
})

test('nothing is followed before the first check of the library', async () => {
  db.write((tx) => tx.run('delete from care_checks' as never))
  change('harbor')
  await clock.advance('2 s')
  expect([follower.waiting, checked]).toEqual([0, []])
})

test('when the changed series have more files than the last check counted, the library is checked again', async () => {
  const counted = { facet: 'total', key: '2026-01-01', label: '', files: 4, bytes: 1 } as const
  db.write((tx) => writeSizes(tx, [counted], counted.key))
  files = 2
  for (const [series, checks] of [
    ['harbor', 0],
    ['fern', 0],
    ['fern', 0],
    ['river', 1],
    ['moss', 1],
  ] as const) {
    change(series)
    await clock.advance('2 s')
    expect(begun).toBe(checks)
  }
})
