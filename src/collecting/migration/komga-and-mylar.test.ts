import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { type KomgaSeries, makeKomga } from '../../testing/migration/komga'
import { HARBOR, harborIssue, movingHarness, PROGRESS, START } from '../../testing/migration/moving'
import { makeMylar } from '../../testing/migration/mylar'
import type { MigrationProgress } from './progress'

/** Komga shows the files that Mylar fetched. */

type Harness = Awaited<ReturnType<typeof movingHarness>>
let harness: Harness
beforeEach(async () => {
  harness = await movingHarness()
})
afterEach(() => harness.app.close())

const rows = <T>(query: string) => harness.app.db.read.all<T>(sql.raw(query))
const nameOf = (number: number) => `Harbor Lights 00${number} (2016).cbz`

async function move(path: string, from: string): Promise<MigrationProgress> {
  const { app, comics } = harness
  await app.reader.json(200, app.reader.post(START, { path, path_mappings: [{ from, to: comics }] }))
  await app.idle()
  const progress = await app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
  expect([progress.status, progress.error]).toEqual(['complete', null])
  return progress
}

const books = (numbers: number[], more: object = {}) =>
  numbers.map((number) => ({ name: nameOf(number), number: String(number), ...more }))
const komga = (series: KomgaSeries[], roots = ['/data']) => makeKomga(join(harness.app.folder, 'komga'), roots, series)
const moveKomga = () => move(join(harness.app.folder, 'komga'), '/data')
const moveMylar = () => move(join(harness.app.folder, 'mylar'), '/comics')

function mylar() {
  makeMylar(join(harness.app.folder, 'mylar'), {
    comics: [{ ...HARBOR, Status: 'Paused', ComicLocation: '/comics/Harbor Lights (2016)' }],
    issues: [
      harborIssue('1', { Status: 'Downloaded', Location: nameOf(1), ReleaseDate: '2016-01-06' }),
      harborIssue('2', { Status: 'Downloaded', Location: nameOf(2), ReleaseDate: '2016-02-03' }),
      harborIssue('3', { Status: 'Wanted', ReleaseDate: '2016-03-02' }),
    ],
  })
}

describe.each([
  ['on disk', true],
  ['not found yet', false],
])('with the files %s', (_name, onDisk) => {
  test.each([
    ['Komga first', true],
    ['Mylar first', false],
  ])('both programs have one series: %s', async (_order, komgaFirst) => {
    if (onDisk) for (const number of [1, 2]) harness.putComic(`Harbor Lights (2016)/${nameOf(number)}`)
    // Komga has no year: the files show that the series is the same.
    komga([{ title: 'Harbor Lights', folder: 'Harbor Lights (2016)', books: [...books([1], { page: 20, completed: true }), ...books([2])] }]) // biome-ignore format: one line
    mylar()
    for (const next of komgaFirst ? [moveKomga, moveMylar] : [moveMylar, moveKomga]) await next()
    expect(rows('select name, year, status, source, location from series')).toEqual([
      {
        name: 'Harbor Lights',
        year: 2016,
        status: 'paused',
        source: 'comicvine',
        location: join(harness.comics, 'Harbor Lights (2016)'),
      },
    ])
    const owned = onDisk ? 'downloaded' : 'unknown'
    expect(rows('select number, intent, fulfillment, release_date from issues order by sort_key')).toEqual([
      { number: '1', intent: 'policy', fulfillment: owned, release_date: '2016-01-06' },
      { number: '2', intent: 'policy', fulfillment: owned, release_date: '2016-02-03' },
      { number: '3', intent: 'wanted', fulfillment: 'missing', release_date: '2016-03-02' },
    ])
    expect(rows('select number, completed from reading_progress join issues using (issue_id)')).toEqual([
      { number: '1', completed: 1 },
    ])
    // A second move adds nothing.
    const before = rows('select issue_id, comic_id from issues order by 1')
    for (const next of [moveMylar, moveKomga]) await next()
    expect(rows('select issue_id, comic_id from issues order by 1')).toEqual(before)
  })
})

test('the report says what was moved and what was kept', async () => {
  komga([{ title: 'Harbor Lights (2016)', folder: 'Harbor', books: books([1, 2]) }])
  mylar()
  await moveKomga()
  await moveMylar()
  const report = await (await harness.app.reader.get('/api/system/migration/report')).text()
  expect(report).toContain('The library already has this series. Taken: monitoring, ComicVine id. Kept: folder.')
  expect(report).toContain('The library already has this issue. Taken: id, release date.')
})

