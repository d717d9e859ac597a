import { afterEach, expect, test } from 'bun:test'
import { html } from '../../../html'
import { clockWords } from '../../../parts/text/clock-words'
import { toasts } from '../../../state/toasts'
import { type ReceivedRequest, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { SettingsPage } from '../settings'
import type { WireProvider } from './provider-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const provider = (name: WireProvider['name'], change: Partial<WireProvider> = {}): WireProvider => ({
  name,
  label: name,
  serves: name === 'comicvine' || name === 'metron' ? ['comic'] : ['manga'],
  enabled: true,
  configured: true,
  needs_key: name === 'comicvine' || name === 'metron',
  state: 'ready',
  failure: null,
  detail: null,
  failures_in_row: 0,
  blocked_until: null,
  last_ok_at: null,
  asked_last_hour: 0,
  budget_hour: 200,
  ...change,
})
const all = (change: Partial<Record<WireProvider['name'], Partial<WireProvider>>> = {}) => ({
  providers: (['comicvine', 'metron', 'mangadex', 'anilist'] as const).map((name) => provider(name, change[name])),
})
const config = {
  comicvine_api_set: false,
  metron_token_set: false,
  metron_password_set: false,
  metron_username: '',
  mangadex_languages: 'en',
  mangadex_content_rating: 'safe,suggestive',
  metadata_order: 'comicvine,metron,mangadex,anilist',
  dbupdate_interval: 1440,
  autowant_upcoming: true,
  autowant_all: false,
  annuals_on: true,
}
const saved = { success: true, restart_required: [], ignored: [], pinned: [] }

async function open(more: Record<string, unknown> = {}) {
  const page = await renderPage(html`<${SettingsPage} />`, {
    path: '/settings',
    replies: {
      'GET /api/config': config,
      'PUT /api/config': saved,
      'GET /api/metadata/providers': all({ comicvine: { configured: false, state: 'off' } }),
      'POST /api/metadata/providers/comicvine/test': { success: true, detail: 'ComicVine takes the key.' },
      ...more,
    },
  })
  const sent = (name: string) =>
    page.requests.filter((one: ReceivedRequest) => one.name === name).map(({ body }) => body)
  const row = (label: string) => {
    const heading = [...page.root.querySelectorAll('.setting h3')].find((one) => one.textContent === label)
    return heading?.closest('.setting') as HTMLElement
  }
  const button = (label: string, words: string) =>
    [...row(label).querySelectorAll('button')].find((one) => one.textContent?.trim() === words) as HTMLElement
  return { page, sent, row, button }
}

test('every provider shows its content, its state and the source of its key', async () => {
  const until = '2026-11-21T14:05:00.000Z'
  const { row } = await open({
    'GET /api/metadata/providers': all({
      comicvine: { configured: false, state: 'off' },
      metron: { state: 'waiting', failure: 'limit', detail: 'Metron has answered enough.', blocked_until: until },
      mangadex: { asked_last_hour: 14 },
      anilist: { enabled: false, state: 'off' },
    }),
  })
  expect(row('ComicVine').textContent).toContain('Needs a key')
  expect(row('ComicVine').querySelector('a')?.getAttribute('href')).toBe('https://comicvine.gamespot.com/api/')
  expect(row('Metron').textContent).toContain(`Paused until ${clockWords(until)}`)
  expect(row('Metron').textContent).toContain('Metron has answered enough.')
  expect(row('MangaDex').textContent).toContain('Ready')
  expect(row('MangaDex').textContent).toContain('14 of 200 requests used in the last hour')
  expect(row('AniList').querySelector('.provider')?.textContent).toBe('OffOff')
})

