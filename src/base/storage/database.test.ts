import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { AppEvent } from '../events/types'
import { jobs } from '../work/tables'
import { Database, type ReadHandle, type Tx } from './database'

let seen: AppEvent[] = []
const memory = () => new Database(':memory:', { publish: (event) => seen.push(event) })
const insert = (tx: Tx, name: string) => tx.insert(jobs).values({ name }).run()
const names = (db: { read: ReadHandle }) =>
  db.read
    .select()
    .from(jobs)
    .all()
    .map((row) => row.name)
    .sort()

afterEach(() => {
  seen = []
})

/** Undefined for a handle that was collected meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

describe('a write', () => {
  test('keeps its changes and returns the result of the work', () => {
    const db = memory()
    expect(
      db.write((tx) => {
        insert(tx, 'a')
        return 7
      }),
    ).toBe(7)
    expect(names(db)).toEqual(['a'])
  })

  test('that throws leaves nothing behind and publishes nothing', () => {
    const db = memory()
    const fail = () =>
      db.write((tx) => {
        insert(tx, 'a')
        tx.emit({ type: 'library.changed' })
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(names(db)).toEqual([])
    expect(seen).toEqual([])
  })

  test('runs the settlers before the commit, once, and is rolled back when one throws', () => {
    const db = memory()
    const batches: string[][] = []
    db.beforeCommit((tx, events) => {
      batches.push(events.map(({ type }) => type))
      if (names(db).includes('bad')) throw new Error('cannot settle')
      insert(tx, `settled ${batches.length}`)
    })
    const announce = (name: string) =>
      db.write((tx) => {
        insert(tx, name)
        tx.emit({ type: 'library.changed' })
        db.write((inner) => inner.emit({ type: 'inbox.changed' }))
      })
    announce('a')
    db.write((tx) => insert(tx, 'quiet'))
    expect(() => announce('bad')).toThrow('cannot settle')
    expect(batches).toEqual([
      ['library.changed', 'inbox.changed'],
      ['library.changed', 'inbox.changed'],
    ])
    expect(names(db)).toEqual(['a', 'quiet', 'settled 1'])
    expect(seen).toHaveLength(2)
  })

  test('publishes its events after the commit, in order, each once', () => {
    const counts: number[] = []
    const db = new Database(':memory:', {
      publish: (event) => {
        seen.push(event)
        counts.push(names(db).length)
      },
    })
    db.write((tx) => {
      tx.emit({ type: 'series.changed', comic_id: '1' })
      insert(tx, 'a')
      tx.emit({ type: 'library.changed' })
      tx.emit({ type: 'series.changed', comic_id: '1' })
    })
    expect(seen).toEqual([{ type: 'series.changed', comic_id: '1' }, { type: 'library.changed' }])
    expect(counts).toEqual([1, 1])
  })

  test('inside a write joins it', () => {
    const db = memory()
    db.write((tx) => {
      insert(tx, 'outer')
      db.write((inner) => insert(inner, 'inner'))
    })
    expect(names(db)).toEqual(['inner', 'outer'])
  })

  test('whose inner write failed is rolled back whole, even when the error was caught', () => {
    const db = memory()
    const work = () =>
      db.write((tx) => {
        insert(tx, 'outer')
        try {
          db.write((inner) => {
            insert(inner, 'inner')
            throw new Error('inner failed')
          })
        } catch {
          // the outer transaction continues
        }
      })
    expect(work).toThrow('inner failed')
    expect(names(db)).toEqual([])
  })

  test('refuses an async callback before it runs', () => {
    const db = memory()
    let ran = false
    const work = async () => {
      ran = true
    }
    // @ts-expect-error a write that waits does not compile
    expect(() => db.write(work)).toThrow('must not wait')
    expect(ran).toBe(false)
  })

  test('refuses a promise and rolls back', () => {
    const db = memory()
    const work = (tx: Tx) => {
      insert(tx, 'a')
      return Promise.reject(new Error('later'))
    }
    // @ts-expect-error a write that waits does not compile
    expect(() => db.write(work)).toThrow('must not wait')
    expect(names(db)).toEqual([])
  })

  test('leaves no handle that still writes', () => {
    const db = memory()
    let kept: Tx | undefined
    db.write((tx) => {
      kept = tx
    })
    expect(() => insert(kept as Tx, 'late')).toThrow()
    expect(names(db)).toEqual([])
  })

  test('inside a failed write throws the error of the first', () => {
    const db = memory()
    const work = () =>
      db.write(() => {
        for (const reason of ['first', 'second'])
          try {
            db.write(() => raise(reason))
          } catch {
            // the outer transaction continues
          }
      })
    expect(work).toThrow('first')
  })

  test('that SQLite has already rolled back throws the error of SQLite', () => {
    const db = memory()
    const work = () =>
      db.write((tx) => {
        tx.run('ROLLBACK')
        raise('what went wrong')
      })
    expect(work).toThrow('what went wrong')
    db.write((tx) => insert(tx, 'a'))
    expect(names(db)).toEqual(['a'])
  })

  test('accepts nothing and a record as results', () => {
    const db = memory()
    expect(db.write(() => null)).toBeNull()
    expect(db.write(() => ({ now: 1 }))).toEqual({ now: 1 })
  })

  test('runs no commit hook and publishes nothing when it emits nothing', () => {
    const db = memory()
    db.beforeCommit(() => raise('settled'))
    db.write((tx) => insert(tx, 'a'))
    expect(seen).toEqual([])
  })

  test('works again after one that failed', () => {
    const db = memory()
    expect(() => db.write(() => raise())).toThrow('no')
    db.write((tx) => insert(tx, 'a'))
    expect(names(db)).toEqual(['a'])
  })
})

function raise(reason = 'no'): void {
  throw new Error(reason)
}

test('a database in memory works until it is closed', () => {
  const db = memory()
  expect(db.answers()).toBe(true)
  db.close()
  expect(db.answers()).toBe(false)
})

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-db-'))
  const path = join(folder, 'panelkeep.db')
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('keeps written rows after closing, and enforces foreign keys', () => {
    const first = new Database(path, { publish: () => {} })
    first.write((tx) => insert(tx, 'a'))
    first.close()
    const second = new Database(path, { publish: () => {} })
    expect(second.migrated.applied).toEqual([])
    expect(second.read.select().from(jobs).where(eq(jobs.name, 'a')).get()?.name).toBe('a')
    second.close()
  })

  test('contains all of its journal after closing', () => {
    mkdirSync(folder, { recursive: true })
    const db = new Database(path, { publish: () => {} })
    db.write((tx) => insert(tx, 'a'))
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    db.close()
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })

  test('cascades, and is read beside a write', () => {
    mkdirSync(folder, { recursive: true })
    const db = new Database(path, { publish: () => {} })
    const word = (name: string) => Object.values(db.read.get(sql.raw(`PRAGMA ${name}`)) as object)[0]
    expect([word('foreign_keys'), word('journal_mode'), word('synchronous'), word('temp_store')]).toEqual([
      1,
      'wal',
      1,
      2,
    ])
    db.close()
  })

  test('that a killed process left includes its journal', () => {
    mkdirSync(folder, { recursive: true })
    const killed = new Database(path, { publish: () => {} })
    killed.write((tx) => insert(tx, 'a'))
    const copy = join(folder, 'copy.db')
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`)
    killed.close()
    const again = new Database(copy, { publish: () => {} })
    expect(names(again)).toEqual(['a'])
    again.close()
  })

  test('that another program has locked is opened once it is released', async () => {
    mkdirSync(folder, { recursive: true })
    new Database(path, { publish: () => {} }).close()
    const source = `import { Database } from 'bun:sqlite'
      const db = new Database(${JSON.stringify(path)})
      db.run('BEGIN IMMEDIATE')
      console.log('locked')
      setTimeout(() => db.run('ROLLBACK'), 300)`
    const other = Bun.spawn([process.execPath, '-e', source], { stdout: 'pipe' })
    await other.stdout.getReader().read()
    const db = new Database(path, { publish: () => {} })
    db.write((tx) => insert(tx, 'a'))
    expect(names(db)).toEqual(['a'])
    db.close()
    await other.exited
  })

  test('that another program keeps locked is refused, and a write soon', () => {
    mkdirSync(folder, { recursive: true })
    const db = new Database(path, { publish: () => {} })
    const other = new Sqlite(path)
    other.run('BEGIN IMMEDIATE')
    const begun = performance.now()
    expect(() => db.write((tx) => insert(tx, 'a'))).toThrow('locked')
    expect(performance.now() - begun).toBeLessThan(2000)
    expect(() => new Database(path, { publish: () => {} })).toThrow('locked')
    other.run('ROLLBACK')
    other.close()
    db.write((tx) => insert(tx, 'a'))
    db.close()
  }, 30_000)

  test('that cannot be used is closed', () => {
    mkdirSync(folder, { recursive: true })
    new Database(path, { publish: () => {} }).close()
    const newer = new Sqlite(path)
    newer.run("INSERT INTO schema_migrations (name, applied_at) VALUES ('9999_of_tomorrow', '2099-01-01')")
    newer.close()
    expect(() => new Database(path, { publish: () => {} })).toThrow('newer')
    if (!existsSync('/proc/self/fd')) return
    const targets = readdirSync('/proc/self/fd').map((fd) => linkOf(`/proc/self/fd/${fd}`))
    expect(targets.filter((target) => ['', '-wal', '-shm'].some((end) => target === path + end))).toEqual([])
  })

  test('keeps planner statistics after closing', () => {
    mkdirSync(folder, { recursive: true })
    const db = new Database(path, { publish: () => {} })
    db.write((tx) => {
      for (let n = 0; n < 500; n++) insert(tx, `job ${n}`)
    })
    db.read.select().from(jobs).where(eq(jobs.name, 'job 7')).all()
    db.close()
    const closed = new Sqlite(path, { readonly: true })
    expect(closed.query("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()).toEqual({ n: 1 })
    closed.close()
  })

  test('without tables is damaged where a library was, and stays unchanged; elsewhere it becomes one', () => {
    mkdirSync(folder, { recursive: true })
    const left = new Sqlite(path) // as after a crash that lost the journal
    left.run('PRAGMA journal_mode = WAL')
    left.close()
    const before = readFileSync(path)
    expect(before.length).toBeGreaterThan(0)
    expect(() => new Database(path, { publish: () => {}, hasLibrary: true })).toThrow('it holds no tables')
    expect(readFileSync(path).equals(before)).toBe(true)
    new Database(path, { publish: () => {} }).close()
    new Database(path, { publish: () => {}, hasLibrary: true }).close()
  })

  test('that is damaged and has a journal stays unchanged, and so does the journal', () => {
    mkdirSync(folder, { recursive: true })
    const killed = new Sqlite(path)
    killed.run('PRAGMA journal_mode = WAL')
    killed.run('CREATE TABLE filler (content)')
    killed.run('INSERT INTO filler VALUES (zeroblob(90000))')
    killed.run('PRAGMA wal_checkpoint(TRUNCATE)')
    killed.run('CREATE TABLE more (content)')
    const journal = readFileSync(`${path}-wal`)
    killed.close()
    writeFileSync(path, readFileSync(path).fill(0xa5, 4096, 40_000))
    writeFileSync(`${path}-wal`, journal)
    const before = readFileSync(path)
    expect(() => new Database(path, { publish: () => {} })).toThrow('is damaged')
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readFileSync(`${path}-wal`).equals(journal)).toBe(true)
  })
})

test('only its owner may read the file and its journal, also where an earlier run left them open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-modes-'))
  const path = join(folder, 'panelkeep.db')
  writeFileSync(path, '', { mode: 0o644 })
  const db = new Database(path, { publish: () => {} })
  db.write((tx) => insert(tx, 'a'))
  const modes = ['', '-wal', '-shm'].map((end) => (statSync(path + end).mode & 0o777).toString(8))
  expect(modes).toEqual(['600', '600', '600'])
  db.close()
  rmSync(folder, { recursive: true })
})

describe('statistics', () => {
  const gathered = (db: { read: ReadHandle }) =>
    db.read.all<{ tbl: string; stat: string }>(sql`select tbl, stat from sqlite_stat1 where tbl = 'jobs'`)

  test('are gathered for tables that grew, without a close', async () => {
    const db = memory()
    db.write((tx) => {
      for (let n = 0; n < 1000; n++) insert(tx, `job ${n}`)
    })
    await db.gatherStatistics()
    expect(gathered(db)).toEqual([{ tbl: 'jobs', stat: '1000 1' }])
    db.close()
  })

  test('are skipped when the database is closed meanwhile', async () => {
    const db = memory()
    db.write((tx) => insert(tx, 'job'))
    const gathering = db.gatherStatistics()
    db.close()
    await gathering
  })
})
