import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOf } from '../../../library/series/file-store'
import { findSeries, issuesOf } from '../../../library/series/store'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { progressOf, putComic, putFile } from '../../../testing/imports/imports'
import { appAmongProviders } from '../../../testing/metadata/providers'
import type { GroupResult } from '../schema'

/**
 * Manga need no API key: a scan of a new library queries MangaDex and AniList, and a confirm adds their chapters and
 * volumes.
 */

const COURIER = 'md-5e1f0000-0000-4000-8000-000000000001'
const MOSS = 'md-5e1f0000-0000-4000-8000-000000000003'

let folder: string
let app: Awaited<ReturnType<typeof appAmongProviders>>
let made = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-propose-manga-'))
  mkdirSync(join(folder, 'manga'))
  const quiet = { library_scan_interval: '0', dbupdate_interval: '0' }
  const keyless = { comicvine_api: '', metron_token: '' }
  app = await appAmongProviders({ settings: { manga_dirs: join(folder, 'manga'), ...quiet, ...keyless } })
})
afterEach(async () => {
  await app.app.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (...names: string[]) => {
  for (const name of names) putComic(join(folder, 'manga', name), made++)
}

/** Advances time until all work is done. Disks are slower than the fake clock, so the state is checked in between. */
async function idle(): Promise<void> {
  let done = false
  const ended = app.app.idle().finally(() => {
    done = true
  })
  for (; !done; await progressOf(app.app, 'manga')) await app.app.clock.advance('1 s')
  await ended
}

async function proposed(): Promise<{ scan_id: string | null; results: GroupResult[] }> {
  await app.post('/api/import/manga/scan')
  await idle()
  const { scan_id, results } = await progressOf(app.app, 'manga')
  return { scan_id, results: results ?? [] }
}

async function confirm({ scan_id }: { scan_id: string | null }, ...selected_ids: string[]): Promise<void> {
  const { reader } = app.app
  await reader.json(200, reader.post('/api/import/manga/confirm', { scan_id, selected_ids }))
  await idle()
}

const issues = (comicId: string) => issuesOf(app.app.db.read, comicId)
const numbersOf = (comicId: string) =>
  issues(comicId)
    .filter(({ issue_id }) => fileOf(app.app.db.read, issue_id))
    .map(({ unit, number }) => `${unit} ${number}`)

test('chapters and volumes of a scan become the issues that MangaDex lists, with those that are missing', async () => {
  put(...['01', '02', '03'].map((volume) => `Lantern Courier/Lantern Courier v${volume} (2014).cbz`))
  put(...['043', '044'].map((chapter) => `Lantern Courier/Lantern Courier c${chapter} (2014).cbz`))
  put(...['001', '002', '010.5'].map((chapter) => `Moss and Iron/Moss and Iron - Ch. ${chapter} [Group].cbz`))
  const scan = await proposed()
  expect(scan.results.map(({ proposals }) => proposals[0]?.comicid).sort()).toEqual([COURIER, MOSS])
  expect(scan.results.flatMap(({ proposals }) => proposals.map(({ label }) => label))).toContain('MangaDex')

  // The user has to choose when a one-shot has the same name and other covers.
  const open = scan.results.filter(({ proposal_id }) => proposal_id === null)
  expect(open.map(({ series_name }) => series_name)).toEqual(['Lantern Courier'])
  await app.patch(`/api/import/groups/${open[0]!.group_id}`, { proposal: COURIER })
  await confirm(scan, COURIER, MOSS)
  expect(findSeries(app.app.db.read, COURIER)).toMatchObject({
    name: 'Lantern Courier',
    source: 'mangadex',
    content_type: 'manga',
    reading_direction: 'rtl',
  })
  expect(numbersOf(COURIER).sort()).toEqual(['chapter 43', 'chapter 44', 'volume 1', 'volume 2', 'volume 3'])
  expect(numbersOf(MOSS).sort()).toEqual(['chapter 1', 'chapter 10.5', 'chapter 2'])
  expect(issues(COURIER).filter(({ unit }) => unit === 'chapter')).toHaveLength(45)
  expect(issues(MOSS).filter(({ unit }) => unit === 'chapter')).toHaveLength(14)
}, 30_000)

test('an id of MangaDex in ComicInfo is queried under any file name', async () => {
  const web = `https://mangadex.org/title/${MOSS.slice(3)}/moss-and-iron`
  for (const n of [1, 2]) {
    const comicInfo = `<ComicInfo><Series>Koke to Tetsu</Series><Number>${n}</Number><Manga>YesAndRightToLeft</Manga><Web>${web}</Web></ComicInfo>`
    putFile(join(folder, 'manga', `scans/k${n}.cbz`), makeCbz({ ...makePages(2), 'n.txt': `${made++}` }, { comicInfo }))
  }
  const { results } = await proposed()
  expect(results.map(({ proposals }) => proposals[0]?.comicid)).toEqual([MOSS])
  expect(app.mangadex.requests.filter((question) => question.includes('ids[]='))).toHaveLength(1)
})

test('a series that MangaDex does not know may be found at AniList, and counts its chapters', async () => {
  put(...['001', '002', '003'].map((chapter) => `The Salt Cartographer/The Salt Cartographer c${chapter} (2001).cbz`))
  const scan = await proposed()
  expect(scan.results[0]!.match).toMatchObject({ comicid: 'al-990004', source: 'anilist' })
  await confirm(scan, 'al-990004')
  expect(numbersOf('al-990004')).toHaveLength(3)
  expect(issues('al-990004').filter(({ unit }) => unit === 'chapter')).toHaveLength(88)
})
