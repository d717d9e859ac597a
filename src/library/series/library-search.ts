import type { AppEvent } from '../../base/events/types'
import { matchKey } from '../../base/names/titles'
import { outsideRequests } from '../../base/platform/caller'
import { between } from '../../base/platform/clock'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Instant, Log, Random } from '../../base/platform/ports'
import type { Database, ReadHandle } from '../../base/storage/database'
import type { IndexedEntry, TextIndex } from '../../base/storage/text-index'
import * as store from './search-queue-store'

interface Deps {
  db: Database
  index: TextIndex
  clock: Clock
  random: Random
  log: Log
  subscribe: (listener: (event: AppEvent) => void) => unknown
  /** The authors that sources name for these series, and the people credited in these issues. */
  authorsOf: (db: ReadHandle, comicIds: readonly string[]) => ReadonlyMap<string, readonly string[]>
  creditedIn: (db: ReadHandle, issueIds: readonly string[]) => ReadonlyMap<string, readonly string[]>
}

interface FoundIssue {
  issue_id: string
  comic_id: string
}

/** Rows indexed in one step, and before a search: some ten milliseconds. */
const STEP_ROWS = 250
const MOST_WORDS = 12
/** After a fault of its file the index is not used for this long. */
const PAUSE_MS = 60_000
const CHANGES: AppEvent['type'][] = ['library.changed', 'series.changed', 'issue.changed']
/** The position of the filling is stored as `s` or `i` with the last id; when complete, as this. */
const FILLED = 'filled'

/** The folded words of a search, each of which a name must contain. */
export function wordKeys(words: string): string[] {
  const list = words.split(/\s+/).filter((word) => word !== '')
  // matchKey drops articles within a name but keeps a single one; the letter in front puts every word within a name.
  const keys = list
    .slice(0, MOST_WORDS)
    .map((word) => matchKey(`x ${word}`).slice(1))
    .filter((key) => key !== '')
  return keys.length > 0 || list.length === 0 ? keys : [matchKey(list.join(' '))]
}

/**
 * Finds series by their names, aliases and authors, and issues by their titles and people. The index follows the
 * database through a queue that triggers write; it is rebuilt when it is missing, damaged or belongs to another
 * database.
 */
export class LibrarySearch {
  private draining: Promise<void> | undefined
  private signal: AbortSignal | undefined
  private failedAt: Instant | undefined

  constructor(private readonly deps: Deps) {
    deps.subscribe((event) => {
      if (CHANGES.includes(event.type)) this.wake()
    })
  }

  /**
   * Ids of the series whose names contain all `keys`; undefined while the index is not ready, or for keys that are too
   * short.
   */
  seriesNamed(keys: readonly string[]): string[] | undefined {
    return this.guarded(undefined, (index) => {
      if (!this.follow()) return undefined
      return index.containing('series', keys, -1)?.map(({ id }) => id)
    })
  }

  /** Issues whose titles and people contain all `keys`; titles that start with them first. */
  issuesNamed(keys: readonly string[], limit: number): FoundIssue[] {
    if (keys.length === 0) return []
    return this.guarded([], (index) => {
      this.follow()
      const containing = index.containing('issue', keys, limit)
      if (containing === undefined) return []
      const found = new Map<string, FoundIssue>()
      for (const { id, owner } of [...index.startingWith('issue', keys.join(''), limit), ...containing])
        found.set(id, { issue_id: id, comic_id: owner! })
      return [...found.values()].slice(0, limit)
    })
  }

  /** Keeps the index up to date in the background until `signal`. */
  begin(signal: AbortSignal): void {
    this.signal = signal
    this.wake()
  }

  /** Resolves when nothing runs in the background. */
  async idle(): Promise<void> {
    await this.draining
  }

  /** Runs after the signal of `begin`. */
  async stop(): Promise<void> {
    await this.draining
    this.deps.index.close()
  }

  private wake(): void {
    if (this.draining || !this.signal || this.signal.aborted) return
    this.draining = this.drain(this.signal).finally(() => {
      this.draining = undefined
    })
  }

  private async drain(signal: AbortSignal): Promise<void> {
    // Waits a turn first, so that the request that changed a row is answered before the name is indexed.
    do {
      await nextTurn()
      await this.deps.db.returned()
    } while (!signal.aborted && this.guarded(0, () => (this.isUnused() ? 0 : this.step())) > 0)
  }

  /** An empty library gets an index with its first series or its first search. */
  private isUnused(): boolean {
    const { db } = this.deps
    return store.indexMark(db.read) === undefined && store.seriesAfter(db.read, '', 1).length === 0
  }

  /**
   * Indexes a limited number of rows before a search; returns whether the names of all series are then in the index.
   */
  private follow(): boolean {
    const { db, index } = this.deps
    for (let left = STEP_ROWS; left > 0; ) {
      const done = this.step(left)
      if (done === 0) break
      left -= done
    }
    this.wake()
    if (!this.isCurrent() || index.readNote('after')?.startsWith('s')) return false
    return store.queuedSubjects(db.read, 1)[0]?.startsWith('s') !== true
  }

