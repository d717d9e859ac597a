import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../base/storage/database'
import { issueSourcesOf, putIssueSource } from '../../../library/metadata/store'
import { findIssue } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import {
  fileRow,
  issueRow,
  MOVED_AT,
  moveRows,
  type SourceRows,
  seriesRow,
} from '../../../testing/migration/source-library'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

const move = (issues: ReturnType<typeof issueRow>[], more: SourceRows = {}) =>
  moveRows(db, { series: [seriesRow('s')], issues, ...more })
const ownIds = () =>
  Object.fromEntries(
    db.read
      .all<{ source_id: string; own_id: string }>(sql`select source_id, own_id from moving_ids where kind = 'issue'`)
      .map(({ source_id, own_id }) => [source_id, own_id]),
  )
const numbers = () =>
  db.read.all<{ number: string }>(sql`select number from issues order by rowid`).map(({ number }) => number)

describe('an issue that the library lacks', () => {
  test('is created with the fields of the source', () => {
    const facts = { title: 'Fog', release_date: '2015-02-03', issue_date: '2015-04-01', digital_date: '2015-02-04', summary: 'A lamp.' } // biome-ignore format: one line
    const { of } = move([issueRow('1', 's', '1', { facts, intent: 'wanted', volume_number: '2' })])
    expect(of.issues).toEqual([1, 0, 0])
    expect(findIssue(db.read, ownIds()['1']!)).toMatchObject({ ...facts, number: '1', intent: 'wanted', volume_number: '2', added_at: MOVED_AT }) // biome-ignore format: one line
    expect(db.read.all(sql`select total from series`)).toEqual([{ total: 1 }])
  })

  test.each([
    ['has a file there', ['1'], 'unknown'],
    ['has no file', ['2'], 'missing'],
  ])('that %s is owned only once a file was opened', (_name, inFile, fulfillment) => {
    move([issueRow('1', 's', '1'), issueRow('2', 's', '2')], { files: [fileRow('f', inFile)] })
    expect(findIssue(db.read, ownIds()['1']!)?.fulfillment).toBe(fulfillment as 'unknown')
  })

  test.each([
    [[], 'archived'],
    [['1'], 'unknown'],
  ])(
    'that is stored as loose pictures is owned, and never searched for (with a file too: %p)',
    (inFile, fulfillment) => {
      move([issueRow('1', 's', '1', { pictures: true, intent: 'wanted' })], { files: [fileRow('f', inFile)] })
      expect(findIssue(db.read, ownIds()['1']!)).toMatchObject({ intent: 'wanted', fulfillment: fulfillment as 'unknown' }) // biome-ignore format: one line
      expect(db.read.all(sql`select wanted from series`)).toEqual([{ wanted: 0 }])
    },
  )

  test.each([
    [{ label: 'Harbor Lights 001' }, 'Harbor Lights 001'],
    [{ label: '', facts: { title: 'Fog' } }, '#1 Fog'],
    [{ label: '', number: '', facts: { title: 'Fog' } }, 'Fog'],
    [{ label: '' }, '#1'],
  ])('that is left behind is named by its file, or by its number and title (%p: %s)', (more, label) => {
    expect(move([issueRow('1', 'gone', '1', more)]).labels).toEqual([label])
  })

  test('of a series that is not listed is left behind', () => {
    const { of, omitted } = move([issueRow('1', 'gone', '1')])
    expect([of.issues, omitted]).toEqual([[0, 0, 1], ['1: Komga does not list its series.']])
  })

  test('is wanted by the id of a service, unless another issue has it', () => {
    move([issueRow('1', 's', '1', { ids: { comicvine: '71' } }), issueRow('2', 's', '2')])
    expect(ownIds()['1']).toBe('71')
    expect(ownIds()['2']).not.toBe('2')
  })

  test('keeps fields that the user changed there as changed by the user', () => {
    const facts = { title: 'Fog', summary: 'A lamp.' }
    move([issueRow('1', 's', '1', { facts, locked: ['title', 'release_date'] }), issueRow('2', 's', '2', { facts })])
    const userOf = (id: string) => issueSourcesOf(db.read, ownIds()[id]!).find(({ source }) => source === 'user')?.facts
    expect([userOf('1'), userOf('2')]).toEqual([{ title: 'Fog' }, undefined])
    expect(findIssue(db.read, ownIds()['1']!)).toMatchObject(facts)
  })

  test('that shares the row of another counts with it', () => {
    const { of, notes } = move([issueRow('1', 's', '1'), issueRow('1+1', 's', '2', { part_of: '1' })])
    expect([of.issues, numbers()]).toEqual([
      [1, 0, 0],
      ['1', '2'],
    ])
    expect(notes).toMatchObject({ 'Issues that share a file with another': 1 })
  })
})

