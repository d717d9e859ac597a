import { afterEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileAt } from '../series/file-store'
import { deleteSeries } from '../series/store'
import { hasDigests } from './digest-store'
import { progressVersion, readCounts } from './progress-store'

let app: TestApp
afterEach(() => app.close())

async function eventually(isRight: () => boolean) {
  for (let turn = 0; turn < 500 && !isRight(); turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(isRight()).toBe(true)
}

test('progress finds its series again a moment after the import', async () => {
  app = await testApp({ library: true })
  const { db } = app
  makeSeries(db)
  makeIssues(db, 'harbor', [1])
  makeFile(db, { issues: ['harbor-1'], content_hash: 'one' })
  await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 23 }))
  db.write((tx) => deleteSeries(tx, 'harbor'))
  makeSeries(db, { comic_id: 'again' })
  makeIssues(db, 'again', [1])
  makeFile(db, { issues: ['again-1'], content_hash: 'one' })
  const version = progressVersion(db.read)
  await app.clock.advance('10 s')
  await eventually(() => readCounts(db.read, ['again']).get('again')?.read === 1)
  expect(progressVersion(db.read)).not.toBe(version)
})

test('progress is looked for when the database that was lent meanwhile is back', async () => {
  app = await testApp({ library: true })
  const { db } = app
  makeSeries(db)
  const back = Promise.withResolvers<[]>()
  db.write((tx) => tx.emit({ type: 'series.changed', comic_id: 'harbor' }))
  const lent = db.lend(() => back.promise)
  await app.clock.advance('11 s')
  back.resolve([])
  await lent
  await app.idle()
  expect(app.log.filter((line) => line.includes('upkeep failed'))).toEqual([])
})

test('files get KOReader digests only when a device could sync, and downloaded files at once', async () => {
  app = await testApp({ library: true })
  const { db, guest, reader } = app
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
  const add = (n: number) =>
    addFile(app, [`harbor-${n}`], `${n}.cbz`, makeCbz({ ...makePages(3), 'note.txt': Buffer.from(`${n}`) }))
  const paths = [add(1), add(2)]
  const named = () => paths.map((path) => hasDigests(db.read, fileAt(db.read, path)!))
  await app.clock.advance('1 min')
  expect(named()).toEqual([false, false])
  const { key } = await reader.json<{ key: string }>(200, reader.post('/api/devices', { name: 'Kobo' }))
  const Authorization = `Basic ${btoa(`me:${key}`)}`
  expect((await guest.get('/opds/issues/harbor-2', { Authorization })).status).toBe(200)
  await eventually(() => named()[1] === true)
  expect(named()).toEqual([false, true])
})

test('a daily job computes digests for every file, including those that were missed', async () => {
  app = await testApp({ library: true })
  await app.reader.json(200, app.reader.post('/api/devices', { name: 'Kobo' }))
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
  const path = addFile(app, ['harbor-1'], '1.cbz', makeCbz(makePages(3)))
  await app.clock.advance('1 d')
  await eventually(() => hasDigests(app.db.read, fileAt(app.db.read, path)!))
})
