import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileOf } from '../../library/series/file-store'
import { findIssue, reserveIssues } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { damage, makeCbz, makePages } from '../../testing/archives/archives'
import {
  addDownloadedItem,
  filesBelow,
  placementOutcomes,
  putDownload,
  startProcessing,
  waitForEnd,
} from '../../testing/downloads/processing'
import { makeIssues, makeSeries } from '../../testing/make'
import { advanceStage, endAsFailed } from '../downloads/journal/stage-changes'
import { addItem, findDownload, itemsAt, itemsWithKey } from '../downloads/store'

const COMIC = makeCbz(makePages(3))
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-requests-'))
  app = await startProcessing(folder)
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', ['1', '2', '3'])
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const process = (body: unknown) => app.reader.post('/api/downloads/process', body)
const fulfilled = (id: string) => findIssue(app.db.read, id)?.fulfillment
const PLACED = join('Harbor Lights (2015)', 'Harbor Lights 003 (2015).cbz')

/** A grab that the client has accepted. */
function snatched(name: string): void {
  app.db.write((tx) => {
    const at = app.clock.now()
    reserveIssues(tx, ['harbor-3'], at)
    const names = { title: 'Harbor Lights 003', client: 'blackhole_nzb', client_name: name, indexer: 'Indexer A' }
    const about = { entity_type: 'issue', entity_id: 'harbor-3', comic_id: 'harbor', protocol: 'usenet' } as const
    const ids = { item_id: 'grab', digest: 'grab', release_key: 'harbor-3|indexer a' }
    addItem(tx, { ...names, ...about, ...ids, grabbed_at: at }, ['harbor-3'])
    advanceStage(tx, 'grab', 'snatched', at, { client_id: 'job' })
  })
}

test.each(['failed', 'ddl', 'oneoff'])('%s is yes or no, and any other word is refused', async (name) => {
  for (const word of ['maybe', 2, '-1', 'nope']) {
    const refused = await app.reader.json(400, process({ nzb_name: 'x', nzb_folder: '/x', [name]: word }))
    expect(refused).toMatchObject({ success: false, detail: `${name} must be true or false.` })
  }
  for (const word of ['0', 0, false, 'no', 'False', '', null, 'None']) {
    const answer = await process({ nzb_name: 'x', nzb_folder: join(folder, 'nowhere'), [name]: word })
    expect(((await answer.json()) as { detail?: string }).detail ?? '').not.toContain(name)
  }
})

