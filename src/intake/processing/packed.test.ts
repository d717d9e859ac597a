import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOf } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { makeBomb, makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { makeCb7 } from '../../testing/archives/cb7'
import { makeCbt } from '../../testing/archives/cbt'
import { makeRarParts } from '../../testing/archives/rar-parts'
import {
  filesBelow,
  importDownload,
  placementOutcomes,
  putDownload,
  startProcessing,
} from '../../testing/downloads/processing'
import { makeIssues, makeSeries } from '../../testing/make'
import { findBlocked } from '../downloads/blocklist/store'
import type { DownloadItem } from '../downloads/store'

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-packed-'))
  app = await startProcessing(folder)
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', ['1', '2', '3', '4'])
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Made with `7z a -mhe=on -psecret` of one small text. */
const SEALED = Buffer.from(
  'N3q8ryccAARwcMJ8gAAAAAAAAAAuAAAAAAAAAGnhUtzcxrkJ5soZWEcYU2UsAY4oUM3BwSk3d3RkFqOcKe/Mb5It4Aix+P2Qmcco' +
    'k3MoxXsTZ34V6fQRPRbVeijPwir8pGk9HhFNOc3q1O7DKMVjF7HN0uRRo8Z6x6Ry4ItzKR/wi9Ih9ZamweCpKE2yeg4Omq1ujtAP' +
    '6KFw2eBLPbJYFxcGEAEJcAAHCwEAASQG8QcBElMPPtaOn+9R6XtYtK19VuKu4gxiCgEZUROrAAA=',
  'base64',
)

const comic = (n: number, pages = 3) => makeCbz({ ...makePages(pages), 'n.txt': `${n}` })
const named = (n: number) => `Harbor Lights 00${n} (2015).cbz`
const stored = (entries: Parameters<typeof makeCbz>[0]) => makeCbz(entries, { store: true })
const PACK = { comic_id: 'harbor', issues: ['harbor-1', 'harbor-2', 'harbor-3'], pack: true }
const pack = (name: string, bytes: Uint8Array) => {
  const content_path = putDownload(folder, name, bytes)
  return importDownload(app, { ...PACK, content_path, title: 'Harbor Lights 001-003 (2015)' })
}
const fulfilled = (n: number) => findIssue(app.db.read, `harbor-${n}`)?.fulfillment
const files = async (item: DownloadItem) => {
  const reply = await app.reader.json<{ placements: { inner: string; why: string | null }[] }>(
    200,
    app.reader.get(`/api/downloads/items/${item.item_id}`),
  )
  return reply.placements
}

describe('archives in archives', () => {
  test('are opened three levels deep, in any mix of formats', async () => {
    const two = makeCbt({ 'b.rar': makeCbr({ [named(2)]: comic(2) }) })
    const three = makeCb7({ 'c.zip': stored({ [named(3)]: comic(3) }) })
    const item = await pack('pack.zip', stored({ [named(1)]: comic(1), 'two/a.tar': two, 'three/a.7z': three }))
    expect(item).toMatchObject({ stage: 'post_processed', reason: null })
    expect([1, 2, 3].map(fulfilled)).toEqual(['downloaded', 'downloaded', 'downloaded'])
    expect(filesBelow(folder, 'comics')).toEqual([1, 2, 3].map((n) => join('Harbor Lights (2015)', named(n))))
    expect(filesBelow(folder, 'downloads')).toEqual([])
    expect((await files(item)).map(({ inner }) => inner)).toEqual([
      named(1),
      `three/a.7z/c.zip/${named(3)}`,
      `two/a.tar/b.rar/${named(2)}`,
    ])
  })

  test('are not opened below that, which is reported', async () => {
    const deep = stored({ 'b.zip': stored({ 'c.zip': stored({ [named(2)]: comic(2) }) }) })
    const item = await pack('pack.zip', stored({ [named(1)]: comic(1), 'a.zip': deep }))
    expect(item.stage).toBe('manual_review')
    expect(item.reason).toContain('nested 3 archives deep')
    expect(item.reason).toContain('1 of 2 files are in the library.')
    expect([fulfilled(1), existsSync(join(folder, 'downloads', 'pack.zip'))]).toEqual(['downloaded', true])
    expect(filesBelow(folder, 'comics')).toEqual([join('Harbor Lights (2015)', named(1))])
  })

  test('are placed as a copy of ours when downloads are linked', async () => {
    await app.close()
    app = await startProcessing(folder, { settings: { file_opts: 'softlink' } })
    makeSeries(app.db, { year: 2015 })
    makeIssues(app.db, 'harbor', ['1', '2', '3'])
    const item = await pack('pack.zip', stored({ [named(1)]: comic(1), [named(2)]: comic(2), [named(3)]: comic(3) }))
    expect(item.stage).toBe('post_processed')
    for (const n of [1, 2, 3])
      expect(await Bun.file(join(folder, 'comics', 'Harbor Lights (2015)', named(n))).exists()).toBe(true)
    expect(filesBelow(folder, 'downloads')).toEqual(['pack.zip'])
  })

  test('with names that lead elsewhere are shown and placed where they belong', async () => {
    const bytes = stored({ '../../outside/Harbor Lights 001.cbz': comic(1), '..\\..\\Harbor Lights 002.cbz': comic(2) })
    const item = await pack('pack.zip', bytes)
    expect([fulfilled(1), fulfilled(2)]).toEqual(['downloaded', 'downloaded'])
    expect((await files(item)).map(({ inner }) => inner).sort()).toEqual([
      'Harbor Lights 002.cbz',
      'outside/Harbor Lights 001.cbz',
    ])
    expect(filesBelow(folder, '.').filter((path) => path.includes('Harbor'))).toEqual(
      [1, 2].map((n) => join('comics', 'Harbor Lights (2015)', named(n))),
    )
  })
})

describe('a RAR in several volumes, as on usenet', () => {
  const data = comic(3, 9)
  const laid = (parts: Record<string, Uint8Array>) => {
    for (const [name, bytes] of Object.entries(parts)) putDownload(folder, join('post', name), bytes)
    putDownload(folder, 'post/hl3.nfo', 'made by somebody')
    const content_path = join(folder, 'downloads', 'post')
    return importDownload(app, { comic_id: 'harbor', issues: ['harbor-3'], content_path })
  }

  test.each([
    ['x.rar and x.r00', { stem: 'hl3', count: 4 }],
    ['x.part01.rar', { stem: 'hl3.x', count: 12, numbered: true }],
  ] as const)('is unpacked from all of them: %s', async (_, how) => {
    const item = await laid(makeRarParts({ name: named(3), data }, how))
    expect(item).toMatchObject({ stage: 'post_processed', reason: null })
    expect(readFileSync(fileOf(app.db.read, 'harbor-3')!.path).equals(Buffer.from(data))).toBe(true)
    expect(filesBelow(folder, 'downloads')).toEqual(['post/hl3.nfo'])
  })

  test('with a missing volume is incomplete, and the others stay', async () => {
    const { 'hl3.r01': missing, ...parts } = makeRarParts({ name: named(3), data }, { stem: 'hl3', count: 4 })
    expect(missing).toBeDefined()
    const item = await laid(parts)
    expect(item.stage).toBe('failed')
    expect(item.reason).toContain('Incomplete RAR: its next part "hl3.r01" is missing')
    expect(filesBelow(folder, 'downloads')).toHaveLength(4)
  })

  test('with the pages themselves cannot be a library file', async () => {
    const [, png] = Object.entries(makePages(1))[0]!
    const item = await laid(makeRarParts({ name: 'p1.png', data: png }, { stem: 'hl3', count: 2 }))
    expect(item.reason).toContain('one part of several')
  })
})

describe('an endless archive', () => {
  test.each([
    [
      'many',
      () => stored(Array.from({ length: 2001 }, (_, n) => ({ name: `a${n}.cbz`, data: '' }))),
      /More than 2000 comics/,
    ],
    ['large', () => bombs(17), /far more than comics do/],
  ] as const)('is not unpacked: %s', async (_, bytes, why) => {
    const item = await pack('pack.zip', bytes())
    expect(item.stage).toBe('manual_review')
    expect(item.reason).toMatch(why)
    expect(filesBelow(folder, 'comics')).toEqual([])
    expect(existsSync(join(folder, 'downloads', 'pack.zip'))).toBe(true)
  })

  const bombs = (count: number) => {
    const bomb = makeBomb()
    return stored(Object.fromEntries(Array.from({ length: count }, (_, n) => [`Harbor Lights ${n}.cbz`, bomb])))
  }
})

describe('a password', () => {
  const secret = (name: string) => [{ name, data: 'secret', encrypted: true }]
  test.each([
    ['the pages of a ZIP', 'a.cbz', () => makeCbz(secret('p1.png'))],
    ['the pages of a RAR', 'a.cbr', () => makeCbr(secret('p1.png'))],
    ['a comic in a ZIP', 'a.zip', () => makeCbz(secret(named(3)))],
    ['a comic in a RAR', 'a.rar', () => makeCbr(secret(named(3)))],
    ['a comic in a ZIP in a ZIP', 'a.zip', () => stored({ 'b.zip': makeCbz(secret(named(3))) })],
    ['a 7-Zip with hidden names', 'a.7z', () => SEALED],
  ] as const)('on %s is the reported reason; the release is blocked and replaced', async (_, name, bytes) => {
    const content_path = putDownload(folder, name, bytes())
    const item = await importDownload(app, { comic_id: 'harbor', issues: ['harbor-3'], content_path })
    expect(item).toMatchObject({ stage: 'failed', again_at: expect.any(String) })
    expect(item.reason).toBe(
      'ddl_download_or_artifact_validation_failed: It needs a password. Only a copy without one can be read.',
    )
    expect(findBlocked(app.db.read, item.digest)?.reason).toStartWith('It needs a password.')
    expect(fulfilled(3)).toBe('missing')
  })

  test('on one comic of several affects only that one', async () => {
    const item = await pack('pack.zip', stored([{ name: named(1), data: comic(1) }, ...secret(named(2))]))
    expect(placementOutcomes(app, item).map(({ state }) => state)).toEqual(['placed', 'damaged'])
    expect(item).toMatchObject({ stage: 'post_processed', again_at: expect.any(String) })
  })
})
