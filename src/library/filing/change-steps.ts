import { dirname } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { FileContent } from '../series/file-store'
import { type Direction, type FileRows, type FileStamp, fileMoveOf, replacementOf } from './changes'
import {
  checkUnchanged,
  discard,
  isAway,
  type MoveOutcome,
  moveFile,
  type PreferredEnd,
  settleMove,
  settleName,
} from './move-file'
import { removeRoomToKeep, tidyRecycle } from './recycle'
import { pathTaken } from './refusals'
import { replaceFile, restoreReplaced, settleReplacement, settleRestored } from './replace-file'
import { type FileChangeRow, findChange, setChange } from './store'

/** One change in one direction: how it is run, how it is recognised after a crash, and what the rows say then. */
export interface ChangeStep {
  run(): Promise<void>
  settle(prefer?: PreferredEnd): Promise<MoveOutcome>
  /** The rows once the file is at the target, and what is stored of the change. */
  writeDone(): Promise<(tx: Tx) => Partial<FileChangeRow>>
  /** The rows once the file is back at its source. */
  writeReverted(): Promise<(tx: Tx) => void>
}

/** Writes older ComicInfo and MetronInfo into a copy of `path` at `temp`. */
export type MetadataRestorer = (path: string, notes: Record<string, string | null>, temp: string) => Promise<void>

interface Deps {
  db: Database
  files: Files
  rows: FileRows
}

export function changeStep(
  change: FileChangeRow,
  direction: Direction,
  deps: Deps,
  restoreMetadata?: MetadataRestorer,
): ChangeStep {
  if (change.kind === 'move') return moveStep(change, direction, deps)
  if (change.kind === 'arrive') return undoImport(change, deps)
  if (change.kind === 'recycle')
    return direction === 'apply' ? recycleStep(change, deps) : restoreRecycled(change, deps)
  if (change.kind === 'remove') return direction === 'apply' ? removeStep(change, deps) : restoreRemoved(change, deps)
  if (change.kind === 'replace') return direction === 'apply' ? applyReplace(change, deps) : undoReplace(change, deps)
  return direction === 'apply' ? applyMetadata(change, deps) : undoMetadata(change, deps, restoreMetadata)
}

function moveStep(change: FileChangeRow, direction: Direction, { db, files, rows }: Deps): ChangeStep {
  const { change_id, file_id } = change
  const move = fileMoveOf(change, direction)
  const path = { from: move.from, to: move.to }
  const was = { size: move.size, modified_ms: move.modified_ms }
  return {
    run: () =>
      moveFile(move, files, {
        copied: (hash) => db.write((tx) => void setChange(tx, change_id, { after_hash: hash })),
        placed: () => db.write((tx) => rows.moved(tx, file_id, path, was, was)),
      }),
    // The hash of the copy was written into the row after `change` was read.
    settle: (prefer) =>
      settleMove({ ...move, hash: findChange(db.read, change_id)?.after_hash ?? null }, files, prefer),
    async writeDone() {
      const now = await rows.facts(move.to)
      return (tx) => {
        rows.moved(tx, file_id, path, was, now)
        return {}
      }
    },
    writeReverted: async () => (tx) => rows.moved(tx, file_id, { from: move.to, to: move.from }, was, was),
  }
}

/** An import is recorded when it is done, so only undo remains. */
function undoImport(change: FileChangeRow, deps: Deps): ChangeStep {
  return change.kept_path === change.from_path ? returnImport(change, deps) : recycleImport(change, deps)
}

function recycleImport({ file_id, to_path, kept_path }: FileChangeRow, { files, rows }: Deps): ChangeStep {
  const kept = kept_path as string
  return {
    async run() {
      if (!(await files.place(to_path, kept))) throw pathTaken(kept)
    },
    settle: (prefer) => settlePlaced(files, to_path, kept, prefer),
    writeDone: async () => (tx) => {
      rows.left(tx, file_id)
      return {}
    },
    writeReverted: async () => () => {},
  }
}

