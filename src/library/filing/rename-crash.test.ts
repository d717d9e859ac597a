import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { sortKey } from '../../base/names/numbers'
import { sha256 } from '../../base/platform/digest'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { type CrashStates, crashStates } from '../../testing/disks/crash-states'
import { confirmImport, putFile, scanLibrary } from '../../testing/imports/imports'
import { fileAt } from '../series/file-store'
import { issuesOf, seriesNamed } from '../series/store'
import { issues } from '../series/tables'
import { batchesOf, changesOf } from './store'

/** A kill during a whole rename: two files swap names, the folder gets another one, and a cover moves too. */

let folder: string
let asItWas: string
const at = (path: string) => join(folder, path)
const bytes = (n: number) => makeCbz({ ...makePages(2), 'n.txt': `${n}` })

function start(files: Files = systemFiles): Promise<TestApp> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: at('comics'), folder_format: '$Series', zero_level_n: 'none' }
  return testApp({ settings, folder, databasePath: at('panelkeep.db'), ports: { processes, files } })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-rename-crash-'))
  asItWas = `${folder}-kept`
  mkdirSync(at('comics'))
  for (const n of [1, 2, 3]) putFile(at(`comics/Harbor Lights (2015)/Harbor Lights ${n} (2015).cbz`), bytes(n))
  putFile(at('comics/Harbor Lights (2015)/cover.jpg'), 'a picture')
  const app = await start()
  await confirmImport(app, await scanLibrary(app))
  const [one, two] = issuesOf(app.db.read, seriesNamed(app.db.read, 'Harbor Lights')[0]!.comic_id)
  app.db.write((tx) => {
    for (const [row, number] of [
      [one!, '99'],
      [two!, '1'],
      [one!, '2'],
    ] as const)
      tx.update(issues)
        .set({ number, sort_key: sortKey(number) })
        .where(eq(issues.issue_id, row.issue_id))
        .run()
  })
  await app.close()
  cpSync(folder, asItWas, { recursive: true, preserveTimestamps: true })
})
afterAll(() => {
  for (const path of [folder, asItWas]) rmSync(path, { recursive: true, force: true })
})

/** Everything in the library, by its path. */
function library(): Record<string, string> {
  const files = readdirSync(at('comics'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path.slice(at('comics/').length), sha256(readFileSync(path))]))
}

const AFTER = {
  'Harbor Lights/Harbor Lights 1 (2015).cbz': sha256(bytes(2)),
  'Harbor Lights/Harbor Lights 2 (2015).cbz': sha256(bytes(1)),
  'Harbor Lights/Harbor Lights 3 (2015).cbz': sha256(bytes(3)),
  'Harbor Lights/cover.jpg': sha256(Buffer.from('a picture')),
}

/** The state after a kill at any point. */
async function crashesOf(): Promise<CrashStates> {
  for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true })
  cpSync(asItWas, folder, { recursive: true, preserveTimestamps: true })
  const crashes = crashStates(folder, systemFiles)
  const app = await start(crashes.files)
  const path = `/api/series/${seriesNamed(app.db.read, 'Harbor Lights')[0]!.comic_id}/rename`
  const { fingerprint } = await app.reader.json<{ fingerprint: string }>(200, app.reader.post(`${path}/preview`, {}))
  await app.reader.json(202, app.reader.post(`${path}/apply`, { fingerprint }))
  crashes.begin()
  await app.idle()
  crashes.end()
  await app.close()
  return crashes
}

test('killed at any access to the disk, a rename is complete after the next start', async () => {
  const { states, count } = await crashesOf()
  for (const { putBack, at: moment } of states) {
    putBack()
    const app = await start()
    await app.idle()
    expect(library(), moment).toEqual(AFTER)
    const [batch] = batchesOf(app.db.read, undefined, 1, 0)
    expect(batch?.state, moment).toBe('done')
    for (const change of changesOf(app.db.read, batch!.batch_id)) expect(change.state).toBe('done')
    for (const name of Object.keys(AFTER).filter((path) => path.endsWith('.cbz')))
      expect(fileAt(app.db.read, at(`comics/${name}`)), moment).toBeDefined()
    expect(seriesNamed(app.db.read, 'Harbor Lights')[0]!.location).toBe(at('comics/Harbor Lights'))
    await app.close()
  }
  expect(count()).toBeGreaterThan(15)
}, 120_000)
