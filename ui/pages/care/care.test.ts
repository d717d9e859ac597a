import { afterEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { managerLibrary } from '../../testing/manager-library'
import { type Replies, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { CarePage } from './care'
import type { CareSummary, CopyGroup } from './care-words'
import { copyFacts, copyFault, mergeWords } from './care-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const WHEN = '2026-11-20T10:00:00.000Z'
const summary = managerLibrary['GET /api/care'] as CareSummary
const [group] = (managerLibrary['GET /api/care/copies'] as { groups: CopyGroup[] }).groups
const copy = group!.copies[0]!
const open = (path: string, replies: Replies = {}) =>
  renderPage(html`<${CarePage} />`, { path, replies: { ...managerLibrary, ...replies } })

test('copies are described in words', () => {
  expect(copyFacts({ ...copy, is_tagged: true, language: 'French', issues: 2 })).toBe(
    'CBZ · 24 pages · 48 MB · French · with metadata · 2 issues',
  )
  expect(copyFault(copy)).toBeUndefined()
  expect(copyFault({ ...copy, missing_pages: '3–4' })).toBe('Missing page 3–4')
})

test('a removal is previewed with the copy that the user keeps, and then begun', async () => {
  const preview = { groups: 1, files: 1, bytes: 48_000_000, skipped: 0, lost: 1, lost_labels: ['Harbor Lights 2'] }
  const page = await open('/system/care', {
    'POST /api/care/copies/preview': preview,
    'POST /api/care/copies/remove': { success: true, operation_id: 'o1', batch_id: 'b1' },
  })
  expect(page.text()).toContain('Keep this one: CBZ opens faster than CBR.')
  await page.click(page.find('[aria-label="Keep /comics/Harbor Lights/1.cbr"]'))
  expect(page.text()).toContain('You chose the copy to keep.')
  await page.click('Remove the others (48 MB)')
  expect(page.text()).toContain('1 copy · 48 MB')
  expect(page.text()).toContain('1 issue will have no file')
  await page.click('Remove')
  const body = { group_ids: ['pages:a'], keep: { 'pages:a': 'f2' } }
  const sent = page.requests.filter(({ name }) => name.startsWith('POST /api/care/copies/'))
  expect(sent.map((request) => request.body)).toEqual([body, body])
})

describe('issues missing inside a series', () => {
  const series = { year: 2015, file_id: null, path: null, size: null, issue_id: null, number: null }
  const gaps = ['Harbor Lights', 'Copper Orchard'].map((name) => ({
    ...series,
    subject: name,
    detail: 'Issues 2, 3 are missing.',
    comic_id: name,
    series: name,
  }))
  const listed = {
    'GET /api/care/findings': {
      findings: gaps,
      pagination: { total: 2, limit: 50, offset: 0, returned: 2, has_more: false },
    },
  }
  const GAPS = '/system/care?section=damage&kind=gaps'

  test('of the selected series are wanted after a question that counts them', async () => {
    const page = await open(GAPS, {
      ...listed,
      'POST /api/care/gaps/preview': { issues: 4, series: 1 },
      'POST /api/care/gaps/want': { success: true, issues: 4, series: 1 },
    })
    await page.click(page.find('[aria-label="Select Harbor Lights"]'))
    await page.click('Want')
    expect(page.text()).toContain('4 issues of 1 series will be added to Wanted.')
    await page.click('Want 4 issues')
    expect(toasts.value.at(-1)?.text).toBe('4 issues added to Wanted.')
    const sent = page.requests.filter(({ name }) => name.startsWith('POST /api/care/gaps/'))
    const body = { comic_ids: ['Harbor Lights'] }
    expect(sent.map((request) => request.body)).toEqual([body, body])
  })

  test('are not wanted twice', async () => {
    const page = await open(GAPS, { ...listed, 'POST /api/care/gaps/preview': { issues: 0, series: 0 } })
    await page.click('Want all')
    expect(page.text()).toContain('All of them are wanted already.')
    expect((page.named('Want') as HTMLButtonElement).disabled).toBe(true)
  })
})

test('a change can be undone once', async () => {
  const batch = {
    batch_id: 'b1',
    title: '1 copy removed',
    state: 'done',
    created_at: WHEN,
    done: 1,
    failed: 0,
    error: null,
  }
  const page = await open('/system/care', {
    'GET /api/care': { ...summary, batches: [batch, { ...batch, batch_id: 'b2', state: 'undone' }] },
  })
  const undo = [...page.root.querySelectorAll('.care-done button')]
  expect(undo.map(({ textContent }) => textContent?.trim())).toEqual(['Undo'])
})

test('a merge says what it moves', () => {
  const side = {
    comic_id: 'a',
    name: 'Harbor',
    year: 2015,
    publisher: null,
    providers: [],
    issues: 3,
    files: 3,
    size: 1,
  }
  const preview = { keep: side, other: { ...side, name: 'Harbour' }, moved: 1, joined: 2, files: 3 }
  expect(mergeWords(preview)).toBe(
    '1 issue moves to Harbor, 2 issues join those with the same number, with 3 files. Harbour becomes another name of Harbor.',
  )
})
