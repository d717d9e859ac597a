import { beforeEach, expect, test } from 'bun:test'
import { sep } from 'node:path'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { freeHome } from './free-home'
import type { NamingSettings } from './naming'

const naming = { folder_format: '$Series ($Year)' } as NamingSettings
const HOME = ['', 'comics', 'Winter Engine (2019)'].join(sep)
let db: Database
const free = (comicId: string | null, more: Partial<NamingSettings> = {}, home = HOME) =>
  freeHome(db.read, home, { ...naming, ...more }, comicId)
beforeEach(() => {
  db = testDatabase()
})

test('a folder that no series has is free', () => {
  makeSeries(db, { comic_id: 'other', location: `${HOME} Specials` })
  expect(free(null)).toBe(HOME)
})

test("the folder of another series is taken, in any spelling, and the series' own is free", () => {
  makeSeries(db, { comic_id: 'other', location: HOME })
  expect(free(null)).toBe(`${HOME} (2)`)
  expect(free('new')).toBe(`${HOME} (2)`)
  expect(free(null, {}, HOME.toUpperCase())).toBe(`${HOME.toUpperCase()} (2)`)
  expect(free('other')).toBe(HOME)
})

test('a folder with files of another series directly in it is taken', () => {
  makeSeries(db, { comic_id: 'other', location: null })
  const [one = '', two = ''] = makeIssues(db, 'other', [1, 2])
  makeFile(db, { issues: [one], path: `${HOME}${sep}Winter Engine 001.cbz` })
  makeFile(db, { issues: [two], path: `${HOME} (2)${sep}Annuals${sep}Winter Engine 002.cbz` })
  expect(free(null)).toBe(`${HOME} (2)`)
  expect(free('other')).toBe(HOME)
})

test('a template without the series means one folder for several', () => {
  makeSeries(db, { comic_id: 'other', location: HOME })
  expect(free(null, { folder_format: '$Publisher' })).toBe(HOME)
  expect(free(null, { folder_format: '{series}' })).toBe(`${HOME} (2)`)
})
