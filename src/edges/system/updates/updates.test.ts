import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { tarGzOf } from '../../../../build/archives'
import type { Files } from '../../../base/platform/ports'
import { systemPrograms } from '../../../base/platform/programs'
import { Refusal } from '../../../base/refusal'
import { type TestApp, type TestOptions, testApp } from '../../../testing/app'
import { disk } from '../../../testing/disks/disk'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeHttp } from '../../../testing/fakes/http'
import { until } from '../../../testing/harness/until'
import { releaseKey, signedFeed } from '../../../testing/update-feed'
import type { UpdateFeed } from './feed'
import type { UpdateState } from './states'

const TARGET = 'linux-x64'
const script = (version: string) => new TextEncoder().encode(`#!/bin/sh\necho panelkeep ${version}\n`)
const NOW = '2026-11-23T12:00:00.000Z'
const packed = (content: Uint8Array): Uint8Array<ArrayBuffer> =>
  tarGzOf([{ name: 'panelkeep-1.0.0/panelkeep', content, runs: true }], NOW)
const key = releaseKey()

interface Page {
  obstacle: string | null
  available: { version: string; notes: string[]; size: number | null } | null
  update: {
    version: string
    state: UpdateState
    error: string | null
    received: number
    created_at: string
    finished_at: string | null
  } | null
}

let harness: TestApp | undefined
let folder = ''
afterEach(async () => {
  await closed()
  rmSync(folder, { recursive: true, force: true })
})

async function closed(): Promise<void> {
  await harness?.close()
  harness = undefined
}

const programs = () => join(folder, 'programs')
const executable = () => join(programs(), 'panelkeep')

interface Server {
  feed: UpdateFeed
  file: () => Response | Promise<Response>
}

/** A copy of version 0.0.0-test that has checked the feed once. */
async function opened({ feed, file }: Server, options: Partial<TestOptions> = {}): Promise<TestApp> {
  folder ||= mkdtempSync(join(tmpdir(), 'panelkeep-updates-'))
  mkdirSync(programs(), { recursive: true })
  writeFileSync(executable(), 'old')
  harness = await testApp({
    folder,
    databasePath: join(folder, 'panelkeep.db'),
    ports: {
      http: fakeHttp({ 'updates.test': ({ url }) => (url.endsWith('/feed.json') ? Response.json(feed) : file()) }),
    },
    settings: { update_feed: 'https://updates.test/feed.json' },
    installation: { kind: 'executable', target: TARGET, executable: executable() },
    updateKey: key.compiled,
    ...options,
  })
  await harness.reader.json(200, harness.reader.post('/api/system/version/check'))
  return harness
}

const offer = (version: string, content: Uint8Array, url = 'panelkeep.tar.gz') =>
  signedFeed(key, { version, target: TARGET, url, content })
const good = (): Server => {
  const content = packed(script('1.0.0'))
  return { feed: offer('1.0.0', content), file: () => new Response(content) }
}
const page = () => harness!.reader.json<Page>(200, harness!.reader.get('/api/system/update'))
const begin = (version = '1.0.0') => harness!.reader.post('/api/system/update', { version })
async function ran(version?: string): Promise<Page> {
  await harness!.reader.json(200, begin(version))
  await harness!.idle()
  return page()
}
const nothingLeft = () => expect(readdirSync(programs())).toEqual(['panelkeep'])

