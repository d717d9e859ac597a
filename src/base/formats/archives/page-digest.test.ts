import { describe, expect, test } from 'bun:test'
import { pageDigest } from './page-digest'

const page = (size: number, crc?: number) => ({ size, crc })

describe('the digest of pages', () => {
  test('is the same in any order', () => {
    const [one, two] = [page(100, 7), page(200, 9)]
    expect(pageDigest([one, two])).toBe(pageDigest([two, one])!)
    expect(pageDigest([one, two])).toMatch(/^[\w-]{16}$/)
  })

  test.each([
    ['another page', [page(100, 7), page(200, 9), page(300, 1)]],
    ['another size', [page(100, 7), page(201, 9)]],
    ['another checksum', [page(100, 7), page(200, 8)]],
    ['a page twice', [page(100, 7), page(200, 9), page(200, 9)]],
  ])('differs with %s', (_, pages) => {
    expect(pageDigest(pages)).not.toBe(pageDigest([page(100, 7), page(200, 9)])!)
  })

  test.each([
    ['no page', []],
    ['a page without a checksum', [page(100, 7), page(200)]],
    ['a page whose archive has no checksums', [page(100, 7), page(200, 0)]],
  ])('does not exist for %s', (_, pages) => {
    expect(pageDigest(pages)).toBeUndefined()
  })
})
