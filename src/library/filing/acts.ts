import { dirname } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { FileContent } from '../series/file-store'
import { exchangeOf, type FileRows, fileMoveOf, type Stamp, type Way } from './changes'
import { exchange, giveBack, settleExchange, settleGiveBack } from './exchange'
import {
  checkUnchanged,
  discard,
  isAway,
  type MoveOutcome,
  moveFile,
  type Preference,
  settleMove,
  settleName,
} from './move-file'
import { removeRoomToKeep, tidyRecycle } from './recycle'
import { pathTaken } from './refusals'
import { type Change, findChange, setChange } from './store'

/** One change in one direction: how it is done, how it is found after a crash, and what the rows say then. */
export interface Act {
  work(): Promise<void>
  settle(prefer?: Preference): Promise<MoveOutcome>
  /** What to write once the file is 'there', with what is kept of the change. */
  arrived(): Promise<(tx: Tx) => Partial<Change>>
  /** What to write once it is 'back'. */
  returned(): Promise<(tx: Tx) => void>
}

/** Puts older ComicInfo and MetronInfo back into a copy of `path` at `temp`. */
export type Renote = (path: string, notes: Record<string, string | null>, temp: string) => Promise<void>

interface Deps {
  db: Database
  files: Files
  rows: FileRows
}

export function actOf(change: Change, way: Way, deps: Deps, renote?: Renote): Act {
  if (change.kind === 'move') return moving(change, way, deps)
  if (change.kind === 'arrive') return leaving(change, deps)
  if (change.kind === 'recycle') return way === 'on' ? keeping(change, deps) : restoring(change, deps)
  if (change.kind === 'replace') return way === 'on' ? replaceOn(change, deps) : replaceBack(change, deps)
  return way === 'on' ? noteOn(change, deps) : noteBack(change, deps, renote)
}

function moving(change: Change, way: Way, { db, files, rows }: Deps): Act {
  const { change_id, file_id } = change
  const leg = fileMoveOf(change, way)
  const path = { from: leg.from, to: leg.to }
  const was = { size: leg.size, modified_ms: leg.modified_ms }
  return {
    work: () =>
      moveFile(leg, files, {
        copied: (hash) => db.write((tx) => void setChange(tx, change_id, { after_hash: hash })),
        placed: () => db.write((tx) => rows.moved(tx, file_id, path, was, was)),
      }),
    // The hash of a copy came into the row after `change` was read.
    settle: (prefer) => settleMove({ ...leg, hash: findChange(db.read, change_id)?.after_hash ?? null }, files, prefer),
    async arrived() {
      const now = await rows.facts(leg.to)
      return (tx) => {
        rows.moved(tx, file_id, path, was, now)
        return {}
      }
    },
    returned: async () => (tx) => rows.moved(tx, file_id, { from: leg.to, to: leg.from }, was, was),
  }
}

/** An import is recorded when it is done, so only undo is left. */
function leaving(change: Change, deps: Deps): Act {
  return change.kept_path === change.from_path ? givingBack(change, deps) : recycling(change, deps)
}

function recycling({ file_id, to_path, kept_path }: Change, { files, rows }: Deps): Act {
  const kept = kept_path as string
  return {
    async work() {
      if (!(await files.place(to_path, kept))) throw pathTaken(kept)
    },
    settle: (prefer) => settlePlaced(files, to_path, kept, prefer),
    arrived: async () => (tx) => {
      rows.left(tx, file_id)
      return {}
    },
    returned: async () => () => {},
  }
}

/** A file of a series that is being deleted. Its row goes with the series, so it says nothing here. */
function keeping(change: Change, { files }: Deps): Act {
  const { from_path, kept_path } = change
  return {
    async work() {
      if (kept_path === null || !(await files.place(from_path, kept_path))) throw pathTaken(kept_path ?? from_path)
    },
    async settle(prefer) {
      if (kept_path === null) return 'back'
      return settlePlaced(files, from_path, kept_path, prefer)
    },
    arrived: async () => () => ({}),
    async returned() {
      await removeRoomToKeep(files, change)
      return () => {}
    },
  }
}

/** The series is back, and the file goes where it was. */
function restoring({ file_id, from_path, to_path }: Change, { files, rows }: Deps): Act {
  return {
    async work() {
      await files.makeFolder(dirname(from_path))
      if (!(await files.place(to_path, from_path))) throw pathTaken(from_path)
    },
    settle: (prefer) => settlePlaced(files, to_path, from_path, prefer),
    async arrived() {
      const now = await rows.facts(from_path)
      await tidyRecycle(files, to_path)
      return (tx) => {
        rows.restored(tx, file_id, from_path, now)
        return { kept_path: null }
      }
    },
    returned: async () => () => {},
  }
}

async function settlePlaced(files: Files, from: string, to: string, prefer?: Preference): Promise<MoveOutcome> {
  if (await settleName(files, from, to, prefer)) return 'there'
  if ((await files.stat(from)) !== undefined) return 'back'
  return (await isAway(files, [from, to])) ? 'away' : 'lost'
}

