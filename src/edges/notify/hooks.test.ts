import { afterEach, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineLog } from '../../base/platform/log'
import { systemPrograms } from '../../base/platform/programs'
import { systemRandom } from '../../base/platform/random'
import { testApp } from '../../testing/app'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { fakeHttp, type Handler } from '../../testing/fakes/http'
import { isPresent } from '../../testing/harness/programs'
import { makeIssues, makeSeries } from '../../testing/make'
import { makeHooks } from './feature'
import type { Hook, HookResult } from './hook'
import { Hooks } from './hooks'
import type { ImportFacts, ImportPayload } from './import-payload'
import type { HookName } from './states'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const NOTHING = {
  komga_url: '',
  komga_apikey: 'komga-key',
  komga_library: '',
  kavita_url: '',
  kavita_apikey: 'kavita-key',
  kavita_folder: '',
  webhook_url: '',
  enable_extra_scripts: false,
  extra_scripts: '',
}

const brought: ImportFacts = {
  comic_id: 'harbor',
  issue_ids: ['harbor-7'],
  files: ['/library/Harbor Lights/Harbor Lights 007.cbz'],
}

/** Hooks over one fake service, with a series and an issue whose files are imported. */
function makeHarness(settings: Partial<typeof NOTHING>, handler: Handler = () => new Response()) {
  const db = testDatabase()
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', [7])
  const clock = fakeClock()
  const log: string[] = []
  const requests: { method: string; url: string; headers: Headers; body: string }[] = []
  const http = fakeHttp({
    async '192.168.1.5:5000'(request) {
      const { method, url, headers } = request
      requests.push({ method, url, headers, body: await request.clone().text() })
      return handler(request)
    },
  })
  const lines = lineLog(clock.now, (line) => log.push(line), 'debug')
  const ports = { clock, random: systemRandom, http, programs: systemPrograms, log: lines }
  const config = { get: (name: keyof typeof NOTHING) => ({ ...NOTHING, ...settings })[name] } as never
  const { hooks } = makeHooks({ ports, db, config, libraries: () => ['/library'] })
  ending.push(() => hooks.stop())
  const arrived = async (facts = brought) => {
    db.write((tx) => hooks.arrived(tx, facts))
    await Promise.resolve()
    await hooks.idle()
  }
  const state = (name: string) => hooks.states().hooks.find(({ hook }) => hook === name)
  return { db, hooks, clock, log, requests, arrived, state }
}

const HOST = 'http://192.168.1.5:5000'

test('no call is made when no hook is set up', async () => {
  const { arrived, requests, state } = makeHarness({})
  await arrived()
  expect(requests).toEqual([])
  expect(state('webhook')).toMatchObject({ configured: false, waiting: 0 })
})

test('a webhook gets series, issues and files as JSON', async () => {
  const { arrived, requests, state, clock } = makeHarness({ webhook_url: `${HOST}/panel` })
  await arrived()
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`POST ${HOST}/panel`])
  expect(JSON.parse(requests[0]!.body)).toEqual({
    event: 'arrived',
    at: clock.now(),
    series: { comic_id: 'harbor', name: 'Harbor Lights', year: 2015, publisher: null, content_type: 'comic' },
    issues: [{ issue_id: 'harbor-7', number: '7', title: null }],
    files: brought.files as string[],
  } satisfies ImportPayload)
  expect(state('webhook')).toMatchObject({ configured: true, waiting: 0, last_ok_at: clock.now(), error: null })
})

test('an import whose transaction is rolled back is not announced', async () => {
  const { db, hooks, requests } = makeHarness({ webhook_url: HOST })
  expect(() =>
    db.write((tx) => {
      hooks.arrived(tx, brought)
      throw new Error('the disk is full')
    }),
  ).toThrow('the disk is full')
  await hooks.send()
  expect(requests).toEqual([])
})

