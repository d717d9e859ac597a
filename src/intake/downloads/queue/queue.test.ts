import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../base/storage/database'
import { issues } from '../../../library/series/tables'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { makeIssues, makeSeries } from '../../../testing/make'
import { addDdl, type NewDdl } from '../ddl/store'
import type { QueueQuery, QueueRow } from '../schema'
import { addItem, type DownloadItem, type NewDownloadItem } from '../store'
import { journal } from '../tables'
import type { DownloadProgress } from './progress'
import { DownloadQueue } from './queue'

const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
let progress: Record<string, Partial<DownloadProgress>>
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', ['1', '2'])
  progress = {}
})

function put(item_id: string, more: Partial<DownloadItem> = {}): void {
  const { stage = 'snatched', ...rest } = more
  db.write((tx) => {
    addItem(tx, { ...itemAt('sab', at(0)), item_id, digest: item_id, ...rest } as NewDownloadItem, [])
    tx.update(journal)
      .set({ stage, updated_at: rest.updated_at ?? at(0), ...rest })
      .where(eq(journal.item_id, item_id))
      .run()
  })
}
function direct(ddl_id: string, more: Partial<NewDdl> = {}): void {
  const about = { client_name: ddl_id, status: 'Queued' as const, filename: 'x.cbz', site: 'files', links: [] }
  db.write((tx) => addDdl(tx, { ...about, ddl_id, submitted_at: at(1), updated_at: at(1), ...more }))
}
const queue = () =>
  new DownloadQueue({
    db,
    clients: { named: (name) => (name === 'sab' ? { label: 'SAB' } : undefined) },
    progressOf: (id) => progress[id] as DownloadProgress | undefined,
  })
const rows = (query: QueueQuery = {}) => queue().list(query) as QueueRow[]
const ids = (query: QueueQuery = {}) => rows(query).map(({ ID }) => ID)
const row = () => rows()[0] as QueueRow

describe('the status word', () => {
  test.each<[Partial<DownloadItem>, Partial<DownloadProgress>, string]>([
    [{ stage: 'reserved' }, {}, 'Queued'],
    [{ stage: 'snatched' }, {}, 'Downloading'],
    [{ stage: 'snatched' }, { state: 'queued' }, 'Queued'],
    [{ stage: 'snatched' }, { state: 'failed' }, 'Failed'],
    [{ stage: 'snatched' }, { state: 'done' }, 'Downloading'],
    [{ stage: 'downloaded' }, { state: 'failed' }, 'Completed'],
    [{ stage: 'post_processing' }, {}, 'Completed'],
    [{ stage: 'moved' }, {}, 'Completed'],
  ])('of %j with %j is %s', (item, seen, word) => {
    put('a', item)
    progress.a = seen
    expect(row().status).toBe(word as never)
  })

  test.each(['Queued', 'Downloading', 'Failed'] as const)('of a direct download is its own: %s', (status) => {
    direct('d', { status })
    expect(row()).toMatchObject({
      status,
      client: 'ddl',
      client_label: 'Direct download',
      protocol: 'ddl',
      stage: null,
    })
    put('a', { client: 'ddl', client_name: 'd' })
    expect(rows()).toHaveLength(1)
    expect(row()).toMatchObject({ status, ID: 'd', item_id: 'a', client_label: null })
  })
})

describe('the problem to show', () => {
  test.each<[Partial<DownloadItem>, Partial<DownloadProgress> | undefined, string | null, string | null]>([
    [{}, undefined, null, null],
    [{}, { detail: 'It waits.' }, 'It waits.', null],
    [{ unreachable_since: at(3) }, { detail: 'It waits.' }, 'SAB does not answer.', at(3)],
    [{ unreachable_since: at(3), missing_since: at(4) }, undefined, 'SAB does not answer.', at(3)],
    [{ missing_since: at(4) }, { state: 'done' }, 'It is finished, and its files cannot be read yet.', at(4)],
    [{ missing_since: at(4) }, { state: 'seeding' }, 'It is finished, and its files cannot be read yet.', at(4)],
    [{ missing_since: at(4) }, { state: 'paused' }, 'SAB does not have it.', at(4)],
    [{ missing_since: at(4), client: 'gone' }, undefined, 'Its client does not have it.', at(4)],
  ])('of %j with %j is %p since %p', (item, seen, detail, since) => {
    put('a', item)
    if (seen) progress.a = seen
    expect(row().since).toBe(since)
    if (detail === null) expect(row().detail).toBeNull()
    else expect(row().detail).toStartWith(detail)
  })

  test('of a direct download is its error', () => {
    direct('d', { error: 'The connection broke off.' })
    expect(row()).toMatchObject({ detail: 'The connection broke off.', since: null })
  })
})

