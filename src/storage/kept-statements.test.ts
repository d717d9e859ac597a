import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { KeptStatements, MOST_KEPT } from './kept-statements'

let connection: Sqlite
let prepared: string[]
let statements: KeptStatements
beforeEach(() => {
  connection = new Sqlite(':memory:')
  prepared = []
  const prepare = (text: string) => {
    prepared.push(text)
    return connection.prepare(text)
  }
  statements = new KeptStatements({ prepare: prepare as Sqlite['prepare'], run: connection.run.bind(connection) })
})
afterEach(() => connection.close())

const ask = (n: number) => statements.prepare(`SELECT ${n}`).values()

test('a text is prepared once, and each run has its own values', () => {
  const text = 'SELECT ? + 1'
  expect(statements.prepare(text).values(1)).toEqual([[2]])
  expect(statements.prepare(text).values(5)).toEqual([[6]])
  expect(prepared).toEqual([text])
})

test('a row that is added, and a column, are seen by the next run', () => {
  statements.exec('CREATE TABLE series (name TEXT)')
  const names = () => statements.prepare('SELECT * FROM series').all()
  expect(names()).toEqual([])
  statements.exec("INSERT INTO series VALUES ('Harbor Lights')")
  expect(names()).toEqual([{ name: 'Harbor Lights' }])
  statements.exec('ALTER TABLE series ADD year INTEGER')
  expect(names()).toEqual([{ name: 'Harbor Lights', year: null }])
})

test('of more than are kept, the one that was used last is the last to go', () => {
  for (let n = 0; n < MOST_KEPT; n++) ask(n)
  ask(0)
  ask(MOST_KEPT)
  prepared = []
  ask(0)
  for (let n = 2; n <= MOST_KEPT; n++) ask(n)
  expect(prepared).toEqual([])
  ask(1)
  expect(prepared).toEqual(['SELECT 1'])
})

test('one that is no longer kept still runs for those who have it', () => {
  const first = statements.prepare('SELECT 7')
  for (let n = 100; n <= 100 + MOST_KEPT; n++) ask(n)
  expect(first.values()).toEqual([[7]])
})

test('after the end they run no more, and the same text is prepared again', () => {
  const statement = statements.prepare('SELECT 1')
  statements.end()
  expect(() => statement.values()).toThrow()
  expect(ask(1)).toEqual([[1]])
  expect(prepared).toEqual(['SELECT 1', 'SELECT 1'])
})