describe('an update', () => {
  test('is downloaded, verified, backed up and placed beside the executable before the restart', async () => {
    const app = await opened(good())
    expect(await page()).toMatchObject({
      obstacle: null,
      available: { version: '1.0.0', notes: ['Faster.'], size: expect.any(Number) },
      update: null,
    })
    expect((await ran()).update).toMatchObject({ version: '1.0.0', state: 'restarting', error: null })
    expect(app.left).toEqual(['update'])
    expect(readFileSync(executable(), 'utf8')).toBe('old')
    expect(readFileSync(`${executable()}.update-new`)).toEqual(Buffer.from(script('1.0.0')))
    expect(JSON.parse(readFileSync(join(folder, 'update/update.json'), 'utf8'))).toMatchObject({
      from: '0.0.0-test',
      to: '1.0.0',
      step: 'ready',
    })
    const { backups } = await app.reader.json<{ backups: { why: string }[] }>(
      200,
      app.reader.get('/api/system/backups'),
    )
    expect(backups.map(({ why }) => why)).toEqual(['before_update'])
  })

  test('can be a bare executable', async () => {
    const content = script('1.0.0')
    await opened({ feed: offer('1.0.0', content, 'panelkeep.exe'), file: () => new Response(content) })
    expect((await ran()).update).toMatchObject({ state: 'restarting' })
    expect(readFileSync(`${executable()}.update-new`)).toEqual(Buffer.from(content))
  })

  test('is refused before the download when its signature is of another key', async () => {
    const content = packed(script('1.0.0'))
    const feed = signedFeed(releaseKey(), { version: '1.0.0', target: TARGET, url: 'panelkeep.tar.gz', content })
    let downloads = 0
    await opened({
      feed,
      file: () => {
        downloads++
        return new Response(content)
      },
    })
    const { update } = await ran()
    expect(update).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('signature of version 1.0.0 is not valid'),
    })
    expect(downloads).toBe(0)
    nothingLeft()
  })

  test('is refused when the signature is of an older version or of another system', async () => {
    const { feed, file } = good()
    await opened({ feed: { ...feed, version: '2.0.0' }, file })
    expect((await ran('2.0.0')).update).toMatchObject({ state: 'failed', error: expect.stringContaining('signature') })
    await closed()
    const other = signedFeed(key, {
      version: '1.0.0',
      target: 'linux-arm64',
      url: 'a',
      content: packed(script('1.0.0')),
    })
    rmSync(folder, { recursive: true })
    await opened({ feed: { ...other, artefacts: { [TARGET]: other.artefacts['linux-arm64']! } }, file })
    expect((await ran()).update).toMatchObject({ state: 'failed', error: expect.stringContaining('signature') })
  })

  test('is refused when the file has the same size but other content', async () => {
    const { feed } = good()
    const size = feed.artefacts[TARGET]!.size
    await opened({ feed, file: () => new Response(new Uint8Array(size).fill(7)) })
    const { update } = await ran()
    expect(update).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('checksum is wrong'),
      finished_at: '2026-11-21T08:00:00.000Z',
    })
    await until(
      () => existsSync(join(folder, 'update')),
      (isThere) => !isThere,
    )
    nothingLeft()
  })

  test('is refused when the file is larger than the feed says', async () => {
    const { feed } = good()
    await opened({ feed, file: () => new Response(new Uint8Array(feed.artefacts[TARGET]!.size + 1)) })
    expect((await ran()).update).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('The download failed.'),
    })
    nothingLeft()
  })

  test('is refused when the executable in it is another version, or does not start', async () => {
    const failing = new TextEncoder().encode('#!/bin/sh\necho panelkeep 1.0.0\nexit 1\n')
    for (const content of [script('0.9.0'), failing, new TextEncoder().encode('no program')]) {
      rmSync(folder, { recursive: true, force: true })
      const file = packed(content)
      await opened({ feed: offer('1.0.0', file), file: () => new Response(file) })
      expect((await ran()).update).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('does not start on this machine'),
      })
      nothingLeft()
      await closed()
    }
  })

  const whole = packed(new Uint8Array(300_000).map((_, at) => (at * 7919) % 251))
  const tar = Bun.gunzipSync(whole)
  const bitRot = whole.slice()
  bitRot.fill(0xff, 1000, 1200)
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['is cut off', whole.slice(0, whole.length / 2)],
    ['lacks its last bytes', whole.slice(0, -6)],
    ['is damaged inside', bitRot],
    ['is no archive', new Uint8Array(5000).fill(7)],
    ['holds a TAR that is cut off', Bun.gzipSync(tar.slice(0, 100_000))],
    ['holds no TAR', Bun.gzipSync(new Uint8Array(5000).fill(7))],
  ])('is refused as damaged when its signed archive %s', async (_, content) => {
    await opened({ feed: offer('1.0.0', content), file: () => new Response(content) })
    const { update } = await ran()
    expect(update?.state).toBe('failed')
    expect(update?.error).toContain('is damaged: its archive cannot be unpacked')
    nothingLeft()
  })

  test.each([
    ['ENOSPC', 'is full. Free some space'],
    ['EROFS', 'is read-only'],
    ['EIO', 'The disk failed. Check it and its cable.'],
  ])('names the error of the disk: %s', async (code, sentence) => {
    const create: Files['create'] = async (path, write) => {
      if (path.startsWith(programs())) throw Object.assign(new Error(code), { code })
      return disk.create(path, write)
    }
    const { feed, file } = good()
    const fetches = ({ url }: Request) => (url.endsWith('.json') ? Response.json(feed) : file())
    await opened(good(), { ports: { http: fakeHttp({ 'updates.test': fetches }), files: { ...disk, create } } })
    expect((await ran()).update?.error).toContain(sentence)
    nothingLeft()
  })

  test('is refused for the running version', async () => {
    const content = packed(script('0.0.0-test'))
    await opened({ feed: offer('0.0.0-test', content), file: () => new Response(content) })
    expect((await page()).available).toBeNull()
    const { detail } = await harness!.reader.json<{ detail: string }>(409, begin('0.0.0-test'))
    expect(detail).toContain('is not newer than 0.0.0-test')
  })

  test('never installs an older version', async () => {
    const content = packed(script('0.0.0-alpha'))
    await opened({ feed: offer('0.0.0-alpha', content), file: () => new Response(content) })
    expect((await page()).available).toBeNull()
    const { detail } = await harness!.reader.json<{ detail: string }>(409, begin('0.0.0-alpha'))
    expect(detail).toContain('is not newer than 0.0.0-test')
  })

  test('starts once, and only to the version of the feed', async () => {
    await opened(good())
    await harness!.reader.json(409, begin('1.0.1'))
    await harness!.reader.json(200, begin())
    expect(await harness!.reader.json(409, begin())).toMatchObject({ detail: 'An update is already running.' })
    await harness!.idle()
  })

  test.each(['before', 'after'])('is cancelled %s the file is requested', async (when) => {
    const { feed } = good()
    const requested = Promise.withResolvers<void>()
    await opened({
      feed,
      file: () => {
        requested.resolve()
        return new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(3)) }))
      },
    })
    await harness!.reader.json(200, begin())
    if (when === 'after') await requested.promise
    await harness!.reader.json(200, harness!.reader.delete('/api/system/update'))
    await harness!.idle()
    expect((await page()).update).toMatchObject({ state: 'cancelled', error: null })
    nothingLeft()
    await harness!.reader.json(409, harness!.reader.delete('/api/system/update'))
  })
})

