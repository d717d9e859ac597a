import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { damage, makeCbz, makePng } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { drawnPage, filled, framed } from '../../testing/panels/drawn-page'
import { pageFile } from '../../testing/panels/page-file'
import { pageLayouts } from './tables'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
})
afterEach(() => app.close())

const layout = (page: number, status = 200) =>
  app.reader.json(status, app.reader.get(`/api/reading/issues/harbor-1/layouts/${page}`))

const TWO = drawnPage(400, 600, 255, [...framed(40, 60, 150, 480), ...filled(210, 60, 150, 480)])

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

test('a page without panels has none, nor a piece of a strip', async () => {
  addPages(pageFile(drawnPage(300, 450, 90, [])), pageFile(drawnPage(200, 600, 255, filled(10, 10, 180, 200))))
  expect(await layout(0)).toEqual({ crop: null, panels: null })
  expect(await layout(1)).toEqual({ crop: null, panels: null })
})

test('a page of a few lines, or of one dot, has no layout', async () => {
  const sizes = [[900, 1], [900, 2], [900, 5], [450, 3], [1, 1], [1, 900]] as const // biome-ignore format: one glance
  addPages(...sizes.map(([width, height]) => pageFile(drawnPage(width, height, 250, []))))
  for (const page of sizes.keys()) expect(await layout(page)).toEqual({ crop: null, panels: null })
})

test('a page is measured once for each version of its file', async () => {
  addPages(pageFile(TWO))
  const first = await layout(0)
  const blank = { crop: null, panels: null }
  app.db.write((tx) => tx.update(pageLayouts).set({ layout: blank }).run())
  expect(await layout(0)).toEqual(blank)
  app.db.write((tx) => tx.update(pageLayouts).set({ version: 'l0' }).run())
  expect(await layout(0)).toEqual(first)
})

test('several requests at once measure it once', async () => {
  addPages(pageFile(TWO))
  const [one, other] = await Promise.all([layout(0), layout(0)])
  expect(one).toEqual(other)
})

test('a page that does not exist, or is damaged, is refused with a sentence', async () => {
  addPages(damage(makePng(300, 450, [1, 2, 3]), 'cut'))
  expect(await layout(7, 404)).toEqual({ detail: 'There is no page 8: the issue has 1.' })
  expect(await layout(0, 422)).toEqual({ detail: 'Page 1 is damaged.' })
})
