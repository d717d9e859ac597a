import { expect, test } from 'bun:test'
import { offer } from '../../../testing/indexers/search-harness'
import { linkKey, linkKeys } from './link-keys'

const item = (guid: string, link: string) =>
  offer('Harbor Lights 003', { guid, link: `https://indexer.example/${link}` })

test('a link keeps its key if its URL changes each time', () => {
  expect(linkKey(item('1', 'a'))).toBe(linkKey(item('1', 'b')))
  expect(linkKey(item('1', 'a'))).not.toBe(linkKey(item('2', 'a')))
})

test('links that share a guid differ, in any order', () => {
  const [first, second] = linkKeys([item('series', 'a'), item('series', 'b')])
  expect(first).not.toBe(second)
  expect(linkKeys([item('series', 'b'), item('series', 'a')])).toEqual([second!, first!])
})

test('when two releases share a guid, neither is identified by it alone', () => {
  const other = offer('Harbor Lights 004', { guid: 'series', link: 'https://indexer.example/b' })
  expect(linkKeys([item('series', 'a'), other])[0]).toBe(linkKey(item('series', 'c')))
})
