import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { testApp } from '../../testing/app'
import { filledWith, HOSTILE_PIECES, quickestMs, slowPieces } from '../../testing/harness/linear-work'
import { watchLoop } from '../../testing/harness/loop-watch'
import { ForeignFixture } from '../../testing/migration/moved-databases'
import { HARBOR, harborIssue, movingHarness, PREVIEW, START } from '../../testing/migration/moving'
import { dayValue, timeOf } from './library/column-values'
import { readFileNumber, splitRun } from './library/file-number'
import { groupPaths, mapPath } from './path-map'
import { isSpecial, numbersOfChapter } from './sources/kavita/kavita-numbers'
import { kavitaSeries } from './sources/kavita/kavita-series'
import { komgaFiles, komgaIssues } from './sources/komga/komga-books'
import { komgaSeries } from './sources/komga/komga-series'
import { translateMylarTemplate } from './sources/mylar/settings'
import { parseSettings } from './sources/mylar/settings-file'

/** Maximum length of one value from a foreign database. */
const LENGTH = 16_384
const WHOLE = { kind: 'issue', unit: 'issue', number: '', number_end: '', volume_number: null } as const
const CHAPTER = { modern: true, volume: 1, volume_end: 1, number: 1, special: false }

const READERS: [what: string, read: (text: string) => unknown][] = [
  ['the name of a series', splitRun],
  ['the name of a file', (text) => readFileNumber(text, [], 'manga', 2026)],
  ['the range of a chapter', (range) => [numbersOfChapter({ ...CHAPTER, range }, 'comic', WHOLE), isSpecial(CHAPTER)]],
  ['a time', (text) => [timeOf(text), dayValue(text)]],
  ['a path', (text) => [mapPath(`/${text}`, [{ from: '/', to: `/x${text}` }]), groupPaths([`/${text}`])]],
  ['a settings file', (text) => parseSettings(`[General]\na = b\n${text}`)],
  ['one of its lines', (text) => parseSettings(`[General]\na${text}b`)],
  ['a template', (text) => translateMylarTemplate(text, 'file')],
]

test.each(READERS)('%s takes time in proportion to its length', (_what, read) => {
  const pieces = [...HOSTILE_PIECES, ' a\n', 'a = ', '-1', '(2015)', '$a', '\\']
  expect(slowPieces(read, { length: LENGTH, pieces })).toEqual([])
})

test('a value that continues over a hundred thousand lines of the settings is read quickly', () => {
  const text = `[General]\nfolder = a\n${' more\n'.repeat(100_000)}`
  expect(quickestMs(() => parseSettings(text))).toBeLessThan(500)
})

describe('the rows of a program whose every text is hostile', () => {
  let fixture: ForeignFixture
  afterEach(() => fixture.close())
  const text = (piece: string) => `'${filledWith(piece, LENGTH).replaceAll('\0', ' ').replaceAll("'", "''")}'`
  const slow = (make: (text: string) => string[], read: () => unknown) =>
    ['(1933-', '(2012)', 'AAA', '/', ' ', '0', '- ', '%20', '(', '\\\\', '1-', '. '].filter((piece) => {
      fixture?.close()
      fixture = ForeignFixture.of(...make(text(piece)))
      // Where each character is read again for each other, this takes a second.
      return quickestMs(() => read()) > 400
    })

  test('are read quickly from a Komga', () => {
    const make = (value: string) => [
      'CREATE TABLE LIBRARY (ID varchar PRIMARY KEY, NAME varchar, ROOT varchar)',
      'CREATE TABLE SERIES (ID varchar PRIMARY KEY, NAME varchar, URL varchar, LIBRARY_ID varchar)',
      'CREATE TABLE SERIES_METADATA (SERIES_ID varchar, STATUS varchar, TITLE varchar, TITLE_LOCK boolean)',
      'CREATE TABLE BOOK (ID varchar PRIMARY KEY, NAME varchar, URL varchar, SERIES_ID varchar, NUMBER int, FILE_SIZE int8)',
      'CREATE TABLE BOOK_METADATA (BOOK_ID varchar, NUMBER varchar, NUMBER_LOCK boolean, TITLE varchar)',
      `INSERT INTO LIBRARY VALUES ('1', ${value}, 'file:/comics/')`,
      `INSERT INTO SERIES VALUES ('2', ${value}, 'file:/comics/' || ${value}, '1')`,
      `INSERT INTO SERIES_METADATA VALUES ('2', ${value}, ${value}, 1)`,
      `INSERT INTO BOOK VALUES ('3', ${value}, 'file:/comics/' || ${value}, '2', 1, 1000)`,
      `INSERT INTO BOOK_METADATA VALUES ('3', ${value}, 0, ${value})`,
    ]
    const read = () => {
      const db = fixture.database
      return [[...komgaSeries(db)], [...komgaIssues(db, 2026)], [...komgaFiles(db, 2026)]]
    }
    expect(slow(make, read)).toEqual([])
  })

  test('are read quickly from a Kavita', () => {
    const make = (value: string) => [
      'CREATE TABLE Library (Id integer, Name text, Type int)',
      'CREATE TABLE FolderPath (Id integer, Path text, LibraryId int)',
      'CREATE TABLE Series (Id integer, Name text, LibraryId int, FolderPath text, ComicVineId text, LocalizedName text)',
      `INSERT INTO Library VALUES (1, ${value}, 1)`,
      `INSERT INTO FolderPath VALUES (1, '/' || ${value}, 1)`,
      `INSERT INTO Series VALUES (1, ${value}, 1, '/' || ${value}, ${value}, ${value})`,
    ]
    expect(slow(make, () => [...kavitaSeries(fixture.database)])).toEqual([])
  })
})

test('a computed column of 400 MB is refused with a sentence before anything is read', async () => {
  const app = await testApp()
  const path = join(app.folder, 'komga')
  mkdirSync(path)
  const raw = new Database(join(path, 'database.sqlite'))
  raw.run('CREATE TABLE SERIES (ID varchar, NAME varchar GENERATED ALWAYS AS (hex(zeroblob(200000000))) VIRTUAL)')
  raw.run("INSERT INTO SERIES VALUES ('1')")
  raw.close()
  const { value, cpuMs } = await watchLoop(() =>
    app.reader.json<{ detail: string }>(400, app.reader.post(PREVIEW, { path })),
  )
  expect(value.detail).toMatch(/^database\.sqlite has a computed column \(SERIES\.NAME\), which Komga does not make\. /)
  expect(cpuMs).toBeLessThan(1000)
  await app.close()
})

test('series with names of a megabyte are shown and moved in within a second of the loop', async () => {
  const { app, source, mapped, progress } = await movingHarness()
  const body = mapped(
    source({
      comics: Array.from({ length: 12 }, (_, at) => {
        return { ...HARBOR, ComicID: `9${at}`, ComicName: `${at} `.repeat(400_000) }
      }),
      issues: [harborIssue('1', { ComicID: '90', IssueName: 'x '.repeat(500_000) })],
    }),
  )
  const { cpuMs } = await watchLoop(async () => {
    await app.reader.json(200, app.reader.post(PREVIEW, body))
    await app.reader.json(200, app.reader.post(START, body))
    await app.idle()
  })
  expect(await progress()).toMatchObject({ status: 'complete' })
  expect(cpuMs).toBeLessThan(1000)
  await app.close()
})
