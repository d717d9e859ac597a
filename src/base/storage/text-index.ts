import { Database as Sqlite } from 'bun:sqlite'
import { dirname } from 'node:path'
import { makeFolder, removeFiles } from '../platform/files'

/** Kinds of searchable entries, stored separately: a search for one kind never walks the rows of the other. */
type IndexedKind = 'series' | 'issue'

/** One searchable row: its lines are folded names, each ended by a line break. */
export interface IndexedEntry {
  id: string
  /** The series of an issue. */
  owner: string | null
  key: string
}

/**
 * The most rows that a search compares letter by letter, some milliseconds; series are few, so all of them are
 * compared.
 */
const MOST_CANDIDATES = { series: -1, issue: 4000 } as const satisfies Record<IndexedKind, number>
/** How many groups of three letters narrow a long word sufficiently; the rest of the word is compared. */
const MOST_GROUPS = 8
/** Words of two characters are searched only in scripts where that is a word. */
const SHORT_WORD = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{2}$/u
const AFTER_ALL = '\u{10ffff}'
/** Increase with each change of the tables below; a file of another version is rebuilt. */
const SHAPE = 1

/**
 * An index of names by groups of three letters (SQLite FTS5), which finds any part of a name in time that does not grow
 * with the library. The index has a file of its own, derived from the database, which may be deleted at any time; a
 * fault in the index is no fault of the library, and backups leave it out. Errors are those of SQLite: the caller
 * rebuilds the index.
 */
export class TextIndex {
  private raw: Sqlite | undefined

  constructor(private readonly path: string) {}

  /** Removes the index, even a damaged file. */
  clear(): void {
    this.close()
    if (this.path !== ':memory:') removeFiles([this.path, `${this.path}-wal`, `${this.path}-shm`])
  }

  /** A value of the caller that is stored with the entries. */
  readNote(name: string): string | undefined {
    return this.open.query<{ value: string }, [string]>('SELECT value FROM notes WHERE name = ?').get(name)?.value
  }

