import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { damage, makeCbz, makeJpeg, makePng } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { drawnPage, filled, framed } from '../../testing/panels/drawn-page'
import { pageFile } from '../../testing/panels/page-file'
import { PageLayouts } from './page-layouts'
import { type PageLayout, pageLayouts } from './tables'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2])
})
afterEach(() => app.close())

const layout = (page: number, status = 200, issue = 'harbor-1') =>
  app.reader.json<PageLayout>(status, app.reader.get(`/api/reading/issues/${issue}/layouts/${page}`))

const NOTHING = { crop: null, panels: null }
const TWO = drawnPage(400, 600, 255, [...framed(40, 60, 150, 480), ...filled(210, 60, 150, 480)])
const BLANK = pageFile(drawnPage(300, 450, 90, []))

function addPages(...pages: Uint8Array[]) {
  const entries = Object.fromEntries(pages.map((bytes, at) => [`p${at}.bmp`, bytes]))
  return addFile(app, ['harbor-1'], 'Harbor.cbz', makeCbz(entries), { page_count: pages.length })
}

test('a page has its panels for both directions, and its place without margins', async () => {
  addPages(pageFile(TWO))
  const left = { x: 0.1, y: 0.1, width: 0.375, height: 0.8 }
  const right = { ...left, x: 0.525 }
  expect(await layout(0)).toEqual({
    crop: { x: 0.0975, y: 0.0983, width: 0.805, height: 0.8033 },
    panels: { ltr: [left, right], rtl: [right, left] },
  })
})

test('a balloon that hangs into the margin is inside the page without margins', async () => {
  const balloon = { x: 20, y: 200, width: 22, height: 2, shade: 10 }
  const panels = [...framed(40, 60, 150, 480), ...filled(210, 60, 150, 480)]
  addPages(pageFile(drawnPage(400, 600, 255, [...panels, balloon])))
  const found = await layout(0)
  expect([found.panels?.ltr[0]?.x, found.crop?.x]).toEqual([0.05, 0.05])
})

test('a page without panels has none, nor a page that cannot be decoded', async () => {
  const cut = (await makeJpeg(300, 450, [90, 90, 90])).slice(0, 400)
  addPages(BLANK, cut)
  expect(await layout(0)).toEqual(NOTHING)
  expect(await layout(1)).toEqual(NOTHING)
})

test.each([
  ['small', 200, 300, true],
  ['too small', 199, 300, false],
  ['high', 200, 440, true],
  ['a piece of a strip', 200, 441, false],
])('a page that is %s, %d by %d, has panels: %p', async (_, width, height, has) => {
  const boxes = [...framed(20, 30, 75, height - 60), ...filled(105, 30, 75, height - 60)]
  addPages(pageFile(drawnPage(width, height, 255, boxes)))
  expect((await layout(0)).panels?.ltr.length).toBe(has ? 2 : undefined)
})

test('a page of a few lines, or of one dot, has no layout', async () => {
  const sizes = [[900, 1], [900, 2], [900, 5], [450, 3], [1, 1], [1, 900]] as const // biome-ignore format: one glance
  addPages(...sizes.map(([width, height]) => pageFile(drawnPage(width, height, 250, []))))
  for (const page of sizes.keys()) expect(await layout(page)).toEqual({ crop: null, panels: null })
})

test('a page is measured once for each version of its file', async () => {
  addPages(pageFile(TWO))
  const first = await layout(0)
  app.db.write((tx) => tx.update(pageLayouts).set({ layout: NOTHING }).run())
  expect(await layout(0)).toEqual(NOTHING)
  app.db.write((tx) => tx.update(pageLayouts).set({ version: 'l0' }).run())
  expect(await layout(0)).toEqual(first)
})

test('each page of each file has its own layout', async () => {
  addPages(pageFile(TWO), BLANK)
  addFile(app, ['harbor-2'], 'Other.cbz', makeCbz({ 'p0.bmp': BLANK }), { page_count: 1 })
  const all = async () => [await layout(0), await layout(1), await layout(0, 200, 'harbor-2')]
  const first = await all()
  expect(first).toEqual([expect.objectContaining({ panels: expect.anything() }), NOTHING, NOTHING])
  expect(await all()).toEqual(first)
})

test('a page that could not be read is measured at the next request', async () => {
  const page = mock()
    .mockRejectedValueOnce(new Error('disk'))
    .mockResolvedValue({ make: async () => ({ bytes: BLANK }) })
  const pages = { source: async () => ({ file: { file_id: 'deleted' }, version: 'v1' }), page }
  const layouts = new PageLayouts({ db: app.db, pages: pages as never })
  await expect(layouts.of('harbor-1', 0)).rejects.toThrow('disk')
  expect(await layouts.of('harbor-1', 0)).toEqual(NOTHING)
})

test('several requests at once measure a page once, also of a file that is deleted meanwhile', async () => {
  const measured: number[] = []
  const page = async (_: string, index: number) => {
    measured.push(index)
    return { make: async () => ({ bytes: pageFile(TWO), type: 'image/bmp' }) }
  }
  const pages = { source: async () => ({ file: { file_id: 'deleted' }, version: 'v1' }), page }
  const layouts = new PageLayouts({ db: app.db, pages: pages as never })
  const [one, other] = await Promise.all([0, 0, 1].map((index) => layouts.of('harbor-1', index)))
  expect(measured).toEqual([0, 1])
  expect(one).toEqual(other!)
})

test('a page that does not exist, or is damaged, is refused with a sentence', async () => {
  addPages(damage(makePng(300, 450, [1, 2, 3]), 'cut'))
  expect<object>(await layout(7, 404)).toEqual({ detail: 'There is no page 8: the issue has 1.' })
  expect<object>(await layout(0, 422)).toEqual({ detail: 'Page 1 is damaged.' })
})