/** A file of a series that is being deleted. Its row is deleted with the series, so nothing is updated here. */
function recycleStep(change: FileChangeRow, { files }: Deps): ChangeStep {
  const { from_path, kept_path } = change
  return {
    async run() {
      if (kept_path === null || !(await files.place(from_path, kept_path))) throw pathTaken(kept_path ?? from_path)
    },
    async settle(prefer) {
      if (kept_path === null) return 'at_source'
      return settlePlaced(files, from_path, kept_path, prefer)
    },
    writeDone: async () => () => ({}),
    async writeReverted() {
      await removeRoomToKeep(files, change)
      return () => {}
    },
  }
}

/** The series is restored, and the file returns to its old place. */
function restoreRecycled({ file_id, from_path, to_path }: FileChangeRow, { files, rows }: Deps): ChangeStep {
  return {
    async run() {
      await files.makeFolder(dirname(from_path))
      if (!(await files.place(to_path, from_path))) throw pathTaken(from_path)
    },
    settle: (prefer) => settlePlaced(files, to_path, from_path, prefer),
    async writeDone() {
      const now = await rows.facts(from_path)
      await tidyRecycle(files, to_path)
      return (tx) => {
        rows.restored(tx, file_id, from_path, now)
        return { kept_path: null }
      }
    },
    writeReverted: async () => () => {},
  }
}

/** The file moves like one of a deleted series, and its row leaves in the same transaction as the change is done. */
function removeStep(change: FileChangeRow, deps: Deps): ChangeStep {
  return {
    ...recycleStep(change, deps),
    writeDone: async () => (tx) => ({ removed: deps.rows.removed(tx, change.file_id) }),
  }
}

function restoreRemoved(change: FileChangeRow, deps: Deps): ChangeStep {
  const { from_path, to_path, removed } = change
  return {
    ...restoreRecycled(change, deps),
    async writeDone() {
      const now = await deps.rows.facts(from_path)
      await tidyRecycle(deps.files, to_path)
      return (tx) => {
        if (removed) deps.rows.returned(tx, removed, now)
        return { kept_path: null }
      }
    },
  }
}

async function settlePlaced(files: Files, from: string, to: string, prefer?: PreferredEnd): Promise<MoveOutcome> {
  if (await settleName(files, from, to, prefer)) return 'at_target'
  if ((await files.stat(from)) !== undefined) return 'at_source'
  return (await isAway(files, [from, to])) ? 'away' : 'lost'
}

/** The file was moved in from outside, and returns there. */
function returnImport(change: FileChangeRow, { db, files, rows }: Deps): ChangeStep {
  const { change_id, file_id } = change
  const move = fileMoveOf(change, 'undo')
  return {
    run: () =>
      moveFile(move, files, {
        copied: (hash) => db.write((tx) => void setChange(tx, change_id, { after_hash: hash })),
        placed: () => {},
      }),
    settle: (prefer) =>
      settleMove({ ...move, hash: findChange(db.read, change_id)?.after_hash ?? null }, files, prefer),
    // The file is not kept in a recycle folder there: nothing may prune it.
    writeDone: async () => (tx) => {
      rows.left(tx, file_id)
      return { kept_path: null }
    },
    writeReverted: async () => () => {},
  }
}

function applyReplace(change: FileChangeRow, deps: Deps): ChangeStep {
  const { db, files, rows } = deps
  const replacement = replacementOf(change)
  const write = (tx: Tx, now: FileStamp) =>
    rows.rewritten(tx, change.file_id, replacement.to, now, change.after_file as FileContent)
  return {
    run: () => replaceFile(replacement, files, () => db.write((tx) => write(tx, replacement.after as FileStamp))),
    settle: (prefer) => settleReplacement(replacement, files, prefer),
    async writeDone() {
      const now = await rows.facts(replacement.to)
      return (tx) => {
        write(tx, now)
        return { temp_path: null }
      }
    },
    async writeReverted() {
      await removeRoomToKeep(files, change)
      return asBefore(change, deps)
    },
  }
}

