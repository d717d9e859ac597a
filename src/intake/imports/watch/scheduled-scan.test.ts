import { beforeEach, expect, test } from 'bun:test'
import { lineLog } from '../../../base/platform/log'
import { Refusal } from '../../../base/refusal'
import { scanInTurn } from './scheduled-scan'

/** An automatic scan waits for running operations. */

let log: string[]
let settled: string[]
let active: string[]
beforeEach(() => {
  ;[log, settled, active] = [[], [], []]
})

const look = (begin: () => Promise<string | undefined>, ends = true) => {
  const operations = {
    finished: async (id: string) => {
      settled.push(id)
      if (ends) active.shift()
    },
  }
  const lines = lineLog(
    () => '',
    (line) => log.push(line),
  )
  const busy = () => (active[0] === undefined ? undefined : ({ operation_id: active[0] } as never))
  return scanInTurn({ operations, log: lines }, { busy, begin })()
}

test('an automatic scan starts once nothing else is running, and ends with its operation', async () => {
  active = ['scan', 'import']
  let before: string[] = []
  await look(async () => {
    before = [...settled]
    return 'look'
  })
  expect([before, settled]).toEqual([
    ['scan', 'import'],
    ['scan', 'import', 'look'],
  ])
})

test('an automatic scan waits for nothing when there is nothing to scan', async () => {
  await look(async () => undefined)
  expect([settled, log]).toEqual([[], []])
})

test('an automatic scan does not start when the other work did not end: the process is ending', async () => {
  active = ['scan']
  let begins = 0
  await look(async () => `${begins++}`, false)
  expect([begins, settled]).toEqual([0, ['scan']])
})

test('a refusal is logged, and any other error is thrown', async () => {
  const refuse = async () => {
    throw new Refusal('invalid', 'No folder for comics is configured.')
  }
  await look(refuse)
  expect(log.join()).toContain('No folder for comics is configured.')
  const fail = async () => {
    throw new Error('a fault of ours')
  }
  expect(await look(fail).catch(String)).toContain('a fault of ours')
})
