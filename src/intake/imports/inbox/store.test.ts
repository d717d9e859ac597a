import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import type { Identification } from '../../../library/recognition/service'
import { testDatabase } from '../../../testing/database'
import { waitingCount } from '../folders/store'
import * as inbox from './store'

const AT = '2026-11-21T08:00:00.000Z'
const LATER = '2026-11-22T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const guess = (path: string, more: Partial<Identification> = {}): Identification => ({
  path,
  size: 10,
  modified_ms: 1,
  content_type: 'comic',
  series_name: 'Harbor Lights',
  match_key: 'harborlights',
  year: null,
  volume: null,
  kind: 'issue',
  unit: 'issue',
  number: '1',
  number_end: '',
  title: null,
  release_date: null,
  writer: null,
  summary: null,
  suggested_comic_id: null,
  suggested_issue_id: null,
  suggested_name: null,
  confidence: null,
  match_source: 'filename',
  problem: null,
  ...more,
})
const row = (id: string) => inbox.findInboxRow(db.read, id)
const save = (id: string, more: Partial<Identification> = {}, at = AT) =>
  db.write((tx) => inbox.saveIdentification(tx, id, row(id), guess(`/inbox/${id}`, more), at))
const change = (id: string, more: Partial<inbox.InboxRow>) => db.write((tx) => inbox.changeInboxRow(tx, id, more))
const ids = (rows: readonly inbox.InboxRow[]) => rows.map(({ imp_id }) => imp_id)

describe('rows of the import folder', () => {
  beforeEach(() => {
    for (const id of ['c', 'a', 'b']) save(id)
  })

  test('are found by id in the order of their paths, however many there are', () => {
    expect(ids(inbox.inboxRowsById(db.read, ['c', 'none', 'a']))).toEqual(['a', 'c'])
    const many = Array.from({ length: 1100 }, (_, at) => `x${at}`)
    expect(ids(inbox.inboxRowsById(db.read, [...many, 'b']))).toEqual(['b'])
    expect(ids(inbox.everyInboxRow(db.read)).sort()).toEqual(['a', 'b', 'c'])
  })

  test('are changed, ignored and deleted one by one', () => {
    change('a', { number: '7' })
    expect([row('a')?.number, row('b')?.number]).toEqual(['7', '1'])
    expect(db.write((tx) => inbox.setIgnored(tx, ['a', 'b', 'none'], true))).toBe(2)
    expect(['a', 'b', 'c'].map((id) => row(id)?.ignored)).toEqual([true, true, false])
    expect(db.write((tx) => inbox.setIgnored(tx, ['a'], false))).toBe(1)
    expect(['a', 'b'].map((id) => row(id)?.ignored)).toEqual([false, true])
    expect(db.write((tx) => inbox.deleteInboxRows(tx, ['a', 'none']))).toBe(1)
    expect(['a', 'b', 'c'].map((id) => row(id) !== undefined)).toEqual([false, true, true])
  })

  test('change only from the expected status', () => {
    for (const id of ['a', 'c']) change(id, { status: 'Importing' })
    const move = (id: string) => db.write((tx) => inbox.moveInboxRow(tx, id, 'Importing', { status: 'Failed' }))
    expect([move('a')?.status, move('b')]).toEqual(['Failed', undefined])
    expect([row('a')?.status, row('b')?.status, row('c')?.status]).toEqual(['Failed', 'Not Imported', 'Importing'])
  })

  test('are shown by name and volume until they are imported, ignored ones on request', () => {
    save('d', { volume: 2 })
    save('e', { match_key: 'copper' })
    save('f', { match_key: 'copper' })
    save('g', { match_key: 'zinc' })
    change('e', { ignored: true })
    change('g', { status: 'Imported' })
    const groups = (ignored: boolean, limit = 9, offset = 0) =>
      inbox.groupsOfRows(db.read, { limit, offset, ignored }).map(ids)
    expect(groups(false)).toEqual([['f'], ['a', 'b', 'c'], ['d']])
    expect(groups(true)).toEqual([['e', 'f'], ['a', 'b', 'c'], ['d']])
    expect(groups(false, 1, 1)).toEqual([['a', 'b', 'c']])
    expect(inbox.countShown(db.read, false)).toEqual({ groups: 3, files: 5 })
    expect(inbox.countShown(db.read, true)).toEqual({ groups: 3, files: 6 })
    change('a', { status: 'Failed' })
    change('b', { status: 'Importing' })
    expect(waitingCount(db.read)).toBe(4)
  })

  test('that were imported are listed newest first', () => {
    change('a', { status: 'Imported', imported_at: AT })
    change('c', { status: 'Imported', imported_at: LATER })
    change('b', { status: 'Failed', imported_at: LATER })
    expect(ids(inbox.filedLately(db.read, 9))).toEqual(['c', 'a'])
    expect(ids(inbox.filedLately(db.read, 1))).toEqual(['c'])
  })
})

describe('another scan of a file', () => {
  const again = (more: Partial<Identification> = {}) => save('a', { number: '2', ...more }, LATER)
  const correction = {
    edited: true,
    number: '9',
    comic_id: 'harbor',
    problem: 'It failed.',
    first_seen_at: AT,
  } as const
  beforeEach(() => save('a'))

  test('makes a new guess, and keeps when the file was first seen', () => {
    again()
    expect(row('a')).toMatchObject({ number: '2', first_seen_at: AT, status: 'Not Imported' })
  })

  test("keeps the user's corrections, except size and time", () => {
    change('a', correction)
    again({ size: 20, modified_ms: 5 })
    expect(row('a')).toMatchObject({
      number: '9',
      comic_id: 'harbor',
      edited: true,
      size: 20,
      modified_ms: 5,
      problem: null,
    })
  })

  test.each<[string, Partial<Identification>, inbox.InboxRow['status'], string | null]>([
    ['that is unchanged keeps its failure', {}, 'Failed', 'It failed.'],
    ['that is unchanged fails in a new way', { problem: 'Torn.' }, 'Failed', 'Torn.'],
    ['with another size may be retried', { size: 20 }, 'Not Imported', null],
    ['with another time may be retried', { modified_ms: 5 }, 'Not Imported', null],
    ['with another size has its own problem', { size: 20, problem: 'Torn.' }, 'Not Imported', 'Torn.'],
  ])('%s', (_, more, status, problem) => {
    for (const edited of [true, false]) {
      change('a', { ...correction, edited, status: 'Failed', size: 10, modified_ms: 1 })
      again(more)
      expect(row('a')).toMatchObject({ status, problem })
    }
  })

  test('of a new file under the name of an imported one starts over', () => {
    change('a', {
      ...correction,
      status: 'Imported',
      imported_at: AT,
      target: '/x',
      target_hash: 'h',
      removes_source: true,
      issue_id: 'i',
    })
    again({ size: 20 })
    expect(row('a')).toMatchObject({
      status: 'Not Imported',
      edited: false,
      number: '2',
      comic_id: null,
      issue_id: null,
      target: null,
      target_hash: null,
      removes_source: false,
      imported_at: null,
      first_seen_at: LATER,
      size: 20,
    })
  })
})
