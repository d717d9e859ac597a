import { afterEach, describe, expect, test } from 'bun:test'
import { Router } from 'preact-iso'
import { html } from '../../html'
import { ChooseArc } from '../../panels/choose-arc'
import { releaseTarget } from '../../state/release-search'
import { addToStoryArc, arcChoice } from '../../state/story-arcs'
import { toasts } from '../../state/toasts'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { ArcPage } from './arc'
import { ArcsPage } from './arcs'
import type { Arc, ArcIssue } from './wire'

withWindow()
afterEach(() => {
  toasts.value = []
  arcChoice.value = undefined
})

const arc = (change: Partial<Arc> = {}): Arc => ({
  StoryArcID: 'C0001',
  StoryArc: 'Night Tide',
  TotalIssues: 4,
  Have: 1,
  Total: 4,
  percent: 25,
  SpanYears: '2012 - 2014',
  CV_ArcID: null,
  Publisher: 'Northgate',
  ArcImage: null,
  source: 'list',
  ordered_by: 'list',
  unmatched: 2,
  updated_at: '2026-11-20T20:00:00.000Z',
  ...change,
})
const issue = (n: number, change: Partial<ArcIssue> = {}): ArcIssue => ({
  IssueArcID: `C0001_${n}`,
  ReadingOrder: n,
  ComicID: 'harbor',
  ComicName: 'Harbor Lights',
  IssueNumber: String(n),
  IssueID: `i${n}`,
  Status: 'Added',
  IssueDate: null,
  IssueName: null,
  IssuePublisher: null,
  Location: null,
  label: `#${n}`,
  image: null,
  readable: false,
  state: 'unread',
  percent: 0,
  listed: { series: 'Harbor Lights', volume: 2012, number: String(n), year: null },
  matched_by: 'name',
  reason: null,
  candidates: [],
  ...change,
})
const none = { ComicID: null, IssueID: null, matched_by: null } as const
const candidates = [
  { issue_id: 'f1', comic_id: 'fog', series: 'Fog', year: 2010, label: '#3' },
  { issue_id: 'f2', comic_id: 'fog2', series: 'Fog', year: 2010, label: '#3' },
]
const issues = [
  issue(1, { Status: 'Downloaded', readable: true }),
  issue(2, { Status: 'Wanted' }),
  issue(3, { ...none, ComicName: 'Fog', reason: 'several', candidates, listed: { series: 'Fog', volume: 2010, number: '3', year: null } }), // biome-ignore format: one line
  issue(4, { ...none, ComicName: 'Copper Orchard', reason: 'series_missing' }),
]
const detailOf = (issues: ArcIssue[]) => ({
  arc: { ...arc(), can_undo_order: true, description: null, page: null, source_label: null },
  issues,
})
const success = { success: true }
function open(more: Replies = {}) {
  const replies = {
    'GET /api/storyarcs/C0001': detailOf(issues),
    'GET /api/storyarcs': [arc()],
    'PUT /api/storyarcs/C0001/order': success,
    'GET /api/series': { comics: [], pagination: { total: 0, limit: 12, offset: 0, has_more: false } },
    ...more,
  }
  const page = html`<${Router}><${ArcPage} path="/arcs/:arc_id" /><${ArcsPage} path="/arcs" /><//>`
  return (path = '/arcs/C0001') => renderPage(page, { path, replies })
}
type Page = Awaited<ReturnType<ReturnType<typeof open>>>
const sent = (page: Page, name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body)
const rows = (page: Page) => [...page.root.querySelectorAll('.list-row')].map((row) => row.textContent ?? '')

describe('the story arcs', () => {
  test('show the owned part of each', async () => {
    const page = await open()('/arcs')
    expect(page.root.querySelector('.arc-tile')?.textContent).toMatch(
      /Night Tide\s*Northgate, 2012 to 2014\s*1 of 4 issues, 2 not in the library/,
    )
    expect(page.named('Import reading lists')).toBeDefined()
  })

  test('are found at the metadata sources, and added', async () => {
    const results = [
      {
        comicid: '101',
        name: 'Night Tide',
        publisher: 'Northgate',
        comicthumb: null,
        issues: '8',
        ordered: false,
        haveit: 'No',
        deck: null,
      },
      {
        comicid: 'metron-list-7',
        name: 'Night Tide, whole',
        publisher: null,
        comicthumb: null,
        issues: null,
        ordered: true,
        haveit: 'Yes',
        deck: null,
      },
    ]
    const added = { success: true, arc_id: '101', message: 'Night Tide is being added.', operation_id: 'o1' }
    const page = await open({ 'POST /api/search/comics': { results }, 'POST /api/storyarcs': added })('/arcs')
    await page.click('Find')
    await page.type('dialog input', 'night')
    await page.submit('dialog form')
    const found = [...page.root.querySelectorAll('.arc-found li')].map((row) => row.textContent)
    expect(found).toEqual([
      expect.stringMatching(/Night Tide.*Northgate, 8 issues, by date, not verified/s),
      expect.stringMatching(/Night Tide, whole.*in reading order.*In your arcs/s),
    ])
    await page.click('Add Night Tide')
    expect(sent(page, 'POST /api/storyarcs')).toEqual([{ arcid: '101' }])
    expect(toasts.value.map(({ text }) => text)).toContain('Night Tide is being added.')
  })

  test('explain how to get an arc while there is none', async () => {
    const page = await open({ 'GET /api/storyarcs': [] })('/arcs')
    expect(page.text()).toContain('No story arcs yet')
  })
})

