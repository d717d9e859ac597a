import { expect, test } from 'bun:test'
import { Bus } from '../../base/events/bus'
import { makeDatabaseStatistics } from './database-statistics'

test('statistics are updated daily, and within a minute after moving in or an import', async () => {
  const bus = new Bus((error) => {
    throw error
  })
  let gathered = 0
  const gatherStatistics = async () => {
    gathered += 1
  }
  const statistics = makeDatabaseStatistics({
    db: { gatherStatistics },
    subscribe: (listener) => bus.subscribe(listener),
  })
  const ended = (kind: string, state: string) =>
    bus.publish({ type: 'operation.changed', operation_id: 'one', kind, state })
  expect(statistics.everyMinutes()).toBe(1440)
  ended('migration', 'running')
  ended('search_run', 'succeeded')
  expect(statistics.everyMinutes()).toBe(1440)
  for (const kind of ['migration', 'import_confirm']) {
    ended(kind, 'succeeded')
    expect(statistics.everyMinutes()).toBe(1)
    await statistics.gather()
    expect(statistics.everyMinutes()).toBe(1440)
  }
  expect(gathered).toBe(2)
})
