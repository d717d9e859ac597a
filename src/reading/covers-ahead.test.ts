import { afterEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import type { AppEvent } from '../events/types'
import { fileOf } from '../series/file-store'
import { type TestApp, testApp } from '../testing/app'
import { makeCbz, makePages } from '../testing/archives'
import { addFile } from '../testing/comics'
import { makeIssues, makeSeries } from '../testing/make'
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
  /** Covers are made in real time, and what comes between them is a matter of the clock. */
  const until = async (count: number) => {
    for (let turn = 0; turn < 5000 && made().length < count; turn++) {
      await app.clock.advance('1 s')
      await new Promise(setImmediate)
    }
  }
  return { changed, made, until, paths }
}

test('covers of a series that changed are made before anybody asks for them', async () => {
  const { changed, made, until } = await start()
  changed()
  await app.clock.advance('9 s')
  expect(made()).toEqual([])
  await until(3)
  expect(made()).toEqual([1, 2, 3])
})

test('a file that is away costs its own cover alone', async () => {
  const { changed, made, until, paths } = await start()
  rmSync(paths[1]!)
  changed()
  await until(2)
  expect(made()).toEqual([1, 3])
})

test('a clock that is set ahead while a cover is made keeps the others waiting a minute at most', async () => {
  const { paths } = await start()
  for (const path of paths) rmSync(path) // or the app itself makes one of the covers before
  const { db, clock, ports } = app
  const asked: string[] = []
  const covers = {
    ofIssue: (issueId: string) => ({
      make: async () => {
        asked.push(issueId)
        clock.jump('5 h')
      },
    }),
  }
  let tell: (event: AppEvent) => void = () => {}
  const ahead = new CoversAhead({
    ...{ db, clock, log: ports.log, covers: covers as unknown as Covers },
    subscribe: (listener) => {
      tell = listener
    },
  })
  tell({ type: 'series.changed', comic_id: 'harbor' })
  await clock.advance('11 s')
  expect(asked).toHaveLength(1)
  await clock.advance('2 min')
  expect(asked).toEqual(['harbor-1', 'harbor-2', 'harbor-3'])
  await ahead.stop()
})
