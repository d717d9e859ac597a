import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { type ProposedFile, proposedRows } from '../../../testing/imports/proposed-rows'
import { makeSeries } from '../../../testing/make'
import { ScanProgress } from '../progress'
import { findGroup, insertScan } from '../store'
import { importGroups } from '../tables'
import { keepCorrections } from './keep-corrections'
import { filesOfGroup } from './store'

/** The user's corrections of one scan, in the next one. */

const clock = fakeClock()
let db: Database
let ids: number
let group: Rows['group']
let row: Rows['row']
type Rows = ReturnType<typeof proposedRows>
beforeEach(() => {
  db = testDatabase()
  ids = 0
  const rows = proposedRows(db)
  ;({ group, row } = rows)
  rows.scan()
  db.write((tx) => insertScan(tx, { scan_id: 'next', kind: 'comic', at: '2027-01-01T00:00:00.000Z' }))
})
afterEach(() => db.close())

const random = { id: () => `id-${++ids}` }
const files = (groupId: string) => filesOfGroup(db.read, groupId)

const NEXT = { scan_id: 'next' }
/** Another scan of the same files has completed. */
async function scanned(signal = new AbortController().signal): Promise<void> {
  const deps = { db, clock, scan: { kind: 'comic', scan_id: 'next' } as const, tools: { signal, report: () => {} } }
  await keepCorrections({ db, random }, new ScanProgress(deps))
}
const groups = () => db.read.select().from(importGroups).all().filter(({ scan_id }) => scan_id === 'next') // biome-ignore format: one row
test('the next scan keeps the name and the year of a series, for all its files, wherever the scan puts them', async () => {
  group('Harbor Lights', [1, 2, 3], { said: true, series_name: 'Port Lamps', sort_name: 'Port Lamps', year: 2011 })
  const now = group('Elsewhere', [{ path: '/c/Harbor Lights/3.cbz' }], NEXT)
  const other = group('Harbor Light', [1, 2].map((n) => ({ path: `/c/Harbor Lights/${n}.cbz`, number: `${n}` })), { ...NEXT, year: 1999 })
  await scanned()
  expect(groups().map(({ group_id }) => group_id)).toEqual([other])
  expect(row(other)).toMatchObject({ series_name: 'Port Lamps', sort_name: 'Port Lamps', year: 2011, said: true, file_count: 3 })
  expect(findGroup(db.read, now)).toBeUndefined()
}) // biome-ignore format: one glance

test('the next scan prefers the same series over the group with most of the files', async () => {
  group('Harbor Lights', [1, 2], { said: true, year: 2011 })
  group('Harbor Light', [1, 2].map((n) => ({ path: `/c/Harbor Lights/${n}.cbz` })), NEXT)
  const same = group('Harbor Lights', [9], NEXT)
  await scanned()
  expect(row(same)).toMatchObject({ year: 2011, file_count: 3 })
}) // biome-ignore format: one glance

test('the next scan keeps the number of a file, and leaves the others where the scan puts them', async () => {
  group('Harbor Lights', [{ path: '/c/Harbor Lights/1.cbz', number: '7', number_end: '8', kind: 'annual', unit: 'volume', said: true }, 2])
  const now = group('Harbor Lights', [1], { ...NEXT, series_name: 'Harbor', year: 1999 })
  const other = group('Harbor 2', [{ path: '/c/Harbor Lights/2.cbz', number: '2' }], NEXT)
  await scanned()
  expect(files(now)).toMatchObject([{ number: '7', number_end: '8', kind: 'annual', unit: 'volume', said: true }])
  expect(row(now)).toMatchObject({ series_name: 'Harbor', year: 1999, said: false })
  expect(files(other)).toHaveLength(1)
}) // biome-ignore format: one glance

test.each<[string, Partial<ProposedFile>, Partial<ProposedFile>, boolean]>([
  ['as it was', {}, {}, true],
  ['of another size', {}, { size: 11 }, false],
  ['of another time', {}, { modified_ms: 2 }, false],
  ['of another time and the same content', { content_hash: 'h' }, { modified_ms: 2, content_hash: 'h' }, true],
  ['of another time and another content', { content_hash: 'h' }, { modified_ms: 2, content_hash: 'i' }, false],
  ['imported since', {}, { in_library: true }, false],
  ['imported before', { in_library: true }, {}, false],
  ['damaged by now', {}, { problem: 'It is cut off.' }, false],
])('the next scan keeps corrections only of a file that is %s: %p', async (_, then, now, isKept) => {
  const path = '/c/Harbor Lights/1.cbz'
  group('Harbor Lights', [{ path, number: '7', said: true, ...then }])
  const next = group('Harbor Lights', [{ path, number: '1', ...now }], NEXT)
  await scanned()
  expect(files(next).map(({ number }) => number)).toEqual([isKept ? '7' : '1'])
})

