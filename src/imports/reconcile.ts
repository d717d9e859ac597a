import { basename, dirname, join } from 'node:path'
import type { Clock, Files } from '../platform/ports'
import { nextTurn } from '../platform/turn'
import { type FoundFile, foundAgain, markGone, pathsOf, setLocation } from '../series/presence-store'
import { findSeries } from '../series/store'
import type { Database, Tx } from '../storage/database'
import type { FileSeen } from './claim'
import { isBelow, LibraryFolders } from './library-folders'
import { filesBelow, filesWithHash, heldAt, knowsContents } from './library-store'
import type { Progress } from './progress'
import { inLibrary, type Sight } from './see'
import type { SeenRow } from './store'
import type { Found, Walk } from './walk'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  folders: Walk
}

/** A file that the library does not have at its path, with a content that it has or had elsewhere. */
interface Stranger {
  at: number
  found: Found
  seen: FileSeen
  row: SeenRow
  twins: ReturnType<typeof filesWithHash>
}

export interface Moved {
  /** Its place among what the scan found. */
  at: number
  found: Found
  /** Now that it is known. */
  sight: Required<Sight>
  /** Where the library had it. */
  was: string
  file: FoundFile
}

/** Rows of one transaction. */
const BATCH = 100
const READ = 500

/** Holds what a scan saw against what the library has: files that moved, that were touched or came back, that are gone. */
export class Reconciler {
  private readonly seen = new Set<string>()
  private readonly still: FoundFile[] = []
  private readonly strangers: Stranger[] = []
  private readonly folders: LibraryFolders
  /** A first scan need not ask for every file. */
  private readonly knowsContents: boolean

  constructor(private readonly deps: Deps) {
    this.knowsContents = knowsContents(deps.db.read)
    this.folders = new LibraryFolders(deps.files, deps.folders)
  }

  note(at: number, found: Found, sight: Sight | undefined): void {
    const path = join(found.place.path, found.name)
    this.seen.add(path)
    if (!sight?.seen) return
    const { seen, row, held } = sight
    const { size, modified_ms, content_hash } = row
    if (held && (held.gone_at !== null || held.modified_ms !== modified_ms))
      this.still.push({ file_id: held.file_id, path, size, modified_ms })
    if (seen.held || !content_hash || !this.knowsContents) return
    const twins = filesWithHash(this.deps.db.read, content_hash)
    if (twins.length > 0) this.strangers.push({ at, found, seen, row, twins })
  }

  /** Changes the library and answers the files that moved. Call when everything was noted. */
  async settle(progress: Progress): Promise<Moved[]> {
    const moved = await this.moved(progress)
    const gone = await this.gone(progress, new Set(moved.map(({ file }) => file.file_id)))
    const { clock } = this.deps
    // Files that are gone hold back no folder, so they go first.
    await inBatches(progress, gone, (tx, ids) => markGone(tx, ids, clock.now()))
    const found = [...this.still, ...moved.map(({ file }) => file)]
    await inBatches(progress, found, (tx, files) => {
      for (const comicId of foundAgain(tx, files)) this.follow(tx, comicId)
    })
    progress.reconciled({ moved: moved.length, missing: gone.length })
    return moved
  }

  /** What a file with the same content as this one is called that is still there; undefined when there is none. */
  async twinElsewhere(hash: string): Promise<string | undefined> {
    if (!this.knowsContents) return undefined
    for (const { path, gone_at } of filesWithHash(this.deps.db.read, hash)) {
      if (gone_at === null && !this.seen.has(path) && !(await this.folders.isAbsent(path))) return path
    }
    return undefined
  }

  private async moved(progress: Progress): Promise<Moved[]> {
    const taken = new Set<string>()
    const moved: Moved[] = []
    for (const { at, found, seen, row, twins } of this.strangers) {
      if (progress.stopped) return []
      const sameName = ({ path }: { path: string }) => Number(basename(path) !== found.name)
      for (const twin of twins.toSorted((a, b) => sameName(a) - sameName(b))) {
        if (taken.has(twin.file_id) || this.seen.has(twin.path)) continue
        if (twin.gone_at === null && !(await this.folders.isGone(twin.path))) continue
        const held = heldAt(this.deps.db.read, twin.path)
        if (!held) continue
        taken.add(twin.file_id)
        const { path, size, modified_ms } = row
        moved.push({
          at,
          found,
          was: twin.path,
          sight: inLibrary(seen, row, held),
          file: { file_id: twin.file_id, path, size, modified_ms },
        })
        break
      }
    }
    return moved
  }

  /** Ids of files of the library that should have been seen, but for those that moved. */
  private async gone(progress: Progress, moved: ReadonlySet<string>): Promise<string[]> {
    const gone: string[] = []
    for (const root of this.folders.walked) {
      if (filesBelow(this.deps.db.read, root, undefined, 1).length === 0) continue
      if (!(await this.folders.isConnected(root))) {
        progress.fail(
          `Nothing lies in ${root}, so its disk is taken for not connected. What the library has of it stays as it is.`,
        )
        continue
      }
      const missing = await this.missingBelow(root, moved, progress)
      // A disk may leave in the middle of a scan, and takes all its files with it.
      if (await this.folders.isConnected(root)) gone.push(...missing)
    }
    return gone
  }

  private async missingBelow(root: string, moved: ReadonlySet<string>, progress: Progress): Promise<string[]> {
    const missing: string[] = []
    for (let after: string | undefined; !progress.stopped; ) {
      const files = filesBelow(this.deps.db.read, root, after, READ)
      if (files.length === 0) break
      after = files.at(-1)!.path
      for (const { file_id, path } of files) {
        if (this.seen.has(path) || moved.has(file_id) || this.folders.above(path) !== root) continue
        if (await this.folders.isAbsent(path)) missing.push(file_id)
      }
      await nextTurn()
    }
    return missing
  }

  /** The folder of a series is where its files are, once none is left in the old one. */
  private follow(tx: Tx, comicId: string): void {
    const location = findSeries(tx, comicId)?.location
    if (!location) return
    const paths = pathsOf(tx, comicId)
    if (paths.length === 0 || paths.some((path) => isBelow(path, location))) return
    setLocation(
      tx,
      comicId,
      commonFolder(paths, (path) => this.folders.above(path)),
      this.deps.clock.now(),
    )
  }
}

/** The nearest folder that holds all of them; null when that is a library folder or above. */
export function commonFolder(paths: readonly string[], rootOf: (path: string) => string | undefined): string | null {
  let folder = dirname(paths[0] ?? '')
  while (!paths.every((path) => isBelow(path, folder))) {
    const above = dirname(folder)
    if (above === folder) return null
    folder = above
  }
  const root = rootOf(paths[0] ?? '')
  return root !== undefined && isBelow(folder, root) ? folder : null
}

async function inBatches<T>(progress: Progress, rows: readonly T[], work: (tx: Tx, some: T[]) => void): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    if (!progress.write((tx) => work(tx, rows.slice(from, from + BATCH)))) return
    await nextTurn()
  }
}
