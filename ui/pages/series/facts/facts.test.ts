import { describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { type ReceivedRequest, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { LinksSheet } from './links-sheet'
import { SeriesEdit } from './series-edit'

withWindow()

const AT = '/api/series/18705'
const sent = (requests: ReceivedRequest[]) =>
  requests.filter(({ name }) => !name.startsWith('GET')).map(({ name, body }) => [name, body])
const own = { comic_id: '18705', name: 'Harbor Lights', kind: 'comic', onClose: () => undefined }

const fields = [
  {
    field: 'publisher',
    value: 'Northgate Press',
    source: 'user',
    locked: true,
    said: [
      { source: 'user', value: 'Northgate Press' },
      { source: 'comicvine', value: 'Northgate' },
    ],
  },
  {
    field: 'name',
    value: 'Harbor Lights',
    source: 'comicvine',
    locked: false,
    said: [
      { source: 'comicvine', value: 'Harbor Lights' },
      { source: 'metron', value: 'Harbour Lights' },
    ],
  },
]
const rating = {
  field: 'age_rating',
  value: 'Teen',
  source: 'comicvine',
  locked: false,
  said: [],
  suggestions: ['Everyone', 'Teen', 'Mature 17+'],
}
const source = {
  source: 'comicvine',
  label: 'ComicVine',
  provider_id: '18705',
  url: 'https://comicvine.gamespot.com/volume/4050-18705/',
  said_at: '2026-11-20T10:00:00.000Z',
  checked_at: '2026-11-20T10:00:00.000Z',
  removed_at: null,
  primary: true,
}
const metadata = { comic_id: '18705', fields, sources: [source] }

describe('metadata', () => {
  const open = (reply: object = metadata) =>
    renderPage(html`<${SeriesEdit} ...${own} />`, {
      replies: { [`GET ${AT}/metadata`]: reply, [`PATCH ${AT}/metadata`]: metadata },
    })

  test('offers the known age ratings', async () => {
    const page = await open({ ...metadata, fields: [rating] })
    const words = [...page.root.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'))
    expect(words).toEqual(rating.suggestions)
  })

  test('shows its source, and the values of other sources', async () => {
    const page = await open()
    expect(page.text()).toContain('From ComicVine')
    expect(page.text()).toContain('Metron says Harbour Lights')
    expect(page.text()).toContain('You wrote this. Refreshes leave it alone.')
    expect(page.text()).toContain('ComicVine says Northgate')
  })

  test('is saved as typed, reset, and copied from another source', async () => {
    const page = await open()
    const [name] = [...page.root.querySelectorAll<HTMLInputElement>('.edit-line input')]
    if (!name) throw new Error('There is no box for the name.')
    name.value = 'Harbor Lights: Night'
    for (const type of ['input', 'change']) {
      name.dispatchEvent(new (window as unknown as typeof globalThis).Event(type, { bubbles: true }))
      await page.whenIdle()
    }
    await page.click('Use this')
    await page.click('Drop your edit')
    expect(sent(page.requests)).toEqual([
      [`PATCH ${AT}/metadata`, { name: 'Harbor Lights: Night' }],
      [`PATCH ${AT}/metadata`, { name: 'Harbour Lights' }],
      [`PATCH ${AT}/metadata`, { publisher: null }],
    ])
  })

  test('is not saved while the value is invalid', async () => {
    const page = await open()
    const year = page.root.querySelectorAll<HTMLInputElement>('.edit-line input')[1]
    if (!year) throw new Error('There is no box for the year.')
    year.value = 'soon'
    year.dispatchEvent(new (window as unknown as typeof globalThis).Event('input', { bubbles: true }))
    await page.whenIdle()
    expect(page.text()).toContain('Enter digits only')
    expect(sent(page.requests)).toEqual([])
  })
})

describe('links to providers', () => {
  const unlinked = { ...metadata, sources: [] }
  const candidate = {
    provider: 'metron',
    provider_id: '12',
    name: 'Harbor Lights',
    year: 2015,
    publisher: 'Northgate',
    issue_count: 17,
    image: null,
    url: null,
    verdict: 'same',
    evidence: ['name and year agree', 'another publisher'],
    against: ['another publisher'],
  }
  const open = (more: Record<string, unknown> = {}) =>
    renderPage(html`<${LinksSheet} ...${own} />`, {
      replies: {
        [`GET ${AT}/metadata`]: metadata,
        [`GET ${AT}/candidates`]: { candidates: [candidate] },
        [`PUT ${AT}/sources/metron`]: metadata,
        [`DELETE ${AT}/sources/comicvine`]: unlinked,
        ...more,
      },
    })

  test('are proposed with their evidence, and made with one click', async () => {
    const page = await open()
    expect(page.text()).toContain('Harbor Lights (2015)')
    expect([...page.root.querySelectorAll('.evidence li')].map((line) => line.textContent?.trim())).toEqual([
      'name and year agree',
      'another publisher',
    ])
    expect(page.find('.evidence [data-against]').textContent).toContain('another publisher')
    await page.click('Link')
    expect(sent(page.requests)).toEqual([[`PUT ${AT}/sources/metron`, { provider_id: '12' }]])
  })

  test.each(['Link', 'Unlink ComicVine'])('%s refetches the proposals and the series', async (button) => {
    const page = await open()
    const asked = () => page.requests.filter(({ name }) => name === `GET ${AT}/candidates`).length
    expect(asked()).toBe(1)
    await page.click(button)
    expect(asked()).toBe(2)
  })

  test('show the reason of a refusal, and can be retried', async () => {
    toasts.value = []
    const page = await open({ [`PUT ${AT}/sources/metron`]: refusal(503, 'Metron sleeps.') })
    for (let press = 0; press < 2; press++) await page.click('Link')
    expect(toasts.value.map(({ text, kind }) => [kind, text])).toEqual([
      ['error', 'Metron sleeps.'],
      ['error', 'Metron sleeps.'],
    ])
    expect(page.find('.links').getAttribute('aria-busy')).toBe('false')
  })

  test('are removed', async () => {
    let now: object = metadata
    const page = await open({
      [`GET ${AT}/metadata`]: () => now,
      [`DELETE ${AT}/sources/comicvine`]: () => {
        now = unlinked
        return now
      },
    })
    await page.click('Unlink ComicVine')
    expect(sent(page.requests)).toEqual([[`DELETE ${AT}/sources/comicvine`, undefined]])
    expect(page.text()).toContain('No metadata source yet')
  })

  test('are found with a manual search, and a failing provider shows the reason', async () => {
    const row = {
      name: 'Harbour Lights',
      comicyear: '2015',
      comicid: 'metron-40',
      external_id: '40',
      metadata_source: 'metron',
      publisher: null,
      issues: '3',
      comicimage: null,
      comicthumb: null,
      url: null,
    }
    const failure = { provider: 'comicvine', failure: 'limit', detail: 'ComicVine allows no more questions this hour.' }
    const page = await open({ 'POST /api/search/comics': { results: [row], provider_failures: [failure] } })
    await page.submit('.link-find')
    expect(page.text()).toContain('ComicVine allows no more questions this hour.')
    await page.click([...page.root.querySelectorAll<HTMLElement>('.link-line button')].at(-1) as HTMLElement)
    expect(sent(page.requests).at(-1)).toEqual([`PUT ${AT}/sources/metron`, { provider_id: '40' }])
  })
})
