import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTimelineRow, type TimelineRow } from '../../base/activity/store'
import { timeline } from '../../base/activity/tables'
import type { AppEvent } from '../../base/events/types'
import { resolveItem } from '../../intake/downloads/journal/stage-changes'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { attentionIn } from '../../testing/downloads/attention'
import { importDownload, putDownload, startProcessing } from '../../testing/downloads/processing'
import { fakeHttp } from '../../testing/fakes/http'
import { makeIssues, makeSeries } from '../../testing/make'
import { addUser } from '../../testing/users'
import { NoticeCollector } from './notice-collector'
import type { NoticeLog } from './notice-schema'
import type { NoticeEvent } from './states'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

const ALL: NoticeEvent[] = ['grabbed', 'arrived', 'needs_attention', 'requested', 'failed', 'health', 'update']
const FEED = 'https://releases.example/latest'

/** The real app with Harbor Lights; `requests` holds the requests to the webhook. */
async function makeHarness() {
  const feed = { newest: '0.0.0' }
  const requests: { event: string; title: string; body: string }[] = []
  const http = fakeHttp({
    async 'home.example'(request) {
      requests.push((await request.json()) as never)
      return new Response()
    },
    'releases.example': () =>
      Response.json({ tag_name: `v${feed.newest}`, html_url: 'https://releases.example/notes' }),
  })
  const app = await testApp({
    jobsDue: true,
    ports: { http },
    settings: { mangadex_enabled: 'false', anilist_enabled: 'false', update_feed: FEED },
  })
  apps.push(app)
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2, 3])
  const body = { service: 'webhook', values: { url: 'https://home.example/hook' }, events: ALL }
  await app.reader.json(200, app.reader.post('/api/config/notifications', body))
  const received = async () => {
    await app.clock.advance('2 min')
    await app.idle()
    return requests.splice(0).map(({ event, title, body }) => [event, title, body])
  }
  return { app, feed, received, ...attentionIn(app) }
}

test('grabs and failures become notices of the matching event', async () => {
  const { received, grab, failed, app } = await makeHarness()
  grab('1')
  failed('2', { reason: 'download_failed_researching' })
  failed('3', { reason: 'download_failed_no_auto_handling' })
  const requests = await received()
  expect(requests).toContainEqual(['failed', 'The download of Harbor Lights #2 failed', 'The client said so.'])
  expect(requests).toContainEqual(['needs_attention', 'Harbor Lights #3 needs attention', 'The client said so.'])
  expect(requests.filter(([event]) => event === 'grabbed')).toEqual([
    ['grabbed', '2 releases were grabbed', 'Harbor Lights #2: From Indexer A/B.\nHarbor Lights #3: From Indexer A/B.'],
  ])
  expect(await received()).toEqual([])
  expect(app.log.join('\n')).not.toContain('broke off')
})

test('an item that was resolved before the collector ran gives no notice', async () => {
  const { received, failed, app } = await makeHarness()
  app.db.write((tx) => {
    failed('3')
    resolveItem(tx, 'item-3', 'ignored')
  })
  expect((await received()).map(([event]) => event)).toEqual(['grabbed'])
})

test('a search that was given up needs attention, and one that found nothing does not', async () => {
  const { received, stuck, app } = await makeHarness()
  const searched = (number: string, status: 'failed' | 'needs_attention') =>
    app.db.write((tx) => {
      const subject = { type: 'issue', id: `harbor-${number}`, label: `Harbor Lights #${number}` } as const
      const reason = { code: 'recovery_attempts_exhausted', detail: 'It failed too often.' }
      addTimelineRow(tx, { at: app.clock.now(), activity: 'search', status, subject, reason })
    })
  stuck('run-1', 'harbor-3')
  searched('1', 'failed')
  searched('2', 'needs_attention')
  searched('3', 'needs_attention')
  expect(await received()).toEqual([['needs_attention', 'Harbor Lights #3 needs attention', 'It failed too often.']])
})

test('a release that failed needs attention under any name in its row', async () => {
  const { received, failed, app } = await makeHarness()
  failed('3')
  await received()
  const rows = app.db.read.select().from(timeline).all()
  const { release_key } = rows.find(({ subject_id }) => subject_id === 'harbor-3')!
  const happened = (key: string) =>
    app.db.write((tx) => {
      const subject = { type: 'issue', id: 'gone', label: `The release ${key}` } as const
      const reason = { code: 'download_failed', detail: 'It stopped.' }
      addTimelineRow(tx, { at: app.clock.now(), activity: 'download', status: 'failed', subject, reason, release_key: key }) // biome-ignore format: one line
    })
  happened('other|a')
  happened(release_key!)
  expect(await received()).toEqual([['needs_attention', `The release ${release_key} needs attention`, 'It stopped.']])
})

