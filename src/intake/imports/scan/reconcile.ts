import { join } from 'node:path'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Files } from '../../../base/platform/ports'
import type { Database, Tx } from '../../../base/storage/database'
import { commonFolder, isBelow } from '../../../library/filing/folders'
import type { CandidateFile, WalkRoots } from '../../../library/recognition/service'
import {
  type FileLocation,
  markGone,
  pathsOf,
  setLocation,
  updateFileLocations,
} from '../../../library/series/presence-store'
import { findSeries } from '../../../library/series/store'
import { forgetDisk, knownDisks, loseDisk, saveDisk } from '../folders/disk-store'
import { Disks } from '../folders/disks'
import { LibraryFolders } from '../folders/library-folders'
import type { NumbersInNames } from '../known/name-number'
import { filesBelow, filesWithHash, knowsContents } from '../library-store'
import type { ScanProgress } from '../progress'
import { countReconciled } from '../store'
import { findMoved, type MovedFile, type UnknownFile } from './moves'
import type { ScannedFile } from './scan-file'
import { type UnreachableFolder, UnreachableFolders, unreachableSentence } from './unreachable-folders'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  folders: WalkRoots
  /** Folders that the walk could not list. */
  closed: ReadonlySet<string>
}

/** What a scan found out about files that the library had before. */
export interface ReconcileResult {
  moved: MovedFile[]
  /** New files at the old path of a moved file. */
  newcomers: UnknownFile[]
  /** Files whose content changed in place. */
  rewritten: UnknownFile[]
}

type NumbersOf = (file: MovedFile) => Promise<NumbersInNames | undefined>

interface Missing {
  file_id: string
  path: string
}

/** Rows of one transaction. */
const BATCH = 100
const READ = 500

/** Compares the results of a scan with the library: files that moved, were touched, came back, or are gone. */
export class Reconciler {
  private readonly seen = new Set<string>()
  private readonly still: FileLocation[] = []
  private readonly strangers: UnknownFile[] = []
  /** Paths where the content differs from the library's row. */
  private readonly replaced = new Set<string>()
  private readonly folders: LibraryFolders
  private readonly disks: Disks
  /** False in a first scan, which then need not query each file. */
  private readonly knowsContents: boolean

  constructor(private readonly deps: Deps) {
    this.knowsContents = knowsContents(deps.db.read)
    this.folders = new LibraryFolders(deps.files, deps.folders)
    this.disks = new Disks(deps.files)
  }

  async add(at: number, found: CandidateFile, scanned: ScannedFile | undefined): Promise<void> {
    const path = join(found.place.path, found.name)
    this.seen.add(path)
    if (scanned?.device !== undefined) await this.disks.addDevice(found.place, scanned.device)
    if (scanned?.replaces) this.replaced.add(path)
    if (!scanned?.seen) return
    const { seen, row, libraryFile, replaces, facts } = scanned
    const { size, modified_ms, content_hash } = row
    if (libraryFile && (libraryFile.gone_at !== null || libraryFile.modified_ms !== modified_ms))
      this.still.push({ file_id: libraryFile.file_id, path, size, modified_ms })
    if (libraryFile || !content_hash) return
    const twins = this.knowsContents ? filesWithHash(this.deps.db.read, content_hash) : []
    if (twins.length > 0 || replaces) this.strangers.push({ at, found, seen, row, replaces, twins, facts })
  }

  /**
   * Updates the library and returns the moved files. Call after all files were added. A moved file with another number
   * is left to `place`, which must be called when the number is stored: after that, nothing shows that the number
   * changed.
   */
  async apply(progress: ScanProgress, numbersOf: NumbersOf): Promise<ReconcileResult> {
    const { clock, db } = this.deps
    const unreachableFolders = this.reach()
    const moved = await findMoved(db, this.strangers, async (twin) => {
      if (progress.stopped) return false
      if (this.replaced.has(twin.path)) return true
      return !this.seen.has(twin.path) && (twin.gone_at !== null || (await unreachableFolders.isGone(twin.path)))
    })
    for (const file of moved) file.numbers = await numbersOf(file)
    const away = new Set(moved.map(({ file }) => file.file_id))
    const targets = new Set(moved.map(({ at }) => at))
    const replacing = this.strangers.filter(({ replaces }) => replaces)
    const overwritten = replacing.filter(({ at, replaces }) => targets.has(at) && !away.has(replaces!.file_id))
    const goneIds = [
      ...(await this.goneIds(progress, unreachableFolders, away)),
      ...overwritten.flatMap(({ replaces }) => (replaces!.gone_at === null ? replaces!.file_id : [])),
    ]
    // Missing files go first, since they hold back no folder.
    await inBatches(progress, goneIds, (tx, ids) => {
      markGone(tx, ids, clock.now())
      countReconciled(tx, progress.scan.scan_id, { missing_files: ids.length })
    })
    await inBatches(progress, this.still, (tx, files) => this.found(tx, files))
    const files = moved.flatMap(({ file, numbers }) => (numbers ? [] : file))
    await inBatches(progress, files, (tx, some) => this.place(tx, some, progress))
    await this.rememberDisks(progress, unreachableFolders)
    const staying = replacing.filter(({ at }) => !targets.has(at))
    const [newcomers, rewritten] = [true, false].map((isAway) =>
      staying.filter(({ replaces }) => away.has(replaces!.file_id) === isAway),
    ) as [UnknownFile[], UnknownFile[]]
    return { moved, newcomers, rewritten }
  }