/** A disk that cancels the update at its first access in that state. */
function cancellingDisk(state: UpdateState): Files {
  let isAsked = false
  const cancelFirst = async () => {
    const at = harness?.db.read.all<{ state: string }>(sql`select state from updates`).at(-1)?.state
    if (isAsked || at !== state) return
    isAsked = true
    await harness!.reader.json(200, harness!.reader.delete('/api/system/update'))
  }
  const after = <Args extends unknown[], T>(access: (...args: Args) => Promise<T>) => {
    return async (...args: Args) => {
      await cancelFirst()
      return access(...args)
    }
  }
  const { stat, hash, makeFolder, permit } = disk
  return { ...disk, stat: after(stat), hash: after(hash), makeFolder: after(makeFolder), permit: after(permit) }
}

test.each(['downloading', 'verifying', 'backing_up', 'preparing'] as const)(
  'an update that is cancelled while %s installs nothing, leaves no files, and can be started again',
  async (state) => {
    const { feed, file } = good()
    const fetches = { 'updates.test': ({ url }: Request) => (url.endsWith('.json') ? Response.json(feed) : file()) }
    const app = await opened(good(), { ports: { http: fakeHttp(fetches), files: cancellingDisk(state) } })
    expect((await ran()).update).toMatchObject({ state: 'cancelled', error: null })
    await until(
      () => existsSync(join(folder, 'update')),
      (isThere) => !isThere,
    )
    nothingLeft()
    expect(app.left).toEqual([])
    await app.clock.advance('1 s')
    expect((await advanceUntil(app.clock, ran(), '10 s')).update).toMatchObject({ state: 'restarting' })
  },
)