describe('a download that a script names', () => {
  test('is processed, at once for callers that wait, as the predecessor’s script does', async () => {
    const path = putDownload(folder, 'Harbor Lights 003 (2015)/x.cbz', COMIC)
    const body = {
      nzb_name: 'Manual Run',
      nzb_folder: dirname(path),
      failed: '0',
      issueid: 'harbor-3',
      apc_version: '2.04',
    }
    const reply = await app.reader.json(200, process(body))
    expect(reply).toEqual({ success: true, message: 'Harbor Lights 003 (2015) is in the library.' })
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
  })

  test('is matched by its file when no issue is given', async () => {
    const path = putDownload(folder, 'done/Harbor Lights 003 (2015).cbz', COMIC)
    const reply = await app.reader.json(
      200,
      process({ nzb_name: 'Harbor Lights 003 (2015)', nzb_folder: dirname(path) }),
    )
    expect(reply.message).toBe('Processing of Harbor Lights 003 (2015) has begun.')
    await app.idle()
    expect(fulfilled('harbor-3')).toBe('downloaded')
    const [item] = itemsAt(app.db.read, ['post_processed'])
    expect(item).toMatchObject({ origin: 'request', entity_id: 'harbor-3', comic_id: 'harbor' })
  })

  test('is the grab with that name in its client', async () => {
    snatched('Harbor Lights 003 [1a2b3c4d]')
    const path = putDownload(folder, 'Harbor Lights 003 [1a2b3c4d]/x.cbz', COMIC)
    const folders = { nzb_name: 'Harbor Lights 003 [1a2b3c4d].nzb', nzb_folder: dirname(path) }
    await app.reader.json(200, process({ ...folders, failed: false, apc_version: '2.04' }))
    expect(findDownload(app.db.read, 'grab')).toMatchObject({ stage: 'post_processed', content_path: dirname(path) })
  })

  test('under a name of two grabs is the one with the given issue or series', async () => {
    snatched('Harbor Lights 003')
    makeSeries(app.db, { comic_id: 'older', name: 'Harbor Lights', year: 2003 })
    makeIssues(app.db, 'older', ['3'])
    const newer = {
      issues: ['older-3'],
      comic_id: 'older',
      title: 'Harbor Lights 003',
      item_id: 'newer',
      digest: 'newer',
    }
    addDownloadedItem(app, { ...newer, content_path: join(folder, 'downloads', 'other') })
    const named = { nzb_name: 'Harbor Lights 003', nzb_folder: '', failed: '1' }
    await app.reader.json(200, process({ ...named, issueid: 'harbor-3', comicid: 'harbor' }))
    expect([findDownload(app.db.read, 'grab')?.stage, findDownload(app.db.read, 'newer')?.stage]).toEqual([
      'failed',
      'downloaded',
    ])
    expect((await process({ ...named, comicid: 'harbor' })).status).toBe(404)
    await app.reader.json(200, process({ ...named, comicid: 'older' }))
    expect(findDownload(app.db.read, 'newer')?.stage).toBe('failed')
  })

  test('is not another client’s grab when it is a direct download', async () => {
    snatched('Harbor Lights 003 [1a2b3c4d]')
    const body = { nzb_name: 'Harbor Lights 003 [1a2b3c4d]', nzb_folder: '', failed: '1' }
    expect((await process({ ...body, ddl: 'true' })).status).toBe(404)
    expect(findDownload(app.db.read, 'grab')?.stage).toBe('snatched')
    await app.reader.json(200, process({ ...body, ddl: '0' }))
    expect(findDownload(app.db.read, 'grab')?.stage).toBe('failed')
  })

  test('is waited for by every script that sends its version', async () => {
    const path = putDownload(folder, 'Harbor Lights 003 (2015)/x.cbz', COMIC)
    const body = { nzb_name: 'Manual Run', nzb_folder: dirname(path), issueid: 'harbor-3', comicrn_version: 1.01 }
    expect((await app.reader.json(200, process(body))).message).toContain('is in the library')
  })

  test('is refused as a one-off, which the library does not support', async () => {
    const path = putDownload(folder, 'done/Harbor Lights 003 (2015).cbz', COMIC)
    const reply = await app.reader.json(400, process({ nzb_name: 'x', nzb_folder: dirname(path), oneoff: true }))
    expect(reply).toMatchObject({ success: false, detail: expect.stringContaining('One-off downloads') })
    expect(itemsAt(app.db.read, ['downloaded', 'post_processed'])).toEqual([])
  })

  test('that failed is blocked, and another one is searched for', async () => {
    snatched('Harbor Lights 003 [1a2b3c4d]')
    await app.reader.json(200, process({ nzb_name: 'Harbor Lights 003 [1a2b3c4d]', nzb_folder: '', failed: '1' }))
    expect(findDownload(app.db.read, 'grab')).toMatchObject({ stage: 'failed', again_at: app.clock.now() })
    expect(fulfilled('harbor-3')).toBe('missing')
    expect((await process({ nzb_name: 'nobody knows', nzb_folder: '', failed: '1' })).status).toBe(404)
  })

  test('is refused with a sentence when it leads anywhere else', async () => {
    putDownload(folder, 'real/x.cbz', COMIC)
    symlinkSync(join(folder, 'downloads', 'real'), join(folder, 'downloads', 'link'))
    mkdirSync(join(folder, 'comics', 'Old'))
    const refused = async (body: Record<string, unknown>) => {
      const reply = await app.reader.json(400, process(body))
      expect(reply).toMatchObject({ success: false, error: reply.detail })
      return String(reply.detail)
    }
    const named = (nzb_folder: string) => refused({ nzb_name: 'x', nzb_folder })
    expect(await refused({ nzb_folder: folder })).toContain('nzb_name is missing')
    expect(await refused({ nzb_name: 'x' })).toContain('nzb_folder is missing')
    expect(await named('downloads/real')).toContain('no whole path')
    expect(await named(`${folder}/downloads/../comics/Old`)).toContain('leads upwards')
    expect(await named(join(folder, 'downloads', 'link'))).toContain('is a link')
    expect(await named(join(folder, 'nowhere'))).toContain('nothing at')
    expect(await named(join(folder, 'comics', 'Old'))).toContain('part of the library')
    expect(await named(folder)).toContain('part of the library')
    expect(filesBelow(folder, 'downloads')).toContain('real/x.cbz')
  })

  test('imports no target of a link inside', async () => {
    const path = putDownload(folder, 'real/Harbor Lights 003 (2015).cbz', COMIC)
    mkdirSync(join(folder, 'downloads', 'other'))
    symlinkSync(path, join(folder, 'downloads', 'other', 'Harbor Lights 003 (2015).cbz'))
    const body = { nzb_name: 'x', nzb_folder: join(folder, 'downloads', 'other'), apc_version: '2.04' }
    expect((await app.reader.json(200, process(body))).message).toContain('contains no comic')
    expect(fulfilled('harbor-3')).toBe('missing')
  })

  test('is the open grab for the issue, under any name in the client', async () => {
    snatched('another name')
    const path = putDownload(folder, 'hl/x.cbz', COMIC)
    const body = { nzb_name: 'no such name', nzb_folder: dirname(path), issueid: 'harbor-3', apc_version: '1' }
    await app.reader.json(200, process(body))
    expect(findDownload(app.db.read, 'grab')).toMatchObject({ stage: 'post_processed', content_path: dirname(path) })
  })

  test('is named with the ids of other tools, and refused for unknown ids', async () => {
    const path = putDownload(folder, 'hl/scan.cbz', COMIC)
    makeIssues(app.db, 'harbor', [{ number: '9', issue_id: '77' }])
    const named = { nzb_name: 'hl', nzb_folder: path, apc_version: '1' }
    for (const ids of [{ issueid: '4000-78' }, { comicid: '4050-1' }])
      expect((await process({ ...named, ...ids })).status).toBe(400)
    await app.reader.json(200, process({ ...named, issueid: '4000-77', comicid: 'harbor' }))
    expect(fulfilled('77')).toBe('downloaded')
  })

  test('of a series only belongs to the series, until its issue is known', async () => {
    const path = putDownload(folder, 'hl/Harbor Lights 099.cbz', COMIC)
    const reply = await app.reader.json(
      200,
      process({ nzb_name: 'hl', nzb_folder: path, comicid: 'harbor', apc_version: '1' }),
    )
    expect(reply.message).toBe('hl was not taken: Harbor Lights has no issue 99.')
    const [item] = itemsAt(app.db.read, ['manual_review'])
    expect(item).toMatchObject({ entity_type: 'series', entity_id: 'harbor', comic_id: 'harbor', indexer: 'Request' })
  })

  test('that waits for a decision needs none once the same path was imported', async () => {
    const attention = () => app.reader.json<{ member_total: number }>(200, app.reader.get('/api/attention'))
    const path = putDownload(folder, 'qs/Quiet Signal 002.cbz', COMIC)
    await app.reader.json(200, process({ nzb_name: 'qs', nzb_folder: path, apc_version: '1' }))
    expect((await attention()).member_total).toBe(1)
    makeSeries(app.db, { comic_id: 'quiet', name: 'Quiet Signal' })
    makeIssues(app.db, 'quiet', ['2'])
    await app.reader.json(200, process({ nzb_name: 'another name', nzb_folder: path, apc_version: '1' }))
    expect(fulfilled('quiet-2')).toBe('downloaded')
    expect((await attention()).member_total).toBe(0)
  })

  test('requested twice is refused while the first is being processed', async () => {
    const path = putDownload(folder, 'hl/Harbor Lights 003 (2015).cbz', COMIC)
    const replies = await Promise.all([1, 2].map(() => process({ nzb_name: 'hl', nzb_folder: path })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    await app.idle()
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
  })

  test('of an open grab is refused while that is being processed', async () => {
    snatched('hl')
    const path = putDownload(folder, 'hl/x.cbz', COMIC)
    const replies = await Promise.all([1, 2].map(() => process({ nzb_name: 'hl', nzb_folder: path })))
    const refused = replies.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({ detail: 'Harbor Lights 003 is being processed already.' })
    await app.idle()
    expect(findDownload(app.db.read, 'grab')?.stage).toBe('post_processed')
  })

  test('is accepted only with a login', async () => {
    expect((await app.guest.post('/api/downloads/process', { nzb_name: 'x', nzb_folder: folder })).status).toBe(401)
  })
})

describe('a folder for one issue', () => {
  const issue = (body: unknown) => app.reader.post('/api/downloads/process/issue', body)

  test('is that issue, under any name', async () => {
    const path = putDownload(folder, 'hl/scan 99.cbz', COMIC)
    const body = { comicid: 'harbor', folder: dirname(path), issueid: 'harbor-3' }
    const reply = await app.reader.json(200, issue(body))
    expect(reply).toMatchObject({ success: true, data: { stage: 'post_processed' } })
    expect((reply as { data: { files: unknown[] } }).data.files).toEqual([
      { path, state: 'placed', decision: 'new', target: join(folder, 'comics', PLACED), detail: null },
    ])
  })

  test('says what is wrong with files that were not imported', async () => {
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', damage(COMIC, 'cut'))
    const reply = await app.reader.json(200, issue({ comicid: 'harbor', folder: path }))
    expect(reply).toMatchObject({ success: false, data: { stage: 'manual_review', files: [{ state: 'damaged' }] } })
    expect((await issue({ comicid: 'harbor' })).status).toBe(400)
    expect((await issue({ comicid: 'nobody', folder })).status).toBe(400)
    expect((await issue({ comicid: 'harbor', folder: path, issueid: 'other' })).status).toBe(400)
  })
})

describe('a folder for one issue, beside a better file of the library', () => {
  const better = makeCbz(makePages(4))
  const post = (body: object) => app.reader.json(200, app.reader.post('/api/downloads/process/issue', body))

  test.each([
    ['is kept out when only its series is given', {}, 'kept'],
    ['replaces it when the issue is given', { issueid: 'harbor-3' }, 'placed'],
  ])('%s', async (_, more, state) => {
    const first = putDownload(folder, 'first/Harbor Lights 003 (2015).cbz', better)
    await post({ comicid: 'harbor', folder: first })
    const path = putDownload(folder, 'second/Harbor Lights 003 (2015).cbz', COMIC)
    const reply = await post({ comicid: 'harbor', folder: path, ...more })
    expect(reply).toMatchObject({ data: { files: [{ state }] } })
    expect(fileOf(app.db.read, 'harbor-3')?.page_count).toBe(state === 'placed' ? 3 : 4)
  })
})

describe('an item that waits for the user', () => {
  const KEY = 'harbor-3|indexer a'
  const ratio = { minimum_ratio: 2, minimum_seed_seconds: 60 }

  /** A torrent that the client still has. */
  function waiting(content_path: string, reason: 'postprocess_error' | 'no_match_in_library'): void {
    const torrent = { client: 'gone', client_name: 'hl', info_hash: 'abc', protocol: 'torrent', ...ratio } as const
    addDownloadedItem(app, { issues: ['harbor-3'], comic_id: 'harbor', content_path, ...torrent })
    const end = { to: 'manual_review', reason, detail: 'The disk was full.', at_step: 'import' } as const
    app.db.write((tx) => endAsFailed(tx, 'item', end, app.clock.now()))
  }
  /** The new item that the import made, once it has ended. */
  async function imported(import_source?: object) {
    const body = { action: 'import', release_keys: [KEY], import_source }
    await app.reader.json(200, app.reader.post('/api/attention/resolve', body))
    const made = itemsWithKey(app.db.read, KEY).find(({ item_id }) => item_id !== 'item')!
    return waitForEnd(app, made)
  }

  test("is imported as its client's download, and so stays with the client", async () => {
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
    waiting(path, 'postprocess_error')
    const own = { client: 'gone', client_name: 'hl', client_id: 'job', info_hash: 'abc', ...ratio }
    expect(await imported()).toMatchObject({ ...own, stage: 'post_processed', content_path: path })
    expect(existsSync(path)).toBe(true)
  })

  test('is imported from another place without a client: that file is moved', async () => {
    waiting(putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC), 'postprocess_error')
    const path = putDownload(folder, 'elsewhere/book.cbz', makeCbz(makePages(4)))
    const none = { client: null, client_name: null, client_id: null, info_hash: null, minimum_ratio: null }
    expect(await imported({ nzb_folder: path })).toMatchObject({ ...none, stage: 'post_processed', content_path: path })
    expect([existsSync(path), fileOf(app.db.read, 'harbor-3')?.page_count]).toEqual([false, 4])
  })

  test('is not imported from an empty place', async () => {
    waiting(join(folder, 'downloads', 'gone.cbz'), 'postprocess_error')
    const body = { action: 'import', release_keys: [KEY] }
    const reply = await app.reader.json(409, app.reader.post('/api/attention/resolve', body))
    expect(JSON.stringify(reply)).toContain('There is nothing at')
    expect(itemsWithKey(app.db.read, KEY)).toHaveLength(1)
  })

  test.each([
    ['is that issue when a request names the path', 'postprocess_error', true, 'placed'],
    ['is that issue when its identity was in doubt', 'no_match_in_library', false, 'placed'],
    ['is identified by its name when the disk was the problem', 'postprocess_error', false, 'contrary'],
  ] as const)('%s', async (_, reason, isNamed, state) => {
    const path = putDownload(folder, 'Harbor Lights 099 (2015).cbz', COMIC)
    waiting(path, reason)
    const item = await imported(isNamed ? { nzb_folder: path } : undefined)
    expect(placementOutcomes(app, item).map((each) => each.state)).toEqual([state])
  })
})

describe('the file of an issue', () => {
  test('is sent as a download, with its name', async () => {
    expect((await app.reader.get('/api/downloads/file/harbor-3')).status).toBe(404)
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
    await app.reader.json(200, process({ nzb_name: 'x', nzb_folder: path, apc_version: '1' }))
    const reply = await app.reader.get('/api/downloads/file/harbor-3')
    expect(reply.headers.get('content-type')).toBe('application/octet-stream')
    expect(reply.headers.get('content-disposition')).toContain('Harbor Lights 003 (2015).cbz')
    expect(Buffer.from(await reply.arrayBuffer()).equals(readFileSync(join(folder, 'comics', PLACED)))).toBe(true)
    const head = await app.reader.request('HEAD', '/api/downloads/file/harbor-3')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(COMIC.length)])
    const there = fileOf(app.db.read, 'harbor-3')!.path
    rmSync(there)
    symlinkSync('/etc/hostname', there)
    expect((await app.reader.get('/api/downloads/file/harbor-3')).status).toBe(403)
  })
})