  writeNote(name: string, value: string): void {
    this.open.query('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(name, value)
  }

  /** Runs `work` in one transaction. */
  write(work: () => void): void {
    this.open.transaction(work).immediate()
  }

  /** Adds or replaces entries; one with an empty key is removed. */
  put(kind: IndexedKind, entries: readonly IndexedEntry[]): void {
    const known = this.open.query<{ entry_id: number } & Omit<IndexedEntry, 'id'>, [string]>(
      `SELECT entry_id, owner, key FROM ${kind}_entries WHERE id = ?`,
    )
    const forget = this.open.query(`INSERT INTO ${kind}_words (${kind}_words, rowid, key) VALUES ('delete', ?, ?)`)
    const drop = this.open.query(`DELETE FROM ${kind}_entries WHERE entry_id = ?`)
    const add = this.open.query(`INSERT INTO ${kind}_entries (id, owner, key) VALUES (?, ?, ?)`)
    const index = this.open.query(`INSERT INTO ${kind}_words (rowid, key) VALUES (?, ?)`)
    for (const { id, owner, key } of entries) {
      const old = known.get(id)
      if (old?.key === key && old.owner === owner) continue
      if (old) {
        forget.run(old.entry_id, old.key)
        drop.run(old.entry_id)
      }
      if (key !== '') index.run(add.run(id, owner, key).lastInsertRowid, key)
    }
  }

  /**
   * Entries with a line that begins the key and starts with `start`: exact matches first, then in alphabetical order.
   */
  startingWith(kind: IndexedKind, start: string, limit: number): IndexedEntry[] {
    return this.open
      .query<IndexedEntry, [string, string, number]>(
        `SELECT id, owner, key FROM ${kind}_entries WHERE key >= ? AND key < ? ORDER BY key LIMIT ?`,
      )
      .all(start, start + AFTER_ALL, limit)
  }

  /**
   * Entries that contain every one of `keys`, in the order in which they were added. Undefined when the keys are too
   * short for the index.
   */
  containing(kind: IndexedKind, keys: readonly string[], limit: number): IndexedEntry[] | undefined {
    const match = this.expression(kind, keys)
    if (match === undefined) return undefined
    if (match === '') return []
    const contains = keys.map(() => 'instr(entry.key, ?) > 0').join(' AND ')
    return this.open
      .query<IndexedEntry, (string | number)[]>(
        `SELECT id, owner, entry.key AS key FROM
          (SELECT rowid AS at FROM ${kind}_words WHERE ${kind}_words MATCH ? LIMIT ${MOST_CANDIDATES[kind]}) AS candidate
          CROSS JOIN ${kind}_entries AS entry WHERE entry.entry_id = candidate.at AND ${contains} LIMIT ?`,
      )
      .all(match, ...keys, limit)
  }

  close(): void {
    this.raw?.close()
    this.raw = undefined
  }

  /** The condition for FTS5; empty when nothing can match, undefined when no key is long enough. */
  private expression(kind: IndexedKind, keys: readonly string[]): string | undefined {
    const parts: string[] = []
    for (const key of keys) {
      if (SHORT_WORD.test(key)) {
        const groups = this.groupsWith(kind, key)
        if (groups.length === 0) return ''
        parts.push(`(${groups.map(quoted).join(' OR ')})`)
      } else parts.push(...groupsOf(key).map(quoted))
    }
    return parts.length > 0 ? parts.join(' AND ') : undefined
  }

  /** The groups that begin with a word of two characters: there is always one, since a line break ends every line. */
  private groupsWith(kind: IndexedKind, word: string): string[] {
    return this.open
      .query<{ term: string }, [string, string]>(
        `SELECT term FROM ${kind}_groups WHERE term >= ? AND term < ? LIMIT 100`,
      )
      .all(word, word + AFTER_ALL)
      .map(({ term }) => term)
  }

  private get open(): Sqlite {
    if (this.raw) return this.raw
    let raw = opened(this.path)
    if (!raw) {
      this.clear()
      raw = opened(this.path)
    }
    if (!raw) throw new Error('The search index cannot be made.')
    this.raw = raw
    return raw
  }
}

const quoted = (group: string) => `"${group.replaceAll('"', '""')}"`

/** Groups of three letters, spread over a long word. */
function groupsOf(key: string): string[] {
  const letters = [...key]
  const all = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''))
  const step = Math.max(1, all.length / MOST_GROUPS)
  const spread = Array.from({ length: Math.min(all.length, MOST_GROUPS) }, (_, at) => all[Math.floor(at * step)]!)
  return [...new Set(spread)]
}

/** Undefined for a file of another version. */
function opened(path: string): Sqlite | undefined {
  if (path !== ':memory:') makeFolder(dirname(path))
  const raw = new Sqlite(path, { create: true, strict: true })
  try {
    raw.run('PRAGMA journal_mode = WAL')
    raw.run('PRAGMA synchronous = OFF') // a power cut only means a rebuild
    const shape = raw.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version
    if (shape === 0) raw.transaction(() => makeTables(raw)).immediate()
    else if (shape !== SHAPE) {
      raw.close()
      return undefined
    }
    return raw
  } catch (error) {
    raw.close()
    throw error
  }
}

function makeTables(raw: Sqlite): void {
  raw.run('CREATE TABLE notes (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID')
  for (const kind of ['series', 'issue'] satisfies IndexedKind[]) {
    raw.run(
      `CREATE TABLE ${kind}_entries (entry_id INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT, key TEXT NOT NULL)`,
    )
    raw.run(`CREATE INDEX ${kind}_by_key ON ${kind}_entries (key)`)
    // The keys are folded already. Without positions the index is a third as large; letters are compared in the
    // entries.
    raw.run(
      `CREATE VIRTUAL TABLE ${kind}_words USING fts5 (key, content='${kind}_entries', content_rowid='entry_id',
        tokenize='trigram case_sensitive 1', detail=none, columnsize=0)`,
    )
    raw.run(`CREATE VIRTUAL TABLE ${kind}_groups USING fts5vocab (${kind}_words, row)`)
  }
  raw.run(`PRAGMA user_version = ${SHAPE}`)
}
