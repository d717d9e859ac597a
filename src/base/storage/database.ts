import { Database as Sqlite } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import type { AppEvent } from '../events/types'
import { nextTurn } from '../platform/event-loop'
import { fileSize, makePrivate } from '../platform/files'
import { isUnused, markUsed } from './empty-library'
import { type MigrationResult, migrate } from './migrate'
import { damagedError, damageIn } from './preflight'
import { type Snapshot, sharedSnapshot, takeSnapshot } from './snapshot'
import { StatementCache } from './statement-cache'
import { WatchedSqlite } from './watched-sqlite'
import { isLocked } from './write-errors'

declare const inTransaction: unique symbol

type Handle = BunSQLiteDatabase<Record<string, never>>

/** Read access. Both the database outside a transaction and a `Tx` inside one are read handles. */
export type ReadHandle = Pick<Handle, 'select' | 'selectDistinct' | '$count' | 'with' | 'get' | 'all'>

/** Write access: only `Database.write` creates one, so a write outside a transaction does not compile. */
export type Tx = ReadHandle &
  Pick<Handle, 'insert' | 'update' | 'delete' | 'run'> & {
    readonly [inTransaction]: true
    /** Publishes the event after the commit, once, in order; a rollback drops it. */
    emit(event: AppEvent): void
  }

type Sync<T> = T extends PromiseLike<unknown> ? never : T

interface Open {
  tx: Tx
  /** An inner write failed: the transaction is rolled back even if the error was caught. */
  failed?: { error: unknown }
}

const ASYNC = 'A write must not wait: await network and disk first, then write.'

/** Updates derived rows in the same transaction; `events` names the rows that changed. */
type CommitHook = (tx: Tx, events: readonly AppEvent[]) => void

interface DatabaseOptions {
  publish: (event: AppEvent) => void
  /** Where to put the copy that is made before a migration changes a database with data; undefined in memory. */
  backupPath?: (name: string) => string
  /** When true, a file without tables counts as damaged, not as a new library. */
  hasLibrary?: boolean
  /** The bytes that a database in memory starts with: tests create the tables only once. */
  image?: Uint8Array
}

/** The most index rows that statistics are sampled from: more would take longer than one turn should. */
const ANALYZED_ROWS = 400

/**
 * The one SQLite file. Reads and writes are synchronous, so transactions never interleave and nothing has to be locked
 * or retried. `path` may be `:memory:`.
 */
