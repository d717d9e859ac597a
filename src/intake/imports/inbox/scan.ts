import { join, resolve } from 'node:path'
import type { ArchiveDeps } from '../../../base/formats/archives/archive'
import { ArchiveError, type FaultKind } from '../../../base/formats/archives/archive-error'
import { fileFacts } from '../../../base/formats/archives/file-facts'
import { sha256 } from '../../../base/platform/digest'
import { diskReason } from '../../../base/platform/disk-reason'
import { nextTurn } from '../../../base/platform/event-loop'
import { isBelow } from '../../../base/platform/paths'
import type { Clock, FileFacts, Files } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Handler, Tools } from '../../../base/work/operations'
import {
  type CandidateFile,
  type FileToIdentify,
  type Identification,
  identifyFiles,
  inspectFile,
  isGenericArchiveName,
  unlistedSentence,
  type WalkHandlers,
  walk,
} from '../../../library/recognition/service'
import type { ContentType } from '../../../library/series/states'
import { checkEmptied, rememberDisks } from './disk'
import * as store from './store'

/** The import folder from the settings. */
export interface InboxPlace {
  /** Empty when no import folder is set. */
  folder: string
  /** Library folders: those inside the import folder are skipped. */
  libraries: readonly string[]
  usual: ContentType
}

interface Deps {
  db: Database
  clock: Clock
  archives: ArchiveDeps & { files: Files }
  place: () => InboxPlace
}

/** Result of a scan. */
export interface InboxScanResult {
  files: number
  new: number
  /** Files that are still being written; the next scan lists them. */
  growing: number
  /** Rows whose files are gone. */
  removed: number
  /** One sentence for each folder that could not be listed; all others were. */
  errors: string[]
}

interface Sized {
  found: CandidateFile
  path: string
  facts: FileFacts
}

/** Files that are open at once. */
const AT_ONCE = 8
/** Rows of one transaction. */
const BATCH = 200
/** A file whose size does not change for this long is complete. */
const SETTLE_MS = 2000

/** Limit of sentences about skipped files. */
const MOST_LEFT_OUT = 10

const NO_COMIC = new Set<FaultKind>(['empty', 'not_an_archive', 'unsupported', 'no_pages'])

const impIdOf = (path: string): string => sha256(path).slice(0, 32)

const firstOf = (sentences: readonly string[]): string[] =>
  sentences.length <= MOST_LEFT_OUT
    ? [...sentences]
    : [...sentences.slice(0, MOST_LEFT_OUT), `${sentences.length - MOST_LEFT_OUT} more are left out for such reasons.`]

