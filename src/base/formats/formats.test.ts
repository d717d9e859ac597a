import { describe, expect, test } from 'bun:test'
import { type ArchiveFormat, FORMATS, isMislabelled, KNOWN_FORMATS } from './formats'

test('each format has its own extension and media type', () => {
  expect(KNOWN_FORMATS).toEqual(['cbz', 'cbr', 'cb7', 'cbt', 'pdf', 'epub'])
  for (const fact of ['extension', 'mediaType'] as const)
    expect(new Set(KNOWN_FORMATS.map((format) => FORMATS[format][fact])).size).toBe(KNOWN_FORMATS.length)
})

describe('a name', () => {
  const cases: [string, ArchiveFormat, boolean][] = [
    ['/library/Harbor Lights 001.cbz', 'cbz', false],
    ['Harbor Lights 001.CBZ', 'cbz', false],
    ['Harbor Lights 001.zip', 'cbz', false],
    ['Harbor Lights 001.zip', 'epub', false],
    ['Harbor Lights 001.cbr', 'cbz', true],
    ['Harbor Lights 001.cbz', 'epub', true],
    ['Harbor Lights 001.pdf', 'cb7', true],
    ['Harbor Lights 001.7z', 'cb7', false],
    ['Harbor Lights 001.cbz.part', 'cbr', false],
    ['Harbor Lights 001', 'cbt', false],
    ['/some.cbz/nameless', 'cbt', false],
  ]
  for (const [path, format, expected] of cases)
    test(`${path} of a ${format} ${expected ? 'is mislabelled' : 'is labelled correctly'}`, () => {
      expect(isMislabelled(path, format)).toBe(expected)
    })
})
