import { afterEach, describe, expect, test } from 'bun:test'
import type { Reply } from '../../../api/contract'
import { invalidate } from '../../../api/query'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../../testing/render-page'
import { timelineStep } from '../../../testing/timeline-step'
import { withWindow } from '../../../testing/window'
import { AttentionPage } from './attention'

withWindow()
afterEach(() => {
  toasts.value = []
})

type Section = Reply<'GET /api/attention/sections'>['results'][number] & { all: Member[] }
type Member = Reply<'GET /api/attention/members'>['results'][number]

const member = (number: number, change: Partial<Member> = {}): Member => ({
  release_key: `i${number}|indexer a/b`,
  issue_label: `Harbor Lights #${number}`,
  comicid: 's1',
  issueid: `i${number}`,
  stage: 'failed',
  available_actions: ['retry', 'stop_wanting'],
  updated_date: `2026-01-0${number}T03:04:05.000Z`,
  title: `Harbor.Lights.00${number}`,
  provider: 'Indexer A/B',
  reason_detail: null,
  content_path: null,
  download_id: `d${number}`,
  run_id: null,
  ...change,
})
const arrived: Partial<Member> = {
  stage: 'manual_review',
  available_actions: ['import', 'search_again', 'stop_wanting'],
}
const FEW = 5
const group = (reason: string, reason_phrase: string, all: Member[]): Section => ({
  reason,
  reason_phrase,
  member_count: all.length,
  newest_updated_at: all[0]?.updated_date ?? '',
  oldest_updated_at: all.at(-1)?.updated_date ?? '',
  without_issue: all.filter(({ issueid }) => issueid === null).length,
  available_actions: all.map(({ available_actions }) => available_actions),
  members: all.slice(0, FEW),
  all,
})
const failed = (...members: Member[]) => group('download_failed_no_auto_handling', 'The download failed', members)
const unplaced = (...members: Member[]) => group('postprocess_error', 'It could not be put into the library', members)

const RESOLVE = 'POST /api/attention/resolve'
const open = (sections: Section[], more: Replies = {}) => {
  const everything = sections.flatMap(({ all }) => all)
  const of = ({ query }: ReceivedRequest) =>
    query.reason === undefined ? everything : (sections.find(({ reason }) => reason === query.reason)?.all ?? [])
  const page = (request: ReceivedRequest) => {
    const from = Number(request.query.offset)
    return { results: of(request).slice(from, from + Number(request.query.limit)), total: of(request).length }
  }
  return renderPage(html`<${AttentionPage} />`, {
    path: '/activity/attention',
    replies: {
      'GET /api/attention/sections': { results: sections, member_total: everything.length, preview_cap: FEW },
      'GET /api/attention/members': page,
      'GET /api/attention/keys': (request: ReceivedRequest) => ({ results: of(request) }),
      ...more,
    },
  })
}
const report = (results: { release_key: string; ok?: boolean; error?: string; code?: string }[]) => ({
  results: results.map(({ release_key, ok = true, error = null, code }) => ({
    release_key,
    ok,
    status: ok ? 'retried' : 'failed',
    error,
    status_code: ok ? null : 409,
    code,
  })),
})
/** A server that accepts every action. */
const allWell = ({ body }: ReceivedRequest) =>
  report((body as { release_keys: string[] }).release_keys.map((release_key) => ({ release_key })))
const bodies = (requests: ReceivedRequest[]) => requests.filter(({ name }) => name === RESOLVE).map(({ body }) => body)

test('items with the same problem form one section, with the attempts and the time', async () => {
  const page = await open([
    failed(member(4), member(3)),
    unplaced(member(5, { ...arrived, reason_detail: 'The disk is full.' })),
  ])
  expect([...page.root.querySelectorAll('.trouble h2')].map((one) => one.textContent)).toEqual([
    'The download failed',
    'It could not be put into the library',
  ])
  expect(page.find('.trouble').textContent).toContain('2 issuessince 3 Jan 2026')
  expect(page.text()).toContain('The download is still in its client')
  expect(page.text()).toContain('The disk is full.')
})

