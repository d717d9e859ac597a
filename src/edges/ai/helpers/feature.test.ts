import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import type { Database } from '../../../base/storage/database'
import { PROPOSE, SCAN } from '../../../intake/imports/states'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeHelpers } from './feature'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

/** Counts how often file names are read after each event. */
function listening() {
  const listeners: { event?: (event: AppEvent) => void; config?: () => void } = {}
  const helpers = makeHelpers({
    db,
    clock: fakeClock(),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    config: { get: () => false, onChange: (listener: () => void) => (listeners.config = listener) },
    operations: { handle() {} },
    subscribe: (listener: (event: AppEvent) => void) => (listeners.event = listener),
    languageModel: {},
    unclear: () => [],
  } as unknown as Parameters<typeof makeHelpers>[0])
  const kick = spyOn(helpers.fileNames, 'scheduleReading').mockImplementation(() => undefined as never)
  return { ...listeners, times: () => kick.mock.calls.length }
}

const operation = (kind: string, state: string) => ({ type: 'operation.changed', kind, state }) as unknown as AppEvent

test.each<[event: AppEvent, times: number]>([
  [{ type: 'inbox.changed' }, 1],
  [operation(SCAN, 'succeeded'), 1],
  [operation(PROPOSE, 'succeeded'), 1],
  [operation(SCAN, 'running'), 0],
  [operation('backup', 'succeeded'), 0],
  [{ type: 'series.changed', comic_id: 'harbor' }, 0],
])('after %j file names are read %i times', (event, times) => {
  const { event: tell, times: read } = listening()
  tell!(event)
  expect(read()).toBe(times)
})

test('a change of the settings may switch it on', () => {
  const { config, times } = listening()
  config!()
  expect(times()).toBe(1)
})
