import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { MOST_CACHED, StatementCache } from './statement-cache'

let connection: Sqlite
let prepared: string[]
let statements: StatementCache
beforeEach(() => {
  connection = new Sqlite(':memory:')
  prepared = []
  const prepare = (text: string) => {
    prepared.push(text)
    return connection.prepare(text)
  }
  statements = new StatementCache({ prepare: prepare as Sqlite['prepare'], run: connection.run.bind(connection) })
})
afterEach(() => connection.close())

const ask = (n: number) => statements.prepare(`SELECT ${n}`).values()

test('a text is prepared once, and each run has its own values', () => {
  const text = 'SELECT ? + 1'
  expect(statements.prepare(text).values(1)).toEqual([[2]])
  expect(statements.prepare(text).values(5)).toEqual([[6]])
  expect(prepared).toEqual([text])
})

test('an added row and an added column are seen by the next run', () => {
  statements.exec('CREATE TABLE series (name TEXT)')
  const names = () => statements.prepare('SELECT * FROM series').all()
  expect(names()).toEqual([])
  statements.exec("INSERT INTO series VALUES ('Harbor Lights')")
  expect(names()).toEqual([{ name: 'Harbor Lights' }])
  statements.exec('ALTER TABLE series ADD year INTEGER')
  expect(names()).toEqual([{ name: 'Harbor Lights', year: null }])
})

test('beyond the limit, the least recently used statement is dropped first', () => {
  for (let n = 0; n < MOST_CACHED; n++) ask(n)
  ask(0)
  ask(MOST_CACHED)
  prepared = []
  ask(0)
  for (let n = 2; n <= MOST_CACHED; n++) ask(n)
  expect(prepared).toEqual([])
  ask(1)
  expect(prepared).toEqual(['SELECT 1'])
})

test('a statement that left the cache still runs for its holders', () => {
  const first = statements.prepare('SELECT 7')
  for (let n = 100; n <= 100 + MOST_CACHED; n++) ask(n)
  expect(first.values()).toEqual([[7]])
})

test('after closing no statement runs, and the same text is prepared again', () => {
  const statement = statements.prepare('SELECT 1')
  statements.close()
  expect(() => statement.values()).toThrow()
  expect(ask(1)).toEqual([[1]])
  expect(prepared).toEqual(['SELECT 1', 'SELECT 1'])
})