test('a whole group is searched for again with one button', async () => {
  const page = await open([failed(member(4), member(3))], { [RESOLVE]: allWell })
  await page.click('Search again for all 2')
  expect(bodies(page.requests)).toEqual([{ action: 'retry', release_keys: ['i4|indexer a/b', 'i3|indexer a/b'] }])
  expect(toasts.value[0]?.text).toBe('Searching again for 2 issues.')
})

test('a failed action shows the reason in its row', async () => {
  const reply = report([
    { release_key: 'i4|indexer a/b' },
    { release_key: 'i3|indexer a/b', ok: false, error: 'Searching is held back for now.' },
  ])
  const page = await open([failed(member(4), member(3))], { [RESOLVE]: reply })
  await page.click('Search again for all 2')
  expect(page.find('.waiting-failed').textContent).toContain('Searching is held back for now.')
  expect(toasts.value[0]?.text).toBe('Searching again for 1 of 2. Each of the others says why.')
})

test('a refusal of all items shows the reason in each row', async () => {
  const none = report([{ release_key: 'i4|indexer a/b', ok: false, error: 'The library does not have it any more.' }])
  const page = await open([failed(member(4))], { [RESOLVE]: refusal(409, 'No rows could be resolved.', none) })
  await page.click('Search again')
  expect(page.find('.waiting-failed').textContent).toContain('The library does not have it any more.')
  expect(toasts.value).toEqual([])
})

test('several items of different kinds are selected and searched for again, each with its own action', async () => {
  const page = await open([failed(member(4)), unplaced(member(5, arrived))], { [RESOLVE]: allWell })
  const [first, second] = page.root.querySelectorAll<HTMLElement>('.waiting')
  await page.press(' ', first)
  await page.press(' ', second)
  expect(page.find('.cover-bar').textContent).toContain('2 selected')
  expect(page.find('.cover-bar').textContent).not.toContain('Import')
  await page.click(page.find('.cover-bar-actions .button'))
  expect(bodies(page.requests)).toEqual([
    { action: 'retry', release_keys: ['i4|indexer a/b'] },
    { action: 'search_again', release_keys: ['i5|indexer a/b'] },
  ])
  expect(page.root.querySelector('.cover-bar')).toBeNull()
})

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => member(4, { release_key: `k${at}`, issue_label: `Harbor Lights #${at}` }))

test('an action on more items than one request may have is several requests', async () => {
  const page = await open([failed(...many(30))], { [RESOLVE]: allWell })
  expect(page.root.querySelectorAll('.waiting')).toHaveLength(5)
  expect(page.requests.some(({ name }) => name === 'GET /api/attention/keys')).toBe(false)
  await page.click('Skip all 30')
  expect(bodies(page.requests).map((body) => (body as { release_keys: string[] }).release_keys.length)).toEqual([25, 5])
  expect(toasts.value[0]?.text).toBe('Skipped: 30 issues.')
})

test('of thousands of items only those near the window are fetched and drawn', async () => {
  const page = await open([failed(...many(5_000))])
  expect(page.text()).toContain('5,000 need attention')
  expect(page.requests.some(({ name }) => name === 'GET /api/attention/members')).toBe(false)
  await page.click('Show all 5,000')
  const pages = page.requests.flatMap(({ name, query }) =>
    name === 'GET /api/attention/members' ? [query.offset] : [],
  )
  expect(pages).toEqual(['0'])
  const rows = [...page.root.querySelectorAll('.waiting')]
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.length).toBeLessThan(60)
  expect(rows[7]?.getAttribute('aria-label')).toBe('Harbor Lights #7')
  expect(rows[7]?.getAttribute('aria-setsize')).toBe('5000')
})