test('an update that is cancelled during the trial of the new version is not handed over to the restart', async () => {
  const run = async (...args: Parameters<typeof systemPrograms.run>) => {
    const result = await systemPrograms.run(...args)
    await harness!.reader.json(200, harness!.reader.delete('/api/system/update'))
    return result
  }
  const { feed, file } = good()
  const fetches = ({ url }: Request) => (url.endsWith('.json') ? Response.json(feed) : file())
  const app = await opened(good(), { ports: { http: fakeHttp({ 'updates.test': fetches }), programs: { run } } })
  expect((await ran()).update).toMatchObject({ state: 'cancelled', error: null })
  expect([app.left, existsSync(join(folder, 'update'))]).toEqual([[], false])
  nothingLeft()
})

test('an update that is cancelled leaves no files, even when its last step failed', async () => {
  const content = packed(script('0.9.0'))
  const feed = offer('1.0.0', content)
  const fetches = ({ url }: Request) => (url.endsWith('.json') ? Response.json(feed) : new Response(content))
  const ports = { http: fakeHttp({ 'updates.test': fetches }), files: cancellingDisk('preparing') }
  await opened(good(), { ports })
  expect((await ran()).update).toMatchObject({ state: 'cancelled', error: null })
  nothingLeft()
})

test('an update begins after the files of the previous one are removed', async () => {
  const { feed, file } = good()
  const unanswered = Promise.withResolvers<Response>()
  const answers = [unanswered.promise, file()]
  const [held, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const remove = async (path: string) => {
    reached.resolve()
    await held.promise
    return disk.remove(path)
  }
  const fetches = {
    'updates.test': ({ url }: Request) => (url.endsWith('.json') ? Response.json(feed) : answers.shift()!),
  }
  const app = await opened(good(), { ports: { http: fakeHttp(fetches), files: { ...disk, remove } } })
  await app.reader.json(200, begin())
  await until(
    () => answers.length,
    (left) => left === 1,
  )
  await app.reader.json(200, app.reader.delete('/api/system/update'))
  await reached.promise
  await app.clock.advance('1 s')
  await app.reader.json(200, begin())
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
  held.resolve()
  await app.idle()
  expect((await page()).update).toMatchObject({ state: 'restarting', error: null })
  expect(readFileSync(`${executable()}.update-new`)).toEqual(Buffer.from(script('1.0.0')))
})

test('an update is refused while the feed has no file for this system, or a restart would fail', async () => {
  const content = packed(script('1.0.0'))
  const feed = signedFeed(key, { version: '1.0.0', target: 'linux-arm64', url: 'panelkeep.tar.gz', content })
  const file = () => new Response(content)
  await opened({ feed, file })
  expect((await page()).available).toMatchObject({ version: '1.0.0', size: null })
  expect(await harness!.reader.json(409, begin())).toMatchObject({
    detail: 'The update feed has no file of version 1.0.0 for linux-x64.',
  })
  await closed()
  const checkRestart = async () => {
    throw new Refusal('conflict', 'The certificate has expired.')
  }
  rmSync(folder, { recursive: true })
  await opened(good(), { checkRestart })
  expect(await harness!.reader.json(409, begin())).toMatchObject({ detail: 'The certificate has expired.' })
  expect((await page()).update).toBeNull()
})

test('an update that is handed over to the restart can no longer be cancelled', async () => {
  const refused: number[] = []
  const write: Files['write'] = async (path, ...rest) => {
    if (path.endsWith('update.json')) refused.push((await harness!.reader.delete('/api/system/update')).status)
    return disk.write(path, ...rest)
  }
  const { feed, file } = good()
  const fetches = ({ url }: Request) => (url.endsWith('.json') ? Response.json(feed) : file())
  const app = await opened(good(), {
    ports: { http: fakeHttp({ 'updates.test': fetches }), files: { ...disk, write } },
  })
  expect((await ran()).update).toMatchObject({ state: 'restarting' })
  expect([refused, app.left]).toEqual([[409], ['update']])
})

test('open pages are notified of every step, and of the bytes once a second and at the end', async () => {
  const content = packed(script('1.0.0'))
  const pieces = [content.subarray(0, 20), content.subarray(20, 40), content.subarray(40, 60), content.subarray(60)]
  const noted: number[] = []
  let progress = 0
  const { feed } = good()
  const pull = async (body: ReadableStreamDefaultController) => {
    noted.push((await page()).update!.received)
    const [row] = harness!.db.read.all<{ progress: number }>(sql`select progress from operations where kind = 'update'`)
    progress = Math.max(progress, row?.progress ?? 0)
    if (pieces.length === 3) await harness!.clock.advance('1 s')
    const piece = pieces.shift()
    if (piece) body.enqueue(piece)
    else body.close()
  }
  const transfers = { begin: async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 })) }
  const http = fakeHttp({ 'updates.test': () => Response.json(feed) })
  const app = await opened({ feed, file: () => new Response() }, { ports: { http, transfers } })
  app.events()
  const { update } = await ran()
  expect(update).toMatchObject({ state: 'restarting', received: content.length, finished_at: null })
  expect(noted).toEqual([0, 0, 40, 40, content.length])
  expect(progress).toBe(1)
  const heard = app.events().filter(({ type }) => type === 'update.changed')
  // The operation, the ETag, the bytes three times, and four steps.
  expect(heard).toHaveLength(9)
})

