import { dirname } from 'node:path'
import { diskSentence } from '../../base/platform/disk-sentence'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { type FileRow, fileWithId } from '../series/file-store'
import { type ChangeRun, checkIdle } from './change-run'
import type { MetadataRestorer } from './change-steps'
import { type FileRows, tempOf } from './changes'
import { makeRoomToKeep } from './recycle'
import { FILE_GONE } from './refusals'
import * as store from './store'

interface Deps {
  db: Database
  files: Files
  library: { roots: () => readonly string[] }
  rows: FileRows
  changes: ChangeRun
}

/** Current size and time of the file. */
type Now = Awaited<ReturnType<FileRows['facts']>>

/** Undoes changes that are done. */
export class ChangeUndo {
  constructor(private readonly deps: Deps) {}

  /** Throws Refusal with a sentence when the file stays unchanged; the row stores the sentence too. */
  async undo(change: store.FileChangeRow, restoreMetadata?: MetadataRestorer): Promise<void> {
    const { db, rows, changes } = this.deps
    const row = change.file_id === '' ? undefined : fileWithId(db.read, change.file_id)
    if (change.kind === 'recycle' || change.kind === 'remove') return this.restore(change, row)
    // Metadata and imports are undone at the current path of their file.
    const path = (change.kind === 'note' || change.kind === 'arrive') && row ? row.path : change.to_path
    const kept_path = change.kind === 'arrive' ? await this.placeOutside(change, path) : change.kept_path
    const now = await rows.facts(path)
    const started = changes.hold(db.write((tx) => begin(tx, change, { path, kept_path, now })))
    if (change.file_id !== '' && !row) throw changes.fail(started, 'undo', FILE_GONE)
    if (change.kind === 'replace' && change.kept_path === null)
      throw changes.fail(started, 'undo', 'The original file is no longer in the recycle folder.')
    if (row && row.path !== path)
      throw changes.fail(started, 'undo', `The file is at ${row.path} now. Undo the later changes first.`)
    if (row && (change.kind === 'note' || change.kind === 'replace') && !isSame(now, started))
      throw changes.fail(started, 'undo', 'The file has changed since. Undo the later changes first.')
    await changes.run(started, 'undo', restoreMetadata)
  }

  /** A file of a deleted series whose rows have been restored, or one that left the library with its row. */
  private async restore(change: store.FileChangeRow, row: FileRow | undefined): Promise<void> {
    const { db, changes } = this.deps
    const begun = { state: 'started' as const, error: null }
    const started = changes.hold(db.write((tx) => store.setChange(tx, change.change_id, begun)))
    if (!row && change.kind === 'recycle') throw changes.fail(started, 'undo', FILE_GONE)
    if (change.kept_path === null) throw changes.fail(started, 'undo', 'The file is no longer in the recycle folder.')
    await changes.run(started, 'undo')
  }

  /** Where an imported file goes: back to its old path when that is free, otherwise into the recycle folder. */
  private async placeOutside(
    { change_id, from_path, before_size }: store.FileChangeRow,
    path: string,
  ): Promise<string> {
    const { files, library } = this.deps
    try {
      if (before_size !== null && (await files.stat(from_path)) === undefined) return from_path
      return await makeRoomToKeep(files, { path, changeId: change_id, roots: library.roots() })
    } catch (error) {
      throw new Refusal('unavailable', diskSentence(error, path))
    }
  }
}

/** Records, before the disk is touched, the paths between which the file returns. */
function begin(
  tx: Tx,
  { change_id, file_id, kind }: store.FileChangeRow,
  { path, kept_path, now }: { path: string; kept_path: string | null; now: Now },
): store.FileChangeRow {
  checkIdle(tx, file_id)
  const begun = { state: 'started' as const, error: null }
  const facts = { after_size: now.size, after_modified_ms: now.modified_ms, after_hash: null }
  if (kind === 'arrive') return store.setChange(tx, change_id, { ...begun, ...facts, to_path: path, kept_path })
  if (kind === 'move') return store.setChange(tx, change_id, { ...begun, ...facts })
  const temp_path = tempOf(dirname(path), change_id)
  const paths = kind === 'note' ? { from_path: path, to_path: path } : {}
  return store.setChange(tx, change_id, { ...begun, ...paths, temp_path })
}

function isSame(now: Now, { after_size, after_modified_ms }: store.FileChangeRow): boolean {
  return now.size === after_size && now.modified_ms === after_modified_ms
}
