import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { checkOf } from './file-check'
import { saveCheckOf, saveFileCheck, uncheckedFilesOf } from './store'
import { fileChecks } from './tables'

describe('the directory of a file', () => {
  const pages = [1, 2, 3, 4, 5, 7].map((n, at) => ({ name: `p${n}.png`, size: 10 + at, crc: n }))

  test('says how large its pages are, which they are, and which are missing', () => {
    const { page_digest, ...check } = checkOf({ format: 'cbz', pages })
    expect(check).toEqual({ page_bytes: 75, missing_pages: '6' })
    expect(page_digest).toHaveLength(16)
  })

  test('misses no page where names have no gap, nor in a PDF or EPUB', () => {
    expect(checkOf({ format: 'cbz', pages: pages.slice(0, 5) })).not.toHaveProperty('missing_pages')
    for (const format of ['pdf', 'epub'] as const)
      expect(checkOf({ format, pages })).not.toHaveProperty('missing_pages')
  })

  test('does not identify pages without checksums', () => {
    const plain = pages.map(({ name, size }) => ({ name, size }))
    expect(checkOf({ format: 'cbt', pages: plain })).toEqual({ page_bytes: 75, missing_pages: '6' })
  })
})

describe('files to check', () => {
  let db: Database
  beforeEach(() => {
    db = testDatabase()
    makeSeries(db)
    makeSeries(db, { comic_id: 'fern', name: 'Fern Road' })
    for (const comicId of ['harbor', 'fern'])
      makeFile(db, { issues: makeIssues(db, comicId, [1, 2]), file_id: comicId, size: 10, modified_ms: 5 })
  })
  afterEach(() => db.close())

  const unchecked = () => uncheckedFilesOf(db.read, 'harbor').map(({ file_id }) => file_id)
  const check = { page_bytes: 7, page_digest: 'd', missing_pages: '3' }
  const row = () => db.read.select().from(fileChecks).get()

  test('are those of the series that were not read since they changed, once', () => {
    expect(unchecked()).toEqual(['harbor'])
    db.write((tx) => saveCheckOf(tx, 'harbor', check))
    expect(unchecked()).toEqual([])
    for (const change of ['size = 11', 'modified_ms = 6']) {
      db.write((tx) => tx.run(`update files set ${change} where file_id = 'harbor'`))
      expect(unchecked()).toEqual(['harbor'])
      db.write((tx) => saveCheckOf(tx, 'harbor', check))
      expect(unchecked()).toEqual([])
    }
    db.write((tx) => tx.run('update file_checks set reading = 0'))
    expect(unchecked()).toEqual(['harbor'])
    db.write((tx) => tx.run(`update files set gone_at = '2026'`))
    expect(unchecked()).toEqual([])
  })

  test('have their last check alone, of the size and time that was read', () => {
    db.write((tx) => saveCheckOf(tx, 'harbor', check))
    expect(row()).toMatchObject({ ...check, problem: null, size: 10, modified_ms: 5 })
    db.write((tx) => saveFileCheck(tx, { file_id: 'harbor', size: 11, modified_ms: 6 }, { problem: 'It is cut off.' }))
    const none = { page_digest: null, page_bytes: 0, missing_pages: null }
    expect(row()).toMatchObject({ ...none, problem: 'It is cut off.', size: 11, modified_ms: 6 })
  })

  test('keep their check when there is no new one, and files that are not there have none', () => {
    db.write((tx) => {
      saveCheckOf(tx, 'harbor', check)
      saveCheckOf(tx, 'harbor', undefined)
      saveCheckOf(tx, 'none', check)
    })
    expect(db.read.select().from(fileChecks).all()).toMatchObject([{ file_id: 'harbor', page_digest: 'd' }])
  })
})
