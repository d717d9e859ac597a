import { describe, expect, test } from 'bun:test'
import { announce } from '../../api/events'
import { html } from '../../html'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { ageWords, fillsWords, shownCandidates, type WireCandidate, type WireSession } from './candidate'
import { ReleaseSheet } from './release-sheet'
import { leftWords } from './search-progress'

withWindow()

type Change = Partial<Omit<WireCandidate, 'candidate' | 'verdict'>> & {
  candidate?: Partial<WireCandidate['candidate']>
  verdict?: Partial<WireCandidate['verdict']>
}
const fit = (id: string, { candidate, verdict, ...more }: Change = {}): WireCandidate => ({
  candidate_id: id,
  state: 'available',
  candidate: {
    title: `Harbor.Lights.003.(2015).${id}`,
    provider: 'Indexer A',
    source_kind: 'usenet',
    published_at: '2015-05-06T12:00:00Z',
    size_bytes: 41_000_000,
    pack: false,
    metrics: { seeders: null, peers: null, leechers: null, grabs: 14, files: 3 },
    ...candidate,
  },
  verdict: {
    status: 'accepted',
    accepted: true,
    overrideable: false,
    reason_code: 'accepted.issue',
    reasons: [{ code: 'accepted.issue', message: 'It is issue 3.' }],
    match_kind: 'issue',
    ...verdict,
  },
  ranking: null,
  past: null,
  satisfies: [{ entity_type: 'issue', entity_id: '301', issue_number: '3' }],
  ...more,
})
const against = [
  { code: 'rejected.year_mismatch', message: 'Wrong year: 2009 (the series began in 2015)' },
  { code: 'rejected.size_above_max', message: '900 MB, above the maximum of 500 MB' },
]
const refused = (id: string, change: Change = {}): WireCandidate =>
  fit(id, {
    ...change,
    verdict: {
      accepted: false,
      status: 'rejected',
      overrideable: true,
      reason_code: 'rejected.year_mismatch',
      reasons: against,
      match_kind: 'none',
      ...change.verdict,
    },
  })

let made = 0
const session = (change: Partial<WireSession> = {}): WireSession => ({
  session_id: `s${made}`,
  entity_type: 'issue',
  entity_id: '301',
  series_id: '18705',
  state: 'complete',
  candidate_count: change.candidates?.length ?? 0,
  progress: { provider_total: 2, provider_completed: 2, current_provider: null },
  provider_failures: [],
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  candidates: [],
  remembered: [],
  ...change,
})

const START = 'POST /api/search/interactive'
const pathOf = (id: string) => `/api/search/interactive/${id}`
const grabOf = (id: string, candidate: string) => `POST ${pathOf(id)}/candidates/${candidate}/grab`

/** Each test searches for its own issue, since results are kept for the next opening. */
async function open(
  candidates: WireCandidate[],
  more: (id: string) => Replies = () => ({}),
  change: Partial<WireSession> = {},
) {
  made += 1
  const found = session({ candidates, ...change })
  const id = found.session_id
  const replies = { [START]: found, [`GET ${pathOf(id)}`]: found, ...more(id) }
  const state = { closed: false }
  const target = { entity_type: 'issue' as const, entity_id: String(made), title: 'Harbor Lights #3' }
  const onClose = () => {
    state.closed = true
  }
  const page = await renderPage(html`<${ReleaseSheet} target=${target} onClose=${onClose} />`, { replies })
  const sent = () => page.requests.filter(({ name }) => name.endsWith('/grab')).map(({ name, body }) => [name, body])
  const rows = () => [...page.root.querySelectorAll<HTMLElement>('.candidate')]
  return { page, id, sent, rows, state }
}
const submitted = { success: true, status: 'submitted', candidate_id: 'c1', idempotent: false }
const buttonIn = (row: HTMLElement | undefined, word: string) =>
  [...(row?.querySelectorAll('button') ?? [])].find((one) => one.textContent?.trim() === word) as HTMLElement

