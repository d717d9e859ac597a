import { beforeEach, expect, test } from 'bun:test'
import { lineLog } from '../../../base/platform/log'
import type { Database } from '../../../base/storage/database'
import type { Operation } from '../../../base/work/operations'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { fakeClock } from '../../../testing/fakes/clock'
import { PROCESS_DOWNLOAD, type Stage } from '../states'
import { findDownload } from '../store'
import { journal } from '../tables'
import { CompletedDownloads } from './completed-downloads'

const NOW = '2026-11-21T08:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const put = (stage: Stage) =>
  db.write((tx) =>
    tx
      .insert(journal)
      .values({ ...itemAt('sab', NOW), stage })
      .run(),
  )
const failed = (minutes: number, more: Partial<Operation> = {}): Partial<Operation> => ({
  kind: PROCESS_DOWNLOAD,
  state: 'failed',
  error: 'The disk is full.',
  finished_at: ago(minutes),
  ...more,
})

/** The items that a sweep begins to process. */
function swept(recent: Partial<Operation>[] = [], busy: string[] = []): string[] {
  const clock = fakeClock()
  const begun: string[] = []
  const completed = new CompletedDownloads({
    db,
    clock,
    log: lineLog(clock.now, () => {}, 'warning'),
    operations: {
      enqueue: ({ subject }: { subject?: string | null }) => void begun.push(subject ?? '') as never,
      active: (_kind: string, subject?: string) =>
        busy.filter((id) => subject === undefined || id === subject).map((id) => ({ subject: id })) as never,
      recent: (_subject: string, limit: number) => recent.slice(0, limit) as never,
    },
  })
  completed.sweep()
  return begun
}

test.each<[Stage, boolean]>([
  ['snatched', false],
  ['downloaded', true],
  ['post_processing', true],
  ['moved', true],
  ['post_processed', false],
  ['manual_review', false],
])('an item in stage %s is processed if no operation handles it: %p', (stage, begins) => {
  put(stage)
  expect(swept()).toEqual(begins ? ['i'] : [])
  expect(swept([], ['i'])).toEqual([])
})

test.each<[string, boolean, Partial<Operation>[]]>([
  ['a failure two minutes ago', true, [failed(2)]],
  ['a failure one minute ago', false, [failed(1)]],
  ['two failures, the last three minutes ago', false, [failed(3), failed(9)]],
  ['two failures, the last four minutes ago', true, [failed(4), failed(9)]],
  ['an attempt that did not fail', true, [failed(1, { state: 'succeeded' })]],
  ['another operation that failed', true, [failed(1, { kind: 'tagging' })]],
  ['a failure without an end', true, [failed(1, { finished_at: null })]],
  ['four failures and another operation', true, [...Array(4).fill(failed(60)), failed(60, { kind: 'tagging' })]],
])('after %s it is processed: %p', (_, begins, recent) => {
  put('downloaded')
  expect(swept(recent)).toEqual(begins ? ['i'] : [])
  expect(findDownload(db.read, 'i')?.stage).toBe('downloaded')
})

test.each([
  ['The disk is full.', 'The disk is full. It was tried 5 times.'],
  [null, 'It stopped without an error message. It was tried 5 times.'],
])('after five failures with %p the user decides', (error, detail) => {
  put('moved')
  expect(swept(Array(5).fill(failed(60, { error })))).toEqual([])
  expect(findDownload(db.read, 'i')).toMatchObject({ stage: 'manual_review', reason: `postprocess_error: ${detail}` })
})
