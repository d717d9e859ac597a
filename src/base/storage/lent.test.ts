import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppEvent } from '../events/types'
import { jobs } from '../work/tables'
import { Database, type Tx } from './database'
import { SecondWriter } from './second-writer'
import { isLocked, LIBRARY_LENT, writeErrorSentence } from './write-errors'

/** Another connection writes, as the thread of a move does. */

let folder: string
let path: string
let seen: AppEvent[]
let db: Database
let writer: SecondWriter
let sent: AppEvent[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-lent-'))
  path = join(folder, 'panelkeep.db')
  seen = []
  sent = []
  db = new Database(path, { publish: (event) => seen.push(event) })
  writer = new SecondWriter(path, (event) => sent.push(event))
})
afterEach(() => {
  writer.close()
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = (tx: Tx, name: string) => tx.insert(jobs).values({ name }).run()
const names = () =>
  db.read
    .select()
    .from(jobs)
    .all()
    .map(({ name }) => name)
const failureOf = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

test('while the database is lent a write fails at once, as for a lock, and reads continue', async () => {
  const back = Promise.withResolvers<AppEvent[]>()
  const lent = db.lend(() => back.promise)
  await Promise.resolve()
  const since = performance.now()
  const error = failureOf(() => db.write((tx) => insert(tx, 'a')))
  expect([isLocked(error), writeErrorSentence(error)]).toEqual([true, LIBRARY_LENT])
  expect(performance.now() - since).toBeLessThan(20)
  expect(names()).toEqual([])
  back.resolve([])
  await lent
  db.write((tx) => insert(tx, 'a'))
  expect(names()).toEqual(['a'])
})

test('its rows are seen once they are committed, and its events come after it was returned', async () => {
  let inside: string[] = []
  await db.lend(async () => {
    writer.write((tx) => {
      insert(tx, 'b')
      tx.emit({ type: 'library.changed' })
      inside = names()
    })
    return sent
  })
  expect([inside, names(), seen]).toEqual([[], ['b'], [{ type: 'library.changed' }]])
})

test('a failed loan announces nothing, and the database can be written again', async () => {
  const error = new Error('broken')
  expect(await db.lend(() => Promise.reject(error)).catch((thrown: unknown) => thrown)).toBe(error)
  db.write((tx) => insert(tx, 'c'))
  expect([names(), seen]).toEqual([['c'], []])
})

test('loans come one after the other, and whoever waits for its return continues', async () => {
  const order: string[] = []
  const first = Promise.withResolvers<AppEvent[]>()
  const one = db.lend(() => first.promise)
  await Promise.resolve()
  const two = db.lend(async () => {
    order.push('second loan')
    return []
  })
  const waiting = db.returned().then(() => order.push('returned'))
  order.push('first loan')
  first.resolve([])
  await Promise.all([one, two, waiting])
  expect(order).toEqual(['first loan', 'second loan', 'returned'])
})

test('work that must not be lost is written after the loan, also when another loan follows at once', async () => {
  const [first, second] = [Promise.withResolvers<AppEvent[]>(), Promise.withResolvers<AppEvent[]>()]
  const one = db.lend(() => first.promise)
  await Promise.resolve()
  const two = db.lend(() => second.promise)
  const written = db.writeReturned((tx) => insert(tx, 'late'))
  first.resolve([])
  await one
  expect(names()).toEqual([])
  second.resolve([])
  await Promise.all([two, written])
  expect(names()).toEqual(['late'])
})

test('whoever lends can wait for work that writes more than once, also when it fails', async () => {
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const kept = [db.keep(() => one.promise), db.keep(() => two.promise).catch((error: Error) => error.message)]
  let isFree = false
  const unkept = db.unkept().then(() => {
    isFree = true
  })
  one.resolve()
  await kept[0]
  expect(isFree).toBe(false)
  two.reject(new Error('broken'))
  expect(await kept[1]).toBe('broken')
  await unkept
  expect(isFree).toBe(true)
})

test('a second writer leaves an empty journal, and its rows in the file', () => {
  writer.write((tx) => {
    for (let n = 0; n < 2000; n++) insert(tx, `job ${n}`)
  })
  const grown = statSync(path).size
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
  writer.checkpoint()
  expect(statSync(`${path}-wal`).size).toBe(0)
  expect(statSync(path).size).toBeGreaterThan(grown)
})

test('a checkpoint that readers hold up does not fail', () => {
  const snapshot = db.snapshot()
  writer.write((tx) => insert(tx, 'd'))
  ;(writer as unknown as { connection: { run(sql: string): void } }).connection.run('PRAGMA busy_timeout = 1')
  writer.checkpoint()
  snapshot.close()
  expect(names()).toEqual(['d'])
})
