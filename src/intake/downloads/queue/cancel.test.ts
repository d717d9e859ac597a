import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { fakeClock } from '../../../testing/fakes/clock'
import type { Stage } from '../states'
import { findDownload } from '../store'
import { journal } from '../tables'
import { DownloadCancels } from './cancel'

let db: Database
let checks: number
let ended: string[]
let cancels: DownloadCancels
beforeEach(() => {
  db = testDatabase()
  checks = 0
  ended = []
  const operations = {
    active: (_kind: string, id?: string) => (id === 'b' ? [{ operation_id: 'work on b' }] : []) as never,
    cancel: (id: string) => ended.push(id) > 0,
  }
  cancels = new DownloadCancels({ db, clock: fakeClock(), operations, checkNow: () => void checks++ })
})

const put = (item_id: string, stage: Stage, client: string | null = 'sab') =>
  db.write((tx) =>
    tx
      .insert(journal)
      .values({ ...itemAt('sab', '2026-11-21T08:00:00.000Z'), item_id, digest: item_id, stage, client })
      .run(),
  )
const stage = (id: string) => findDownload(db.read, id)?.stage

test('all open items with a key are cancelled, with their work, and the client removes them', () => {
  put('a', 'snatched')
  put('b', 'post_processing')
  put('c', 'failed')
  put('d', 'reserved', null)
  expect(cancels.byKey('k')).toBe('cancelled')
  expect(['a', 'b', 'c', 'd'].map(stage)).toEqual(['cancelled', 'cancelled', 'failed', 'cancelled'])
  expect(['a', 'b', 'c', 'd'].map((id) => findDownload(db.read, id)?.held)).toEqual([
    'dropping',
    'dropping',
    null,
    null,
  ])
  expect([ended, checks]).toEqual([['work on b'], 1])
})

test('ended or unknown items are not changed', () => {
  put('c', 'failed')
  expect([cancels.byKey('k'), cancels.byId('c')]).toEqual(['ended', 'ended'])
  expect([cancels.byKey('none'), cancels.byId('none')]).toEqual(['unknown', 'unknown'])
  expect([stage('c'), checks]).toEqual(['failed', 0])
})

test('a single item is cancelled by its id', () => {
  put('a', 'snatched')
  put('b', 'snatched')
  expect(cancels.byId('a')).toBe('cancelled')
  expect([stage('a'), stage('b')]).toEqual(['cancelled', 'snatched'])
})
