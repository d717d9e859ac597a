import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { toasts } from '../../state/toasts'
import { openCare } from '../../testing/care-page'
import { managerLibrary } from '../../testing/manager-library'
import { type Replies, refusal } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import type { CareSummary } from './care-words'
import { decisionWords, formatWords, type PageList, pageFacts, type RepeatedPage } from './page-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const known = managerLibrary['GET /api/unwanted-pages'] as PageList
const repeated = (id: string, more: Partial<RepeatedPage> = {}): RepeatedPage => ({
  page_id: id,
  files: 3,
  size: 340_000,
  width: 1600,
  height: 2400,
  image: `/api/unwanted-pages/${id}/image`,
  state: 'found',
  rule: null,
  distance: 0,
  ...more,
})
const listed = (groups: RepeatedPage[][], more: Partial<PageList> = {}): Replies => ({
  'GET /api/unwanted-pages': {
    ...known,
    counts: { found: 2, hidden: 1, kept: 0 },
    groups: groups.map((pages) => ({ pages })),
    pagination: { total: 2, limit: 20, offset: 0, has_more: false },
    ...more,
  },
})
const preview = { files: 3, removable: 2, others: [{ format: 'cbr', files: 1 }], hidden: 0, bytes: 680_000 }
const started = { success: true, operation_id: 'o1' }
const open = (groups: RepeatedPage[][], replies: Replies = {}, more = '') =>
  openCare(`/system/care?section=pages${more}`, {
    ...listed(groups),
    'POST /api/unwanted-pages/preview': preview,
    'POST /api/unwanted-pages/hide': started,
    'POST /api/unwanted-pages/remove': started,
    'POST /api/unwanted-pages/keep': { success: true },
    'POST /api/unwanted-pages/show': { success: true },
    'POST /api/unwanted-pages/rule': { success: true },
    ...replies,
  })
const asked = (page: Awaited<ReturnType<typeof open>>) =>
  page.requests.findLast(({ name }) => name === 'GET /api/unwanted-pages')?.query
const SELECT = 'the page in 3 files'

describe('the lists of pages', () => {
  test('are links with their numbers, and begin with the found pages', async () => {
    const page = await open([[repeated('a')]])
    expect(asked(page)).toEqual({ state: 'found', page: '1', per_page: '20' })
    expect(page.current('Lists of pages')).toBe('Found 2')
    expect(page.hrefOf('Hidden and rules 1')).toBe('/system/care?section=pages&pages=hidden')
    const hidden = await open([[repeated('a', { state: 'hidden' })]], {}, '&pages=hidden')
    expect(asked(hidden)).toMatchObject({ state: 'hidden' })
    expect(hidden.current('Lists of pages')).toBe('Hidden and rules 1')
    expect(hidden.hrefOf('Found 2')).toBe('/system/care?section=pages')
  })

  test('say what is in them when they are empty', async () => {
    expect((await open([])).text()).toContain('Pages that are in three files or more appear here.')
    expect((await open([], {}, '&pages=kept')).text()).toContain('No kept pages')
  })

  test('give way to the last page when the address names one behind the end', async () => {
    const reply = ({ query }: { query: Record<string, string> }) => ({
      ...(listed(query.page === '1' ? [[repeated('a')]] : [])['GET /api/unwanted-pages'] as PageList),
      pagination: { total: 2, limit: 20, offset: (Number(query.page) - 1) * 20, has_more: false },
    })
    const page = await open([], { 'GET /api/unwanted-pages': reply }, '&pages=hidden&page=4')
    await page.until('In 3 files')
    expect(location.search).toBe('?section=pages&pages=hidden')
  })

  test('that cannot be loaded say why, and are loaded by another try', async () => {
    let broken = true
    const reply = () =>
      broken ? refusal(500, 'The database is locked.') : listed([[repeated('a')]])['GET /api/unwanted-pages']
    const page = await open([], { 'GET /api/unwanted-pages': reply })
    expect(page.text()).toContain('The database is locked.')
    broken = false
    await page.click('Try again')
    expect(page.text()).toContain('In 3 files')
  })
})

