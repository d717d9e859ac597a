import { describe, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { announce } from '../../api/events'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { InboxPage } from './inbox'
import type { Folder, InboxFile, InboxGroup } from './wire'

withWindow()

const file = (n: number, change: Partial<InboxFile> = {}): InboxFile => ({
  impID: `f${n}`,
  ComicFilename: `Harbor Lights ${n}.cbz`,
  ComicLocation: `/inbox/Harbor Lights ${n}.cbz`,
  IssueNumber: String(n),
  ComicYear: '2015',
  Status: 'Not Imported',
  IgnoreFile: 0,
  MatchConfidence: 96,
  SuggestedComicID: 'a',
  SuggestedComicName: 'Harbor Lights',
  SuggestedIssueID: null,
  MatchSource: 'filename',
  content_type: 'comic',
  kind: 'issue',
  unit: 'issue',
  number_end: null,
  title: null,
  size: 40_000_000,
  problem: null,
  already: null,
  first_seen_at: '2026-11-21T08:00:00.000Z',
  ...change,
})

const group = (files: InboxFile[], change: Partial<InboxGroup> = {}): InboxGroup => ({
  DynamicName: 'harborlights',
  ComicName: 'Harbor Lights',
  Volume: null,
  ComicYear: '2015',
  FileCount: files.length,
  Status: 'Not Imported',
  SRID: null,
  ComicID: null,
  MatchConfidence: files[0]?.MatchConfidence ?? null,
  SuggestedComicID: files[0]?.SuggestedComicID ?? null,
  SuggestedComicName: files[0]?.SuggestedComicName ?? null,
  files,
  ...change,
})

const inbox = (groups: InboxGroup[], total = groups.length) => ({
  imports: groups,
  pagination: { total, limit: 50, offset: 0, has_more: false },
  summary: { group_count: total, file_count: groups.reduce((sum, { files }) => sum + files.length, 0) },
  errors: [] as string[],
})

const folder: Folder = {
  path: '/inbox',
  kind: 'inbox',
  state: 'watched',
  reason: null,
  free_bytes: 1,
  total_bytes: 2,
  file_count: 1,
  gone_count: 0,
  last_look_at: null,
}
const matched = {
  success: true,
  matched: 1,
  imported: 1,
  comic_id: 'a',
  comic_name: 'A',
  moved: 0,
  archived: 0,
  errors: [],
}

const open = (groups: InboxGroup[], replies: Replies = {}, path = '/import/inbox') =>
  renderPage(html`<${InboxPage} />`, {
    path,
    replies: {
      'GET /api/config': { import_dir: '/inbox' },
      'GET /api/import': inbox(groups),
      'GET /api/import/filed': { files: [] },
      'GET /api/import/folders': { folders: [folder] },
      'POST /api/import/match': matched,
      'POST /api/import/ignore': { updated: 1, ignored: true },
      'DELETE /api/import': { deleted: 1 },
      ...replies,
    },
  })

const bodies = (requests: ReceivedRequest[], name: string) =>
  requests.filter((one) => one.name === name).map(({ body }) => body)
const toast = () => toasts.value.at(-1)

test('the page links to the import of each kind with folders', async () => {
  const linked = async (config: object) => {
    const page = await open([], { 'GET /api/config': { import_dir: '', ...config } })
    const links = [...page.root.querySelectorAll('.inbox-head a')].map((link) => link.getAttribute('href'))
    page.close()
    return links
  }
  expect(await linked({})).toEqual(['/import', '/import?kind=manga', '/import/inbox'])
  expect(await linked({ comic_dirs: [], manga_dirs: ['/m'] })).toEqual(['/import?kind=manga', '/import/inbox'])
})

test('the page says how much waits at each of them', async () => {
  const config = { import_dir: '/inbox', comic_dirs: ['/c'], manga_dirs: ['/m'] }
  const waiting = { comic: 2, manga: 0, inbox: 3 }
  const page = await open([], { 'GET /api/config': config, 'GET /api/import/waiting': waiting })
  const links = [...page.root.querySelectorAll('.inbox-head a')].map(({ textContent }) => textContent)
  expect(links).toEqual(['Comics 2', 'Manga', 'Import folder 3'])
})

describe('scanning', () => {
  test('without an import folder links to its setting', async () => {
    const page = await open([], { 'GET /api/config': { import_dir: '' } })
    expect(page.text()).toContain('No import folder is chosen')
    expect(page.named('Choose the folder').getAttribute('href')).toBe('/settings#import-folder')
  })

  test('of an empty folder explains itself', async () => {
    const page = await open([])
    expect(page.text()).toContain('Nothing is waiting')
    expect(page.text()).toContain('/inbox')
  })

  test('shows the reason of a failure and can be retried', async () => {
    const page = await open([], { 'GET /api/import': refusal(503, 'The database is busy.') })
    expect(page.text()).toContain('The database is busy.')
    page.named('Try again')
  })

  test('of a missing folder says so, and keeps the list', async () => {
    const away = { ...folder, state: 'missing', reason: 'There is no folder at /inbox.' }
    const page = await open([group([file(3)])], { 'GET /api/import/folders': { folders: [away] } })
    expect(page.find('[role=alert]').textContent).toContain('There is no folder at /inbox.')
    expect(page.text()).toContain('Harbor Lights 3.cbz')
  })

  test('names the folders that could not be opened', async () => {
    const errors = ['The folder /inbox/Closed cannot be opened.']
    const page = await open([], { 'GET /api/import': { ...inbox([]), errors } })
    expect(page.find('[role=alert]').textContent).toContain(errors[0]!)
    page.close()
  })
})

describe('a group', () => {
  test('shows the files, the proposed series and its certainty', async () => {
    const page = await open([group([file(3)])])
    const text = page.find('.inbox-group').textContent
    for (const words of ['Harbor Lights (2015)', '1 file, 40 MB', 'Sure', 'The file name names the series', '#3'])
      expect(text).toContain(words)
    expect(page.find('.inbox-group-taken a').getAttribute('href')).toBe('/library/a')
  })

  test('without a known series asks for one', async () => {
    const unknown = file(3, { SuggestedComicID: null, SuggestedComicName: null, MatchConfidence: null })
    const page = await open([group([unknown])])
    expect(page.text()).toContain('Your library has no series of this name')
    page.named('Choose a series')
  })

  test('is imported with one button, each file into its own series', async () => {
    const page = await open([group([file(1), file(2), file(9, { SuggestedComicID: 'b', SuggestedComicName: 'B' })])])
    await page.click('Import all 3')
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([
      { imp_ids: ['f1', 'f2'], comic_id: 'a' },
      { imp_ids: ['f9'], comic_id: 'b' },
    ])
    expect(toast()?.text).toBe('Harbor Lights 9.cbz went into B.')
  })

  test('is imported once, also with a double click', async () => {
    const page = await open([group([file(1)])])
    await Promise.all([page.clickFast('Import'), page.clickFast('Import')])
    await page.whenIdle()
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([{ imp_ids: ['f1'], comic_id: 'a' }])
  })

  test('leaves out files that cannot be imported', async () => {
    const broken = file(2, { problem: 'It is not a comic.' })
    const page = await open([group([file(1), broken, file(3, { Status: 'Importing' }), file(4, { IgnoreFile: 1 })])])
    for (const words of ['It is not a comic.', 'Being imported', 'Ignored']) expect(page.text()).toContain(words)
    await page.click('Import')
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([{ imp_ids: ['f1'], comic_id: 'a' }])
  })

  test('shows which files the library has, and that nothing is overwritten', async () => {
    const page = await open([group([file(3, { already: { path: '/comics/HL 3.cbz' } })])])
    expect(page.find('.inbox-file-already').textContent).toContain(
      'In your library as HL 3.cbz. Importing it keeps both.',
    )
    expect(page.find('.inbox-file-already code').title).toBe('/comics/HL 3.cbz')
    page.named('Import')
  })

  test('of many files shows the first ones, and the rest on request', async () => {
    const page = await open([group(Array.from({ length: 30 }, (_, n) => file(n)))])
    expect(page.root.querySelectorAll('.inbox-file')).toHaveLength(12)
    await page.click('Show the other 18')
    expect(page.root.querySelectorAll('.inbox-file')).toHaveLength(30)
  })

  test('shows why an import failed', async () => {
    const problem = 'The disk of /comics is too full for it.'
    const page = await open([group([file(3, { Status: 'Failed', problem })])], {
      'POST /api/import/match': refusal(503, problem),
    })
    expect(page.find('.inbox-file-problem').textContent).toContain(problem)
    await page.click('Import')
    expect(toast()).toMatchObject({ kind: 'error', text: problem })
  })
})

describe('files', () => {
  test('are ignored, and Undo brings them back', async () => {
    const page = await open([group([file(3)])])
    await page.click('What to do with Harbor Lights 3.cbz')
    await page.click('Ignore it')
    expect(toast()?.text).toBe('Harbor Lights 3.cbz will be left alone.')
    await act(async () => void (await toast()?.action?.run()))
    await page.whenIdle()
    expect(bodies(page.requests, 'POST /api/import/ignore')).toEqual([
      { imp_ids: ['f3'], ignore: true },
      { imp_ids: ['f3'], ignore: false },
    ])
  })

  test('are removed from the list but stay on the disk, and a new scan finds them again', async () => {
    const page = await open([group([file(3)])], {
      'POST /api/import/refresh': { success: true, message: '', operation_id: 'o' },
    })
    await page.click('What to do with Harbor Lights 3.cbz')
    await page.click('Remove from the list')
    expect(bodies(page.requests, 'DELETE /api/import')).toEqual([{ imp_ids: ['f3'] }])
    expect(toast()?.text).toContain('Nothing was deleted from the disk')
    await act(async () => void (await toast()?.action?.run()))
    await page.whenIdle()
    expect(bodies(page.requests, 'POST /api/import/refresh')).toHaveLength(1)
  })

  test('are corrected, and only changed fields are sent', async () => {
    const page = await open([group([file(3)])], {
      'PATCH /api/import/f3': { success: true, imp_id: 'f3', issue_number: '4' },
    })
    await page.click('What to do with Harbor Lights 3.cbz')
    await page.click('Correct it')
    await page.type('.inbox-correct input', '4')
    await page.submit('.inbox-correct')
    expect(bodies(page.requests, 'PATCH /api/import/f3')).toEqual([{ issue_number: '4' }])
    expect(page.root.querySelector('.inbox-correct')).toBeNull()
  })

  test('are imported together when they are selected', async () => {
    const page = await open([group([file(1), file(2)]), group([file(7)], { DynamicName: 'other' })])
    for (const n of [1, 7]) await page.click(page.find(`[data-stop=f${n}] input`))
    expect(page.find('[role=toolbar]').textContent).toContain('2 files')
    await page.click('File 2')
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([{ imp_ids: ['f1', 'f7'], comic_id: 'a' }])
    expect(page.root.querySelector('[role=toolbar]')).toBeNull()
  })

  test('are imported into another series and issue when the user chooses them', async () => {
    const series = {
      ComicID: 'b',
      ComicName: 'Copper Orchard',
      ComicImage: null,
      ComicYear: '1998',
      ComicPublisher: null,
    }
    const issue = { id: 'i9', number: '9', unit: 'issue', annual: false, name: null, owned: true }
    const page = await open([group([file(3)])], {
      'GET /api/series': { comics: [{ ...series, Total: 7 }], pagination: {} },
      'GET /api/series/b': { comic: [series], issues: [issue] },
    })
    await page.click('What to do with Harbor Lights 3.cbz')
    await page.click('Choose a series')
    expect(page.requests.find(({ name }) => name === 'GET /api/series')?.query).toEqual({
      q: 'Harbor Lights',
      limit: '8',
    })
    await page.submit('.inbox-choose')
    expect(page.text()).toContain('By its number: #3')
    const select = page.find<HTMLSelectElement>('.inbox-choose select')
    select.value = 'i9'
    await act(() => void select.dispatchEvent(new window.Event('change', { bubbles: true })))
    await page.whenIdle()
    expect(page.text()).toContain('Both are kept')
    await page.click('Import there')
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([
      { imp_ids: ['f3'], comic_id: 'b', issue_id: 'i9' },
    ])
  })
})

describe('a series that the library does not have', () => {
  const unknown = [1, 2].map((n) =>
    file(n, { SuggestedComicID: null, SuggestedComicName: null, MatchConfidence: null }),
  )
  const none = { 'GET /api/series': { comics: [], pagination: {} } }

  test('is created from all files of a group with Enter, from their own metadata', async () => {
    const page = await open([group(unknown)], { ...none, 'POST /api/import/match': { ...matched, made: true } })
    page.find('.inbox-group').focus()
    await page.press('Enter')
    expect(page.text()).toContain('No series of your library is called that')
    await page.submit('.inbox-choose')
    const values = () =>
      [...page.root.querySelectorAll<HTMLInputElement>('.inbox-new .field-box')].map(({ value }) => value)
    expect(values()).toEqual(['Harbor Lights', '2015'])
    await page.submit('.inbox-choose')
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([
      { imp_ids: ['f1', 'f2'], new_series: { name: 'Harbor Lights', year: 2015, content_type: 'comic' } },
    ])
    expect(toast()?.text).toBe('2 files went into A, a new series of your library.')
    expect(page.root.querySelector('.inbox-choose')).toBeNull()
  })

  test('gets the typed name, and an existing series is reported', async () => {
    const page = await open([group(unknown)], { ...none, 'POST /api/import/match': { ...matched, made: false } })
    await page.click('Choose a series')
    await page.click('Make a new series of it')
    await page.type('.inbox-new input', 'Harbor Nights')
    await page.click(page.find('.inbox-new label:last-child input[type=radio]'))
    await page.click('Make the series')
    const [body] = bodies(page.requests, 'POST /api/import/match') as { new_series: object }[]
    expect(body?.new_series).toEqual({ name: 'Harbor Nights', year: 2015, content_type: 'manga' })
    expect(toast()?.text).toContain('which your library had already')
  })

  test('stays on the sheet when it cannot be created', async () => {
    const detail = 'No folder for comics is configured. Choose one in the settings first.'
    const page = await open([group(unknown)], { ...none, 'POST /api/import/match': refusal(409, detail) })
    await page.click('Choose a series')
    await page.click('Make a new series of it')
    await page.click('Make the series')
    expect(toast()).toMatchObject({ kind: 'error', text: detail })
    await page.click('Back to the search')
    page.named('Make a new series of it')
  })
})

describe('the keyboard', () => {
  test('moves over groups and files, and runs their actions', async () => {
    const page = await open([group([file(1), file(2)])])
    const head = page.find('.inbox-group')
    expect(head.tabIndex).toBe(0)
    head.focus()
    await page.press('ArrowDown')
    await page.press('ArrowDown')
    expect((document.activeElement as HTMLElement).dataset.stop).toBe('f2')
    await page.press('Enter')
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([{ imp_ids: ['f2'], comic_id: 'a' }])
    await page.press(' ')
    expect(page.find('[role=toolbar]').textContent).toContain('1 file')
    await page.press('i')
    expect(bodies(page.requests, 'POST /api/import/ignore')).toEqual([{ imp_ids: ['f2'], ignore: true }])
    await page.press('e')
    expect(page.text()).toContain('Correct the file')
  })
})

describe('picking', () => {
  const picked = (page: Awaited<ReturnType<typeof open>>) =>
    page.root.querySelector('[role=toolbar]')?.textContent ?? ''

  test('selects a whole group, even a partly selected one, and clears a selected group', async () => {
    const page = await open([group([file(1), file(2)])])
    await page.press(' ', page.find('[data-stop=f1]'))
    expect(picked(page)).toContain('1 file')
    await page.press(' ', page.find('.inbox-group'))
    expect(picked(page)).toContain('2 files')
    await page.press(' ', page.find('[data-stop=f2]'))
    expect(picked(page)).toContain('1 file')
    await page.press(' ', page.find('.inbox-group'))
    await page.press(' ', page.find('.inbox-group'))
    expect(picked(page)).toBe('')
  })

  test.each([' ', 'e', 'i', 'Delete'])('and other keys ignore a file that is being imported: %p', async (key) => {
    const page = await open([group([file(1, { Status: 'Importing' })])])
    await page.press(key, page.find('[data-stop=f1]'))
    expect(picked(page)).toBe('')
    expect(page.root.querySelector('dialog[open]')).toBeNull()
    expect(page.requests.filter(({ name }) => !name.startsWith('GET '))).toEqual([])
  })

  test('with I restores ignored files, and ignores a mixed group', async () => {
    const one = file(1, { IgnoreFile: 1 })
    const page = await open([group([one]), group([file(2), { ...one, impID: 'f3' }], { DynamicName: 'other' })])
    await page.press('i', page.find('[data-stop=f1]'))
    await page.press('i', page.find('[data-stop^="group other"]'))
    expect(bodies(page.requests, 'POST /api/import/ignore')).toEqual([
      { imp_ids: ['f1'], ignore: false },
      { imp_ids: ['f2', 'f3'], ignore: true },
    ])
  })
})

test('after an import the focus moves to the next entry', async () => {
  const other = group([file(7)], { DynamicName: 'other', ComicName: 'Other' })
  let groups = [group([file(1)]), other]
  const page = await open([], { 'GET /api/import': () => inbox(groups) })
  page.find('.inbox-group').focus()
  groups = [other]
  await page.press('Enter')
  await page.whenIdle()
  expect((document.activeElement as HTMLElement).dataset.stop).toBe('group other ')
})

test('ignored files are requested by the address', async () => {
  const page = await open([group([file(3, { IgnoreFile: 1 })])], {}, '/import/inbox?ignored=1')
  expect(page.requests.find(({ name }) => name === 'GET /api/import')?.query.include_ignored).toBe('true')
  expect(page.named('With ignored').getAttribute('aria-pressed')).toBe('true')
  await page.click('Waiting')
  expect(location.search).toBe('')
})

test('the page of a long list is in the address', async () => {
  const page = await open([group([file(3)])], { 'GET /api/import': inbox([group([file(3)])], 120) })
  expect(page.text()).toContain('Page 1 of 3')
  await page.click('Next')
  expect(location.search).toBe('?page=2')
  expect(page.requests.findLast(({ name }) => name === 'GET /api/import')?.query.offset).toBe('50')
})

test.each([
  ['', 120, 'Page 1 of 3', ['Before']],
  ['?page=2', 120, 'Page 2 of 3', []],
  ['?page=3', 120, 'Page 3 of 3', ['Next']],
  ['?page=-4', 101, 'Page 1 of 3', ['Before']],
  ['?page=2.9', 100, 'Page 2 of 2', ['Next']],
])('page %p of %p entries is %p, without the link %p', async (search, total, words, shut) => {
  const replies = { 'GET /api/import': inbox([group([file(3)])], total) }
  const page = await open([], replies, `/import/inbox${search}`)
  expect(page.text()).toContain(words)
  const buttons = ['Before', 'Next'].filter((name) => page.named(name).hasAttribute('disabled'))
  expect(buttons).toEqual(shut)
})

test('a single page has no pager', async () => {
  const page = await open([], { 'GET /api/import': inbox([group([file(3)])], 50) })
  expect(page.text()).not.toContain('Page 1 of')
})

test('new files appear automatically, and an import is reported', async () => {
  let groups: InboxGroup[] = []
  const problem = 'The library has it, but the file in the import folder could not be removed.'
  const filed = { imp_id: 'x', name: 'Old 1.cbz', comic_id: 'a', comic_name: 'Old', target: '/c', imported_at: null }
  const page = await open([], {
    'GET /api/import': () => inbox(groups),
    'GET /api/import/filed': { files: [{ ...filed, problem }] },
  })
  expect(page.find('.filed').textContent).toContain(problem)
  groups = [group([file(3)])]
  announce('inbox.changed', {})
  await page.until('Harbor Lights 3.cbz')
})

describe('a suggestion of AI', () => {
  const odd = (n: number, change: Partial<InboxFile> = {}) =>
    file(n, { MatchSource: 'ai', MatchConfidence: 60, SuggestedIssueID: `i${n}`, ...change })

  test('is marked, and imported only with its own button, as the suggested issue', async () => {
    const page = await open([group([odd(1), odd(2)])])
    expect(page.find('.inbox-group-taken').textContent).toMatch(/AI suggestion\s*Harbor Lights/)
    expect(page.find('.inbox-group-taken').textContent).toContain('From the file name')
    expect(page.text()).not.toContain('Import all')
    await page.click('Accept 2 suggestions')
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([
      { imp_ids: ['f1'], comic_id: 'a', issue_id: 'i1' },
      { imp_ids: ['f2'], comic_id: 'a', issue_id: 'i2' },
    ])
  })

  test('of an issue that the library lacks keeps the number of the suggestion', async () => {
    const page = await open([group([odd(7, { SuggestedIssueID: null })])], {
      'PATCH /api/import/f7': { success: true, imp_id: 'f7', issue_number: '7' },
    })
    await page.click('Accept suggestion')
    expect(bodies(page.requests, 'PATCH /api/import/f7')).toEqual([{ issue_number: '7' }])
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([{ imp_ids: ['f7'], comic_id: 'a' }])
  })

  test('is not imported by key, or together with certain files', async () => {
    const page = await open([group([file(1), odd(2)])])
    page.find('.inbox-group').focus()
    await page.press('Enter')
    expect(bodies(page.requests, 'POST /api/import/match')).toEqual([{ imp_ids: ['f1'], comic_id: 'a' }])
  })
})
