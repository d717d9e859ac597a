import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../platform/digest'
import { systemFiles } from '../platform/files'
import type { Files } from '../platform/ports'
import { seriesNamed } from '../series/store'
import { type TestApp, testApp } from '../testing/app'
import { archiveHelper } from '../testing/archive-helper'
import { makeCbz, makePages } from '../testing/archives'
import { type Kill, killingAt } from '../testing/dying-disk'
import { confirmImport, putFile, scanLibrary } from '../testing/imports'
import type { Detail } from './schema'
import { BULK } from './states'

/** The process is killed at each access to the disk while a bulk operation is at work on two series. */

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

/** Contents of the library by path; the folder of a change in a recycle folder has a name by chance. */
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

/** Whether the process was killed at all. */
async function killed(body: object, kill: Kill): Promise<boolean> {
  for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true })
  cpSync(asItWas, folder, { recursive: true, preserveTimestamps: true })
  const disk = killingAt(kill, systemFiles)
  const app = await start(disk.files)
  const ids = NAMES.map((name) => seriesNamed(app.db.read, name)[0]!.comic_id)
  disk.begin()
  await app.reader.json(202, app.reader.post('/api/series/bulk', { ...body, ids }))
  const was = (await Promise.race([disk.dead, app.idle()])) === 'dead'
  if (was) app.db.close()
  else await app.close()
  return was
}

const lastOf = (app: TestApp) =>
  app.reader.json<{ operation: { operation_id: string } }>(200, app.reader.get('/api/series/bulk'))

test.each([
  ['rename', { action: 'rename' }, 4, 3],
  ['delete', { action: 'delete', with_files: true }, 0, 1],
])(
  'killed in the middle, a bulk %s continues with the next start, and can be undone',
  async (_name, body, left, step) => {
    const [before, folders] = [library(), readdirSync(at('comics')).sort()]
    let nth = 1
    for (; nth < 200; nth += step) {
      const again = await killed(body, { nth, moment: nth % 2 ? 'after' : 'half-way through' })
      const app = await start()
      await app.idle()
      const { operation_id } = (await lastOf(app)).operation
      const path = `/api/series/bulk/${operation_id}`
      const done = await app.reader.json<typeof Detail.static>(200, app.reader.get(path))
      expect([nth, done.operation.state, done.operation.done, done.operation.failed]).toEqual([nth, 'succeeded', 2, 0])
      expect(app.db.read.all(`select 1 from operations where kind = '${BULK}' and state = 'running'`)).toEqual([])
      const own = Object.keys(library()).filter((name) => !name.startsWith('recycled'))
      expect([nth, own.length]).toEqual([nth, left])
      await app.reader.json(202, app.reader.post(`${path}/undo`))
      await app.idle()
      expect([nth, library(), readdirSync(at('comics')).sort()]).toEqual([nth, before, folders])
      for (const name of NAMES) expect(seriesNamed(app.db.read, name)[0]?.have).toBe(2)
      await app.close()
      if (!again) break
    }
    expect(nth).toBeGreaterThan(6)
    expect(nth).toBeLessThan(200)
  },
  120_000,
)
