import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { magnetHash, readTorrent, TorrentError } from './torrent'

const bytes = (text: string) => new TextEncoder().encode(text)
const infoHash = (info: string) => createHash('sha1').update(info).digest('hex')

const ONE = 'd6:lengthi300e4:name9:tide1.cbz12:piece lengthi16384e6:pieces0:7:privatei1ee'
const MANY =
  'd5:filesld6:lengthi100e4:pathl5:1.cbzeed6:lengthi200e4:pathl3:sub5:2.cbzeee4:name4:tide12:piece lengthi16384e6:pieces0:e'

describe('a torrent file', () => {
  test('of one file is read with its hash', () => {
    const torrent = readTorrent(bytes(`d8:announce20:http://tracker.test/4:info${ONE}e`))
    expect(torrent).toEqual({
      info_hash: infoHash(ONE),
      name: 'tide1.cbz',
      size: 300,
      files: [{ path: 'tide1.cbz', size: 300 }],
      private: true,
    })
  })

  test('of several files gives the path of each', () => {
    const torrent = readTorrent(bytes(`d4:info${MANY}e`))
    expect(torrent.files).toEqual([
      { path: 'tide/1.cbz', size: 100 },
      { path: 'tide/sub/2.cbz', size: 200 },
    ])
    expect([torrent.size, torrent.info_hash, torrent.private]).toEqual([300, infoHash(MANY), false])
  })

  test('of version 2 has its other hash as well', () => {
    const info = 'd9:file treed7:one.cbzd0:d6:lengthi7eeee12:meta versioni2e4:name3:onee'
    const torrent = readTorrent(bytes(`d4:info${info}e`))
    expect(torrent.files).toEqual([{ path: 'one/one.cbz', size: 7 }])
    expect(torrent.info_hash_v2).toBe(createHash('sha256').update(info).digest('hex'))
  })
})

test.each([
  ['nothing', ''],
  ['a web page', '<!doctype html><title>Log in</title>'],
  ['an NZB', '<?xml version="1.0"?><nzb/>'],
  ['a number', 'i7e'],
  ['no info', 'd8:announce3:abce'],
  ['info that is a text', 'd4:info3:abce'],
  ['an end in the middle', `d4:info${ONE.slice(0, -9)}`],
  ['a text longer than the file', 'd4:info99999999:abce'],
  ['a number without an end', `d4:infoi${'9'.repeat(400)}`],
  ['a thousand lists', 'l'.repeat(1000)],
])('%s is refused', (_, text) => {
  expect(() => readTorrent(bytes(text))).toThrow(TorrentError)
})

test.each([
  [`magnet:?xt=urn:btih:${'AB'.repeat(20)}&dn=x`, 'ab'.repeat(20)],
  ['magnet:?dn=x&xt=urn:btih:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB', `${'0'.repeat(39)}1`],
  [`magnet:?xt=urn:btmh:1220${'cd'.repeat(32)}`, 'cd'.repeat(20)],
  [`magnet:?xt=urn:btmh:1220${'cd'.repeat(32)}&xt=urn:btih:${'AB'.repeat(20)}`, 'ab'.repeat(20)],
  [`magnet:?xt=urn%3Abtih%3A${'AB'.repeat(20)}`, 'ab'.repeat(20)],
  [`magnet:?xt=urn:btih:${'0'.repeat(40)}`, undefined],
  ['magnet:?dn=nothing', undefined],
  ['magnet:?xt=urn:btih:short', undefined],
  ['https://tracker.test/1.torrent', undefined],
])('the hash of %s is %s', (link, hash) => {
  expect(magnetHash(link)).toBe(hash)
})

test('a torrent with too many values is refused, and no size is negative', () => {
  const read = (text: string) => readTorrent(new TextEncoder().encode(text))
  const info = '4:infod6:lengthi-1e4:name1:xe'
  expect(read(`d${info}e`).size).toBe(0)
  expect(read(`d1:al${'i1e'.repeat(100_000)}e${info}e`).name).toBe('x')
  expect(() => read(`d1:al${'i1e'.repeat(1_000_000)}e${info}e`)).toThrow(TorrentError)
})
