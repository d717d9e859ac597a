import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import { systemRandom } from '../../../base/platform/random'
import type { Database } from '../../../base/storage/database'
import { Operations } from '../../../base/work/operations'
import { testDatabase } from '../../../testing/database'
import { QUIET, RULES, type SetClock, setClock, startProcess } from '../../../testing/downloads/download-process'
import { fakeClock } from '../../../testing/fakes/clock'
import { FakeClient } from '../../../testing/fakes/download-client'
import { makeIssues, makeSeries } from '../../../testing/make'
import * as course from '../journal/stage-changes'
import { ProgressBoard } from '../queue/progress'
import { PROCESS_DOWNLOAD, type Stage } from '../states'
import { addItem, findDownload, updateItem } from '../store'
import { CompletedDownloads } from './completed-downloads'
import { Watcher } from './watcher'

let db: Database
let clock: SetClock
let events: AppEvent[]
let client: FakeClient

beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  clock = setClock()
  client = new FakeClient()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3])
})

/** An item that its client has; returns the client's id for it. */
async function snatched(number: number, name = 'fake', to: Stage = 'snatched'): Promise<string> {
  const item_id = `item-${number}`
  const reply = await client.send(`name ${number}`, { kind: 'nzb', name: 'x', bytes: new Uint8Array() })
  const client_id = 'ok' in reply ? reply.ok.id : ''
  db.write((tx) => {
    const entity = { entity_type: 'issue', entity_id: `harbor-${number}`, comic_id: 'harbor' } as const
    const release = { release_key: `harbor-${number}|a`, digest: item_id, title: 'Harbor', indexer: 'A' }
    const handed = { client: name, client_name: `name ${number}`, protocol: 'usenet' } as const
    addItem(tx, { item_id, ...entity, ...release, ...handed, grabbed_at: clock.now() }, [`harbor-${number}`])
    course.advanceStage(tx, item_id, 'snatched', clock.now(), { client_id })
    if (to === 'downloaded') course.advanceStage(tx, item_id, to, clock.now(), { content_path: '/nowhere' })
  })
  return item_id
}
const alive = () => startProcess({ db, clock, client, readable: new Set(['/done']) })
const progress = () => events.filter(({ type }) => type === 'download.progress')

describe('the progress of a download', () => {
  test('is reported when it changes, and kept for queries', async () => {
    const id = await snatched(1)
    const { watcher, progressOf } = alive()
    client.all({ state: 'downloading', done: 25, total: 200, speed: 5 })
    await watcher.round()
    await watcher.round()
    expect(progress()).toEqual([
      {
        type: 'download.progress',
        id,
        status: 'downloading',
        percent: 12.5,
        bytes: 25,
        total: 200,
        speed: 5,
        eta: 35,
        priority: null,
        place: null,
      },
    ])
    expect(progressOf(id)).toMatchObject({ state: 'downloading', percent: 12.5, eta: 35, detail: null })
  })

  test('is reported at most once a second', async () => {
    await snatched(1)
    const { watcher } = alive()
    for (const done of [1, 2, 3]) {
      client.all({ state: 'downloading', done, total: 100 })
      await watcher.round()
    }
    expect(progress()).toHaveLength(1)
    clock.pass(1)
    await watcher.round()
    expect(progress()).toHaveLength(2)
  })

  test('is forgotten once the download is complete', async () => {
    const id = await snatched(1)
    const { round, progressOf } = alive()
    client.all({ state: 'done', path: '/done' })
    await round()
    await round()
    expect([findDownload(db.read, id)?.stage, progressOf(id)]).toEqual(['post_processed', undefined])
  })
})

