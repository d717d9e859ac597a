import { describe, expect, test } from 'bun:test'
import { offer } from '../../../testing/indexers/search-harness'
import { itemKeys, placeOfMark } from './item-keys'

const PAGE = 'https://idx.test/details/series'
const item = (title: string, more = {}) => offer(title, { guid: PAGE, ...more })

test('items that share a guid have different keys, the same on each page', () => {
  const [one, two, mirror] = itemKeys([item('one'), item('two'), item('one', { link: 'https://idx.test/mirror' })])
  expect(new Set([one, two, mirror]).size).toBe(3)
  expect(new Set(itemKeys([item('one'), item('one')])).size).toBe(1)
  expect(itemKeys([item('two'), item('one', { link: 'https://idx.test/again' })])).toEqual([two, one] as string[])
})

describe('the place of the newest item seen', () => {
  const feed = [item('three'), item('two'), item('one')]
  test.each([
    [{ feed_guid: null, feed_title: null }, -1],
    [{ feed_guid: PAGE, feed_title: 'two' }, 1],
    [{ feed_guid: PAGE, feed_title: 'gone' }, -1],
    [{ feed_guid: 'other', feed_title: 'two' }, -1],
    [{ feed_guid: PAGE, feed_title: null }, 2],
  ])('of %j is %d', (mark, place) => expect(placeOfMark(feed, mark)).toBe(place))
})