  /** Reads the next rows of a new index, then the queue; returns the number of steps. */
  private step(most = STEP_ROWS): number {
    const { db, index } = this.deps
    if (db.isLent) return 0 // each step ends with a write to the database
    if (!this.isCurrent()) this.restart()
    const after = index.readNote('after')!
    if (after === FILLED) return this.takeQueued(most)
    return after.startsWith('s') ? this.fillSeries(after.slice(1), most) : this.fillIssues(after.slice(1), most)
  }

  /** Whether the index belongs to this database. */
  private isCurrent(): boolean {
    const { db, index } = this.deps
    const mark = index.readNote('mark')
    return mark !== undefined && mark === store.indexMark(db.read)
  }

  private restart(): void {
    const { db, index, random, log } = this.deps
    log.info('series', 'rebuilding the search index')
    const mark = random.id()
    if (index.readNote('after') !== undefined) index.clear() // an index created just now is empty already
    index.writeNote('after', 's')
    index.writeNote('mark', mark)
    db.write((tx) => store.setIndexMark(tx, mark))
  }

  private fillSeries(after: string, most: number): number {
    const { db, index } = this.deps
    const rows = store.seriesAfter(db.read, after, most)
    const entries = this.seriesEntries(rows)
    index.write(() => {
      index.put('series', entries)
      index.writeNote('after', rows.length > 0 ? `s${rows.at(-1)!.comic_id}` : 'i')
    })
    return Math.max(1, rows.length)
  }

  private fillIssues(after: string, most: number): number {
    const { db, index } = this.deps
    const rows = store.issuesAfter(db.read, after, most)
    const entries = this.issueEntries(rows)
    index.write(() => {
      index.put('issue', entries)
      index.writeNote('after', rows.length > 0 ? `i${rows.at(-1)!.issue_id}` : FILLED)
    })
    return Math.max(1, rows.length)
  }

  private takeQueued(most: number): number {
    const { db, index, random } = this.deps
    const subjects = store.queuedSubjects(db.read, most)
    if (subjects.length === 0) return 0
    const idsOf = (kind: string) => subjects.flatMap((each) => (each.startsWith(kind) ? [each.slice(1)] : []))
    const [comicIds, issueIds] = [idsOf('s'), idsOf('i')]
    const named = this.seriesEntries(store.seriesToIndex(db.read, comicIds))
    const titled = this.issueEntries(store.issuesToIndex(db.read, issueIds))
    // A different mark on each side shows that one of the two transactions is missing.
    const mark = random.id()
    index.write(() => {
      index.put('series', withRemoved(comicIds, named))
      index.put('issue', withRemoved(issueIds, titled))
      index.writeNote('mark', mark)
    })
    db.write((tx) => {
      store.dropQueued(tx, subjects)
      store.setIndexMark(tx, mark)
    })
    return subjects.length
  }

  private seriesEntries(rows: ReturnType<typeof store.seriesToIndex>): IndexedEntry[] {
    const ids = rows.map(({ comic_id }) => comic_id)
    const authors = this.deps.authorsOf(this.deps.db.read, ids)
    return rows.map(({ comic_id, match_key, aliases }) => ({
      id: comic_id,
      owner: null,
      key: linesOf(match_key, [...(aliases ?? []), ...(authors.get(comic_id) ?? [])]),
    }))
  }

  private issueEntries(rows: ReturnType<typeof store.issuesToIndex>): IndexedEntry[] {
    const ids = rows.map(({ issue_id }) => issue_id)
    const people = this.deps.creditedIn(this.deps.db.read, ids)
    return rows.map(({ issue_id, comic_id, title, writer }) => ({
      id: issue_id,
      owner: comic_id,
      key: linesOf(matchKey(title ?? ''), [...(writer?.split(',') ?? []), ...(people.get(issue_id) ?? [])]),
    }))
  }

  /** The index's result, or `instead` when its file fails: then the file is removed, and rebuilt a minute later. */
  private guarded<T>(instead: T, work: (index: TextIndex) => T): T {
    const { index, clock, log } = this.deps
    if (this.failedAt !== undefined && between(this.failedAt, clock.now()) < PAUSE_MS) return instead
    try {
      // The index covers the whole library. Series that the user may not see are filtered when their rows are read.
      return outsideRequests(() => work(index))
    } catch (error) {
      this.failedAt = clock.now()
      log.warn('series', 'search index unusable, rebuilding it', { error })
      try {
        index.clear()
      } catch {
        // the folder cannot be written; the next attempt is in a minute
      }
      return instead
    }
  }
}

/** Every line ends with a break, so that no word matches across two names. */
function linesOf(first: string, others: readonly string[]): string {
  const rest = [...new Set(others.map(matchKey))].filter((key) => key !== '' && key !== first)
  return first === '' && rest.length === 0 ? '' : `${[first, ...rest].join('\n')}\n`
}

/** Ids without a row get an empty key, which removes them. */
function withRemoved(ids: readonly string[], entries: IndexedEntry[]): IndexedEntry[] {
  const left = new Set(entries.map(({ id }) => id))
  return [...entries, ...ids.flatMap((id) => (left.has(id) ? [] : [{ id, owner: null, key: '' }]))]
}
