import { expect, test } from 'bun:test'
import { inflateRawSync } from 'node:zlib'
import { readZipDirectory } from '../src/base/formats/zip/zip'
import { memoryFiles } from '../src/testing/archives/archive-helper'
import { type ReleaseFile, tarGzOf, zipOf } from './archives'
import { iconIcns, iconPng } from './icons'

const NOW = '2026-11-21T18:00:00.000Z'
const files: ReleaseFile[] = [
  { name: 'Panelkeep.app/Contents/MacOS/panelkeep', content: Buffer.from('program'.repeat(100)), runs: true },
  { name: 'Panelkeep.app/Contents/Info.plist', content: Buffer.from('<plist/>') },
  { name: 'empty', content: new Uint8Array() },
]

test('a ZIP has the files, with executable ones marked', async () => {
  const zip = zipOf(files, NOW)
  const file = await memoryFiles({ 'a.zip': zip }).open('a.zip')
  const directory = await readZipDirectory(file, { entries: 10, directoryBytes: 10_000, entryBytes: 10_000 })
  expect(directory?.entries.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  let at = directory!.at
  for (const { content, runs } of files) {
    expect((zip.readUInt32LE(at + 38) >>> 16).toString(8)).toBe(runs ? '100755' : '100644')
    const [packed, name, body] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const unpacked = inflateRawSync(zip.subarray(body + 30 + name, body + 30 + name + packed))
    expect(Buffer.compare(unpacked, content)).toBe(0)
    at += 46 + name
  }
})

test('a tar.gz has the files, with executable ones marked', async () => {
  const packed = tarGzOf(files, NOW)
  const entries = await new Bun.Archive(packed as Uint8Array<ArrayBuffer>).files()
  for (const { name, content } of files) expect(await entries.get(name)?.text()).toBe(Buffer.from(content).toString())
  const tar = Buffer.from(Bun.gunzipSync(packed as Uint8Array<ArrayBuffer>))
  expect([tar.toString('latin1', 100, 107), tar.toString('latin1', 1536 + 100, 1536 + 107)]).toEqual([
    '0000755',
    '0000644',
  ])
})

test('the icon of macOS has a picture of each size', () => {
  const icon = Buffer.from(iconIcns())
  expect(icon.toString('latin1', 0, 4)).toBe('icns')
  expect(icon.readUInt32BE(4)).toBe(icon.length)
  const sizes: number[] = []
  for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) sizes.push(icon.readUInt32BE(at + 8 + 16))
  expect(sizes).toEqual([16, 32, 64, 128, 256, 512])
})

test('the icon is a picture that other programs can read', async () => {
  const { width, height } = await new Bun.Image(iconPng(48)).metadata()
  expect([width, height]).toEqual([48, 48])
})
