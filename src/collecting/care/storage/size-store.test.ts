import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import type { SizeFacet } from '../states'
import { sizesOf, totalSize, writeSizes } from './size-store'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

const row = (facet: SizeFacet, key: string, bytes: number) => ({ facet, key, label: '', files: 1, bytes })
const write = (today: string, ...rows: ReturnType<typeof row>[]) =>
  db.write((tx) => writeSizes(tx, [row('total', today, 1), ...rows], today))
const keys = (facet: SizeFacet) => sizesOf(db.read, facet).map(({ key }) => key)

test('of earlier days the total is kept, for 60 days and on the first of a month', () => {
  write('2026-08-01', row('format', 'cbz', 1))
  write('2026-08-02')
  write('2026-09-21')
  write('2026-09-22')
  write('2026-11-21', row('format', 'cbr', 1))
  expect(keys('total')).toEqual(['2026-08-01', '2026-09-22', '2026-11-21'])
  expect(keys('format')).toEqual(['cbr'])
})

test('a second check of a day replaces the first', () => {
  write('2026-11-21')
  db.write((tx) => writeSizes(tx, [row('total', '2026-11-21', 7)], '2026-11-21'))
  expect(totalSize(db.read)).toEqual({ files: 1, bytes: 7 })
})

test('sizes are listed largest first, but years in their order', () => {
  write('2026-11-21', row('format', 'a', 1), row('format', 'b', 9), row('format', 'c', 9))
  expect(keys('format')).toEqual(['b', 'c', 'a'])
  write('2026-11-21', row('year', '2019', 9), row('year', '2018', 1), row('added', '2026-02', 9), row('added', '2026-01', 1)) // biome-ignore format: one row
  expect([...keys('year'), ...keys('added')]).toEqual(['2018', '2019', '2026-01', '2026-02'])
})

test('a library that was never checked has no size', () => {
  expect(totalSize(db.read)).toEqual({ files: 0, bytes: 0 })
})
