import { describe, expect, test } from 'bun:test'
import { isSameRelease, saysNoMore } from '../downloads/same-release'
import { releaseDigest, titleDigest } from './digest'

const harbor = { title: 'Harbor Lights 007 (2016)', size: 48_400_000 }

describe('a release is the same', () => {
  test.each([
    [{ ...harbor, title: 'harbor.lights.007.2016' }],
    [{ ...harbor, size: 47_500_000 }],
    [{ ...harbor, size: 48_499_999 }],
    [{ ...harbor, info_hash: '' }],
  ])('as %j', (other) => expect(releaseDigest(other)).toBe(releaseDigest(harbor)))

  test.each([
    [{ ...harbor, title: 'Harbor Lights 008 (2016)' }],
    [{ ...harbor, size: 47_499_999 }],
    [{ ...harbor, size: 48_500_000 }],
    [{ title: harbor.title }],
    [{ ...harbor, info_hash: 'ab12' }],
  ])('not as %j', (other) => expect(releaseDigest(other)).not.toBe(releaseDigest(harbor)))

  test('by its info hash, under any title', () =>
    expect(releaseDigest({ title: 'Clouds', info_hash: 'AB12' })).toBe('ab12'))
})

describe('the same title and size', () => {
  const posted = { ...harbor, protocol: 'usenet', poster: 'crab@salt.test', group: 'alt.binaries.salt' } as const
  const digest = releaseDigest(posted)

  test.each([
    ['from another poster', { ...posted, poster: 'tide@salt.test' }],
    ['in another group', { ...posted, group: 'alt.binaries.tide' }],
    ['from another poster, without a group', { ...posted, poster: 'tide@salt.test', group: undefined }],
  ])('%s is another release', (_, other) => {
    expect(releaseDigest(other)).not.toBe(digest)
    expect(isSameRelease(releaseDigest(other), digest)).toBe(false)
  })

  test.each([
    ['from the same poster at another indexer', { ...posted, poster: ' Crab@Salt.test', size: 48_000_000 }],
    ['from a poster, without a group', { ...posted, group: undefined }],
    ['in a group, without a poster', { ...posted, poster: undefined }],
    ['without a poster', { ...harbor, protocol: 'usenet' as const }],
    ['with an empty poster', { ...posted, poster: ' ', group: '' }],
    ['of earlier versions', harbor],
  ])('%s may be the same release', (_, other) => {
    expect(isSameRelease(releaseDigest(other), digest)).toBe(true)
    expect(isSameRelease(digest, releaseDigest(other))).toBe(true)
  })

  test('adds no detail if the other listing names the poster as well', () => {
    const unposted = releaseDigest(harbor)
    expect([saysNoMore(unposted, digest), saysNoMore(digest, unposted)]).toEqual([true, false])
    expect(saysNoMore(releaseDigest({ ...posted, group: undefined }), digest)).toBe(true)
    expect(saysNoMore(releaseDigest({ ...posted, poster: 'tide' }), digest)).toBe(false)
  })

  test('in torrent feeds, where poster means a picture, is the same', () => {
    const torrent = { ...harbor, protocol: 'torrent', poster: 'https://salt.test/cover.jpg' } as const
    expect(releaseDigest(torrent)).toBe(releaseDigest(harbor))
  })
})

// Digests are stored with grabs and rejections, so they may never change.
test('digests equal those of earlier versions', () => {
  expect(releaseDigest(harbor)).toBe('ad5176332ac4235e7a2ce510e1c576e3652d6be5')
  expect(releaseDigest({ title: harbor.title })).toBe('91d7b5200bdb2364c893d6ab611cdfc38307f40b')
  expect(titleDigest(harbor.title)).toBe('d59b583143f2c2850a2fd1acdbf073a5289c4f72')
  expect(titleDigest('harbor_lights_007_2016')).toBe('d59b583143f2c2850a2fd1acdbf073a5289c4f72')
})
