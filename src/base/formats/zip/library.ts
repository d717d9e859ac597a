import { ArchiveError } from '../archives/archive-error'
import type { Libarchive } from '../helper/libarchive-module'
import {
  type DiskFile,
  type HelperEntry,
  type HelperLibrary,
  type LibraryArchive,
  type ReadFile,
  readAt,
} from '../helper/library'
import { unpackRare } from './rare'
import { openZip } from './zip'

/** ZIPs with entries that are neither stored nor deflated. The server lists the archive and requests those entries. */
export function zipLibrary(read: ReadFile): HelperLibrary {
  let module: Promise<Libarchive> | undefined
  let loaded: Libarchive | undefined
  const libarchive = async () => {
    module ??= import('../seven-zip/library').then(({ loadLibarchive }) => loadLibarchive(read))
    loaded = await module
    return loaded
  }
  return { kept: 1, open: () => new RareZip(libarchive), memory: () => loaded?.HEAPU8.length ?? 0 }
}

class RareZip implements LibraryArchive {
  constructor(private readonly libarchive: () => Promise<Libarchive>) {}

  async list(file: DiskFile): Promise<HelperEntry[]> {
    return (await this.open(file)).entries.map((entry, index) => ({ ...entry, index }))
  }

  async read(file: DiskFile, index: number): Promise<Uint8Array> {
    const zip = await this.open(file)
    const entry = zip.entries[index]
    if (!entry) throw new ArchiveError('damaged', `The ZIP ends before its entry ${index + 1}.`)
    return zip.read(entry)
  }

  close(): void {
    // No state is kept between two calls.
  }

  private async open(file: DiskFile) {
    const whole = {
      size: file.size,
      read: async (offset: number, length: number) => readAt(file, offset, length),
      close: async () => undefined,
    }
    const zip = await openZip(whole, undefined, (entry, packed) => unpackRare(entry, packed, this.libarchive))
    if (!zip) throw new ArchiveError('damaged', 'The file was cut off: the end of the ZIP is missing.')
    return zip
  }
}
