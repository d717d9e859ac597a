import { dirname } from 'node:path'
import { isInUse } from '../../base/platform/disk-reason'
import { isReadOnly } from '../../base/platform/disk-sentence'
import type { Files } from '../../base/platform/ports'
import { makeFolderLike } from './folders'
import {
  checkUnchanged,
  discard,
  isAway,
  isSpelling,
  type MoveOutcome,
  type PreferredEnd,
  settleName,
} from './move-file'
import { pathTaken } from './refusals'

/** A file that is replaced by one with the same content in other bytes. The old one is kept at `kept`. */
export interface FileReplacement {
  from: string
  to: string
  /** Beside `to`: the new file before it has its name, and again while undo removes the name. */
  temp: string
  kept: string
  before: { size: number; modified_ms: number }
  /** SHA-256 of the new file; null until the file is complete and checked. */
  after: { size: number; modified_ms: number } | null
}

const isInPlace = ({ from, to }: FileReplacement) => isSpelling(from, to)

/** The complete new file is at `temp`. `placed` is called once it has its final name. */
export async function replaceFile(it: FileReplacement, files: Files, placed: () => void): Promise<void> {
  await checkUnchanged(files, { from: it.from, ...it.before })
  if (isInPlace(it)) {
    if (!(await files.place(it.from, it.kept))) throw pathTaken(it.kept)
    if (!(await files.place(it.temp, it.to))) throw pathTaken(it.to)
    return placed()
  }
  if (!(await files.place(it.temp, it.to))) throw pathTaken(it.to)
  placed()
  if (!(await files.place(it.from, it.kept))) throw pathTaken(it.kept)
}

/** Finishes an interrupted or failed replacement: forward when the new file has its name, back otherwise. */
export async function settleReplacement(
  it: FileReplacement,
  files: Files,
  prefer?: PreferredEnd,
): Promise<MoveOutcome> {
  if (it.after === null) return dropTemp(it, files)
  if (isInPlace(it)) return settleInPlace(it, files, prefer)
  await settleName(files, it.temp, it.to)
  if (!(await isNew(it, files))) return dropTemp(it, files)
  if ((await settleName(files, it.from, it.kept, prefer)) || (await files.stat(it.from)) === undefined)
    return 'at_target'
  const isKept = prefer !== 'source' && (await keepOld(it, files))
  if (isKept) return 'at_target'
  // The old file cannot be moved, so it stays, and the new one is removed.
  await files.remove(it.to)
  return 'at_source'
}

/** False when another program, or the folder, prevents moving the old file. */
async function keepOld({ from, kept }: FileReplacement, files: Files): Promise<boolean> {
  try {
    await files.makeFolder(dirname(kept))
    return await files.place(from, kept)
  } catch (error) {
    if (isInUse(error) || isReadOnly(error)) return false
    throw error
  }
}

async function settleInPlace(it: FileReplacement, files: Files, prefer?: PreferredEnd): Promise<MoveOutcome> {
  if (!(await settleName(files, it.from, it.kept, prefer))) return dropTemp(it, files)
  if (await settleName(files, it.temp, it.to)) {
    if (await isNew(it, files)) return 'at_target'
  } else if ((await files.stat(it.temp)) !== undefined && (await files.place(it.temp, it.to))) return 'at_target'
  // Neither file has the name, or another file took it: the old file returns if possible.
  const isBack = await files.place(it.kept, it.from)
  return isBack ? dropTemp(it, files) : 'lost'
}

async function isNew({ to, after }: FileReplacement, files: Files): Promise<boolean> {
  const facts = await files.stat(to)
  return facts?.size === after?.size && facts?.modifiedMs === after?.modified_ms
}

async function dropTemp(it: FileReplacement, files: Files): Promise<MoveOutcome> {
  if ((await files.stat(it.from)) === undefined) return (await isAway(files, [it.from, it.to])) ? 'away' : 'lost'
  await discard(files, it.temp)
  return 'at_source'
}

/** Restores the old file under its name and removes the new one. `placed` is called once the old one has its name. */
export async function restoreReplaced(it: FileReplacement, files: Files, placed: () => void): Promise<void> {
  if (isInPlace(it) && !(await files.place(it.to, it.temp))) throw pathTaken(it.temp)
  await makeFolderLike(files, dirname(it.from), dirname(it.to))
  if (!(await files.place(it.kept, it.from))) throw pathTaken(it.from)
  placed()
  if (isInPlace(it)) await discard(files, it.temp)
  else await files.remove(it.to)
}

/** 'at_target': the old file has its name again. 'at_source': the new file still has it. */
export async function settleRestored(it: FileReplacement, files: Files, prefer?: PreferredEnd): Promise<MoveOutcome> {
  await settleName(files, it.kept, it.from, prefer)
  const isKept = (await files.stat(it.kept)) !== undefined
  if (!isInPlace(it)) {
    if (isKept) return 'at_source'
    if ((await files.stat(it.from)) === undefined) return (await isAway(files, [it.from, it.to])) ? 'away' : 'lost'
    return removeNew(it, files)
  }
  await settleName(files, it.to, it.temp, prefer)
  if (!isKept) {
    if ((await files.stat(it.from)) === undefined) return (await isAway(files, [it.from])) ? 'away' : 'lost'
    await discard(files, it.temp)
    return 'at_target'
  }
  if ((await files.stat(it.temp)) === undefined) return 'at_source'
  await files.place(it.temp, it.to)
  return 'at_source'
}

/** The old file has its name again. When the new one cannot be removed, the old one stays kept as before. */
async function removeNew(it: FileReplacement, files: Files): Promise<MoveOutcome> {
  try {
    await files.remove(it.to)
    return 'at_target'
  } catch (error) {
    if (!(isInUse(error) || isReadOnly(error)) || !(await files.place(it.from, it.kept))) throw error
    return 'at_source'
  }
}
