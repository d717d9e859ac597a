import { basename, dirname, join } from 'node:path'
import { isInUse } from '../../base/platform/disk-reason'
import { isReadOnly } from '../../base/platform/disk-sentence'
import { errorCode } from '../../base/platform/error-code'
import { foldCase } from '../../base/platform/paths'
import type { FileFacts, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { copyChecked } from './checked-copy'
import { makeFolderLike } from './folders'
import { pathTaken } from './refusals'

/** A move of one file. After a crash at any point, `settleMove` finds one whole file and returns its path. */
export interface FileMove {
  from: string
  to: string
  /** Hidden, beside `to`: the path of an unfinished copy, and of a name in between. */
  temp: string
  size: number
  modified_ms: number
  /** SHA-256 of a checked copy; null before one exists. */
  hash: string | null
}

interface MoveCallbacks {
  /** A checked copy is at `temp`. */
  copied(hash: string): void
  /** The file has its new name; another file may still be at the old path. */
  placed(): void
}

/** Where the file was found: at its new path, at its old path, at neither, or on a disk that is unavailable. */
export type MoveOutcome = 'at_target' | 'at_source' | 'lost' | 'away'

/** Whether two paths differ only in case and Unicode composition: some disks treat them as one. */
export const isSpelling = (path: string, other: string): boolean => foldCase(path) === foldCase(other)

export { foldCase }

/**
 * On the same disk a rename, which keeps hard links; otherwise a copy that is checked before the original is removed.
 */
export async function moveFile(move: FileMove, files: Files, callbacks: MoveCallbacks): Promise<void> {
  await checkUnchanged(files, move)
  // When a series is renamed, its folder is a new one.
  await makeFolderLike(files, dirname(move.to), dirname(move.from))
  if (isSpelling(move.from, move.to)) return respell(move, files, callbacks)
  if (await placeHere(files, move)) return callbacks.placed()
  const hash = await copyUnchanged(files, move)
  callbacks.copied(hash)
  if (!(await files.place(move.temp, move.to))) throw pathTaken(move.to)
  callbacks.placed()
  await files.remove(move.from)
}

/** Throws Refusal 'conflict' unless the file exists unchanged. */
export async function checkUnchanged(
  files: Files,
  { from, size, modified_ms }: Pick<FileMove, 'from' | 'size' | 'modified_ms'>,
): Promise<FileFacts> {
  const facts = await files.stat(from)
  if (!facts) throw new Refusal('conflict', `There is nothing at ${from} any more.`)
  if (facts.kind === 'link')
    throw new Refusal('conflict', `${from} is a link to another place, so the file was not changed.`)
  if (facts.kind !== 'file') throw new Refusal('conflict', `${from} is no file.`)
  if (facts.size !== size || facts.modifiedMs !== modified_ms)
    throw new Refusal('conflict', `${from} changed in the meantime. Scan the library, then try again.`)
  return facts
}

/** False when the target is on another disk. */
async function placeHere(files: Files, { from, to }: FileMove): Promise<boolean> {
  try {
    if (!(await files.place(from, to))) throw pathTaken(to)
    return true
  } catch (error) {
    if (errorCode(error) === 'EXDEV') return false
    throw error
  }
}

async function copyUnchanged(files: Files, move: FileMove): Promise<string> {
  const hash = await copyChecked(files, move.from, move.temp, move.size)
  await checkUnchanged(files, move)
  // Some network drives do not keep a given time: then the file has the time of the copy.
  await files.touch(move.temp, move.modified_ms).catch(() => undefined)
  await files.keepAccess(move.from, move.temp)
  return hash
}

/** On a disk that ignores case, the new name is the old one, so a name in between is needed. */
async function respell({ from, to, temp }: FileMove, files: Files, callbacks: MoveCallbacks): Promise<void> {
  if ((await files.stat(to)) !== undefined && !(await files.same(from, to))) throw pathTaken(to)
  if (!(await files.place(from, temp))) throw pathTaken(temp)
  if (!(await files.place(temp, to))) {
    await files.place(temp, from)
    throw pathTaken(to)
  }
  callbacks.placed()
}

/**
 * Removes a hidden copy, best effort: a read-only disk, or a program that reads the copy, may keep it. Where the file
 * is does not depend on the copy. Such a disk refuses to remove even a missing file.
 */
export async function discard(files: Files, temp: string): Promise<void> {
  await files.remove(temp).catch((error: unknown) => {
    if (!isReadOnly(error) && !isInUse(error)) throw error
  })
}

/** The end to prefer when both names exist: the source when the user saw that the change failed. */
export type PreferredEnd = 'target' | 'source'

/** Finishes an interrupted or failed move: forward when the new path has the file, back otherwise. Safe to repeat. */
export async function settleMove(move: FileMove, files: Files, prefer: PreferredEnd = 'target'): Promise<MoveOutcome> {
  if (isSpelling(move.from, move.to)) return settleRespelled(move, files, prefer)
  const here = await files.stat(move.from)
  const there = await files.stat(move.to)
  if (!here && !there && (await isAway(files, [move.from, move.to]))) return 'away'
  if (!here || !there || (await isOneEntry(files, move.from, move.to))) {
    await discard(files, move.temp)
    if (here) return 'at_source'
    return there?.size === move.size ? 'at_target' : 'lost'
  }
  const isOurs =
    (await files.same(move.from, move.to)) || (move.hash !== null && (await files.hash(move.to)) === move.hash)
  await discard(files, move.temp)
  if (!isOurs) return 'at_source'
  const isUnchanged = here.size === move.size && here.modifiedMs === move.modified_ms
  return (await keepOneName(files, move, isUnchanged ? prefer : 'source')) === 'to' ? 'at_target' : 'at_source'
}

/**
 * Keeps one of two names of one file, or one of a file and its checked copy: the preferred one, or the other when its
 * folder or another program prevents the removal. Throws when neither can be removed.
 */
async function keepOneName(
  files: Files,
  { from, to }: Pick<FileMove, 'from' | 'to'>,
  prefer: PreferredEnd,
): Promise<'from' | 'to'> {
  if (prefer === 'target') {
    const isRemoved = await files.remove(from).then(
      () => true,
      () => false,
    )
    if (isRemoved) return 'to'
  }
  await files.remove(to)
  return 'from'
}

async function settleRespelled({ from, to, temp }: FileMove, files: Files, prefer: PreferredEnd): Promise<MoveOutcome> {
  if ((await files.stat(temp)) !== undefined) {
    const named = (await files.same(temp, from)) || (await files.same(temp, to))
    const [first, second] = prefer === 'target' ? [to, from] : [from, to]
    if (named) await files.remove(temp)
    else if (!(await files.place(temp, first)) && !(await files.place(temp, second))) return 'lost'
  }
  if (await isListed(files, to)) return 'at_target'
  if ((await files.stat(from)) !== undefined) return 'at_source'
  return (await isAway(files, [from])) ? 'away' : 'lost'
}

/** Whether the folder has the name in exactly this spelling; on some disks `stat` finds it in another case too. */
async function isListed(files: Files, path: string): Promise<boolean> {
  const entries = await files.list(dirname(path)).catch(() => [])
  return entries.some(({ name }) => name === basename(path))
}

/** Whether links make both paths the same entry: removing one would remove the other. */
async function isOneEntry(files: Files, path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([path, other].map((each) => files.real(dirname(each))))
  return one !== undefined && two !== undefined && join(one, basename(path)) === join(two, basename(other))
}

/** Whether every one of the folders is missing or empty, as when a disk is not connected. */
export async function isAway(files: Files, paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(paths.map((path) => files.list(dirname(path)).catch(() => [])))
  return found.every((entries) => entries.length === 0)
}

/**
 * Settles a `place` that may have been interrupted between its two steps: when both names are the same file, one is
 * removed, the first unless another is preferred or the first cannot be removed. Returns whether the file is at the
 * second.
 */
export async function settleName(
  files: Files,
  from: string,
  to: string,
  prefer: PreferredEnd = 'target',
): Promise<boolean> {
  if ((await files.stat(to)) === undefined) return false
  if (!(await files.same(from, to)) || (await isOneEntry(files, from, to))) return true
  return (await keepOneName(files, { from, to }, prefer)) === 'to'
}
