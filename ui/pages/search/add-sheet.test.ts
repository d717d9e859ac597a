import { describe, expect, test } from 'bun:test'
import { invalidate } from '../../api/query'
import { html } from '../../html'
import { refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { AddSheet } from './add-sheet'
import type { SearchResult } from './search-result'

withWindow()

const found: SearchResult = {
  id: '18705',
  name: 'Harbor Lights',
  cover: '/api/metadata/image-proxy?url=large',
  thumb: null,
  year: '2015',
  facts: ['2015', 'Northgate', '12 issues'],
  line: 'A lighthouse keeper finds letters.',
  about: 'A lighthouse keeper finds letters.',
  aliases: ['Lights'],
  kind: 'comic',
  ended: false,
  source: 'comicvine',
  alsoAt: ['metron'],
  url: 'https://comics.example/4050-18705/',
  comicId: undefined,
  here: false,
  operationId: undefined,
}
const config = {
  comic_dirs: ['/comics', '/more'],
  manga_dirs: ['/manga'],
  destination_dir: '/more',
  autowant_all: false,
  autowant_upcoming: true,
}
const folders = [
  { path: '/comics', kind: 'comic', free_bytes: 812_000_000_000, total_bytes: 4_000_000_000_000 },
  { path: '/manga', kind: 'manga', free_bytes: null, total_bytes: null },
]
const work = (change: object) => ({
  operation_id: 'o1',
  kind: 'series_add',
  subject: '18705',
  state: 'running',
  progress: 0.5,
  detail: { comic_id: '18705', name: 'Harbor Lights', step: 'issues', added: 100, total: 200 },
  error: null,
  created_at: '2026-11-21T14:00:00.000Z',
  finished_at: null,
  ...change,
})
const done = work({ state: 'succeeded', progress: 1, finished_at: '2026-11-21T14:00:05.000Z' })
const added = { success: true, message: 'Harbor Lights is being added.', comicid: '18705', operation_id: 'o1' }

const open = (more: Record<string, unknown> = {}, change: Partial<SearchResult> = {}) =>
  renderPage(html`<${AddSheet} found=${{ ...found, ...change }} onClose=${() => undefined} />`, {
    path: '/search?q=harbor',
    replies: {
      'GET /api/config': config,
      'GET /api/import/folders': { folders },
      'POST /api/series': added,
      'GET /api/operations/o1': done,
      ...more,
    },
  })
type Page = Awaited<ReturnType<typeof open>>
const sent = (page: Page) => page.requests.filter(({ name }) => name === 'POST /api/series').map(({ body }) => body)
const chosen = (page: Page) => page.find('.add-wants label:has(input:checked) b').textContent

describe('adding a series', () => {
  test('shows the series, its provider and its folder', async () => {
    const page = await open()
    expect(page.text()).toContain('2015 · Northgate · 12 issues')
    expect(page.text()).toContain('Also called Lights')
    expect(page.text()).toContain('ComicVine, also at Metron')
    expect(page.find('.add-source a').getAttribute('rel')).toBe('noreferrer')
    const [first, second] = page.root.querySelectorAll<HTMLOptionElement>('select option')
    expect(first?.textContent).toBe('/comics, 812 GB free')
    expect([second?.value, second?.selected]).toEqual(['/more', true])
  })

  test('uses the defaults of the settings, until the user chooses', async () => {
    const page = await open()
    expect(chosen(page)).toBe('New issues only')
    await page.click('Add series')
    const body = { id: '18705', content_type: 'comic', monitor: 'future', allow_packs: false, folder: '/more' }
    expect(sent(page)).toEqual([body])
  })

  test('of an ended series wants all issues, unless the settings want none', async () => {
    expect(chosen(await open({}, { ended: true }))).toBe('All issues')
    const none = { ...config, autowant_upcoming: false }
    expect(chosen(await open({ 'GET /api/config': none }, { ended: true }))).toBe('None')
  })

  test('sends the choices', async () => {
    const page = await open()
    await page.click(page.find('.add-wants label input'))
    await page.click('Manga')
    await page.click(page.find('[role="switch"]'))
    await page.click('Add series')
    const body = { id: '18705', content_type: 'manga', monitor: 'all', allow_packs: true, folder: '/manga' }
    expect(sent(page)).toEqual([body])
  })

  test('warns when there is no folder for its kind, and adds it anyway', async () => {
    const page = await open({ 'GET /api/config': { ...config, comic_dirs: [] } })
    expect(page.text()).toContain('No folder for comics is set up')
    await page.click('Add series')
    expect(sent(page)[0]).not.toHaveProperty('folder')
  })

  test('links to a series that is already in the library', async () => {
    const page = await open({}, { here: true, comicId: '18705' })
    expect(page.text()).toContain('In your library')
    expect(page.named('Open series').getAttribute('href')).toBe('/library/18705')
  })

  test('shows the progress, and links to the series once it is added', async () => {
    let now: object = work({})
    const page = await open({ 'GET /api/operations/o1': () => now })
    await page.click('Add series')
    expect(page.find('[role="status"]').textContent).toContain('100 of 200 issues')
    expect(page.find('progress').getAttribute('value')).toBe('50')
    expect(page.text()).not.toContain('Open series')
    now = done
    invalidate('GET /api/operations')
    await page.until('Added to your library')
    expect(page.named('Open series').getAttribute('href')).toBe('/library/18705')
  })

  test('shows how long a provider delays it', async () => {
    const waiting = work({ detail: { waiting_until: '2026-11-21T14:05:00.000Z' } })
    const page = await open({ 'GET /api/operations/o1': waiting })
    await page.click('Add series')
    expect(page.text()).toContain('The request limit of the metadata source is reached. Adding resumes at')
  })

  test('shows why it failed and can be retried', async () => {
    const broken = work({ state: 'failed', error: 'ComicVine does not take the key.', finished_at: 'x' })
    const page = await open({ 'GET /api/operations/o1': broken })
    await page.click('Add series')
    expect(page.find('.add-state[role="alert"]').textContent).toContain('ComicVine does not take the key.')
    expect(page.root.textContent).not.toContain('Open series')
    await page.click('Try again')
    expect(sent(page)).toHaveLength(2)
  })

  test('shows the reason of a refusal, and stays open', async () => {
    const page = await open({ 'POST /api/series': refusal(400, 'The folder /more is not there.') })
    await page.click('Add series')
    expect(page.find('.add-wrong').textContent).toContain('The folder /more is not there.')
    expect(page.named('Add series')).toBeDefined()
  })

  test('that is already in the library says so and links to it', async () => {
    const again = { success: true, message: 'Harbor Lights is in your library already.', comicid: 'local-9' }
    const page = await open({ 'POST /api/series': again })
    await page.click('Add series')
    expect(page.text()).toContain('Harbor Lights is in your library already.')
    expect(page.named('Open series').getAttribute('href')).toBe('/library/local-9')
  })

  test('in progress is shown when the sheet is opened again', async () => {
    const page = await open({ 'GET /api/operations/o1': work({}) }, { operationId: 'o1', comicId: '18705' })
    expect(page.text()).toContain('100 of 200 issues')
    expect(page.root.textContent).not.toContain('Add series')
  })
})