describe('two issues with one number', () => {
  test.each([
    ['are one in two copies of a file', { label: 'Harbor Lights 1 (scan)' }, ['1']],
    ['are one where they are the same file', {}, ['1']],
    ['are two when their files have other numbers: the second gets the number of its file', { label: 'Harbor Lights 7', file_number: '7' }, ['1', '7']],
    ['are two when the other file has no number: it is named by its file', { label: 'Harbor Extra', file_number: '' }, ['1', 'Harbor Extra']],
    ['are two when the other has no file: it gets a counter', { label: '' }, ['1', '1 (2)']],
  ])('%s', (_name, other, wanted) => {
    const { of } = move([issueRow('1', 's', '1'), issueRow('2', 's', '1', other)])
    expect([numbers(), of.issues![0]]).toEqual([wanted, wanted.length])
  }) // biome-ignore format: a table

  test('get a counter when neither the file nor its name is free', () => {
    const row = (id: string) => issueRow(id, 's', '1', { label: '', file_number: '' })
    const { notes } = move([row('a'), issueRow('b', 's', '1', { label: 'One', file_number: '' }), issueRow('c', 's', '1', { label: '1', file_number: '' })]) // biome-ignore format: one line
    expect(numbers()).toEqual(['1', 'One', '1 (2)'])
    expect(notes).toMatchObject({ 'Issues whose number the series has twice: a count is added': 1 })
  })

  test('of other kinds, units or series are different', () => {
    moveRows(db, {
      series: [seriesRow('s'), seriesRow('t', { name: 'Low Tide' })],
      issues: [
        issueRow('1', 's', '1'),
        issueRow('2', 's', '1', { kind: 'annual' }),
        issueRow('3', 's', '1', { unit: 'volume' }),
        issueRow('4', 't', '1'),
      ],
    })
    expect(numbers()).toEqual(['1', '1', '1', '1'])
  })
})

describe('an issue that the library has', () => {
  beforeEach(() => {
    makeSeries(db, { year: 2015 })
    makeIssues(db, 'harbor', [1, 2, 3])
  })

  test.each([
    ['by its number', issueRow('9', 's', '2'), 'harbor-2'],
    ['by the id of a service before its number', issueRow('9', 's', '2', { ids: { comicvine: '71' } }), 'harbor-3'],
  ])('is found %s', (_name, row, own) => {
    const said = { issue_id: 'harbor-3', source: 'comicvine', provider_id: '71', facts: {}, said_at: MOVED_AT } as const
    db.write((tx) => putIssueSource(tx, said))
    const { of, omitted } = move([row])
    expect([of.issues, ownIds()['9']]).toEqual([[0, 1, 0], own])
    expect(omitted).toContain('9: The library already has this issue.')
  })

  test.each([
    ['the only one', ['harbor-3'], '1', 'harbor-3'],
    ['of several the one with its number', ['harbor-3', 'harbor-2'], '2', 'harbor-2'],
    ['of several the first when none has its number', ['harbor-3', 'harbor-2'], '8', 'harbor-2'],
  ])('is the one of its file: %s', (_name, inFile, number, own) => {
    makeFile(db, { path: '/data/f.cbz', issues: inFile })
    const { of } = move([issueRow('9', 's', number)], { files: [fileRow('f', ['9'])] })
    expect([of.issues, ownIds()['9']]).toEqual([[0, 1, 0], own])
    expect(numbers()).toEqual(['1', '2', '3'])
  })
})

test('files are searched for at their place on this machine, once for each issue, unless the library has them', () => {
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', [1])
  makeFile(db, { path: '/comics/a.cbz', issues: ['harbor-1'] })
  const files = [fileRow('a', ['1']), fileRow('b', ['2', '2', '3']), fileRow('c', ['9']), fileRow('d', [])]
  const rows = { series: [seriesRow('s')], issues: ['1', '2', '3'].map((n) => issueRow(n, 's', n)), files }
  const { of, omitted, notes } = moveRows(db, rows, { path_mappings: [{ from: '/data', to: '/comics' }] })
  expect(of.files).toEqual([1, 1, 2])
  expect(notes).toMatchObject({ 'Files that the library has already, known by their path': 1 })
  expect(omitted).toContain('c: Its issue was not copied, or Komga lists none for it.')
  const sought = db.read.all(sql`select path, issue_id from moving_files order by sought_id`)
  expect(sought).toEqual(['2', '3'].map((id) => ({ path: '/comics/b.cbz', issue_id: ownIds()[id]! })))
})
