import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issuesOf, seriesNamed } from '../../library/series/store'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { documentIn } from '../../testing/archives/comics'
import { confirmImport, scanLibrary } from '../../testing/imports/imports'
import {
  type FullComic,
  fullComic,
  fullComicInfo,
  ISSUES_EACH,
  writeFullLibrary,
} from '../../testing/libraries/full-comicinfo'
import {
  type FoundIssue,
  lostInDocument,
  missingInIssue,
  missingInManifest,
  missingInSeries,
} from '../../testing/libraries/full-comicinfo-found'

/** A library whose files state everything that ComicInfo has; `e2e/all-fields.test.ts` imports 2,000 of them. */

const FILES = 2 * ISSUES_EACH
let folder: string
let app: TestApp
const comics = Array.from({ length: FILES }, (_, n) => fullComic(n))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-all-fields-'))
  writeFullLibrary(join(folder, 'comics'), FILES)
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
  expect(await confirmImport(app, await scanLibrary(app))).toMatchObject({ errors: [] })
}, 60_000)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const seriesId = ({ texts }: FullComic) => seriesNamed(app.db.read, texts.Series!)[0]!.comic_id
const issueId = (comic: FullComic) =>
  issuesOf(app.db.read, seriesId(comic)).find(({ number }) => number === comic.texts.Number)!.issue_id
const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))

describe('every field of ComicInfo is found again', () => {
  test('in each issue', async () => {
    for (const comic of comics) {
      const found = await get<FoundIssue>(`/api/series/issues/${issueId(comic)}`)
      expect(missingInIssue(found, comic)).toEqual([])
    }
  })

  test('in their series, with the number of issues that state it', async () => {
    for (const comic of [comics[0]!, comics[ISSUES_EACH]!]) {
      const { fields } = await get<{ fields: { field: string; value: unknown; source: string; evidence?: string }[] }>(
        `/api/series/${seriesId(comic)}/metadata`,
      )
      expect(missingInSeries(fields, comic)).toEqual([])
      const genres = fields.find(({ field }) => field === 'genres')
      expect(genres).toMatchObject({ source: 'file', evidence: expect.stringMatching(/in 50, .* in 50 of 50 issues$/) })
    }
  })

  test('in the catalog', async () => {
    for (const comic of comics.slice(0, 10)) {
      const manifest = await get<Parameters<typeof missingInManifest>[0]>(`/opds/v2/issues/${issueId(comic)}`)
      expect(missingInManifest(manifest, comic)).toEqual([])
      const entry = await (await app.reader.get(`/opds/entries/${issueId(comic)}`)).text()
      for (const word of [...comic.lists.Colorist!, ...comic.lists.Characters!, ...comic.lists.Tags!])
        expect(entry).toContain(word)
    }
  })

  test('in the file once its metadata was written', async () => {
    const [comic] = comics as [FullComic]
    await app.reader.json(200, app.reader.post('/api/metadata/metatag/group', { comic_id: seriesId(comic) }))
    await app.idle()
    for (const each of comics.slice(0, ISSUES_EACH)) {
      const written = await documentIn(join(folder, 'comics', each.folder, each.name))
      expect(lostInDocument(fullComicInfo(each), written)).toEqual([])
      expect(written).toContain('Tagged with Panelkeep')
    }
    // What is written is read again, and stays the same.
    await scanLibrary(app)
    const found = await get<FoundIssue>(`/api/series/issues/${issueId(comic)}`)
    const { notes: _, ...facts } = found.facts
    expect(missingInIssue({ ...found, facts: { ...facts, notes: comic.texts.Notes } }, comic)).toEqual([])
  })
})
