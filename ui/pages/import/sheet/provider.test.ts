import { beforeEach, describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { scannedGroup, scanOf, scanReplies } from '../../../testing/import-scan'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { ImportPage } from '../import'
import type { ProposedSeries } from '../review/proposals'
import type { WireGroup } from '../wire'

withWindow()
beforeEach(() => localStorage.clear())

const CHANGE = 'PATCH /api/import/groups/g1'
const proposed = (at: number, change: Partial<ProposedSeries> = {}): ProposedSeries => ({
  proposal_id: `p${at}`,
  provider: 'comicvine',
  label: 'ComicVine',
  provider_id: `${at}00`,
  comicid: `${at}00`,
  name: 'Harbor Lights',
  year: `201${at}`,
  publisher: 'Northgate',
  issues: 12,
  image: null,
  url: `https://comicvine.gamespot.com/x/4050-${at}00/`,
  confidence: 97,
  parts: [{ reason: `Both began in 201${at}`, points: 97 }],
  in_library: null,
  ...change,
})
const two = [proposed(2), proposed(9, { confidence: 3, in_library: '900' })]
const chosen = scannedGroup(
  1,
  { proposals: two, proposal_id: 'p2', series_name: 'Harbour Lights' },
  { comicid: '200', name: 'Harbor Lights', year: '2012', publisher: 'Northgate', source: 'comicvine', confidence: 96 },
)
const local: WireGroup = { ...scannedGroup(1), proposals: two }
const reviewed = (group: WireGroup) => ({
  success: true,
  groups: [group],
  gone: [],
  said: 'Harbour Lights kept as a local series',
  last_step: 'Harbour Lights kept as a local series',
})

async function open(group: WireGroup, more: Replies = {}, kind = 'comic') {
  const page = await renderPage(html`<${ImportPage} />`, {
    path: `/import?kind=${kind}`,
    replies: {
      'GET /api/config': { comic_dirs: ['/comics'], manga_dirs: ['/manga'] },
      ...scanReplies(scanOf([group, scannedGroup(2)]), kind),
      'GET /api/import/groups/g1': group,
      ...more,
    },
  })
  return page
}
const opened = async (group: WireGroup, more: Replies = {}, kind = 'comic') => {
  const page = await open(group, more, kind)
  await page.press('e', page.find('[data-at="0"]'))
  return page
}
type Page = Awaited<ReturnType<typeof open>>
const sent = (requests: ReceivedRequest[], name: string) =>
  requests.filter((one) => one.name === name).map(({ body }) => body)
const row = (page: Page) => page.root.querySelector('.review-row')?.textContent ?? ''
const choices = (page: Page) => [...page.root.querySelectorAll('.sheet-choice')].map((one) => one.textContent ?? '')
const radios = (page: Page) => [...page.root.querySelectorAll<HTMLInputElement>('.sheet-choice input')]

describe('a row', () => {
  test('shows the series of the provider, with the main evidence first', async () => {
    const page = await open(chosen)
    expect(row(page)).toContain('Harbor Lights')
    expect(row(page)).toContain('2012 · Northgate')
    expect(row(page)).toContain('Matched on ComicVine')
    expect(row(page)).toContain('Both began in 2012. Folder and file names agree')
  })

  test('lists likely candidates while no series is chosen', async () => {
    expect(row(await open(local))).toContain('Perhaps Harbor Lights of 2012')
    expect(row(await open({ ...local, proposals: [two[1]!] }))).not.toContain('Perhaps')
  })
})

describe('the sheet', () => {
  test('shows the candidates with their evidence, the chosen one marked', async () => {
    const page = await opened(chosen)
    expect(page.find('.group-sheet-top').textContent).toContain('A series of ComicVine')
    expect(choices(page)).toHaveLength(3)
    expect(choices(page)[0]).toContain('2012 · Northgate · 12 issues')
    expect(choices(page)[0]).toContain('97 of 100')
    expect(choices(page)[0]).toContain('Both began in 2012.')
    expect(choices(page)[1]).toContain('It is in your library: the files join it.')
    expect(choices(page)[2]).toContain('Keep it as a local series: Harbour Lights')
    expect(radios(page).map(({ checked }) => checked)).toEqual([true, false, false])
  })

  test('keeps the files as a local series', async () => {
    const after = { ...scannedGroup(1), proposals: two, corrected: true }
    const page = await opened(chosen, { [CHANGE]: reviewed(after) })
    await page.click(radios(page).at(-1)!)
    expect(sent(page.requests, CHANGE)).toEqual([{ proposal: null }])
    expect(page.find('.group-sheet-note').textContent).toContain('Harbour Lights kept as a local series.')
  })

  test('assigns the files to another candidate', async () => {
    const page = await opened(chosen, { [CHANGE]: reviewed({ ...chosen, proposal_id: 'p9' }) })
    await page.click(radios(page)[1]!)
    expect(sent(page.requests, CHANGE)).toEqual([{ proposal: 'p9' }])
  })

  test('shows no candidates for files in the library', async () => {
    const existing = scannedGroup(1, { existing_comic_id: 'c1', already_in_library: true, proposals: [] })
    expect((await opened(existing)).root.querySelector('.sheet-provider')).toBeNull()
  })
})

describe('matching', () => {
  const proposing = {
    operation_id: 'o1',
    running: true,
    provider: 'ComicVine',
    asked: 12,
    total: 60,
    waiting_until: null,
    trouble: null,
  }
  const note = async (change: object) => {
    const scan = { ...scanOf([chosen]), proposing: { ...proposing, ...change } }
    const page = await open(chosen, scanReplies(scan))
    return page.find('.review-asking').textContent?.replace(/\s+/g, ' ').trim()
  }

  test('shows its progress', async () => {
    expect(await note({})).toBe('Querying ComicVine: 12 of 60 series')
  })

  test('shows the reason of a pause, and that it continues automatically', async () => {
    const trouble = 'ComicVine has reached its request limit.'
    expect(await note({ trouble, waiting_until: '2026-11-21T12:00:00.000Z' })).toMatch(
      /^ComicVine has reached its request limit\. Matching resumes /,
    )
  })

  test('shows the reason of a stop, and the number of remaining series', async () => {
    const trouble = 'ComicVine does not take the API key.'
    expect(await note({ running: false, trouble })).toBe(
      'ComicVine does not take the API key. 48 series were not looked up.',
    )
  })
})

test('what providers know of a manga is counted in chapters, also when it is searched for', async () => {
  const found = { name: 'Moon Parade', comicid: 'm1', comicyear: '2018', publisher: null, issues: '1' }
  const manga: WireGroup = { ...local, content_type: 'manga' }
  const page = await opened(manga, { 'POST /api/search/manga': { results: [found] } }, 'manga')
  expect(choices(page)[0]).toContain('2012 · Northgate · 12 chapters')
  await page.type('.sheet-provider input[role="combobox"]', 'moon')
  await page.until('2018 · 1 chapter')
})

test('another series is searched for at the providers, and a provider without an answer shows the reason', async () => {
  const SEARCH = 'POST /api/search/comics'
  const found = { name: 'Paper Wolves', comicid: '106000', comicyear: '2003', publisher: 'Rookery', issues: '10' }
  const page = await opened(local, { [SEARCH]: { results: [found] }, [CHANGE]: reviewed(local) })
  const FIELD = '.sheet-provider input[role="combobox"]'
  await page.type(FIELD, 'paper')
  await page.until('2003 · Rookery · 10 issues')
  await page.press('Enter', page.find(FIELD))
  expect(sent(page.requests, CHANGE)).toEqual([{ proposal: '106000' }])

  const failed = await opened(local, { [SEARCH]: refusal(502, 'ComicVine cannot be reached.') })
  await failed.type(FIELD, 'paper')
  await failed.until('ComicVine cannot be reached.')
})
