import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { crashStates } from '../../testing/disks/crash-states'
import { journalAt, putComic } from '../../testing/imports/filing'
import { fileOf, fileWithId } from '../series/file-store'
import { findIssue } from '../series/store'
import { batchesOf, changesOf } from './store'

/** A file leaves the library, and the process is killed between any two accesses to the disk. */

const BYTES = Buffer.from('the pages as they came '.repeat(40))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-removal-'))
  mkdirSync(join(folder, 'comics/Old'), { recursive: true })
  writeFileSync(path(), BYTES)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'comics/Old/a 1.cbr')

type Opened = ReturnType<typeof journalAt>

function plan({ journal, db }: Opened): string {
  const batch = journal.beginBatch({ kind: 'clean_up', comic_id: null, title: 'One file removed' })
  const { size, mtimeMs } = statSync(path())
  const removal = { file_id: 'f', path: path(), size, modified_ms: Math.trunc(mtimeMs), copy_id: null }
  db.write((tx) => void journal.planRemovals(tx, batch, [removal]))
  return batch
}
async function runPlanned({ journal, db }: Opened, batch: string): Promise<void> {
  for (const change of changesOf(db.read, batch))
    if (change.state === 'planned') await journal.runPlannedRemoval(change, async () => {})
}

/** The file is whole, at its path with its row or in the recycle folder without one; the rest can be done again. */
async function expectOne(where: string): Promise<void> {
  const opened = journalAt(folder)
  const { journal, db } = opened
  await journal.recover()
  const row = fileWithId(db.read, 'f')
  expect(existsSync(path()), where).toBe(row !== undefined)
  expect([row?.gone_at ?? null, fileOf(db.read, 'i')?.file_id], where).toEqual([null, row?.file_id])
  expect(findIssue(db.read, 'i')?.fulfillment, where).toBe(row ? 'downloaded' : 'missing')
  const found = readdirSync(join(folder, 'comics'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  expect(
    found.map((entry) => readFileSync(join(entry.parentPath, entry.name)).equals(BYTES)),
    where,
  ).toEqual([true])
  const batch = batchesOf(db.read, undefined, 1, 0)[0]!.batch_id
  await runPlanned(opened, batch)
  await journal.undoBatch(batch)
  expect([readFileSync(path()).equals(BYTES), fileOf(db.read, 'i')?.file_id], where).toEqual([true, 'f'])
  db.close()
}

test.each(['apply', 'undo'] as const)(
  '%s: it is whole at one place, and its row agrees',
  async (direction) => {
    const crashes = crashStates(folder, systemFiles)
    const opened = journalAt(folder, crashes.files)
    await putComic(opened.db, path())
    const batch = plan(opened)
    if (direction === 'undo') await runPlanned(opened, batch)
    crashes.begin()
    if (direction === 'apply') await runPlanned(opened, batch)
    else await opened.journal.undoBatch(batch)
    crashes.end()
    opened.db.close()
    for (const state of crashes.states) {
      state.putBack()
      await expectOne(state.at)
    }
    expect(crashes.count()).toBeGreaterThan(2)
  },
  60_000,
)