/** The file was moved from outside, and goes back there. */
function givingBack(change: Change, { db, files, rows }: Deps): Act {
  const { change_id, file_id } = change
  const leg = fileMoveOf(change, 'back')
  return {
    work: () =>
      moveFile(leg, files, {
        copied: (hash) => db.write((tx) => void setChange(tx, change_id, { after_hash: hash })),
        placed: () => {},
      }),
    settle: (prefer) => settleMove({ ...leg, hash: findChange(db.read, change_id)?.after_hash ?? null }, files, prefer),
    // It does not rest there: nothing may prune it.
    arrived: async () => (tx) => {
      rows.left(tx, file_id)
      return { kept_path: null }
    },
    returned: async () => () => {},
  }
}

function replaceOn(change: Change, deps: Deps): Act {
  const { db, files, rows } = deps
  const it = exchangeOf(change)
  const write = (tx: Tx, now: Stamp) => rows.rewritten(tx, change.file_id, it.to, now, change.after_file as FileContent)
  return {
    work: () => exchange(it, files, () => db.write((tx) => write(tx, it.after as Stamp))),
    settle: (prefer) => settleExchange(it, files, prefer),
    async arrived() {
      const now = await rows.facts(it.to)
      return (tx) => {
        write(tx, now)
        return { temp_path: null }
      }
    },
    async returned() {
      await removeRoomToKeep(files, change)
      return asBefore(change, deps)
    },
  }
}

function replaceBack(change: Change, deps: Deps): Act {
  const { db, files, rows } = deps
  const it = exchangeOf(change)
  return {
    work: () =>
      giveBack(it, files, () =>
        db.write((tx) => rows.rewritten(tx, change.file_id, it.from, it.before, change.before_file as FileContent)),
      ),
    settle: (prefer) => settleGiveBack(it, files, prefer),
    async arrived() {
      const write = await asBefore(change, deps)
      await tidyRecycle(files, it.kept)
      return (tx) => {
        write(tx)
        return { kept_path: null, temp_path: null }
      }
    },
    async returned() {
      const now = await rows.facts(it.to)
      return (tx) => rows.rewritten(tx, change.file_id, it.to, now, change.after_file as FileContent)
    },
  }
}

/** The row as it was: nothing happened, or it was taken back. */
async function asBefore(change: Change, { rows }: Deps): Promise<(tx: Tx) => void> {
  const { file_id, from_path, before_file } = change
  const now = await rows.facts(from_path)
  return (tx) => {
    if (before_file && now.size > 0) rows.rewritten(tx, file_id, from_path, now, before_file)
  }
}

/** New notes in place of the old file, in one step; the other names of a hard link keep the old bytes. */
function noteOn(change: Change, deps: Deps): Act {
  const { files, rows } = deps
  const { file_id, to_path } = change
  const { before, temp } = exchangeOf(change)
  return {
    async work() {
      await checkUnchanged(files, { from: to_path, ...before })
      await files.rename(temp, to_path)
    },
    async settle() {
      const found = await foundNoted(change, files)
      if (typeof found === 'string') return found
      return !found.isWaiting && found.isNew ? 'there' : 'back'
    },
    async arrived() {
      const now = await rows.facts(to_path)
      return (tx) => {
        rows.rewritten(tx, file_id, to_path, now, change.after_file as FileContent)
        return { temp_path: null }
      }
    },
    returned: async () => () => {},
  }
}

/** What is found of a file whose notes were being written. A copy that still waits for its name goes. */
async function foundNoted(
  change: Change,
  files: Files,
): Promise<'away' | 'lost' | { isWaiting: boolean; isNew: boolean }> {
  const { to, temp, after } = exchangeOf(change)
  const isWaiting = (await files.stat(temp)) !== undefined
  await discard(files, temp)
  const now = await files.stat(to)
  if (!now) return (await isAway(files, [to])) ? 'away' : 'lost'
  return { isWaiting, isNew: now.size === after?.size && now.modifiedMs === after.modified_ms }
}

/** `temp_path` and `to_path` are the current paths: the file may have been renamed since. */
function noteBack(change: Change, { files, rows }: Deps, renote?: Renote): Act {
  const { file_id, to_path, before_notes, before_file } = change
  const { after, temp } = exchangeOf(change)
  return {
    async work() {
      if (!renote) throw new Refusal('unavailable', 'The earlier metadata cannot be written back.')
      await checkUnchanged(files, { from: to_path, ...(after as Stamp) })
      await renote(to_path, before_notes ?? {}, temp)
      // What was done before the notes can be undone only while the file is as it was then.
      const made = await files.stat(temp)
      if (made?.size === change.before_size && change.before_modified_ms !== null)
        await files.touch(temp, change.before_modified_ms)
      await files.keepAccess(to_path, temp)
      await files.rename(temp, to_path)
    },
    async settle() {
      const found = await foundNoted(change, files)
      if (typeof found === 'string') return found
      return found.isWaiting || found.isNew ? 'back' : 'there'
    },
    async arrived() {
      const now = await rows.facts(to_path)
      const content = await rows.content(to_path, before_file as FileContent)
      return (tx) => {
        rows.rewritten(tx, file_id, to_path, now, content)
        return { temp_path: null }
      }
    },
    returned: async () => () => {},
  }
}
