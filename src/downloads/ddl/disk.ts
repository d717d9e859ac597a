import { diskSentence } from '../../filing/faults'

/** Our own disk does not do what it is asked; `message` says what and where. */
export class DiskTrouble extends Error {
  override readonly name = 'DiskTrouble'

  constructor(error: unknown, path: string) {
    super(diskSentence(error, path), { cause: error })
  }
}

/** As the work, with what goes wrong told apart from what goes wrong on the way to a host. */
export async function onDisk<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new DiskTrouble(error, path)
  }
}
