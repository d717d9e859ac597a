import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { testDatabase } from '../../testing/database'
import type { Database, Tx } from './database'
import { recordUndo, runUndo } from './undo-log'

const rows = (db: Database) => db.read.all(sql`select * from shelf order by place, name`)

function made(): Database {
  const db = testDatabase()
  db.write((tx) => {
    tx.run(sql`create table shelf (place text not null, name text not null, note text, primary key (place, name))`)
    tx.run(sql`insert into shelf values ('a', 'one', 'it''s 1'), ('a', 'two', null), ('b', 'one', 'x')`)
  })
  return db
}

const record = (db: Database, work: (tx: Tx) => void) => {
  let statements: string[] = []
  db.write((tx) => {
    statements = recordUndo(
      tx,
      (table) => table === 'shelf',
      () => work(tx),
    )
  })
  return statements
}

test('inserts, updates and deletions are undone together', () => {
  const db = made()
  const before = rows(db)
  const statements = record(db, (tx) => {
    tx.run(sql`insert into shelf values ('c', 'new', null)`)
    tx.run(sql`update shelf set place = 'c', note = 'moved' where place = 'a'`)
    tx.run(sql`update shelf set note = 'again' where name = 'two'`)
    tx.run(sql`delete from shelf where place = 'b'`)
  })
  expect(rows(db)).toHaveLength(3)
  db.write((tx) => runUndo(tx, statements))
  expect(rows(db)).toEqual(before)
  db.close()
})

test('a column that changed later keeps its value', () => {
  const db = made()
  const statements = record(db, (tx) => void tx.run(sql`update shelf set note = 'merged' where name = 'two'`))
  db.write((tx) => void tx.run(sql`update shelf set note = 'mine' where name = 'two'`))
  db.write((tx) => runUndo(tx, statements))
  expect(rows(db)).toMatchObject([{}, { note: 'mine' }, {}])
  db.close()
})

test('a row does not return when the row that it names was deleted since', () => {
  const db = made()
  db.write((tx) => {
    tx.run(sql`create table owner (id text primary key)`)
    tx.run(sql`create table lent (place text, name text, owner text references owner (id) on delete cascade,
      foreign key (place, name) references shelf (place, name) on delete cascade)`)
    tx.run(sql`insert into owner values ('kit'), ('ada')`)
    tx.run(sql`insert into lent values ('a', 'one', 'kit'), ('a', 'two', 'ada'), ('b', 'one', null)`)
  })
  const watched = ['shelf', 'lent']
  let statements: string[] = []
  db.write((tx) => {
    statements = recordUndo(
      tx,
      (table) => watched.includes(table),
      () => void tx.run(sql`delete from shelf`),
    )
  })
  expect(db.read.all(sql`select * from lent`)).toEqual([])
  db.write((tx) => void tx.run(sql`delete from owner where id = 'kit'`))
  db.write((tx) => runUndo(tx, statements))
  expect(rows(db)).toHaveLength(3)
  expect(db.read.all(sql`select * from lent order by place`)).toEqual([
    { place: 'a', name: 'two', owner: 'ada' },
    { place: 'b', name: 'one', owner: null },
  ])
  db.close()
})

test('a failing change leaves no trigger behind', () => {
  const db = made()
  expect(() =>
    record(db, () => {
      throw new Error('full')
    }),
  ).toThrow('full')
  expect(record(db, (tx) => void tx.run(sql`delete from shelf`))).toHaveLength(3)
  db.close()
})
