import { dirname } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { checkRoom } from './room'

/**
 * A copy of `from` at `temp`, read back and compared. Answers its SHA-256. Throws Refusal 'unavailable' when the disk has
 * no room or the copy differs; what is at `temp` then is for the caller to remove.
 */
export async function copyChecked(files: Files, from: string, temp: string, size: number): Promise<string> {
  await checkRoom(files, dirname(temp), size)
  const hash = await files.copy(from, temp)
  if ((await files.stat(temp))?.size !== size || (await files.hash(temp)) !== hash)
    throw new Refusal('unavailable', 'The copy differs from the original file. The disk may be failing.')
  return hash
}
