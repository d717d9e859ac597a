import { afterEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { type TestApp, testApp } from '../../testing/app'
import { isPresent } from '../../testing/harness/programs'
import { PREVIEW, START } from '../../testing/migration/moving'
import { makeMylar } from '../../testing/migration/mylar'

const OPEN_FILES = '/proc/self/fd'
const canSee = isPresent(existsSync(OPEN_FILES), 'this system does not list open files')

let app: TestApp
afterEach(() => app?.close())

/** Files below a folder that this process has open. */
const openBelow = (folder: string) =>
  readdirSync(OPEN_FILES).flatMap((name) => {
    const path = targetOf(name)
    return path?.startsWith(folder) ? [path] : []
  })

function targetOf(name: string): string | undefined {
  try {
    return readlinkSync(join(OPEN_FILES, name))
  } catch {
    return undefined // the list itself
  }
}

// Windows cannot remove an open file, so every move ended in "error" there.
test.skipIf(!canSee)('a copy of a source is closed before it is removed', async () => {
  const removed: string[] = []
  const open: string[] = []
  const removeFolder = async (path: string) => {
    removed.push(path)
    open.push(...openBelow(path))
    await systemFiles.removeFolder(path)
  }
  app = await testApp({ ports: { files: { ...systemFiles, removeFolder } } })
  const path = makeMylar(join(app.folder, 'mylar'), {
    comics: [{ ComicID: '91273', ComicName: 'Harbor Lights', ComicYear: '2016' }],
    issues: [],
  })
  for (const route of [PREVIEW, START]) {
    await app.reader.json(200, app.reader.post(route, { path }))
    await app.idle()
    expect(removed.filter((folder) => folder.includes('moving')).length).toBeGreaterThan(0)
    removed.length = 0
  }
  expect(open).toEqual([])
})