  /** Stores the new paths of moved files, and counts them. */
  place(tx: Tx, moved: readonly FileLocation[], progress: ScanProgress): void {
    this.found(tx, moved)
    countReconciled(tx, progress.scan.scan_id, { moved_files: moved.length })
  }

  /** Path of another existing file with the same content; undefined when there is none. */
  async twinElsewhere(hash: string): Promise<string | undefined> {
    if (!this.knowsContents) return undefined
    for (const { path, gone_at } of filesWithHash(this.deps.db.read, hash)) {
      if (gone_at === null && !this.seen.has(path) && !(await this.folders.isAbsent(path))) return path
    }
    return undefined
  }

  /** Checked at each call, since a disk may be unmounted in the middle of a scan. */
  private reach(): UnreachableFolders {
    const { db, files, folders, closed } = this.deps
    return new UnreachableFolders({ db, files, folders: new LibraryFolders(files, folders), closed, seen: this.seen })
  }

  /** Ids of library files that the scan should have found, without the moved ones. */
  private async goneIds(
    progress: ScanProgress,
    reach: UnreachableFolders,
    moved: ReadonlySet<string>,
  ): Promise<string[]> {
    const goneIds: string[] = []
    for (const root of this.folders.walked) {
      if (filesBelow(this.deps.db.read, root, undefined, 1).length === 0) continue
      if (!(await this.folders.isConnected(root))) {
        progress.fail(
          `${root} is empty, so its disk counts as not connected. Its series and issues stay in the library.`,
        )
        continue
      }
      const missing = await this.missingBelow(root, moved, reach, progress)
      // Checked again: a folder that disappeared since the first check takes all its files with it.
      if (!(await this.folders.isConnected(root))) continue
      const again = this.reach()
      for (const { file_id, path } of missing) if (!(await again.placeAbove(path))) goneIds.push(file_id)
    }
    return goneIds
  }

  private async missingBelow(
    root: string,
    moved: ReadonlySet<string>,
    reach: UnreachableFolders,
    progress: ScanProgress,
  ) {
    const missing: Missing[] = []
    const unsure = new Map<UnreachableFolder, number>()
    for (let after: string | undefined; !progress.stopped; ) {
      const files = filesBelow(this.deps.db.read, root, after, READ)
      if (files.length === 0) break
      after = files.at(-1)!.path
      for (const file of files) {
        const { file_id, path } = file
        if (this.seen.has(path) || moved.has(file_id) || this.folders.above(path) !== root) continue
        if (!(await this.folders.isAbsent(path))) continue
        const place = await reach.placeAbove(path)
        if (place) unsure.set(place, (unsure.get(place) ?? 0) + 1)
        else missing.push(file)
      }
      await nextTurn()
    }
    this.reportUnsure(unsure, progress)
    return missing
  }

  /** One sentence per place, however many of its folders were checked. */
  private reportUnsure(unsure: ReadonlyMap<UnreachableFolder, number>, progress: ScanProgress): void {
    for (const places of Map.groupBy(unsure, ([{ path }]) => path).values()) {
      const files = places.reduce((sum, [, count]) => sum + count, 0)
      const sentence = unreachableSentence(places[0]![0], files)
      if (sentence) progress.fail(sentence)
    }
  }

  /** Remembers the disks, so that the next scan knows where to expect one. */
  private async rememberDisks(progress: ScanProgress, reach: UnreachableFolders): Promise<void> {
    const { db, clock } = this.deps
    const mounted = await this.disks.mounted(this.folders.walked)
    const others = knownDisks(db.read).filter((path) => !mounted.includes(path))
    const at = clock.now()
    for (const path of mounted) progress.write((tx) => saveDisk(tx, path, at))
    for (const path of others) {
      const concerned = this.folders.walked.some((root) => isBelow(path, root) || root === path || isBelow(root, path))
      if (!concerned || (await this.disks.isMounted(path))) continue
      if (await reach.isLost(path)) progress.write((tx) => loseDisk(tx, path, at))
      else progress.write((tx) => forgetDisk(tx, path))
    }
  }

  private found(tx: Tx, files: readonly FileLocation[]): void {
    for (const comicId of updateFileLocations(tx, files, this.deps.clock.now())) this.follow(tx, comicId)
  }

  /** Moves the folder of a series to where its files are, once none is left in the old one. */
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

async function inBatches<T>(
  progress: ScanProgress,
  rows: readonly T[],
  work: (tx: Tx, some: T[]) => void,
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    if (!progress.write((tx) => work(tx, rows.slice(from, from + BATCH)))) return
    await nextTurn()
  }
}
