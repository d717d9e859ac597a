import { describe, expect, test } from 'bun:test'
import { announce } from '../../api/events'
import { html } from '../../html'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { ageWords, type Candidate, fillsWords, type Session, shownOf } from './candidate'
import { ReleaseSheet } from './release-sheet'
import { leftWords } from './search-progress'

withWindow()

type Change = Partial<Omit<Candidate, 'candidate' | 'verdict'>> & {
  candidate?: Partial<Candidate['candidate']>
  verdict?: Partial<Candidate['verdict']>
}
const fit = (id: string, { candidate, verdict, ...more }: Change = {}): Candidate => ({
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
  satisfies: [{ entity_type: 'issue', entity_id: '301', issue_number: '3' }],
  ...more,
})
const against = [
  { code: 'rejected.year_mismatch', message: 'Its year is 2009; the series began in 2015.' },
  { code: 'rejected.size_above_max', message: '900 MB; at most 500 MB are allowed.' },
]
const refused = (id: string, change: Change = {}): Candidate =>
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
const session = (change: Partial<Session> = {}): Session => ({
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
  ...change,
})

const START = 'POST /api/search/interactive'
const pathOf = (id: string) => `/api/search/interactive/${id}`
const grabOf = (id: string, candidate: string) => `POST ${pathOf(id)}/candidates/${candidate}/grab`

