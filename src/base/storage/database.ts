import { Database as Sqlite } from 'bun:sqlite'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { AppEvent } from '../events/types'
import { currentCaller } from '../platform/caller'
import { nextTurn } from '../platform/event-loop'
import { fileSize, makePrivate } from '../platform/files'
import { isUnused, markUsed } from './empty-library'
import { FilteredReads, type HidingViews } from './filtered-reads'
import { type MigrationResult, migrate } from './migrate'
import { damagedError, damageIn } from './preflight'
import { type Snapshot, sharedSnapshot, takeSnapshot } from './snapshot'
import { Transactions } from './transactions'
import { WatchedSqlite } from './watched-sqlite'
import { isLocked, LentDatabase } from './write-errors'

declare const inTransaction: unique symbol

type Handle = BunSQLiteDatabase<Record<string, never>>

/** What may read. Both the database outside a transaction and a `Tx` inside one are readers. */
export type ReadHandle = Pick<Handle, 'select' | 'selectDistinct' | '$count' | 'with' | 'get' | 'all'>

/** What may write: only `Database.write` makes one, so a write outside a transaction does not compile. */
export type Tx = ReadHandle &
  Pick<Handle, 'insert' | 'update' | 'delete' | 'run'> & {
    readonly [inTransaction]: true
    /** Announces after the commit, once, in order; a rollback drops it. */
    emit(event: AppEvent): void
  }

export type Sync<T> = T extends PromiseLike<unknown> ? never : T

/** Updates derived rows in the same transaction; `events` names the rows that changed. */
export type CommitHook = (tx: Tx, events: readonly AppEvent[]) => void

interface DatabaseOptions {
  publish: (event: AppEvent) => void
  /** Where a copy goes before a migration changes a database that already holds data; undefined in memory. */
  backupPath?: (name: string) => string
  /** A file without tables is damaged then, and not a library that begins. */
  hasLibrary?: boolean
  /** The bytes of the database that one in memory begins with: tests make the tables once. */
  image?: Uint8Array
}

/** Rows of an index that its statistics are guessed from: more take longer than a turn should. */
const ANALYZED_ROWS = 400

/**
 * The one SQLite file. Reads and writes are synchronous, so transactions never interleave and there is nothing to
 * lock or to retry. `path` may be `:memory:`.
 */
export class Database {
  readonly migrated: MigrationResult
  private readonly raw: Sqlite
  private readonly transactions: Transactions
  private readonly filtered: FilteredReads
  /** Resolves when another connection has stopped writing. */
  private lent: Promise<unknown> | undefined
  private readonly keepers = new Set<Promise<unknown>>()
  private readonly snapshots = new Set<Snapshot>()
  private damaged = false
  private isClosed = false

  constructor(
    readonly path: string,
    private readonly options: DatabaseOptions,
  ) {
    const killed = hasJournal(path)
    this.raw = new WatchedSqlite(options.image ?? path, { create: true, strict: true }, this.noteDamage)
    try {
      // SQLite gives the journal the mode of the file; what an earlier run left has its own.
      if (path !== ':memory:') for (const end of ['', '-wal', '-shm']) makePrivate(path + end)
      prepare(this.raw)
      if (killed) check(this.raw, path)
      if (options.hasLibrary) expectLibrary(this.raw, path)
      this.migrated = migrate(this.raw, options.backupPath)
      checkWritable(this.raw)
      markUsed(this.raw)
      this.raw.run(`PRAGMA busy_timeout = ${BRIEF_MS}`)
    } catch (error) {
      if (killed) closeUntouched(this.raw, path)
      else this.raw.close()
      throw error
    }
    this.transactions = new Transactions(this.raw, options.publish)
    this.filtered = new FilteredReads(() => this.connectForReading())
  }

  /** Reads as the user whose request is answered: rows that this user may not see do not exist. */
  get read(): ReadHandle {
    const { limits } = currentCaller()
    return limits === null ? this.transactions.read : this.filtered.of(limits)
  }

  /** Says how rows are hidden from users with limits. */
  hideWith(views: HidingViews): void {
    this.filtered.hideWith(views)
  }

  /**
   * Runs `work` in one transaction and announces its events after the commit. A `write` inside joins the outer one.
   * Throws LentDatabase at once while another connection writes: waiting inside SQLite would block the event loop.
   */
  write<T>(work: (tx: Tx) => Sync<T>): T {
    if (this.lent !== undefined) throw new LentDatabase()
    return this.transactions.write(work)
  }

  /**
   * Leaves writing to a connection in another thread until `work` ends, and announces the events that it resolves with.
   * Reads continue.
   */
  async lend(work: () => Promise<readonly AppEvent[]>): Promise<void> {
    await this.returned()
    const lent = Promise.withResolvers<void>()
    this.lent = lent.promise
    let events: readonly AppEvent[] = []
    try {
      events = await work()
    } catch (error) {
      this.noteDamage(error)
      throw error
    } finally {
      this.lent = undefined
      lent.resolve()
    }
    for (const event of events) this.options.publish(event)
  }

  /** Like `write`, as soon as nobody else writes: for work that must not lose what it has done. */
  async writeReturned<T>(work: (tx: Tx) => Sync<T>): Promise<T> {
    do await this.returned()
    while (this.isLent)
    return this.write(work)
  }

  /** Names work that writes over several turns, such as a request, so that whoever lends can wait for `unkept`. */
  async keep<T>(work: () => Promise<T>): Promise<T> {
    const working = work()
    this.keepers.add(working)
    try {
      return await working
    } finally {
      this.keepers.delete(working)
    }
  }

