import { expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import { ADD } from '../../library/metadata/add/series-adder'
import { putSeriesSource } from '../../library/metadata/store'
import { REFRESH } from '../../library/metadata/sync/series-refresher'
import { testDatabaseAt } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeSeries } from '../../testing/make'
import { bindAfterLoads } from './bind-after-loads'

test.each([
  ['an add by the id at the provider', 'series_add', '7', 'succeeded', 'harbor'],
  ['a refresh by the id of the series', 'series_refresh', 'harbor', 'succeeded', 'harbor'],
  ['a failed add', 'series_add', '7', 'failed', undefined],
  ['another kind of work', 'tag_files', 'harbor', 'succeeded', undefined],
  ['a deleted series', 'series_refresh', 'none', 'succeeded', undefined],
  ['a deleted operation', 'series_refresh', undefined, 'succeeded', undefined],
] as const)('%s binds the releases of the series, two weeks back and six ahead', (_what, name, subject, state, bound) => {


  const kind = { series_add: ADD, series_refresh: REFRESH, tag_files: 'tag_files' }[name]
  const told: AppEvent[] = []
  const db = testDatabaseAt(':memory:', (event) => told.push(event))
  makeSeries(db)
  db.write((tx) => putSeriesSource(tx, { comic_id: 'harbor', source: 'comicvine', provider_id: '7', facts: {}, said_at: '', checked_at: null }))
  told.length = 0
  const calls: unknown[] = []
  let listen: (event: AppEvent) => void = () => {}
  bindAfterLoads({
    db,
    clock: fakeClock(),
    operations: { find: () => (subject === undefined ? undefined : ({ subject } as never)) },
    subscribe(listener) {
      listen = listener
    },
    binder: { bindSeries: (_tx: unknown, ...of: unknown[]) => void calls.push(of) } as never,
  })
  listen({ type: 'releases.changed' })
  listen({ type: 'operation.changed', operation_id: 'o', kind, state } as AppEvent)
  expect(calls).toEqual(bound === undefined ? [] : [[bound, { first: '2026-11-07', last: '2027-01-02' }]])
  expect(told).toEqual(bound === undefined ? [] : [{ type: 'releases.changed' }])
  db.close()
}) // biome-ignore format: a table
