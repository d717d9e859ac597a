import { expect, test } from 'bun:test'
import { linkAddresses, otherLinkAddresses } from './addresses'

const link = { provider: 'metron', issue_id: '31', series_id: '7' } as const

test('an address of the provider is used when it belongs to this issue and fits into a list', () => {
  const own = 'https://metron.cloud/issue/31/'
  expect(linkAddresses([link], ['https://metron.cloud/issue/lamp-31/'])[0]).toBe('https://metron.cloud/issue/lamp-31/')
  expect(linkAddresses([link], ['https://metron.cloud/issue/lamp 31/'])[0]).toBe(own)
  expect(linkAddresses([link], ['https://metron.cloud/issue/lamp-99/'])[0]).toBe(own)
  expect(linkAddresses([link], ['https://elsewhere.example/31'])[0]).toBe(own)
})

test('addresses of unknown services count as foreign', () => {
  const web = ['https://metron.cloud/issue/5/', 'https://mangadex.org/chapter/x']
  expect(otherLinkAddresses(web, [link])).toEqual(['https://mangadex.org/chapter/x'])
})
