import type { Files } from '../../base/platform/ports'
import { numberWords } from '../../base/platform/words'
import { Refusal } from '../../base/refusal'

/** Left free on every disk: a system with a completely full disk stops working. */
const SPARE = 32 * 1024 * 1024

/**
 * Throws Refusal 'unavailable' when the disk of a folder has no room for a file. A disk that does not report its space
 * passes.
 */
export async function checkRoom(files: Files, folder: string, bytes: number): Promise<void> {
  const space = await files.freeSpace(folder).catch(() => undefined)
  if (!space) return
  const missing = bytes + SPARE - space.free
  if (missing <= 0) return
  throw new Refusal(
    'unavailable',
    `The disk of ${folder} is too full for it: ${megabytes(space.free)} are free and ${megabytes(missing)} more are needed. Make room there, or choose another folder in the settings.`,
  )
}

/** Rounded up, so that the reported size is always enough. */
const megabytes = (bytes: number) => `${numberWords(Math.ceil(bytes / 1_000_000))} MB`
