import { dirname } from 'node:path'
import { isInUse } from '../../base/platform/disk-reason'
import { isReadOnly } from '../../base/platform/disk-sentence'
import type { Files } from '../../base/platform/ports'
import { makeFolderLike } from './folders'
import { checkUnchanged, discard, isAway, isSpelling, type MoveOutcome, type Preference, settleName } from './move-file'
import { pathTaken } from './refusals'

/** A file that makes room for another with the same content in other bytes. The old one rests at `kept`. */
export interface Exchange {
  from: string
  to: string
  /** Beside `to`: the new file until it has its name, and again while it gives it back. */
  temp: string
  kept: string
  before: { size: number; modified_ms: number }
  /** Of the new file; null until it was whole and checked. */
  after: { size: number; modified_ms: number } | null
}

const isInPlace = ({ from, to }: Exchange) => isSpelling(from, to)

/** The complete new file is at `temp`. `placed` is called once it has its final name. */
export async function exchange(it: Exchange, files: Files, placed: () => void): Promise<void> {
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

/** Ends what was cut off or failed: forward where the new file has its name, back otherwise. */
export async function settleExchange(it: Exchange, files: Files, prefer?: Preference): Promise<MoveOutcome> {
  if (it.after === null) return dropTemp(it, files)
  if (isInPlace(it)) return settleInPlace(it, files, prefer)
  await settleName(files, it.temp, it.to)
  if (!(await isNew(it, files))) return dropTemp(it, files)
  if ((await settleName(files, it.from, it.kept, prefer)) || (await files.stat(it.from)) === undefined) return 'there'
  const isKept = prefer !== 'back' && (await keepOld(it, files))
  if (isKept) return 'there'
  // The old file cannot go, so it stays, and the new one does not.
  await files.remove(it.to)
  return 'back'
}

/** False when another program, or its folder, does not let the old file go. */
async function keepOld({ from, kept }: Exchange, files: Files): Promise<boolean> {
  try {
    await files.makeFolder(dirname(kept))
    return await files.place(from, kept)
  } catch (error) {
    if (isInUse(error) || isReadOnly(error)) return false
    throw error
  }
}

async function settleInPlace(it: Exchange, files: Files, prefer?: Preference): Promise<MoveOutcome> {
  if (!(await settleName(files, it.from, it.kept, prefer))) return dropTemp(it, files)
  if (await settleName(files, it.temp, it.to)) {
    if (await isNew(it, files)) return 'there'
  } else if ((await files.stat(it.temp)) !== undefined && (await files.place(it.temp, it.to))) return 'there'
  // Neither has the name, or something else took it: the old file goes back if it can.
  const isBack = await files.place(it.kept, it.from)
  return isBack ? dropTemp(it, files) : 'lost'
}

async function isNew({ to, after }: Exchange, files: Files): Promise<boolean> {
  const facts = await files.stat(to)
  return facts?.size === after?.size && facts?.modifiedMs === after?.modified_ms
}

async function dropTemp(it: Exchange, files: Files): Promise<MoveOutcome> {
  if ((await files.stat(it.from)) === undefined) return (await isAway(files, [it.from, it.to])) ? 'away' : 'lost'
  await discard(files, it.temp)
  return 'back'
}

/** The old file gets its name back, the new one goes. `placed` is called once the old one has it. */
export async function giveBack(it: Exchange, files: Files, placed: () => void): Promise<void> {
  if (isInPlace(it) && !(await files.place(it.to, it.temp))) throw pathTaken(it.temp)
  await makeFolderLike(files, dirname(it.from), dirname(it.to))
  if (!(await files.place(it.kept, it.from))) throw pathTaken(it.from)
  placed()
  if (isInPlace(it)) await discard(files, it.temp)
  else await files.remove(it.to)
}

/** 'there': the old file has its name again. 'back': the new one has kept it. */
export async function settleGiveBack(it: Exchange, files: Files, prefer?: Preference): Promise<MoveOutcome> {
  await settleName(files, it.kept, it.from, prefer)
  const isKept = (await files.stat(it.kept)) !== undefined
  if (!isInPlace(it)) {
    if (isKept) return 'back'
    if ((await files.stat(it.from)) === undefined) return (await isAway(files, [it.from, it.to])) ? 'away' : 'lost'
    return removeNew(it, files)
  }
  await settleName(files, it.to, it.temp, prefer)
  if (!isKept) {
    if ((await files.stat(it.from)) === undefined) return (await isAway(files, [it.from])) ? 'away' : 'lost'
    await discard(files, it.temp)
    return 'there'
  }
  if ((await files.stat(it.temp)) === undefined) return 'back'
  await files.place(it.temp, it.to)
  return 'back'
}

/** The old file has its name again. Where the new one cannot go the old one rests as before. */
async function removeNew(it: Exchange, files: Files): Promise<MoveOutcome> {
  try {
    await files.remove(it.to)
    return 'there'
  } catch (error) {
    if (!(isInUse(error) || isReadOnly(error)) || !(await files.place(it.from, it.kept))) throw error
    return 'back'
  }
}
