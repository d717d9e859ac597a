import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeSeries } from '../../testing/make'
import { block } from './blocklist/store'
import * as course from './journal/stage-changes'
import type { Blocklist, HistoryRowView, ItemDetail, QueueRow } from './schema'
import { addItem, findDownload, type NewDownloadItem, updateItem } from './store'

let it: TestApp
beforeEach(async () => {
  it = await testApp()
  makeSeries(it.db)
  makeIssues(it.db, 'harbor', [1, 2, 3, 4])
})
afterEach(() => it.close())

const grab = (number: number, more: Partial<NewDownloadItem> = {}): string => {
  const { db, clock } = it
  const item_id = `item-${number}`
  db.write((tx) =>
    addItem(
      tx,
      {
        item_id,
        release_key: `harbor-${number}|indexer a/b`,
        digest: `digest-${number}`,
        entity_type: 'issue',
        entity_id: `harbor-${number}`,
        comic_id: 'harbor',
        title: `Harbor Lights 00${number} (2015)`,
        indexer: 'Indexer A/B',
        protocol: 'usenet',
        size: 41_000_000,
        grabbed_at: clock.now(),
        client: 'blackhole_nzb',
        client_name: `Harbor Lights 00${number} [x]`,
        ...more,
      },
      [`harbor-${number}`],
    ),
  )
  return item_id
}
const at = () => it.clock.now()
const write = writes()
function writes() {
  return (work: (tx: Parameters<typeof course.advanceStage>[0]) => unknown) => it.db.write((tx) => void work(tx))
}
const get = <T>(path: string) => it.reader.json<T>(200, it.reader.get(path))

describe('the queue', () => {
  test("shows open downloads with the columns of tools and the client's report", async () => {
    grab(1)
    const snatched = grab(2)
    write((tx) => course.advanceStage(tx, snatched, 'snatched', at(), { client_id: 'job-2' }))
    const rows = await get<QueueRow[]>('/api/downloads/queue?sort=file')
    expect(rows.map(({ ID, status, stage, client_label }) => [ID, status, stage, client_label])).toEqual([
      ['item-1', 'Queued', 'reserved', 'NZB blackhole folder'],
      ['item-2', 'Queued', 'snatched', 'NZB blackhole folder'],
    ])
    expect(rows[1]).toMatchObject({
      series: 'Harbor Lights',
      issues: '2',
      issueid: 'harbor-2',
      comicid: 'harbor',
      site: 'Indexer A/B',
      size: '41.0 MB',
      remote_filesize: '41000000',
      release_key: 'harbor-2|indexer a/b',
      protocol: 'usenet',
      total: 41_000_000,
      pack: 0,
    })
  })

  test('is paged, filtered and searched', async () => {
    for (const number of [1, 2, 3]) grab(number)
    type Page = { queue: QueueRow[]; pagination: unknown }
    const page = await get<Page>('/api/downloads/queue?limit=2&sort=file&order=desc')
    expect(page.queue.map(({ ID }) => ID)).toEqual(['item-3', 'item-2'])
    expect(page.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true })
    expect(await get<QueueRow[]>('/api/downloads/queue?q=003')).toHaveLength(1)
    expect(await get<QueueRow[]>('/api/downloads/queue?status=downloading')).toHaveLength(0)
    for (const bad of ['limit=0', 'limit=101', 'order=up', 'sort=size'])
      expect((await it.reader.get(`/api/downloads/queue?${bad}`)).status).toBe(422)
  })

  test('says when a client is silent', async () => {
    const id = grab(1)
    write((tx) => updateItem(tx, id, { unreachable_since: '2026-11-21T07:00:00.000Z' }))
    const [row] = await get<QueueRow[]>('/api/downloads/queue')
    expect(row).toMatchObject({ detail: 'NZB blackhole folder does not answer.', since: '2026-11-21T07:00:00.000Z' })
  })
})

