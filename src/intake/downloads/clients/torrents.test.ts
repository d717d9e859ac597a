import { expect, test } from 'bun:test'
import { makeTorrent } from '../../../testing/torrents/make-torrent'
import type { SendOptions } from './client'
import { asTorrent, grabTagOf, hashesOf, seedGoal, topFolderOf } from './torrents'

test.each<[number | null, number | null, SendOptions, object]>([
  [null, null, { minimum_ratio: 1 }, {}],
  [1, 60, {}, { ratio: 1, minutes: 60 }],
  [1, null, { minimum_ratio: 2 }, { ratio: 2 }],
  [3, null, { minimum_ratio: 2 }, { ratio: 3 }],
  // The tracker only counts time, so a ratio must not stop the torrent before.
  [1, null, { minimum_seed_seconds: 90 }, {}],
  [1, 1, { minimum_seed_seconds: 90 }, { minutes: 2 }],
  [1, 60, { minimum_ratio: 2 }, { ratio: 2 }],
  [1, 60, { minimum_ratio: 2, minimum_seed_seconds: 7200 }, { ratio: 2, minutes: 120 }],
])(
  'with a rule of %p and %p minutes and a tracker with %j the client gets %j',
  (seed_ratio, seed_minutes, sending, goal) => {
    expect(seedGoal({ seed_ratio, seed_minutes }, sending)).toEqual(goal)
  },
)

test('a tag belongs to one name, and every label allows it', () => {
  expect(grabTagOf('One [1]')).toMatch(/^panelkeep-[\da-f]{12}$/)
  expect(grabTagOf('One [1]')).not.toBe(grabTagOf('One [2]'))
})

test('a version 2 torrent is searched for under both hashes, a magnet link under its own', () => {
  const { bytes, info_hash, magnet } = makeTorrent({ announce: 'http://t', name: 'x', content: new Uint8Array(5) })
  expect(hashesOf({ kind: 'torrent', name: 'x', bytes, info_hash: info_hash.toUpperCase() })).toEqual([info_hash])
  const second = Buffer.from(`d4:infod12:meta versioni2e4:name1:x6:lengthi5eee`)
  const hashes = hashesOf({ kind: 'torrent', name: 'x', bytes: second, info_hash })
  expect(hashes).toEqual([info_hash, expect.stringMatching(/^[\da-f]{40}$/)])
  expect(hashesOf({ kind: 'magnet', name: 'x', link: magnet, info_hash })).toEqual([info_hash])
})

test('anything but a torrent is refused', () => {
  const nzb = { kind: 'nzb', name: 'x', bytes: new Uint8Array() } as const
  expect(() => asTorrent({ name: 'Box' }, nzb)).toThrow('Box accepts only torrents and magnet links.')
  const junk = { kind: 'torrent', name: 'x', bytes: new Uint8Array(3), info_hash: 'a' } as const
  expect(() => hashesOf(junk)).toThrow('The file is not a torrent.')
})

test('the first part of a path is the folder of a torrent, or its file', () => {
  expect([topFolderOf('Pack/a/b.cbz'), topFolderOf('Pack\\b.cbz'), topFolderOf('one.cbz')]).toEqual([
    'Pack',
    'Pack',
    'one.cbz',
  ])
})
