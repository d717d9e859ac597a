import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sha256 } from '../../../base/platform/digest'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import { filesOf } from '../../../library/series/file-store'
import { insertSeries } from '../../../library/series/store'
import { type TestApp, type TestOptions, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { itemAt } from '../../../testing/downloads/clients'
import { scanInbox } from '../../../testing/imports/imports'
import { endAsFailed } from '../../downloads/journal/stage-changes'
import { addItem, findDownload } from '../../downloads/store'
import { findInboxRow } from './store'

/** A copy with its final name that was not linked, because the disk failed just then. */

const NAME = 'Harbor Lights 3.cbz'
const BYTES = makeCbz(makePages(2))
let folder: string
let app: TestApp
/** The library's disk refuses access to the copy by then. */
let isFailing = false

beforeEach(() => {
  isFailing = false
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-inbox-importer-'))
  for (const name of ['comics', 'inbox']) mkdirSync(join(folder, name))
  writeFileSync(at('inbox', NAME), BYTES)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...parts: string[]) => join(folder, ...parts)
const impId = () => sha256(at('inbox', NAME)).slice(0, 32)
const below = () => readdirSync(at('comics'), { recursive: true, withFileTypes: true })
const copies = () => below().flatMap((entry) => (entry.isFile() ? [join(basename(entry.parentPath), entry.name)] : []))

const failing: Files = {
  ...systemFiles,
  open: async (path) => {
    fail(path)
    return systemFiles.open(path)
  },
  remove: async (path) => {
    fail(path)
    return systemFiles.remove(path)
  },
}
function fail(path: string): void {
  if (isFailing && path.startsWith(at('comics')) && !basename(path).startsWith('.'))
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
}

async function start(mode: 'copy' | 'move', more: TestOptions['settings'] = {}): Promise<void> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const dirs = { comic_dirs: at('comics'), import_dir: at('inbox') }
  const settings = { ...dirs, import_scan_interval: '0', imp_move: String(mode === 'move'), ...more }
  app = await testApp({ settings, folder, ports: { files: failing, processes } })
  for (const [comic_id, name] of [
    ['a', 'Harbor Lights'],
    ['b', 'Quiet Wolves'],
  ] as const)
    app.db.write((tx) =>
      insertSeries(tx, { comic_id, name, year: 2015, content_type: 'comic', added_at: '2026-11-01T00:00:00.000Z' }),
    )
  await scanInbox(app)
}

async function match(comic_id: string): Promise<void> {
  await app.reader.post('/api/import/match', { imp_ids: [impId()], comic_id })
  await app.idle()
}

async function failed(mode: 'copy' | 'move'): Promise<void> {
  await start(mode)
  isFailing = true
  await match('a')
  isFailing = false
  expect(findInboxRow(app.db.read, impId())?.status).toBe('Failed')
  expect(copies()).toEqual([join('Harbor Lights (2015)', NAME)])
}

test.each(['copy', 'move'] as const)('the next match to the same series uses it: one %s is there', async (mode) => {
  await failed(mode)
  const { ino } = statSync(at('comics', 'Harbor Lights (2015)', NAME))
  await match('a')
  expect(copies()).toEqual([join('Harbor Lights (2015)', NAME)])
  expect(statSync(at('comics', 'Harbor Lights (2015)', NAME)).ino).toBe(ino)
  expect([...filesOf(app.db.read, 'a').values()]).toHaveLength(1)
  expect(readdirSync(at('inbox'))).toEqual(mode === 'move' ? [] : [NAME])
})

test.each(['copy', 'move'] as const)('a match to another series leaves no copy of a %s', async (mode) => {
  await failed(mode)
  await match('b')
  expect(copies()).toEqual([join('Quiet Wolves (2015)', NAME)])
  expect([...filesOf(app.db.read, 'a').values(), ...filesOf(app.db.read, 'b').values()]).toHaveLength(1)
})

test.each(['copy', 'move'] as const)('a %s gets the permissions set for new files and folders', async (mode) => {
  await start(mode, { enforce_perms: 'true', chmod_file: '0640', chmod_dir: '0750' })
  await match('a')
  const modes = [[], [NAME]].map((name) => statSync(at('comics', 'Harbor Lights (2015)', ...name)).mode & 0o777)
  expect(modes).toEqual([0o750, 0o640])
})

test('the copy stays when its original is gone, and the match uses it', async () => {
  await failed('copy')
  rmSync(at('inbox', NAME))
  await match('b')
  expect(findInboxRow(app.db.read, impId())?.status).toBe('Failed')
  expect(copies()).toEqual([join('Harbor Lights (2015)', NAME)])
  await match('a')
  expect(findInboxRow(app.db.read, impId())).toMatchObject({ status: 'Imported', problem: null })
  expect(copies()).toEqual([join('Harbor Lights (2015)', NAME)])
})

test('a file that changed since does not match the copy: both are kept', async () => {
  await failed('copy')
  writeFileSync(at('inbox', NAME), makeCbz(makePages(3)))
  await scanInbox(app)
  await match('a')
  expect(copies().sort()).toEqual(['Harbor Lights 3 (2).cbz', NAME].map((name) => join('Harbor Lights (2015)', name)))
  expect(readFileSync(at('comics', 'Harbor Lights (2015)', NAME)).equals(Buffer.from(BYTES))).toBe(true)
})

test('a download at the same path that waits for a decision needs none any more', async () => {
  await start('copy')
  app.db.write((tx) => {
    const content = { content_path: at('inbox', NAME), entity_id: 'x', entity_type: 'issue', comic_id: '' } as const
    const { stage: _stage, ...row } = itemAt('sab', app.clock.now())
    addItem(tx, { ...row, ...content, item_id: 'download', digest: 'd' }, [])
    const end = { to: 'manual_review', reason: 'no_match_in_library', detail: 'No.', at_step: 'import' } as const
    endAsFailed(tx, 'download', end, app.clock.now())
  })
  await match('a')
  expect(findDownload(app.db.read, 'download')).toMatchObject({ stage: 'manual_review', resolution: 'imported' })
})
