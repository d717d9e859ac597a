import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findIssue } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { itemAt } from '../../../testing/downloads/clients'
import { type FakeFileHost, fakeFileHost, fakeTransfers } from '../../../testing/fakes/file-host'
import { PUBLIC_ADDRESS } from '../../../testing/harness/public-addresses'
import { makeIssues, makeSeries } from '../../../testing/make'
import { block, findBlocked } from '../blocklist/store'
import { advanceStage, endAsFailed } from '../journal/stage-changes'
import { addItem, type DownloadItem, findDownload, issuesOfItem } from '../store'
import { addDdl, ddlRows, findDdl, itemsOfDdl } from './store'

let host: FakeFileHost
let app: TestApp
/** Hosts without an address. */
let nowhere: string[]
beforeEach(async () => {
  host = fakeFileHost({ '/Harbor Lights 003.cbz': { bytes: new Uint8Array(3000).fill(80) } })
  nowhere = []
  const names = {
    addresses: async (name: string) =>
      nowhere.includes(name) ? [] : [name === 'nas.lan' ? '10.0.0.4' : PUBLIC_ADDRESS],
  }
  app = await testApp({
    ports: { names, transfers: fakeTransfers({ 'files.example': host.fetch }) },
  })
})
afterEach(() => app.close())

const LINK = 'https://files.example/Harbor%20Lights%20003.cbz?token=s3cret'
const ask = (body: object) => app.reader.post('/api/downloads/ddl', body)
const submit = (more: object = {}) =>
  app.reader.json(200, ask({ id: 'a1', link: LINK, site: 'DDL(External)', ...more }))
const refused = async (status: number, reply: Promise<Response>) => {
  const body = await app.reader.json(status, reply)
  expect(body).toMatchObject({ success: false, error: body.detail })
  return body.detail as string
}