/** Each test searches for its own issue, since results are kept for the next opening. */
async function open(
  candidates: Candidate[],
  more: (id: string) => Replies = () => ({}),
  change: Partial<Session> = {},
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
    expect(rows().map((row) => row.getAttribute('aria-label')?.split(', ')[1])).toEqual(['fits', 'fits', 'refused'])
    expect(rows()[0]?.textContent).toContain('Indexer AUsenet41 MB')
    expect(rows()[0]?.textContent).toContain('14 grabs')
    expect(rows()[0]?.textContent).toContain('Fills #3')
    expect(rows()[1]?.textContent).toContain('TrackersTorrent')
    expect(rows()[1]?.textContent).toContain('4 seeders')
    expect(page.text()).toContain('2 indexers asked, 3 releases')
  })

  test('are not recommended for an issue that is being downloaded', async () => {
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

  test('that are refused say why, all of it', async () => {
    const never = {
      overrideable: false,
      reasons: [{ code: 'blocked.in_flight', message: 'It is downloading already.' }],
    }
    const { rows } = await open([refused('c1'), refused('c2', { verdict: never })])
    expect([...(rows()[0]?.querySelectorAll('li') ?? [])].map((one) => one.textContent)).toEqual([
      'Its year is 2009; the series began in 2015.',
      '900 MB; at most 500 MB are allowed.',
      'It would fill #3.',
    ])
    expect(buttonIn(rows()[0], 'Take it anyway')).toBeDefined()
    expect(rows()[1]?.querySelector('button')).toBeNull()
    expect(rows()[1]?.textContent).toContain('Cannot be taken')
  })

  test('are narrowed to what fits, by word and by key', async () => {
    const { page, rows } = await open([fit('c1'), refused('c2'), refused('c3')])
    await page.click('Refused2')
    expect(rows()).toHaveLength(2)
    await page.press('a', rows()[0])
    expect(rows()).toHaveLength(1)
  })

  test('of which there are none say what that means', async () => {
    const { page } = await open([])
    expect(page.text()).toContain('Nothing by that name')
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
    expect(page.text()).toContain('1 of 3 indexers has answered, asking Slow one')
    expect(page.text()).toContain('Indexer A 1 release')
    announce('interactive_search', { session_id: 'another', state: 'running' })
    announce('interactive_search', { session_id: id, state: 'complete' })
    await page.settle()
    expect(page.requests.filter(({ name }) => name === `GET ${pathOf(id)}`)).toHaveLength(1)
    expect(page.find('.asking-failures').textContent).toBe('Indexer B cannot be reached (no answer).')
    expect(page.root.querySelectorAll('.candidate')).toHaveLength(2)
  })

  test('that cannot begin shows the reason and links to the indexers', async () => {
    const { page } = await open([], () => ({ [START]: refusal(409, 'No indexer is set up and switched on.') }))
    expect(page.text()).toContain('No indexer is set up and switched on.')
    expect(page.named('Go to the indexers').getAttribute('href')).toBe('/settings#indexers')
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

describe('taking a release', () => {
  test('that fits is one press, or Enter', async () => {
    const { page, id, sent, rows } = await open([fit('c1'), refused('c2')], (id) => ({ [grabOf(id, 'c1')]: submitted }))
    await page.press('Enter', rows()[0])
    expect(sent()).toEqual([[grabOf(id, 'c1'), { override: false }]])
    expect(rows()[0]?.textContent).toContain('In progress')
  })

  test('against the verdict repeats the reasons first', async () => {
    const { page, id, sent, rows } = await open([refused('c1')], (id) => ({ [grabOf(id, 'c1')]: submitted }))
    await page.click(buttonIn(rows()[0], 'Take it anyway'))
    expect(sent()).toEqual([])
    expect(page.find('.anyway').textContent).toContain('900 MB; at most 500 MB are allowed.')
    const [, confirm] = [...page.root.querySelectorAll<HTMLElement>('dialog')]
      .slice(-1)[0]!
      .querySelectorAll<HTMLElement>('.dialog-foot button')
    await page.click(confirm as HTMLElement)
    expect(sent()).toEqual([[grabOf(id, 'c1'), { override: true }]])
  })

  test.each([
    ['grab_busy', 'Another release is just being handed over. Try this one again in a moment.'],
    ['candidate_changed', 'It is not offered like this any more. Search again to see what is.'],
    ['route_unavailable', 'There is no folder for NZB files.'],
  ])('when the server replies %s, shows it in the row', async (code, words) => {
    const no = refusal(409, 'There is no folder for NZB files.', { code })
    const { page, rows } = await open([fit('c1')], (id) => ({ [grabOf(id, 'c1')]: no }))
    await page.click('Take it')
    expect(rows()[0]?.querySelector('.candidate-said')?.textContent).toBe(words)
  })

  test('asks for a confirmation when the verdict has changed', async () => {
    const no = refusal(409, 'Release candidate requires an explicit override', { code: 'override_required' })
    const { page } = await open([fit('c1')], (id) => ({ [grabOf(id, 'c1')]: no }))
    await page.click('Take it')
    expect(page.find('.anyway')).toBeDefined()
  })

  test('is over once the list is too old, until it is searched again', async () => {
    const expired = refusal(410, 'interactive search session expired', { status: 'expired' })
    const { page, rows } = await open([fit('c1')], (id) => ({
      [grabOf(id, 'c1')]: expired,
      [`GET ${pathOf(id)}`]: expired,
    }))
    await page.click('Take it')
    expect(page.text()).toContain('This list is too old to take anything from')
    expect((buttonIn(rows()[0], 'Take it') as HTMLButtonElement).disabled).toBe(true)
    await page.click('Search again')
    expect(page.requests.filter(({ name }: ReceivedRequest) => name === START)).toHaveLength(2)
    expect(page.text()).not.toContain('too old')
  })
})

describe('words', () => {
  test('for how long it is good', () => {
    expect([leftWords(95_000), leftWords(4_100), leftWords(600_000)]).toEqual(['1:35', '0:05', '10:00'])
  })

  test('for age', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const of = (at: string) => ageWords(at, now)
    expect([of('2026-11-21T11:50:00Z'), of('2026-11-20T12:00:00Z'), of('2015-05-06T12:00:00Z')]).toEqual([
      'New',
      '1 day old',
      '11 years old',
    ])
  })

  test('for all issues of a pack', () => {
    const numbers = (...all: string[]) =>
      fillsWords(fit('c', { satisfies: all.map((n) => ({ entity_type: 'issue', entity_id: n, issue_number: n })) }))
    expect(numbers('1', '2', '3', '5', '6', '9.5')).toBe('#1 to #3, #5, #6, #9.5')
  })

  test('puts unknown values last, in both directions', () => {
    const sized = (id: string, size_bytes: number | null) => fit(id, { candidate: { size_bytes } })
    const all = [sized('a', null), sized('b', 5), sized('c', 9)]
    const ids = (down: boolean) => shownOf(all, { show: 'all', sort: 'size', down }).map((one) => one.candidate_id)
    expect([ids(true), ids(false)]).toEqual([
      ['c', 'b', 'a'],
      ['b', 'c', 'a'],
    ])
  })
})
