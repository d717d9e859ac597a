import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import type { FileFacts, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { coverSourceOf, fileOfIssue, findSource, readingFault } from './source'

let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3])
  makeFile(db, { issues: ['harbor-1'], file_id: 'one', path: '/library/one.cbz' })
  makeFile(db, { issues: ['harbor-2'], file_id: 'two', path: '/library/two.cbz' })
})
afterEach(() => db.close())

const refusal = (kind: string, words: string) =>
  expect.objectContaining({ kind, message: expect.stringContaining(words) })

describe('the file of an issue', () => {
  test('is its best one, or the named one', () => {
    expect(fileOfIssue(db.read, 'harbor-1').file_id).toBe('one')
    expect(fileOfIssue(db.read, 'harbor-1', 'one').file_id).toBe('one')
  })

  test('may contain several issues', () => {
    makeFile(db, { issues: ['harbor-1', 'harbor-3'], file_id: 'both', path: '/library/both.cbz' })
    for (const issue of ['harbor-1', 'harbor-3']) expect(fileOfIssue(db.read, issue, 'both').file_id).toBe('both')
  })

  test('that is gone is not found', () => {
    db.write((tx) => tx.run("update files set gone_at = '2026-01-01T00:00:00.000Z' where file_id = 'one'" as never))
    expect(() => fileOfIssue(db.read, 'harbor-1', 'one')).toThrow(refusal('missing', 'The issue has no such file.'))
  })

  test.each([
    ['harbor-1', 'two', 'The issue has no such file.'],
    ['harbor-1', 'none', 'The issue has no such file.'],
    ['harbor-3', undefined, 'No file of this issue is in the library.'],
    ['harbor-9', undefined, 'There is no issue harbor-9.'],
  ])('of %s with the file %p is missing', (issue, file, words) => {
    expect(() => fileOfIssue(db.read, issue, file)).toThrow(refusal('missing', words))
  })
})

test('the cover of a series belongs to an issue with a file', () => {
  expect(coverSourceOf(db.read, 'harbor')).toMatchObject({ issueId: 'harbor-1', file: { file_id: 'one' } })
  makeSeries(db, { comic_id: 'river', name: 'River Road' })
  expect(() => coverSourceOf(db.read, 'river')).toThrow(refusal('missing', 'No file of River Road is in the library.'))
  expect(() => coverSourceOf(db.read, 'none')).toThrow(refusal('missing', 'There is no series none.'))
})

describe('a file on disk', () => {
  const found = (files: Partial<Pick<Files, 'real' | 'stat'>>) => {
    const facts = { kind: 'file', size: 9, modifiedMs: 5 } as FileFacts
    const disk = { real: async (path: string) => `/real${path}`, stat: async () => facts, ...files } as Files
    return findSource(disk, fileWithId(db.read, 'one')!)
  }

  test('has its real path, with its current facts', async () => {
    expect(await found({})).toMatchObject({ path: '/real/library/one.cbz', size: 9, modifiedMs: 5 })
    expect((await found({})).version).not.toBe(
      (await found({ stat: async () => ({ kind: 'file', size: 8, modifiedMs: 5 }) as FileFacts })).version,
    )
  })

  test.each<[what: string, files: Partial<Pick<Files, 'real' | 'stat'>>, kind: string]>([
    ['is not there', { real: async () => undefined }, 'gone'],
    ['went meanwhile', { stat: async () => undefined }, 'gone'],
    ['is a folder', { stat: async () => ({ kind: 'folder', size: 0, modifiedMs: 5 }) as FileFacts }, 'gone'],
    ['is on a disk that fails', { stat: () => Promise.reject(new Error('EIO')) }, 'unavailable'],
    [
      'is not allowed',
      { real: () => Promise.reject(new Refusal('missing', 'Not in the library: one.cbz')) },
      'missing',
    ],
  ])('that %s is refused with its name', async (_what, files, kind) => {
    await expect(found(files)).rejects.toEqual(refusal(kind, 'one.cbz'))
  })
})

test('a fault of a file is temporary or permanent, and names the file', () => {
  const file = fileWithId(db.read, 'one')!
  expect(readingFault(new ArchiveError('unreadable', 'It broke off.'), file)).toEqual(
    refusal('unavailable', 'one.cbz cannot be read. It broke off.'),
  )
  expect(readingFault(new ArchiveError('damaged', 'It is no ZIP.'), file)).toEqual(refusal('damaged', 'It is no ZIP.'))
  const oops = new TypeError('oops')
  expect(readingFault(oops, file)).toBe(oops)
})
