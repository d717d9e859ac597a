import { describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { clockWords } from '../../parts/text/clock-words'
import { type ReceivedRequest, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { SearchPage } from './search'
import type { WireRow } from './search-result'

withWindow()

const NAMES = ['Harbor Lights', 'Low Tide', 'Night Counter']
const found = (at: number, change: Partial<WireRow> = {}): WireRow => ({
  name: NAMES[at] ?? `Series ${at}`,
  comicyear: '2015',
  comicid: `${100 + at}`,
  url: `https://comics.example/4050-${100 + at}/`,
  issues: '12',
  comicimage: `/api/metadata/image-proxy?url=large${at}`,
  comicthumb: `/api/metadata/image-proxy?url=small${at}`,
  publisher: 'Northgate',
  description: 'A lighthouse keeper finds letters.',
  deck: null,
  type: 'Print',
  haveit: 'No',
  lastissueid: null,
  firstissueid: null,
  volume: null,
  imprint: null,
  seriesrange: [],
  metadata_source: 'comicvine',
  in_library: false,
  content_type: 'comic',
  status: null,
  content_rating: null,
  alt_titles: [],
  reading_direction: 'ltr',
  external_id: `${100 + at}`,
  mal_id: null,
  cv_comicid: null,
  also_at: [],
  operation_id: null,
  ...change,
})
const answer = (results: WireRow[], more: object = {}) => ({
  results,
  pagination: { total: results.length, limit: 20, offset: 0, returned: results.length, has_more: false },
  ...more,
})
const provider = (name: string, change: object = {}) => ({
  name,
  label: name === 'comicvine' ? 'ComicVine' : 'MangaDex',
  serves: name === 'comicvine' ? ['comic'] : ['manga'],
  enabled: true,
  configured: true,
  ...change,
})
const three = answer([0, 1, 2].map((at) => found(at)))
const replies = {
  'GET /api/metadata/providers': { providers: [provider('comicvine'), provider('mangadex')] },
  'POST /api/search/comics': three,
  'POST /api/search/manga': answer([found(3, { content_type: 'manga', metadata_source: 'mangadex' })]),
}
const open = (path: string, more: Record<string, unknown> = {}) =>
  renderPage(html`<${SearchPage} />`, { path, replies: { ...replies, ...more } })
const searches = (requests: ReceivedRequest[]) => requests.filter(({ name }) => name.startsWith('POST /api/search'))
const rows = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('.result-link')]

describe('the search', () => {
  test('names the providers before a search', async () => {
    const page = await open('/search')
    expect(page.find('.search-start').textContent).toContain('Type the name of a series, or a part of it.')
    expect(page.text()).toContain('Searches ComicVine.')
    expect(searches(page.requests)).toEqual([])
  })

  test('for manga names its own providers, and their data', async () => {
    const page = await open('/search?kind=manga')
    expect(page.text()).toContain('Searches MangaDex.')
    expect(page.text()).toContain('with all its chapters and volumes.')
    page.close()
    expect((await open('/search')).text()).toContain('with all its issues.')
  })

  test.each([{ enabled: false }, { configured: false }, { serves: [] }])('ignores a source with %j', async (change) => {
    const replies = { 'GET /api/metadata/providers': { providers: [provider('mangadex', change)] } }
    const page = await open('/search?kind=manga', replies)
    expect(page.text()).toContain('No metadata source for manga')
    expect(page.text()).toContain('They need no key, but are disabled.')
  })

  test('links to the settings if no source is set up for the kind', async () => {
    const off = { 'GET /api/metadata/providers': { providers: [provider('comicvine', { configured: false })] } }
    const page = await open('/search', off)
    expect(page.text()).toContain('No metadata source for comics')
    expect(page.named('Set up a source').getAttribute('href')).toBe('/settings#metadata')
  })

  test('links to the settings with the message from the server', async () => {
    const refused = refusal(400, 'No source for comics has a key.', { code: 'provider_not_configured' })
    const page = await open('/search?q=harbor', { 'POST /api/search/comics': refused })
    expect(page.text()).toContain('Sources for comics: ComicVine and Metron.')
    expect(page.named('Set up a source').getAttribute('href')).toBe('/settings#metadata')
    expect(page.named('Set up a source')).toBeDefined()
  })

  test('searches for the words in the address and shows each series with year, publisher, issues and a description', async () => {
    const page = await open('/search?q=harbor&sort=year_desc&page=2')
    expect(searches(page.requests)[0]?.body).toEqual({ name: 'harbor', limit: 20, offset: 20, sort: 'year_desc' })
    const first = page.find('button.result-link')
    for (const words of ['Harbor Lights', '2015', 'Northgate', '12 issues', 'Add'])
      expect(first.textContent).toContain(words)
    expect(page.text()).toContain('A lighthouse keeper finds letters.')
    expect(page.find('.result img').getAttribute('src')).toBe('/api/metadata/image-proxy?url=small0&width=300')
  })

  test('searches at once with Enter and keeps the words in the address', async () => {
    const page = await open('/search')
    await page.type('.search-big input', 'X')
    await page.press('Enter', page.find('.search-big input'))
    expect(location.search).toBe('?q=X')
    expect(searches(page.requests).map(({ body }) => (body as { name: string }).name)).toEqual(['X'])
  })

  test('searches manga after the switch, from the first page on', async () => {
    const page = await open('/search?q=harbor&page=3')
    await page.click('Manga')
    expect(location.search).toBe('?q=harbor&kind=manga')
    expect(page.text()).toContain('12 chapters')
  })

  test('sorts by the chosen order', async () => {
    const page = await open('/search?q=harbor&page=2')
    const order = page.find<HTMLSelectElement>('.search-tools select')
    order.value = 'name_asc'
    order.dispatchEvent(new window.Event('change', { bubbles: true }))
    await page.whenIdle()
    expect(location.search).toBe('?q=harbor&sort=name_asc')
  })

  test('turns pages by links', async () => {
    const many = answer([found(0)], { pagination: { total: 45, limit: 20, offset: 20, returned: 1, has_more: true } })
    const page = await open('/search?q=harbor&page=2', { 'POST /api/search/comics': many })
    expect(page.find('.pager').textContent).toBe('Page 2')
    expect(page.named('Page before').getAttribute('href')).toBe('/search?q=harbor')
    expect(page.named('Next page').getAttribute('href')).toBe('/search?q=harbor&page=3')
  })

  test('links to a series in the library under its own id', async () => {
    const here = answer([found(0, { in_library: true, haveit: { comicid: 'local-9', status: 'Active' } })])
    const page = await open('/search?q=harbor', { 'POST /api/search/comics': here })
    const link = page.find('a.result-link')
    expect(link.getAttribute('href')).toBe('/library/local-9')
    expect(link.textContent).toContain('In your library')
    expect(link.textContent).not.toContain('Add')
  })

  test('shows the failure of a provider beside the results of the others', async () => {
    const until = '2026-11-21T14:05:00.000Z'
    const failures = [
      { provider: 'metron', failure: 'limit', detail: 'Metron allows 20 questions a minute.', until },
      { provider: 'comicvine', failure: 'auth', detail: 'ComicVine does not take the key.' },
    ]
    const partly = answer([found(0)], { provider_failures: failures })
    const page = await open('/search?q=harbor', { 'POST /api/search/comics': partly })
    const [limited, refused] = [...page.root.querySelectorAll('.search-failures li')].map((one) => one.textContent)
    expect(limited?.trim()).toBe(`Metron allows 20 questions a minute. Retry after ${clockWords(until)}.`)
    expect(refused).toContain('ComicVine does not take the key.')
    expect(page.root.querySelectorAll('.search-failures a')).toHaveLength(1)
    expect(rows(page.root)).toHaveLength(1)
  })

  test('names the source of each result if several answered', async () => {
    const mixed = answer([found(0), found(1, { metadata_source: 'metron' })])
    const page = await open('/search?q=harbor', { 'POST /api/search/comics': mixed })
    const second = page.root.querySelectorAll('.result-facts')[1]!
    expect(second.textContent).toBe('2015Northgate12 issuesMetron')
  })

  test('gives advice when there are no results', async () => {
    const page = await open('/search?q=qqq', { 'POST /api/search/comics': answer([]) })
    expect(page.text()).toContain('No series found for “qqq”')
    expect(page.named('Search manga').getAttribute('href')).toBe('/search?q=qqq&kind=manga')
  })

  test('says after the last page that there are no more results', async () => {
    const page = await open('/search?q=qqq&page=4', { 'POST /api/search/comics': answer([]) })
    expect(page.text()).toContain('No more results')
    expect(page.named('Go to the first page').getAttribute('href')).toBe('/search?q=qqq')
  })

  test('is empty if one of two providers failed and the other has no results', async () => {
    const two = { providers: [provider('comicvine'), provider('metron', { serves: ['comic'] })] }
    const failure = { provider: 'comicvine', failure: 'unreachable', detail: 'ComicVine cannot be reached.' }
    const page = await open('/search?q=qqq', {
      'GET /api/metadata/providers': two,
      'POST /api/search/comics': answer([], { provider_failures: [failure] }),
    })
    expect(page.text()).toContain('ComicVine cannot be reached.')
    expect(page.text()).toContain('No series found for “qqq”')
  })

  test('distinguishes an empty result from failed providers', async () => {
    const failure = { provider: 'comicvine', failure: 'unreachable', detail: 'ComicVine cannot be reached.' }
    const away = answer([], { provider_failures: [failure] })
    const page = await open('/search?q=harbor', { 'POST /api/search/comics': away })
    expect(page.text()).toContain('ComicVine cannot be reached.')
    expect(page.text()).toContain('No source responded')
    await page.click('Try again')
    expect(searches(page.requests)).toHaveLength(2)
  })

  test('shows a placeholder while loading, and the reason of a failure', async () => {
    const slow = await open('/search?q=harbor', { 'POST /api/search/comics': () => new Promise(() => undefined) })
    expect(slow.find('.search-waiting').getAttribute('aria-label')).toBe('Searching')
    slow.close()
    const page = await open('/search?q=harbor', { 'POST /api/search/comics': refusal(502, 'ComicVine is away.') })
    expect(page.find('[role="alert"]').textContent).toContain('ComicVine is away.')
    expect(page.named('Try again')).toBeDefined()
  })

  test('is navigated with the arrow keys, starting in the field', async () => {
    const page = await open('/search?q=harbor')
    await page.press('ArrowDown', page.find('.search-big input'))
    expect(document.activeElement === rows(page.root)[0]).toBe(true)
    await page.press('ArrowDown')
    expect(document.activeElement === rows(page.root)[1]).toBe(true)
    await page.press('End')
    expect(rows(page.root).map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  })
})
