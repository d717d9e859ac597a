import { expect, test } from 'bun:test'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { MarksRow } from './marks-row'

withWindow()

const marks = { favourite: false, rating: 3, tags: ['wet'], collections: [{ collection_id: 'c1', name: 'Rainy days' }] }
const open = () =>
  renderPage(html`<${MarksRow} comic_id="harbor" />`, {
    replies: {
      'GET /api/series/harbor/marks': marks,
      'PATCH /api/series/harbor/marks': marks,
      'GET /api/collections': { collections: [{ collection_id: 'c1', name: 'Rainy days', series: 1, covers: [] }] },
      'DELETE /api/collections/c1/series': { success: true, changed: 1 },
    },
  })

test('a series becomes a favourite and is rated; a second click on the rating removes it', async () => {
  const page = await open()
  await page.click('Favourite')
  await page.click('5 stars')
  await page.click('3 stars')
  const sent = page.requests.filter(({ name }) => name.startsWith('PATCH')).map(({ body }) => body)
  expect(sent).toEqual([{ favourite: true }, { rating: 5 }, { rating: null }])
})

test('tags link to the library, and are edited with the collections', async () => {
  const page = await open()
  expect(page.named('wet').getAttribute('href')).toBe('/library?tag=wet')
  expect(page.named('Rainy days').getAttribute('href')).toBe('/collections/c1')
  await page.click('Tags and collections')
  await page.type('dialog input', 'wet, , old ')
  await page.click('Save')
  const sent = page.requests.filter(({ name }) => name.startsWith('PATCH')).map(({ body }) => body)
  expect(sent).toEqual([{ tags: ['wet', 'old'] }])
})
