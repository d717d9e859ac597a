import { afterEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import type { WireRequest } from '../../panels/requests/request'
import { SharedAsk } from '../../sheets'
import { askTarget } from '../../state/asking'
import { toasts } from '../../state/toasts'
import { currentUser, type SessionUser } from '../../state/user'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import '../../panels/requests/ask-sheet'
import { RequestsPage } from './requests'

withWindow()
afterEach(() => {
  toasts.value = []
  currentUser.value = null
  askTarget.value = undefined
})

const ADA: SessionUser = {
  user_id: 'ada',
  name: 'Ada',
  role: 'reader',
  colour: 'teal',
  picture: null,
  limits_apply: false,
  may_download: true,
  may_request: true,
  share_reading: false,
  date_locale: null,
  sees: 'reader',
  has_others: true,
}
const card = (name: string) => ({ user_id: name.toLowerCase(), name, colour: 'teal', picture: null })
const request = (change: Partial<WireRequest> = {}): WireRequest => ({
  request_id: 'r1',
  state: 'asked',
  kind: 'series',
  title: 'Harbor Lights',
  year: 2012,
  comic_id: null,
  issue_id: null,
  provider_id: '101000',
  cover_url: null,
  note: '',
  asked_by: [card('Ada')],
  asked_at: '2026-01-02T03:04:05.000Z',
  decided_at: null,
  reason: null,
  mine: false,
  ...change,
})
const found = (change: object = {}) => ({
  name: 'Harbor Lights',
  comicid: '101000',
  comicyear: '2012',
  comicimage: '/api/metadata/image-proxy?url=a',
  comicthumb: null,
  publisher: 'Northgate',
  issues: '12',
  deck: 'A lighthouse keeper finds letters.',
  content_type: 'comic',
  haveit: 'No',
  ...change,
})
const config = { comic_dirs: ['/comics', '/more'], manga_dirs: ['/manga'], destination_dir: '/more' }

const open = (requests: WireRequest[], more: Replies = {}, path = '/requests') =>
  renderPage(html`<${RequestsPage} /><${SharedAsk} />`, {
    path,
    replies: {
      'GET /api/requests': {
        requests,
        total: requests.length,
        waiting: requests.filter(({ state }) => state === 'asked').length,
      },
      'GET /api/config': config,
      'GET /api/import/folders': { folders: [] },
      ...more,
    },
  })
const sent = (requests: ReceivedRequest[], name: string) =>
  requests.filter((one) => one.name === name).map(({ body }) => body)
const DECIDE = 'PATCH /api/requests/r1'
const SEARCH = 'POST /api/metadata/search'
const ASK = 'POST /api/requests'
const REMOVE = 'DELETE /api/requests/r1'

describe('the owner', () => {
  test('sees who asks for what, with the notes', async () => {
    const both = request({ asked_by: [card('Ada'), card('Ben')], note: 'Ada: please\nBen: me too' })
    const page = await open([both, request({ request_id: 'r2', state: 'readable', title: 'Copper', comic_id: '7' })])
    const rows = [...page.root.querySelectorAll('.request')].map((row) => row.textContent)
    expect(rows[0]).toContain('Harbor Lights (2012)')
    expect(rows[0]).toContain('Ada and Ben')
    expect(rows[0]).toContain('Ben: me too')
    expect(rows[1]).toContain('Ready to read')
    expect(page.find('.request a').getAttribute('href')).toBe('/library/7')
    expect(page.find('.words button:nth-child(2)').textContent).toContain('1')
  })

  test('sees the page before when the last request of a page was removed', async () => {
    let total = 51
    const answered = request({ state: 'declined' })
    const page = await open(
      [],
      {
        'GET /api/requests': ({ query }: ReceivedRequest) => ({
          requests: query.offset === '0' || total > 50 ? [answered] : [],
          total,
          waiting: 0,
        }),
        [REMOVE]: () => {
          total = 50
          return { success: true }
        },
      },
      '/requests?state=declined&page=2',
    )
    await page.click('Remove Harbor Lights (2012)')
    await page.click('Remove')
    await page.until('Harbor Lights')
    expect(location.search).toBe('?state=declined')
  })

  test('accepts a series with the issues to want and the folder', async () => {
    const page = await open([request()], { [DECIDE]: request({ state: 'accepted' }) })
    await page.click('Accept')
    expect(page.find<HTMLSelectElement>('.dialog select').value).toBe('/more')
    await page.click(page.find('.add-wants label:nth-of-type(2) input'))
    await page.click(page.find('.dialog-foot .button[data-kind="main"]'))
    expect(sent(page.requests, DECIDE)).toEqual([{ action: 'accept', want: 'missing', root: '/more' }])
    expect(toasts.value[0]?.text).toBe('Harbor Lights (2012) is accepted.')
    expect(page.root.querySelector('.dialog')).toBeNull()
  })

  test('accepts manga into the folder for manga', async () => {
    const page = await open([request({ provider_id: 'md-5e1f' })], { [DECIDE]: request({ state: 'accepted' }) })
    await page.click('Accept')
    expect(page.find('.add-folder').textContent).toContain('/manga')
  })

  test('chooses no folder for a series of the library', async () => {
    const page = await open([request({ comic_id: '101000' })], { [DECIDE]: request({ state: 'accepted' }) })
    await page.click('Accept')
    await page.click(page.find('.dialog-foot .button[data-kind="main"]'))
    expect(sent(page.requests, DECIDE)).toEqual([{ action: 'accept', want: 'all' }])
  })

  test('accepts an issue with one click', async () => {
    const issue = request({ kind: 'issue', title: 'Harbor Lights #3', comic_id: '1', issue_id: '2', provider_id: null })
    const page = await open([issue], { [DECIDE]: { ...issue, state: 'accepted' } })
    await page.click('Accept')
    expect(sent(page.requests, DECIDE)).toEqual([{ action: 'accept' }])
    expect(toasts.value[0]?.text).toBe('Harbor Lights #3 is wanted.')
    expect(page.find('.request a').getAttribute('href')).toBe('/library/1/issues/2')
  })

  test('reads why a series cannot be accepted', async () => {
    const page = await open([request()], { [DECIDE]: refusal(400, 'ComicVine is turned off.') })
    await page.click('Accept')
    await page.click(page.find('.dialog-foot .button[data-kind="main"]'))
    expect(page.find('.request-wrong').textContent).toBe('ComicVine is turned off.')
  })

  test('declines with a reason', async () => {
    const page = await open([request()], { [DECIDE]: request({ state: 'declined' }) })
    await page.click('Decline')
    await page.type('.dialog input', 'We have it on paper.')
    await page.submit('.dialog form')
    expect(sent(page.requests, DECIDE)).toEqual([{ action: 'decline', reason: 'We have it on paper.' }])
  })

  test('filters by state, in the address', async () => {
    const page = await open([request()])
    await page.click('Declined')
    expect(location.search).toBe('?state=declined')
    expect(page.requests.at(-1)).toMatchObject({ name: 'GET /api/requests', query: { state: 'declined', offset: '0' } })
  })

  test('removes a decided request after a question', async () => {
    const page = await open([request({ state: 'declined', reason: 'No.' })], { [REMOVE]: { success: true } })
    await page.click('Remove Harbor Lights (2012)')
    expect(sent(page.requests, REMOVE)).toEqual([])
    await page.click('Remove')
    expect(page.requests.some(({ name }) => name === REMOVE)).toBe(true)
  })

  test('reads what will be here', async () => {
    const page = await open([])
    expect(page.text()).toContain('No requests yet')
  })
})

describe('a reader', () => {
  const asReader = (change: Partial<SessionUser> = {}) => {
    currentUser.value = { ...ADA, ...change }
  }
  const searched = (results: object[], more: object = {}) => ({ [SEARCH]: { results, ...more } })

  test('searches with Enter only, and asks with a note', async () => {
    asReader()
    const page = await open([], { ...searched([found()]), [ASK]: request() })
    await page.type('.requests-find input', 'harbor')
    expect(sent(page.requests, SEARCH)).toEqual([])
    await page.submit('.requests-find form')
    expect(sent(page.requests, SEARCH)).toEqual([{ name: 'harbor', content_type: 'comic', limit: 20 }])
    expect(page.find('.found').textContent).toContain('2012 · Northgate · 12 issues')
    await page.click(page.find('.found button'))
    await page.type('.dialog input', 'for the summer')
    await page.click(page.find('.dialog-foot .button[data-kind="main"]'))
    const asked = { kind: 'series', provider_id: '101000', title: 'Harbor Lights', year: 2012, note: 'for the summer' }
    expect(sent(page.requests, ASK)).toEqual([asked])
    expect(toasts.value[0]?.text).toBe('You asked for Harbor Lights (2012).')
    expect(page.root.querySelector('.dialog')).toBeNull()
  })

  test('reads why a request is refused, and keeps the note', async () => {
    asReader()
    const refused = refusal(429, 'You asked for 10 comics in the last seven days, the most of this library.')
    const page = await open([], { ...searched([found()]), [ASK]: refused }, '/requests?q=harbor')
    await page.click(page.find('.found button'))
    await page.type('.dialog input', 'please')
    await page.click(page.find('.dialog-foot .button[data-kind="main"]'))
    expect(toasts.value[0]?.text).toContain('You asked for 10 comics')
    expect(page.find<HTMLInputElement>('.dialog input').value).toBe('please')
  })

  test('sees what is in the library and what was asked for', async () => {
    asReader()
    const here = found({ comicid: '7', name: 'Copper', haveit: { comicid: '7', status: 'Active' } })
    const page = await open([request({ mine: true })], searched([found(), here]), '/requests?q=harbor')
    const [asked, had] = [...page.root.querySelectorAll<HTMLElement>('.found')]
    expect([asked?.textContent, asked?.querySelector('button')]).toEqual([
      expect.stringContaining('You asked for it'),
      null,
    ])
    expect(had?.querySelector('a')?.getAttribute('href')).toBe('/library/7')
  })

  test('asks again for what was declined', async () => {
    asReader()
    const page = await open([request({ state: 'declined', reason: 'No.' })], searched([found()]), '/requests?q=harbor')
    expect(page.find('.found button').textContent).toBe('Ask')
  })

  test('sees the own requests with their states, and withdraws one that waits', async () => {
    asReader()
    const declined = request({ request_id: 'r2', title: 'Copper', state: 'declined', reason: 'Too many.' })
    const page = await open([request({ mine: true, note: 'please' }), declined], { [REMOVE]: { success: true } })
    const [waits, refused] = [...page.root.querySelectorAll('.request')].map((row) => row.textContent)
    expect(waits).toContain('Waiting for the owner')
    expect(waits).not.toContain('Ada')
    expect(refused).toContain('Too many.')
    expect(page.text()).not.toContain('Accept')
    await page.click('Withdraw')
    expect(page.requests.some(({ name }) => name === REMOVE)).toBe(true)
  })

  test('who may not ask has no search', async () => {
    asReader({ may_request: false })
    const page = await open([])
    expect(page.root.querySelector('input')).toBeNull()
    expect(page.text()).toContain('You may not.')
  })

  test('searches for manga, with the kind in the address', async () => {
    asReader()
    const page = await open([], searched([]), '/requests?q=moss')
    await page.click('Manga')
    expect(location.search).toBe('?q=moss&kind=manga')
    expect(sent(page.requests, SEARCH).at(-1)).toEqual({ name: 'moss', content_type: 'manga', limit: 20 })
    expect(page.text()).toContain('No series found for “moss”')
  })

  test('reads that the search fails, is not set up, or is incomplete', async () => {
    asReader()
    const failing = await open([], { [SEARCH]: refusal(429, 'You searched 30 times in an hour.') }, '/requests?q=x')
    expect(failing.text()).toContain('You searched 30 times in an hour.')
    const off = refusal(400, 'No source for comics is set up.', { code: 'provider_not_configured' })
    expect((await open([], { [SEARCH]: off }, '/requests?q=y')).text()).toContain('The search is not set up')
    const partly = searched([found()], { provider_failures: [{ provider: 'metron', failure: 'limit', detail: 'x' }] })
    expect((await open([], partly, '/requests?q=z')).text()).toContain('A source did not respond')
  })
})
