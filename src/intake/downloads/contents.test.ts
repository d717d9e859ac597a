import { expect, test } from 'bun:test'
import { nzbOf, torrentOf } from '../../testing/fakes/indexer'
import { contentsOf } from './contents'

test('a release is identified by its content: the hash of a torrent, or the posts of an NZB', () => {
  const hash = 'AB'.repeat(20)
  expect(contentsOf({ kind: 'magnet', name: 'x', link: '', info_hash: hash })).toEqual([hash.toLowerCase()])
  expect(contentsOf({ kind: 'torrent', name: 'x', bytes: torrentOf('x'), info_hash: hash })).toEqual([
    hash.toLowerCase(),
  ])
  const [posts] = contentsOf({ kind: 'nzb', name: 'One', bytes: nzbOf('x') })
  expect(posts).toMatch(/^[\da-f]{40}$/)
  expect(contentsOf({ kind: 'nzb', name: 'Two', bytes: nzbOf('x') })).toEqual([posts as string])
  expect(contentsOf({ kind: 'nzb', name: 'x', bytes: nzbOf('y') })).not.toEqual([posts as string])
  expect(contentsOf({ kind: 'nzb', name: 'x', bytes: new Uint8Array() })).toEqual([])
  expect(contentsOf({ kind: 'link', name: 'x', links: [] })).toEqual([])
})
