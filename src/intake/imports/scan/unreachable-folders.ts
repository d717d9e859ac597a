import { dirname } from 'node:path'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Files } from '../../../base/platform/ports'
import { pluralWords } from '../../../base/platform/words'
import type { Database } from '../../../base/storage/database'
import { isBelow } from '../../../library/filing/folders'
import { knownDisks } from '../folders/disk-store'
import { Disks } from '../folders/disks'
import type { LibraryFolders } from '../folders/library-folders'
import { filesBelow, holdsSeveralSeries } from '../library-store'

/**
 * A place whose files may exist although they were not found. `closed`: it could not be listed in this scan (no
 * permission, or a share that stopped answering). `disk`: another disk was mounted there at an earlier scan and none is
 * now. `empty`: the folder is empty, and the library has files of several series below it.
 */
export interface UnreachableFolder {
  path: string
  why: 'closed' | 'disk' | 'empty'
}

interface Deps {
  db: Database
  files: Files
  folders: LibraryFolders
  /** Folders that the walk could not list. */
  closed: ReadonlySet<string>
  /** Files that the walk found. */
  seen: ReadonlySet<string>
}

const READ = 500

/**
 * Distinguishes deleted files from files whose disk is not mounted. A missing folder counts as deleted, and so does an
 * empty one that had a single series. A folder that had several series only counts as deleted once the folder itself is
 * removed. Short-lived: caches what it read.
 */
export class UnreachableFolders {
  private readonly disks: Disks
  private readonly known: string[]
  private readonly lost = new Map<string, Promise<boolean>>()
  private readonly places = new Map<string, Promise<UnreachableFolder | undefined>>()

  constructor(private readonly deps: Deps) {
    this.disks = new Disks(deps.files)
    this.known = knownDisks(deps.db.read)
  }

  /** Whether nothing exists at the path, and its disk is mounted to prove it. */
  async isGone(path: string): Promise<boolean> {
    const { folders } = this.deps
    return (await folders.isGone(path)) && (await this.placeAbove(path)) === undefined
  }

  /** The unreachable folder above the path, if any. */
  placeAbove(path: string): Promise<UnreachableFolder | undefined> {
    const folder = dirname(path)
    const known = this.places.get(folder) ?? this.probe(folder)
    this.places.set(folder, known)
    return known
  }

  /** Whether a disk was mounted there, and none of its library files was found. */
  isLost(disk: string): Promise<boolean> {
    const known = this.lost.get(disk) ?? this.lookAtDisk(disk)
    this.lost.set(disk, known)
    return known
  }

  private async probe(folder: string): Promise<UnreachableFolder | undefined> {
    const root = this.deps.folders.above(folder) ?? folder
    for (let at = folder; ; at = dirname(at)) {
      if (this.deps.closed.has(at)) return { path: at, why: 'closed' }
      if (!isBelow(at, root)) break
    }
    for (const disk of this.known) {
      if ((disk === folder || isBelow(folder, disk)) && (await this.isLost(disk))) return { path: disk, why: 'disk' }
    }
    return this.emptied(folder, root)
  }

  private async lookAtDisk(disk: string): Promise<boolean> {
    if (await this.disks.isMounted(disk)) return false
    // The user may have copied the disk into a folder of the same name: then most of its files are found.
    const { db, folders, seen } = this.deps
    let [all, here] = [0, 0]
    for (let after: string | undefined; ; ) {
      const files = filesBelow(db.read, disk, after, READ)
      if (files.length === 0) return all > 0 && here * 2 <= all
      after = files.at(-1)!.path
      for (const { path } of files) {
        if (!folders.walked.includes(folders.above(path) ?? '')) continue
        all += 1
        if (seen.has(path)) here += 1
      }
      await nextTurn()
    }
  }

  /** The nearest existing folder below the library folder, if it is empty. */
  private async emptied(folder: string, root: string): Promise<UnreachableFolder | undefined> {
    const { db, files } = this.deps
    for (let at = folder; isBelow(at, root); at = dirname(at)) {
      const entries = await files.list(at).catch(() => undefined)
      if (entries === undefined) continue
      return entries.length === 0 && holdsSeveralSeries(db.read, at) ? { path: at, why: 'empty' } : undefined
    }
    return undefined
  }
}

/** Why no decision was made about the files; undefined if the walk already reported it. */
export function unreachableSentence({ path, why }: UnreachableFolder, files: number): string | undefined {
  const stays = pluralWords(files, 'Its file stays in the library', 'Its {count} files stay in the library')
  if (why === 'disk')
    return `No disk is mounted at ${path}, so it counts as not connected. ${stays}. Connect it and scan again, or remove it in the settings.`
  if (why === 'empty')
    return `${path} is empty, so its disk counts as not connected. ${stays}. If you removed the files, remove the folder too.`
  return undefined
}