test('a key is saved, tested at once and never shown again', async () => {
  let now: object = config
  const put = ({ body }: ReceivedRequest) => {
    now = { ...config, comicvine_api_set: (body as { comicvine_api: unknown }).comicvine_api !== null }
    return saved
  }
  const { page, sent, row, button } = await open({ 'GET /api/config': () => now, 'PUT /api/config': put })
  await page.type('#metadata input[type="password"]', ' secret-key ')
  await page.submit('.secret-form')
  expect(sent('PUT /api/config')).toEqual([{ comicvine_api: 'secret-key' }])
  expect(sent('POST /api/metadata/providers/comicvine/test')).toEqual([{}])
  expect(row('ComicVine').textContent).toContain('ComicVine takes the key.')
  expect(row('ComicVine').querySelector('.secret')?.textContent).toContain('Set')
  expect(page.root.innerHTML).not.toContain('secret-key')
  await page.click(button('ComicVine', 'Remove'))
  expect(sent('PUT /api/config').at(-1)).toEqual({ comicvine_api: null })
})

test('a typed key can be tested before it is saved, and a failure says how to fix it', async () => {
  const refused = { success: false, detail: 'ComicVine does not take the API key. Check it.' }
  const { page, sent, row, button } = await open({ 'POST /api/metadata/providers/comicvine/test': refused })
  await page.type('#metadata input[type="password"]', 'wrong')
  await page.click(button('ComicVine', 'Test ComicVine'))
  expect(sent('POST /api/metadata/providers/comicvine/test')).toEqual([{ comicvine_api: 'wrong' }])
  expect(sent('PUT /api/config')).toEqual([])
  expect(row('ComicVine').querySelector('.tried [data-wrong]')?.textContent).toBe(refused.detail)
})

test('a typed key that passes the test is saved', async () => {
  let now: object = config
  const put = () => {
    now = { ...config, comicvine_api_set: true }
    return saved
  }
  const { page, sent, row, button } = await open({ 'GET /api/config': () => now, 'PUT /api/config': put })
  await page.type('#metadata input[type="password"]', 'right')
  await page.click(button('ComicVine', 'Test ComicVine'))
  expect(sent('PUT /api/config')).toEqual([{ comicvine_api: 'right' }])
  expect(row('ComicVine').textContent).toContain('ComicVine takes the key.')
  expect(row('ComicVine').querySelector('.secret')?.textContent).toContain('Set')
  expect(page.root.innerHTML).not.toContain('right"')
})

test('a rejected key stays in its field', async () => {
  const { page } = await open({ 'PUT /api/config': refusal(503, 'Settings were not saved.') })
  await page.type('#metadata input[type="password"]', 'abc')
  await page.submit('.secret-form')
  expect(page.find('.secret-form [role="alert"]').textContent).toBe('Settings were not saved.')
  expect(page.find<HTMLInputElement>('.secret-form input').value).toBe('abc')
  expect(toasts.value).toEqual([])
})

test('a service is switched off with Undo', async () => {
  const { page, sent, row } = await open()
  await page.click(row('MangaDex').querySelector('[role="switch"]') as HTMLElement)
  expect(sent('PUT /api/config')).toEqual([{ mangadex_enabled: false }])
  expect(toasts.value[0]?.text).toBe('Use MangaDex: saved.')
})

test('the kinds of manga in search results are chosen, and at least one stays selected', async () => {
  const rated = { ...config, mangadex_content_rating: 'safe' }
  let now: object = config
  const put = () => {
    now = rated
    return saved
  }
  const { page, sent, row } = await open({ 'GET /api/config': () => now, 'PUT /api/config': put })
  const boxes = [...row('MangaDex').querySelectorAll<HTMLInputElement>('.ratings input')]
  await page.click(boxes[1] as HTMLElement)
  expect(sent('PUT /api/config')).toEqual([{ mangadex_content_rating: 'safe' }])
  expect(row('MangaDex').querySelector<HTMLInputElement>('.ratings input')?.disabled).toBe(true)
})

test('the metadata priority is a list whose entries are moved up', async () => {
  const { page, sent } = await open()
  await page.click('Move Metron up')
  expect(sent('PUT /api/config')).toEqual([{ metadata_order: 'metron,comicvine,mangadex,anilist' }])
})

test('a link from another page leads to the section', async () => {
  const seen: string[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.id)
  }
  const page = await renderPage(html`<${SettingsPage} />`, {
    path: '/settings#metadata',
    replies: { 'GET /api/config': config, 'GET /api/metadata/providers': all() },
  })
  expect(page.root.querySelector('#metadata')).not.toBeNull()
  expect(seen).toContain('metadata')
})