test('the down arrow waits before items that are being fetched, and does not skip them', async () => {
  const page = await open([failed(...many(200)), unplaced(member(5, arrived))], {
    'GET /api/attention/members': () => refusal(503, 'The database is busy.'),
  })
  await page.click('Show all 200')
  const last = [...page.root.querySelectorAll<HTMLElement>('.trouble:first-child .waiting[data-stop]')].at(-1)
  last?.focus()
  await page.press('ArrowDown', last)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Harbor Lights #4')
  expect(page.find('[role="alert"]').textContent).toContain('The database is busy.')
  expect(page.root.querySelectorAll('[role="alert"]')).toHaveLength(1)
})

test('all items are picked without being drawn, and resolved', async () => {
  const page = await open([failed(...many(30)), unplaced(member(5, arrived))], { [RESOLVE]: allWell })
  await page.press(' ', page.find('.waiting'))
  await page.click('Select all 31')
  expect(page.find('.cover-bar').textContent).toContain('31 selected')
  await page.click(page.find('.cover-bar-actions .button'))
  expect(bodies(page.requests).map((body) => (body as { action: string }).action)).toEqual([
    'retry',
    'retry',
    'search_again',
  ])
})

test('items between two picked ones are picked, shown or not', async () => {
  const page = await open([failed(...many(30)), unplaced(member(5, arrived))])
  const rows = [...page.root.querySelectorAll<HTMLElement>('.waiting')]
  await page.press(' ', rows[1])
  const box = rows.at(-1)?.querySelector('input') as HTMLInputElement
  box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
  await page.whenIdle()
  expect(page.find('.cover-bar').textContent).toContain('30 selected')
})

test('items that were resolved elsewhere are no longer selected', async () => {
  const [gone, stays] = [member(4), member(3)]
  let now = failed(gone, stays)
  const page = await open([now], {
    'GET /api/attention/sections': () => ({ results: [now], member_total: now.all.length, preview_cap: FEW }),
    'POST /api/attention/waiting': () => ({ release_keys: now.all.map(({ release_key }) => release_key) }),
  })
  for (const row of page.root.querySelectorAll<HTMLElement>('.waiting')) await page.press(' ', row)
  expect(page.find('.cover-bar').textContent).toContain('2 selected')
  now = failed(stays)
  invalidate('GET /api/attention')
  await page.whenIdle()
  expect(page.find('.cover-bar').textContent).toContain('1 selected')
})

test('without an answer nothing more is picked, and the reason is shown', async () => {
  const page = await open([failed(...many(30))], {
    'GET /api/attention/keys': () => refusal(503, 'The database is busy.'),
  })
  await page.press(' ', page.find('.waiting'))
  await page.click('Select all 30')
  expect(page.find('.cover-bar').textContent).toContain('1 selected')
  expect(toasts.value.map(({ text }) => text)).toEqual(['The database is busy.'])
})