test('the next scan keeps a proposal that the user created, beside its own for the rest', async () => {
  group('Specials', [{ path: '/c/Harbor Lights/2.cbz', number: '2', said: true }], { found_confidence: null, said: true })
  const now = group('Harbor Lights', [1, 2], NEXT)
  await scanned()
  expect(groups().map(({ series_name, file_count }) => [series_name, file_count])).toEqual([['Harbor Lights', 1], ['Specials', 1]])
  expect(row(now).file_count).toBe(1)
  expect(groups()[1]).toMatchObject({ group_id: 'id-1', errors: [], said: true })
}) // biome-ignore format: one glance

test('the next scan keeps a proposal that the user created completely, also with uncorrected files', async () => {
  group('Specials', [{ path: '/c/Harbor Lights/2.cbz', said: true }, { path: '/c/Harbor Lights/3.cbz' }], { found_confidence: null }) // biome-ignore format: one row
  const now = group('Harbor Lights', [1, 2, 3], NEXT)
  await scanned()
  expect(row(now).file_count).toBe(1)
})

test('the next scan keeps the series of the library that the user chose', async () => {
  makeSeries(db, { comic_id: 'tide', name: 'Tide' })
  group('Harbor Lights', [1], { said: true, comic_id: 'tide', existing_comic_id: 'tide', series_name: 'Tide' })
  const now = group('Harbor', [{ path: '/c/Harbor Lights/1.cbz' }], { ...NEXT, year: 1999 })
  await scanned()
  expect(row(now)).toMatchObject({ comic_id: 'tide', existing_comic_id: 'tide', series_name: 'Tide', said: true })
})

test('the next scan keeps only the grouping when the chosen series of the library is gone', async () => {
  group('Harbor Lights', [1, { path: '/c/x.cbz', said: true }], { said: true, comic_id: 'gone', existing_comic_id: 'gone' })
  const now = group('Harbor', [{ path: '/c/Harbor Lights/1.cbz' }, { path: '/c/x.cbz' }], { ...NEXT, said: true })
  await scanned()
  expect(row(now)).toMatchObject({ comic_id: 'local-Harbor', existing_comic_id: null, file_count: 2 })
  expect(groups()).toHaveLength(1)
}) // biome-ignore format: one glance

test('the next scan keeps a proposal for a deleted series under a new id, when it has no other for its files', async () => {
  group('Harbor Lights', [{ path: '/c/x.cbz', said: true }], { said: true, comic_id: 'gone', existing_comic_id: 'gone', errors: ['x'] })
  const now = group('Harbor', [{ path: '/c/x.cbz' }, 2], NEXT)
  await scanned()
  expect(groups().map(({ existing_comic_id }) => existing_comic_id)).toEqual([null, null])
  const made = groups().find(({ group_id }) => group_id !== now)!
  expect(made).toMatchObject({ comic_id: expect.stringMatching(/^local-id-/) as never, errors: [], file_count: 1 })
}) // biome-ignore format: one glance

test('the next scan keeps the chosen kind, and no other', async () => {
  const manga = { content_type: 'manga', reading_direction: 'rtl' } as const
  group('Harbor Lights', [{ path: '/c/1.cbz', unit: 'issue' }], { said: true, ...manga, content_type_chosen: true })
  group('Copper Orchard', [{ path: '/c/2.cbz', unit: 'issue' }], { said: true, ...manga })
  const now = group('Harbor Lights', [{ path: '/c/1.cbz' }], NEXT)
  const other = group('Copper Orchard', [{ path: '/c/2.cbz' }], NEXT)
  await scanned()
  expect(row(now)).toMatchObject({ ...manga, content_type_chosen: true })
  expect(row(other)).toMatchObject({ content_type: 'comic', reading_direction: 'ltr', content_type_chosen: false })
  expect([files(now)[0]!.unit, files(other)[0]!.unit]).toEqual(['chapter', 'issue'])
})

test('the next scan keeps the chosen provider series, if the series is the same', async () => {
  group('Harbor Lights', [1], { proposal_said: true, proposal_id: 'mine' })
  const now = group('Harbor Lights', [1], NEXT)
  group('Copper Orchard', [1], { proposal_said: true, proposal_id: 'other' })
  const moved = group('Copper', [{ path: '/c/Copper Orchard/1.cbz' }], NEXT)
  await scanned()
  expect(row(now)).toMatchObject({ proposal_id: 'mine', proposal_said: true })
  expect(row(moved)).toMatchObject({ proposal_id: null, proposal_said: false })
})

test('the next scan keeps nothing once it was stopped', async () => {
  group('Harbor Lights', [1], { said: true, year: 2011 })
  const now = group('Harbor Lights', [1], NEXT)
  await scanned(AbortSignal.abort())
  expect(row(now).year).toBeNull()
})
