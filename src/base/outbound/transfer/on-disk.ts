import { diskSentence } from '../../platform/disk-sentence'

/** An error of the local disk; `message` has the reason and the path. */
export class DiskError extends Error {
  override readonly name = 'DiskError'

  constructor(error: unknown, path: string) {
    super(diskSentence(error, path), { cause: error })
  }
}

/** Runs the work and marks its errors as errors of the disk, not of the host. */
export async function onDisk<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new DiskError(error, path)
  }
}
