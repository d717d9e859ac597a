import { expect, test } from 'bun:test'
import { indexerOrigin, tidyHost } from './address'

test.each([
  [' https://Idx.test/ ', 'https://idx.test'],
  ['http://idx.test:5076/api', 'http://idx.test:5076'],
  ['http://idx.test/nzb/api/', 'http://idx.test/nzb'],
  ['https://idx.test/api?t=caps&apikey=x#y', 'https://idx.test'],
  ['https://idx.test/rapi', 'https://idx.test/rapi'],
  [`https://idx.test/${'x'.repeat(983)}`, `https://idx.test/${'x'.repeat(983)}`],
])('%s is the address %s', (input, tidy) => {
  expect(tidyHost(input, 'Mill')).toBe(tidy)
})

test.each([
  ['idx.test', 'start with http://'],
  ['ftp://idx.test', 'start with http://'],
  ['http://', 'start with http://'],
  [7, 'start with http://'],
  [`https://idx.test/${'x'.repeat(984)}`, 'start with http://'],
  ['https://ada@idx.test', 'contains a login'],
  ['https://:pass@idx.test', 'contains a login'],
])('%p is not an address', (input, why) => {
  expect(() => tidyHost(input, 'Mill')).toThrow(why)
})

test('an origin is scheme, host and port, or the text itself if it is invalid', () => {
  expect(['http://a.test:81/x', 'a.test'].map(indexerOrigin)).toEqual(['http://a.test:81', 'a.test'])
})