test('a timeline that cannot be read is logged, and the next event tries again', async () => {
  const log: string[] = []
  let listen: (event: AppEvent) => void = () => {}
  let reads = 0
  const row = { activity: 'grab', status: 'succeeded' } as TimelineRow
  const settled = () => new Promise((done) => setImmediate(done))
  new NoticeCollector({
    db: {
      get read(): never {
        reads++
        throw new Error('the disk is gone')
      },
    } as never,
    clock: { now: () => '' },
    log: { error: (area, line) => void log.push(`${area} ${line}`) },
    notices: { record: () => {} },
    subscribe(listener) {
      listen = listener
    },
  })
  listen({ type: 'activity.added', row: { ...row, status: 'started' } })
  await settled()
  expect(reads).toBe(0)
  for (let nth = 0; nth < 3; nth++) listen({ type: 'activity.added', row })
  await settled()
  expect([reads, log]).toEqual([1, ['notices the timeline could not be read']])
  listen({ type: 'activity.added', row })
  await settled()
  expect(reads).toBe(2)
})

test('events without a target give no notice later, and neither do events a day old', async () => {
  const { received, app } = await makeHarness()
  const happened = (at: string) =>
    app.db.write((tx) => {
      const subject = { type: 'issue', id: 'harbor-1', label: 'Harbor Lights #1' } as const
      addTimelineRow(tx, { at, activity: 'grab', status: 'succeeded', subject })
    })
  happened('2026-11-19T08:00:00.000Z')
  expect(await received()).toEqual([])
  happened(app.clock.now())
  expect(await received()).toEqual([['grabbed', 'Harbor Lights #1 was grabbed', '']])
})

test('after the timeline was cleared, new events still give notices', async () => {
  const { received, app, failed } = await makeHarness()
  failed('1')
  await received()
  app.db.write((tx) => void tx.delete(timeline).run())
  await received()
  failed('3')
  expect((await received()).map(([event]) => event).sort()).toEqual(['grabbed', 'needs_attention'])
})

test('a newer version gives one notice', async () => {
  const { received, app, feed } = await makeHarness()
  const check = () => app.reader.json(200, app.reader.post('/api/system/version/check'))
  feed.newest = '9.0.0'
  await check()
  await check()
  expect(await received()).toEqual([['update', 'Panelkeep 9.0.0 is there', 'https://releases.example/notes']])
  await check()
  expect(await received()).toEqual([])
})

describe('in the real app', () => {
  let folder: string
  let app: TestApp
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'panelkeep-happened-'))
    app = await startProcessing(folder)
    apps.push(app)
    const body = { service: 'webhook', values: { url: 'https://home.example/hook' } }
    await app.reader.json(200, app.reader.post('/api/config/notifications', body))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const log = async () => {
    const path = '/api/config/notifications/log'
    const { notices } = await app.reader.json<NoticeLog>(200, app.reader.get(path))
    return notices.map(({ event, title, page }) => [event, title, page])
  }

  test('an imported download gives a notice that names its issues', async () => {
    makeSeries(app.db, { year: 2015 })
    makeIssues(app.db, 'harbor', [{ number: '3', intent: 'wanted' }])
    const content_path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', makeCbz(makePages(3)))
    await importDownload(app, { issues: ['harbor-3'], comic_id: 'harbor', content_path })
    expect(await log()).toEqual([['arrived', 'Harbor Lights #3 imported', '/library/harbor']])
  })

  test('health problems and recoveries give notices', async () => {
    const look = () => app.reader.json(200, app.reader.post('/api/system/health/run'))
    await look()
    rmSync(join(folder, 'comics'), { recursive: true })
    await look()
    const missing = `Your comics folder ${join(folder, 'comics')} is not there.`
    const [found] = await log()
    expect(found?.slice(0, 2)).toEqual(['health', missing])
    mkdirSync(join(folder, 'comics'))
    await look()
    expect((await log())[0]?.slice(0, 2)).toEqual(['health', 'Health: 2 things changed'])
  })
})

describe('requests of readers', () => {
  test('become notices with their notes, and several become one', async () => {
    const { app, received } = await makeHarness()
    const ada = await addUser(app, 'Ada')
    const ask = (issue_id: string, note = '') =>
      app.reader.json(201, ada.post('/api/requests', { kind: 'issue', issue_id, note }))
    await ask('harbor-1', 'for the train')
    expect(await received()).toEqual([['requested', 'Ada asks for Harbor Lights #1', 'for the train']])
    await ask('harbor-2')
    await ask('harbor-3', 'soon')
    await ask('harbor-3', 'very soon')
    expect(await received()).toEqual([
      ['requested', '2 requests', 'Ada asks for Harbor Lights #2\nAda asks for Harbor Lights #3: soon'],
    ])
  })

  test('are no notice when the owner asks', async () => {
    const { app, received } = await makeHarness()
    await app.reader.json(201, app.reader.post('/api/requests', { kind: 'issue', issue_id: 'harbor-1' }))
    expect(await received()).toEqual([])
  })
})
