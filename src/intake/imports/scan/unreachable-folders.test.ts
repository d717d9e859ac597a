import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import { fileAt } from '../../../library/series/file-store'
import { seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { confirmImport, putComic, scanLibrary } from '../../../testing/imports/imports'
import { knownDisks, lostDisks } from '../folders/disk-store'
import type { ProgressView } from '../schema'

/** A disk inside a library folder is unmounted, and the library keeps its files. */

let folder: string
let app: TestApp
/** Folders that are disks of their own. */
let disks: Set<string>
/** Folders that cannot be listed. */
let closed: Set<string>

const at = (path: string) => join(folder, path)
const isBelow = (path: string, above: string) => path === above || path.startsWith(`${above}/`)

const files: Files = {
  ...systemFiles,
  async stat(path) {
    const facts = await systemFiles.stat(path)
    const disk = [...disks].filter((each) => isBelow(path, each)).length
    return facts && { ...facts, device: 100 + disk }
  },
  async list(path) {
    if ([...closed].some((each) => isBelow(path, each))) throw new Error('EIO: i/o error, scandir')
    return systemFiles.list(path)
  },
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-reach-'))
  disks = new Set()
  closed = new Set()
  mkdirSync(at('comics'))
  put('comics/Here (2001)/Here 1.cbz', 1)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (path: string, n: number) => putComic(at(path), n)

/** Imports the files on the disk. */
async function begin(): Promise<void> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: at('comics') }, ports: { processes, files } })
  expect(await confirmImport(app, await scan())).toMatchObject({ errors: [] })
}

const scan = () => scanLibrary(app)

const counts = ({ progress }: ProgressView) => [progress.moved_files, progress.missing_files]
const have = (name: string) => seriesNamed(app.db.read, name)[0]?.have

describe('a disk mounted inside a library folder', () => {
  beforeEach(async () => {
    disks.add(at('comics/share'))
    put('comics/share/Away (2002)/Away 1.cbz', 2)
    put('comics/share/Away (2002)/Away 2.cbz', 3)
    await begin()
    await scan()
  })

  /** The state after a disk was unmounted. */
  function unmount(): void {
    renameSync(at('comics/share'), at('elsewhere'))
    disks.delete(at('comics/share'))
    mkdirSync(at('comics/share'))
  }

  function mountAgain(): void {
    rmSync(at('comics/share'), { recursive: true, force: true })
    renameSync(at('elsewhere'), at('comics/share'))
    disks.add(at('comics/share'))
  }

  test('leaves its files unchanged when it is unmounted, says so, and has them again when it is back', async () => {
    expect(knownDisks(app.db.read)).toEqual([at('comics/share')])
    unmount()
    const view = await scan()
    expect(counts(view)).toEqual([0, 0])
    expect(view.progress.errors).toEqual([
      `No disk is mounted at ${at('comics/share')}, so it counts as not connected. Its 2 files stay in the library. Connect it and scan again, or remove it in the settings.`,
    ])
    expect(have('Away')).toBe(2)
    expect(lostDisks(app.db.read)).toEqual([at('comics/share')])
    mountAgain()
    const back = await scan()
    expect(counts(back)).toEqual([0, 0])
    expect(back.progress.errors).toEqual([])
    expect(lostDisks(app.db.read)).toEqual([])
  })

  test('leaves them too when its folder disappeared with it, as on some systems', async () => {
    unmount()
    rmdirSync(at('comics/share'))
    const view = await scan()
    expect(counts(view)).toEqual([0, 0])
    expect(view.progress.errors).toHaveLength(1)
    expect(have('Away')).toBe(2)
  })

  test('leaves them too when files were written to its mount point', async () => {
    unmount()
    put('comics/share/New (2003)/New 1.cbz', 4)
    expect(counts(await scan())).toEqual([0, 0])
    expect(have('Away')).toBe(2)
  })

  test('has files reported missing that were deleted while it is mounted', async () => {
    rmSync(at('comics/share/Away (2002)/Away 1.cbz'))
    expect(counts(await scan())).toEqual([0, 1])
    expect(have('Away')).toBe(1)
  })

  test('is not expected any more when its files were copied into a folder of its name', async () => {
    unmount()
    rmdirSync(at('comics/share'))
    renameSync(at('elsewhere'), at('comics/share'))
    expect(counts(await scan())).toEqual([0, 0])
    expect(knownDisks(app.db.read)).toEqual([])
    rmSync(at('comics/share/Away (2002)/Away 1.cbz'))
    expect(counts(await scan())).toEqual([0, 1])
  })

  test('that is not mounted is not moved to a copy', async () => {
    unmount()
    put('comics/Copy (2002)/Away 1.cbz', 2)
    expect(counts(await scan())).toEqual([0, 0])
    expect(fileAt(app.db.read, at('comics/share/Away (2002)/Away 1.cbz'))).toMatchObject({ gone_at: null })
  })

  test('is missing once the user marks it as gone', async () => {
    unmount()
    await scan()
    const { folders } = await app.reader.json<{ folders: unknown[] }>(200, app.reader.get('/api/import/folders'))
    expect(folders).toContainEqual(
      expect.objectContaining({ path: at('comics/share'), kind: 'comic', state: 'unreachable', file_count: 2 }),
    )
    const reply = await app.reader.json(
      200,
      app.reader.post('/api/import/folders/forget', { path: at('comics/share') }),
    )
    expect(reply).toMatchObject({ forgotten: 2 })
    expect(have('Away')).toBe(0)
    const view = await scan()
    expect(view.progress.errors).toEqual([])
    expect(knownDisks(app.db.read)).toEqual([])
  })
})