describe('importing', () => {
  const folder = { path: '/downloads/odd', parent: '/downloads', folders: [] }
  const FOLDERS = { 'GET /api/filesystem': folder }

  test('a download in a known folder is imported from there', async () => {
    const page = await open([unplaced(member(5, { ...arrived, content_path: '/downloads/five' }))], {
      [RESOLVE]: allWell,
    })
    await page.click('Import')
    expect(bodies(page.requests)).toEqual([{ action: 'import', release_keys: ['i5|indexer a/b'] }])
    expect(toasts.value[0]?.text).toBe('Importing Harbor Lights #5.')
  })

  test('an import that fails after its reply says why, in a toast and in its row', async () => {
    const waiting = { ...arrived, issue_label: 'Nobody Knows It 014', issueid: null, content_path: '/downloads/014' }
    const detail = 'No series in the library matches Nobody Knows It.'
    const at = (updated_date: string) =>
      group('no_match_in_library', 'No matching issue in the library', [
        member(5, { ...waiting, reason_detail: detail, updated_date }),
      ])
    let sections = [at('2026-01-05T03:04:05.000Z')]
    const page = await open(sections, {
      'GET /api/attention/sections': () => ({ results: sections, member_total: sections.length, preview_cap: FEW }),
      [RESOLVE]: (request: ReceivedRequest) => {
        sections = []
        return allWell(request)
      },
    })
    await page.click('Import')
    expect(page.text()).toContain('Nothing needs your attention')
    sections = [at('2026-01-05T03:04:06.000Z')]
    invalidate('GET /api/attention')
    await page.whenIdle()
    expect(toasts.value.map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'Importing Nobody Knows It 014.'],
      ['error', `Not imported: Nobody Knows It 014. ${detail}`],
    ])
    expect(page.find('.waiting [role="alert"]').textContent).toBe('The import failed again.')
    expect(page.find('.trouble').textContent).toContain('Add the series that it belongs to, then import it.')
  })

  test('an unknown folder is chosen by the user', async () => {
    const page = await open([unplaced(member(5, arrived))], { [RESOLVE]: allWell, ...FOLDERS })
    await page.click('Import')
    expect(page.text()).toContain('Where is Harbor Lights #5?')
    await page.click('Use this folder')
    expect(bodies(page.requests)).toEqual([
      {
        action: 'import',
        release_keys: ['i5|indexer a/b'],
        import_source: { nzb_folder: '/downloads/odd', nzb_name: 'Harbor.Lights.005' },
      },
    ])
  })

  test('a folder that has been removed does not block the choice of another', async () => {
    const filesystem = ({ query }: ReceivedRequest) =>
      query.path ? refusal(404, 'The folder cannot be opened.') : { ...folder, path: '/' }
    const page = await open([unplaced(member(5, { ...arrived, content_path: '/gone/five' }))], {
      'GET /api/filesystem': filesystem,
    })
    await page.click('What to do about Harbor Lights #5')
    await page.click('Import from a folder')
    expect(page.requests.flatMap(({ name, query }) => (name === 'GET /api/filesystem' ? [query.path] : []))).toEqual([
      '/gone',
      undefined,
    ])
    expect(page.find<HTMLInputElement>('.folder-picker-here input').value).toBe('/')
  })

  test('a wrong folder offers to choose another one', async () => {
    const wrong = report([
      {
        release_key: 'i5|indexer a/b',
        ok: false,
        error: 'There is nothing at /downloads/five.',
        code: 'invalid_import_source',
      },
    ])
    const page = await open([unplaced(member(5, { ...arrived, content_path: '/downloads/five' }))], {
      [RESOLVE]: refusal(409, 'No rows could be resolved.', wrong),
      ...FOLDERS,
    })
    await page.press('i', page.find('.waiting'))
    await page.click('Choose the folder')
    expect(page.text()).toContain('Use this folder')
  })
})

describe('a download of something else', () => {
  const OFFER = 'POST /api/downloads/items/d4/offers/p1'
  const offer = { placement_id: 'p1', issue_id: 'c6', comic_id: 's2', label: 'Copper Winter (2016) #6' }
  const other = (offers: Member['offers']) =>
    group('holds_something_else', 'The downloaded file is not the wanted issue', [member(4, { ...arrived, offers })])

  test('is imported as the missing issue in the file', async () => {
    const page = await open([other([offer])], { [OFFER]: { success: true, item_id: 'd9' } })
    await page.click('Import as Copper Winter (2016) #6')
    expect(page.requests.some(({ name }) => name === OFFER)).toBe(true)
    expect(toasts.value[0]?.text).toBe('Importing Copper Winter (2016) #6.')
  })

  test('shows the reason of a refusal', async () => {
    const page = await open([other([offer])], { [OFFER]: refusal(409, 'The issue is not missing any more.') })
    await page.click('Import as Copper Winter (2016) #6')
    expect(toasts.value[0]).toMatchObject({ kind: 'error', text: 'The issue is not missing any more.' })
  })

  test('is not offered when no issue is missing', async () => {
    const page = await open([other([])])
    expect(page.text()).toContain('compared with what was wanted')
    expect(page.text()).not.toContain('Import as')
  })
})

