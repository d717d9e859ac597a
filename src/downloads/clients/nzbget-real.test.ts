import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../platform/files'
import { systemHttp } from '../../platform/http'
import { clientRow } from '../../testing/clients'
import { hasProgram } from '../../testing/programs'
import { until } from '../../testing/until'
import { post } from '../../testing/usenet/make-nzb'
import { type NewsServer, newsServer } from '../../testing/usenet/news-server'
import { type Nzbget as Program, startNzbget } from '../../testing/usenet/nzbget'
import { Nzbget } from './nzbget'
import type { ClientRow } from './store'

const nzb = (bytes: Uint8Array) => ({ kind: 'nzb' as const, name: 'x', bytes })
const book = crypto.getRandomValues(new Uint8Array(60_000))
const shelf = { files: systemFiles, local: (path: string) => path }
const THE_BOOK = { 'Harbor Lights 001 (2015).cbz': book }

describe.skipIf(!hasProgram('nzbget'))('the real NZBGet', () => {
  let news: NewsServer
  let program: Program
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'panelkeep-nzbget-'))
    news = newsServer()
    program = await startNzbget(folder, news)
  }, 30_000)
  afterAll(async () => {
    await program.stop()
    news.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const client = (row: Partial<ClientRow> = {}) => {
    const { address, username, password: secret } = program
    return new Nzbget({
      row: clientRow({ type: 'nzbget', address, username, secret, ...row }),
      http: systemHttp,
      ...shelf,
    })
  }
  const seen = async (id: string) => {
    const looked = await client().look([id])
    if (!('ok' in looked)) throw new Error(`${looked.detail}\n${program.log().slice(-3000)}`)
    return looked.ok.get(id)
  }
  const ended = (id: string) =>
    until(
      () => seen(id),
      (each) => each?.state === 'done' || each?.state === 'failed',
    )
  const sent = async (name: string, ...posted: Parameters<typeof post>) => {
    const { nzb: bytes, articles } = post(...posted)
    for (const [id, article] of articles) news.articles.set(id, article)
    const reply = await client().send(name, nzb(bytes))
    if (!('ok' in reply)) throw new Error(reply.detail)
    return reply.ok
  }

  test('is well, and says what it has', async () => {
    expect(await client().test()).toEqual({
      ok: {
        version: expect.stringMatching(/^\d+/) as never,
        warnings: [],
        categories: ['comics'],
        folder: join(program.complete, 'comics'),
      },
    })
    expect(await client({ category: 'manga' }).test()).toMatchObject({
      ok: {
        warnings: [expect.stringContaining('has no category manga')] as never,
        folder: join(program.complete, 'manga'),
      },
    })
  })

  test('says no to a wrong password', async () => {
    const detail = expect.stringContaining('does not take this user name and password') as never
    expect(await client({ secret: 'x' }).test()).toEqual({ failure: 'unreachable', detail })
  })

  test('brings a book to the byte, knows it by our name, and forgets it', async () => {
    const id = await sent('Harbor Lights 001 (2015) [0badcafe]', THE_BOOK)
    expect(await client().find('Harbor Lights 001 (2015) [0badcafe]')).toEqual({ ok: id })
    const done = await ended(id)
    expect(done).toMatchObject({ state: 'done', total: expect.any(Number) as never })
    expect(readFileSync(join(done?.path ?? '', 'Harbor Lights 001 (2015).cbz'))).toEqual(Buffer.from(book))
    expect(await client().find('Harbor Lights 001 (2015) [0badcafe]')).toEqual({ ok: id })
    expect(await client().find('Harbor Lights 001 (2015)')).toEqual({ ok: null })
    expect(await client().remove(id, { files: false })).toEqual({ ok: true })
    expect(await seen(id)).toBeUndefined()
    expect(existsSync(done?.path ?? '')).toBe(true)
    expect(await client().remove(id, { files: true })).toEqual({ ok: true })
  }, 40_000)

  test('loses what is finished with its folder', async () => {
    const id = await sent('Harbor Lights 005 (2015) [5badcafe]', THE_BOOK)
    const done = await until(
      () => seen(id),
      (each) => each?.state === 'done',
    )
    expect(await client().remove(id, { files: true })).toEqual({ ok: true })
    expect(existsSync(done?.path ?? '')).toBe(false)
    expect(readdirSync(join(program.complete, 'comics'))).not.toContain('Harbor Lights 005 (2015) [5badcafe]')
  }, 40_000)

  test('takes the same twice', async () => {
    const posted = post(THE_BOOK)
    for (const [id, article] of posted.articles) news.articles.set(id, article)
    const [first, second] = [
      await client().send('One [1]', nzb(posted.nzb)),
      await client().send('Two [2]', nzb(posted.nzb)),
    ]
    if (!('ok' in first) || !('ok' in second)) throw new Error('refused')
    expect([(await ended(first.ok))?.state, (await ended(second.ok))?.state]).toEqual(['done', 'done'])
  }, 40_000)

  test.each([
    ['one article', (n: number) => n === 9],
    ['every article', () => true],
  ])(
    'fails a release of which %s is missing, and drops it with its parts',
    async (_, missing) => {
      const name = 'Harbor Lights 002 (2015) [1badcafe]'
      const id = await sent(name, { 'Harbor Lights 002.cbz': book }, { part: 1000, missing })
      expect(await ended(id)).toMatchObject({
        state: 'failed',
        blames: true,
        detail: 'Too many of its articles are missing.',
      })
      await client().remove(id, { files: true })
      expect(await seen(id)).toBeUndefined()
      await until(
        () => existsSync(join(folder, 'inter', `${name}.#${id}`)),
        (there) => !there,
        5000,
      )
    },
    40_000,
  )

  test('takes what is no NZB, and fails it then', async () => {
    const reply = await client().send('Nothing [3badcafe]', nzb(new TextEncoder().encode('junk')))
    if (!('ok' in reply)) throw new Error(reply.detail)
    expect(await ended(reply.ok)).toMatchObject({
      state: 'failed',
      blames: true,
      detail: 'NZBGet could not read the NZB.',
    })
  })
})
