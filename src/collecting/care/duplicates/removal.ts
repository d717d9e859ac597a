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
import { fileWithId } from '../../../library/series/file-store'
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
  /** Instead of groups: files that leave without a copy. */
  file_ids?: string[]
}

interface Deps {
  db: Database
  files: Files
  log: Log
  journal: FileJournal
  archives: Archives
  roots: () => readonly string[]
}

interface Outcome {
  batch_id: string
  removed: number
  failed: number
}

const GROUPS_AT_ONCE = 50

export const removedTitle = (count: number) => `${countWords(count, 'copy', 'copies')} removed`
export const removedFilesTitle = (count: number) => `${countWords(count, 'file')} moved to the recycle folder`
const titleOf = ({ file_ids }: RemovalPayload) => (file_ids ? removedFilesTitle : removedTitle)

/**
 * Moves the spare copies of groups, or damaged files, to the recycle folder, one after the other. Each file is planned in the journal
 * first, so that an interrupted run continues; a copy that cannot be removed does not stop the others.
 */
export class CopyRemoval implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<Outcome | undefined> {
    const { db, journal } = this.deps
    const order = payload as RemovalPayload
    const { batch_id } = order
    await journal.ready()
    // Planned by the last process.
    for (const change of changesOf(db.read, batch_id))
      if (change.state === 'planned') await this.remove(change, this.kindOf(change, order))
    if (order.file_ids) return this.removeFiles(order.file_ids, order, tools)
    const groups = order.group_ids ? this.chosen(order.group_ids) : this.all(order.kind ?? 'bytes')
    let count = 0
    for (const group of groups) {
      if (tools.signal.aborted) return undefined
      await this.removeGroup(group, order, tools)
      count += 1
      tools.report(order.group_ids ? count / order.group_ids.length : 0, { batch_id, groups: count })
      await nextTurn()
    }
    return this.finish(order)
  }

  ended(payload: unknown): void {
    const order = payload as RemovalPayload
    this.deps.journal.endBatch(order.batch_id, titleOf(order))
  }

  private async removeFiles(fileIds: readonly string[], order: RemovalPayload, tools: Tools) {
    const { db, journal } = this.deps
    const { batch_id } = order
    const begun = new Set(changesOf(db.read, batch_id).map(({ file_id }) => file_id))
    for (const [at, fileId] of fileIds.entries()) {
      if (tools.signal.aborted) return undefined
      const row = begun.has(fileId) ? undefined : fileWithId(db.read, fileId)
      if (row) {
        const { file_id, path, size, modified_ms } = row
        const planned = await tools.persist((tx) =>
          journal.planRemovals(tx, batch_id, [{ file_id, path, size, modified_ms, copy_id: null }]),
        )
        for (const change of planned ?? []) await this.remove(change, 'bytes')
      }
      tools.report((at + 1) / fileIds.length, { batch_id, files: at + 1 })
      await nextTurn()
    }
    return this.finish(order)
  }

  private outcome(batch_id: string): Outcome {
    const changes = changesOf(this.deps.db.read, batch_id)
    const removed = changes.filter(({ state }) => state === 'done').length
    const [first] = changes.filter(({ error }) => error !== null)
    if (removed === 0 && first) throw new Refusal('conflict', first.error!)
    return { batch_id, removed, failed: changes.length - removed }
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
    for (const change of planned ?? []) await this.remove(change, group.kind)
    await persist((tx) => {
      for (const groupId of touched) regroup(tx, groupId)
    })
  }

  /** The kind of the groups that a change was planned for. */
  private kindOf({ file_id }: FileChangeRow, { kind, group_ids = [] }: RemovalPayload): CopyKind {
    const { read } = this.deps.db
    const own = groupIdsOfFiles(read, [file_id]).filter((id) => group_ids.includes(id))
    const kinds = kind ? [kind] : groupsWithIds(read, own).map((group) => group.kind)
    return kinds.find((each) => each !== 'issue') ?? kinds[0] ?? 'bytes'
  }

  private async remove(change: FileChangeRow, kind: CopyKind): Promise<void> {
    const { db, journal, archives, log } = this.deps
    try {
      await journal.runPlannedRemoval(change, async () => {
        if (change.copy_id === null) return
        const [file] = copiesOf(db.read, [change.file_id])
        const [copy] = copiesOf(db.read, [change.copy_id])
        if (!file || !copy) throw new Refusal('conflict', 'The copy to keep is gone, so the file was not removed.')
        await verifyCopy(kind, file, copy, archives)
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the row has the reason
      log.info('care', 'copy not removed', { path: change.from_path, reason: error.detail })
    }
  }

  private async finish(order: RemovalPayload): Promise<Outcome> {
    const { db, journal, files, roots } = this.deps
    const { batch_id } = order
    await journal.settleBatch(batch_id)
    const done = changesOf(db.read, batch_id).filter(({ state }) => state === 'done')
    const known = roots().map((root) => resolve(root))
    for (const folder of new Set(done.map(({ from_path }) => dirname(from_path))))
      await removeEmptyFolders(files, folder, known).catch(() => undefined)
    journal.endBatch(batch_id, titleOf(order))
    return this.outcome(batch_id)
  }
}
