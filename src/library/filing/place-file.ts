import { dirname, join } from 'node:path'
import { errorCode } from '../../base/platform/error-code'
import type { FileFacts, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { copyChecked } from './checked-copy'
import type { PlaceMethod } from './states'

interface FilePlacement {
  from: string
  target: string
  /** Hidden, beside the target: the path of an unfinished copy. */
  part: string
  /** Facts about the source. */
  facts: FileFacts
  placing: PlaceMethod
  /** Called before a checked copy gets its name. */
  copied: (hash: string) => void
}

/** The record of a placement, written before the disk is touched. */
export interface PlacementStep {
  id: string
  target: string
  /** SHA-256 of the checked copy; null before one exists. */
  hash: string | null
}

/** The path of a copy until it is checked. Scans skip names that begin with a dot. */
export const partialPathOf = ({ id, target }: Pick<PlacementStep, 'id' | 'target'>): string =>
  join(dirname(target), `.${id}.part`)

/**
 * Gives the file the name `target`; the source stays, even for a move, until everything else is done. On the same disk
 * this is a hard link, not a copy. False when the name was taken meanwhile.
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

/** Undefined when hard links are not possible: on another disk, or on one without them. */
async function linkFile(from: string, target: string, files: Files): Promise<boolean | undefined> {
  try {
    // A symbolic link would be linked itself instead of its target.
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

/** Whether the file at the target of a step is the placed one, complete. An unfinished copy is removed. */
export async function isPlaced(step: PlacementStep, from: string, files: Files): Promise<boolean> {
  const { target, hash } = step
  await files.remove(partialPathOf(step))
  const there = await files.stat(target)
  if (!there) return false
  if (there.kind === 'link') return (await files.real(target)) === (await files.real(from))
  if (await files.same((await files.real(from)) ?? from, target)) return true
  return hash !== null && (await files.hash(target)) === hash
}
