import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { DISK_FULL } from '../../base/storage/write-errors'
import { disk } from '../../testing/disks/disk'
import { HARBOR, harborIssue, movingHarness, PREVIEW, START } from '../../testing/migration/moving'

/** The source is copied before it is read, and the disk may have no room for the copy. */

const TABLES = { comics: [HARBOR], issues: [harborIssue('1')] }

let refuse: Partial<Files>
let at: Awaited<ReturnType<typeof movingHarness>>
beforeEach(async () => {
  refuse = {}
  const own = {
    copy: (...args) => (refuse.copy ?? disk.copy)(...args),
    makeFolder: (...args) => (refuse.makeFolder ?? disk.makeFolder)(...args),
    write: (...args) => (refuse.write ?? disk.write)(...args),
  } satisfies Partial<Files>
  at = await movingHarness({ files: { ...disk, ...own } })
})
afterEach(() => at.app.close())

const full = (code: string) => () => Promise.reject(Object.assign(new Error(`${code}: no space left`), { code }))

test.each<[string, Partial<Files>]>([
  ['while the database is copied', { copy: full('ENOSPC') }],
  ['for a folder', { makeFolder: full('ENOSPC') }],
  ['for the settings beside it', { write: full('ENOSPC') }],
  ['within a quota', { copy: full('EDQUOT') }],
  ['for the files that SQLite writes into the copy', { copy: full('SQLITE_FULL') }],
])('preview and start say that the disk is full: %s', async (_, how) => {
  const path = at.source(TABLES, '[General]\nhttp_port = 8090\n')
  refuse = how
  const sentence = { detail: DISK_FULL, success: false, error: DISK_FULL }
  for (const address of [PREVIEW, START])
    expect(await at.app.reader.json(503, at.app.reader.post(address, { path }))).toEqual(sentence)
  refuse = {}
  expect(await at.app.ports.files.list(join(at.app.folder, 'moving')).catch(() => [])).toEqual([])
  expect(await at.app.reader.json(200, at.app.reader.post(PREVIEW, { path }))).toMatchObject({ valid: true })
})
