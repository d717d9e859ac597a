import { dirname, resolve } from 'node:path'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Files, Log } from '../../../base/platform/ports'
import { countWords } from '../../../base/platform/words'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Handler, Tools } from '../../../base/work/operations'
import { removeEmptyFolders } from '../../../library/filing/folders'
import type { FileJournal } from '../../../library/filing/journal'
import { changesOf, type FileChangeRow } from '../../../library/filing/store'
import type { CopyKind } from '../states'
import { chosenOf } from './chosen'
import { copiesOf } from './copy-store'
import { type CopyGroup, groupIdsOfFiles, groupsWithIds, nextGroups } from './group-store'
import { regroup } from './grouper'
import { type Archives, verifyCopy } from './same-pages'

export interface RemovalPayload {
  batch_id: string
  /** All groups of a kind, or these. */
  kind?: CopyKind
  group_ids?: string[]
  /** The copies to keep where they are not the proposed ones, by group. */
  keep: Record<string, string>
}

interface Deps {
  db: Database
  files: Files
  log: Log
  journal: FileJournal
  archives: Archives
  roots: () => readonly string[]
}

const GROUPS_AT_ONCE = 50

export const removedTitle = (count: number) => `${countWords(count, 'copy', 'copies')} removed`

/**
 * Moves the spare copies of groups to the recycle folder, one group after the other. Each file is planned in the journal
 * first, so that an interrupted run continues; a copy that cannot be removed does not stop the others.
 */
export class CopyRemoval implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(
    payload: unknown,
    tools: Tools,
  ): Promise<{ batch_id: string; removed: number; failed: number } | undefined> {
    const { db, journal } = this.deps
    const order = payload as RemovalPayload
    const { batch_id } = order
    await journal.ready()
    // Planned by the last process.
    for (const change of changesOf(db.read, batch_id)) if (change.state === 'planned') await this.remove(change)
    const groups = order.group_ids ? this.chosen(order.group_ids) : this.all(order.kind ?? 'bytes')
    let count = 0
    for (const group of groups) {
      if (tools.signal.aborted) return undefined
      await this.removeGroup(group, order, tools)
      count += 1
      tools.report(order.group_ids ? count / order.group_ids.length : 0, { batch_id, groups: count })
      await nextTurn()
    }
    await this.finish(batch_id)
    const changes = changesOf(db.read, batch_id)
    const removed = changes.filter(({ state }) => state === 'done').length
    const [first] = changes.filter(({ error }) => error !== null)
    if (removed === 0 && first) throw new Refusal('conflict', first.error!)
    return { batch_id, removed, failed: changes.length - removed }
  }

  ended(payload: unknown): void {
    const { batch_id } = payload as RemovalPayload
    this.deps.journal.endBatch(batch_id, removedTitle)
  }

  private *chosen(ids: readonly string[]): Generator<CopyGroup> {
    for (let from = 0; from < ids.length; from += GROUPS_AT_ONCE)
      yield* groupsWithIds(this.deps.db.read, ids.slice(from, from + GROUPS_AT_ONCE))
  }

  private *all(kind: CopyKind): Generator<CopyGroup> {
    for (let after = ''; ; ) {
      const groups = nextGroups(this.deps.db.read, kind, after, GROUPS_AT_ONCE)
      if (groups.length === 0) return
      yield* groups
      after = groups.at(-1)!.group_id
    }
  }

  private async removeGroup(group: CopyGroup, { batch_id, keep }: RemovalPayload, { persist }: Tools): Promise<void> {
    const { db, journal } = this.deps
    const chosen = chosenOf(db.read, group, keep[group.group_id])
    if (!chosen) return
    const copy_id = chosen.keep.file_id
    const wanted = chosen.others.map(({ file_id, path, size, modified_ms }) => {
      return { file_id, path, size, modified_ms, copy_id }
    })
    const removed = wanted.map(({ file_id }) => file_id)
    const touched = new Set([group.group_id, ...groupIdsOfFiles(db.read, removed)])
    const planned = await persist((tx) => journal.planRemovals(tx, batch_id, wanted))
    for (const change of planned ?? []) await this.remove(change)
    await persist((tx) => {
      for (const groupId of touched) regroup(tx, groupId)
    })
  }

  private async remove(change: FileChangeRow): Promise<void> {
    const { db, journal, archives, log } = this.deps
    try {
      await journal.runPlannedRemoval(change, async () => {
        const [file] = copiesOf(db.read, [change.file_id])
        const [copy] = copiesOf(db.read, [change.copy_id ?? ''])
        if (!file || !copy) throw new Refusal('conflict', 'The copy to keep is gone, so the file was not removed.')
        await verifyCopy(file, copy, archives)
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the row has the reason
      log.info('care', 'copy not removed', { path: change.from_path, reason: error.detail })
    }
  }

  private async finish(batchId: string): Promise<void> {
    const { db, journal, files, roots } = this.deps
    await journal.settleBatch(batchId)
    const done = changesOf(db.read, batchId).filter(({ state }) => state === 'done')
    const known = roots().map((root) => resolve(root))
    for (const folder of new Set(done.map(({ from_path }) => dirname(from_path))))
      await removeEmptyFolders(files, folder, known).catch(() => undefined)
    journal.endBatch(batchId, removedTitle)
  }
}
