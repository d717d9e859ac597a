import { dirname, join } from 'node:path'
import { errorCode } from '../../base/platform/error-code'
import type { FileFacts, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { copyChecked } from './checked-copy'
import type { PlaceMethod } from './states'

interface FilePlacement {
  from: string
  target: string
  /** Beside the target, hidden: where a copy is put together. */
  part: string
  /** Of the source. */
  facts: FileFacts
  placing: PlaceMethod
  /** Called before a checked copy gets its name. */
  copied: (hash: string) => void
}

/** What was written down of a placement before the disk was touched. */
export interface PlacementStep {
  id: string
  target: string
  /** SHA-256 of the checked copy; null before there was one. */
  hash: string | null
}

/** Where a copy is put together until it is checked. Scans skip names that begin with a dot. */
export const partialPathOf = ({ id, target }: Pick<PlacementStep, 'id' | 'target'>): string =>
  join(dirname(target), `.${id}.part`)

/**
 * Gives the file the name `target`; the source stays, also of a move, until everything else is done. On one disk that
 * is a second name and no copy. False when something took the name.
 */
export async function placeImport(it: FilePlacement, files: Files): Promise<boolean> {
  const { from, target, placing } = it
  if (placing === 'softlink') return files.point((await files.real(from)) ?? from, target)
  if (placing !== 'copy') {
    const linked = await linkFile(from, target, files)
    if (linked !== undefined) return linked
  }
  return placeCopy(it, files)
}

/** Undefined where a second name is not possible: on another disk, or one without hard links. */
async function linkFile(from: string, target: string, files: Files): Promise<boolean | undefined> {
  try {
    // A link would be linked itself, and not its target.
    return await files.link((await files.real(from)) ?? from, target)
  } catch (error) {
    if (['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EACCES'].includes(errorCode(error) ?? ''))
      return undefined
    throw error
  }
}

async function placeCopy({ from, target, part, facts, copied }: FilePlacement, files: Files): Promise<boolean> {
  try {
    const hash = await copyChecked(files, from, part, facts.size)
    const now = await files.stat((await files.real(from)) ?? from)
    if (now?.size !== facts.size || now.modifiedMs !== facts.modifiedMs)
      throw new Refusal('conflict', `${from} changed while it was copied.`)
    copied(hash)
    return await files.place(part, target)
  } finally {
    await files.remove(part)
  }
}

/** Whether the file at the target of a step is the one that was being placed, whole. An unfinished copy is removed. */
export async function isPlaced(step: PlacementStep, from: string, files: Files): Promise<boolean> {
  const { target, hash } = step
  await files.remove(partialPathOf(step))
  const there = await files.stat(target)
  if (!there) return false
  if (there.kind === 'link') return (await files.real(target)) === (await files.real(from))
  if (await files.same((await files.real(from)) ?? from, target)) return true
  return hash !== null && (await files.hash(target)) === hash
}