describe('the check of pages', () => {
  test('is started by a button, and says what is compared', async () => {
    const page = await open([], { 'POST /api/system/jobs/unwanted_pages/run': { success: true } })
    expect(page.text()).toContain('The first three and last five pages of 12 files are compared.')
    await page.click('Check pages')
    expect(page.countOf('POST /api/system/jobs/unwanted_pages/run')).toBe(1)
    expect(page.countOf('GET /api/unwanted-pages')).toBeGreaterThan(1)
  })

  test('says how many files are checked until all are', async () => {
    const page = await open([], listed([], { checked: 4 }))
    expect(page.text()).toContain('4 of 12 files checked.')
  })

  test.each([
    ['check_pages', 'Checking files.', false],
    ['hide_pages', 'Changing hidden pages.', true],
    ['remove_pages', 'Removing pages.', true],
  ])('shows the running work %s, without a button', async (kind, words, hasProgress) => {
    const work = [{ operation_id: 'o1', kind, progress: 0.5 }] as PageList['work']
    const page = await open([], listed([], { work }))
    expect(page.find('.care-section .system-bar').textContent).toContain(words)
    expect(page.find('progress').hasAttribute('value')).toBe(hasProgress)
    expect(() => page.named('Check pages')).toThrow()
  })
})

test.each<[string, PageList['work'], boolean]>([
  ['work runs', [{ operation_id: 'o1', kind: 'hide_pages', progress: 0.5 }], true],
  ['nothing runs', [], false],
])('while %s, the list is fetched again: %p', async (_what, work, polls) => {
  const timers = spyOn(globalThis, 'setInterval').mockImplementation((() => 0) as never)
  const page = await open([], listed([], { work }))
  const [tick] = timers.mock.calls.filter(([, ms]) => ms === 1_500)
  timers.mockRestore()
  expect(tick !== undefined).toBe(polls)
  const before = page.countOf('GET /api/unwanted-pages')
  ;(tick?.[0] as (() => void) | undefined)?.()
  await page.whenIdle()
  expect(page.countOf('GET /api/unwanted-pages')).toBe(before + (polls ? 1 : 0))
})

describe('a page of many files', () => {
  const buttons = async (more: Partial<RepeatedPage>) =>
    (await open([[repeated('a', more)]])).buttonsOf('.unwanted-does')

  test.each<[string, Partial<RepeatedPage>, string[]]>([
    ['that was found', {}, ['Hide', 'Remove', 'Keep', 'Show issues']],
    ['that is found and has a rule', { rule: 'hide' }, ['Hide', 'Remove', 'Remove rule', 'Show issues']],
    ['that is hidden', { state: 'hidden' }, ['Show', 'Remove', 'Show issues']],
    ['that is hidden, also in new files', { state: 'hidden', rule: 'hide' }, ['Show', 'Remove', 'Remove rule', 'Show issues']], // biome-ignore format: one line
    ['that is kept', { state: 'kept' }, ['Hide', 'Remove', 'List again', 'Show issues']],
  ])('%s has the actions for it', async (_what, more, expected) => {
    expect(await buttons(more)).toEqual(expected)
  })

  test('that is in no file any more cannot be removed', async () => {
    const page = await open([[repeated('a', { files: 0, rule: 'remove' })]])
    expect((page.named('Remove') as HTMLButtonElement).disabled).toBe(true)
    expect(page.text()).toContain('No longer in any file')
    const some = await open([[repeated('a')]])
    expect((some.named('Remove') as HTMLButtonElement).disabled).toBe(false)
  })

  test.each<[string, Partial<RepeatedPage>, string, object]>([
    ['Keep', {}, 'keep', { page_ids: ['a'], keep: true }],
    ['List again', { state: 'kept' }, 'keep', { page_ids: ['a'], keep: false }],
    ['Show', { state: 'hidden' }, 'show', { page_ids: ['a'] }],
    ['Remove rule', { rule: 'hide' }, 'rule', { page_ids: ['a'], rule: null }],
  ])('%s takes effect at once', async (button, more, endpoint, body) => {
    const page = await open([[repeated('a', more)]])
    const before = page.countOf('GET /api/unwanted-pages')
    await page.click(button)
    expect(page.bodiesOf(`POST /api/unwanted-pages/${endpoint}`)).toEqual([body])
    expect(page.countOf('GET /api/unwanted-pages')).toBe(before + 1)
  })

  test('takes those that look like it only when they are ticked', async () => {
    const page = await open([[repeated('a'), repeated('b', { files: 2 }), repeated('c', { state: 'kept' })]])
    const [b, c] = [...page.root.querySelectorAll<HTMLElement>('.unwanted-near input')]
    expect(page.find('.unwanted-near').textContent).toContain('In 2 files')
    await page.click(b!)
    await page.click(c!)
    await page.click(b!)
    await page.click('Keep')
    expect(page.bodiesOf('POST /api/unwanted-pages/keep')).toEqual([{ page_ids: ['a', 'c'], keep: true }])
  })

  test('alone has no pages that look like it', async () => {
    expect((await open([[repeated('a')]])).root.querySelector('.unwanted-near')).toBeNull()
  })
})