describe('releases', () => {
  test('are listed best first with their facts and issues', async () => {
    const torrent = {
      source_kind: 'torrent' as const,
      metrics: { seeders: 4, peers: 6, leechers: 2, grabs: null, files: 6 },
    }
    const { page, rows } = await open([
      refused('c2'),
      fit('c1'),
      fit('c3', { candidate: { ...torrent, provider: 'Trackers' } }),
    ])
    expect(page.requests.map(({ name, body }) => [name, body])[0]).toEqual([
      START,
      { entity_type: 'issue', entity_id: String(made) },
    ])
    expect(rows().map((row) => row.getAttribute('aria-label')?.split(', ')[1])).toEqual([
      'accepted',
      'accepted',
      'rejected',
    ])
    expect(rows()[0]?.textContent).toContain('Indexer AUsenet41 MB')
    expect(rows()[0]?.textContent).toContain('14 grabs')
    expect(rows()[0]?.textContent).toContain('Fills #3')
    expect(rows()[1]?.textContent).toContain('TrackersTorrent')
    expect(rows()[1]?.textContent).toContain('4 seeders')
    expect(page.text()).toContain('2 indexers searched, 3 releases')
  })

  test('are not recommended for an issue with an active download', async () => {
    const next = [{ entity_type: 'issue' as const, entity_id: '302', issue_number: '4' }]
    const submitted = fit('c1', { state: 'submitted' })
    const alone = await open([submitted, fit('c2')])
    expect(alone.page.root.querySelector('.candidate .button[data-kind="main"]')).toBeNull()
    const { rows } = await open([submitted, fit('c2'), fit('c3', { satisfies: next })])
    expect(rows().map((row) => row.querySelector('.button')?.getAttribute('data-kind'))).toEqual([
      undefined,
      'plain',
      'main',
    ])
  })

  test('that are rejected show all reasons', async () => {
    const never = {
      overrideable: false,
      reasons: [{ code: 'blocked.in_flight', message: 'Already downloading' }],
    }
    const { rows } = await open([refused('c1'), refused('c2', { verdict: never })])
    expect([...(rows()[0]?.querySelectorAll('li') ?? [])].map((one) => one.textContent)).toEqual([
      'Wrong year: 2009 (the series began in 2015)',
      '900 MB, above the maximum of 500 MB',
      'Would fill #3',
    ])
    expect(buttonIn(rows()[0], 'Download anyway')).toBeDefined()
    expect(rows()[1]?.querySelector('button')).toBeNull()
    expect(rows()[1]?.textContent).toContain('Cannot be downloaded')
  })

  test('are filtered to acceptable ones, by click and by key', async () => {
    const { page, rows } = await open([fit('c1'), refused('c2'), refused('c3')])
    await page.click('Rejected2')
    expect(rows()).toHaveLength(2)
    await page.press('a', rows()[0])
    expect(rows()).toHaveLength(1)
  })

  test('explain an empty result', async () => {
    const { page } = await open([])
    expect(page.text()).toContain('No releases found')
  })
})

describe('the rank', () => {
  test('is explained in one line on each accepted release', async () => {
    const ranking = (place: number, line: string) => ({ ranking: { place, score: 0, line } })
    const { rows } = await open([
      fit('c1', ranking(1, 'Ranked 1st: larger than the next')),
      fit('c2', ranking(2, 'Ranked 2nd: smaller than the best, preferred group Harbor +10')),
      refused('c3'),
    ])
    expect(rows().map((row) => row.querySelector('.candidate-rank')?.textContent)).toEqual([
      'Ranked 1st: larger than the next',
      'Ranked 2nd: smaller than the best, preferred group Harbor +10',
      undefined,
    ])
  })
})

