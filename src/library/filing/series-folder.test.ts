import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { findSeries } from '../series/store'
import type { NamingSettings } from './naming'
import { freePath, homeOf } from './series-folder'

const naming = { folder_format: '$Series' } as NamingSettings
let folder: string
let db: Database
const at = (path: string) => join(folder, path)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-series-folder-'))
  mkdirSync(at('comics'))
  db = testDatabase()
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const home = (roots = ['comics'], more: Partial<Files> = {}) =>
  homeOf(findSeries(db.read, 'harbor')!, {
    db: db.read,
    files: { ...systemFiles, ...more },
    naming,
    roots: roots.map(at),
  })

describe('a new series', () => {
  test('gets a folder by the template in the first library folder', async () => {
    makeSeries(db)
    mkdirSync(at('more'))
    expect(await home(['more', 'comics'])).toBe(at('more/Harbor Lights'))
    expect(existsSync(at('more/Harbor Lights'))).toBe(true)
  })

  test('never gets a folder that another series has', async () => {
    makeSeries(db)
    makeSeries(db, { comic_id: 'other', location: at('comics/Harbor Lights') })
    expect(await home()).toBe(at('comics/Harbor Lights (2)'))
  })

  test.each([
    ['comic', 'comics'],
    ['manga', 'manga'],
  ] as const)('of %s has no folder without a library folder', async (content_type, what) => {
    makeSeries(db, { content_type })
    await expect(home([])).rejects.toThrow(`No folder for ${what} is configured.`)
  })

  test.each<[string, Partial<Files>]>([
    ['is not there', { real: async () => undefined }],
    ['cannot be read', { real: () => Promise.reject(new Error('EIO')) }],
    ['is gone the next moment', { stat: async () => undefined }],
    ['stops to answer', { stat: () => Promise.reject(new Error('EIO')) }],
  ])('has no folder while the library folder %s', async (_why, more) => {
    makeSeries(db)
    await expect(home(['comics'], more)).rejects.toThrow(`There is no folder at ${at('comics')}. Connect its disk.`)
    expect(existsSync(at('comics/Harbor Lights'))).toBe(false)
  })

  test('cannot have its folder inside a file, but behind a link to a folder', async () => {
    makeSeries(db)
    writeFileSync(at('file'), '')
    symlinkSync(at('comics'), at('link'))
    await expect(home(['file'])).rejects.toThrow('There is no folder at')
    expect(await home(['link'])).toBe(at('link/Harbor Lights'))
  })
})

describe('a series with files', () => {
  const located = (path: string | null, file?: string) => {
    makeSeries(db, { location: path && at(path) })
    const ids = makeIssues(db, 'harbor', [1])
    if (file) makeFile(db, { path: at(file), issues: ids })
  }

  test('keeps its folder, wherever that is', async () => {
    mkdirSync(at('elsewhere/harbor'), { recursive: true })
    located('elsewhere/harbor', 'comics/other/1.cbz')
    expect(await home()).toBe(at('elsewhere/harbor'))
  })

  test('has the folder of its first file when none is known', async () => {
    mkdirSync(at('comics/harbor'))
    located(null, 'comics/harbor/1.cbz')
    expect(await home()).toBe(at('comics/harbor'))
  })

  test('is not in the folder of its story arc copies', async () => {
    for (const name of ['Story arcs/Night Tide', 'harbor']) mkdirSync(at(`comics/${name}`), { recursive: true })
    located(null, 'comics/Story arcs/Night Tide/001.cbz')
    const homes = { db: db.read, files: systemFiles, naming, roots: [at('comics')] }
    const of = (aside?: string) => homeOf(findSeries(db.read, 'harbor')!, { ...homes, aside })
    expect(await of()).toBe(at('comics/Story arcs/Night Tide'))
    expect(await of(at('comics/Story arcs'))).toBe(at('comics/Harbor Lights'))
    makeIssues(db, 'harbor', [2])
    makeFile(db, { path: at('comics/harbor/2.cbz'), issues: ['harbor-2'] })
    expect(await of(at('comics/Story arcs'))).toBe(at('comics/harbor'))
  })

  test('gets its folder again when the library folder exists', async () => {
    located('comics/deep/harbor')
    mkdirSync(at('more'))
    expect(await home(['more', 'comics'])).toBe(at('comics/deep/harbor'))
    expect(existsSync(at('comics/deep/harbor'))).toBe(true)
  })

  test('may have the library folder itself', async () => {
    located('comics')
    rmSync(at('comics'), { recursive: true })
    await expect(home()).rejects.toThrow(`There is no folder at ${at('comics')}. Connect its disk.`)
  })

  test.each(['comics two/harbor', '..', '../comics/harbor'])(
    'waits for its disk at %s, outside of all library folders',
    async (path) => {
      makeSeries(db, { location: `${dirname(folder)}/none/${path}` })
      await expect(home()).rejects.toThrow('Connect its disk.')
    },
  )

  test('may have a folder whose name begins with dots', async () => {
    located('comics/..harbor')
    expect(await home()).toBe(at('comics/..harbor'))
  })
})

test('a path is free, or gets the first free number', async () => {
  const free = () => freePath(systemFiles, at('comics'), 'a 1.cbz').then((path) => path.slice(at('comics/').length))
  expect(await free()).toBe('a 1.cbz')
  writeFileSync(at('comics/a 1.cbz'), '')
  expect(await free()).toBe('a 1 (2).cbz')
  writeFileSync(at('comics/a 1 (2).cbz'), '')
  expect(await free()).toBe('a 1 (3).cbz')
})
