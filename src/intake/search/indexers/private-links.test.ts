import { expect, test } from 'bun:test'
import { PUBLIC_ADDRESS } from '../../../testing/harness/public-addresses'
import { refusePrivateLinks } from './private-links'

const ADDRESSES: Record<string, string> = {
  'nas.lan': '10.0.0.4',
  'prowlarr.lan': '10.0.0.5',
  'allowed.lan': '10.0.0.6',
}
const names = { addresses: async (name: string) => [ADDRESSES[name] ?? PUBLIC_ADDRESS] }

test.each([
  ['https://idx.test', 'https://files.test/x', true],
  ['https://idx.test', 'http://nas.lan/x', false],
  ['https://idx.test', 'http://192.168.1.9/x', false],
  ['https://idx.test', 'http://allowed.lan/x', true],
  ['http://prowlarr.lan', 'http://nas.lan/x', false],
  ['http://prowlarr.lan', 'http://prowlarr.lan.:9696/x', true],
  ['http://127.0.0.1:9117', 'http://127.0.0.1:9117/x', true],
  ['http://127.0.0.1:9117', 'http://192.168.1.9/x', false],
  ['http://prowlarr.lan', 'https://files.test/x', true],
  ['https://idx.test', 'http://me:word@files.test/x', false],
  ['http://prowlarr.lan', 'http://prowlarr.lan/x', true],
  ['nonsense', 'http://nas.lan/x', false],
])('a link of %s may lead to %s: %p', async (indexer, link, allowed) => {
  const check = refusePrivateLinks(names, indexer, ['allowed.lan'])(new URL(link))
  if (allowed) expect(await check).toBe(link.includes('files.test') ? PUBLIC_ADDRESS : undefined)
  else await expect(check).rejects.toMatchObject({ kind: 'refused' })
})

test('a link to its own host is not looked up', async () => {
  const asked: string[] = []
  const counting = {
    addresses: (name: string) => {
      asked.push(name)
      return names.addresses(name)
    },
  }
  const check = refusePrivateLinks(counting, 'http://nas.lan:9696', [])
  expect(await check(new URL('http://nas.lan/x'))).toBeUndefined()
  expect(asked).toEqual([])
})

test('a name that cannot be resolved is not contacted, but may be later', async () => {
  const nobody = { addresses: () => Promise.reject(new Error('ENOTFOUND')) }
  const check = refusePrivateLinks(nobody, 'https://idx.test', [])(new URL('https://gone.test/x'))
  await expect(check).rejects.toMatchObject({ kind: 'unreachable', what: 'host not found: gone.test' })
})