describe('the history', () => {
  beforeEach(() => {
    const [done, failed, cancelled] = [grab(1), grab(2, { indexer: 'Other' }), grab(3)]
    grab(4)
    write((tx) => {
      for (const to of ['snatched', 'downloaded', 'post_processing', 'moved', 'post_processed'] as const)
        course.advanceStage(tx, done, to, at())
      course.advanceStage(tx, failed, 'snatched', at())
      const detail = 'SAB says: it is broken.'
      const end = { to: 'failed', reason: 'download_failed_no_auto_handling', detail, at_step: 'download' } as const
      course.endAsFailed(tx, failed, { ...end, blames: true }, at())
      course.cancelItem(tx, cancelled, at(), 'Cancelled by a user.')
    })
  })

  test('shows grabbed releases with the columns of tools', async () => {
    const rows = await get<HistoryRowView[]>('/api/downloads/history?sort=issue')
    expect(rows.map(({ Issue_Number, Status }) => [Issue_Number, Status])).toEqual([
      ['1', 'Post-Processed'],
      ['2', 'Failed'],
      ['3', 'Failed'],
      ['4', 'Snatched'],
    ])
    expect(rows[1]).toMatchObject({
      IssueID: 'harbor-2',
      ComicName: 'Harbor Lights',
      ComicID: 'harbor',
      Size: 41_000_000,
      DateAdded: '2026-11-21 08:00:00',
      FolderName: 'Harbor Lights 002 (2015)',
      Provider: 'Other',
      Hash: null,
      crc: null,
      reason: 'SAB says: it is broken.',
    })
  })

  test.each([
    ['limit=2&sort=issue', 4, ['1', '2']],
    ['limit=9&status=failed', 2, ['3', '2']],
    ['limit=9&status=cancelled', 0, []],
    ['limit=9&status=nonsense', 0, []],
    ['limit=9&q=other', 1, ['2']],
    ['limit=9&q=harbor lights&sort=issue&order=desc', 4, ['4', '3', '2', '1']],
    ['limit=9&q=3&sort=issue', 1, ['3']],
    ['limit=9&q=%25', 0, []],
    ['limit=9&q=FAILED', 2, ['3', '2']],
    ['limit=9&sort=status', 4, ['3', '2', '1', '4']],
    ['page=2&per_page=3&sort=issue', 4, ['4']],
  ])('answers to %s', async (query, total, numbers) => {
    type Page = { history: HistoryRowView[]; pagination: { total: number } }
    const page = await get<Page>(`/api/downloads/history?${query}`)
    expect([page.pagination.total, page.history.map(({ Issue_Number }) => Issue_Number)]).toEqual([
      total,
      numbers as string[],
    ])
  })

  test('is cleared by status or completely, and open downloads stay', async () => {
    const statuses = async () =>
      (await get<HistoryRowView[]>('/api/downloads/history?sort=issue')).map(({ Status }) => Status)
    await it.reader.json(200, it.reader.delete('/api/downloads/history?status=Failed'))
    expect(await statuses()).toEqual(['Post-Processed', 'Snatched'])
    expect(findDownload(it.db.read, 'item-2')?.resolution).toBeNull()
    await it.reader.json(200, it.reader.delete('/api/downloads/history'))
    expect(await statuses()).toEqual(['Snatched'])
    const { pagination } = await get<{ pagination: object }>('/api/downloads/history?limit=9')
    expect(pagination).toMatchObject({ total: 1, has_more: false })
  })

  test('shows one item from the grab to its end', async () => {
    const detail = await get<ItemDetail>('/api/downloads/items/item-2')
    expect(detail).toMatchObject({
      label: 'Harbor Lights #2',
      stage: 'failed',
      blocked: true,
      placements: [],
      files: [],
    })
    expect(detail.moves.map(({ to }) => to)).toEqual(['reserved', 'snatched', 'failed'])
    expect((await it.reader.get('/api/downloads/items/nobody')).status).toBe(404)
  })
})

test('the page of an issue shows every release grabbed for it', async () => {
  const id = grab(1, { requested_by: 'interactive' })
  write((tx) => {
    course.advanceStage(tx, id, 'snatched', at(), { client_id: 'job' })
    const end = {
      to: 'failed',
      reason: 'download_failed_researching',
      detail: 'It broke.',
      at_step: 'download',
    } as const
    course.endAsFailed(tx, id, end, at())
  })
  const { history } = await get<{ history: { sentence: string }[] }>('/api/series/issues/harbor-1')
  const sentences = history.map(({ sentence }) => sentence)
  expect(sentences).toContain('Release grabbed from Indexer A/B.')
  expect(sentences).toContain('Download failed. It broke.')
})

describe('the blocklist', () => {
  const blockOne = (digest: string, title: string) =>
    write((tx) => block(tx, { digest, title, indexer: 'A', reason: 'It was damaged.', blocked_at: at() }))

  test('is paged and searched, and a release is unblocked', async () => {
    for (const number of [1, 2, 3]) blockOne(`d${number}`, `Release ${number}`)
    const page = await get<Blocklist>('/api/downloads/blocklist?limit=2')
    expect([page.blocklist.length, page.pagination.total]).toEqual([2, 3])
    expect((await get<Blocklist>('/api/downloads/blocklist?q=release 3')).blocklist).toHaveLength(1)
    expect((await get<Blocklist>('/api/downloads/blocklist?q=_')).blocklist).toHaveLength(0)
    await it.reader.json(200, it.reader.delete('/api/downloads/blocklist/d3'))
    expect((await it.reader.delete('/api/downloads/blocklist/d3')).status).toBe(404)
  })
})
