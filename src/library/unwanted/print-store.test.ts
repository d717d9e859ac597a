import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { endPrints, packPrints, pageId, parsePageId, unpackPrints } from '../../base/formats/archives/page-prints'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makePlanReader } from '../../testing/harness/query-plans'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import * as pages from './page-store'
import * as store from './print-store'

let db: Database
let ids: string[]
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  ids = makeIssues(db, 'harbor', [1, 2, 3, 4, 5]).map((issue) => makeFile(db, { issues: [issue] }))
})
afterEach(() => db.close())

const ADVERT = { crc: 0xfedcba98, size: 4_000, page: 20 }
const own = (n: number) => ({ crc: n, size: 1_000 + n, page: 0 })
const save = (file: number, prints: { crc: number; size: number; page: number }[]) =>
  db.write((tx) => store.savePrints(tx, fileWithId(tx, ids[file]!)!, prints))
const filesOfAdvert = () => pages.findPage(db.read, ADVERT)?.files

describe('pages of files', () => {
  test('a page is counted from the third file on, and follows changed and deleted files', () => {
    save(0, [own(1), ADVERT])
    save(1, [own(2), ADVERT])
    expect(filesOfAdvert()).toBeUndefined()
    save(2, [own(3), ADVERT])
    save(3, [own(4), ADVERT])
    expect(filesOfAdvert()).toBe(4)
    save(3, [own(4), ADVERT])
    expect(filesOfAdvert()).toBe(4)
    save(3, [own(5)])
    expect(filesOfAdvert()).toBe(3)
    db.write((tx) => tx.run(`delete from files where file_id = '${ids[0]}'`))
    db.write((tx) => tx.run(`update files set gone_at = '2026' where file_id = '${ids[1]}'`))
    const samples = store.samplesOf(db.read, ADVERT, 9)
    expect(samples.map(({ file, page }) => [file.file_id, page])).toEqual([[ids[2]!, 20]])
    let at: number | undefined = 0
    while (at !== undefined) {
      const after: number = at
      at = db.write((tx) => store.dropLostFiles(tx, after, 2))
    }
    expect(filesOfAdvert()).toBe(1)
    expect(store.filesWithPage(db.read, ADVERT, 0, 10).map(({ file_id, page }) => [file_id, page])).toEqual([
      [ids[2]!, 20],
    ])
  })

  test('a file is read again when its size or time changed', () => {
    expect(store.unreadFilesOf(db.read, 'harbor').sort()).toEqual([...ids].sort())
    for (const file of ids.keys()) save(file, [])
    expect(store.unreadFilesOf(db.read, 'harbor')).toEqual([])
    db.write((tx) => tx.run(`update files set modified_ms = modified_ms + 1 where file_id = '${ids[2]}'`))
    expect(store.unreadFilesOf(db.read, 'harbor')).toEqual([ids[2]!])
  })

  test.each<[string, () => unknown]>([
    ['files to read', () => store.unreadFilesOf(db.read, 'harbor')],
    ['files with a page', () => store.filesWithPage(db.read, ADVERT, 0, 10)],
    ['the places of a page', () => pages.placesOfPage(db.read, ADVERT, { limit: 5, offset: 0 })],
    ['a sample of a page', () => store.samplesOf(db.read, ADVERT, 3)],
    ['the pages of a file', () => save(0, [own(1), ADVERT])],
  ])('%s are found by an index', (_, work) => {
    expect(makePlanReader(db)(work).filter((step) => /^SCAN (?!.*(COVERING|VIRTUAL))/.test(step))).toEqual([])
  })
})

describe('prints', () => {
  const page = (n: number, crc: number | undefined = n) => ({
    name: `p${n}`,
    size: 10 + n,
    ...(crc === undefined ? {} : { crc }),
  })

  test('are those of the first three and last five pages, equal ones once', () => {
    const all = Array.from({ length: 20 }, (_, n) => page(n))
    expect(endPrints(all).map(({ page }) => page)).toEqual([0, 1, 2, 15, 16, 17, 18, 19])
    expect(endPrints(all.slice(0, 4)).map(({ page }) => page)).toEqual([0, 1, 2, 3])
    expect(endPrints([page(1), page(1), page(2)]).map(({ page }) => page)).toEqual([0, 2])
  })

  test('need a checksum', () => {
    expect(endPrints([{ name: 'a', size: 5 }])).toEqual([])
  })

  test('are packed and named without loss', () => {
    const prints = [ADVERT, { crc: 0, size: 1, page: 0 }, { crc: 0xffffffff, size: 0xffffffff, page: 0xffff }]
    expect(unpackPrints(packPrints(prints))).toEqual(prints)
    for (const { crc, size } of prints) expect(parsePageId(pageId({ crc, size }))).toEqual({ crc, size })
    for (const text of ['', '1-2', 'fedcba98', 'FEDCBA98-1', 'fedcba98-1x']) expect(parsePageId(text)).toBeUndefined()
  })
})