describe('Komga', () => {
  const komga: Handler = ({ method }) =>
    method === 'GET'
      ? Response.json([
          { id: 'L1', name: 'Comics' },
          { id: 'L2', name: 'Manga' },
        ])
      : new Response(null, { status: 202 })

  test('scans every library, or the one that the settings name', async () => {
    for (const [komga_library, scanned] of [
      ['', ['L1', 'L2']],
      ['L2', ['L2']],
      ['Comics', ['L1']],
    ] as const) {
      const { arrived, requests } = makeHarness({ komga_url: `${HOST}/komga/`, komga_library }, komga)
      await arrived()
      const scans = scanned.map((id) => `POST ${HOST}/komga/api/v1/libraries/${id}/scan?deep=false`)
      expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
        `GET ${HOST}/komga/api/v1/libraries`,
        ...scans,
      ])
      expect(requests.every(({ headers }) => headers.get('x-api-key') === 'komga-key')).toBe(true)
    }
  })

  test('lists its libraries when the one in the settings does not exist', async () => {
    const { hooks } = makeHarness({ komga_url: HOST, komga_library: 'L9' }, komga)
    const tested = await hooks.test('komga')
    expect(tested).toEqual({ success: false, detail: 'Komga has no library L9. It has: Comics (L1), Manga (L2).' })
  })

  test('is called once for all files imported before the call', async () => {
    const { db, hooks, requests } = makeHarness({ komga_url: HOST, komga_library: 'L1' }, komga)
    for (let n = 0; n < 5; n++) db.write((tx) => hooks.arrived(tx, brought))
    await hooks.send()
    expect(requests.filter(({ method }) => method === 'POST').length).toBe(1)
  })

  test('is called again for files imported during a call', async () => {
    const first = Promise.withResolvers<void>()
    const { db, hooks, requests } = makeHarness({ komga_url: HOST, komga_library: 'L1' }, async (request) => {
      if (request.method === 'POST') await first.promise
      return komga(request)
    })
    db.write((tx) => hooks.arrived(tx, brought))
    while (!requests.some(({ method }) => method === 'POST')) await Bun.sleep(1)
    db.write((tx) => hooks.arrived(tx, brought))
    first.resolve()
    await hooks.send()
    expect(requests.filter(({ method }) => method === 'POST').length).toBe(2)
  })

  test('that rejects the key gives a sentence that says so', async () => {
    const { hooks } = makeHarness({ komga_url: HOST }, () => new Response(null, { status: 401 }))
    const { detail } = await hooks.test('komga')
    expect(detail).toBe(`Komga at ${HOST} rejected the key (401). Enter the key of an administrator.`)
  })
})

describe('Kavita', () => {
  const kavita: Handler = ({ url }) =>
    url.includes('authenticate') ? Response.json({ token: 'jwt' }) : new Response(null, { status: 200 })

  test('scans each folder with new files, by its own paths', async () => {
    const { arrived, requests } = makeHarness({ kavita_url: HOST, kavita_folder: '/manga/' }, kavita)
    await arrived({
      ...brought,
      files: ['/library/A/1.cbz', '/library/A/2.cbz', '/library/B/1.cbz', '/else/C/1.cbz'],
    })
    const scans = requests.filter(({ url }) => url.endsWith('/api/Library/scan-folder'))
    expect(scans.map(({ body }) => JSON.parse(body))).toEqual([
      { apiKey: 'kavita-key', folderPath: '/manga/A' },
      { apiKey: 'kavita-key', folderPath: '/manga/B' },
      { apiKey: 'kavita-key', folderPath: '/else/C' },
    ])
    expect(scans.every(({ headers }) => headers.get('authorization') === 'Bearer jwt')).toBe(true)
    expect(requests[0]!.url).toBe(`${HOST}/api/Plugin/authenticate?apiKey=kavita-key&pluginName=Panelkeep`)
  })

  test('is distinguished from another program at the address', async () => {
    const { hooks } = makeHarness({ kavita_url: HOST }, () => new Response('<html>'))
    const tested = await hooks.test('kavita')
    expect(tested).toEqual({ success: false, detail: 'What answers at kavita_url is not Kavita. Check the address.' })
  })
})

