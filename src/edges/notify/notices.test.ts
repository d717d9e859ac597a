import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppEvent } from '../../base/events/types'
import { lineLog } from '../../base/platform/log'
import { systemMail } from '../../base/platform/mail'
import { systemRandom } from '../../base/platform/random'
import type { ReconciliationState } from '../../intake/acquisition/states'
import { testDatabaseAt } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { fakeHttp, type Handler, Silence } from '../../testing/fakes/http'
import { fakeSmtp } from '../../testing/fakes/smtp'
import { makeIssues, makeSeries } from '../../testing/make'
import { makeNotices } from './notice-feature'
import type { NoticeEvent, NoticeService } from './states'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const HOOK = 'http://192.168.1.5:5000/hook/secret'

interface SentNotice {
  event: string
  title: string
  body: string
  url: string | null
}

/** Notices over one fake host; `sent` records its requests, `received` the events. */
function makeHarness(handler: Handler = () => new Response(), { path = ':memory:', clock = fakeClock() } = {}) {
  const reconciliation: { state: ReconciliationState } = { state: 'ready' }
  const received: AppEvent[] = []
  const db = testDatabaseAt(path, (event) => received.push(event))
  const log: string[] = []
  const sent: SentNotice[] = []
  const http = fakeHttp({
    async '192.168.1.5:5000'(request) {
      const reply = await handler(request)
      if (reply.ok) sent.push((await request.clone().json()) as SentNotice)
      return reply
    },
  })
  const programs = { run: async () => ({ code: 0, output: '' }) }
  const notices = makeNotices({
    ports: {
      clock,
      random: systemRandom,
      http,
      programs,
      mail: systemMail,
      log: lineLog(clock.now, (line) => log.push(line), 'debug'),
    },
    db,
    config: { get: (name: string) => ({ public_url: 'https://comics.example/' })[name] } as never,
    machine: { platform: 'linux', hasScreen: true },
    gate: { read: () => ({ reconciliation }) as never },
    subscribe: () => {},
  })
  const close = async () => {
    await notices.stop()
    db.close()
  }
  ending.push(close)
  const add = (service: NoticeService, values: Record<string, string>, events?: NoticeEvent[]) =>
    notices.targets.add({ service, values, ...(events && { events }) }).target
  const health = (label: string, detail = '', page: string | null = null) =>
    db.write((tx) => notices.health(tx, { label, detail }, page))
  const target = () => notices.targets.list().targets[0]!
  const row = () => notices.targets.log({}).notices[0]!
  return { db, clock, log, sent, received, notices, reconciliation, add, health, target, row, close }
}

describe('events within a minute', () => {
  test('are one notice: ten imported issues are sent together', async () => {
    const { db, notices, add, clock, sent } = makeHarness()
    makeSeries(db)
    const issues = makeIssues(db, 'harbor', [1, 2, 3, 4, 5, 6, 7, 8, 9, { number: '10', title: 'The last ferry' }])
    add('webhook', { url: HOOK })
    for (const [at, issue_id] of issues.entries()) {
      db.write((tx) => notices.arrived(tx, { comic_id: 'harbor', issue_ids: [issue_id], files: [] }))
      if (at === 4) await clock.advance('40 s')
    }
    expect(sent).toEqual([])
    await clock.advance('20 s')
    expect(sent).toMatchObject([
      {
        event: 'arrived',
        title: '10 issues imported',
        url: 'https://comics.example/library/harbor',
        body: [
          ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `Harbor Lights #${number}`),
          'Harbor Lights #10: The last ferry',
        ].join('\n'),
      },
    ])
    await clock.advance('10 min')
    expect(sent).toHaveLength(1)
  })

  test('are grouped by kind, and later events are sent later', async () => {
    const { db, notices, add, health, clock, sent } = makeHarness()
    makeSeries(db)
    makeIssues(db, 'harbor', [1])
    add('webhook', { url: HOOK })
    db.write((tx) => notices.arrived(tx, { comic_id: 'harbor', issue_ids: ['harbor-1'], files: [] }))
    health('The disk is nearly full.', 'Make room.', '/settings')
    await clock.advance('1 min')
    health('The clock is wrong.')
    await clock.advance('1 min')
    expect(sent.map(({ title, body }) => [title, body])).toEqual([
      ['Harbor Lights #1 imported', ''],
      ['The disk is nearly full.', 'Make room.'],
      ['The clock is wrong.', ''],
    ])
  })

  test('are cut to a readable length', async () => {
    const { add, health, clock, sent } = makeHarness()
    add('webhook', { url: HOOK })
    for (let nth = 1; nth <= 40; nth++) health(`Thing ${nth}`)
    await clock.advance('1 min')
    const lines = sent[0]!.body.split('\n')
    expect(sent[0]!.title).toBe('Health: 40 things changed')
    expect(lines).toHaveLength(16)
    expect(lines.at(-1)).toBe('and 25 more')
  })
})

