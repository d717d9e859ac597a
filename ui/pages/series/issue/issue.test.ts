import { describe, expect, test } from 'bun:test'
import { Router } from 'preact-iso'
import { html } from '../../../html'
import { closeReleases, releaseTarget } from '../../../state/release-search'
import { type ReceivedRequest, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { wireIssue } from '../../../testing/wire-issue'
import { creditsByRole } from './credits'
import { IssuePage } from './issue'

withWindow()

const issue = wireIssue({
  id: 'i2',
  name: 'Low Tide',
  number: '2',
  imageURL: '/api/covers/issues/i2?v=1',
  releaseDate: '2015-05-06',
  issueDate: '2015-07',
  location: '/comics/Harbor Lights (2015)/002.cbz',
})
const file = {
  file_id: 'f2',
  path: issue.location,
  size: issue.fileSize,
  format: 'cbz',
  page_count: 24,
  added_at: '2026-11-20T10:00:00.000Z',
}
const detail = (change: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  issue: { ...issue, ...change },
  series: { comic_id: '18705', name: 'Harbor Lights', year: 2015, content_type: 'comic' },
  facts: {
    summary: 'The tide goes out and does not come back.',
    credits: [
      { name: 'Mara Olin', roles: ['CoverArtist', 'Colorist'] },
      { name: 'Ines Calder', roles: ['Writer'] },
    ],
    characters: ['Ada', 'The Keeper'],
    arcs: [{ name: 'The Ledger', number: '2' }],
    price: '3.99 USD',
  },
  fields: [],
  files: [file],
  sources: [
    {
      source: 'comicvine',
      label: 'ComicVine',
      provider_id: '5',
      url: 'https://comicvine.gamespot.com/issue/4000-5/',
      said_at: '2026-11-20T10:00:00.000Z',
      checked_at: null,
      removed_at: null,
      primary: true,
    },
  ],
  previous_issue_id: 'i1',
  next_issue_id: 'i3',
  history: [{ at: '2026-11-20T10:00:00.000Z', sentence: 'Its file came.' }],
  ...more,
})
const AT = '/api/series/issues/i2'
const sent = (requests: ReceivedRequest[]) =>
  requests.filter(({ name }) => !name.startsWith('GET')).map(({ name, body }) => [name, body])

const open = (reply: unknown, more: Record<string, unknown> = {}) =>
  renderPage(html`<${Router}><${IssuePage} path="/library/:comic_id/issues/:issue_id" /><//>`, {
    path: '/library/18705/issues/i2',
    replies: { [`GET ${AT}`]: reply, 'GET /api/reading/series/18705': { issues: {}, read: 0, reading: 0 }, ...more },
  })

const missing = { owned: false, location: null, format: null, pageCount: null, missing: true, eligible: true }
const wanted = { ...missing, displayState: 'Wanted', acquisitionIntent: 'wanted', eligibilityReason: 'eligible' }
const LAST = 'GET /api/search/last/i2'
const nothing = {
  issue_id: 'i2',
  search: {
    state: 'no_match',
    summary: '1 release found, none acceptable',
    run_id: 'r1',
    asked: [{ indexer: 'Indexer A', queries: ['Harbor Lights 002'], found: 1 }],
    refused: [
      {
        title: 'Harbor.Lights.002.(2009)',
        indexer: 'Indexer A',
        size_bytes: null,
        published_at: null,
        reasons: [{ code: 'rejected.year_mismatch', message: 'Wrong year: 2009 (the series began in 2015)' }],
        overrideable: true,
      },
    ],
    grabbed: null,
    searched_at: '2026-11-20T10:00:00.000Z',
  },
}