test('a library folder that is a disk itself is recognized, even if files are written to its mount point', async () => {
  disks.add(at('comics'))
  await begin()
  await scan()
  expect(knownDisks(app.db.read)).toEqual([at('comics')])
  renameSync(at('comics'), at('elsewhere'))
  disks.clear()
  put('comics/New (2003)/New 1.cbz', 4)
  expect(counts(await scan())).toEqual([0, 0])
  expect(have('Here')).toBe(1)
})

test('a folder that cannot be listed has no missing files', async () => {
  put('comics/Shut (2002)/Shut 1.cbz', 2)
  await begin()
  closed.add(at('comics/Shut (2002)'))
  rmSync(at('comics/Shut (2002)'), { recursive: true })
  mkdirSync(at('comics/Shut (2002)'))
  const view = await scan()
  expect(counts(view)).toEqual([0, 0])
  expect(view.progress.errors).toEqual([
    `The folder ${at('comics/Shut (2002)')} cannot be opened. Its files were left out.`,
  ])
  expect(have('Shut')).toBe(1)
})

describe('a folder that was not known as a disk', () => {
  beforeEach(async () => {
    put('comics/box/One (2002)/One 1.cbz', 2)
    put('comics/box/Two (2003)/Two 1.cbz', 3)
    await begin()
  })

  test('counts as one when several series vanished from it and nothing is left in it', async () => {
    for (const name of ['One (2002)', 'Two (2003)']) rmSync(at(`comics/box/${name}`), { recursive: true })
    const view = await scan()
    expect(counts(view)).toEqual([0, 0])
    expect(view.progress.errors).toEqual([
      `${at('comics/box')} is empty, so its disk counts as not connected. Its 2 files stay in the library. If you removed the files, remove the folder too.`,
    ])
    rmdirSync(at('comics/box'))
    expect(counts(await scan())).toEqual([0, 2])
    expect([have('One'), have('Two'), have('Here')]).toEqual([0, 0, 1])
  })

  test('does not when one series was deleted, with its folder or from it', async () => {
    rmSync(at('comics/box/One (2002)'), { recursive: true })
    rmSync(at('comics/box/Two (2003)/Two 1.cbz'))
    const view = await scan()
    expect([...counts(view), view.progress.errors]).toEqual([0, 2, []])
  })
})
