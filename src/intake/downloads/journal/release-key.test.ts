import { expect, test } from 'bun:test'
import { releaseKey } from './release-key'

test.each([
  ['301', 'Indexer A', '301|indexer a'],
  ['301', 'Indexer A/B (newznab)', '301|indexer a/b'],
  ['301', 'Indexer A [RSS] (torznab)', '301|indexer a'],
  ['md-1-ch12.5', 'Other [rss]', 'md-1-ch12.5|other'],
])('the key of %s from %s', (entityId, indexer, key) => {
  expect(releaseKey(entityId, indexer)).toBe(key)
})