const LIBRARIES = [
  { id: 'L1', name: 'Comics' },
  { id: 'L2', name: 'Manga' },
]
test.each<[string, HookName, Partial<typeof NOTHING>, Handler, string]>([
  ['names the libraries of Komga', 'komga', { komga_url: HOST }, () => Response.json(LIBRARIES), 'Connected. Komga scans Comics, Manga after each import.'],
  ['says that Komga has no library', 'komga', { komga_url: HOST }, () => Response.json([]), 'Komga has no library at all. It has: none.'],
  ['distinguishes Komga from another program', 'komga', { komga_url: HOST }, () => Response.json({}), 'What answers at komga_url is not Komga. Check the address.'],
  ['says that Kavita accepted the key', 'kavita', { kavita_url: HOST }, () => Response.json({ token: 'jwt' }), 'Kavita responded and accepted the key.'],
  ['says that Kavita rejected the key', 'kavita', { kavita_url: HOST }, () => new Response(null, { status: 401 }), `Kavita at ${HOST} rejected the key (401). Enter the key of an administrator.`],
  ['says that Kavita needs another key', 'kavita', { kavita_url: HOST }, () => new Response(null, { status: 403 }), `Kavita at ${HOST} rejected the key (403). Enter the key of an administrator.`],
  ['distinguishes Kavita from a program that answers null', 'kavita', { kavita_url: HOST }, () => Response.json(null), 'What answers at kavita_url is not Kavita. Check the address.'],
  ['refuses a webhook without an address', 'webhook', { webhook_url: 'home' }, () => new Response(), 'The webhook address is invalid. Enter one such as http://127.0.0.1:8123/api/webhook/comics.'],
  ['refuses a webhook with an invalid address', 'webhook', { webhook_url: 'http://' }, () => new Response(), 'The webhook address is invalid. Enter one such as http://127.0.0.1:8123/api/webhook/comics.'],
])('a test %s', async (_what, hook, settings, handler, detail) => {
  expect((await makeHarness(settings, handler).hooks.test(hook)).detail).toBe(detail)
}) // biome-ignore format: a table

test.each<[string, Partial<typeof NOTHING>]>([
  ['Komga', { komga_url: HOST }],
  ['Kavita', { kavita_url: HOST }],
])('%s that refuses its scan is called again', async (name, settings) => {
  const { arrived, state } = makeHarness(settings, ({ method, url }) =>
    method === 'GET' || url.includes('authenticate')
      ? Response.json(method === 'GET' ? LIBRARIES : { token: 'jwt' })
      : new Response(null, { status: 503 }),
  )
  await arrived()
  expect(state(name.toLowerCase())).toMatchObject({ waiting: 1, error: `${name} at ${HOST} answered 503.` })
})

describe('a failed call', () => {
  test('is retried, later each time, until it is given up', async () => {
    const { arrived, requests, clock, hooks, state } = makeHarness(
      { webhook_url: HOST },
      () => new Response('', { status: 500 }),
    )
    await arrived()
    for (const [wait, tries] of [
      ['1 min', 2],
      ['5 min', 3],
      ['20 min', 4],
      ['1 h', 5],
    ] as const) {
      expect(state('webhook')).toMatchObject({ waiting: 1, error: `The webhook at ${HOST} answered 500.` })
      await hooks.tick()
      expect(requests.length).toBe(tries - 1)
      await clock.advance(wait)
      await hooks.tick()
      expect(requests.length).toBe(tries)
    }
    expect(state('webhook')).toMatchObject({ waiting: 0, given_up: 1, error: `The webhook at ${HOST} answered 500.` })
    await clock.advance('30 d')
    await hooks.tick()
    expect(state('webhook')).toMatchObject({ given_up: 0, error: null })
    expect(requests.length).toBe(5)
  })

  test('is deleted when the hook is no longer set up', async () => {
    const settings = { webhook_url: HOST }
    const { arrived, hooks, clock, requests, state } = makeHarness(settings, () => new Response('', { status: 500 }))
    await arrived()
    settings.webhook_url = ''
    await clock.advance('5 min')
    await hooks.tick()
    expect(requests.length).toBe(1)
    expect(state('webhook')).toMatchObject({ waiting: 0, given_up: 0 })
  })
})