describe('a process that ends during an update', () => {
  test('keeps its download, and the next start requests the rest', async () => {
    const { feed } = good()
    const content = packed(script('1.0.0'))
    const ranges: (string | null)[] = []
    const headers = { ETag: '"a"', 'Content-Length': String(content.length) }
    const begun = Promise.withResolvers<void>()
    const first = new ReadableStream({
      start: (body) => body.enqueue(content.subarray(0, 20)),
      pull: () => begun.resolve(),
    })
    const range = { ETag: '"a"', 'Content-Range': `bytes 20-${content.length - 1}/${content.length}` }
    const answers = [
      new Response(first, { headers }),
      new Response(content.subarray(20), { status: 206, headers: range }),
    ]
    const request = async (request: Request) => {
      ranges.push(request.headers.get('range'))
      return answers.shift()!
    }
    const ports = { http: fakeHttp({ 'updates.test': () => Response.json(feed) }), transfers: { begin: request } }
    await opened({ feed, file: () => new Response() }, { ports })
    await harness!.reader.json(200, begin())
    await begun.promise
    const part = join(folder, 'update/download.part')
    await until(
      () => existsSync(part) && readFileSync(part).length,
      (size) => size === 20,
    )
    await closed()
    expect(readFileSync(part)).toHaveLength(20)
    await opened({ feed, file: () => new Response() }, { ports })
    await harness!.idle()
    expect((await page()).update).toMatchObject({ state: 'restarting' })
    expect(ranges).toEqual([null, 'bytes=20-'])
  })

  test.each<UpdateState>(['downloading', 'verifying', 'backing_up', 'preparing'])(
    'while %s is continued at the next start',
    async (state) => {
      let answer = Promise.withResolvers<Response>()
      const { feed, file } = good()
      await opened({ feed, file: () => answer.promise })
      await harness!.reader.json(200, begin())
      await closed()
      const raw = new (await import('bun:sqlite')).Database(join(folder, 'panelkeep.db'))
      raw.run('UPDATE updates SET state = ?', [state])
      raw.close()
      answer = Promise.withResolvers()
      answer.resolve(await file())
      await opened({ feed, file: () => answer.promise })
      await harness!.idle()
      expect((await page()).update).toMatchObject({ state: 'restarting' })
      expect(harness!.left).toEqual(['update'])
    },
  )

  test('after the last step and before the restart has replaced nothing', async () => {
    await opened(good())
    await ran()
    await closed()
    await opened(good())
    expect((await page()).update).toMatchObject({
      state: 'failed',
      error: 'The update was interrupted before anything was replaced. Start it again.',
    })
    nothingLeft()
  })

  test('before the last step was recorded as done has replaced nothing either', async () => {
    await opened(good())
    await ran()
    await closed()
    const raw = new (await import('bun:sqlite')).Database(join(folder, 'panelkeep.db'))
    raw.run("UPDATE operations SET state = 'running', finished_at = NULL WHERE kind = 'update'")
    rmSync(join(folder, 'update/update.json'))
    raw.close()
    await opened(good())
    await harness!.idle()
    expect((await page()).update).toMatchObject({
      state: 'failed',
      error: 'The update was interrupted before anything was replaced. Start it again.',
    })
    nothingLeft()
  })

  test('has the reason that the next start found', async () => {
    await opened(good())
    await ran()
    const { update_id } = (await rows())[0]!
    await closed()
    await opened(good(), { updateResult: { update_id, state: 'failed', error: 'It was interrupted.' } })
    expect((await page()).update).toMatchObject({ state: 'failed', error: 'It was interrupted.' })
    nothingLeft()
  })
})

