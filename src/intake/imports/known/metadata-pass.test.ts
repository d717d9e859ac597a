import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Files } from '../../../base/platform/ports'
import { issueSourcesOf, putIssueSource } from '../../../library/metadata/store'
import { issuesOf, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { disk } from '../../../testing/disks/disk'
import { confirmImport, putFile, scanLibrary } from '../../../testing/imports/imports'

/** A library whose files were imported by a version that did not read their ratings. */

let folder: string
let app: TestApp
/** Library files that were opened since the last `opened()`. */
let paths: string[]
/** Called with the number of opened files. */
let onOpen: (count: number) => void

const opened = () => paths.splice(0).length
const files: Files = {
  ...disk,
  open: (path) => {
    if (path.endsWith('.cbz')) onOpen(paths.push(path))
    return disk.open(path)
  },
}
const start = async () => {
  app = await testApp({
    folder,
    databasePath: join(folder, 'panelkeep.db'),
    settings: { comic_dirs: join(folder, 'comics') },
    ports: { files, processes: { helper: archiveHelper().helper, launch: async () => false } },
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-pass-'))
  mkdirSync(join(folder, 'comics'))
  paths = []
  onOpen = () => {}
  await start()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const pathOf = (n: number, name = 'Harbor Lights') =>
  join(folder, 'comics', `${name} (2015)`, `${name} ${String(n).padStart(3, '0')} (2015).cbz`)

function put(n: number, rating: string, name?: string): void {
  const info = `<ComicInfo><Number>${n}</Number><AgeRating>${rating}</AgeRating><Genre>Horror</Genre><Tags>Fog</Tags><Teams>Wardens</Teams></ComicInfo>`
  putFile(pathOf(n, name), makeCbz({ ...makePages(2), 'n.txt': `${name} ${n}`, 'ComicInfo.xml': info }))
  utimesSync(pathOf(n, name), 1_760_000_000, 1_760_000_000)
}

/** Imports all files and leaves the rows as an older version wrote them. */
async function importByOlderVersion(): Promise<void> {
  expect(await confirmImport(app, await scanLibrary(app))).toMatchObject({ errors: [] })
  app.db.write((tx) => {
    tx.run(sql`delete from issue_sources`)
    tx.run(sql`delete from series_sources`)
    tx.run(sql`update issues set age_rating = null`)
    tx.run(sql`update series set age_rating = null, age_years = null, genres = null`)
    tx.run(sql`update file_statements set reading = null,
      stated = json_remove(stated, '$.age_rating', '$.genres', '$.tags', '$.credits', '$.details')`)
  })
  opened()
}

const beginPass = () => app.reader.json(202, app.reader.post('/api/system/jobs/file_metadata/run'))
async function runPass(): Promise<void> {
  await beginPass()
  await app.idle()
}

const series = (name = 'Harbor Lights') => seriesNamed(app.db.read, name)[0]!
const ratings = () => issuesOf(app.db.read, series().comic_id).map(({ age_rating }) => age_rating)

describe('the metadata of files in the library', () => {
  beforeEach(async () => {
    put(1, 'Everyone')
    put(2, 'MA15+')
    put(1, 'Teen', 'Copper Winter')
    await importByOlderVersion()
  })

  test('is read once, and none of the files is hashed', async () => {
    await runPass()
    expect(opened()).toBe(3)
    expect(ratings()).toEqual(['Everyone', 'MA15+'])
    expect(series()).toMatchObject({ age_rating: 'MA15+', age_years: 15, genres: ['Horror'] })
    expect(series('Copper Winter')).toMatchObject({ age_rating: 'Teen', age_years: 13 })
    await runPass()
    expect(opened()).toBe(0)
  })

  test('that an earlier version kept in part is completed', async () => {
    app.db.write((tx) => {
      tx.run(sql`update file_statements set reading = 1, stated = json_set(stated, '$.age_rating', 'Everyone',
        '$.genres', json('["Horror"]'), '$.tags', json('["Gone"]'))`)
      for (const { issue_id } of issuesOf(tx, series().comic_id))
        putIssueSource(tx, { issue_id, source: 'file', facts: { genres: ['Horror'], tags: ['Gone'] }, said_at: '2026' })
    })
    await runPass()
    expect(opened()).toBe(3)
    const [first] = issuesOf(app.db.read, series().comic_id)
    expect(issueSourcesOf(app.db.read, first!.issue_id)[0]!.facts).toEqual({
      genres: ['Horror'],
      tags: ['Fog'],
      teams: ['Wardens'],
    })
    const [statement] = app.db.read.all<{ stated: string }>(sql`select stated from file_statements limit 1`)
    expect(Object.keys(JSON.parse(statement!.stated))).not.toContain('genres')
  })

  test('is read at the first start of this version', async () => {
    app.db.write((tx) => tx.run(sql`delete from jobs where name = 'file_metadata'`))
    await app.close()
    await start()
    await app.idle()
    expect(series()).toMatchObject({ age_years: 15 })
  })

  test('of a file that changed is left to the next scan', async () => {
    put(2, 'X18+')
    utimesSync(pathOf(2), 1_770_000_000, 1_770_000_000)
    await runPass()
    expect(ratings()).toEqual(['Everyone', null])
    await scanLibrary(app)
    expect(ratings()).toEqual(['Everyone', 'X18+'])
    opened()
    await runPass()
    expect(opened()).toBe(0)
  })

  test('of a file on a missing disk is read once the disk is back', async () => {
    renameSync(join(folder, 'comics'), join(folder, 'away'))
    await runPass()
    expect(series()).toMatchObject({ age_years: null })
    renameSync(join(folder, 'away'), join(folder, 'comics'))
    await runPass()
    expect(series()).toMatchObject({ age_years: 15 })
  })

  test('of a damaged file is not read again', async () => {
    putFile(pathOf(2), 'x'.repeat(Bun.file(pathOf(2)).size))
    utimesSync(pathOf(2), 1_760_000_000, 1_760_000_000)
    await runPass()
    expect(ratings()).toEqual(['Everyone', null])
    opened()
    await runPass()
    expect(opened()).toBe(0)
  })

  test('does not replace what the user wrote', async () => {
    await app.reader.json(200, app.reader.patch(`/api/series/${series().comic_id}/metadata`, { age_rating: 'PG' }))
    await runPass()
    expect(series()).toMatchObject({ age_rating: 'PG', age_years: 8 })
  })
})

test('a pass that a restart interrupted reads the rest, and nothing twice', async () => {
  for (let n = 1; n <= 45; n++) put(n, n === 45 ? 'R18+' : 'Teen')
  await importByOlderVersion()
  let closing: Promise<void> | undefined
  onOpen = (count) => {
    if (count === 30) closing = app.close()
  }
  await beginPass()
  while (closing === undefined) await app.idle()
  await closing
  const firstRun = new Set(paths.splice(0, 20))
  paths = []
  onOpen = () => {}
  await start()
  await app.idle()
  expect(paths).toHaveLength(25)
  expect(paths.filter((path) => firstRun.has(path))).toEqual([])
  expect(ratings()).toEqual([...Array.from({ length: 44 }, () => 'Teen'), 'R18+'])
  expect(series()).toMatchObject({ age_rating: 'R18+', age_years: 18, genres: ['Horror'] })
})
