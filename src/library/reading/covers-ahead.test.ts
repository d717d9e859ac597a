import { afterEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { fileOf } from '../series/file-store'
import type { Covers } from './covers'
import { CoversAhead } from './covers-ahead'
import { findCover } from './store'

let app: TestApp
afterEach(() => app.close())

async function start() {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2, 3])
  const paths = [1, 2, 3].map((n) => addFile(app, [`harbor-${n}`], `Harbor Lights ${n}.cbz`, makeCbz(makePages(n))))
  const changed = () => app.db.write((tx) => tx.emit({ type: 'series.changed', comic_id: 'harbor' }))
  const made = () =>
    [1, 2, 3].filter((n) => findCover(app.db.read, fileOf(app.db.read, `harbor-${n}`)?.file_id ?? '') !== undefined)
  /** Covers are made in real time, but the pauses between them use the clock. */
  const until = async (count: number) => {
    for (let turn = 0; turn < 5000 && made().length < count; turn++) {
      await app.clock.advance('1 s')
      await new Promise(setImmediate)
    }
  }
  return { changed, made, until, paths }
}

test('covers of a changed series are made in advance', async () => {
  const { changed, made, until } = await start()
  changed()
  await app.clock.advance('9 s')
  expect(made()).toEqual([])
  await until(3)
  expect(made()).toEqual([1, 2, 3])
})

test('a missing file costs only its own cover', async () => {
  const { changed, made, until, paths } = await start()
  rmSync(paths[1]!)
  changed()
  await until(2)
  expect(made()).toEqual([1, 3])
})

test('when the clock is set ahead while a cover is made, the others wait a minute at most', async () => {
  const { paths } = await start()
  for (const path of paths) rmSync(path) // otherwise the app itself makes one of the covers first
  const { db, clock, ports } = app
  const requested: string[] = []
  const covers = {
    ofIssue: (issueId: string) => ({
      make: async () => {
        requested.push(issueId)
        clock.jump('5 h')
      },
    }),
  }
  let emit: (event: AppEvent) => void = () => {}
  const ahead = new CoversAhead({
    db,
    clock,
    log: ports.log,
    covers: covers as unknown as Covers,
    subscribe: (listener) => {
      emit = listener
    },
  })
  emit({ type: 'series.changed', comic_id: 'harbor' })
  await clock.advance('11 s')
  expect(requested).toHaveLength(1)
  await clock.advance('2 min')
  expect(requested).toEqual(['harbor-1', 'harbor-2', 'harbor-3'])
  await ahead.stop()
})

test('series without covers to make leave a turn to others after each', async () => {
  await start()
  const { clock, ports } = app
  let turn = 0
  let counting = true
  const count = () => {
    turn += 1
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  /** The turns in which a series was read. */
  const read: number[] = []
  const db = {
    get read() {
      read.push(turn)
      return app.db.read
    },
  }
  let emit: (event: AppEvent) => void = () => {}
  const ahead = new CoversAhead({
    db: db as Database,
    clock,
    log: ports.log,
    covers: {} as Covers,
    subscribe: (listener) => {
      emit = listener
    },
  })
  for (let n = 0; n < 20; n++) emit({ type: 'series.changed', comic_id: `empty ${n}` })
  await clock.advance('11 s')
  await (ahead as unknown as { working: Promise<void> | undefined }).working
  counting = false
  expect(read).toHaveLength(20)
  expect(new Set(read).size).toBe(20)
  await ahead.stop()
})