export class Database {
  readonly read: ReadHandle
  readonly migrated: MigrationResult
  private readonly raw: Sqlite
  private readonly statements: StatementCache
  private readonly orm: Handle
  private open: Open | undefined
  private readonly settlers: CommitHook[] = []
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
      // SQLite gives the journal the mode of the file; a journal left by an earlier run has its own.
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
    this.statements = new StatementCache(this.raw)
    this.orm = drizzle(this.statements as unknown as Sqlite)
    this.read = this.orm
  }

  /** Runs `work` in one transaction and publishes its events after the commit. A `write` inside joins the outer one. */
  write<T>(work: (tx: Tx) => Sync<T>): T {
    if (work.constructor.name === 'AsyncFunction') throw new Error(ASYNC)
    return this.open ? this.join(this.open, work) : this.begin(work)
  }

  /**
   * A snapshot of the current state that stays readable over many turns of the event loop. Closed with the database at
   * the latest.
   */
  snapshot(): Snapshot {
    if (this.path === ':memory:') return sharedSnapshot(this.raw)
    const { close, ...rest } = takeSnapshot(
      new WatchedSqlite(this.path, { readonly: true, strict: true }, this.noteDamage),
    )
    const snapshot: Snapshot = {
      ...rest,
      close: () => {
        if (this.snapshots.delete(snapshot)) close()
      },
    }
    this.snapshots.add(snapshot)
    return snapshot
  }

  /** Runs `settler` at the end of each write that emits an event; if it throws, the write is rolled back. */
  beforeCommit(settler: CommitHook): void {
    this.settlers.push(settler)
  }

  private join<T>(open: Open, work: (tx: Tx) => Sync<T>): T {
    try {
      return settled(work(open.tx))
    } catch (error) {
      open.failed ??= { error }
      throw error
    }
  }

  private begin<T>(work: (tx: Tx) => Sync<T>): T {
    const events = new Map<string, AppEvent>()
    const emit = (event: AppEvent) => events.set(JSON.stringify(event), event)
    // Revoked on return: a handle that outlives the transaction must not write.
    const { proxy, revoke } = Proxy.revocable(Object.assign(Object.create(this.orm), { emit }) as Tx, {})
    const open: Open = { tx: proxy }
    let result: T
    try {
      this.raw.run('BEGIN IMMEDIATE')
      this.open = open
      result = settled(work(proxy))
      if (open.failed) throw open.failed.error
      if (events.size > 0) for (const settle of this.settlers) settle(proxy, [...events.values()])
      this.raw.run('COMMIT')
    } catch (error) {
      if (this.raw.inTransaction) this.raw.run('ROLLBACK')
      throw error
    } finally {
      this.open = undefined
      revoke()
    }
    for (const event of events.values()) this.options.publish(event)
    return result
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

  /** Whether the file is readable, checked cheaply by reading one page. */
  answers(): boolean {
    try {
      return this.raw.query('SELECT count(*) AS tables FROM sqlite_schema').get() !== null
    } catch {
      return false // the caller reports the failure; the cause is in the log of the last write
    }
  }

  /**
   * Updates SQLite's planner statistics of tables that changed much since the last time, one table per turn of the
   * event loop. Closing does so too, but a program that is killed, or whose library grew since the start, would plan
   * without them.
   */
  async gatherStatistics(): Promise<void> {
    this.raw.run(`PRAGMA analysis_limit = ${ANALYZED_ROWS}`)
    // The statements for all tables, not run yet.
    const statements = this.raw.query<{ optimize: string }, []>('PRAGMA optimize = 0x10003').all()
    for (const { optimize } of statements) {
      await nextTurn()
      if (this.isClosed) return
      this.unlessLocked(optimize)
    }
  }

  close(): void {
    this.isClosed = true
    try {
      // An open statement would keep the journal from being merged into the file.
      for (const snapshot of this.snapshots) snapshot.close()
      if (this.path === ':memory:') return
      this.unlessLocked('PRAGMA optimize')
      this.raw.run('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      this.statements.close()
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

/** Throws for a file that lost its journal before any of it was merged into the file. */
function expectLibrary(raw: Sqlite, path: string): void {
  if (raw.query("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get() === null)
    throw damagedError(path, 'it holds no tables')
  if (isUnused(raw)) throw damagedError(path, 'it holds nothing')
}

/**
 * The last connection to close writes the journal into the file, even into a damaged one, unless the connection is
 * read-only.
 */
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

/** Throws while another program holds the lock: a start has to write. */
function checkWritable(raw: Sqlite): void {
  raw.run('BEGIN IMMEDIATE')
  raw.run('ROLLBACK')
}

function prepare(raw: Sqlite): void {
  raw.run(`PRAGMA busy_timeout = ${PATIENT_MS}`)
  raw.run('PRAGMA journal_mode = WAL') // reads can run beside a write, and a commit costs one append
  raw.run('PRAGMA synchronous = NORMAL') // safe against kill -9; a power cut may cost the last moments, never the file
  raw.run('PRAGMA foreign_keys = ON') // off by default in SQLite
  raw.run('PRAGMA temp_store = MEMORY')
}

function settled<T>(result: Sync<T>): T {
  if (result !== null && typeof result === 'object' && 'then' in result) {
    // Its rejection would otherwise surface as unhandled, after the real error.
    Promise.resolve(result as PromiseLike<unknown>).catch(() => undefined)
    throw new Error(ASYNC)
  }
  return result as T
}
