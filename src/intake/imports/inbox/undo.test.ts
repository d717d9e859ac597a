import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../../base/platform/digest'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import { batchesOf } from '../../../library/filing/store'
import { fileOf, filesOf } from '../../../library/series/file-store'
import { insertIssue, insertSeries, issuesOf } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { crashStates } from '../../../testing/disks/crash-states'
import { scanInbox } from '../../../testing/imports/imports'
import { makeFile } from '../../../testing/make'
import { importMade } from '../tables'
import { everyInboxRow, findInboxRow } from './store'

/** Undo of files that were imported from the import folder. */

const AT = '2026-11-01T00:00:00.000Z'
const NAME = join('new', 'Harbor Lights 3.cbz')
const BYTES = makeCbz(makePages(2))
let folder: string
let app: TestApp

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-inbox-undo-'))
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...parts: string[]) => join(folder, ...parts)
const impId = () => sha256(at('inbox', NAME)).slice(0, 32)
const below = (path: string) =>
  readdirSync(at(path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at(path).length + 1))
    .sort()

async function start(mode: 'copy' | 'move', files: Files = systemFiles): Promise<void> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const dirs = { comic_dirs: at('comics'), import_dir: at('inbox') }
  const settings = { ...dirs, import_scan_interval: '0', imp_move: String(mode === 'move') }
  app = await testApp({ settings, folder, databasePath: at('panelkeep.db'), ports: { files, processes } })
}

/** Imports one issue, into a series that has issue 2. */
async function filed(mode: 'copy' | 'move', files?: Files): Promise<void> {
  for (const name of ['comics', 'inbox/new']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('inbox', NAME), BYTES)
  await start(mode, files)
  app.db.write((tx) => {
    insertSeries(tx, { comic_id: 'a', name: 'Harbor Lights', year: 2015, content_type: 'comic', added_at: AT })
    insertIssue(tx, { issue_id: 'a-2', comic_id: 'a', kind: 'issue', unit: 'issue', number: '2', added_at: AT })
  })
  await scanInbox(app)
  await app.reader.post('/api/import/match', { imp_ids: [impId()], comic_id: 'a' })
  await app.idle()
  expect(findInboxRow(app.db.read, impId())?.status).toBe('Imported')
}

const batch = () => batchesOf(app.db.read, 'a', 9, 0)[0]!
async function undo(): Promise<void> {
  await app.reader.json(202, app.reader.post(`/api/filing/batches/${batch().batch_id}/undo`))
  await app.idle()
}
const numbers = () => issuesOf(app.db.read, 'a').map(({ number }) => number)

describe('undo of an import from the import folder', () => {
  test('after a move restores the complete file, to be chosen again', async () => {
    await filed('move')
    expect([below('comics'), below('inbox')]).toEqual([[join('Harbor Lights (2015)', 'Harbor Lights 3.cbz')], []])
    expect(batch()).toMatchObject({ kind: 'arrival', title: '1 file imported', state: 'done' })
    await undo()
    expect([below('comics'), below('inbox')]).toEqual([[], [NAME]])
    expect(readFileSync(at('inbox', NAME)).equals(Buffer.from(BYTES))).toBe(true)
    expect(batch().state).toBe('undone')
    expect(findInboxRow(app.db.read, impId())).toMatchObject({ status: 'Not Imported', target: null, comic_id: null })
    await scanInbox(app)
    expect(everyInboxRow(app.db.read).map(({ status, edited }) => [status, edited])).toEqual([['Not Imported', false]])
  })

  test('after a copy puts the copy into the recycle folder, and lists the file again', async () => {
    await filed('copy')
    await undo()
    expect(below('inbox')).toEqual([NAME])
    expect(below('comics').map((path) => path.split('/')[0])).toEqual(['.panelkeep-recycle'])
    expect(findInboxRow(app.db.read, impId())).toMatchObject({ status: 'Not Imported' })
  })

  test('deletes the issue that was created for it, and no other', async () => {
    await filed('copy')
    expect(numbers()).toEqual(['2', '3'])
    await undo()
    expect(numbers()).toEqual(['2'])
    expect(app.db.read.select().from(importMade).all()).toEqual([])
  })

  test('keeps an issue that has another file by now', async () => {
    await filed('copy')
    const [, made] = issuesOf(app.db.read, 'a')
    const file_id = makeFile(app.db, { path: at('comics', 'other.cbz'), issues: [made!.issue_id] })
    await undo()
    expect(numbers()).toEqual(['2', '3'])
    expect(fileOf(app.db.read, made!.issue_id)?.file_id).toBe(file_id)
  })

  test('can be followed by another import under the same name', async () => {
    await filed('move')
    await undo()
    await scanInbox(app)
    await app.reader.json(200, app.reader.post('/api/import/match', { imp_ids: [impId()], comic_id: 'a' }))
    await app.idle()
    expect(below('comics')).toEqual([join('Harbor Lights (2015)', 'Harbor Lights 3.cbz')])
    expect([...filesOf(app.db.read, 'a').values()]).toHaveLength(1)
  })

  test('does not overwrite a file in the import folder: the copy goes to the recycle folder', async () => {
    await filed('move')
    mkdirSync(at('inbox/new'))
    writeFileSync(at('inbox', NAME), 'another')
    await undo()
    expect(readFileSync(at('inbox', NAME), 'utf8')).toBe('another')
    expect(below('comics').map((path) => path.split('/')[0])).toEqual(['.panelkeep-recycle'])
  })
})

const otherDisk: Files = {
  ...systemFiles,
  link: () => Promise.reject(Object.assign(new Error('EXDEV'), { code: 'EXDEV' })),
  place: async (from, to) => {
    if (from.includes('inbox') !== to.includes('inbox')) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' })
    return systemFiles.place(from, to)
  },
}

/** A copy goes to the recycle folder on its own disk. */
const WAYS = [
  ['copy', 'one disk'],
  ['move', 'one disk'],
  ['move', 'another disk'],
] as const

test.each(WAYS)(
  'killed while a %s from %s is undone, at any disk access: the file is complete in one place',
  async (mode, disk) => {
    const base = disk === 'one disk' ? systemFiles : otherDisk
    const { files, begin, end, states, count } = crashStates(folder, base)
    await filed(mode, files)
    begin()
    await undo()
    end()
    for (const { putBack, at: moment } of states) {
      await app.close()
      putBack()
      await start(mode, base)
      await app.idle()
      if (batch().state !== 'undone') await undo()
      expect([moment, batch().state]).toEqual([moment, 'undone'])
      expect([moment, below('inbox')]).toEqual([moment, [NAME]])
      expect(readFileSync(at('inbox', NAME)).equals(Buffer.from(BYTES)), moment).toBe(true)
      const kept = below('comics')
      expect([moment, kept.length, kept.every((path) => path.includes('.panelkeep-recycle'))]).toEqual([
        moment,
        mode === 'copy' ? 1 : 0,
        true,
      ])
      expect(findInboxRow(app.db.read, impId())).toMatchObject({ status: 'Not Imported' })
    }
    expect(count()).toBeGreaterThan(3)
  },
  120_000,
)