describe('the reason for a missing issue', () => {
  test('is the result of the last search', async () => {
    const page = await open(detail(wanted, { files: [] }), { [LAST]: nothing })
    const why = page.find('.issue-why').textContent
    expect(why).toContain('Why it is missing')
    expect(why).toContain('1 release found, none acceptable')
    expect(why).toContain('Wrong year: 2009 (the series began in 2015)')
  })

  test.each([
    [wanted, 'Not searched yet'],
    [
      { ...missing, displayState: 'Missing', eligibilityReason: 'eligible' },
      'Not wanted. Want it to include it in searches.',
    ],
    [{ ...wanted, future: true, eligibilityReason: 'future' }, 'Not released yet'],
    [{ ...missing, displayState: 'Skipped', eligibilityReason: 'explicit_skip' }, 'Skipped by you'],
  ])('%# may be that no search ran', async (change, words) => {
    const page = await open(detail(change, { files: [] }), { [LAST]: { issue_id: 'i2', search: null } })
    expect(page.find('.issue-why').textContent).toContain(words)
  })

  test('is no question for an issue that is not released', async () => {
    const future = { ...wanted, future: true, eligibilityReason: 'future' }
    const why = async (change: object) =>
      (await open(detail({ ...future, ...change }, { files: [] }), { [LAST]: { issue_id: 'i2', search: null } }))
        .find('.issue-why')
        .textContent?.trim()
    expect(await why({})).toMatch(/^Not released yet\s*Panelkeep searches from the release date on\.$/)
    expect(await why({ displayState: 'Missing' })).toMatch(/^Not released yet\s*Not wanted\. Want it/)
    expect(await why({ eligibilityReason: 'paused' })).not.toContain('Why it is missing')
  })

  test('is not requested for an owned issue', async () => {
    const page = await open(detail())
    expect(page.requests.some(({ name }) => name === LAST)).toBe(false)
    expect(page.root.querySelector('.issue-why')).toBeNull()
  })
})

test('a wanted issue is searched for now, or its releases are reviewed', async () => {
  const SEARCH = 'POST /api/series/issues/i2/search'
  const page = await open(detail(wanted, { files: [] }), { [LAST]: nothing, [SEARCH]: { success: true } })
  await page.click('Search now')
  expect(page.requests.some(({ name }) => name === SEARCH)).toBe(true)
  await page.click('Review releases')
  expect(releaseTarget.value).toEqual({ entity_type: 'issue', entity_id: 'i2', title: 'Harbor Lights #2' })
  closeReleases()
})