describe('the issues with a page', () => {
  const place = { file_id: 'f1', issue_id: 'i1', comic_id: 's1', series_name: 'Harbor Lights', label: '#1', path: '/1.cbz', format: 'cbz', page: 0, hidden: false } // biome-ignore format: one line
  const places = (limit: number) => ({
    places: [place, { ...place, file_id: 'f2', label: '#2', page: 22, hidden: true }],
    pagination: { total: 60, limit, offset: 0, has_more: limit < 60 },
  })
  const PLACES = 'GET /api/unwanted-pages/a/places'

  test('are listed with the number of the page, more at a click', async () => {
    const page = await open([[repeated('a')]], {
      [PLACES]: ({ query }: { query: Record<string, string> }) => places(Number(query.limit)),
    })
    expect(page.countOf(PLACES)).toBe(0)
    await page.click('Show issues')
    const rows = [...page.root.querySelectorAll('.unwanted-places li')].map((row) => row.textContent)
    expect(rows).toEqual(['Harbor Lights #1 page 1 · CBZ', 'Harbor Lights #2 page 23 · CBZ · hidden'])
    expect(page.hrefOf('Harbor Lights #1')).toBe('/library/s1/issues/i1')
    await page.click('Show more of 60 issues')
    expect(page.requests.findLast(({ name }) => name === PLACES)?.query).toEqual({ limit: '250', offset: '0' })
    expect(() => page.named('Show more of 60 issues')).toThrow()
    await page.click('Show issues')
    expect(page.root.querySelector('.unwanted-places')).toBeNull()
  })

  test('that cannot be loaded say why', async () => {
    const page = await open([[repeated('a')]], { [PLACES]: refusal(500, 'The database is locked.') })
    await page.click('Show issues')
    expect(page.text()).toContain('The database is locked.')
  })
})

describe('selected pages', () => {
  test.each([
    ['', 'found', ['Keep', 'Hide', 'Remove']],
    ['&pages=kept', 'kept', ['List again', 'Hide', 'Remove']],
    ['&pages=hidden', 'hidden', ['Show', 'Remove']],
  ] as const)('of the list %p have the actions for it', async (more, state, expected) => {
    const page = await open([[repeated('a', { state })]], {}, more)
    await page.select(SELECT)
    expect(page.buttonsOf('.cover-bar-actions')).toEqual([...expected])
  })

  test.each([
    ['', 'found', 'Keep', 'keep', { page_ids: ['a', 'b'], keep: true }],
    ['&pages=kept', 'kept', 'List again', 'keep', { page_ids: ['a', 'b'], keep: false }],
    ['&pages=hidden', 'hidden', 'Show', 'show', { page_ids: ['a', 'b'] }],
  ] as const)('of the list %p %p with %s', async (more, state, button, endpoint, body) => {
    const page = await open([[repeated('a', { state })], [repeated('b', { state, files: 5 })]], {}, more)
    await page.select(SELECT)
    await page.select('the page in 5 files')
    expect(page.find('.cover-bar p').textContent).toBe('2 pages')
    await page.click(page.inBar(button))
    expect(page.bodiesOf(`POST /api/unwanted-pages/${endpoint}`)).toEqual([body])
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })
})

