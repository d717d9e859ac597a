import { describe, expect, test } from 'bun:test'
import { releaseDigest, titleDigest } from './digest'

const harbor = { title: 'Harbor Lights 007 (2016)', size: 48_400_000 }

describe('a release is the same one', () => {
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

  test('by its info hash, whatever it is called', () =>
    expect(releaseDigest({ title: 'Clouds', info_hash: 'AB12' })).toBe('ab12'))
})

// Stored beside grabs and refusals, so these may never change.
test('digests are those of earlier versions', () => {
  expect(releaseDigest(harbor)).toBe('ad5176332ac4235e7a2ce510e1c576e3652d6be5')
  expect(releaseDigest({ title: harbor.title })).toBe('91d7b5200bdb2364c893d6ab611cdfc38307f40b')
  expect(titleDigest(harbor.title)).toBe('d59b583143f2c2850a2fd1acdbf073a5289c4f72')
  expect(titleDigest('harbor_lights_007_2016')).toBe('d59b583143f2c2850a2fd1acdbf073a5289c4f72')
})
