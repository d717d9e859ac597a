import { expect, test } from 'bun:test'
import { pagingLinks } from './paging'

test.each([
  [{ total: 0, size: 10, index: 0 }, ''],
  [{ total: 10, size: 10, index: 0 }, ''],
  [{ total: 11, size: 10, index: 0 }, 'first 0, next 10, last 10'],
  [{ total: 30, size: 10, index: 10 }, 'first 0, previous 0, next 20, last 20'],
  [{ total: 30, size: 10, index: 20 }, 'first 0, previous 10, last 20'],
  [{ total: 31, size: 10, index: 20 }, 'first 0, previous 10, next 30, last 30'],
  // The list became shorter while an app paged through it.
  [{ total: 5, size: 10, index: 10 }, 'first 0, previous 0, last 0'],
  [{ total: 0, size: 10, index: 5 }, 'first 0, previous 0, last 0'],
])('%j leads to %p', (paging, links) => {
  expect(
    pagingLinks(paging)
      .map(({ rel, index }) => `${rel} ${index}`)
      .join(', '),
  ).toBe(links)
})
