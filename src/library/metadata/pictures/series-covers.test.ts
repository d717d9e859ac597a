import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { makePng } from '../../../testing/archives/archives'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { findSeries } from '../../series/store'
import type { CoverOptions } from '../schema'
import { putSeriesSource } from '../store'

const URL = 'https://comicvine.gamespot.com/a/uploads/original/1/harbor.jpg'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db, { comic_id: 'harbor', image_url: URL })
  makeIssues(app.db, 'harbor', [1, 2, { number: '3', image_url: URL }])
  for (const n of [1, 2]) makeFile(app.db, { path: `/library/${n}.cbz`, issues: [`harbor-${n}`] })
  app.db.write((tx) =>
    putSeriesSource(tx, {
      comic_id: 'harbor',
      source: 'comicvine',
      provider_id: '1',
      facts: { image_url: URL },
      said_at: app.clock.now(),
    }),
  )
})
afterEach(() => app.close())

const options = () => app.reader.json<CoverOptions>(200, app.reader.get('/api/series/harbor/covers'))
const choose = (body: object, status = 200) =>
  app.reader.json<{ previous: object | null }>(status, app.reader.put('/api/series/harbor/cover', body))
const cover = async () => {
  const { comic } = await app.reader.json<{ comic: { ComicImage: string }[] }>(
    200,
    app.reader.get('/api/series/harbor'),
  )
  return comic[0]!.ComicImage
}

test('the covers of the provider and of every issue are offered', async () => {
  const { chosen, options: offered } = await options()
  expect(chosen).toBeNull()
  expect(offered.map(({ label, choice }) => [label, choice])).toEqual([
    ['ComicVine', { url: URL }],
    ['#1', { issue_id: 'harbor-1' }],
    ['#2', { issue_id: 'harbor-2' }],
    ['#3', { url: URL }],
  ])
})

test('a cover is labelled like its issue, and an issue without one is not offered', async () => {
  const rows = [
    { number: '', kind: 'issue' },
    { number: '1', kind: 'annual' },
    { number: '', kind: 'annual', issue_id: 'harbor-annual' },
    { number: '5', unit: 'chapter' },
    { number: '2', unit: 'volume', issue_id: 'harbor-volume' },
  ] as const
  makeIssues(
    app.db,
    'harbor',
    rows.map((row) => ({ image_url: URL, ...row })),
  )
  makeIssues(app.db, 'harbor', ['8', { number: '9', image_url: URL }])
  makeFile(app.db, { path: '/library/8.cbz', issues: ['harbor-8'], page_count: 0 })
  makeFile(app.db, { path: '/library/9.cbz', issues: ['harbor-9'], page_count: 0 })
  app.db.write((tx) => {
    const said = { comic_id: 'harbor', said_at: app.clock.now() }
    putSeriesSource(tx, { ...said, source: 'metron', provider_id: '2', facts: { name: 'Harbor Lights' } })
    putSeriesSource(tx, { ...said, source: 'user', facts: { image_url: URL } })
  })
  const labels = (await options()).options.map(({ label }) => label)
  expect(labels.toSorted()).toEqual(
    ['#1', '#2', '#3', '#9', 'Annual', 'Annual #1', 'Chapter 5', 'ComicVine', 'One-shot', 'Volume 2'].toSorted(),
  )
  await choose({ choice: { issue_id: 'harbor-9' } }, 404)
})

test('a file that only begins like a picture is refused', async () => {
  const broken = [new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1]), makePng(60, 90, [10, 60, 90]).subarray(0, 40)]
  for (const bytes of broken) await choose({ picture: Buffer.from(bytes).toString('base64') }, 400)
  expect((await options()).chosen).toBeNull()
})

test('the cover of another issue is chosen, survives later counts, and is undone', async () => {
  const before = findSeries(app.db.read, 'harbor')!.cover_issue_id
  const { previous } = await choose({ choice: { issue_id: 'harbor-2' } })
  expect(findSeries(app.db.read, 'harbor')!.cover_issue_id).toBe('harbor-2')
  makeIssues(app.db, 'harbor', [4])
  expect(findSeries(app.db.read, 'harbor')!.cover_issue_id).toBe('harbor-2')
  await choose({ choice: previous })
  expect(findSeries(app.db.read, 'harbor')!.cover_issue_id).toBe(before)
})

test('another issue gives the cover another address, even if size and time of the files are the same', async () => {
  for (const n of [5, 6]) {
    makeIssues(app.db, 'harbor', [n])
    makeFile(app.db, { path: `/library/${n}.cbz`, issues: [`harbor-${n}`], size: 700, modified_ms: 900 })
  }
  await choose({ choice: { issue_id: 'harbor-5' } })
  const before = await cover()
  await choose({ choice: { issue_id: 'harbor-6' } })
  expect(await cover()).not.toBe(before)
})

test("the provider's picture is chosen over that of the files", async () => {
  expect(await cover()).toStartWith('/api/covers/series/harbor')
  await choose({ choice: { url: URL } })
  expect(await cover()).toStartWith('/api/metadata/art/harbor?v=')
})

test('a picture file becomes the cover, and is shown', async () => {
  await choose({ picture: Buffer.from(makePng(60, 90, [10, 60, 90], 'own')).toString('base64') })
  const reply = await app.reader.get(await cover())
  expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
  const { chosen } = await options()
  const { previous } = await choose({ choice: null })
  expect(previous).toEqual(chosen)
  await choose({ choice: previous })
  expect((await app.reader.get(await cover())).status).toBe(200)
})

test('a file that is not a picture, an issue of another series or an unknown host is refused', async () => {
  await choose({ picture: Buffer.from('no picture').toString('base64') }, 400)
  await choose({ choice: { issue_id: 'harbor-9' } }, 404)
  await choose({ choice: { url: 'https://evil.example/a.jpg' } }, 403)
  await choose({ choice: { picture: 'a'.repeat(64) } }, 404)
  expect((await options()).chosen).toBeNull()
})
