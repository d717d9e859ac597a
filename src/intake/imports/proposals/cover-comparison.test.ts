import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnpackHelper } from '../../../base/formats/helper/unpacker'
import { systemClock } from '../../../base/platform/clock'
import { systemFiles } from '../../../base/platform/files'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { damage, makeCbz, makePages } from '../../../testing/archives/archives'
import { CoverComparer } from './cover-comparison'
import type { ProviderCandidate } from './facts'

const PICTURES = Object.values(makePages(2))
const HASH = '8c3585376ee22d5a'
let folder: string
/** URLs of requested pictures. */
let urls: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-looks-'))
  urls = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const unpacker = new UnpackHelper({ processes: archiveHelper(), clock: systemClock })
afterAll(() => unpacker.stop())

const looks = (picture?: Uint8Array) =>
  new CoverComparer({
    archives: { files: systemFiles, unpacker },
    picture: async (url) => {
      urls.push(url)
      return picture
    },
  })
const file = (number = '1', cover_page: number | null = 0) =>
  ({ path: join(folder, 'a.cbz'), cover_page, kind: 'issue', unit: 'issue', number }) as const
const candidate = (more: Partial<ProviderCandidate>, thumb_url?: string): ProviderCandidate => ({
  series: { provider: 'comicvine', provider_id: '7', facts: { image_url: 'series-large' }, ids: {}, ...(thumb_url ? { thumb_url } : {}) },
  ...more,
}) // biome-ignore format: one glance

test("the file's cover page is hashed, or its last page if it has fewer", async () => {
  writeFileSync(file().path, makeCbz(makePages(2)))
  const [first, second] = [await looks().ofFile(file('1', 0)), await looks().ofFile(file('1', 1))]
  expect(first).toMatch(/^[\da-f]{16}$/)
  expect(await looks().ofFile(file('1', null))).toBe(first!)
  expect(await looks().ofFile(file('1', 9))).toBe(second!)
})

test('a file that is damaged, has no image or is gone has no hash', async () => {
  writeFileSync(file().path, damage(makeCbz(makePages(2)), 'cut'))
  expect(await looks().ofFile(file())).toBeUndefined()
  writeFileSync(file().path, makeCbz({ '1.jpg': 'no picture' }))
  expect(await looks().ofFile(file())).toBeUndefined()
  rmSync(file().path)
  expect(await looks().ofFile(file())).toBeUndefined()
})

test('an issue is compared with its own cover, by a known hash or the picture', async () => {
  const hashed = candidate({ issues: [{ number: '2', cover_hash: HASH, image_url: 'issue' }] })
  expect(await looks().compare(file('2'), HASH, hashed)).toEqual({ distance: 0, number: '2' })
  expect(urls).toEqual([])
  const pictured = candidate({ issues: [{ number: '2', image_url: 'issue' }] })
  const seen = await looks(PICTURES[0] as Uint8Array).compare(file('2'), HASH, pictured)
  expect(seen).toEqual({ distance: expect.any(Number), number: '2' })
  expect(urls).toEqual(['issue'])
})

test('only a first issue without its own cover is compared with that of the series', async () => {
  const picture = PICTURES[0] as Uint8Array
  expect(await looks(picture).compare(file('1'), HASH, candidate({}))).toEqual({ distance: expect.any(Number) })
  expect(await looks(picture).compare(file('1'), HASH, candidate({}, 'series-small'))).toBeDefined()
  expect(await looks(picture).compare(file('2'), HASH, candidate({}))).toBeUndefined()
  expect(urls).toEqual(['series-large', 'series-small'])
})

test('a picture that cannot be loaded or decoded is not compared', async () => {
  expect(await looks().compare(file('1'), HASH, candidate({}))).toBeUndefined()
  expect(await looks(Buffer.from('no picture')).compare(file('1'), HASH, candidate({}))).toBeUndefined()
})
