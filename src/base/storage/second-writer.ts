import { Database as Sqlite } from 'bun:sqlite'
import type { AppEvent } from '../events/types'
import { Transactions } from './transactions'

/** Kibibytes of pages in memory: what does not fit is written twice and more often in a transaction of many rows. */
const CACHE_KIB = 32_768
const PATIENT_MS = 5000

/** A connection of another thread that writes much at once, while the database is lent to it (`Database.lend`). */
export class SecondWriter extends Transactions {
  private readonly connection: Sqlite

  constructor(path: string, publish: (event: AppEvent) => void) {
    const connection = new Sqlite(path, { readwrite: true, create: false, strict: true })
    connection.run(`PRAGMA busy_timeout = ${PATIENT_MS}`)
    connection.run('PRAGMA synchronous = NORMAL')
    connection.run('PRAGMA foreign_keys = ON')
    connection.run('PRAGMA temp_store = MEMORY')
    connection.run(`PRAGMA cache_size = -${CACHE_KIB}`)
    connection.run('PRAGMA wal_autocheckpoint = 0')
    super(connection, publish)
    this.connection = connection
  }

  /** Puts the journal into the file and empties it, as far as readers allow: else the next write of the loop would do it. */
  checkpoint(): void {
    try {
      this.connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // What was committed stays in the journal, and the next checkpoint puts it into the file.
    }
  }

  override close(): void {
    super.close()
    this.connection.close()
  }
}
