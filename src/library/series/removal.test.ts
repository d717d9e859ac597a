import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileAt } from './file-store'
import { SeriesLibrary } from './service'
import * as store from './store'

let app: TestApp
let root: string
let comics: string
let failing: boolean

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'panelkeep-library-')))
  comics = join(root, 'comics')
  failing = false
  const files: Files = {
    ...systemFiles,
    removeFolder: (folder) => (failing ? Promise.reject(new Error('EACCES')) : systemFiles.removeFolder(folder)),
  }
  mkdirSync(comics)
  mkdirSync(join(root, 'manga'))
  app = await testApp({ ports: { files } })
  await app.config.save({ comic_dirs: [comics], manga_dirs: [join(root, 'manga')] })
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

/** A series with one file, which exists on disk too. */
function series(comic_id: string, folder: string | null, file = folder && join(folder, '1.cbz')) {
  makeSeries(app.db, { comic_id, name: comic_id, location: folder })
  makeIssues(app.db, comic_id, [1])
  if (folder) mkdirSync(folder, { recursive: true })
  if (file) {
    writeFileSync(file, 'zip')
    makeFile(app.db, { path: file, issues: [`${comic_id}-1`] })
  }
  app.events()
}
const remove = (id: string, query = '') => app.reader.delete(`/api/series/${id}${query}`)
const known = (id: string) => store.findSeries(app.db.read, id) !== undefined

async function refused(id: string, says: string) {
  const { detail } = await app.reader.json(409, remove(id, '?directory=true'))
  expect(detail).toContain(says)
  expect(known(id)).toBe(true)
  expect(app.events()).toEqual([])
}

describe('removing a series', () => {
  test('deletes it and keeps its folder', async () => {
    const folder = join(comics, 'Harbor')
    series('harbor', folder)
    for (const query of ['', '?directory=false']) {
      if (!known('harbor')) series('harbor', folder)
      expect(await app.reader.json(200, remove('harbor', query))).toEqual({
        success: true,
        message: 'harbor was removed.',
      })
      expect(known('harbor')).toBe(false)
      expect(fileAt(app.db.read, join(folder, '1.cbz'))).toBeUndefined()
      expect(existsSync(join(folder, '1.cbz'))).toBe(true)
      expect(app.events()).toEqual([{ type: 'library.changed' }])
    }
  })

  test('that is unknown is 404', async () => {
    await app.reader.json(404, remove('unknown'))
    await app.reader.json(404, remove('unknown', '?directory=true'))
  })

  test('accepts true or false for its folder, nothing else', async () => {
    series('harbor', join(comics, 'Harbor'))
    await app.reader.json(422, remove('harbor', '?directory=maybe'))
    expect(known('harbor')).toBe(true)
  })
})

