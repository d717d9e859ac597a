import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientRow } from '../../../../testing/downloads/clients'
import { hasProgram } from '../../../../testing/harness/programs'
import { until } from '../../../../testing/harness/until'
import { CLIENT_DEPS, usenetBench } from '../../../../testing/usenet/bench'
import { proveJobs, THE_BOOK } from '../../../../testing/usenet/proof'
import { startSabnzbd } from '../../../../testing/usenet/sabnzbd'
import { Sabnzbd } from './sabnzbd'

const nzb = (bytes: Uint8Array) => ({ kind: 'nzb' as const, name: 'x', bytes })

describe.skipIf(!hasProgram('sabnzbdplus'))('the real SABnzbd', () => {
  const bench = usenetBench({
    start: startSabnzbd,
    client: ({ address, key: secret }, row) =>
      new Sabnzbd({ row: clientRow({ type: 'sabnzbd', name: 'SAB', address, secret, ...row }), ...CLIENT_DEPS }),
  })
  const { program, client, seen, ended, sent, dropped } = bench

  test('is healthy, and reports its categories', async () => {
    expect(await client().test()).toEqual({
      ok: {
        version: expect.stringMatching(/^\d+\.\d+/) as never,
        warnings: [],
        categories: ['comics'],
        folder: join(program().complete, 'comics'),
      },
    })
  })

  test.each([
    ['a wrong key', { secret: 'x' }, 'rejected this API key'],
    ['no key', { secret: '' }, 'rejected this API key'],
    ['the key for NZBs', { secret: 'fedcba9876543210fedcba9876543210' }, 'not the NZB key'],
  ])('refuses %s', async (_, row, sentence) => {
    expect(await client(row).test()).toEqual({
      failure: 'unreachable',
      detail: expect.stringContaining(sentence),
    } as never)
  })

  test('with another address, without a server, or without the category reports that', async () => {
    const refused = (sentence: string): never =>
      ({
        failure: 'unreachable',
        detail: expect.stringContaining(sentence),
      }) as never
    const elsewhere = { address: `${program().address}/books` }
    expect(await client(elsewhere).test()).toEqual(refused('There is no SABnzbd at'))
    expect(await client({ address: 'http://127.0.0.1:9' }).test()).toEqual(refused('Nothing listens at'))
    expect(await client({ address: program().address.replace('http', 'https') }).test()).toEqual(
      refused('does not speak TLS'),
    )
    expect(await client({ category: 'manga' }).test()).toMatchObject({
      ok: { warnings: [expect.stringContaining('has no category manga')] as never },
    })
  })

  proveJobs(bench)

  test('reports a book with a missing article as done, though it is cut off', async () => {
    const many = crypto.getRandomValues(new Uint8Array(64_000))
    const id = await sent(
      'Harbor Lights 002 (2015) [1badcafe]',
      { 'Harbor Lights 002.cbz': many },
      { part: 1000, missing: (n) => n === 9 },
    )
    const done = await ended(id)
    expect(done?.state).toBe('done')
    expect(readFileSync(done?.path ?? '')).not.toEqual(Buffer.from(many))
  }, 40_000)

  test('fails a release without any article, and removes it with its parts', async () => {
    const id = await sent('Harbor Lights 003 (2015) [2badcafe]', THE_BOOK, { missing: () => true })
    expect(await ended(id)).toMatchObject({ blames: true })
    await dropped(id, true)
    expect(await seen(id)).toBeUndefined()
  }, 40_000)

  test('refuses a file that is not an NZB', async () => {
    expect(await client().send('Nothing [3badcafe]', nzb(new Uint8Array([1, 2, 3])))).toMatchObject({
      failure: 'rejected',
    })
  })

  test("reports the user's pause", async () => {
    const callApi = (mode: string) =>
      fetch(`${program().address}/api`, {
        method: 'POST',
        body: new URLSearchParams({ mode, apikey: program().key, output: 'json' }),
      })
    await callApi('pause')
    const id = await sent('Harbor Lights 004 (2015) [4badcafe]', THE_BOOK)
    expect(
      await until(
        () => seen(id),
        (each) => each !== undefined,
      ),
    ).toMatchObject({ state: 'paused', total: expect.any(Number) as never })
    await dropped(id, true)
    await callApi('resume')
    expect(await seen(id)).toBeUndefined()
  }, 20_000)
})