describe('the result', () => {
  test.each(['installed', 'rolled_back'] as const)('%s is recorded at the next start', async (state) => {
    await opened(good())
    await ran()
    const { update_id } = (await rows())[0]!
    const error = state === 'installed' ? null : 'Version 1.0.0 ended before it answered.'
    await closed()
    await opened(good(), { updateResult: { update_id, state, error } })
    expect((await page()).update).toMatchObject({ state, error })
    const level = state === 'installed' ? 'info' : 'warn'
    expect(harness!.log.find((line) => line.includes('update ended'))).toContain(` ${level} `)
    nothingLeft()
  })
})

test('the result of an update that has ended already changes nothing', async () => {
  await opened(good())
  await harness!.reader.json(200, begin())
  await harness!.reader.json(200, harness!.reader.delete('/api/system/update'))
  await harness!.idle()
  const { update_id } = (await rows())[0]!
  await closed()
  await opened(good(), { updateResult: { update_id, state: 'failed', error: 'It was interrupted.' } })
  expect((await page()).update).toMatchObject({ state: 'cancelled', error: null })
})

describe('a copy that is not updated in place', () => {
  test.each([
    ['deb', 'apt install'],
    ['docker', 'load the new image'],
    ['appimage', 'AppImage'],
    ['app', 'brew upgrade'],
    ['source', 'its sources'],
  ] as const)('(%s) says how to update it', async (kind, words) => {
    await opened(good(), { installation: { kind, target: TARGET, executable: executable() } })
    expect((await page()).obstacle).toContain(words)
    const { detail } = await harness!.reader.json<{ detail: string }>(409, begin())
    expect(detail).toContain(words)
    expect(await harness!.reader.json(200, harness!.reader.get('/api/system/version'))).toMatchObject({
      install_type: kind,
    })
  })

  test('has no key to verify with, no folder that it may write to, or no feed', async () => {
    await opened(good(), { updateKey: '' })
    expect((await page()).obstacle).toContain('no public key')
    await closed()
    await opened(good(), { settings: { update_feed: '' } })
    expect((await page()).obstacle).toContain('No update feed is set')
    await closed()
    await opened(good(), { ports: { files: { ...disk, isWritable: async () => false } } })
    expect((await page()).obstacle).toContain(`cannot write to ${programs()}`)
  })
})

async function rows(): Promise<{ update_id: string }[]> {
  const { update } = await harness!.reader.json<{ update: { update_id: string } }>(
    200,
    harness!.reader.get('/api/system/update'),
  )
  return [update]
}