describe('a client', () => {
  test('that is silent is queried again after a minute', async () => {
    const id = await snatched(1)
    const { watcher } = alive()
    client.down = true
    await watcher.round()
    const since = clock.now()
    client.down = false
    client.all({ state: 'failed', detail: 'x', blames: true })
    await watcher.round()
    expect(findDownload(db.read, id)).toMatchObject({ stage: 'snatched', unreachable_since: since })
    clock.pass(2)
    await watcher.round()
    expect(findDownload(db.read, id)?.stage).toBe('failed')
  })

  test('shows the id of the download in its first report, and a later one with another name is not ours', async () => {
    const id = await snatched(1)
    const { watcher } = alive()
    for (const instance of [undefined, '17', '99']) {
      client.all({ state: 'downloading', done: 1, total: 100, ...(instance && { instance }) })
      await watcher.round()
      clock.pass(2)
    }
    expect(findDownload(db.read, id)?.client_instance).toBe('17')
  })

  test('that breaks counts as silent', async () => {
    const id = await snatched(1)
    client.inspect = () => Promise.reject(new TypeError('a mistake of ours'))
    await alive().watcher.round()
    expect(findDownload(db.read, id)).toMatchObject({ stage: 'snatched', unreachable_since: clock.now() })
  })

  test('that was deleted leaves its items to be searched for elsewhere', async () => {
    const id = await snatched(1, 'gone')
    await alive().watcher.round()
    expect(findDownload(db.read, id)).toMatchObject({ stage: 'failed', again_at: clock.now() })
    expect(findDownload(db.read, id)?.reason).toStartWith('download_gone: ')
  })
})

test('a seeding torrent is left to its client once the rules say so', async () => {
  const id = await snatched(1)
  db.write((tx) => void updateItem(tx, id, { protocol: 'torrent', held: null }))
  const rules = { ...RULES }
  const { round } = startProcess({ db, clock, client, readable: new Set(['/done']), rules })
  client.all({ state: 'seeding', path: '/done', ratio: 0.5 })
  await round()
  await round()
  expect(findDownload(db.read, id)).toMatchObject({ stage: 'post_processed', held: 'seeding' })
  rules.remove_completed = false
  clock.pass(2)
  await round()
  expect([findDownload(db.read, id)?.held, client.names]).toEqual([null, ['name 1']])
})

describe('a completed download that is not in the library', () => {
  const operations = (fails: boolean) => {
    const made = new Operations({ db, clock, random: systemRandom, log: QUIET })
    let runs = 0
    made.handle(PROCESS_DOWNLOAD, {
      run: async () => {
        runs += 1
        if (fails) throw new Error('a mistake of ours')
      },
    })
    return {
      made,
      runs: () => runs,
      completedDownloads: new CompletedDownloads({ db, clock, log: QUIET, operations: made }),
    }
  }

  test('is resumed, one at a time', async () => {
    await snatched(1, 'fake', 'downloaded')
    const { made, runs, completedDownloads } = operations(false)
    completedDownloads.sweep()
    completedDownloads.sweep()
    completedDownloads.start('item-1')
    await made.idle()
    expect(runs()).toBe(1)
  })

  test('is retried five times with pauses, then needs the user', async () => {
    const id = await snatched(1, 'fake', 'downloaded')
    const { made, runs, completedDownloads } = operations(true)
    for (let minute = 0; minute < 60; minute++) {
      completedDownloads.sweep()
      await made.idle()
      if (minute === 1) expect(runs()).toBe(1)
      clock.pass(1)
    }
    expect(runs()).toBe(5)
    expect(findDownload(db.read, id)?.stage).toBe('manual_review')
    expect(findDownload(db.read, id)?.reason).toContain('It was tried 5 times.')
  })
})

test('checks stop while there is nothing to follow, and run every five seconds while something changes', async () => {
  const time = fakeClock()
  let looks = 0
  const holding = {
    round: async () => {
      looks += 1
    },
  }
  const ports = {
    files: { stat: async () => undefined, list: async () => [], open: () => Promise.reject(new Error()) },
    log: QUIET,
    clients: { named: () => client, rules: () => undefined, localPath: (_: string, path: string) => path },
    settings: () => ({ blocks: true, searches: true, stalled_hours: 24 }),
  }
  const completedDownloads = { start: () => {}, sweep: () => {} }
  const watcher = new Watcher({ db, clock: time, board: new ProgressBoard(), completedDownloads, holding, ports })
  watcher.begin()
  await time.advance('1 h')
  expect([looks, time.isAwaited('1 d')]).toEqual([1, false])
  await snatched(1)
  watcher.checkRegularly()
  await time.advance('1 s')
  expect([looks, time.isAwaited('5 s')]).toEqual([2, true])
  await time.advance('10 s')
  expect(looks).toBe(4)
  client.all({ state: 'queued' })
  await time.advance('10 min')
  const [before] = [looks]
  await time.advance('3 min')
  expect(looks - before).toBe(3)
  watcher.checkNow()
  await time.advance('1 s')
  expect(looks - before).toBe(4)
  watcher.stop()
  await watcher.idle()
  await time.advance('1 h')
  expect(looks - before).toBe(4)
})
