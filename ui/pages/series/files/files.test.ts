import { describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { type ReceivedRequest, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { wireIssue } from '../../../testing/wire-issue'
import { issueCard } from '../issue-card'
import { BatchesSheet } from './batches-sheet'
import { ConvertSheet } from './convert-sheet'
import { MoveSheet } from './move-sheet'
import { RenameSheet } from './rename-sheet'
import { TagSheet } from './tag-sheet'

withWindow()

const AT = '/api/series/18705'
const sent = (requests: ReceivedRequest[]) =>
  requests.filter(({ name }) => !name.startsWith('GET')).map(({ name, body }) => [name, body])
const nothing = () => undefined
const own = { comic_id: '18705', name: 'Harbor Lights', kind: 'comic', onClose: nothing }

const operation = (change: object = {}) => ({
  operation_id: 'o1',
  kind: 'rename_files',
  subject: '18705',
  state: 'succeeded',
  progress: 1,
  detail: null,
  error: null,
  created_at: '2026-11-21T10:00:00.000Z',
  finished_at: '2026-11-21T10:00:05.000Z',
  ...change,
})
const batch = (change: object = {}) => ({
  batch_id: 'b1',
  kind: 'rename',
  state: 'done',
  title: '2 files renamed',
  comic_id: '18705',
  operation_id: 'o1',
  created_at: '2026-11-21T10:00:00.000Z',
  finished_at: '2026-11-21T10:00:05.000Z',
  counts: { done: 2 },
  ...change,
})
const FOLDER = '/comics/Harbor Lights (2015)'
const change = (n: number, more: object = {}) => ({
  file_id: `f${n}`,
  issue_id: `i${n}`,
  from: `${FOLDER}/Harbor_Lights_0${n}.cbz`,
  to: `${FOLDER}/Harbor Lights 00${n} (2015).cbz`,
  ...more,
})
const preview = (changes: object[], more: object = {}) => ({
  changes,
  others: [],
  folder: null,
  unchanged: 5,
  fingerprint: 'p1',
  ...more,
})
const started = { success: true, operation_id: 'o1', batch_id: 'b1' }

const card = (n: number, format: string | null) =>
  issueCard(
    wireIssue({
      id: `i${n}`,
      number: String(n),
      format: format as 'cbz' | null,
      location: format && `/comics/${n}.${format}`,
    }),
  )

describe('renames', () => {
  const open = (replies: Record<string, unknown>) =>
    renderPage(html`<${RenameSheet} ...${own} onHistory=${nothing} />`, { replies })

  test('are shown with the changes in each name, and only the selected ones are applied', async () => {
    const page = await open({
      [`POST ${AT}/rename/preview`]: preview([change(1), change(2), change(3, { problem: 'The name is taken.' })]),
      [`POST ${AT}/rename/apply`]: started,
      'GET /api/operations/o1': operation(),
      'GET /api/filing/batches': { batches: [batch({ title: '1 file renamed' })] },
    })
    const [first] = [...page.root.querySelectorAll('.rename-list li')]
    expect([...(first?.querySelectorAll('del') ?? [])].map((one) => one.textContent)).toEqual(['_', '_01'])
    expect([...(first?.querySelectorAll('ins') ?? [])].map((one) => one.textContent).join('|')).toBe(' | 001 (2015)')
    expect(page.text()).toContain('The name is taken.')
    expect(page.text()).toContain('5 files keep their names')
    await page.click(page.find('[aria-label="Rename to Harbor Lights 002 (2015).cbz"]'))
    await page.click('Rename 1 file')
    expect(sent(page.requests).at(-1)).toEqual([`POST ${AT}/rename/apply`, { fingerprint: 'p1', file_ids: ['f1'] }])
    expect(page.text()).toContain('1 file renamed')
    expect(page.named('Undo')).toBeDefined()
  })

  test('are undone from the same sheet', async () => {
    const page = await open({
      [`POST ${AT}/rename/preview`]: preview([change(1), change(2)]),
      [`POST ${AT}/rename/apply`]: started,
      'GET /api/operations/o1': operation(),
      'GET /api/operations/o2': operation({ operation_id: 'o2', kind: 'undo_files' }),
      'GET /api/filing/batches': ({ name }: ReceivedRequest) => ({
        batches: [batch(name && page?.requests.some((one) => one.name.endsWith('/undo')) ? { state: 'undone' } : {})],
      }),
      'POST /api/filing/batches/b1/undo': { success: true, operation_id: 'o2' },
    })
    await page.click('Rename 2 files')
    expect(sent(page.requests).at(-1)).toEqual([`POST ${AT}/rename/apply`, { fingerprint: 'p1' }])
    await page.click('Undo')
    expect(sent(page.requests).at(-1)).toEqual(['POST /api/filing/batches/b1/undo', undefined])
    expect(page.text()).toContain('Undone.')
  })

  test('are previewed again when they are outdated', async () => {
    const page = await open({
      [`POST ${AT}/rename/preview`]: preview([change(1)]),
      [`POST ${AT}/rename/apply`]: () => Response.json({ detail: 'The files changed meanwhile.' }, { status: 409 }),
    })
    await page.click('Rename 1 file')
    expect(page.text()).toContain('The files changed meanwhile.')
    expect(page.requests.filter(({ name }) => name.endsWith('/preview'))).toHaveLength(2)
  })

  test('explain an empty preview', async () => {
    const page = await open({ [`POST ${AT}/rename/preview`]: preview([]) })
    expect(page.text()).toContain('All 5 files have the names they should have.')
  })

  test('of a folder show the folder once', async () => {
    const folder = { from: FOLDER, to: '/comics/Northgate/Harbor Lights (2015)' }
    const moved = change(1, { from: `${FOLDER}/1.cbz`, to: `${folder.to}/1.cbz` })
    const others = [{ from: `${FOLDER}/cover.jpg`, to: `${folder.to}/cover.jpg` }]
    const page = await open({ [`POST ${AT}/rename/preview`]: preview([moved], { folder, others }) })
    expect(page.find('.rename-folder ins').textContent).toBe('Northgate/')
    expect(page.text()).toContain('keeps its name in the new folder')
    expect(page.text()).toContain('1 other file in the folder moves along')
  })

  test('show their progress', async () => {
    const page = await open({
      [`POST ${AT}/rename/preview`]: preview([change(1)]),
      [`POST ${AT}/rename/apply`]: started,
      'GET /api/operations/o1': operation({ state: 'running', progress: 0.5, detail: { done: 6, total: 12 } }),
    })
    await page.click('Rename 1 file')
    expect(page.text()).toContain('Renaming files: 6 of 12')
    expect(page.find<HTMLProgressElement>('progress').getAttribute('value')).toBe('50')
  })
})

describe('tags', () => {
  const tags = {
    document: null,
    path: '/comics/1.cbz',
    before: { Series: 'Harbour Lights', Number: '1' },
    after: { Series: 'Harbor Lights', Number: '1', CoverArtist: 'Mara Olin' },
    changed: ['Series', 'CoverArtist'],
    writable: true,
    problem: null,
  }
  const open = (formats: (string | null)[], replies: Record<string, unknown>, onConvert = nothing) => {
    const cards = formats.map((format, at) => card(at + 1, format))
    return renderPage(html`<${TagSheet} ...${own} cards=${cards} onConvert=${onConvert} />`, { replies })
  }

  test('show each field before and after, and are written', async () => {
    const page = await open(['cbz', 'cbz'], {
      'GET /api/metadata/metatag/preview/i1': tags,
      'POST /api/metadata/metatag/bulk': { success: true, count: 2, job_id: 'o1' },
      'GET /api/operations/o1': operation(),
      'GET /api/filing/batches': { batches: [batch({ kind: 'tag', title: 'Metadata written to 2 files' })] },
    })
    expect(page.text()).toContain('Harbour Lights Harbor Lights')
    expect(page.text()).toContain('Cover artist')
    expect(page.text()).toContain('1 field stays as it is')
    await page.click('Write to 2 files')
    const body = { comic_id: '18705', issue_ids: ['i1', 'i2'] }
    expect(sent(page.requests)).toEqual([['POST /api/metadata/metatag/bulk', body]])
    expect(page.text()).toContain('Metadata written to 2 files')
  })

  test('name the files that cannot hold metadata, with the reason', async () => {
    let count = 0
    const page = await open(['cbz', 'cbr', 'cbr', 'pdf'], { 'GET /api/metadata/metatag/preview/i1': tags }, () => {
      count += 1
    })
    expect(page.text()).toContain('2 CBR files cannot hold metadata.')
    expect(page.text()).toContain('1 PDF file stays as it is')
    await page.click('Convert 2 to CBZ first')
    expect(count).toBe(1)
  })

  test('show the reason for a file that cannot be written', async () => {
    const problem = 'The disk is read-only.'
    const page = await open(['cbz'], {
      'GET /api/metadata/metatag/preview/i1': { ...tags, writable: false, problem },
    })
    expect(page.text()).toContain(problem)
  })
})

test('a conversion names the formats, and ignores other files', async () => {
  const cards = [card(1, 'cbr'), card(2, 'cbr'), card(3, 'cb7'), card(4, 'cbz')]
  const page = await renderPage(html`<${ConvertSheet} ...${own} cards=${cards} />`, {
    replies: {
      'POST /api/metadata/convert': { success: true, count: 3, job_id: 'o1' },
      'GET /api/operations/o1': operation({ state: 'failed', error: 'The disk is full.' }),
    },
  })
  expect(page.text()).toContain('2 CBR and 1 CB7 files become CBZ')
  await page.click('Convert 3 files')
  const body = { comic_id: '18705', issue_ids: ['i1', 'i2', 'i3'] }
  expect(sent(page.requests)).toEqual([['POST /api/metadata/convert', body]])
  expect(page.text()).toContain('The disk is full.')
})

test('a move offers the other folders and shows where files would be', async () => {
  const series = { ComicID: '18705', ComicName: 'Harbor Lights', ComicLocation: FOLDER, ContentType: 'comic' }
  const folder = { from: FOLDER, to: '/more/Harbor Lights (2015)' }
  const page = await renderPage(html`<${MoveSheet} series=${series} onClose=${nothing} />`, {
    replies: {
      'GET /api/config': { comic_dirs: ['/comics', '/more'], manga_dirs: [] },
      [`POST ${AT}/move`]: ({ query }: ReceivedRequest) =>
        query.preview ? preview([change(1, { to: `${folder.to}/1.cbz` })], { folder }) : started,
      'GET /api/operations/o1': operation({ kind: 'move_series' }),
      'GET /api/filing/batches': { batches: [batch({ kind: 'move_series', title: '1 file moved' })] },
    },
  })
  expect(page.find('.rename-folder ins').textContent).toBe('more')
  await page.click('Move 1 file')
  expect(page.requests.filter(({ name }) => name === `POST ${AT}/move`).map(({ query }) => query)).toEqual([
    { preview: 'true' },
    {},
  ])
  expect(page.text()).toContain('1 file moved')
})

describe('the folders of a move', () => {
  const series = { ComicID: '18705', ComicName: 'Harbor Lights', ComicLocation: FOLDER, ContentType: 'comic' }
  const open = (folders: object, more: object = {}, reply: unknown = preview([change(1)])) =>
    renderPage(html`<${MoveSheet} series=${{ ...series, ...more }} onClose=${nothing} />`, {
      replies: { 'GET /api/config': folders, [`POST ${AT}/move`]: reply },
    })
  const offered = (root: HTMLElement) =>
    [...root.querySelectorAll('.move-folders label')].map(
      (one) => `${one.textContent}${one.querySelector('input')?.checked ? ' !' : ''}`,
    )
  const previews = (requests: ReceivedRequest[]) =>
    requests.flatMap(({ name, body }) => (name === `POST ${AT}/move` ? [(body as { folder: string }).folder] : []))

  test('are those of its kind except its own, and each is previewed when it is selected', async () => {
    const page = await open({ comic_dirs: ['/comics', '/more', '/third'], manga_dirs: ['/manga'] })
    expect(offered(page.root).map((text) => text.replaceAll('\u200b', ''))).toEqual(['/more !', '/third'])
    expect(page.find('.move-folders legend').textContent).toContain('comics')
    const last = [...page.root.querySelectorAll<HTMLInputElement>('.move-folders input')].at(-1)!
    last.dispatchEvent(new window.Event('change', { bubbles: true }))
    await page.whenIdle()
    expect(previews(page.requests)).toEqual(['/more', '/third'])
  })

  test('show the preview of the last selected folder, regardless of the order of replies', async () => {
    const slow = Promise.withResolvers<unknown>()
    const reply = ({ body }: ReceivedRequest) =>
      (body as { folder: string }).folder === '/more' ? slow.promise : refusal(409, 'The third disk is away.')
    const page = await open({ comic_dirs: ['/comics', '/more', '/third'], manga_dirs: [] }, {}, reply)
    const last = [...page.root.querySelectorAll<HTMLInputElement>('.move-folders input')].at(-1)!
    last.dispatchEvent(new window.Event('change', { bubbles: true }))
    await page.whenIdle()
    slow.resolve(refusal(409, 'The second disk is away.'))
    for (let turn = 0; turn < 3; turn++) await page.whenIdle()
    expect(page.text()).toContain('The third disk is away.')
    expect(page.text()).not.toContain('The second disk is away.')
  })

  test('of manga are manga folders, including all of them for a series without a folder', async () => {
    const folders = { comic_dirs: ['/comics'], manga_dirs: ['/manga', '/second'] }
    const page = await open(folders, { ContentType: 'manga', ComicLocation: null })
    expect(offered(page.root).map((text) => text.replaceAll('\u200b', ''))).toEqual(['/manga !', '/second'])
    expect(page.find('.move-folders legend').textContent).toBe('Move it to')
  })

  test('may be empty, and then nothing is previewed', async () => {
    const page = await open({ comic_dirs: ['/comics'], manga_dirs: [] })
    expect(page.text()).toContain('There is no other folder to move it to.')
    expect(previews(page.requests)).toEqual([])
    expect(page.root.querySelector('.move-folders')).toBeNull()
  })

  test.each([
    ['a problem', preview([change(1, { problem: 'The name is taken.' })]), 'The name is taken.'],
    ['nothing to move', preview([]), ''],
    ['a refusal', refusal(409, 'The disk is away.'), 'The disk is away.'],
  ])('cannot be used with %s', async (_what, reply, words) => {
    const page = await open({ comic_dirs: ['/comics', '/more'], manga_dirs: [] }, {}, reply)
    expect(page.text()).toContain(words)
    const action = [...page.root.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Move'))
    expect(action?.disabled).toBe(true)
  })
})

test('past changes of files are listed newest first, and a permanent one has no undo button', async () => {
  const page = await renderPage(html`<${BatchesSheet} ...${own} />`, {
    replies: {
      'GET /api/filing/batches': {
        batches: [
          batch({ state: 'partial' }),
          batch({ batch_id: 'b2', kind: 'tag', state: 'undone', title: 'Metadata written to 3 files' }),
        ],
      },
      'GET /api/filing/batches/b1': {
        ...batch({ state: 'partial' }),
        changes: [
          { change_id: 'c1', from: '/comics/1.cbz', to: '/comics/01.cbz', error: null },
          { change_id: 'c2', from: '/comics/2.cbz', to: '/comics/02.cbz', error: 'The disk is full.' },
        ],
      },
    },
  })
  expect([...page.root.querySelectorAll('.batches li')].map((line) => line.querySelectorAll('button').length)).toEqual([
    1, 0,
  ])
  expect(page.text()).toContain('2.cbz The disk is full.')
  expect(page.text()).not.toContain('1.cbz')
  expect(page.text()).toContain('Undone.')
})