describe.skipIf(!isPresent(process.platform !== 'win32', 'Windows runs no shell scripts'))('a command', () => {
  function script(text: string): { path: string; folder: string } {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep hooks-'))
    ending.push(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'run me.sh')
    writeFileSync(path, `#!/bin/sh\n${text}\n`)
    chmodSync(path, 0o755)
    return { path, folder }
  }

  test('gets the facts in its environment and on its standard input, and no shell reads them', async () => {
    const { path, folder } = script(
      `cd "$(dirname "$0")"; printf '%s|%s' "$PANELKEEP_SERIES" "$PANELKEEP_FILES" > env; cat > input`,
    )
    const { arrived, state } = makeHarness({ enable_extra_scripts: true, extra_scripts: path })
    const file = '/library/$(touch pwned) ; "x"/1.cbz'
    await arrived({ ...brought, files: [file] })
    expect(readFileSync(join(folder, 'env'), 'utf8')).toBe(`Harbor Lights|${file}`)
    expect(JSON.parse(readFileSync(join(folder, 'input'), 'utf8'))).toMatchObject({ event: 'arrived', files: [file] })
    expect(existsSync(join(folder, 'pwned'))).toBe(false)
    expect(state('command')).toMatchObject({ waiting: 0, error: null })
  })

  test('can be a program with arguments', async () => {
    const { folder } = script('')
    const list = JSON.stringify(['/bin/sh', '-c', `echo "$0" > ${JSON.stringify(join(folder, 'out'))}`, 'an argument'])
    const { arrived } = makeHarness({ enable_extra_scripts: true, extra_scripts: list })
    await arrived()
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('an argument\n')
  })

  test('that fails leaves its last lines in the log', async () => {
    const { path } = script('echo one; echo the reason >&2; exit 3')
    const { hooks, log } = makeHarness({ enable_extra_scripts: true, extra_scripts: path })
    expect(await hooks.test('command')).toEqual({
      success: false,
      detail: `${path} ended with 3. The log has its last lines.`,
    })
    expect(log.some((line) => line.includes('the reason'))).toBe(true)
  })

  test('has to exist, and has to be an absolute path', async () => {
    const missing = makeHarness({ enable_extra_scripts: true, extra_scripts: '/no/such/program' })
    expect((await missing.hooks.test('command')).detail).toStartWith('/no/such/program could not be started')
    const half = makeHarness({ enable_extra_scripts: true, extra_scripts: 'notify.sh' })
    expect((await half.hooks.test('command')).detail).toContain('whole path')
  })

  test('is ended when Panelkeep stops, and run again after the next start', async () => {
    const { path } = script('echo started > "$0.started"; sleep 60')
    const { db, hooks, state } = makeHarness({ enable_extra_scripts: true, extra_scripts: path })
    db.write((tx) => hooks.arrived(tx, brought))
    while (!existsSync(`${path}.started`)) await Bun.sleep(5)
    await hooks.stop()
    expect(state('command')).toMatchObject({ waiting: 1, error: null })
  })
})

/** Two hooks whose calls the test answers. */
function makePair(messages: unknown[] = [{ scan: true }]) {
  const db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [7])
  const clock = fakeClock()
  const calls: { name: string; answer: (result: HookResult) => void }[] = []
  const off = new Set<string>()
  const hookOf = (name: HookName): Hook => {
    const call = () => new Promise<HookResult>((answer) => calls.push({ name, answer }))
    return { name, label: name, isSet: () => !off.has(name), messages: () => messages, send: call, test: call }
  }
  const log = lineLog(clock.now, () => {}, 'debug')
  const hooks = new Hooks({ db, clock, random: systemRandom, log, hooks: [hookOf('komga'), hookOf('webhook')] })
  ending.push(() => hooks.stop())
  const calling = async (count: number) => {
    while (calls.length < count) await new Promise((done) => setImmediate(done))
    return calls.slice(count - 2)
  }
  const arrived = () => db.write((tx) => hooks.arrived(tx, brought))
  const waiting = () => hooks.states().hooks.map((each) => each.waiting)
  return { db, clock, hooks, off, calls, calling, arrived, waiting }
}

