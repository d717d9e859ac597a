import type { ArchiveDeps } from '../../../base/formats/archives/archive'
import { nextTurn } from '../../../base/platform/event-loop'
import { orderedId } from '../../../base/platform/ordered-id'
import type { Clock, Files, Random } from '../../../base/platform/ports'
import type { Database, Tx } from '../../../base/storage/database'
import type { Handler, Tools } from '../../../base/work/operations'
import {
  type CandidateFile,
  type FileGroup,
  findDuplicates,
  firstFileOfEach,
  groupFiles,
  makeFolderReader,
  orderKey,
  type ParseContext,
  type ParsedFile,
  parseFile,
  unlistedSentence,
  type WalkHandlers,
  type WalkRoots,
  walk,
} from '../../../library/recognition/service'
import type { FileLocation } from '../../../library/series/presence-store'
import type { ContentType } from '../../../library/series/states'
import type { KnownFiles } from '../known/known-files'
import { numberInNames } from '../known/name-number'
import { endScan, ScanProgress } from '../progress'
import { correctedGroups, removeSomeFiles } from '../review/corrected-store'
import { keepCorrections } from '../review/keep-corrections'
import * as store from '../store'
import { pruneCachedFiles } from './cache-store'
import { followChanges, type KnownAgain } from './known-changes'
import { Reconciler } from './reconcile'
import { groupRow, leftOutRow, withParsedFile } from './rows'
import { scanFile } from './scan-file'
import { sidecarInspections } from './sidecar-inspections'

export interface ScanPayload {
  kind: ContentType
  scan_id: string
  /** Started automatically. */
  quiet?: boolean
  /** Sentences for the scan to list, about what happened before it. */
  remarks?: string[]
}

interface Deps {
  db: Database
  clock: Clock
  random: Random
  archives: ArchiveDeps & { files: Files }
  /** The whole disk: targets of links are listed, not opened. */
  files: Pick<Files, 'real' | 'stat'>
  /** The folders to scan for comics of a kind. */
  folders: (kind: ContentType) => WalkRoots
  /** Applies changes by other programs to library files. */
  known: KnownFiles
  /** Resolves when the file changes of the previous process are settled. Until then their rows are outdated. */
  settled: () => Promise<void>
  /** Called when there is something new to review. */
  scanned?: (kind: ContentType) => void
}

/** Files open at once: enough to keep a disk busy, few enough for their pages to fit into memory. */
const AT_ONCE = 8
/** Rows of one transaction. */
const BATCH = 200
/** Rows per transaction when each needs several queries. */
const FEW = 20
const SWEPT = 1000
const FORGOTTEN = 500
/** Matching steps between two turns of the event loop. */
const STEPS = 16