describe('a story arc', () => {
  test('shows its issues in order, and the reason for unmatched rows', async () => {
    const page = await open()()
    expect(rows(page)).toEqual([
      expect.stringMatching(/^1.*#1.*Harbor Lights.*In the library/s),
      expect.stringMatching(/^2.*#2.*Wanted/s),
      expect.stringMatching(/^3.*#3.*Fog.*2010.*Multiple matches/s),
      expect.stringMatching(/^4.*#4.*Copper Orchard.*Not in the library/s),
    ])
    expect(page.text()).toContain('Northgate, 2012 to 2014, 1 of 4 issues, 0 read, in the order of the list')
    expect(page.named('Read Harbor Lights #1').getAttribute('href')).toBe('/read/i1?list=C0001')
  })

  test('is ordered by key, and the server undoes the last move', async () => {
    let moved = issues
    const page = await open({
      'GET /api/storyarcs/C0001': () => detailOf(moved),
      'PUT /api/storyarcs/C0001/order': () => {
        moved = [issues[1]!, issues[0]!, ...issues.slice(2)]
        return success
      },
      'POST /api/storyarcs/C0001/order/undo': success,
    })()
    await page.press('ArrowDown', page.named('Move Harbor Lights #1, 1 of 4: up and down arrow'))
    expect(rows(page)[1]).toContain('#1')
    expect(sent(page, 'PUT /api/storyarcs/C0001/order')).toEqual([
      { issue_arc_ids: ['C0001_2', 'C0001_1', 'C0001_3', 'C0001_4'] },
    ])
    await page.click('Undo the last move')
    expect(sent(page, 'POST /api/storyarcs/C0001/order/undo')).toHaveLength(1)
  })

  test('an undo clicked while a move is being saved waits for the move', async () => {
    const saved = Promise.withResolvers<void>()
    const page = await open({
      'PUT /api/storyarcs/C0001/order': () => saved.promise.then(() => success),
      'POST /api/storyarcs/C0001/order/undo': success,
    })()
    await page.press('ArrowDown', page.named('Move Harbor Lights #1, 1 of 4: up and down arrow'))
    await page.click('Undo the last move')
    expect(sent(page, 'POST /api/storyarcs/C0001/order/undo')).toEqual([])
    expect(rows(page)[1]).toContain('#1')
    saved.resolve()
    await page.whenIdle()
    expect(sent(page, 'POST /api/storyarcs/C0001/order/undo')).toHaveLength(1)
    // The server's order is the one from before the move.
    expect(rows(page)[0]).toContain('#1')
  })

  test('marks an issue that is being read as in the library, not as a download', async () => {
    const read = issue(1, { Status: 'Downloaded', readable: true, state: 'reading' })
    const page = await open({ 'GET /api/storyarcs/C0001': detailOf([read]) })()
    expect(page.find('.list-row .mark[data-state=have]').textContent?.trim()).toBe('Reading')
  })

  test('wants all missing issues in one click', async () => {
    const reply = { success: true, data: { queued: 2, skipped: 1 } }
    const page = await open({ 'POST /api/storyarcs/C0001/want-all': reply })()
    await page.click('Want missing (2)')
    expect(toasts.value.map(({ text }) => text)).toContain('2 issues wanted.')
  })

  test('offers the candidates for a doubtful issue', async () => {
    const page = await open({ 'PUT /api/storyarcs/C0001/issues/C0001_3/match': success })()
    await page.click('Choose the issue for Fog #3')
    await page.click('Fog 2010 #3')
    expect(sent(page, 'PUT /api/storyarcs/C0001/issues/C0001_3/match')).toEqual([{ issue_id: 'f1' }])
    expect(page.root.querySelector('dialog')).toBeNull()
  })

  test('matches all issues of a name to a series of the library', async () => {
    const comics = [{ ComicID: 'fog', ComicName: 'Fog', ComicYear: '2010', Have: 3, Total: 5 }]
    const page = await open({
      'GET /api/series': { comics, pagination: { total: 1, limit: 12, offset: 0, has_more: false } },
      'POST /api/storyarcs/C0001/rules': { success: true, matched: 2, unmatched: 1 },
    })()
    await page.click('Choose the issue for Fog #3')
    await page.click('Fog 2010 3 of 5')
    expect(sent(page, 'POST /api/storyarcs/C0001/rules')).toEqual([{ issue_arc_id: 'C0001_3', comic_id: 'fog' }])
    expect(toasts.value.map(({ text }) => text)).toContain('2 issues matched, 1 not in that series.')
  })

  test('keeps the row when the server refuses a removal', async () => {
    const page = await open({ 'DELETE /api/storyarcs/C0001/issues/C0001_2': () => refusal(503, 'The database is busy.') })() // biome-ignore format: one line
    await page.click('More about Harbor Lights #2')
    await page.click('Remove from the arc')
    expect(toasts.value.map(({ text }) => text)).toEqual(['The database is busy.'])
    expect(rows(page)).toHaveLength(4)
  })
})

test('issues of a series are added to an arc, or to a new one', async () => {
  const replies = {
    'GET /api/storyarcs': [arc()],
    'POST /api/storyarcs/C0001/issues': { success: true, message: '1 issue was added.' },
    'POST /api/storyarcs': { success: true, arc_id: 'C0002', message: 'Summer was added.' },
  }
  const chosen = [{ id: 'i9', label: 'Low Tide #9' }]
  const page = await renderPage(html`<${ChooseArc} />`, { replies })
  await addToStoryArc(chosen)
  await page.whenIdle()
  await page.click('Night Tide 4 issues')
  expect(sent(page, 'POST /api/storyarcs/C0001/issues')).toEqual([{ issue_ids: ['i9'] }])
  await addToStoryArc(chosen)
  await page.whenIdle()
  await page.click('New arc')
  await page.type('dialog input', 'Summer')
  await page.submit('dialog form')
  expect(sent(page, 'POST /api/storyarcs')).toEqual([{ name: 'Summer', issue_ids: ['i9'] }])
})

describe('removing several issues', () => {
  const remove = 'POST /api/storyarcs/C0001/issues/remove'
  const restore = 'POST /api/storyarcs/C0001/issues/restore'
  const done: Replies = { [remove]: { success: true }, [restore]: { success: true, message: '' } }
  const show = (issues: ArcIssue[]) =>
    renderPage(html`<${Router}><${ArcPage} path="/arcs/:arc_id" /><//>`, {
      path: '/arcs/C0001',
      replies: { 'GET /api/storyarcs/C0001': detailOf(issues), ...done },
    })
  const click = async (page: Awaited<ReturnType<typeof show>>, name: string) => {
    const named = [...page.root.querySelectorAll<HTMLElement>('button, [role=menuitem], label')]
    await page.click(named.find((one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name)!)
  }

  test('removes the selected issues, and the toast restores them', async () => {
    const page = await show([issue(1), issue(2), issue(3)])
    await click(page, 'More for Night Tide')
    await click(page, 'Select issues')
    for (const box of [...page.root.querySelectorAll<HTMLElement>('.row-check input')].slice(1)) await page.click(box)
    await click(page, 'Remove from the arc')
    expect(page.requests.find(({ name }) => name === remove)?.body).toEqual({ issue_arc_ids: ['C0001_2', 'C0001_3'] })
    const [toast] = toasts.value
    expect(toast).toMatchObject({ text: '2 issues removed from the arc.', action: { label: 'Undo' } })
    await toast!.action!.run()
    expect(page.requests.find(({ name }) => name === restore)?.body).toEqual({ issue_arc_ids: ['C0001_2', 'C0001_3'] })
  })

  test('offers to select all until all are selected', async () => {
    const page = await show([issue(1), issue(2)])
    await click(page, 'More for Night Tide')
    await click(page, 'Select issues')
    const isDisabled = () => (page.named('Remove from the arc') as HTMLButtonElement).disabled
    expect([page.root.querySelector('.cover-bar-all')?.textContent, isDisabled()]).toEqual(['Select all 2', true])
    await click(page, 'Select all 2')
    expect(page.root.querySelector('.cover-bar-all')).toBeNull()
    expect([page.find('.cover-bar [role="status"]').textContent, isDisabled()]).toEqual(['2 issues', false])
  })

  test('releases of an issue without a series in the library are reviewed from its row', async () => {
    const page = await show([issue(1, { ...none, reason: 'series_missing', Status: 'Wanted' })])
    await click(page, 'More about Harbor Lights #1')
    await click(page, 'Review releases')
    const target = { entity_type: 'story_arc_issue', entity_id: 'C0001_1', title: 'Harbor Lights #1' }
    expect(releaseTarget.value).toEqual(target as never)
    releaseTarget.value = undefined
  })

  test('drops trades by their type, and editions by series', async () => {
    const listed = (series: string, book_type: string | null) => ({
      series,
      volume: null,
      number: '1',
      year: null,
      book_type,
    })
    const page = await show([
      issue(1, { listed: listed('Harbor Lights', 'Print') }),
      issue(2, { listed: listed('Harbor Lights', 'TPB') }),
      issue(3, { listed: listed('Luces del Puerto', null) }),
    ])
    await click(page, 'More for Night Tide')
    await click(page, 'Remove trades, reprints and editions')
    const boxes = [...page.root.querySelectorAll<HTMLElement>('.arc-groups label')]
    expect(boxes.map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      'Print1 issue',
      'TPB1 issue',
      'Harbor Lights2 issues',
      'Luces del Puerto1 issue',
    ])
    await page.click(boxes[1]!.querySelector('input')!)
    await page.click(boxes[3]!.querySelector('input')!)
    await click(page, 'Remove 2 issues')
    expect(page.requests.find(({ name }) => name === remove)?.body).toEqual({ issue_arc_ids: ['C0001_2', 'C0001_3'] })
  })
})

describe('more ways to import', () => {
  const open = (replies: Replies) =>
    renderPage(html`<${ArcsPage} />`, { path: '/arcs', replies: { 'GET /api/storyarcs': [], ...replies } })
  const choose = async (page: Awaited<ReturnType<typeof open>>, name: string) => {
    await page.click(page.find('[aria-label="More ways to import"]'))
    const items = [...page.root.querySelectorAll<HTMLElement>('[role=menuitem]')]
    await page.click(items.find(({ textContent }) => textContent?.trim() === name)!)
  }

  test('a list at an address', async () => {
    const result = { success: true, arc_id: 'C0007', name: 'Night Tide', issues: 3, matched: 2, ambiguous: 0, duplicates: [], added: true } // biome-ignore format: one line
    const page = await open({ 'POST /api/storyarcs/import-address': result })
    await choose(page, 'From an address')
    await page.type('dialog input', 'https://lists.example/night.cbl')
    await page.click(
      [...page.root.querySelectorAll<HTMLElement>('dialog button')].find(
        ({ textContent }) => textContent?.trim() === 'Import',
      )!,
    )
    expect(page.requests.find(({ name }) => name === 'POST /api/storyarcs/import-address')?.body).toEqual({
      address: 'https://lists.example/night.cbl',
    })
    expect(location.pathname).toBe('/arcs/C0007')
    expect(toasts.value[0]?.text).toBe('Night Tide: 2 of 3 issues matched.')
  })

  test('an address without a list shows the reason beside the address', async () => {
    const page = await open({ 'POST /api/storyarcs/import-address': refusal(400, 'The file is not a reading list.') })
    await choose(page, 'From an address')
    await page.type('dialog input', 'https://lists.example/page')
    await page.click([...page.root.querySelectorAll<HTMLElement>('dialog button')].find(({ textContent }) => textContent?.trim() === 'Import')!) // biome-ignore format: one line
    expect(page.find('dialog [role=alert]').textContent).toContain('The file is not a reading list.')
  })

  test('the lists of a folder, with what failed', async () => {
    const operation = {
      operation_id: 'work',
      kind: 'arc_folder',
      subject: '/lists',
      state: 'succeeded',
      progress: 1,
      error: null,
      detail: { files: 3, added: 2, updated: 0, failed: 1, failures: [{ file: '/lists/broken.cbl', detail: 'The file is not a reading list.' }] }, // biome-ignore format: one line
    }
    const page = await open({
      'GET /api/filesystem': { path: '/lists', parent: '/', folders: [] },
      'POST /api/storyarcs/import-folder': { success: true, message: '', operation_id: 'work' },
      'GET /api/operations/work': operation,
    })
    await choose(page, 'From a folder on the server')
    await page.click(
      [...page.root.querySelectorAll<HTMLElement>('dialog button')].find(
        ({ textContent }) => textContent?.trim() === 'Use this folder',
      )!,
    )
    expect(page.find('dialog [role=status]').textContent).toBe('2 lists imported, 1 failed.')
    expect(page.text()).toContain('The file is not a reading list.')
  })
})
