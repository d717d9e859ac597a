import { expect, test } from 'bun:test'
import { offer } from '../../../testing/indexers/search-harness'
import { hideKey, withKey, withoutKey } from './hidden-key'

const KEY = 'k3y+0f th1s'

test('a link is stored without its key, and is complete again with the same key only', () => {
  const link = `https://idx.test/get?apikey=${encodeURIComponent(KEY)}`
  const kept = withoutKey(offer('Harbor Lights', { link, guid: link, page: `about ${KEY}`, size: 5 }), KEY)
  expect(kept.link).toMatch(/^https:\/\/idx\.test\/get\?apikey=\{key:[\da-f]{12}\}$/)
  expect(kept).toMatchObject({ guid: kept.link, page: 'about …', size: 5 })
  expect(withKey(kept.link, KEY)).toBe(link)
  expect(withKey(kept.link, 'another')).toBeUndefined()
  expect(withKey('https://idx.test/get', 'another')).toBe('https://idx.test/get')
})

test('without a key nothing is hidden', () => {
  const original = offer('Harbor Lights')
  expect(withoutKey(original, '')).toBe(original)
  expect(hideKey('- a text. -', '')).toBe('- a text. -')
})

test.each([
  ['secret12', 'xsecret12x', 'x…x'],
  ['SECRET12', 'secret12', '…'],
  ['secret1', 'xsecret1', 'xsecret1'],
  ['secret1', 'secret1x', 'secret1x'],
  ['secret1', 'key=secret1&r=1', 'key=…&r=1'],
  ['a b+c', 'a%20b%2Bc and a%2520b%252Bc', '… and …'],
  ['a.c', 'abc', 'abc'],
])('the key %s in %s is shown as %s', (key, text, shown) => {
  expect(hideKey(text, key, '…')).toBe(shown)
})
