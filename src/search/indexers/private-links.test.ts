import { expect, test } from 'bun:test'
import { refusePrivateLinks } from './private-links'

const ADDRESSES: Record<string, string> = { 'nas.lan': '10.0.0.4', 'prowlarr.lan': '10.0.0.5' }
const names = { addresses: async (name: string) => [ADDRESSES[name] ?? '198.51.100.7'] }

test.each([
  ['https://idx.test', 'https://files.test/x', true],
  ['https://idx.test', 'http://nas.lan/x', false],
  ['https://idx.test', 'http://192.168.1.9/x', false],
  ['http://prowlarr.lan', 'http://nas.lan/x', true],
  ['http://prowlarr.lan', 'http://prowlarr.lan/x', true],
  ['nonsense', 'http://nas.lan/x', false],
])('a link of %s may lead to %s: %p', async (indexer, link, allowed) => {
  const check = refusePrivateLinks(names, indexer)(new URL(link))
  if (allowed) expect(await check).toBeUndefined()
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
  const check = refusePrivateLinks(counting, 'http://nas.lan:9696')
  expect(await check(new URL('http://nas.lan/x'))).toBeUndefined()
  expect(asked).toEqual([])
})