describe('the earlier result of a release', () => {
  const at = '2026-10-12T09:00:00.000Z'
  const isBlocked = {
    past: { state: 'blocked' as const, reasons: ['The archive is damaged.'], at },
    state: 'unavailable',
    verdict: {
      overrideable: false,
      reasons: [{ code: 'blocked.blocklisted', message: 'Blocked: The archive is damaged.' }],
    },
  }

  test('is shown with its date, and a failed one can be downloaded anyway', async () => {
    const failed = { past: { state: 'failed' as const, reasons: ['Missing articles.'], at } }
    const { rows, sent, page, id } = await open([fit('c1', failed)], (id) => ({ [grabOf(id, 'c1')]: submitted }))
    expect(rows()[0]?.querySelector('.candidate-past')?.textContent).toBe(
      'Download failed 12 Oct 2026Missing articles.',
    )
    await page.click(buttonIn(rows()[0], 'Download anyway'))
    expect(sent()).toEqual([[grabOf(id, 'c1'), { override: false }]])
  })

  test('is shown once for a blocked release, which can be unblocked', async () => {
    const unblockOf = (id: string) => `POST ${pathOf(id)}/candidates/c1/unblock`
    const { page, id, rows } = await open([refused('c1', isBlocked)], (id) => ({
      [unblockOf(id)]: () => session({ session_id: id }),
      [`GET ${pathOf(id)}`]: () => session({ session_id: id, candidates: [fit('c1')] }),
    }))
    expect(rows()[0]?.textContent?.match(/The archive is damaged/g)).toHaveLength(1)
    await page.click(buttonIn(rows()[0], 'Unblock'))
    expect(page.requests.map(({ name }) => name)).toContain(unblockOf(id))
    expect(buttonIn(rows()[0], 'Download')).toBeDefined()
  })

  test('shows why an unblock was refused', async () => {
    const { page, rows } = await open([refused('c1', isBlocked)], (id) => ({
      [`POST ${pathOf(id)}/candidates/c1/unblock`]: refusal(409, 'This release is not blocked.'),
    }))
    await page.click(buttonIn(rows()[0], 'Unblock'))
    expect(rows()[0]?.querySelector('.candidate-said')?.textContent).toBe('This release is not blocked.')
  })

  test('is listed for releases that no indexer lists now', async () => {
    const gone = { title: 'Harbor.Lights.003.Gone', indexer: 'Indexer A', size_bytes: 41_000_000, at }
    const remembered = [
      { ...gone, digest: 'd1', state: 'blocked' as const, reasons: ['The archive is damaged.'] },
      { ...gone, digest: 'd2', title: 'Older', state: 'rejected' as const, reasons: ['Wrong language: French'] },
    ]
    const { page } = await open([], () => ({ 'DELETE /api/downloads/blocklist/d1': { success: true } }), { remembered })
    expect([...page.root.querySelectorAll('.remembered li')].map((row) => row.textContent?.trim())).toEqual([
      'Harbor.Lights.003.GoneIndexer A41 MBBlocked 12 Oct 2026The archive is damaged.Unblock',
      'OlderIndexer A41 MBRejected 12 Oct 2026Wrong language: French',
    ])
    await page.click('Unblock')
    expect(page.requests.map(({ name }) => name)).toContain('DELETE /api/downloads/blocklist/d1')
  })
})

describe('the search', () => {
  test('shows its progress, and which indexers answered and which failed', async () => {
    const failure = { provider: 'Indexer B', code: 'unreachable', detail: 'Indexer B cannot be reached (no answer).' }
    const { page, id } = await open(
      [fit('c1')],
      (id) => ({
        [`GET ${pathOf(id)}`]: () =>
          session({ session_id: id, candidates: [fit('c1'), fit('c2')], provider_failures: [failure] }),
      }),
      { state: 'running', progress: { provider_total: 3, provider_completed: 1, current_provider: 'Slow one' } },
    )
    expect(page.text()).toContain('Searching Slow one: 1 of 3 indexers done')
    expect(page.text()).toContain('Indexer A 1 release')
    announce('interactive_search', { session_id: 'another', state: 'running' })
    announce('interactive_search', { session_id: id, state: 'complete' })
    await page.whenIdle()
    expect(page.requests.filter(({ name }) => name === `GET ${pathOf(id)}`)).toHaveLength(1)
    expect(page.find('.asking-failures').textContent).toBe('Indexer B cannot be reached (no answer).')
    expect(page.root.querySelectorAll('.candidate')).toHaveLength(2)
  })

  test('that cannot start shows the reason and links to the indexers', async () => {
    const { page } = await open([], () => ({
      [START]: refusal(409, 'No indexer is enabled. Add or enable one in Settings, Indexers.'),
    }))
    expect(page.text()).toContain('No indexer is enabled. Add or enable one in Settings, Indexers.')
    expect(page.named('Indexer settings').getAttribute('href')).toBe('/settings#indexers')
  })

  test('for the same issue shows the earlier results', async () => {
    const { page, id } = await open([fit('c1')])
    const target = { entity_type: 'issue' as const, entity_id: String(made), title: 'Harbor Lights #3' }
    page.close()
    const replies = { [`GET ${pathOf(id)}`]: session({ session_id: id, candidates: [fit('c1')] }) }
    const again = await renderPage(
      html`
      <${ReleaseSheet}
        target=${target}
        onClose=${() => undefined}
      />
    `,
      { replies },
    )
    expect(again.requests.map(({ name }) => name)).toEqual([`GET ${pathOf(id)}`])
    expect(again.text()).toContain('Harbor.Lights.003')
  })
})

