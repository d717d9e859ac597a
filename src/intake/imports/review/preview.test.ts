import { afterEach, beforeEach, expect, test } from 'bun:test'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { OpenFile } from '../../../base/platform/ports'
import { type TestApp, testApp } from '../../../testing/app'
import { makeCbz, makePages, makePng } from '../../../testing/archives/archives'
import { disk } from '../../../testing/disks/disk'
import { putFile, scanLibrary } from '../../../testing/imports/imports'
import { importFiles } from '../tables'

/** Covers of proposals, which are drawn on request. */

let app: TestApp
let path: string
let cover: string
let isOpen: Set<OpenFile>

beforeEach(async () => {
  isOpen = new Set()
  const open = async (at: string) => {
    const file = await disk.open(at)
    isOpen.add(file)
    return Object.assign(Object.create(file), {
      close: () => {
        isOpen.delete(file)
        return file.close()
      },
    }) as OpenFile
  }
  app = await testApp({ library: true, ports: { files: { ...disk, open } } })
  path = join(app.folder, 'library', 'Harbor Lights 1.cbz')
  // The second page is wide, and the others are narrow.
  putFile(path, makeCbz({ ...makePages(3), 'p2.png': makePng(900, 300, [40, 90, 200]) }))
  const { results } = await scanLibrary(app)
  cover = `/api/import/groups/${results![0]!.group_id}/cover`
})
afterEach(() => app.close())

const coverIs = (page: number | null) =>
  app.db.write((tx) => tx.update(importFiles).set({ cover_page: page }).where(eq(importFiles.path, path)).run())
const picture = async (reply: Response) => new Bun.Image(await reply.bytes()).metadata()

test.each([
  ['the first page if none is named', null, 1.5],
  ['the page named as the cover', 1, 1 / 3],
  ['the last page where the named one does not exist', 9, 1.5],
])('is %s', async (_, page, shape) => {
  coverIs(page)
  const reply = await app.reader.get(cover)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { width, height } = await picture(reply)
  expect(height! / width!).toBeCloseTo(shape, 1)
})

test('is cached by the browser, and requested again only by its ETag', async () => {
  const first = await app.reader.get(cover)
  expect(first.headers.get('cache-control')).toContain('immutable')
  const again = await app.reader.get(cover, { 'If-None-Match': first.headers.get('etag')! })
  expect(again.status).toBe(304)
})

test.each([['whole'], ['damaged']])('does not open the archive of a file that is %s', async (how) => {
  if (how === 'damaged') truncateSync(path, 300)
  await app.reader.get(cover)
  expect(isOpen.size).toBe(0)
})

test('of a damaged file is refused with the reason', async () => {
  truncateSync(path, 300)
  const { detail } = await app.reader.json<{ detail: string }>(422, app.reader.get(cover))
  expect(detail).toContain('The file was cut off')
})
