import { expect, test } from 'bun:test'
import { fakeHttp } from '../../../testing/fakes/http'
import { pullProwlarr } from './prowlarr'

const at = (reply: () => Response) => {
  const sent: (string | null)[] = []
  const http = fakeHttp({
    'prowlarr.test': (request) => {
      sent.push(request.headers.get('x-api-key'))
      return reply()
    },
  })
  return { http, sent, pull: (api_key = ' key ') => pullProwlarr(http, { host: 'http://prowlarr.test', api_key }) }
}
const one = (more: object) => at(() => Response.json([{ id: 3, name: 'Mill', protocol: 'usenet', ...more }])).pull()
const MILL = {
  name: 'Mill',
  type: 'newznab',
  host: 'http://prowlarr.test/3',
  enabled: true,
  categories: [7030],
} as const

test.each<[object, object | undefined]>([
  [{}, MILL],
  [{ protocol: 'torrent' }, { ...MILL, type: 'torznab' }],
  [{ protocol: 'carrier pigeon' }, undefined],
  [{ id: '3' }, undefined],
  [{ id: 1.5 }, undefined],
  [{ name: 7 }, undefined],
  [{ enable: false }, { ...MILL, enabled: false }],
  [{ enable: true }, MILL],
  [{ capabilities: { categories: [{ id: 7000 }] } }, { ...MILL, categories: [7000] }],
  [{ capabilities: { categories: [{ id: 7000, subCategories: [{ id: 7030 }] }] } }, MILL],
  [{ capabilities: { categories: [{ id: 2000 }, null, { id: '7000' }] } }, MILL],
  [{ capabilities: { categories: 'all' } }, MILL],
])('an indexer with %j is listed as %j', async (more, listed) => {
  expect(await one(more)).toEqual((listed ? [listed] : []) as never)
})

test.each<[() => Response, string]>([
  [() => new Response('', { status: 401 }), 'Prowlarr rejected the API key.'],
  [() => new Response('', { status: 403 }), 'Prowlarr rejected the API key.'],
  [() => new Response('[]', { status: 500 }), 'No Prowlarr found at http://prowlarr.test'],
  [() => new Response('{}'), 'No Prowlarr found at http://prowlarr.test'],
  [() => new Response('<html>'), 'No Prowlarr found at http://prowlarr.test'],
])('a reply that is not a list becomes a sentence: %#', async (reply, sentence) => {
  await expect(at(reply).pull()).rejects.toThrow(sentence)
})

test('a server that does not answer becomes a sentence', async () => {
  const silent = (error: Error) =>
    at(() => {
      throw error
    }).pull()
  await expect(silent(new TypeError('Unable to connect'))).rejects.toThrow(
    /^Prowlarr cannot be reached.*\. Check its address\.$/,
  )
  const huge = at(() => new Response(new Uint8Array(16 * 1024 * 1024 + 1))).pull()
  await expect(huge).rejects.toThrow(/^Prowlarr cannot be reached \(.*\). Check its address.$/)
  await expect(pullProwlarr(fakeHttp({}), { host: 'prowlarr.test', api_key: 'key' })).rejects.toThrow(
    'The address of Prowlarr must start with http:// or https://.',
  )
})

test('a key is trimmed, and one that no header allows is not sent', async () => {
  const { pull, sent } = at(() => Response.json([null, 'x']))
  expect(await pull()).toEqual([])
  expect(sent).toEqual(['key'])
  await expect(pull('schlüssel\n')).rejects.toThrow('Prowlarr rejected the API key.')
  expect(sent).toHaveLength(1)
})
