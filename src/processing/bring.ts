import { dirname, join } from 'node:path'
import type { Placing } from '../downloads/states'
import { checkRoom } from '../filing/room'
import { errorCode } from '../platform/error-code'
import type { FileFacts, Files } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Placement } from './store'

interface Bring {
  from: string
  target: string
  /** Beside the target, hidden: where a copy is put together. */
  part: string
  /** Of the source. */
  facts: FileFacts
  placing: Placing
  /** Told before a checked copy gets its name. */
  copied: (hash: string) => void
}

/** Where a copy lies until it is checked; scans pass over names that begin with a dot. */
export const partOf = ({ placement_id, target }: Pick<Placement, 'placement_id' | 'target'>): string =>
  join(dirname(target as string), `.${placement_id}.part`)

/**
 * Makes the file appear at `target`; the source stays, also of a move, until everything else is done. On one disk that
 * is a second name and no copy. False when something took the name.
 */
export async function bringInto(it: Bring, files: Files): Promise<boolean> {
  const { from, target, placing } = it
  if (placing === 'softlink') return files.point((await files.real(from)) ?? from, target)
  if (placing !== 'copy') {
    const linked = await linkInto(from, target, files)
    if (linked !== undefined) return linked
  }
  return copyInto(it, files)
}

/** Undefined where a second name cannot be had: on another disk, or one that knows none. */
async function linkInto(from: string, target: string, files: Files): Promise<boolean | undefined> {
  try {
    // A link would be linked itself, and not what it leads to.
    return await files.link((await files.real(from)) ?? from, target)
  } catch (error) {
    if (['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EACCES'].includes(errorCode(error) ?? ''))
      return undefined
    throw error
  }
}

async function copyInto({ from, target, part, facts, copied }: Bring, files: Files): Promise<boolean> {
  await checkRoom(files, dirname(target), facts.size)
  try {
    const hash = await files.copy(from, part)
    if ((await files.stat(part))?.size !== facts.size || (await files.hash(part)) !== hash)
      throw new Refusal('unavailable', 'The copy is not the same as the file; the disk may be failing.')
    copied(hash)
    return await files.place(part, target)
  } finally {
    await files.remove(part)
  }
}

/** Whether what lies at the target of a row that was being placed is its file, whole. Nothing half is left behind. */
export async function settleBrought(row: Placement, from: string, files: Files): Promise<boolean> {
  const { target, target_hash } = row
  if (target === null) return false
  await files.remove(partOf(row))
  const there = await files.stat(target)
  if (!there) return false
  if (there.kind === 'link') return (await files.real(target)) === (await files.real(from))
  if (await files.same((await files.real(from)) ?? from, target)) return true
  return target_hash !== null && (await files.hash(target)) === target_hash
}