  /** Resolves when the work has ended that kept the database at the call. */
  async unkept(): Promise<void> {
    await Promise.allSettled(this.keepers)
  }

  get isLent(): boolean {
    return this.lent !== undefined
  }

  /** Resolves when nobody else writes. */
  async returned(): Promise<void> {
    while (this.lent !== undefined) await this.lent
  }

  /** The current state, to be read over many turns of the event loop. Closed with the database at the latest. */
  snapshot(): Snapshot {
    const { limits } = currentCaller()
    if (limits === null && this.path === ':memory:') return sharedSnapshot(this.raw)
    const { close, ...rest } = limits === null ? takeSnapshot(this.connectForReading()) : this.filtered.snapshot(limits)
    const snapshot: Snapshot = {
      ...rest,
      close: () => {
        if (this.snapshots.delete(snapshot)) close()
      },
    }
    this.snapshots.add(snapshot)
    return snapshot
  }

  private connectForReading(): Sqlite {
    if (this.path === ':memory:') throw new Error('a database in memory has one connection')
    return new WatchedSqlite(this.path, { readonly: true, strict: true }, this.noteDamage)
  }

  /** Runs `hook` at the end of each write that emits an event; if it throws, the write is rolled back. */
  beforeCommit(hook: CommitHook): void {
    this.transactions.beforeCommit(hook)
  }

  /** Differs after every write, also one of another connection to the file. */
  stamp(): string {
    const { data_version } = this.raw.query<{ data_version: number }, []>('PRAGMA data_version').get()!
    return `${this.transactions.turn} ${data_version}`
  }

  /** Whether any read or write since the start found a damaged page. */
  get isDamaged(): boolean {
    return this.damaged
  }

  private readonly noteDamage = (error: unknown): void => {
    if (this.damaged || damageIn(error) === undefined) return
    this.damaged = true
    this.options.publish({ type: 'health.changed' })
  }

  /** Whether the file answers, cheaply: reads one page. */
  answers(): boolean {
    try {
      return this.raw.query('SELECT count(*) AS tables FROM sqlite_schema').get() !== null
    } catch {
      return false // the caller reports it; the cause is in the log of the last write
    }
  }

  /**
   * Reads of the tables that changed much since the last time what SQLite plans queries by, a table in a turn of the event
   * loop. A close does so too, but a program that is killed, or that grew since its start, would plan by guesses.
   */
  async gatherStatistics(): Promise<void> {
    this.raw.run(`PRAGMA analysis_limit = ${ANALYZED_ROWS}`)
    // Of all tables, as statements that are not run yet.
    const statements = this.raw.query<{ optimize: string }, []>('PRAGMA optimize = 0x10003').all()
    for (const { optimize } of statements) {
      await nextTurn()
      await this.returned()
      if (this.isClosed) return
      this.unlessLocked(optimize)
    }
  }

  close(): void {
    this.isClosed = true
    try {
      // An open one would keep the journal from going into the file.
      for (const snapshot of this.snapshots) snapshot.close()
      this.filtered.close()
      if (this.path === ':memory:') return
      this.unlessLocked('PRAGMA optimize')
      this.raw.run('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      this.transactions.close()
      this.raw.close()
    }
  }

  /** Statistics only make queries faster, so they are skipped while another program holds the lock. */
  private unlessLocked(statement: string): void {
    try {
      this.raw.run(statement)
    } catch (error) {
      if (!isLocked(error)) throw error
    }
  }
}

/** Whether the last process ended without closing: its journal is still beside the file. */
function hasJournal(path: string): boolean {
  return path !== ':memory:' && fileSize(`${path}-wal`) > 0
}

function check(raw: Sqlite, path: string): void {
  const fault = raw.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()?.quick_check
  if (fault !== 'ok') throw damagedError(path, fault ?? 'no answer')
}

/** Throws for a file that lost its journal before anything of it went into the file. */
function expectLibrary(raw: Sqlite, path: string): void {
  if (raw.query("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get() === null)
    throw damagedError(path, 'it holds no tables')
  if (isUnused(raw)) throw damagedError(path, 'it holds nothing')
}

/** The last connection to close writes the journal into the file, even a damaged one, unless it is read-only. */
function closeUntouched(raw: Sqlite, path: string): void {
  const last = new Sqlite(path, { readonly: true })
  try {
    last.query('SELECT count(*) FROM sqlite_schema').get()
  } catch {
    // the journal is open now; whether the query succeeded does not matter
  }
  raw.close()
  last.close()
}

/** A start waits for other tools that read the file, and for helpers of a killed run. */
const PATIENT_MS = 5000
/** Waiting for a lock blocks the event loop, so a write fails soon. */
const BRIEF_MS = 20

/** Throws while another program holds the lock: the start has to write. */
function checkWritable(raw: Sqlite): void {
  raw.run('BEGIN IMMEDIATE')
  raw.run('ROLLBACK')
}

function prepare(raw: Sqlite): void {
  raw.run(`PRAGMA busy_timeout = ${PATIENT_MS}`)
  raw.run('PRAGMA journal_mode = WAL') // readers beside the writer, and a commit costs one append
  raw.run('PRAGMA wal_autocheckpoint = 4000') // 16 MB: bulk work rewrites the same pages, which then reach the file once
  raw.run('PRAGMA synchronous = NORMAL') // safe against kill -9; a power cut may cost the last moments, never the file
  raw.run('PRAGMA foreign_keys = ON') // off by default in SQLite
  raw.run('PRAGMA temp_store = MEMORY')
}
