import { expect, test } from 'bun:test'
import { addressesOf, addressesOfOthers } from './addresses'

const link = { provider: 'metron', issue_id: '31', series_id: '7' } as const

test('an address of the provider is used when it belongs to this issue and fits into a list', () => {
  const own = 'https://metron.cloud/issue/31/'
  expect(addressesOf([link], ['https://metron.cloud/issue/lamp-31/'])[0]).toBe('https://metron.cloud/issue/lamp-31/')
  expect(addressesOf([link], ['https://metron.cloud/issue/lamp 31/'])[0]).toBe(own)
  expect(addressesOf([link], ['https://metron.cloud/issue/lamp-99/'])[0]).toBe(own)
  expect(addressesOf([link], ['https://elsewhere.example/31'])[0]).toBe(own)
})

test('addresses of unknown services count as foreign', () => {
  const web = ['https://metron.cloud/issue/5/', 'https://mangadex.org/chapter/x']
  expect(addressesOfOthers(web, [link])).toEqual(['https://mangadex.org/chapter/x'])
})
