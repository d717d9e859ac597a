import { expect, test } from 'bun:test'
import { lineLog } from '../../base/platform/log'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { Processor } from './run'

/** A run whose own rows cannot be written. */

const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

/** A run for an item that does not exist, which ends at once, on a database that throws these errors first. */
function begun(errors: Error[]) {
  const clock = fakeClock()
  const log: string[] = []
  const db = testDatabase()
  const write = db.write.bind(db)
  db.write = (work) => {
    const error = errors.shift()
    if (error) throw error
    return write(work)
  }
  const ports = { clock, log: lineLog(clock.now, (line) => log.push(line)) }
  const stop = new AbortController()
  const tools = { signal: stop.signal, report: () => {}, operation_id: 'operation' }
  let end = 'waits'
  const run = new Processor({ db, ports } as never).run({ item_id: 'gone' }, tools as never)
  const ended = run.then(
    () => (end = 'done'),
    (error: Error) => (end = error.message),
  )
  return { clock, log, stop, ended, end: () => end }
}

test('a disk without room for the rows is waited for, any number of times', async () => {
  const { clock, log, end } = begun([FULL, FULL])
  await clock.advance('4 s')
  expect(end()).toBe('waits')
  await clock.advance('1 s')
  expect(end()).toBe('waits')
  await clock.advance('5 s')
  expect(end()).toBe('done')
  expect(log.filter((line) => line.includes('import waits'))).toHaveLength(2)
})

test('any other error ends it', async () => {
  const { ended, end, log } = begun([new Error('a fault')])
  await ended
  expect([end(), log]).toEqual(['a fault', []])
})

test('a wait ends when it is stopped', async () => {
  const { stop, ended, end } = begun([FULL, FULL])
  stop.abort()
  await ended
  expect(end()).toBe(FULL.message)
})