test('events of one minute are sent together, and later ones next time', async () => {
  const clock = fakeClock()
  let waits = 0
  const counting = {
    ...clock,
    after(ms: number, signal?: AbortSignal) {
      waits++
      return clock.after(ms, signal)
    },
  }
  const { add, health } = makeHarness(undefined, { clock: counting })
  add('webhook', { url: HOOK })
  for (let nth = 0; nth < 3; nth++) health('Thing')
  expect(waits).toBe(1)
  await clock.advance('1 min')
  health('Thing')
  expect(waits).toBe(2)
})

test('a stop sends nothing further, and the next start sends the rest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-notices-'))
  ending.push(() => rmSync(folder, { recursive: true, force: true }))
  const [path, clock] = [join(folder, 'panelkeep.db'), fakeClock()]
  const first: ReturnType<typeof makeHarness> = makeHarness(
    () => {
      void first.notices.stop()
      return new Response()
    },
    { path, clock },
  )
  first.add('webhook', { url: HOOK })
  first.health('One')
  first.db.write((tx) => first.notices.newer(tx, { version: '9.0.0', at: null }))
  await clock.advance('1 min')
  await first.notices.idle()
  expect(first.sent.map(({ title }) => title)).toEqual(['One'])
  ending.pop()
  await first.close()
  const second = makeHarness(undefined, { path, clock })
  await second.notices.tick()
  expect(second.sent.map(({ title }) => title)).toEqual(['Panelkeep 9.0.0 is there'])
})

test('events on different pages give a notice without a link', async () => {
  const { add, health, clock, sent } = makeHarness()
  add('webhook', { url: HOOK })
  health('One', '', '/settings')
  health('Two', '', '/settings')
  await clock.advance('1 min')
  health('Three', '', '/settings')
  health('Four', '', '/system')
  await clock.advance('1 min')
  expect(sent.map(({ url }) => url)).toEqual(['https://comics.example/settings', null])
})

test('each target gets the events it has chosen, and none while it is off', async () => {
  const { notices, add, health, clock, sent } = makeHarness()
  add('webhook', { url: HOOK }, ['arrived', 'update'])
  const { target_id } = add('webhook', { url: HOOK }, ['health'])
  health('One')
  await clock.advance('1 min')
  expect(sent.map(({ title }) => title)).toEqual(['One'])
  health('Two')
  notices.targets.change(target_id, { enabled: false })
  health('Three')
  await clock.advance('10 min')
  expect(sent.map(({ title }) => title)).toEqual(['One'])
})

describe('a target that was moved in from another program', () => {
  test('gets nothing before the migration was reviewed, and then all events as one notice', async () => {
    const { reconciliation, notices, add, health, clock, sent } = makeHarness()
    const { target_id: own } = add('webhook', { url: HOOK }, ['update'])
    reconciliation.state = 'migrating'
    await clock.advance('1 s')
    const { target_id } = add('webhook', { url: HOOK }, ['health'])
    for (const state of ['migrating', 'pending_preview', 'failed'] as const) {
      reconciliation.state = state
      health(`While it is ${state}`)
      await clock.advance('10 min')
    }
    expect(sent).toEqual([])
    const views = () => notices.targets.list().targets
    expect(views().map((each) => [each.target_id, each.awaits_review])).toEqual([
      [own, undefined],
      [target_id, true],
    ])
    notices.targets.change(own, { events: ['health'] })
    health('Later')
    await clock.advance('1 min')
    expect(sent.map(({ title }) => title)).toEqual(['Later'])
    reconciliation.state = 'ready'
    expect(views()[1]?.awaits_review).toBeUndefined()
    await notices.tick()
    expect(sent[1]).toMatchObject({ title: 'Health: 4 things changed' })
    expect(views()[1]?.awaits_review).toBeUndefined()
    // After one review the target is like any other.
    reconciliation.state = 'pending_preview'
    health('Last')
    await clock.advance('1 min')
    expect(sent).toHaveLength(4)
  })

  test('gets its notices once the user has saved it', async () => {
    const { reconciliation, notices, add, health, clock, sent } = makeHarness()
    reconciliation.state = 'migrating'
    const { target_id } = add('webhook', { url: HOOK })
    reconciliation.state = 'pending_preview'
    notices.targets.change(target_id, { name: 'Mine' })
    health('One')
    await clock.advance('1 min')
    expect(sent.map(({ title }) => title)).toEqual(['One'])
  })
})