describe('an issue', () => {
  test('shows its date, its credits, its description and its file', async () => {
    const page = await open(detail())
    for (const words of [
      'Low Tide',
      'The tide goes out',
      '6 May 2015',
      'Jul 2015',
      'Ines Calder',
      'Ada, The Keeper',
      'The Ledger (part 2)',
      'CBZ, 48 MB, 24 pages',
      '/comics/Harbor Lights (2015)/002.cbz',
      'Its file came.',
      '3.99 USD',
    ])
      expect(page.text()).toContain(words)
    expect(document.title).toBe('Harbor Lights #2 · Panelkeep')
    expect(page.named('Read').getAttribute('href')).toBe('/read/i2')
    expect(page.named('Download').getAttribute('download')).toBe('002.cbz')
    expect(page.named('Open at ComicVine')).toBeDefined()
  })

  test('with several files offers each for download', async () => {
    const [first] = detail().files
    const second = { ...first!, file_id: 'f9', path: '/comics/Harbor Lights (2015)/002 (other scan).cbz' }
    const page = await open(detail(undefined, { files: [first!, second] }))
    const links = [...page.root.querySelectorAll('.issue-file a')].map((link) => [
      link.getAttribute('href'),
      link.getAttribute('download'),
    ])
    expect(links).toEqual([
      [`/api/reading/issues/i2/file?file_id=${first!.file_id}`, '002.cbz'],
      ['/api/reading/issues/i2/file?file_id=f9', '002 (other scan).cbz'],
    ])
  })

  test('links to its neighbours, also by key', async () => {
    const page = await open(detail())
    expect(page.named('Previous issue').getAttribute('href')).toBe('/library/18705/issues/i1')
    await page.press('ArrowRight', document.body)
    expect(location.pathname).toBe('/library/18705/issues/i3')
  })

  test('opens its series by key', async () => {
    const page = await open(detail())
    await page.press('u', document.body)
    expect(location.pathname).toBe('/library/18705')
  })

  test('that is missing is wanted, or ignored', async () => {
    const change = {
      owned: false,
      displayState: 'Missing',
      location: null,
      format: null,
      pageCount: null,
      missing: true,
    }
    const page = await open(detail(change, { files: [] }), {
      'PUT /api/series/issues/i2/queue': { success: true, run_id: null },
      'PUT /api/series/issues/i2/status': { success: true, status: 'ignored' },
    })
    expect(page.find('.issue-hero .issue-frame .cover')).toBeDefined()
    await page.click('Want')
    await page.click('More for this issue')
    await page.click('Ignore')
    expect(sent(page.requests)).toEqual([
      ['PUT /api/series/issues/i2/queue', undefined],
      ['PUT /api/series/issues/i2/status', { status: 'ignored' }],
    ])
  })

  test('is marked as read, and its details are refreshed', async () => {
    const page = await open(detail(), {
      'POST /api/reading/mark': { success: true, changed: 1 },
      [`POST ${AT}/refresh`]: { success: true },
    })
    await page.click('More for this issue')
    await page.click('Mark read')
    await page.click('More for this issue')
    await page.click('Refresh details')
    expect(sent(page.requests)).toEqual([
      ['POST /api/reading/mark', { issue_ids: ['i2'], read: true }],
      [`POST ${AT}/refresh`, undefined],
    ])
  })

  const uncredited = (change: object = {}) => {
    const comicvine = { source: 'comicvine', label: 'ComicVine', provider_id: '301', url: null, primary: true }
    return {
      ...detail(),
      facts: {},
      sources: [{ ...comicvine, said_at: '', checked_at: null, removed_at: null, ...change }],
    }
  }

  test('loads its credits when it is opened', async () => {
    let loaded = false
    const page = await open(
      () => (loaded ? { ...detail(), facts: { credits: [{ name: 'Ines Calder', roles: ['Writer'] }] } } : uncredited()),
      {
        [`POST ${AT}/refresh`]: () => {
          loaded = true
          return { success: true }
        },
      },
    )
    await page.whenIdle()
    expect(sent(page.requests)).toEqual([[`POST ${AT}/refresh`, undefined]])
    expect(page.text()).toContain('Ines Calder')
  })

  test('shows that its credits are loading, or the reason of a failure', async () => {
    const waiting = await open(uncredited(), { [`POST ${AT}/refresh`]: () => new Promise(() => undefined) })
    expect(waiting.text()).toContain('Loading from ComicVine…')
    waiting.close()
    const failing = await open(uncredited(), { [`POST ${AT}/refresh`]: refusal(502, 'ComicVine did not respond.') })
    await failing.whenIdle()
    expect(failing.text()).toContain('Credits could not be loaded from ComicVine: ComicVine did not respond.')
    await failing.click('Try again')
    expect(sent(failing.requests)).toHaveLength(2)
  })

  test.each([
    ['a provider that tells them with the list', { source: 'mangadex', label: 'MangaDex' }],
    ['a provider that does not know it', { provider_id: null }],
  ])('requests no credits from %s', async (_who, change) => {
    const page = await open(uncredited(change))
    expect(sent(page.requests)).toEqual([])
    expect(page.text()).not.toContain('Loading from')
  })

  test('without credits at its provider is not requested again', async () => {
    const page = await open(uncredited({ detailed: true }))
    expect(sent(page.requests)).toEqual([])
    expect(page.text()).not.toContain('Loading from')
  })

  test('is edited with the key e, and the arrow keys stay in the box then', async () => {
    const page = await open(detail(), { [`PATCH ${AT}`]: detail() })
    await page.press('e', document.body)
    const [box] = [...page.root.querySelectorAll<HTMLInputElement>('.edit-line input')]
    if (!box) throw new Error('There is no box for the title.')
    await page.press('ArrowRight', box)
    expect(location.pathname).toBe('/library/18705/issues/i2')
    box.value = 'High Tide'
    for (const type of ['input', 'change']) {
      box.dispatchEvent(new (window as unknown as typeof globalThis).Event(type, { bubbles: true }))
      await page.whenIdle()
    }
    expect(sent(page.requests)).toEqual([[`PATCH ${AT}`, { title: 'High Tide' }]])
  })

  test('that is not in the library links back to its series', async () => {
    const page = await open(refusal(404, 'There is no such issue.'))
    expect(page.named('Go to its series').getAttribute('href')).toBe('/library/18705')
  })

  test('that cannot be loaded shows the reason', async () => {
    const page = await open(refusal(503, 'The database is busy.'))
    expect(page.text()).toContain('The database is busy.')
  })
})

test('credits are grouped by role, in the usual order', () => {
  const credits = [
    { name: 'Mara Olin', roles: ['CoverArtist', 'Lettering droid'] },
    { name: 'Ines Calder', roles: ['Writer'] },
    { name: 'Tomas Rehn', roles: ['Writer'] },
    { name: 'Somebody', roles: [] },
  ]
  expect(creditsByRole(credits)).toEqual([
    { role: 'Writer', names: ['Ines Calder', 'Tomas Rehn'] },
    { role: 'Cover artist', names: ['Mara Olin'] },
    { role: 'Lettering droid', names: ['Mara Olin'] },
    { role: 'Credited', names: ['Somebody'] },
  ])
})