/** Scans the import folder and updates its rows. Changes no file. */
export class InboxScanner implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(_payload: unknown, { signal, report }: Tools): Promise<InboxScanResult | undefined> {
    const { db, clock, archives, place } = this.deps
    const { folder, libraries, usual } = place()
    const { found, unlisted, leftOut } = await this.find(folder, libraries)
    const failed = [...unlisted.keys()]
    if (failed.some((path) => resolve(path) === resolve(folder)))
      throw new Refusal('unavailable', `The folder ${folder} cannot be opened.`)
    const known = new Map(store.everyInboxRow(db.read).map((row) => [row.path, row]))
    const disk = { db, clock, files: archives.files }
    if (found.length > 0) await rememberDisks(folder, disk)
    else if ([...known.values()].some(({ status }) => isWaiting(status))) await checkEmptied(folder, disk)
    const { whole, growing } = await this.settled(found, known, signal)
    const open = whole.filter(({ path, facts }) => !isDone(known.get(path), facts))
    const sightings = await this.inspect(open, signal, (share) => report(share))
    const year = Number(clock.now().slice(0, 4))
    const guesses = [...(await identifyFiles(sightings, { db: db.read, year, usual }))]
    for (let from = 0; from < guesses.length; from += BATCH) {
      if (signal.aborted) return undefined
      this.save(guesses.slice(from, from + BATCH))
      await nextTurn()
    }
    if (signal.aborted) return undefined
    const there = new Set(found.map(pathOf))
    const missing = [...known.values()].filter(({ path, status }) => isWaiting(status) && !there.has(path))
    const left = missing.filter(({ path }) => !failed.some((below) => isBelow(path, below)))
    const removed = db.write((tx) => {
      tx.emit({ type: 'inbox.changed' })
      const still = store.inboxRowsById(tx, idsOf(left)).filter(({ status }) => isWaiting(status))
      return store.deleteInboxRows(tx, idsOf(still))
    })
    const fresh = guesses.filter(([path]) => !known.has(path)).length
    return { files: found.length, new: fresh, growing, removed, errors: [...unlisted.values(), ...firstOf(leftOut)] }
  }

  /**
   * `unlisted`: a sentence for each folder that cannot be listed, by path; `leftOut`: sentences about skipped files.
   */
  private async find(folder: string, others: readonly string[]) {
    const found: CandidateFile[] = []
    const unlisted = new Map<string, string>()
    const leftOut: string[] = []
    if (folder === '') return { found, unlisted, leftOut }
    const handlers: WalkHandlers = {
      unlisted: (path, error) => void unlisted.set(path, unlistedSentence(path, error)),
      leftOut: ({ path, reason }) => void leftOut.push(`${path}: ${reason}`),
    }
    const walking = walk(this.deps.archives.files, { roots: [folder], others }, handlers)
    for await (const files of walking) found.push(...files)
    return { found, unlisted, leftOut }
  }

  /** Compares size and time twice. A file that changes in between is left to the next scan. */
  private async settled(found: CandidateFile[], known: ReadonlyMap<string, store.InboxRow>, signal: AbortSignal) {
    const first: Sized[] = []
    for (const each of found) {
      const facts = await this.facts(pathOf(each))
      if (facts) first.push({ found: each, path: pathOf(each), facts })
    }
    const isKnown = ({ path, facts }: Sized) => isSame(known.get(path), facts)
    if (first.every(isKnown)) return { whole: first, growing: 0 }
    await this.deps.clock.after(SETTLE_MS, signal)
    const whole: Sized[] = []
    let growing = 0
    for (const each of first) {
      const facts = isKnown(each) ? each.facts : await this.facts(each.path)
      if (facts && facts.size === each.facts.size && facts.modifiedMs === each.facts.modifiedMs) whole.push(each)
      else if (facts) growing += 1
    }
    return { whole, growing }
  }

  /** A file whose `stat` fails is skipped; the next scan tries again. */
  private facts(path: string): Promise<FileFacts | undefined> {
    return fileFacts(this.deps.archives.files, path).catch(() => undefined)
  }

  private async inspect(
    files: Sized[],
    signal: AbortSignal,
    report: (share: number) => void,
  ): Promise<FileToIdentify[]> {
    const seen: (FileToIdentify | undefined)[] = new Array(files.length)
    const rest = files.entries()
    let done = 0
    const worker = async () => {
      for (const [at, file] of rest) {
        if (signal.aborted) return
        seen[at] = await this.identify(file)
        done += 1
        if (done % BATCH === 0) report(done / files.length)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    return seen.filter((sighting) => sighting !== undefined)
  }

  private async identify({ found, path, facts }: Sized): Promise<FileToIdentify | undefined> {
    const file = { place: found.place, name: found.name, path, size: facts.size }
    const modified_ms = facts.modifiedMs
    try {
      const { pages, info, saidBy, numberBy } = await inspectFile(path, this.deps.archives)
      return { info, seen: { ...file, pages, info, saidBy, numberBy }, modified_ms }
    } catch (error) {
      const noComic = error instanceof ArchiveError && NO_COMIC.has(error.fault)
      if (noComic && isGenericArchiveName(found.name)) return undefined
      return { seen: { ...file, pages: 0 }, modified_ms, problem: reason(error) }
    }
  }

  private save(guesses: [path: string, guess: Identification][]): void {
    const { db, clock } = this.deps
    db.write((tx) => {
      for (const [path, guess] of guesses) {
        const imp_id = impIdOf(path)
        const now = store.findInboxRow(tx, imp_id)
        // The file may have been imported while the others were read.
        if (!isDone(now, { size: guess.size, modifiedMs: guess.modified_ms }))
          store.saveIdentification(tx, imp_id, now, guess, clock.now())
      }
    })
  }
}

const idsOf = (rows: readonly store.InboxRow[]) => rows.map(({ imp_id }) => imp_id)
const pathOf = ({ place, name }: CandidateFile): string => join(place.path, name)
const isWaiting = (status: store.InboxRow['status']) => status === 'Not Imported' || status === 'Failed'

type Version = Pick<FileFacts, 'size' | 'modifiedMs'>

function isSame(row: store.InboxRow | undefined, facts: Version): boolean {
  return row !== undefined && row.size === facts.size && row.modified_ms === facts.modifiedMs
}

/** Whether the current content was imported, or is being imported. */
function isDone(row: store.InboxRow | undefined, facts: Version): boolean {
  return row !== undefined && (row.status === 'Importing' || (row.status === 'Imported' && isSame(row, facts)))
}

function reason(error: unknown): string {
  if (error instanceof ArchiveError) return error.detail
  return `The file cannot be read: ${diskReason(error)}`
}
