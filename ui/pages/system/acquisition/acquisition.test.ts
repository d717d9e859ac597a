import { afterEach, describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { type Replies, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { AcquisitionPage } from './acquisition'
import { actionOf, gateLook, gateText, routeLook, runningWords, type SearchHealth, waitingWords } from './gate-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const AT = '2026-11-20T10:00:00.000Z'
const route = (change: object = {}) => ({
  enabled: true,
  reason: 'ready',
  downstream: 'sabnzbd',
  blocked_until: null,
  last_success: AT,
  last_error: null,
  configured_provider_count: 2,
  executable_provider_count: 1,
  ...change,
})
const health = (gate: object = {}, more: object = {}) =>
  ({
    routes: {
      nzb: route(),
      torrent: route({ reason: 'client_not_ready', last_error: 'No answer.' }),
      ddl: route({ enabled: false, reason: 'disabled' }),
    },
    workers: { search: { healthy: true, live: true, last_error: null } },
    maintenance: { reason: null, owner: null, heartbeat_at: null },
    gate: { state: 'open', owner_alive: null, leases: [], waiting: [], ...gate },
    reconciliation: { state: 'ready', reason: null, updated_at: null },
    ...more,
  }) as unknown as SearchHealth
const SERIES = {
  comic_id: 'harbor',
  name: 'Harbor Lights',
  year: 2015,
  paused: false,
  why: '2 wanted issues will be searched for.',
  disk: { files: 3, bytes: 120_000_000, gone: 1 },
}
const review = (more: object = {}) => ({
  totals: { series: 1, wanted: 3, will_search: 2, unverified: 1 },
  series: [SERIES],
  pagination: { total: 1, limit: 50, offset: 0, has_more: false },
  ...more,
})
const ISSUES = {
  issues: [
    { issue_id: 'harbor-2', label: 'Harbor Lights #2', why: 'Wanted and missing.', reason: 'will_search', date: '2015-06-03', file: null },
    { issue_id: 'harbor-5', label: 'Harbor Lights #5', why: 'No file was found.', reason: 'no_file_found', date: null, file: { path: '/comics/Harbor Lights 5.cbz' } },
  ],
  pagination: { total: 2, limit: 100, offset: 0, has_more: false },
} // biome-ignore format: two issues
const REVIEW = 'GET /api/system/acquisition/reconciliation'
const shown = (replies: Replies, path = '/system/acquisition') =>
  renderPage(html`<${AcquisitionPage} />`, {
    path,
    replies: { [REVIEW]: review(), 'GET /api/search/health': health(), ...replies },
  })

describe('the gate', () => {
  test.each([
    ['open', null, 'have', 'pause'],
    ['paused', null, 'wanted', 'resume'],
    ['pending_preview', null, 'attention', 'start'],
    ['failed', null, 'attention', 'start'],
    ['migrating', true, 'way', undefined],
    ['maintenance', true, 'way', undefined],
    ['maintenance', false, 'attention', 'abort'],
  ] as const)(
    'that is %s, with a living owner: %p, is shown as %s and offers %p',
    (state, owner_alive, mark, action) => {
      const it = health({ state, owner_alive })
      expect([gateLook(it).mark as string, actionOf(it)]).toEqual([mark, action])
    },
  )

  test('of an interrupted migration can be aborted', () => {
    expect(actionOf(health({ state: 'migrating' }, { reconciliation: { state: 'migrating' } }))).toBe('abort')
  })

  test('explains maintenance', () => {
    expect(gateText(health({ state: 'maintenance' }, { maintenance: { reason: 'A repair is running.' } }))).toBe(
      'A repair is running.',
    )
  })

  test('shows running and waiting work', () => {
    const lease = { producer: 'search', subject: 'r', taken_at: AT } as const
    expect([runningWords([]), waitingWords([])]).toEqual([undefined, undefined])
    expect(runningWords([lease])).toBe('1 search is running.')
    expect(runningWords([lease, lease, { ...lease, producer: 'interactive_grab' }])).toBe(
      '2 searches and 1 grab of yours are running.',
    )
    expect(waitingWords([{ producer: 'feeds', count: 1 }])).toBe('1 RSS sync waits.')
    expect(
      waitingWords([
        { producer: 'search', count: 2 },
        { producer: 'retry', count: 1 },
        { producer: 'feeds', count: 1 },
      ]),
    ).toBe('2 searches, 1 retry and 1 RSS sync wait.')
  })

  test('is opened after a migration, with a reason', async () => {
    let state = 'pending_preview'
    const page = await shown({
      'GET /api/search/health': () => health({ state, waiting: [{ producer: 'search', count: 2 }] }),
      'POST /api/system/acquisition/reconciliation/ready': () => {
        state = 'open'
        return { gate: { reason: null }, runtime: { replayed: { search: 2, refresh: 0 } } }
      },
    })
    expect(page.text()).toContain('Automatic searches wait for your review')
    expect(page.text()).toContain('2 searches wait.')
    await page.click('Start automatic searches')
    expect(page.find<HTMLButtonElement>('.dialog-foot [data-kind="main"]').disabled).toBe(true)
    await page.type('.reason-form input', ' Checked the list ')
    await page.submit('.reason-form')
    expect(page.requests.find(({ name }) => name.startsWith('POST'))?.body).toEqual({ reason: 'Checked the list' })
    expect(toasts.value.map(({ text }) => text)).toEqual(['2 searches started.'])
    expect(page.text()).toContain('Automatic searches are on')
  })

  test('shows the result of a migration, and later the reason for starting searches', async () => {
    const reconciliation = { state: 'pending_preview', reason: 'Moved in.', updated_at: AT }
    const waits = await shown({ 'GET /api/search/health': health({ state: 'pending_preview' }, { reconciliation }) })
    expect(waits.text()).toContain('Moved in. Since 20 Nov 2026.')
    const ready = { ...reconciliation, state: 'ready', reason: 'Checked the list' }
    const started = await shown({ 'GET /api/search/health': health({}, { reconciliation: ready }) })
    expect(started.text()).toContain('Started 20 Nov 2026. Reason: Checked the list')
  })

  test('keeps the dialog open after a refusal, with the reason', async () => {
    const detail = 'The migration is still running.'
    const page = await shown({
      'GET /api/search/health': health({ state: 'failed' }),
      'POST /api/system/acquisition/reconciliation/ready': Response.json({ detail }, { status: 409 }),
    })
    await page.click('Start automatic searches')
    await page.type('.reason-form input', 'Now')
    await page.submit('.reason-form')
    expect(toasts.value).toMatchObject([{ text: detail, kind: 'error' }])
    expect(page.find('.reason-form')).toBeDefined()
  })

  test('of dead maintenance is aborted', async () => {
    const maintenance = { reason: 'A repair is running.', owner: 'repair', heartbeat_at: AT }
    const page = await shown({
      'GET /api/search/health': health({ state: 'maintenance', owner_alive: false }, { maintenance }),
      'POST /api/system/acquisition/maintenance/abort': {},
    })
    expect(page.text()).toContain('Maintenance stopped responding')
    await page.click('Abort maintenance')
    await page.type('.reason-form input', 'Killed')
    await page.submit('.reason-form')
    expect(page.requests.find(({ name }) => name.startsWith('POST'))).toMatchObject({
      name: 'POST /api/system/acquisition/maintenance/abort',
      body: { reason: 'Killed' },
    })
  })

  test('is paused and resumed', async () => {
    let state = 'open'
    const page = await shown({
      'GET /api/search/health': () => health({ state }),
      'PUT /api/config': () => {
        state = state === 'open' ? 'paused' : 'open'
        return {}
      },
    })
    await page.click('Pause')
    expect(page.text()).toContain('Automatic searches are paused')
    await page.click('Resume searching')
    expect(page.text()).toContain('Automatic searches are on')
    const bodies = page.requests.filter(({ name }) => name === 'PUT /api/config').map(({ body }) => body)
    expect(bodies).toEqual([{ searching_paused: true }, { searching_paused: false }])
  })
})

describe('the sources', () => {
  test('say whether releases can be found and downloaded', async () => {
    const page = await shown({})
    const lines = [...page.root.querySelectorAll('.route')].map((line) => line.textContent?.replace(/\s+/g, ' ').trim())
    expect(lines[0]).toContain('UsenetReady1 of 2 indexers, SABnzbd')
    expect(lines[1]).toContain('No answer.')
    expect(lines[2]).toBe('Direct downloadsIt is switched off in the settings.Off')
    expect(routeLook(health().routes.torrent).mark).toBe('attention')
  })

  test('say that the scheduler stopped', async () => {
    const page = await shown({
      'GET /api/search/health': health({}, { workers: { search: { healthy: false, live: false } } }),
    })
    expect(page.text()).toContain('The scheduler stopped responding.')
  })
})

describe('the review', () => {
  test('lists series with their files on disk, and their issues on demand', async () => {
    const page = await shown({
      'GET /api/system/acquisition/reconciliation/harbor': ISSUES,
      'PUT /api/series/issues/harbor-2/unqueue': {},
      'PUT /api/series/harbor/pause': {},
    })
    expect(page.text()).toContain(
      '2 issues will be searched for. 1 wanted issue will not be for now. 1 downloaded issue without a file will not be.',
    )
    expect(page.find('.planned-disk').textContent).toContain('3 files, 120 MB, 1 missing')
    await page.click('Show issues of Harbor Lights')
    expect(page.find('.planned-issues').textContent).toContain('/comics/Harbor Lights 5.cbz')
    expect(page.root.querySelectorAll('.planned-issues button')).toHaveLength(1)
    await page.click('Skip Harbor Lights #2')
    await page.click('Pause Harbor Lights')
    const changes = page.requests.map(({ name }) => name).filter((name) => name.startsWith('PUT'))
    expect(changes).toEqual(['PUT /api/series/issues/harbor-2/unqueue', 'PUT /api/series/harbor/pause'])
    await page.click('Hide issues of Harbor Lights')
    expect(page.root.querySelector('.planned-issues')).toBeNull()
  })

  test('is filtered and paged by the address', async () => {
    const page = await shown(
      { [REVIEW]: review({ pagination: { total: 101, limit: 50, offset: 50, has_more: true } }) },
      '/system/acquisition?show=unverified&page=2',
    )
    const request = page.requests.find(({ name }) => name === REVIEW)
    expect(request?.query).toEqual({ filter: 'unverified', limit: '50', offset: '50' })
    expect(page.named('Next page').getAttribute('href')).toBe('/system/acquisition?show=unverified&page=3')
    expect(page.named('Wanted').getAttribute('href')).toBe('/system/acquisition?show=wanted')
  })

  test('shows its last page when the address names one behind the end', async () => {
    const page = await shown(
      {
        [REVIEW]: ({ query }: { query: Record<string, string> }) =>
          review({
            series: query.offset === '50' ? [SERIES] : [],
            pagination: { total: 51, limit: 50, offset: Number(query.offset), has_more: false },
          }),
      },
      '/system/acquisition?show=wanted&page=7',
    )
    await page.until('Harbor Lights')
    expect(location.search).toBe('?show=wanted&page=2')
  })

  test('reports an empty review, and a load error', async () => {
    const empty = await shown({ [REVIEW]: review({ series: [] }) }, '/system/acquisition?show=unverified')
    expect(empty.text()).toContain('Every downloaded issue has its file')
    const broken = await shown({ [REVIEW]: Response.json({ detail: 'Locked.' }, { status: 503 }) })
    expect(broken.text()).toContain('The list could not be loaded')
  })
})
