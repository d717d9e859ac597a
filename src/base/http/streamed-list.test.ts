import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabaseAt } from '../../testing/database'
import { asUser, callerId } from '../platform/caller'
import { nextTurn } from '../platform/event-loop'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import { asGet, isHead, withoutBody } from './head'
import { jsonRows, streamedList } from './streamed-list'

const ROW = { text: 'x'.repeat(1000) }
const STEP = Array.from({ length: 200 }, () => ROW)

let folder: string
let db: Database
let logged: string[]
let deps: Parameters<typeof streamedList>[0]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-list-'))
  db = testDatabaseAt(join(folder, 'panelkeep.db'))
  logged = []
  const log = { error: (_area: string, message: string) => logged.push(message) }
  deps = { db, log: log as never }
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Steps of a long list; `read` counts the requested steps, `open` says whether the snapshot is open. */
function longList(steps: number, fail?: { at: number; error: Error }) {
  const list = { read: 0, ended: false, closed: 0 }
  const take = db.snapshot.bind(db)
  db.snapshot = () => {
    const at = take()
    const close = () => {
      list.closed += 1
      at.close()
    }
    return { ...at, close }
  }
  const rows = function* () {
    try {
      for (let n = 0; n < steps; n++) {
        if (n === fail?.at) throw fail.error
        list.read += 1
        yield STEP
      }
    } finally {
      list.ended = true
    }
  }
  return { list, reply: () => streamedList<unknown>(deps, () => jsonRows(rows())) as Promise<Response> }
}

test('a long list is the same text as one written at once', async () => {
  const { reply, list } = longList(7)
  const response = await reply()
  expect(response.headers.get('content-type')).toBe('application/json;charset=utf-8')
  expect(await response.text()).toBe(JSON.stringify(Array.from({ length: 1400 }, () => ROW)))
  expect([list.closed, list.ended]).toEqual([1, true])
})

test('empty steps change nothing, and neither does an empty list', async () => {
  const text = (steps: object[][]) =>
    streamedList<unknown>(deps, () => jsonRows(steps)).then((reply) => (reply as Response).text())
  expect(await text([])).toBe('[]')
  expect(await text([[], []])).toBe('[]')
  expect(await text([[], [{ a: 1 }], [], [{ a: 2 }, { a: 3 }], []])).toBe('[{"a":1},{"a":2},{"a":3}]')
})

test('every step is read for the user who asked for the list', async () => {
  const users = new Set<string>()
  function* steps() {
    for (let n = 0; n < 7; n++) {
      users.add(callerId())
      yield STEP
    }
  }
  const reply = await asUser('ann', () => streamedList(deps, () => jsonRows(steps())))
  await (reply as Response).text()
  expect([...users]).toEqual(['ann'])
})

test('other requests run between any two steps', async () => {
  const { reply, list } = longList(40)
  let otherTurns = 0
  let most = 0
  let before = 0
  const other = async () => {
    while (!list.ended) {
      await nextTurn()
      otherTurns += 1
      most = Math.max(most, list.read - before)
      before = list.read
    }
  }
  const others = other()
  await (await reply()).text()
  await others
  expect(most).toBe(1)
  expect(otherTurns).toBeGreaterThanOrEqual(39)
})

test('no more is read than the client accepts, and nothing after it disconnects', async () => {
  const { reply, list } = longList(1000)
  const reader = (await reply()).body!.getReader()
  await reader.read()
  await reader.read()
  for (let n = 0; n < 20; n++) await nextTurn()
  expect(list.read).toBeLessThanOrEqual(3)
  expect([list.ended, list.closed]).toEqual([false, 0])
  await reader.cancel()
  expect([list.ended, list.closed]).toEqual([true, 1])
})

test('an error before the first byte is thrown unchanged, and the snapshot is closed', async () => {
  const { reply, list } = longList(5, { at: 0, error: new Refusal('missing', 'There is no such list.') })
  expect(reply()).rejects.toThrow('There is no such list.')
  await nextTurn()
  expect([list.ended, list.closed]).toEqual([true, 1])
})

test('a list that fails later breaks the connection, writes to the log, and closes the snapshot', async () => {
  const { reply, list } = longList(5, { at: 3, error: new Error('disk gone') })
  const response = await reply()
  expect(response.text()).rejects.toThrow('disk gone')
  for (let n = 0; n < 20; n++) await nextTurn()
  expect([logged, list.closed]).toEqual([['list interrupted'], 1])
})

test('HEAD reads no further than the first byte', async () => {
  const { reply, list } = longList(1000)
  expect(isHead(asGet(new Request('http://x/', { method: 'HEAD' })))).toBe(true)
  const head = await withoutBody(await reply())
  expect([head.headers.has('content-length'), list.read, list.ended, list.closed]).toEqual([false, 1, true, 1])
})