/** Walks the library folders of a kind and proposes series. Changes no file; an interrupted run starts over. */
export class Scanner implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<unknown> {
    const { db, clock } = this.deps
    const scan = payload as ScanPayload
    await this.deps.settled()
    if (store.findScan(db.read, scan.scan_id)?.state !== 'scanning') {
      // The scan had ended, but the process stopped before its operation did.
      await this.sweep(scan, { own: false, keep: [] }, tools)
      return undefined
    }
    const keep = correctedGroups(db.read, scan).map(({ group_id }) => group_id)
    await this.sweep(scan, { own: true, keep }, tools)
    const progress = new ScanProgress({ db, clock, scan, tools })
    for (const remark of scan.remarks ?? []) progress.fail(remark)
    const closed = new Set<string>()
    const found = await this.find(scan.kind, progress, closed)
    const { archives, folders } = this.deps
    const reconciler = new Reconciler({ db, clock, files: archives.files, folders: folders(scan.kind), closed })
    const parsedFiles = await this.read(found, progress, reconciler)
    if (progress.stopped) return undefined
    await findDuplicates(parsedFiles, reconciler)
    const groups = await this.match(parsedFiles, progress)
    await this.save(groups, progress)
    await keepCorrections(this.deps, progress)
    if (!progress.stopped) await this.forget(scan, tools)
    const series = store.countGroups(db.read, scan.scan_id).all
    progress.finish(series)
    if (!progress.stopped) await this.sweep(scan, { own: false, keep: [] }, tools)
    if (!progress.stopped) this.deps.scanned?.(scan.kind)
    return { files: found.length, series }
  }

  /** Deletes the results of earlier scans of the kind, or of an earlier run of this one. */
  private async sweep(scan: ScanPayload, what: { own: boolean; keep: string[] }, { signal }: Tools): Promise<void> {
    while (!signal.aborted && this.deps.db.write((tx) => removeSomeFiles(tx, scan, what, SWEPT))) await nextTurn()
  }

  /** Deletes cached facts of files that are gone, or in the library by now. */
  private async forget(scan: ScanPayload, { signal }: Tools): Promise<void> {
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted; await nextTurn()) {
      const behind: string = after
      after = this.deps.db.write((tx) => pruneCachedFiles(tx, scan, behind, FORGOTTEN))
    }
  }

  ended(payload: unknown, state: 'failed' | 'cancelled', error: string): void {
    const { db, clock } = this.deps
    const how = state === 'cancelled' ? 'cancelled' : 'error'
    endScan({ db, clock }, payload as ScanPayload, how, state === 'failed' ? error : undefined)
  }

  /** Adds folders that cannot be listed to `closed`. */
  private async find(kind: ContentType, progress: ScanProgress, closed: Set<string>): Promise<CandidateFile[]> {
    const found: CandidateFile[] = []
    const handlers: WalkHandlers = {
      unlisted: (path, error) => {
        closed.add(path)
        progress.fail(unlistedSentence(path, error))
      },
      leftOut: (left) => progress.leaveOut(leftOutRow(left, progress.scan.scan_id)),
      links: this.deps.files,
    }
    for await (const files of walk(this.deps.archives.files, this.deps.folders(kind), handlers)) {
      if (progress.stopped) break
      found.push(...files)
      progress.total(found.length)
    }
    return found
  }

  /** A few files at a time; each worker reads the next one. */
  private async read(found: CandidateFile[], progress: ScanProgress, reconciler: Reconciler): Promise<ParsedFile[]> {
    const reading: ParseContext = { kind: progress.scan.kind, year: Number(this.deps.clock.now().slice(0, 4)) }
    const saysOf = makeFolderReader(this.deps.archives.files, reading, (sentence) => progress.fail(sentence))
    // Each result at the index of its file, so that the order does not depend on the disk.
    const parsedFiles: (ParsedFile | undefined)[] = new Array(found.length)
    const rest = found.entries()
    const worker = async () => {
      for (const [at, file] of rest) {
        if (progress.stopped) return
        const scanned = await scanFile(file, progress.scan.scan_id, this.deps)
        await reconciler.add(at, file, scanned)
        if (!scanned) {
          progress.skip()
          continue
        }
        const { seen, row, read } = scanned
        const parsed = seen && parseFile(seen, await saysOf(file.place), reading)
        parsedFiles[at] = parsed
        progress.add(parsed ? withParsedFile(row, parsed) : row, parsed, read)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    progress.flush()
    const reconciled = await reconciler.apply(progress, async ({ was, found }) =>
      numberInNames(was, found, await saysOf(found.place), reading),
    )
    const place = (tx: Tx, moved: readonly FileLocation[]) => reconciler.place(tx, moved, progress)
    const known = await followChanges({ ...this.deps, place }, reconciled, progress)
    for (const { at, found, known: scanned } of known)
      parsedFiles[at] = parseFile(scanned.seen, await saysOf(found.place), reading)
    for (const { at, found, seen } of reconciled.newcomers)
      parsedFiles[at] = parseFile({ ...seen, libraryIssue: undefined }, await saysOf(found.place), reading)
    for (let from = 0; from < known.length; from += BATCH) {
      progress.write((tx) => store.nowInLibrary(tx, known.slice(from, from + BATCH).map(knownRow)))
      await nextTurn()
    }
    const parsed = parsedFiles.filter((each) => each !== undefined)
    const sights = await sidecarInspections(parsed, saysOf)
    for (let from = 0; from < sights.length; from += FEW) {
      progress.write((tx) => this.deps.known.followSidecars(tx, sights.slice(from, from + FEW)))
      await nextTurn()
    }
    return parsed
  }

  private async match(parsedFiles: ParsedFile[], progress: ScanProgress): Promise<FileGroup[]> {
    const { kind } = progress.scan
    const steps = groupFiles(parsedFiles, kind, this.deps.db.read)
    for (let count = 1; ; count++) {
      const step = steps.next()
      if (step.done) return step.value
      if (progress.stopped) return []
      if (count % STEPS === 0) await nextTurn()
    }
  }

  private async save(groups: FileGroup[], progress: ScanProgress): Promise<void> {
    let due: GroupPart[] = []
    for (const part of this.partsOf(groups, progress.scan)) {
      if (filesOf(due) + part.placed.length > BATCH) {
        if (!saveParts(due, progress)) return
        await nextTurn()
        due = []
      }
      due.push(part)
    }
    saveParts(due, progress)
  }

  private *partsOf(groups: FileGroup[], { kind, scan_id }: ScanPayload): Generator<GroupPart> {
    const { random, clock } = this.deps
    for (const group of groups) {
      const group_id = orderedId(random, clock.now())
      const files = [...group.files]
      const first = firstFileOfEach(files)
      for (let from = 0; from < files.length; from += BATCH) {
        const placed = files.slice(from, from + BATCH).map(([parsed, numbering]) => ({
          group_id,
          scan_id,
          path: parsed.path,
          kind: numbering.kind,
          unit: numbering.unit,
          number: numbering.number,
          number_end: numbering.end,
          sort_key: orderKey(numbering),
          duplicate_of: parsed.twin ?? first(parsed, numbering),
        }))
        const row = from === 0 ? groupRow(group, { group_id, scan_id, kind }) : undefined
        yield { group_id, row, placed, isSingle: group.issues === 1 }
      }
    }
  }
}

/** The files of a group that one transaction saves. */
interface GroupPart {
  group_id: string
  /** With the first files. */
  row: store.NewGroup | undefined
  placed: Parameters<typeof store.placeFiles>[1]
  /** The series has one issue. */
  isSingle: boolean
}

const filesOf = (parts: readonly GroupPart[]) => parts.reduce((sum, { placed }) => sum + placed.length, 0)

/** False when the scan was cancelled. */
const saveParts = (parts: readonly GroupPart[], progress: ScanProgress): boolean =>
  progress.write((tx) => {
    for (const { group_id, row, placed, isSingle } of parts) {
      if (row) store.insertGroup(tx, row)
      store.placeFiles(tx, placed)
      if (isSingle) store.describeByFile(tx, group_id)
    }
  })

function knownRow({ known: { row }, was }: KnownAgain) {
  return was === undefined
    ? { ...row, evidence: ['It is in the library; another program changed it'] }
    : { ...row, moved_from: was, evidence: [`It is in the library; it moved here from ${was}`] }
}