describe('removing a series with its folder', () => {
  test('removes its content, and links themselves but not their targets', async () => {
    const folder = join(comics, 'Northgate', 'Harbor')
    series('harbor', folder)
    mkdirSync(join(folder, 'extras'))
    mkdirSync(join(root, 'precious'))
    writeFileSync(join(root, 'precious', 'photo.jpg'), 'jpg')
    symlinkSync(join(root, 'precious'), join(folder, 'extras', 'linked'))
    const { message } = await app.reader.json(200, remove('harbor', '?directory=true'))
    expect(message).toContain(folder)
    expect(existsSync(folder)).toBe(false)
    expect(existsSync(join(comics, 'Northgate'))).toBe(true)
    expect(existsSync(join(root, 'precious', 'photo.jpg'))).toBe(true)
    expect(known('harbor')).toBe(false)
    expect(app.events()).toEqual([{ type: 'library.changed' }])
  })

  test('follows a library folder that is a link to another disk', async () => {
    const space = join(root, 'disk2')
    mkdirSync(space)
    rmSync(join(root, 'manga'), { recursive: true })
    symlinkSync(space, join(root, 'manga'))
    series('harbor', join(root, 'manga', 'Harbor'))
    await app.reader.json(200, remove('harbor', '?directory=true'))
    expect(existsSync(join(space, 'Harbor'))).toBe(false)
    expect(existsSync(space)).toBe(true)
  })

  test('refuses a folder outside the library', async () => {
    series('harbor', join(root, 'comics-old', 'Harbor'))
    await refused('harbor', 'not inside a library folder')
    expect(existsSync(join(root, 'comics-old', 'Harbor', '1.cbz'))).toBe(true)
  })

  test('refuses a path that climbs out of the library', async () => {
    series('harbor', join(root, 'precious'))
    app.db.write((tx) => tx.run(`update series set location = '${comics}/../precious'`))
    await refused('harbor', 'not inside a library folder')
  })

  test('refuses the library folder itself and a folder that contains one', async () => {
    series('harbor', comics, null)
    await refused('harbor', 'not inside a library folder')
    const nested = join(comics, 'Harbor', 'manga')
    mkdirSync(nested, { recursive: true })
    await app.config.save({ manga_dirs: [nested] })
    series('tide', join(comics, 'Harbor'))
    await refused('tide', 'The library folder')
    expect(existsSync(nested)).toBe(true)
  })

  test('refuses a folder that is a link, and one that is reached by a link out of the library', async () => {
    const precious = join(root, 'precious')
    mkdirSync(join(precious, 'Harbor'), { recursive: true })
    symlinkSync(precious, join(comics, 'Linked'))
    series('harbor', join(comics, 'Linked'), null)
    await refused('harbor', 'is a link')
    series('tide', join(comics, 'Linked', 'Harbor'))
    await refused('tide', 'not inside a library folder')
    expect(existsSync(join(precious, 'Harbor', '1.cbz'))).toBe(true)
  })

  test('refuses when no folder is known, when it is missing and when it is a file', async () => {
    series('harbor', null)
    await refused('harbor', 'no folder is known')
    series('tide', join(comics, 'Tide'))
    rmSync(join(comics, 'Tide'), { recursive: true })
    await refused('tide', 'There is no folder')
    series('wolves', null)
    writeFileSync(join(comics, 'Wolves'), 'not a folder')
    app.db.write((tx) => tx.run(`update series set location = '${join(comics, 'Wolves')}' where comic_id = 'wolves'`))
    await refused('wolves', 'There is no folder')
  })

  test('refuses while it contains a file of another series, however its path is written', async () => {
    const folder = join(comics, 'Shared')
    series('harbor', folder)
    symlinkSync(comics, join(root, 'shortcut'))
    series('tide', null)
    const path = join(folder, 'tide', '1.cbz')
    mkdirSync(join(folder, 'tide'))
    writeFileSync(path, 'zip')
    makeFile(app.db, { path, issues: ['tide-1'] })
    app.events()
    await refused('harbor', `${path} belongs to another series`)

    // The same file, stored under a second library folder that is a link to the first.
    const shortcut = join(root, 'shortcut')
    const other = join(shortcut, 'Shared', 'tide', '1.cbz')
    app.db.write((tx) => tx.run(`update files set path = '${other}' where path = '${path}'`))
    await app.reader.json(200, app.reader.put('/api/config', { comic_dirs: [shortcut, comics] }))
    app.events()
    await refused('harbor', `${other} belongs to another series`)
    expect(existsSync(path)).toBe(true)
  })

  test('keeps the series when the disk refuses', async () => {
    series('harbor', join(comics, 'Harbor'))
    failing = true
    const { detail } = await app.reader.json(503, remove('harbor', '?directory=true'))
    expect(detail).toContain('could not be removed')
    expect(known('harbor')).toBe(true)
    failing = false
    await app.reader.json(200, remove('harbor', '?directory=true'))
  })
})

test('beforeDelete hooks run in the same transaction, and an error there keeps the series', () => {
  series('harbor', join(comics, 'Harbor'))
  series('tide', join(comics, 'Tide'))
  const { db, clock, ports } = app
  const { files, log, random } = ports
  const library = new SeriesLibrary({ db, clock, files, log, random, roots: () => [comics] })
  const deleted: string[] = []
  library.beforeDelete.push((tx, comicId) => {
    expect(store.issuesOf(tx, comicId)).toHaveLength(1)
    deleted.push(comicId)
  })
  library.removeAll(['harbor', 'unknown'])
  expect(deleted).toEqual(['harbor'])

  library.beforeDelete.push(() => {
    throw new Error('the other feature is broken')
  })
  app.events()
  expect(() => library.removeAll(['tide'])).toThrow('the other feature is broken')
  expect(known('tide')).toBe(true)
  expect(app.events()).toEqual([])
})