describe('hiding pages', () => {
  test('is counted first, and takes effect in new files only on request', async () => {
    const page = await open([[repeated('a')]])
    await page.click('Hide')
    expect(page.find('.dialog h2').textContent).toBe('Hide pages')
    expect(page.find('.unwanted-sum').textContent).toBe('1 page in 3 files')
    expect(page.text()).not.toContain('cannot be changed')
    await page.click(page.inDialog('Hide'))
    expect(page.bodiesOf('POST /api/unwanted-pages/hide')).toEqual([{ page_ids: ['a'] }])
    expect(page.hasDialog()).toBe(false)
  })

  test('is also possible for new files, and of selected pages', async () => {
    const page = await open([[repeated('a')], [repeated('b', { files: 5 })]])
    await page.select('the page in 5 files')
    await page.click(page.inBar('Hide'))
    await page.click(page.find('.dialog [role="switch"]'))
    await page.click(page.inDialog('Hide'))
    expect(page.bodiesOf('POST /api/unwanted-pages/hide')).toEqual([{ page_ids: ['b'], rule: 'hide' }])
    expect(page.root.querySelector('.cover-bar')).toBeNull()
    expect(page.countOf('GET /api/care')).toBeGreaterThan(1)
  })
})

describe('removing pages', () => {
  test('counts what can be changed, and names the files that cannot', async () => {
    const page = await open([[repeated('a')]])
    await page.click('Remove')
    expect(page.find('.unwanted-sum').textContent).toBe('1 page from 2 files · 680 kB')
    expect(page.text()).toContain('1 CBR file cannot be changed')
    await page.click(page.find('.dialog [role="switch"]'))
    await page.click(page.inDialog('Remove'))
    expect(page.bodiesOf('POST /api/unwanted-pages/remove')).toEqual([{ page_ids: ['a'], rule: 'remove' }])
    expect(page.countOf('POST /api/unwanted-pages/hide')).toBe(0)
  })

  test('is impossible when all files have other formats, which can still be hidden', async () => {
    const page = await open([[repeated('a')]], { 'POST /api/unwanted-pages/preview': { ...preview, removable: 0 } })
    await page.click('Remove')
    expect(page.inDialog('Remove').disabled).toBe(true)
    await page.click(page.inDialog('Cancel'))
    await page.click('Hide')
    expect(page.inDialog('Hide').disabled).toBe(false)
  })

  test('shows why it failed, and why the count did', async () => {
    const page = await open([[repeated('a')]], { 'POST /api/unwanted-pages/remove': refusal(409, 'Files are moving.') })
    await page.click('Remove')
    expect(page.root.querySelector('.dialog [role="alert"]')).toBeNull()
    await page.click(page.inDialog('Remove'))
    expect(page.find('.dialog [role="alert"]').textContent).toBe('Files are moving.')
    const failed = await open([[repeated('a')]], {
      'POST /api/unwanted-pages/preview': refusal(409, 'A check is running.'),
    })
    await failed.click('Remove')
    expect(failed.find('.dialog [role="alert"]').textContent).toBe('A check is running.')
    expect([failed.inDialog('Remove').disabled, failed.find('.unwanted-sum').textContent]).toEqual([true, ''])
  })
})

test('the number of pages to decide about is beside the name of the section', async () => {
  const summary = managerLibrary['GET /api/care'] as CareSummary
  const page = await open([], { 'GET /api/care': { ...summary, repeated_pages: 7 } })
  expect(page.current('Sections')).toBe('Unwanted pages7')
})

test('a page is described by its files, pixels and size', () => {
  expect(pageFacts(repeated('a'))).toBe('In 3 files · 1,600 × 2,400 · 340 kB')
  expect(pageFacts(repeated('a', { files: 1, height: null }))).toBe('In 1 file · 340 kB')
  expect(pageFacts(repeated('a', { files: 0, width: null }))).toBe('No longer in any file · 340 kB')
})

test.each<[RepeatedPage['state'], RepeatedPage['rule'], string]>([
  ['found', null, ''],
  ['found', 'hide', 'Hidden in new files'],
  ['hidden', null, 'Hidden'],
  ['hidden', 'remove', 'Hidden · Removed from new files'],
  ['kept', null, 'Kept'],
])('the decision about a %s page with the rule %p is %p', (state, rule, words) => {
  expect(decisionWords({ state, rule })).toBe(words)
})

test.each([
  [[['cbr', 1]], '1 CBR file'],
  [[['cbr', 2]], '2 CBR files'],
  [[['cbr', 2], ['pdf', 1]], '2 CBR and 1 PDF files'],
  [[['cbr', 2], ['cb7', 4], ['pdf', 1]], '2 CBR, 4 CB7 and 1 PDF files'],
] as [[string, number][], string][])('files of other formats %j are %s', (others, words) => {
  expect(formatWords(others.map(([format, files]) => ({ format, files })))).toBe(words)
}) // biome-ignore format: a table