describe('the watched folder', () => {
  const look = async () => {
    await app.reader.post('/api/system/jobs/download_scan/run')
    await app.idle()
  }

  beforeEach(async () => {
    await app.close()
    const settings = {
      enable_check_folder: 'true',
      check_folder: join(folder, 'downloads'),
      file_opts: 'copy',
    } as const
    app = await startProcessing(folder, { settings })
    makeSeries(app.db, { year: 2015 })
    makeIssues(app.db, 'harbor', ['1', '2', '3'])
  })

  test('imports each of its entries once, as soon as it stops growing', async () => {
    const old = new Date('2026-01-01T00:00:00Z')
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
    utimesSync(path, old, old)
    putDownload(folder, 'Harbor Lights 002 (2015)/hl2.cbz', makeCbz({ ...makePages(2), 'n.txt': '2' }))
    putDownload(folder, '.hidden.cbz', COMIC)
    await look()
    expect([fulfilled('harbor-3'), fulfilled('harbor-2')]).toEqual(['downloaded', 'missing'])
    await look()
    expect(itemsAt(app.db.read, ['post_processed', 'manual_review', 'failed'])).toHaveLength(2)
    await look()
    await look()
    expect(itemsAt(app.db.read, ['post_processed', 'manual_review', 'failed'])).toHaveLength(2)
    expect(existsSync(path)).toBe(true)
  })
})