describe('the progress', () => {
  test("is the client's report, or else what was known before", () => {
    put('a', { size: 2_000_000 })
    expect(row()).toMatchObject({ size: '2.0 MB', remote_filesize: '2000000', done: null, progress: null })
    progress.a = {
      total: 3_000_000,
      done: 1_000_000,
      percent: 33.3,
      speed: 5,
      eta: 6,
      state: 'downloading',
      priority: 'high',
      place: 3,
    }
    expect(row()).toMatchObject({
      size: '3.0 MB',
      done: 1_000_000,
      progress: 33.3,
      speed: 5,
      eta: 6,
      state: 'downloading',
      priority: 'high',
      place: 3,
    })
    progress.a = {}
    expect(row()).toMatchObject({ priority: null, place: null })
  })

  test.each([
    [1000, 3000, 33.3],
    [4000, 3000, 100],
    [0, 3000, 0],
    [5, 0, null],
    [5, null, null],
  ])('of a direct download with %p of %p bytes is %p percent', (got, size, percent) => {
    direct('d', { got, size })
    expect(row()).toMatchObject({ progress: percent, done: got, total: size })
  })
})

describe('the label', () => {
  test("is the library's name", () => {
    put('a', { entity_id: 'harbor-2' })
    expect(row()).toMatchObject({ series: 'Harbor Lights', year: '2015', issues: '2', issueid: 'harbor-2', pack: 0 })
    expect(row().label).toContain('Harbor Lights')
  })

  test.each<[Partial<DownloadItem>, Partial<NewDdl> | undefined, Partial<QueueRow>]>([
    [{ entity_id: 'harbor-2', comic_id: 'harbor' }, undefined, { issueid: 'harbor-2', comicid: 'harbor' }],
    [{ entity_id: 'harbor-2', comic_id: 'harbor' }, { issue_id: 'i', comic_id: 'c' }, { issueid: 'harbor-2', comicid: 'harbor' }],
    [{ entity_id: 'unknown', comic_id: '' }, { issue_id: 'i', comic_id: 'c' }, { issueid: 'i', comicid: 'c' }],
    [{ entity_id: 'unknown', comic_id: '' }, undefined, { issueid: null, comicid: null }],
    [{ grabbed_at: at(2), updated_at: at(3) }, undefined, { submit_date: '2026-11-21 08:02:00', updated_date: '2026-11-21 08:03:00' }],
    [{ grabbed_at: at(2), updated_at: at(3) }, {}, { submit_date: '2026-11-21 08:01:00', updated_date: '2026-11-21 08:01:00' }],
    [{ indexer: 'Mill', title: 'Zeta' }, undefined, { site: 'Mill', filename: 'Zeta', tmp_filename: null }],
    [{ indexer: 'Mill', title: 'Zeta' }, {}, { site: 'files', filename: 'x.cbz', tmp_filename: 'x.cbz.part' }],
    [{ indexer: 'Mill', title: 'Zeta' }, { filename: '' }, { filename: 'Zeta', tmp_filename: 'd.part' }],
    [{ pack: true }, {}, { pack: 1 }],
  ])('of %j with the direct download %j is %j', (item, own, shown) => {
    if (own) direct('d', own)
    put('a', own ? { client: 'ddl', client_name: 'd', ...item } : item)
    expect(rows()).toEqual([expect.objectContaining(shown)])
  }) // biome-ignore format: a row each

  test.each([
    [{ series: 'Fern', issues: '3' }, 'Fern #3'],
    [{ series: 'Fern' }, 'Fern'],
    [{}, 'x.cbz'],
    [{ filename: '' }, 'A download'],
  ])('of an unknown direct download with %j is %s', (more, label) => {
    direct('d', { ...more, pack: true })
    expect(row()).toMatchObject({ label, issueid: null, comicid: null, pack: 1 })
  })

  test('contains no keys and logins of URLs', () => {
    const url = 'https://me:pass@files.example/x.cbz?key=s3cret'
    direct('d', { links: [{ label: 'a', url }], mainlink: 'https://files.example/p?token=s3cret', link_type: 'main' })
    expect(row()).toMatchObject({ link: 'https://files.example/x.cbz', mainlink: 'https://files.example/p' })
    direct('e', { links: [{ label: 'a', url: 'nonsense' }] })
    expect(rows().map(({ link }) => link)).toContain(null)
    expect(JSON.stringify(rows())).not.toContain('s3cret')
  })
})