describe('a call', () => {
  const FAILURE = { failure: 'No.' }

  test('that failed is not queued again by the next import, since it is still waiting', async () => {
    const { hooks, calling, arrived, waiting } = makePair()
    arrived()
    for (const { answer } of await calling(2)) answer(FAILURE)
    await hooks.idle()
    arrived()
    expect(waiting()).toEqual([1, 1])
  })

  test('of a hook that is off is deleted, and that of another hook stays', async () => {
    const { hooks, clock, off, calls, calling, arrived, waiting } = makePair()
    arrived()
    for (const { answer } of await calling(2)) answer(FAILURE)
    await hooks.idle()
    off.add('komga')
    const retried = clock.advance('1 min').then(() => hooks.tick())
    while (calls.length < 3) await new Promise((done) => setImmediate(done))
    expect(waiting()).toEqual([0, 1])
    calls[2]!.answer({ ok: 'Done.' })
    await retried
    expect(hooks.states().hooks).toMatchObject([
      { hook: 'komga', waiting: 0, last_ok_at: null },
      { hook: 'webhook', waiting: 0, last_ok_at: clock.now(), error: null },
    ])
  })

  test('in progress is awaited by a stop, which begins no other', async () => {
    const { hooks, calls, calling, arrived, waiting } = makePair([{ scan: 1 }, { scan: 2 }])
    arrived()
    const [first, second] = await calling(2)
    let isStopped = false
    const stopped = hooks.stop().then(() => {
      isStopped = true
    })
    first!.answer({ ok: 'Done.' })
    await new Promise((done) => setImmediate(done))
    expect(isStopped).toBe(false)
    second!.answer(FAILURE)
    await stopped
    // Calls that failed during the shutdown are repeated by the next start, as are calls that had not begun.
    expect([calls.length, waiting(), hooks.states().hooks[1]!.error]).toEqual([2, [1, 2], null])
  })
})

test('the settings page lists and tests all hooks', async () => {
  const app = await testApp({
    settings: { webhook_url: HOST },
    ports: { http: fakeHttp({ '192.168.1.5:5000': () => new Response() }) },
  })
  ending.push(() => app.close())
  const { hooks } = await app.reader.json<{ hooks: { hook: string; configured: boolean }[] }>(
    200,
    app.reader.get('/api/config/hooks'),
  )
  expect(hooks.map(({ hook, configured }) => [hook, configured])).toEqual([
    ['komga', false],
    ['kavita', false],
    ['webhook', true],
    ['command', false],
  ])
  const tested = await app.reader.json(200, app.reader.post('/api/config/hooks/test', { hook: 'webhook' }))
  expect(tested).toEqual({ success: true, detail: 'The webhook answered 200.' })
  const refused = await app.reader.json(409, app.reader.post('/api/config/hooks/test', { hook: 'komga' }))
  expect(refused).toEqual({ detail: 'Komga is not set up. Save its settings first.' })
  expect((await app.guest.get('/api/config/hooks')).status).toBe(401)
})

test('a call that was delayed while the clock was ahead is made when the clock is set back', async () => {
  let fails = true
  const { hooks, arrived, requests, clock } = makeHarness(
    { webhook_url: HOST },
    () => new Response(null, { status: fails ? 503 : 200 }),
  )
  clock.jump('5 h')
  await arrived()
  expect(requests).toHaveLength(1)
  await hooks.send()
  expect(requests).toHaveLength(1)
  fails = false
  clock.jump('-5 h')
  await hooks.send()
  expect(requests).toHaveLength(2)
})