test('an event whose transaction is rolled back gives no notice', async () => {
  const { db, notices, add, clock, sent } = makeHarness()
  add('webhook', { url: HOOK })
  expect(() =>
    db.write((tx) => {
      notices.health(tx, { label: 'One', detail: '' }, null)
      throw new Error('the disk is full')
    }),
  ).toThrow('the disk is full')
  await clock.advance('10 min')
  expect(sent).toEqual([])
})

describe('a target that rejects a notice', () => {
  test('is retried, later each time, until the notice is given up', async () => {
    const { notices, add, health, clock, target, row, log } = makeHarness(() => new Response(null, { status: 500 }))
    add('webhook', { url: HOOK })
    health('One')
    await clock.advance('1 min')
    const error = 'The webhook at http://192.168.1.5:5000 answered 500.'
    expect(row()).toMatchObject({ state: 'waiting', attempts: 1, error })
    expect(target()).toMatchObject({ waiting: 1, error, last_ok_at: null, next_at: row().next_at })
    for (const [minutes, attempts] of [
      [1, 2],
      [5, 3],
      [20, 4],
      [60, 5],
      [240, 6],
    ] as const) {
      await clock.advance(`${minutes} min`)
      await notices.tick()
      expect(row().attempts).toBe(attempts)
    }
    expect(row()).toMatchObject({ state: 'failed', error, next_at: null })
    expect(target()).toMatchObject({ waiting: 0, given_up: 1, error })
    expect(log.join('\n')).not.toContain('secret')
  })

  test('gets no other notice until then, and afterwards all of them in order', async () => {
    let isDown = true
    let requests = 0
    const { notices, add, health, clock, sent, target } = makeHarness(() => {
      requests++
      if (isDown) throw new Silence()
      return new Response()
    })
    add('webhook', { url: HOOK })
    health('One')
    await clock.advance('1 min')
    await notices.tick()
    health('Two')
    await notices.tick()
    expect(requests).toBe(1)
    expect(target().error).toBe('The webhook at http://192.168.1.5:5000 does not answer: no answer within 30 seconds.')
    isDown = false
    await clock.advance('2 min')
    await notices.tick()
    expect(sent.map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(target()).toMatchObject({ waiting: 0, error: null, last_ok_at: '2026-11-21T08:02:00.000Z' })
  })

  test('because of a limit is retried when the limit ends, which does not count as an attempt', async () => {
    let limits = 8
    const { notices, add, health, clock, sent, row } = makeHarness(() =>
      limits-- > 0 ? new Response(null, { status: 429, headers: { 'Retry-After': '600' } }) : new Response(),
    )
    add('webhook', { url: HOOK })
    health('One')
    await clock.advance('1 min')
    expect(row()).toMatchObject({ state: 'waiting', attempts: 0, next_at: '2026-11-21T08:11:00.000Z' })
    for (let nth = 0; nth < 8; nth++) {
      await clock.advance('10 min')
      await notices.tick()
    }
    expect(sent.map(({ title }) => title)).toEqual(['One'])
  })

  test('for a day does not get notices that are a day old', async () => {
    const { notices, add, health, clock, row } = makeHarness(
      () => new Response(null, { status: 429, headers: { 'Retry-After': '86400' } }),
    )
    add('webhook', { url: HOOK })
    health('One')
    await clock.advance('1 min')
    expect(row()).toMatchObject({ state: 'failed' })
    await clock.advance('30 d')
    await clock.advance('1 d')
    await notices.tick()
    expect(notices.targets.log({}).notices).toEqual([])
  })

  test('is retried at once when its settings are corrected', async () => {
    const { notices, add, health, clock, sent, target } = makeHarness(({ url }) =>
      url.endsWith('right') ? new Response() : new Response(null, { status: 404 }),
    )
    const { target_id } = add('webhook', { url: HOOK })
    health('One')
    await clock.advance('1 min')
    expect(sent).toEqual([])
    notices.targets.change(target_id, { values: { url: 'http://192.168.1.5:5000/right' } })
    expect(target().error).toBe(null)
    await notices.tick()
    expect(sent.map(({ title }) => title)).toEqual(['One'])
  })

  test('is not retried earlier after a new name, and loses its notices when it is turned off', async () => {
    const { notices, add, health, clock, row, target } = makeHarness(() => new Response(null, { status: 500 }))
    const { target_id } = add('webhook', { url: HOOK })
    health('One')
    await clock.advance('1 min')
    const [before, error] = [row(), target().error]
    notices.targets.change(target_id, { name: 'Mine', values: { url: null } })
    expect([row(), target().error]).toEqual([{ ...before, target_name: 'Mine' }, error])
    notices.targets.change(target_id, { enabled: false })
    expect(notices.targets.log({}).notices).toEqual([])
  })

  test('does not delay other targets', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { add, health, clock, sent, notices } = makeHarness(({ url }) =>
      url.endsWith('slow') ? promise : new Response(),
    )
    add('webhook', { url: 'http://192.168.1.5:5000/slow' })
    add('webhook', { url: HOOK })
    health('One')
    await clock.advance('1 min')
    expect(sent).toHaveLength(1)
    resolve(new Response())
    await notices.idle()
    expect(sent).toHaveLength(2)
  })
})

