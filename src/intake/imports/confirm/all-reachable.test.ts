import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { filesOf } from '../../../library/series/file-store'
import { series } from '../../../library/series/tables'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { putComic, putFile, scanLibrary } from '../../../testing/imports/imports'

/** Files with different content never replace each other: after a confirm, each one is the file of some issue. */

let folder: string
let app: TestApp
let count = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-reachable-'))
  for (const kind of ['comic', 'manga']) mkdirSync(join(folder, kind))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: join(folder, 'comic'), manga_dirs: join(folder, 'manga') }
  app = await testApp({ settings, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

type Kind = 'comic' | 'manga'

async function importAll(kind: Kind): Promise<void> {
  const { scan_id, results } = await scanLibrary(app, kind)
  const selected_ids = (results ?? []).map(({ match }) => match!.comicid)
  const confirmed = await app.reader.json<object>(
    200,
    app.reader.post(`/api/import/${kind}/confirm`, { scan_id, selected_ids }),
  )
  expect(confirmed).toMatchObject({ errors: [] })
}

/** The paths of the files that issues open, with their series. */
function opened(kind: Kind): string[] {
  const all = app.db.read.select().from(series).all()
  return all
    .filter(({ content_type }) => content_type === kind)
    .flatMap(({ comic_id }) => [...filesOf(app.db.read, comic_id).values()])
    .map(({ path }) => relative(join(folder, kind), path))
    .sort()
}

const inside = (fields: Record<string, string>) =>
  makeCbz(
    { ...makePages(2), 'n.txt': `${++count}` },
    {
      comicInfo: `<ComicInfo>${Object.entries(fields)
        .map(([name, text]) => `<${name}>${text}</${name}>`)
        .join('')}</ComicInfo>`,
    },
  )

const issueOfVine = (id: number) => ({
  Series: 'Copper Fox',
  Number: '1',
  Notes: `Tagged with ComicTagger using info from Comic Vine. [Issue ID ${id}]`,
})

const TREES: [string, Kind, Record<string, Uint8Array | undefined>][] = [
  [
    'chapters that restart in each volume',
    'manga',
    Object.fromEntries(
      ['v01 c001', 'v01 c002', 'v02 c001', 'v02 c002'].map((name) => [`Sugar Tide/Sugar Tide ${name}.cbz`, undefined]),
    ),
  ],
  [
    'chapters in folders of volumes',
    'manga',
    Object.fromEntries(
      ['Volume 01', 'Volume 02'].flatMap((volume) =>
        ['001', '002'].map((name) => [`Paper Wolves/${volume}/Chapter ${name}.cbz`, undefined]),
      ),
    ),
  ],
  [
    'chapters whose volumes are only in their metadata',
    'manga',
    Object.fromEntries(
      [1, 2].flatMap((volume) =>
        [1, 2].map((number) => [
          `Tin Saints/${'ab'[volume - 1]}${'xy'[number - 1]}.cbz`,
          inside({ Series: 'Tin Saints', Volume: `${volume}`, Number: `${number}` }),
        ]),
      ),
    ),
  ],
  [
    'parts that restart their numbering',
    'manga',
    Object.fromEntries(
      ['01. Part 1 - Tobaku', '02. Part 2 - Hakai'].flatMap((part) =>
        [1, 2].map((n) => [`Kaizen/${part}/Volume ${n}.cbz`, undefined]),
      ),
    ),
  ],
  [
    'an edition in colour',
    'manga',
    { 'One Tide/One Tide v01.cbz': undefined, 'One Tide (Color)/One Tide v01.cbz': undefined },
  ],
  [
    'an edition in colour, in a folder of the series',
    'manga',
    { 'One Tide/Volume 1.cbz': undefined, 'One Tide/Colored/Volume 1.cbz': undefined },
  ],
  ['translations', 'manga', { 'EN/Akira v01 (en).cbz': undefined, 'FR/Akira T01 (FR).cbz': undefined }],
  [
    'translations that only the files state',
    'comic',
    {
      'Copper Fox/Copper Fox 001 a.cbz': inside({ Series: 'Copper Fox', Number: '1', LanguageISO: 'en' }),
      'Copper Fox/Copper Fox 001 b.cbz': inside({ Series: 'Copper Fox', Number: '1', LanguageISO: 'fr' }),
    },
  ],
  [
    'two issues of a provider',
    'comic',
    { 'Copper Fox/Copper Fox 001.cbz': inside(issueOfVine(7)), 'Copper Fox/Copper Fox #1.cbz': inside(issueOfVine(9)) },
  ],
  [
    'books bound in several ways',
    'comic',
    { 'Night Reign/Night Reign v01 (TPB).cbz': undefined, 'Night Reign/Night Reign Omnibus v01.cbz': undefined },
  ],
  [
    'titles of one number',
    'comic',
    { 'Salt Road/Salt Road 005 - Low Tide.cbz': undefined, 'Salt Road/Salt Road 005 - Copper Winter.cbz': undefined },
  ],
]

test.each(TREES)('%s: every file belongs to an issue, also after another scan', async (_, kind, files) => {
  for (const [path, bytes] of Object.entries(files)) {
    if (bytes) putFile(join(folder, kind, path), bytes)
    else putComic(join(folder, kind, path), ++count)
  }
  await importAll(kind)
  const all = Object.keys(files).sort()
  expect(opened(kind)).toEqual(all)
  const before = app.db.read.select().from(series).all().length
  await importAll(kind)
  expect(opened(kind)).toEqual(all)
  expect(app.db.read.select().from(series).all().length).toBe(before)
})

test('a later file does not replace one of the library', async () => {
  for (const name of ['v01 c001', 'v01 c002']) putComic(join(folder, 'manga', `Tide/Tide ${name}.cbz`), ++count)
  await importAll('manga')
  for (const name of ['v02 c001', 'v02 c002']) putComic(join(folder, 'manga', `Tide/Tide ${name}.cbz`), ++count)
  putComic(join(folder, 'manga', 'Tide (Color)/Tide v01 c001.cbz'), ++count)
  await importAll('manga')
  expect(opened('manga')).toHaveLength(5)
})

test('a copy with the same bytes does not become an issue', async () => {
  putComic(join(folder, 'manga', 'Tide/Vol. 2.cbz'), 7)
  putComic(join(folder, 'manga', 'Tide/Vol. 2 (2).cbz'), 7)
  putComic(join(folder, 'manga', 'Backup/Vol. 2 - Copy.cbz'), 7)
  await importAll('manga')
  expect(app.db.read.select().from(series).all()).toMatchObject([{ name: 'Tide', total: 1 }])
  expect(opened('manga')).toHaveLength(1)
})

test('a copy of a file of the library does not become an issue, whatever its name lacks', async () => {
  for (const at of [1, 2]) putComic(join(folder, 'manga', `Tide/Tide Vol. ${at}.cbz`), at)
  await importAll('manga')
  putComic(join(folder, 'manga', 'Tide/Vol. 2 (2).cbz'), 2)
  await importAll('manga')
  expect(app.db.read.select().from(series).all()).toMatchObject([{ name: 'Tide', total: 2 }])
})
