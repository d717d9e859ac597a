import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../base/platform/digest'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { seriesNamed } from '../../library/series/store'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { type CrashStates, crashStates } from '../../testing/disks/crash-states'
import { confirmImport, putFile, scanLibrary } from '../../testing/imports/imports'
import type { Detail } from './schema'
import { BULK } from './states'

/** The process is killed at each disk access while a bulk operation works on two series. */

let folder: string
let asItWas: string
const at = (path: string) => join(folder, path)
const NAMES = ['Copper Orchard', 'Harbor Lights']

function start(files: Files = systemFiles): Promise<TestApp> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: at('comics'), folder_format: '$Series', zero_level_n: '00x' }
  return testApp({ settings, folder, databasePath: at('panelkeep.db'), ports: { processes, files } })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-bulk-crash-'))
  asItWas = `${folder}-kept`
  mkdirSync(at('comics'))
  for (const name of NAMES)
    for (const n of [1, 2])
      putFile(
        at(`comics/${name} (2015)/${name} ${n} (2015).cbz`),
        makeCbz({ ...makePages(2), 'n.txt': `${name} ${n}` }),
      )
  const app = await start()
  await confirmImport(app, await scanLibrary(app))
  await app.close()
  cpSync(folder, asItWas, { recursive: true, preserveTimestamps: true })
})
afterAll(() => {
  for (const path of [folder, asItWas]) rmSync(path, { recursive: true, force: true })
})

/** Contents of the library by path. Names of folders inside a recycle folder are random and left out. */
function library(): Record<string, string> {
  const files = readdirSync(at('comics'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => {
        const name = path.slice(at('comics/').length).replace(/^\.panelkeep-recycle\/[^/]+/, 'recycled')
        return [name, sha256(readFileSync(path))] as const
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The states that remain, one for each point at which the process is killed. */
async function crashesOf(body: object): Promise<CrashStates> {
  for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true })
  cpSync(asItWas, folder, { recursive: true, preserveTimestamps: true })
  const crashes = crashStates(folder, systemFiles)
  const app = await start(crashes.files)
  const ids = NAMES.map((name) => seriesNamed(app.db.read, name)[0]!.comic_id)
  crashes.begin()
  await app.reader.json(202, app.reader.post('/api/series/bulk', { ...body, ids }))
  await app.idle()
  crashes.end()
  await app.close()
  return crashes
}

const lastOf = (app: TestApp) =>
  app.reader.json<{ operation: { operation_id: string } }>(200, app.reader.get('/api/series/bulk'))

test.each([
  ['rename', { action: 'rename' }, 4],
  ['delete', { action: 'delete', with_files: true }, 0],
])(
  'killed in the middle, a bulk %s continues at the next start, and can be undone',
  async (_name, body, left) => {
    const [before, folders] = [library(), readdirSync(at('comics')).sort()]
    const { states, count } = await crashesOf(body)
    for (const { putBack, at: moment } of states) {
      putBack()
      const app = await start()
      await app.idle()
      const { operation_id } = (await lastOf(app)).operation
      const path = `/api/series/bulk/${operation_id}`
      const done = await app.reader.json<typeof Detail.static>(200, app.reader.get(path))
      const { operation } = done
      expect([moment, operation.state, operation.done, operation.failed]).toEqual([moment, 'succeeded', 2, 0])
      expect(app.db.read.all(`select 1 from operations where kind = '${BULK}' and state = 'running'`)).toEqual([])
      const own = Object.keys(library()).filter((name) => !name.startsWith('recycled'))
      expect([moment, own.length]).toEqual([moment, left])
      await app.reader.json(202, app.reader.post(`${path}/undo`))
      await app.idle()
      expect([moment, library(), readdirSync(at('comics')).sort()]).toEqual([moment, before, folders])
      for (const name of NAMES) expect(seriesNamed(app.db.read, name)[0]?.have).toBe(2)
      await app.close()
    }
    expect(count()).toBeGreaterThan(6)
  },
  120_000,
)