test('a secret of three letters hides no part of a sentence', async () => {
  const { add, health, clock, target } = makeHarness(() => Response.json({ error: 'no such topic' }, { status: 401 }))
  add('ntfy', { server: 'http://192.168.1.5:5000', topic: 'comics', username: 'me', password: 'top' })
  health('One')
  await clock.advance('1 min')
  expect(target().error).toEndWith('rejected the login (401): no such topic. Enter another one.')
})

test('secrets that a service repeats are hidden', async () => {
  const { add, health, clock, target, log, notices } = makeHarness(() =>
    Response.json({ error: 'no such token tk_verysecret' }, { status: 401 }),
  )
  add('ntfy', { server: 'http://192.168.1.5:5000', topic: 'comics', token: 'tk_verysecret' })
  health('One')
  await clock.advance('1 min')
  expect(target().error).toBe(
    'ntfy at http://192.168.1.5:5000 rejected the access token (401): no such token •••. Enter another one.',
  )
  expect(JSON.stringify([notices.targets.list(), notices.targets.log({}), log])).not.toContain('verysecret')
})

test('a restart loses no notice and repeats none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-notices-'))
  ending.push(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'panelkeep.db')
  const clock = fakeClock()
  const { promise } = Promise.withResolvers<Response>()
  const first = makeHarness(
    ({ signal }) => {
      const cut = new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return Promise.race([promise, cut])
    },
    { path, clock },
  )
  first.add('webhook', { url: HOOK })
  first.health('One')
  await clock.advance('1 min')
  ending.pop()
  await first.close()

  const second = makeHarness(undefined, { path, clock })
  await second.notices.tick()
  expect(second.sent.map(({ title }) => title)).toEqual(['One'])
  ending.pop()
  await second.close()
  const third = makeHarness(undefined, { path, clock })
  await clock.advance('10 min')
  await third.notices.tick()
  expect(third.sent).toEqual([])
})

test('open pages get an event for a new notice and for a sent one', async () => {
  const { add, health, clock, received } = makeHarness()
  add('webhook', { url: HOOK })
  received.length = 0
  health('One')
  expect(received.splice(0)).toEqual([{ type: 'notices.changed' }])
  await clock.advance('1 min')
  expect(received).toEqual([{ type: 'notices.changed' }])
})

test('a mail arrives at a real mail server', async () => {
  const login = { username: 'reader', password: 'correct horse' }
  const smtp = await fakeSmtp({ starttls: true, auth: ['PLAIN'], login })
  ending.push(() => smtp.stop())
  const { add, health, clock, notices, target } = makeHarness()
  add('email', {
    host: '127.0.0.1',
    port: String(smtp.port),
    certificate: 'any',
    username: 'reader',
    password: 'correct horse',
    from: 'panelkeep@example.org',
    to: 'reader@example.org',
  })
  health('The disk is nearly full.', 'Make room.', '/settings')
  await clock.advance('1 min')
  await notices.idle()
  expect(target()).toMatchObject({ error: null, last_ok_at: clock.now() })
  expect(smtp.received).toMatchObject([{ to: ['TO:<reader@example.org>'], encrypted: true, loggedIn: true }])
  expect(smtp.received[0]!.data).toContain('Make room.\n\nhttps://comics.example/settings')
})
