import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../../base/platform/digest'
import type { Files } from '../../../base/platform/ports'
import { filesOf } from '../../../library/series/file-store'
import { insertSeries, issuesOf, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { type CrashStates, crashStates } from '../../../testing/disks/crash-states'
import { disk } from '../../../testing/disks/disk'
import { scanInbox } from '../../../testing/imports/imports'
import { everyInboxRow } from './store'

/** The process is killed between any two disk operations; the next process finds one file and creates one link. */

const NAME = 'Harbor Lights 3.cbz'
const SERIES = { name: 'Harbor Lights', year: 2015, content_type: 'comic' } as const
const BYTES = makeCbz(makePages(2))
const MODES = ['copy', 'move'] as const
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-inbox-crash-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(mode: 'copy' | 'move', files: Files = disk): Promise<TestApp> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const dirs = { comic_dirs: join(folder, 'comics'), import_dir: join(folder, 'inbox') }
  const settings = { ...dirs, import_scan_interval: '0', imp_move: String(mode === 'move') }
  return testApp({ settings, folder, databasePath: join(folder, 'panelkeep.db'), ports: { files, processes } })
}

/** Imported into an existing series, or into a new one created from it. */
const WAYS = ['known', 'new'] as const
type Way = (typeof WAYS)[number]

async function prepare(app: TestApp, way: Way): Promise<void> {
  if (way === 'known')
    app.db.write((tx) =>
      insertSeries(tx, {
        comic_id: 'a',
        ...SERIES,
        added_at: '2026-11-01T00:00:00.000Z',
      }),
    )
  await scanInbox(app)
}

/** The states of the disk after the process was killed at each point of the import. */
async function crashesOf(mode: 'copy' | 'move', way: Way): Promise<CrashStates> {
  for (const name of ['comics', 'inbox']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'inbox', NAME), BYTES)
  const crashes = crashStates(folder, disk)
  const app = await start(mode, crashes.files)
  await prepare(app, way)
  crashes.begin()
  const imp_ids = [sha256(join(folder, 'inbox', NAME)).slice(0, 32)]
  const into = way === 'known' ? { comic_id: 'a' } : { new_series: SERIES }
  await app.reader.json(200, app.reader.post('/api/import/match', { imp_ids, ...into }))
  crashes.end()
  await app.close()
  return crashes
}

async function expectOne(mode: 'copy' | 'move', at: string): Promise<void> {
  const app = await start(mode)
  await app.idle()
  const [row] = everyInboxRow(app.db.read)
  expect(row, at).toMatchObject({ status: 'Imported', problem: null, removes_source: false })
  const found = readdirSync(join(folder, 'comics'), { recursive: true }).map(String).sort()
  expect(found, at).toEqual(['Harbor Lights (2015)', join('Harbor Lights (2015)', NAME)])
  const path = join(folder, 'comics', found[1]!)
  expect(readFileSync(path).equals(Buffer.from(BYTES)), at).toBe(true)
  const [series, ...others] = seriesNamed(app.db.read, 'Harbor Lights')
  expect(others, at).toEqual([])
  const { comic_id } = series!
  expect(issuesOf(app.db.read, comic_id).map(({ number, fulfillment }) => [number, fulfillment])).toEqual([
    ['3', 'downloaded'],
  ])
  expect([...filesOf(app.db.read, comic_id).values()].map((file) => file.path)).toEqual([path])
  expect(readdirSync(join(folder, 'inbox')), at).toEqual(mode === 'move' ? [] : [NAME])
  await app.close()
}

const TRIED = MODES.flatMap((mode) => WAYS.map((way) => [mode, way] as const))

test.each(TRIED)(
  'killed during a %s into a series that is %s, at any disk access: one file and one link after the next start',
  async (mode, way) => {
    const { states, count } = await crashesOf(mode, way)
    for (const state of states) {
      state.putBack()
      await expectOne(mode, state.at)
    }
    expect(count()).toBeGreaterThan(10)
  },
  // Starts some thirty apps, which is slow on a busy machine.
  60_000,
)