describe('a list', () => {
  beforeEach(() => {
    put('a', { title: 'Zeta', indexer: 'Mill', updated_at: at(9), entity_id: 'unknown', comic_id: 'none' })
    put('b', {
      title: 'Alpha',
      indexer: 'Oak',
      updated_at: at(7),
      entity_id: 'unknown',
      comic_id: 'none',
      stage: 'moved',
    })
    put('c', { title: 'Kelp', indexer: 'Ash', updated_at: at(8), entity_id: 'unknown', comic_id: 'none', client: 'x' })
    direct('d', { filename: 'Moss.cbz', submitted_at: at(30), updated_at: at(6), status: 'Failed' })
  })

  test.each<[QueueQuery, string]>([
    [{}, 'acbd'],
    [{ sort: 'updated', order: 'asc' }, 'dbca'],
    [{ sort: 'submitted' }, 'dabc'],
    [{ sort: 'file' }, 'bcda'],
    [{ sort: 'series' }, 'bcda'],
    [{ sort: 'file', order: 'desc' }, 'adcb'],
    [{ sort: 'site' }, 'cdab'],
    [{ sort: 'status' }, 'bacd'],
    [{ q: 'ZETA' }, 'a'],
    [{ q: 'oak' }, 'b'],
    [{ q: 'sab' }, 'ab'],
    [{ q: 'direct' }, 'd'],
    [{ q: 'nothing' }, ''],
    [{ q: '  ' }, 'acbd'],
    [{ status: 'completed' }, 'b'],
    [{ status: 'failed', q: 'moss' }, 'd'],
    [{ status: 'failed', q: 'zeta' }, ''],
    [{ status: '' }, 'acbd'],
  ])('with %j is %p', (query, are) => {
    expect(ids(query).join('')).toBe(are)
  })

  test('without search words keeps every item, even without a name', () => {
    put('e', { title: '', indexer: '', updated_at: at(1), entity_id: 'unknown', comic_id: 'none', client: 'x' })
    expect(ids({ q: '' }).join('')).toBe('acbde')
  })

  test('of a page has the total beside it', () => {
    const page = queue().list({ limit: 2, offset: 1 } as never) as { queue: QueueRow[]; pagination: object }
    expect(page.queue.map(({ ID }) => ID)).toEqual(['c', 'b'])
    expect(page.pagination).toMatchObject({ total: 4 })
    expect(ids({ offset: 3 } as never)).toEqual(['d'])
  })
})

test('the cover is that of the issue, if its provider has one', () => {
  put('a', { entity_id: 'harbor-2' })
  expect(row().image).toBeNull()
  db.write((tx) =>
    tx.update(issues).set({ image_url: 'https://covers.example/2.jpg' }).where(eq(issues.issue_id, 'harbor-2')).run(),
  )
  expect(row().image).toMatch(/^\/api\/metadata\/issue-art\/harbor-2\?v=\w+$/)
})
