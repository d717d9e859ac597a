import type { Clock, DiskSpace, Files } from '../../../base/platform/ports'
import { LibraryFolders } from './library-folders'

/** Result of checking a folder on its disk. */
export interface DiskProbe {
  is: 'there' | 'missing' | 'silent' | 'closed' | 'empty'
  space?: DiskSpace
}

/** A network disk may be spinning up; after this long it counts as unresponsive. */
const PATIENCE_MS = 3000

/** Checks folders with a timeout. A disk that does not respond is not checked again until that check returns. */
export class DiskProbes {
  private readonly asking = new Map<string, Promise<DiskProbe>>()

  constructor(private readonly deps: { files: Files; clock: Clock }) {}

  async ask(folder: string): Promise<DiskProbe> {
    const pending = this.asking.get(folder) ?? this.probe(folder).finally(() => this.asking.delete(folder))
    this.asking.set(folder, pending)
    const through = new AbortController()
    const late = this.deps.clock.after(PATIENCE_MS, through.signal).then((): DiskProbe => ({ is: 'silent' }))
    try {
      return await Promise.race([pending, late])
    } finally {
      through.abort()
    }
  }

  private async probe(folder: string): Promise<DiskProbe> {
    const { files } = this.deps
    try {
      const real = await files.real(folder)
      if (real === undefined || (await files.stat(real))?.kind !== 'folder') return { is: 'missing' }
      const space = await files.freeSpace(folder).catch(() => undefined)
      const connected = await new LibraryFolders(files, { roots: [], others: [] }).isConnected(folder)
      if (connected) return { is: 'there', space }
      // Unreadable or empty: an unmounted disk leaves an empty folder.
      await files.list(folder)
      return { is: 'empty', space }
    } catch {
      return { is: 'closed' }
    }
  }
}
