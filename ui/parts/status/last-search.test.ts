import { expect, test } from 'bun:test'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { type LastSearch, LastSearchLook } from './last-search'

withWindow()

const search: LastSearch = {
  summary: 'Downloaded from Indexer A',
  asked: [],
  refused: [],
  grabbed: 'Tide 007',
  searched_at: '2026-11-20T10:00:00.000Z',
}
const one = { digest: 'a', title: 'Tide 007 (a)', indexer: 'Indexer A', line: 'Ranked 1st: larger than the next' }

test('a search lists its accepted releases, with the rank and the result of each', async () => {
  const ranked = [
    { ...one, outcome: 'failed' as const, detail: 'The NZB is empty.' },
    { ...one, digest: 'b', title: 'Tide 007', line: 'Ranked 2nd: smaller than the best', outcome: 'downloaded' as const, detail: null }, // biome-ignore format: one row
    { ...one, digest: 'c', title: 'Tide 007 (c)', line: 'Ranked 3rd: too few seeders', outcome: null, detail: null },
  ]
  const page = await renderPage(html`<${LastSearchLook} search=${{ ...search, ranked }} />`)
  expect([...page.root.querySelectorAll('li')].map((row) => row.textContent?.trim())).toEqual([
    'Tide 007 (a)Indexer A · Download failedRanked 1st: larger than the nextThe NZB is empty.',
    'Tide 007Indexer A · DownloadedRanked 2nd: smaller than the best',
    'Tide 007 (c)Indexer ARanked 3rd: too few seeders',
  ])
})

test('a search of an earlier version names what it downloaded', async () => {
  const page = await renderPage(html`<${LastSearchLook} search=${search} />`)
  expect(page.find('.last-search-title').textContent).toBe('Tide 007')
})
