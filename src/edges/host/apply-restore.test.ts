import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../base/platform/ports'
import { dataPathsIn } from '../../testing/app'
import { windowsDisk } from '../../testing/disks/windows-disk'
import { fakeClock } from '../../testing/fakes/clock'
import { stagedPaths, writeRestoreOrder } from '../system/backups/pending-restore'
import { applyRestore } from './apply-restore'
import { layout } from './data-directory'

/** A restore while the process that was restarted still has the database open, as on Windows. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-restore-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const manifest = { when: '2026-11-21T08:00:00.000Z', why: 'before_restore', version: '1', series: null, issues: null, size: null, sha256: null, ok: true } as const // biome-ignore format: one line
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** Restores while another process has the database open for `heldMs`; returns how long that took. */
async function restore(heldMs: number) {
  const disk = windowsDisk()
  const at = layout(folder)
  const paths = dataPathsIn(folder, at.database)
  writeFileSync(at.database, 'old')
  await writeRestoreOrder(disk.files, paths, { anew: false, aside: 'aside', manifest })
  writeFileSync(stagedPaths(paths).database, 'restored')
  const release = disk.hold(at.database)
  let passed = 0
  const clock: Clock = {
    ...fakeClock(),
    uptime: () => passed,
    after: async (ms) => {
      passed += ms
      if (passed >= heldMs) release()
    },
  }
  const applied = applyRestore({ files: disk.files, log, clock }, at)
  const sentence = await applied.then(
    () => '',
    (error: Error) => error.message,
  )
  const text = readFileSync(at.database, 'utf8')
  return { text, passed, sentence, waits: existsSync(at.pending) }
}

test('a restore waits until the process before has closed the database', async () => {
  expect(await restore(20_000)).toEqual({ text: 'restored', passed: 20_000, sentence: '', waits: false })
})

test('a restore that another program prevents is left to the next start, and the database stays', async () => {
  const sentence = `Another program has a file in ${folder} open. Close it there, then start Panelkeep again.`
  expect(await restore(1_000_000)).toMatchObject({ text: 'old', sentence, waits: true })
})