describe('POST /api/downloads/ddl', () => {
  test('in the short form queues a file, and follows it like a grab', async () => {
    expect(await submit()).toEqual({ success: true, message: 'It is queued.', id: 'a1' })
    await app.idle()
    expect(findDdl(app.db.read, 'a1')).toMatchObject({ status: 'Completed', filename: 'Harbor Lights 003.cbz' })
    const [item] = itemsOfDdl(app.db.read, 'a1')
    expect(item).toMatchObject({
      client: 'ddl',
      client_id: 'a1',
      protocol: 'ddl',
      origin: 'request',
      indexer: 'DDL(External)',
      release_key: `${item?.item_id}|ddl(external)|ddl:a1`,
      title: 'Harbor Lights 003',
    })
  })

  test('for no known issue is reported, and independent of others like it', async () => {
    await submit({ id: 'a2', link: 'https://files.example/gone.cbz' })
    await submit()
    await app.idle()
    const [first, second] = ['a1', 'a2'].map((id) => itemsOfDdl(app.db.read, id)[0])
    expect(first?.entity_id).not.toBe(second?.entity_id)
    for (const path of ['/api/activity/timeline', '/api/attention', '/api/activity/in-flight'])
      await app.reader.json(200, app.reader.get(path))
    const timeline = await app.reader.json(200, app.reader.get('/api/activity/timeline'))
    expect(timeline.results).toContainEqual(expect.objectContaining({ subject_label: 'Harbor Lights 003' }))
    const detail = await app.reader.json(200, app.reader.get(`/api/downloads/items/${first?.item_id}`))
    expect([detail.issue_id, detail.issue_ids]).toEqual([null, []])
    const past = await app.reader.json(200, app.reader.get('/api/downloads/history'))
    expect(past).toMatchObject([{ IssueID: null }, { IssueID: null }])
  })

  test('in the long form is for the given issue', async () => {
    makeIssues(app.db, makeSeries(app.db, { comic_id: '18705' }), [1, 2, 3])
    const more = { series: 'Harbor Lights', year: 2015, comicid: '18705', issueid: '18705-3', link_type: 'GC-Main' }
    await submit({ ...more, filename: 'Harbor Lights 003 (2015).cbz', remote_filesize: '3000', oneoff: false, pack: 0 })
    const [item] = itemsOfDdl(app.db.read, 'a1')
    expect(item).toMatchObject({ entity_type: 'issue', entity_id: '18705-3', comic_id: '18705', size: 3000 })
    expect(issuesOfItem(app.db.read, item!.item_id)).toEqual(['18705-3'])
    expect(findDdl(app.db.read, 'a1')).toMatchObject({ series: 'Harbor Lights', year: '2015', link_type: 'GC-Main' })
  })

  test('imports the issue', async () => {
    const library = join(app.folder, 'comics')
    mkdirSync(library)
    await app.config.save({ comic_dirs: [library] })
    const location = join(library, 'Harbor Lights')
    const [issue] = makeIssues(app.db, makeSeries(app.db, { location }), [3])
    host.files['/get'] = { bytes: new Uint8Array(makeCbz(makePages(4))), disposition: 'inline; filename="scan.cbz"' }
    const body = { id: 'a2', link: 'https://files.example/get', site: 'x', issueid: issue }
    await app.reader.json(200, ask(body))
    await app.idle()
    await app.clock.advance('2 min')
    await app.idle()
    expect(findIssue(app.db.read, issue!)?.fulfillment).toBe('downloaded')
    expect(await readdir(location)).toEqual(['Harbor Lights 003.cbz'])
    expect(findDdl(app.db.read, 'a2')).toBeUndefined()
  })

  test.each([
    [{ id: 'a1', site: 'x' }, 'link is missing.'],
    [{ id: 'a1', link: LINK }, 'site is missing.'],
    [{ link: LINK, site: 'x' }, 'id is missing.'],
    [{ id: 'history', link: LINK, site: 'x' }, 'a word of the interface'],
    [{ id: 'a1', link: 'magnet:?xt=urn:btih:1', site: 'x' }, 'link has to be'],
    [{ id: 'a1', link: 'http://127.0.0.1/x', site: 'x' }, 'ddl_allowed_hosts'],
    [{ id: 'a1', link: 'http://nas.lan/x', site: 'x' }, 'private network'],
    [{ id: 'a1', link: 'https://ada:secret@files.example/x', site: 'x' }, 'login'],
    [{ id: 'a1', link: LINK, site: 'x', remote_filesize: -1 }, 'remote_filesize'],
    [{ id: 'a1', link: LINK, site: { a: 1 } }, 'site has to be a text.'],
    [{ id: 'a1', link: LINK, site: 'x', oneoff: true }, 'One-off downloads are not supported.'],
  ])('%j is refused', async (body, why) => {
    expect(await refused(400, ask(body))).toContain(why)
    expect(ddlRows(app.db.read)).toEqual([])
  })

  test.each<[object, Partial<DownloadItem>]>([
    [{ filename: 'Fern 002 (2019).cbz', series: 'Fern', issues: '2' }, { title: 'Fern 002 (2019)' }],
    [{ series: 'Fern', issues: '2', year: 2019 }, { title: 'Fern 2 (2019)' }],
    [{ series: 'Fern' }, { title: 'Fern' }],
    [{ link: 'https://files.example/Fern%20002.cbz' }, { title: 'Fern 002' }],
    [{ link: 'https://files.example/get' }, { title: 'a1' }],
    [{ comicid: 'harbor' }, { entity_type: 'series', entity_id: 'harbor', comic_id: 'harbor' }],
    [
      { comicid: 'harbor', issueid: 'harbor-2' },
      { entity_type: 'issue', entity_id: 'harbor-2', comic_id: 'harbor' },
    ],
    [
      { comicid: 'harbor', issueid: 'unknown' },
      { entity_type: 'series', entity_id: 'harbor' },
    ],
    [{ comicid: 'unknown' }, { entity_type: 'issue', comic_id: '' }],
  ])('with %j creates an item with %j', async (more, known) => {
    makeIssues(app.db, makeSeries(app.db), [1, 2])
    host.faults.push({ silentAfter: 0 })
    await submit(more)
    expect(itemsOfDdl(app.db.read, 'a1')).toMatchObject([known])
    await app.reader.json(200, app.reader.delete('/api/downloads/a1'))
  })

  test('accepts one whose host cannot be resolved now, and remembers its size', async () => {
    nowhere.push('files.example')
    await submit({ remote_filesize: 3000 })
    await app.idle()
    const links = [{ url: LINK, label: 'files.example', size: 3000 }]
    expect(findDdl(app.db.read, 'a1')).toMatchObject({ status: 'Queued', size: 3000, links })
    await submit({ id: 'a2', link: 'https://files.example/other.cbz' })
    expect(findDdl(app.db.read, 'a2')?.links[0]).toEqual({
      url: 'https://files.example/other.cbz',
      label: 'files.example',
    })
  })

  test('queues a failed download again', async () => {
    host.faults.push({ status: 404 })
    await submit()
    await app.idle()
    await app.clock.advance('1 min')
    expect(await submit()).toMatchObject({ message: 'It is queued again.' })
    await app.idle()
    expect(findDdl(app.db.read, 'a1')?.status).toBe('Completed')
  })

  test('twice queues it once', async () => {
    host.faults.push({ silentAfter: 100 })
    await submit()
    expect(await submit()).toMatchObject({ message: 'It is queued already.' })
    await refused(409, ask({ id: 'another', link: LINK, site: 'x' }))
    expect(ddlRows(app.db.read)).toHaveLength(1)
    await app.reader.json(200, app.reader.delete('/api/downloads/a1'))
  })

  test('is refused while direct downloads are disabled', async () => {
    await app.config.save({ enable_ddl: false })
    await refused(503, ask({ id: 'a1', link: LINK, site: 'x' }))
  })

  test('needs a login', async () => {
    expect((await app.guest.post('/api/downloads/ddl', { id: 'a1', link: LINK, site: 'x' })).status).toBe(401)
  })
})

