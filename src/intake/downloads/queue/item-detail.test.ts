import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { makeIssues, makeSeries } from '../../../testing/make'
import { block } from '../blocklist/store'
import { advanceStage, endAsFailed } from '../journal/stage-changes'
import { addItem, type NewDownloadItem } from '../store'
import { itemDetail } from './item-detail'

const NOW = '2026-11-21T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
})

const put = (more: Partial<NewDownloadItem> = {}) =>
  db.write((tx) => {
    const { stage: _stage, ...row } = itemAt('sab', NOW)
    addItem(tx, { ...row, ...more }, ['harbor-1', 'harbor-2'])
  })
const detail = (id = 'i') =>
  itemDetail({ db, clients: { named: (name) => (name === 'sab' ? { label: 'SAB' } : undefined) } }, id, {} as never)

test('an item is shown with its issues, its client and each of its steps', () => {
  put()
  db.write((tx) => advanceStage(tx, 'i', 'snatched', NOW))
  expect(detail()).toMatchObject({
    item_id: 'i',
    comic_id: 'harbor',
    issue_id: 'harbor-1',
    issue_ids: ['harbor-1', 'harbor-2'],
    client_label: 'SAB',
    reason_phrase: null,
    blocked: false,
    moves: [
      { from: null, to: 'reserved', why: null },
      { from: 'reserved', to: 'snatched', why: null },
    ],
  })
})

test('an item of something unknown has no issue, and one of a removed client keeps its name', () => {
  put({ entity_id: 'none', comic_id: '', client: 'gone' })
  expect(detail()).toMatchObject({ issue_id: null, comic_id: null, client_label: 'gone' })
})

test('a failed item says why, and whether its release is blocked', () => {
  put()
  const end = { to: 'failed', reason: 'download_gone', detail: 'It is gone.', at_step: 'download' } as const
  db.write((tx) => {
    endAsFailed(tx, 'i', end, NOW)
    block(tx, { digest: 'd', title: 'x', indexer: 'a', reason: 'No.', blocked_at: NOW })
  })
  const lost = 'The download is missing from its client and is being searched for again'
  expect(detail()).toMatchObject({ reason_phrase: lost, blocked: true, stage: 'failed' })
})

test('an unknown item is refused', () => {
  expect(() => detail('none')).toThrow('This download no longer exists.')
})