test('two Komga libraries with a series of one name stay separate, each with its folders', async () => {
  const places = [{ page: 5 }, { page: 12 }]
  const two = places.map((place, library) => ({ title: 'Robin', folder: 'Robin', library, books: [1, 2, 3].map((n) => ({ name: `${n}.cbz`, number: String(n), ...place })) })) // biome-ignore format: one line
  komga(two, ['/data/a', '/data/b'])
  for (const library of ['a', 'b'])
    for (const n of [1, 2, 3]) {
      const path = harness.putComic(`${library}/Robin/${n}.cbz`)
      writeFileSync(path, makeCbz({ ...makePages(20), 'of.txt': `${library}${n}` }))
    }
  for (let time = 0; time < 2; time++) {
    await moveKomga()
    expect(rows('select name, have, total from series')).toEqual([{ name: 'Robin', have: 3, total: 3 }, { name: 'Robin', have: 3, total: 3 }]) // biome-ignore format: one line
    expect(rows(`select distinct page, path like '%/a/Robin/%' as a from reading_progress join issue_files using (issue_id)
      join files using (file_id) order by page`)).toEqual([{ page: 4, a: 1 }, { page: 11, a: 0 }]) // biome-ignore format: one line
  }
})

test('two series of Komga in one folder have their own files', async () => {
  komga([
    { title: 'Robin', folder: 'Robin', books: [{ name: 'Robin 001.cbz', number: '1' }] },
    { title: 'Robin', folder: 'Robin', books: [{ name: 'Robin 001 (2).cbz', number: '1' }] },
  ])
  for (const name of ['Robin 001.cbz', 'Robin 001 (2).cbz'])
    writeFileSync(harness.putComic(`Robin/${name}`), makeCbz({ ...makePages(3), 'of.txt': name }))
  await moveKomga()
  expect(rows('select count(*) as files from issues join issue_files using (issue_id) group by comic_id')).toEqual([{ files: 1 }, { files: 1 }]) // biome-ignore format: one line
})

test('of two files with the same content in two series the furthest reading counts', async () => {
  komga([
    { title: 'Robin', folder: 'Robin', books: [{ name: 'Robin 001.cbz', number: '1', page: 20, completed: true, read_at: '2023-01-01 10:00:00' }] },
    { title: 'Best of Robin', folder: 'Best', books: [{ name: 'Best 001.cbz', number: '1', page: 3, read_at: '2024-01-01 10:00:00' }] },
  ]) // biome-ignore format: one line each
  for (const path of ['Robin/Robin 001.cbz', 'Best/Best 001.cbz']) writeFileSync(harness.putComic(path), makeCbz(makePages(20))) // biome-ignore format: one line
  await moveKomga()
  expect(rows('select completed from reading_progress')).toEqual([{ completed: 1 }])
})

test('a file that Komga does not list belongs to the series of its folder, also beside a series of the same name', async () => {
  const books = [{ name: 'Robin 001.cbz', number: '1' }]
  komga(['a', 'b'].map((folder) => ({ title: 'Robin', folder, books })))
  for (const path of ['a/Robin 001.cbz', 'b/Robin 001.cbz', 'a/Robin 002.cbz', 'b/Robin 002.cbz'])
    writeFileSync(harness.putComic(path), makeCbz({ ...makePages(3), 'of.txt': path }))
  await moveKomga()
  const found = rows<{ location: string; path: string }>(`select distinct location, path from series join issues using (comic_id)
    join issue_files using (issue_id) join files using (file_id)`) // biome-ignore format: one line
  expect(found.every(({ location, path }) => path.startsWith(location))).toBe(true)
})

test('a series of Mylar matches the series that has most of its files, and each issue the issue of its file', async () => {
  const { db } = harness.app
  for (const [comic, numbers] of [
    ['few', [1]],
    ['most', [2, 3]],
  ] as const) {
    makeSeries(db, { comic_id: comic, name: comic })
    for (const id of makeIssues(db, comic, [...numbers]))
      makeFile(db, { path: join(harness.comics, `Harbor Lights (2016)/${nameOf(Number(id.split('-')[1]))}`), issues: [id] }) // biome-ignore format: one line
  }
  makeMylar(join(harness.app.folder, 'mylar'), {
    comics: [{ ...HARBOR, ComicLocation: '/comics/Harbor Lights (2016)' }],
    issues: [1, 2, 3].map((n) => harborIssue(String(n), { Status: 'Downloaded', Location: nameOf(n) })),
  })
  await moveMylar()
  expect(rows(`select own_id from moving_ids where kind = 'series'`)).toEqual([{ own_id: 'most' }])
  expect(rows('select issue_id from issues order by 1')).toEqual(['few-1', 'most-2', 'most-3'].map((issue_id) => ({ issue_id }))) // biome-ignore format: one line
})