describe('POST /api/downloads/:item_id/requeue', () => {
  const requeue = (id: string) => app.reader.post(`/api/downloads/${id}/requeue`)

  test('downloads a failed file again, as a new item', async () => {
    host.faults.push({ status: 404 })
    await submit()
    await app.idle()
    await app.clock.advance('1 min')
    const [failed] = itemsOfDdl(app.db.read, 'a1')
    expect([findDdl(app.db.read, 'a1')?.status, failed?.stage]).toEqual(['Failed', 'failed'])
    app.db.write((tx) => {
      const { digest, title, indexer } = failed!
      block(tx, { digest, title, indexer, reason: 'It was not there.', blocked_at: app.clock.now() })
    })
    expect(await app.reader.json(200, requeue('a1'))).toEqual({ success: true })
    await app.idle()
    expect(findDdl(app.db.read, 'a1')).toMatchObject({ status: 'Completed', error: null })
    expect(itemsOfDdl(app.db.read, 'a1')).toHaveLength(2)
    expect(findDownload(app.db.read, failed!.item_id)).toMatchObject({ stage: 'failed', resolution: 'retried' })
    expect(findBlocked(app.db.read, failed!.digest)).toBeUndefined()
  })

  test('of an item that is unknown or has not failed is refused', async () => {
    expect(await refused(404, requeue('nothing'))).toBe('There is no download nothing.')
    await submit()
    await app.idle()
    expect(await refused(400, requeue('a1'))).toContain('has not failed')
  })

  test('of an item without an address, or of another kind, is refused', async () => {
    const about = { client_name: 'a9', status: 'Failed' as const, filename: '', site: 'x', links: [] }
    const at = app.clock.now()
    app.db.write((tx) => {
      addDdl(tx, { ...about, ddl_id: 'a9', submitted_at: at, updated_at: at })
      addItem(tx, { ...itemAt('sab', at), item_id: 'grab' }, [])
      advanceStage(tx, 'grab', 'snatched', at, { client_id: 'a9' })
    })
    expect(await refused(400, requeue('a9'))).toContain('no download address')
    expect(await refused(400, requeue('grab'))).toContain('no direct download')
    expect(findDdl(app.db.read, 'a9')?.status).toBe('Failed')
    expect(itemsOfDdl(app.db.read, 'a9')).toEqual([])
  })

  test('is refused while direct downloads are disabled', async () => {
    host.faults.push({ status: 404 })
    await submit()
    await app.idle()
    await app.clock.advance('1 min')
    await app.config.save({ enable_ddl: false })
    await refused(503, requeue('a1'))
    expect(findDdl(app.db.read, 'a1')?.status).toBe('Failed')
  })
})

describe('DELETE /api/downloads/:item_id', () => {
  const remove = (id: string) => app.reader.delete(`/api/downloads/${id}`)

  test('ends a transfer and its item', async () => {
    host.faults.push({ silentAfter: 1000 })
    await submit()
    await app.clock.advance('1 s')
    expect(findDdl(app.db.read, 'a1')?.status).toBe('Downloading')
    const [item] = itemsOfDdl(app.db.read, 'a1')
    expect(await app.reader.json(200, remove('a1'))).toEqual({ success: true })
    expect(findDdl(app.db.read, 'a1')).toBeUndefined()
    expect(findDownload(app.db.read, item!.item_id)?.stage).toBe('cancelled')
    expect(await readdir(join(app.folder, 'downloads'))).toEqual([])
    await refused(404, remove('a1'))
  })

  test('accepts the id of the item as well', async () => {
    host.faults.push({ silentAfter: 1000 })
    await submit()
    const [item] = itemsOfDdl(app.db.read, 'a1')
    await app.reader.json(200, remove(item!.item_id))
    expect(findDdl(app.db.read, 'a1')).toBeUndefined()
    expect(await refused(409, remove(item!.item_id))).toContain('ended already')
  })

  test('leaves a completed file whose item has ended', async () => {
    await submit()
    await app.idle()
    const [item] = itemsOfDdl(app.db.read, 'a1')
    const file = findDdl(app.db.read, 'a1')!.path!
    const end = { to: 'failed', reason: 'postprocess_error', detail: 'No.', at_step: 'import' } as const
    app.db.write((tx) => endAsFailed(tx, item!.item_id, end, app.clock.now()))
    await app.reader.json(200, remove('a1'))
    expect(findDdl(app.db.read, 'a1')).toBeUndefined()
    expect(existsSync(file)).toBe(true)
  })

  test('deletes a failed download', async () => {
    host.faults.push({ status: 404 })
    await submit()
    await app.idle()
    await app.reader.json(200, remove('a1'))
    expect(ddlRows(app.db.read)).toEqual([])
    expect(await readdir(join(app.folder, 'downloads'))).toEqual([])
  })
})
