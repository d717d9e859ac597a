import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clientRow } from '../../../../testing/downloads/clients'
import { hasProgram } from '../../../../testing/harness/programs'
import { until } from '../../../../testing/harness/until'
import { CLIENT_DEPS, usenetBench } from '../../../../testing/usenet/bench'
import { startNzbget } from '../../../../testing/usenet/nzbget'
import { BOOK, proveJobs, THE_BOOK } from '../../../../testing/usenet/proof'
import { Nzbget } from './nzbget'

const nzb = (bytes: Uint8Array) => ({ kind: 'nzb' as const, name: 'x', bytes })

describe.skipIf(!hasProgram('nzbget'))('the real NZBGet', () => {
  const bench = usenetBench({
    start: startNzbget,
    client: ({ address, username, password: secret }, row) =>
      new Nzbget({ row: clientRow({ type: 'nzbget', address, username, secret, ...row }), ...CLIENT_DEPS }),
  })
  const { program, folder, client, seen, ended, sent, posted, dropped } = bench

  test('is healthy, and reports its categories', async () => {
    expect(await client().test()).toEqual({
      ok: {
        version: expect.stringMatching(/^\d+/) as never,
        warnings: [],
        categories: ['comics'],
        folder: join(program().complete, 'comics'),
      },
    })
    expect(await client({ category: 'manga' }).test()).toMatchObject({
      ok: {
        warnings: [expect.stringContaining('has no category manga')] as never,
        folder: join(program().complete, 'manga'),
      },
    })
  })

  test('rejects a wrong password', async () => {
    const detail = expect.stringContaining('rejects this user name and password') as never
    expect(await client({ secret: 'x' }).test()).toEqual({ failure: 'unreachable', detail })
  })

  proveJobs(bench)

  test('accepts the same release twice', async () => {
    const both = nzb(posted(THE_BOOK))
    const [first, second] = [await client().send('One [1]', both), await client().send('Two [2]', both)]
    if (!('ok' in first) || !('ok' in second)) throw new Error('refused')
    expect([(await ended(first.ok.id))?.state, (await ended(second.ok.id))?.state]).toEqual(['done', 'done'])
  }, 40_000)

  test.each([
    ['one article', (n: number) => n === 9],
    ['every article', () => true],
  ])(
    'fails a release with missing %s, and removes it with its parts',
    async (_, missing) => {
      const name = 'Harbor Lights 002 (2015) [1badcafe]'
      const id = await sent(name, { 'Harbor Lights 002.cbz': BOOK }, { part: 1000, missing })
      expect(await ended(id)).toMatchObject({
        state: 'failed',
        blames: true,
        detail: 'Too many of its articles are missing.',
      })
      await dropped(id, true)
      expect(await seen(id)).toBeUndefined()
      await until(
        () => existsSync(join(folder(), 'inter', `${name}.#${id}`)),
        (there) => !there,
        5000,
      )
    },
    40_000,
  )

  test('accepts a file that is not an NZB, and then fails it', async () => {
    const reply = await client().send('Nothing [3badcafe]', nzb(new TextEncoder().encode('junk')))
    if (!('ok' in reply)) throw new Error(reply.detail)
    expect(await ended(reply.ok.id)).toMatchObject({
      state: 'failed',
      blames: true,
      detail: 'NZBGet could not read the NZB.',
    })
  })
})