function undoReplace(change: FileChangeRow, deps: Deps): ChangeStep {
  const { db, files, rows } = deps
  const replacement = replacementOf(change)
  return {
    run: () =>
      restoreReplaced(replacement, files, () =>
        db.write((tx) =>
          rows.rewritten(tx, change.file_id, replacement.from, replacement.before, change.before_file as FileContent),
        ),
      ),
    settle: (prefer) => settleRestored(replacement, files, prefer),
    async writeDone() {
      const write = await asBefore(change, deps)
      await tidyRecycle(files, replacement.kept)
      return (tx) => {
        write(tx)
        return { kept_path: null, temp_path: null }
      }
    },
    async writeReverted() {
      const now = await rows.facts(replacement.to)
      return (tx) => rows.rewritten(tx, change.file_id, replacement.to, now, change.after_file as FileContent)
    },
  }
}

/** The row as before the change, which did not happen or was undone. */
async function asBefore(change: FileChangeRow, { rows }: Deps): Promise<(tx: Tx) => void> {
  const { file_id, from_path, before_file } = change
  const now = await rows.facts(from_path)
  return (tx) => {
    if (before_file && now.size > 0) rows.rewritten(tx, file_id, from_path, now, before_file)
  }
}

/** New metadata in place of the old file, in one step; other names of a hard link keep the old bytes. */
function applyMetadata(change: FileChangeRow, deps: Deps): ChangeStep {
  const { files, rows } = deps
  const { file_id, to_path } = change
  const { before, temp } = replacementOf(change)
  return {
    async run() {
      await checkUnchanged(files, { from: to_path, ...before })
      await files.rename(temp, to_path)
    },
    async settle() {
      const found = await inspectMetadataWrite(change, files)
      if (typeof found === 'string') return found
      return !found.isWaiting && found.isNew ? 'at_target' : 'at_source'
    },
    async writeDone() {
      const now = await rows.facts(to_path)
      return (tx) => {
        rows.rewritten(tx, file_id, to_path, now, change.after_file as FileContent)
        return { temp_path: null }
      }
    },
    writeReverted: async () => () => {},
  }
}

/** The state of a file whose metadata was being written. A copy that still waits for its name is removed. */
async function inspectMetadataWrite(
  change: FileChangeRow,
  files: Files,
): Promise<'away' | 'lost' | { isWaiting: boolean; isNew: boolean }> {
  const { to, temp, after } = replacementOf(change)
  const isWaiting = (await files.stat(temp)) !== undefined
  await discard(files, temp)
  const now = await files.stat(to)
  if (!now) return (await isAway(files, [to])) ? 'away' : 'lost'
  return { isWaiting, isNew: now.size === after?.size && now.modifiedMs === after.modified_ms }
}

/** `temp_path` and `to_path` are the current paths: the file may have been renamed since. */
function undoMetadata(change: FileChangeRow, { files, rows }: Deps, restoreMetadata?: MetadataRestorer): ChangeStep {
  const { file_id, to_path, before_notes, before_file } = change
  const { after, temp } = replacementOf(change)
  return {
    async run() {
      if (!restoreMetadata) throw new Refusal('unavailable', 'The earlier metadata cannot be written back.')
      await checkUnchanged(files, { from: to_path, ...(after as FileStamp) })
      await restoreMetadata(to_path, before_notes ?? {}, temp)
      // Changes before the metadata can be undone only while the file is as it was then.
      const made = await files.stat(temp)
      if (made?.size === change.before_size && change.before_modified_ms !== null)
        await files.touch(temp, change.before_modified_ms)
      await files.keepAccess(to_path, temp)
      await files.rename(temp, to_path)
    },
    async settle() {
      const found = await inspectMetadataWrite(change, files)
      if (typeof found === 'string') return found
      return found.isWaiting || found.isNew ? 'at_source' : 'at_target'
    },
    async writeDone() {
      const now = await rows.facts(to_path)
      const content = await rows.content(to_path, before_file as FileContent)
      return (tx) => {
        rows.rewritten(tx, file_id, to_path, now, content)
        return { temp_path: null }
      }
    },
    writeReverted: async () => () => {},
  }
}
