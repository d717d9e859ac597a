import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import type { Database } from '../../../base/storage/database'
import { findIssue, reserveIssues } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { makeIssues, makeSeries } from '../../../testing/make'
import { findBlocked } from '../blocklist/store'
import { addItem, type DownloadItem, findDownload, issuesOfItem, type NewDownloadItem, updateItem } from '../store'
import * as course from './stage-changes'

const NOW = '2026-11-21T08:00:00.000Z'
let db: Database
let events: AppEvent[]
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
  put()
})

function put(item_id = 'i', more: Partial<NewDownloadItem> = {}, issues = ['harbor-1']): void {
  db.write((tx) => {
    const { stage: _stage, ...row } = { ...itemAt('sab', NOW), origin: 'grab' as const }
    addItem(tx, { ...row, item_id, digest: item_id, ...more }, issues)
    reserveIssues(tx, issues, NOW)
  })
  events.length = 0
}
const item = (id = 'i') => findDownload(db.read, id)!
const advance = (to: Parameters<typeof course.advanceStage>[2], beside?: course.StageDetails, id = 'i') =>
  db.write((tx) => course.advanceStage(tx, id, to, NOW, beside))
const fulfillment = () => findIssue(db.read, 'harbor-1')?.fulfillment
/** The notices of a change: timeline entries and page events. */
const takeNotices = () =>
  events
    .splice(0)
    .map((event) => {
      if (event.type === 'activity.added') return `${event.row.activity} ${event.row.status}`
      return event.type === 'download.changed' ? `now ${event.stage}` : ''
    })
    .filter((line) => line !== '')

test('each step is reported once, and clears the problems noted before it', () => {
  db.write((tx) => tx.run("update journal set missing_since = 'x', unreachable_since = 'x', stalled_since = 'x'" as never))
  expect(advance('snatched', { client_id: 'job' })).toMatchObject({
    stage: 'snatched',
    client_id: 'job',
    missing_since: null,
    unreachable_since: null,
    stalled_since: null,
  })
  expect([fulfillment(), takeNotices()]).toEqual(['snatched', ['grab succeeded', 'now snatched']])
  expect(advance('snatched')).toBeUndefined()
  expect(takeNotices()).toEqual([])
  advance('downloaded', { content_path: '/dl' })
  expect([item().content_path, takeNotices()]).toEqual(['/dl', ['download succeeded', 'now downloaded']])
  advance('post_processing')
  expect(takeNotices()).toEqual(['import started', 'now post_processing'])
  advance('moved')
  expect(takeNotices()).toEqual(['now moved'])
  advance('post_processed')
  expect(takeNotices()).toEqual(['import succeeded', 'now post_processed'])
  expect(fulfillment()).toBe('missing')
}) // biome-ignore format: one statement

test('a file that the user put into a folder was not downloaded', () => {
  put('folder', { origin: 'folder' })
  advance('snatched', {}, 'folder')
  takeNotices()
  advance('downloaded', {}, 'folder')
  expect(takeNotices()).toEqual(['now downloaded'])
})

describe('an end', () => {
  const end = { reason: 'download_gone', detail: 'It is gone.', at_step: 'download' } as const
  const fail = (more: Partial<course.FailedEnd>, id = 'i') =>
    db.write((tx) => course.endAsFailed(tx, id, { to: 'failed', ...end, ...more }, NOW))

  test.each<[Partial<course.FailedEnd>, Partial<DownloadItem>, string, string[]]>([
    [{}, { stage: 'failed', reason: 'download_gone: It is gone.', again_at: null }, 'missing', ['download failed', 'now failed']],
    [{ again_at: NOW }, { again_at: NOW }, 'missing', ['download failed', 'now failed']],
    [{ at_step: 'import' }, {}, 'missing', ['import failed', 'now failed']],
    [{ to: 'manual_review' }, { stage: 'manual_review' }, 'snatched', ['download failed', 'now manual_review']],
    [{ to: 'manual_review', at_step: 'import' }, {}, 'snatched', ['import needs_attention', 'now manual_review']],
  ])('with %j leaves %j, its issue %s, and reports %j', (more, row, issue, lines) => {
    advance('snatched')
    takeNotices()
    expect(fail(more)).toMatchObject(row)
    expect([fulfillment() as string | undefined, takeNotices()]).toEqual([issue, lines])
    expect(fail(more)).toBeUndefined()
    expect(takeNotices()).toEqual([])
  }) // biome-ignore format: a row each

  test('that blames the release blocks it, unless it came from a folder', () => {
    fail({ blames: true })
    expect(findBlocked(db.read, 'i')).toMatchObject({ reason: 'It is gone.', entity_id: 'harbor-1' })
    put('folder', { origin: 'folder' })
    fail({ blames: true }, 'folder')
    put('other')
    fail({}, 'other')
    expect([findBlocked(db.read, 'folder'), findBlocked(db.read, 'other')]).toEqual([undefined, undefined])
  })

  test('is decided once by the user, or by a later success', () => {
    const resolve = (id: string) => db.write((tx) => course.resolveItem(tx, id, 'retried'))
    expect([resolve('i'), resolve('none')]).toEqual([undefined, undefined])
    fail({ again_at: NOW })
    takeNotices()
    expect(resolve('i')).toMatchObject({ resolution: 'retried', again_at: null, stage: 'failed' })
    expect(takeNotices()).toEqual(['now failed'])
    expect(resolve('i')).toBeUndefined()
    put('second')
    fail({ to: 'manual_review' }, 'second')
    put('third')
    for (const to of ['snatched', 'downloaded', 'post_processing', 'moved', 'post_processed'] as const) advance(to, {}, 'third')
    expect([item('second').resolution, item('i').resolution]).toEqual(['imported', 'retried'])
  }) // biome-ignore format: one line

  test('needs no decision once the files at its path were imported another way', () => {
    fail({ to: 'manual_review' })
    db.write((tx) => updateItem(tx, 'i', { content_path: '/done/x' }))
    put('other', { entity_id: 'harbor-2' }, [])
    const steps = ['snatched', 'downloaded', 'post_processing', 'moved', 'post_processed'] as const
    for (const to of steps) advance(to, to === 'downloaded' ? { content_path: '/done/y' } : {}, 'other')
    expect([item('i').resolution, fulfillment()]).toEqual([null, 'reserved'])
    put('another', { entity_id: 'harbor-2' }, [])
    for (const to of steps) advance(to, to === 'downloaded' ? { content_path: '/done/x' } : {}, 'another')
    expect([item('i').resolution, fulfillment()]).toEqual(['imported', 'missing'])
  })
})

test.each([
  ['reserved', 'grab cancelled'],
  ['snatched', 'download cancelled'],
  ['downloaded', 'import cancelled'],
] as const)('the user cancels an item that is %s', (stage, line) => {
  if (stage !== 'reserved') advance('snatched')
  if (stage === 'downloaded') advance('downloaded')
  takeNotices()
  const cancel = () => db.write((tx) => course.cancelItem(tx, 'i', NOW, 'Cancelled.', { content_path: '/dl' }))
  expect(cancel()).toMatchObject({ stage: 'cancelled', reason: 'cancelled_by_operator: Cancelled.', content_path: '/dl' })
  expect([fulfillment(), takeNotices()]).toEqual(['missing', [line, 'now cancelled']])
  expect(cancel()).toBeUndefined()
  expect(issuesOfItem(db.read, 'i')).toEqual(['harbor-1'])
}) // biome-ignore format: one row
