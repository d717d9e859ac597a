import { dirname } from 'node:path'
import type { Files } from '../../../base/platform/ports'
import { isBelow } from '../../../library/filing/folders'
import type { ComicFolder } from '../../../library/recognition/service'

/** Finds the folders that are separate disks: their device differs from their parent folder's. */
export class Disks {
  private readonly devices = new Map<string, Promise<number | undefined>>()
  private readonly places = new Map<string, ComicFolder>()

  constructor(private readonly files: Pick<Files, 'stat' | 'real'>) {}

  /** Whether a disk is mounted at the folder. A folder that does not answer counts as not mounted. */
  async isMounted(folder: string): Promise<boolean> {
    const [own, above] = await Promise.all([this.deviceOf(folder), this.deviceOf(dirname(folder))])
    return own !== undefined && above !== undefined && own !== above
  }

  /**
   * Records the device of a file in the folder: if it differs from the library folder's, the file may be on another
   * disk.
   */
  async addDevice(place: ComicFolder, device: number): Promise<void> {
    if (this.places.has(place.path) || (await this.deviceOf(place.root)) === device) return
    this.places.set(place.path, place)
  }

  /** Disks between the library folders and the added files, and those that hold the library folders. */
  async mounted(roots: readonly string[]): Promise<string[]> {
    const folders = new Set<string>()
    for (const root of roots) for (const folder of upFrom(root)) folders.add(folder)
    for (const { path, root } of this.places.values())
      for (const folder of upFrom(path)) if (isBelow(folder, root)) folders.add(folder)
    const mounted: string[] = []
    for (const folder of folders) if (await this.isMounted(folder)) mounted.push(folder)
    return mounted
  }

  /** Undefined for anything but a folder: a link's target may be anywhere. */
  private deviceOf(folder: string): Promise<number | undefined> {
    const known = this.devices.get(folder) ?? this.ask(folder)
    this.devices.set(folder, known)
    return known
  }

  private async ask(folder: string): Promise<number | undefined> {
    const facts = await this.files.stat(folder).catch(() => undefined)
    return facts?.kind === 'folder' ? facts.device : undefined
  }
}

/** The folder and its parents. The topmost one does not count as a mounted disk. */
function* upFrom(folder: string): Generator<string> {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) yield at
}