describe('grabbing a release', () => {
  test('that was accepted takes one press, or Enter', async () => {
    const { page, id, sent, rows } = await open([fit('c1'), refused('c2')], (id) => ({ [grabOf(id, 'c1')]: submitted }))
    await page.press('Enter', rows()[0])
    expect(sent()).toEqual([[grabOf(id, 'c1'), { override: false }]])
    expect(rows()[0]?.textContent).toContain('In progress')
  })

  test('against the verdict repeats the reasons first', async () => {
    const { page, id, sent, rows } = await open([refused('c1')], (id) => ({ [grabOf(id, 'c1')]: submitted }))
    await page.click(buttonIn(rows()[0], 'Download anyway'))
    expect(sent()).toEqual([])
    expect(page.find('.anyway').textContent).toContain('900 MB, above the maximum of 500 MB')
    const [, confirm] = [...page.root.querySelectorAll<HTMLElement>('dialog')]
      .slice(-1)[0]!
      .querySelectorAll<HTMLElement>('.dialog-foot button')
    await page.click(confirm as HTMLElement)
    expect(sent()).toEqual([[grabOf(id, 'c1'), { override: true }]])
  })

  test.each([
    ['grab_busy', 'Another release is being sent. Try again in a moment.'],
    ['candidate_changed', 'The release has changed. Search again.'],
    ['route_unavailable', 'There is no folder for NZB files.'],
  ])('when the server replies %s, shows it in the row', async (code, words) => {
    const no = refusal(409, 'There is no folder for NZB files.', { code })
    const { page, rows } = await open([fit('c1')], (id) => ({ [grabOf(id, 'c1')]: no }))
    await page.click('Download')
    expect(rows()[0]?.querySelector('.candidate-said')?.textContent).toBe(words)
  })

  test('asks for a confirmation when the verdict has changed', async () => {
    const no = refusal(409, 'Release candidate requires an explicit override', { code: 'override_required' })
    const { page } = await open([fit('c1')], (id) => ({ [grabOf(id, 'c1')]: no }))
    await page.click('Download')
    expect(page.find('.anyway')).toBeDefined()
  })

  test('is not possible once the list has expired, until a new search', async () => {
    const expired = refusal(410, 'Interactive search session expired.', { status: 'expired' })
    const { page, rows } = await open([fit('c1')], (id) => ({
      [grabOf(id, 'c1')]: expired,
      [`GET ${pathOf(id)}`]: expired,
    }))
    await page.click('Download')
    expect(page.text()).toContain('These results have expired')
    expect((buttonIn(rows()[0], 'Download') as HTMLButtonElement).disabled).toBe(true)
    await page.click('Search again')
    expect(page.requests.filter(({ name }: ReceivedRequest) => name === START)).toHaveLength(2)
    expect(page.text()).not.toContain('expired')
  })
})

describe('words', () => {
  test('show how long the list is valid', () => {
    expect([leftWords(95_000), leftWords(4_100), leftWords(600_000)]).toEqual(['1:35', '0:05', '10:00'])
  })

  test('show the age', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const of = (at: string) => ageWords(at, now)
    expect([of('2026-11-21T11:50:00Z'), of('2026-11-20T12:00:00Z'), of('2015-05-06T12:00:00Z')]).toEqual([
      'New',
      '1 day old',
      '11 years old',
    ])
  })

  test('show all issues of a pack', () => {
    const numbers = (...all: string[]) =>
      fillsWords(fit('c', { satisfies: all.map((n) => ({ entity_type: 'issue', entity_id: n, issue_number: n })) }))
    expect(numbers('1', '2', '3', '5', '6', '9.5')).toBe('#1 to #3, #5, #6, #9.5')
  })

  test('sort unknown values last, in both directions', () => {
    const sized = (id: string, size_bytes: number | null) => fit(id, { candidate: { size_bytes } })
    const all = [sized('a', null), sized('b', 5), sized('c', 9)]
    const ids = (down: boolean) =>
      shownCandidates(all, { show: 'all', sort: 'size', down }).map((one) => one.candidate_id)
    expect([ids(true), ids(false)]).toEqual([
      ['c', 'b', 'a'],
      ['b', 'c', 'a'],
    ])
  })
})
