import { describe, expect, test } from 'bun:test'
import { attachment, downloadName, safeName, uniqueDownloadNames } from './download-name'

test('the extension follows the format of a file', () => {
  expect(downloadName({ path: '/library/Harbor 1.cbz', format: 'cbr' })).toBe('Harbor 1.cbr')
  expect(downloadName({ path: '/library/Harbor 1', format: 'cbz' })).toBe('Harbor 1.cbz')
})

test.each([
  ['a/b\\c:d*e?f"g<h>i|j.cbz', 'a_b_c_d_e_f_g_h_i_j.cbz'],
  ['..', '_'],
  ['Wait... ', 'Wait'],
  ['line\nbreak', 'line_break'],
  ['漫画 ½.cbz', '漫画 ½.cbz'],
])('%j is safe on every system as %j', (name, safe) => {
  expect(safeName(name)).toBe(safe)
})

test('names that differ only in case are made different, since they cannot share a folder', () => {
  expect(uniqueDownloadNames(['A.cbz', 'a.cbz', 'b.cbz', 'a.CBZ', 'a (2).cbz'])).toEqual([
    'A.cbz',
    'a (2).cbz',
    'b.cbz',
    'a (3).CBZ',
    'a (2) (2).cbz',
  ])
})

test('a name is sent in ASCII and in full', () => {
  expect(attachment('Näcken "1".cbz')).toBe(
    `attachment; filename="Nacken _1_.cbz"; filename*=UTF-8''N%C3%A4cken%20%221%22.cbz`,
  )
})

describe('the ASCII name of a title in Japanese', () => {
  const ascii = (name: string) => /filename="([^"]*)"/.exec(attachment(name))![1]!

  test('stays distinct through a short id, beside the full name', () => {
    expect(ascii('進撃の巨人 第01巻.cbz')).toMatch(/^[\x20-\x7e]+ [0-9a-f]{8}\.cbz$/)
    expect(ascii('進撃の巨人 第01巻.cbz')).not.toBe(ascii('東京喰種編 第01巻.cbz'))
    expect(ascii('進撃の巨人 第01巻.cbz')).toBe(ascii('進撃の巨人 第01巻.cbz'))
    expect(attachment('ワン.cbz')).toEndWith("; filename*=UTF-8''%E3%83%AF%E3%83%B3.cbz")
  })

  test('is unchanged when only accents are lost', () => {
    expect(ascii('Näcken "1".cbz')).toBe('Nacken _1_.cbz')
    expect(ascii('Astérix 01.cbz')).toBe('Asterix 01.cbz')
    expect(ascii('Tom ½')).toMatch(/^Tom 1_2 [0-9a-f]{8}$/)
  })
})
