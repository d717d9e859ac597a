import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextTurn } from '../../base/platform/event-loop'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { makeCbt } from '../../testing/archives/cbt'
import { type CrashStates, crashStates } from '../../testing/disks/crash-states'
import { taggingAt } from '../../testing/imports/tagging'
import { batchesOf } from '../filing/store'
import { fileWithId } from '../series/file-store'
import { makeMetadataRestorer } from './documents'

/** The process is killed at each access to the disk while metadata is written into files, or files are converted. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-tagging-crash-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A disk that is slow to report the state of files after a kill. */
const slow: Files = {
  ...systemFiles,
  async stat(path) {
    for (let turn = 0; turn < 30 && path.includes('.panelkeep'); turn++) await nextTurn()
    return systemFiles.stat(path)
  },
}

type At = ReturnType<typeof taggingAt>
interface Case {
  put: (at: At, name: string) => ReturnType<At['put']>
  begin: (at: At) => { job_id: string }
}
const CASES: Record<string, Case> = {
  'metadata is written': {
    put: (at, name) => at.put(`${name}.cbz`, makeCbz(makePages(2))),
    begin: (at) => at.tagging.all({ comic_id: 'harbor' }),
  },
  'files are converted': {
    put: (at, name) => at.put(`${name}.cbt`, makeCbt(makePages(2)), { format: 'cbt' }),
    begin: (at) => at.tagging.convert({ comic_id: 'harbor' }),
  },
}

async function crashesOf({ put, begin }: Case) {
  const crashes: CrashStates = crashStates(folder, systemFiles)
  const at = taggingAt(folder, { files: crashes.files })
  const files = ['a', 'b'].map((name) => put(at, name))
  const before = files.map(({ path }) => readFileSync(path))
  crashes.begin()
  const { job_id } = begin(at)
  await at.operations.idle()
  crashes.end()
  const after = files.map(({ file_id }) => readFileSync(at.pathOf(file_id)))
  await at.close()
  return { crashes, files, job_id, before, after }
}

test.each(Object.entries(CASES))(
  'killed while %s, the next start continues, and no file fails',
  async (_, it) => {
    const { crashes, files, job_id, before, after } = await crashesOf(it)
    for (const { at: moment, putBack } of crashes.states) {
      putBack()
      const at = taggingAt(folder, { files: slow })
      void at.journal.recover()
      at.operations.recover()
      if (!at.operations.find(job_id)) {
        await at.close()
        continue
      }
      const { results, failed } = await at.worked(job_id)
      expect([moment, failed, results.map(({ sentence }) => sentence)]).toEqual([moment, 0, [null, null]])
      for (const [nth, { file_id }] of files.entries()) {
        const row = fileWithId(at.db.read, file_id)!
        const facts = statSync(row.path)
        expect([moment, row.size, row.modified_ms]).toEqual([moment, facts.size, Math.trunc(facts.mtimeMs)])
        expect(readFileSync(row.path).length).toBe(after[nth]!.length)
      }
      const shown = readdirSync(join(folder, 'comics')).filter((name) => !name.startsWith('.panelkeep-recycle'))
      expect([moment, shown.length]).toEqual([moment, 2])
      const batch = batchesOf(at.db.read, undefined, 1, 0)[0]!
      const undone = await at.journal.undoBatch(batch.batch_id, makeMetadataRestorer(systemFiles, at.clock.now))
      expect([moment, undone.failed]).toEqual([moment, []])
      expect(files.map(({ path }, nth) => readFileSync(path).equals(before[nth]!))).toEqual([true, true])
      await at.close()
    }
    expect(crashes.states.length).toBeGreaterThan(10)
  },
  120_000,
)
