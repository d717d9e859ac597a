import { dirname } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { checkRoom } from './room'

/**
 * Copies `from` to `temp`, reads the copy back and compares it. Returns its SHA-256. Throws Refusal 'unavailable' when
 * the disk is full or the copy differs; the caller then removes the file at `temp`.
 */
export async function copyChecked(files: Files, from: string, temp: string, size: number): Promise<string> {
  await checkRoom(files, dirname(temp), size)
  const hash = await files.copy(from, temp)
  if ((await files.stat(temp))?.size !== size || (await files.hash(temp)) !== hash)
    throw new Refusal('unavailable', 'The copy differs from the original file. The disk may be failing.')
  return hash
}