test('an issue that is no longer wanted can be wanted again with Undo', async () => {
  const page = await open([failed(member(4))], {
    [RESOLVE]: allWell,
    'PUT /api/series/issues/i4/queue': { success: true },
  })
  await page.press('Delete', page.find('.waiting'))
  expect(toasts.value[0]?.text).toBe('Skipped: Harbor Lights #4.')
  await toasts.value[0]?.action?.run()
  expect(page.requests.some(({ name }) => name === 'PUT /api/series/issues/i4/queue')).toBe(true)
})

test('a download without a single issue offers no Undo, which could want nothing again', async () => {
  const page = await open([failed(member(4, { issueid: null, available_actions: ['stop_wanting'] }))], {
    [RESOLVE]: allWell,
  })
  await page.press('Delete', page.find('.waiting'))
  expect(toasts.value).toMatchObject([{ text: 'Skipped: Harbor Lights #4.', action: undefined }])
})

test('the steps of an item are shown on request', async () => {
  const results = [timelineStep(1, 'grab.succeeded', '2026-01-02T03:00:00.000Z')]
  const page = await open([failed(member(4, { content_path: '/downloads/four' }))], {
    'GET /api/activity/timeline': { results, total: 1, has_more: false },
  })
  await page.press('Enter', page.find('.waiting'))
  expect(page.find('.waiting-told').textContent).toContain('Found on Indexer A')
  expect(page.find('.waiting-told').textContent).toContain('/downloads/four')
  expect(page.requests.find(({ name }) => name === 'GET /api/activity/timeline')?.query).toMatchObject({
    scope_id: 'i4',
  })
})

test('without items the page says so', async () => {
  expect((await open([])).text()).toContain('Nothing needs your attention')
})

describe('requests of readers', () => {
  const request = (at: number) => ({
    request_id: `r${at}`,
    state: 'asked',
    kind: 'series',
    title: `Series ${at}`,
    year: 2012,
    comic_id: null,
    issue_id: null,
    provider_id: String(at),
    cover_url: null,
    note: '',
    asked_by: [{ user_id: 'ada', name: 'Ada', colour: 'teal', picture: null }],
    asked_at: '2026-01-02T03:04:05.000Z',
    decided_at: null,
    reason: null,
    mine: false,
  })
  const waiting = (count: number) => ({
    'GET /api/requests': {
      requests: Array.from({ length: Math.min(count, 5) }, (_, at) => request(at)),
      total: count,
      waiting: count,
    },
  })

  test('are first, with a link to the rest', async () => {
    const page = await open([failed(member(4))], waiting(7))
    expect(page.requests.find(({ name }) => name === 'GET /api/requests')?.query).toEqual({
      state: 'asked',
      limit: '5',
    })
    expect([...page.root.querySelectorAll('h2')].map((one) => one.textContent)).toEqual([
      'Requests',
      'The download failed',
    ])
    expect(page.text()).toContain('7 requests wait for your decision.')
    expect(page.named('Show all 7').getAttribute('href')).toBe('/requests')
    expect(page.root.querySelectorAll('.request .button')).toHaveLength(10)
  })

  test('count like downloads, on the page and in its tab', async () => {
    const status = { in_flight: 0, recovery_pending: 0, attention: 1, attention_members: 1, requests: 7 }
    const page = await open([failed(member(4))], { ...waiting(7), 'GET /api/activity/status': status })
    expect(page.find('.activity-count').textContent).toBe('8 need attention')
    expect(page.find('[aria-label="Activity"] [aria-current]').textContent).toBe('Needs attention8')
    expect((await open([], waiting(1))).find('.activity-count').textContent).toBe('1 needs attention')
  })

  test('alone are not nothing', async () => {
    const page = await open([], waiting(1))
    expect(page.text()).toContain('1 request waits for your decision.')
    expect(page.text()).not.toContain('Nothing needs your attention')
    expect((await open([])).text()).toContain('Nothing needs your attention')
  })
})
