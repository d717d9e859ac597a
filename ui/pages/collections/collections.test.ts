import { expect, test } from 'bun:test'
import { Route, Router } from 'preact-iso'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { CollectionPage } from './collection'
import { CollectionsPage } from './collections'

withWindow()

const collection = { collection_id: 'c1', name: 'Rainy days', series: 2, covers: [], updated_at: '2026-11-20' }
const series = ['harbor', 'fern'].map((ComicID) => ({
  ComicID,
  ComicName: ComicID,
  ComicImage: null,
  ComicYear: '2019',
}))

test('the collections link to their pages, and a page without any offers to make one', async () => {
  const page = await renderPage(html`<${CollectionsPage} />`, {
    replies: { 'GET /api/collections': { collections: [collection] } },
  })
  expect(page.find('.collections-wall a').getAttribute('href')).toBe('/collections/c1')
  expect(page.text()).toContain('2 series')
  page.close()
  const none = await renderPage(html`<${CollectionsPage} />`, {
    replies: { 'GET /api/collections': { collections: [] } },
  })
  expect(none.text()).toContain('No collections')
  expect(none.named('New collection')).toBeDefined()
})

test('a collection shows its covers, smaller from three on, and an empty one a drawn cover', async () => {
  const of = (...covers: string[]) => ({
    ...collection,
    collection_id: `c${covers.length}`,
    covers: covers.map((name) => ({ name, image: `/api/covers/${name}` })),
  })
  const collections = [of(), of('a', 'b'), of('a', 'b', 'c')]
  const page = await renderPage(html`<${CollectionsPage} />`, { replies: { 'GET /api/collections': { collections } } })
  const tiles = [...page.root.querySelectorAll('.collection-covers')].map((tile) => [
    tile.textContent,
    ...[...tile.querySelectorAll('img')].map(({ sizes }) => sizes),
  ])
  expect(tiles).toEqual([['Rainy days'], ['', '180px', '180px'], ['', '90px', '90px', '90px']])
})

test('a collection is ordered by key and by menu, and removing a series can be undone', async () => {
  const page = await renderPage(
    html`<${Router}><${Route} path="/collections/:collection_id" component=${CollectionPage} /><//>`,
    {
      path: '/collections/c1',
      replies: {
        'GET /api/collections/c1': { collection, series },
        'PUT /api/collections/c1/order': { success: true, changed: 2 },
        'DELETE /api/collections/c1/series': { success: true, changed: 1 },
      },
    },
  )
  await page.press('ArrowDown', page.find('.list-grip'))
  await page.whenIdle()
  const sent = (name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body)
  expect(sent('PUT /api/collections/c1/order')).toEqual([{ ids: ['fern', 'harbor'] }])
  await page.click('More about harbor')
  await page.click('Move up')
  expect(sent('PUT /api/collections/c1/order').at(-1)).toEqual({ ids: ['harbor', 'fern'] })
  await page.click('More about harbor')
  await page.click('Remove from the collection')
  expect(sent('DELETE /api/collections/c1/series')).toEqual([{ ids: ['harbor'] }])
})

test('groups that files name become collections, or are dismissed until that is undone', async () => {
  const page = await renderPage(html`<${CollectionsPage} />`, {
    replies: {
      'GET /api/collections': { collections: [] },
      'GET /api/collections/offers': { offers: [{ name: 'Quayside', series: 3 }], total: 1 },
      'POST /api/collections/offers/accept': { collection },
      'PUT /api/collections/offers/dismissed': { success: true },
    },
  })
  expect(page.text()).toContain('Quayside')
  expect(page.text()).toContain('3 series')
  await page.click('Dismiss Quayside')
  await page.click('Create collection: Quayside')
  const sent = page.requests.filter(({ name }) => !name.startsWith('GET')).map(({ name, body }) => [name, body])
  expect(sent).toEqual([
    ['PUT /api/collections/offers/dismissed', { name: 'Quayside', dismissed: true }],
    ['POST /api/collections/offers/accept', { name: 'Quayside' }],
  ])
})
