import { describe, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { announce, connection } from '../../api/events'
import { html } from '../../html'
import { knownGroup, noScan, scannedGroup, scanOf, scanReplies } from '../../testing/import-scan'
import { type ReceivedRequest, type RenderedPage, type Replies, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { ImportPage } from './import'
import type { LastConfirm, WireGroup } from './wire'

withWindow()

const nothing = noScan
const review = (results: WireGroup[]) =>
  scanOf(results, {
    problems: [
      {
        path: 'Misc/broken.cbz',
        full_path: '/comics/Misc/broken.cbz',
        problem: 'The file is empty: 0 bytes.',
        remedy: null,
      },
    ],
    problem_total: 1,
  })
const three = review([scannedGroup(1), scannedGroup(2, {}, { confidence: 84 }), knownGroup(3)])
const last = (change: Partial<LastConfirm> = {}): LastConfirm => ({
  operation_id: 'o2',
  finished_at: '2026-11-21T12:00:00.000Z',
  complete: true,
  undoable: true,
  imported: 1,
  series: 1,
  issues: 12,
  files: 12,
  errors: [],
  ...change,
})
const CONFIRM = 'POST /api/import/comic/confirm'
const UNDO = 'POST /api/import/comic/undo'

function open(scan: unknown, more: Replies = {}, path = '/import') {
  const config = { comic_dirs: ['/comics'], manga_dirs: [] }
  return renderPage(html`<${ImportPage} />`, {
    path,
    replies: { 'GET /api/config': config, ...scanReplies(scan), ...more },
  })
}
const event = (data: Record<string, unknown>) =>
  act(() =>
    announce('import_progress', {
      kind: 'comic',
      total_files: 40,
      processed_files: 0,
      series_found: 0,
      current_series: null,
      ...data,
    }),
  )
const sent = (requests: ReceivedRequest[], name: string) => requests.find((one) => one.name === name)

describe('the other kind', () => {
  const both = { 'GET /api/config': { comic_dirs: ['/comics'], manga_dirs: ['/manga'] } }

  test('shows how many of its series wait, and the import folder how many files', async () => {
    const page = await open(three, { ...both, 'GET /api/import/waiting': { comic: 2, manga: 15, inbox: 3 } })
    const tabs = [...page.find('nav.segmented').querySelectorAll('a')].map(({ textContent }) => textContent)
    expect(tabs).toEqual(['Comics 2', 'Manga 15', 'Import folder 3'])
  })

  test('comes next after an import or a scan without new files', async () => {
    const known = review([knownGroup(1)])
    const page = await open(known, { ...both, 'GET /api/import/waiting': { comic: 0, manga: 15, inbox: 3 } })
    expect(page.named('Next: 15 manga series').getAttribute('href')).toBe('/import?kind=manga')
    const files = await open(known, { ...both, 'GET /api/import/waiting': { comic: 0, manga: 0, inbox: 3 } })
    expect(files.named('Next: 3 files in the import folder').getAttribute('href')).toBe('/import/inbox')
    const none = await open(known, { ...both, 'GET /api/import/waiting': { comic: 0, manga: 0, inbox: 0 } })
    expect(none.text()).not.toContain('Next:')
  })

  test('is counted again when work ends, and not while it runs', async () => {
    const page = await open(three, { ...both, 'GET /api/import/waiting': { comic: 2, manga: 0, inbox: 0 } })
    const asked = () => page.requests.filter(({ name }) => name === 'GET /api/import/waiting').length
    await event({ kind: 'manga', status: 'scanning' })
    expect(asked()).toBe(1)
    await event({ kind: 'manga', status: 'completed' })
    expect(asked()).toBe(2)
  })
})

describe('before a scan', () => {
  test('without a folder the page offers to choose folders', async () => {
    let config: object = { comic_dirs: [], manga_dirs: [] }
    const page = await open(nothing, {
      'GET /api/config': () => config,
      'PUT /api/config': ({ body }: ReceivedRequest) => {
        config = { ...config, ...(body as object) }
        return { success: true, restart_required: [] }
      },
      'GET /api/filesystem': { path: '/comics', parent: '/', folders: [] },
    })
    expect(page.text()).toContain('Where are your comics?')
    await page.click('Add a comics folder')
    await page.click('Use this folder')
    expect(sent(page.requests, 'PUT /api/config')?.body).toEqual({ comic_dirs: ['/comics'] })
    expect(page.text()).toContain('Scan your comics')
  })

  test('the page names the scanned folder and says that no file is changed', async () => {
    const page = await open(nothing)
    expect(page.text()).toContain('/comics')
    expect(page.text()).toContain('nothing is moved or changed')
  })

  test('comics and manga are chosen where both have folders', async () => {
    const config = { comic_dirs: ['/comics'], manga_dirs: ['/manga', '/more'] }
    const page = await open(nothing, { 'GET /api/config': config, 'GET /api/import/manga/review': nothing })
    await page.click('Manga')
    expect(location.search).toBe('?kind=manga')
    expect(page.named('Scan your manga')).toBeDefined()
  })

  test('a load error shows the reason', async () => {
    const page = await open(() => Response.json({ detail: 'The database is busy.' }, { status: 503 }))
    expect(page.text()).toContain('The database is busy.')
    expect(page.named('Try again')).toBeDefined()
  })
})

describe('a scan', () => {
  test('shows its progress live, and can be cancelled', async () => {
    const done = { success: true, message: '', operation_id: 'o1' }
    const replies = { 'POST /api/import/comic/scan': done, 'POST /api/import/comic/cancel': { success: true } }
    let scan: unknown = nothing
    const page = await open(() => scan, replies)
    scan = { ...nothing, status: 'scanning' }
    await page.click('Scan your comics')
    await event({
      status: 'scanning',
      total_files: 12_480,
      processed_files: 4_210,
      series_found: 31,
      current_series: 'Harbor Lights',
    })
    await page.whenIdle()
    for (const words of ['4,210', 'of 12,480 files', '31 series so far', 'Harbor Lights'])
      expect(page.text()).toContain(words)
    await event({ status: 'scanning', total_files: 0, processed_files: 0, series_found: 0, current_series: null })
    await page.whenIdle()
    expect([...page.find('.import-facts').children].map(({ textContent }) => textContent)).toEqual(['Finding files'])
    scan = {
      ...nothing,
      status: 'cancelled',
      progress: { ...nothing.progress, total_files: 12_480, processed_files: 4_210 },
    }
    await page.click('Cancel')
    expect(page.text()).toContain('The scan was cancelled')
    expect(page.text()).toContain('4,210 of 12,480 files')
    await page.click('Scan again')
    expect(page.requests.filter(({ name }) => name === 'POST /api/import/comic/scan')).toHaveLength(2)
  })

  test('that was interrupted says that it continues automatically', async () => {
    connection.value = 'lost'
    const page = await open({ ...nothing, status: 'scanning' })
    expect(page.text()).toContain('The scan resumes when it is back.')
    connection.value = 'live'
    page.close()
    const again = await open({ ...nothing, status: 'scanning', resumed: true })
    expect(again.text()).toContain('The scan has resumed.')
  })

  test('of the other kind does not affect this one', async () => {
    const page = await open(nothing)
    await event({ kind: 'manga', status: 'scanning', processed_files: 5 })
    await page.whenIdle()
    expect(page.named('Scan your comics')).toBeDefined()
  })

  test('that failed shows the reason', async () => {
    const errors = ['/comics could not be read: the disk is not there.']
    const page = await open({ ...nothing, status: 'error', progress: { ...nothing.progress, errors } })
    expect(page.text()).toContain('The scan failed')
    expect(page.text()).toContain('the disk is not there')
    expect(page.named('Scan your comics again')).toBeDefined()
  })

  test('says that no file, or no new file, was found', async () => {
    const empty = await open({ ...review([]), progress: nothing.progress, problems: [] })
    expect(empty.text()).toContain('No comics found')
    empty.close()
    const page = await open({ ...review([]), problems: [] })
    expect(page.text()).toContain('The last scan found nothing new')
    expect(page.text()).toMatch(/The scan ended .*21/)
    page.close()
    const problems = [
      { path: 'a.cbz', problem: 'The file is empty: 0 bytes.', full_path: '/comics/a.cbz', remedy: null },
    ]
    const damaged = await open({ ...review([]), problems })
    expect(damaged.text()).toContain('The last scan found nothing new')
    damaged.close()
    const all = await open({ ...review([knownGroup(1), knownGroup(2)]), problems: [] })
    expect(all.text()).toContain('The last scan found nothing new')
    await all.click('Review the list')
    expect(all.root.querySelectorAll('.review-row')).toHaveLength(2)
  })

  test('whose series were added since does not say that it found nothing', async () => {
    const scan = review([])
    const page = await open({ ...scan, progress: { ...scan.progress, series_imported: 8 } })
    expect(page.text()).toContain('Everything new from the last scan was added')
    expect(page.text()).not.toContain('found nothing')
  })
})

test('comics, manga and the import folder link to each other', async () => {
  const both = { 'GET /api/config': { comic_dirs: ['/comics'], manga_dirs: ['/manga'] } }
  const page = await open(nothing, both)
  const links = [...page.root.querySelectorAll('.import-head a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/import', '/import?kind=manga', '/import/inbox'])
  page.close()
  const one = await open(nothing)
  expect([...one.root.querySelectorAll('.import-head a')].map((link) => link.textContent)).toEqual([
    'Comics',
    'Import folder',
  ])
})

describe('new issues', () => {
  const confirmed = async (config: object, act: (page: RenderedPage) => Promise<unknown> = async () => {}) => {
    const page = await open(three, {
      [CONFIRM]: { success: true, operation_id: 'o2' },
      'GET /api/config': { comic_dirs: ['/comics'], manga_dirs: [], ...config },
    })
    await page.press('Enter', page.find('[data-at="0"]'))
    await act(page)
    await page.click('Add to the library')
    return (sent(page.requests, CONFIRM)?.body as { want_new: boolean } | undefined)?.want_new
  }

  test('are one choice for all series, with the default from the settings', async () => {
    expect(await confirmed({ autowant_upcoming: true })).toBe(true)
    expect(await confirmed({ autowant_upcoming: false })).toBe(false)
  })

  test('can be changed for one import', async () => {
    const turn = (page: RenderedPage) => page.click('Want new issues of these series?')
    expect(await confirmed({ autowant_upcoming: true }, turn)).toBe(false)
    expect(await confirmed({ autowant_upcoming: false }, turn)).toBe(true)
  })
})

describe('an import', () => {
  /** Accepts the first two and adds them; the server replies that the import runs in the background. */
  async function importTwo(more: Replies = {}) {
    const server = { scan: three as unknown }
    const confirm = () => {
      server.scan = { ...three, status: 'importing' }
      return Response.json({ success: true, operation_id: 'o2' }, { status: 202 })
    }
    const page = await open(() => server.scan, { [CONFIRM]: confirm, ...more })
    await page.press('Enter', page.find('[data-at="0"]'))
    await page.press('Enter', page.find('[data-at="1"]'))
    await page.click('Add to the library')
    return { page, server }
  }

  test('shows the current series, and finally the added and the failed ones', async () => {
    const { page, server } = await importTwo()
    expect(sent(page.requests, CONFIRM)?.body).toEqual({
      scan_id: 's1',
      selected_ids: ['local-1', 'local-2'],
      want_new: true,
    })
    await event({ status: 'importing', current_series: 'Series 2' })
    await page.whenIdle()
    expect(page.text()).toContain('of 2 series')
    expect(page.text()).toContain('Series 2')
    const error = '003.cbz: The file changed since the scan. Scan again.'
    server.scan = {
      ...review([scannedGroup(2, { error })]),
      last_confirm: last({ errors: [{ comicid: 'local-2', name: 'Series 2', error }] }),
    }
    await event({ status: 'completed' })
    await page.whenIdle()
    for (const words of ['1 series added to your library', '1 new series, 12 issues and 12 files', 'Series 2', error])
      expect(page.text()).toContain(words)
    expect(page.named('Go to the library')).toBeDefined()
    await page.click('Review the other 1')
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(1)
    expect(page.text()).toContain('The last import, on 21 Nov 2026, added 1 new series, 12 issues and 12 files')
  })

  test('shows how many series were chosen before the server has replied', async () => {
    const reply = Promise.withResolvers<Response>()
    const { page } = await importTwo({ [CONFIRM]: () => reply.promise })
    expect(page.find('.import-busy').textContent).toContain('2 series')
    expect(page.root.querySelector('.review-row')).toBeNull()
    reply.resolve(Response.json({ detail: 'Another import is running.' }, { status: 409 }))
    await page.whenIdle()
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(3)
  })

  test('shows no result before the answer arrives, even after the event of its end', async () => {
    const { page, server } = await importTwo()
    const held = Promise.withResolvers<unknown>()
    server.scan = held.promise
    await event({ status: 'completed' })
    await act(() => new Promise((done) => setTimeout(done, 0)))
    expect(page.find('.import-busy')).toBeDefined()
    expect(page.text()).not.toContain('Nothing was added')
    held.resolve({ ...review([]), last_confirm: last() })
    await page.whenIdle()
    expect(page.text()).toContain('1 series added to your library')
  })

  test('whose result cannot be loaded says so, until it can', async () => {
    const { page, server } = await importTwo()
    server.scan = Response.json({ detail: 'The database is busy.' }, { status: 503 })
    await event({ status: 'completed' })
    await page.whenIdle()
    expect(page.text()).toContain('The result of the import could not be loaded')
    expect(page.text()).toContain('The database is busy.')
    expect(page.text()).not.toContain('Your library had all of it')
    server.scan = { ...review([]), last_confirm: last() }
    await page.click('Try again')
    expect(page.text()).toContain('1 series added to your library')
  })

  test('says what was added also when the library had each file already', async () => {
    const { page, server } = await importTwo()
    server.scan = { ...review([]), last_confirm: last({ imported: 2, series: 2, issues: 21, files: 0 }) }
    await event({ status: 'completed' })
    await page.whenIdle()
    expect(page.text()).toContain('2 series added to your library')
    expect(page.text()).toContain('2 new series and 21 issues added.')
    expect(page.text()).not.toContain('Nothing was added')
  })

  test('says with the reasons that nothing was added', async () => {
    const { page, server } = await importTwo()
    const errors = [{ comicid: 'local-1', name: 'Series 1', error: '001.cbz: The file cannot be reached.' }]
    const nothingMade = { imported: 0, series: 0, issues: 0, files: 0, undoable: false }
    server.scan = { ...three, last_confirm: last({ ...nothingMade, errors }) }
    await event({ status: 'completed' })
    await page.whenIdle()
    expect(page.text()).toContain('Nothing was added')
    expect(page.text()).toContain('The file cannot be reached.')
    expect(() => page.named('Undo the import')).toThrow()
  })

  test('can be undone, after showing what that removes', async () => {
    const undone = { success: true, removed: { series: 1, issues: 12, files: 12 } }
    const { page, server } = await importTwo({ [UNDO]: undone })
    server.scan = { ...review([]), last_confirm: last() }
    await event({ status: 'completed' })
    await page.whenIdle()
    server.scan = three
    await page.press('u', page.find('h2'))
    expect(page.find('dialog').textContent).toContain(
      '1 new series, 12 issues and 12 files are removed from the library',
    )
    expect(page.find('dialog').textContent).toContain('No file on the disk changes')
    await page.click(page.find('dialog .button[data-kind="danger"]'))
    expect(sent(page.requests, UNDO)?.body).toEqual({ operation_id: 'o2' })
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(3)
  })

  test('from an earlier visit can still be undone', async () => {
    const page = await open({ ...three, last_confirm: last({ complete: false }) })
    expect(page.text()).toContain('but stopped early')
    await page.click('Undo the import')
    expect(page.find('dialog').textContent).toContain('Undo the last import?')
  })

  test('leaves the list unchanged when it is refused', async () => {
    const page = await open(three, {
      [CONFIRM]: () => Response.json({ detail: 'A newer scan has taken its place.' }, { status: 409 }),
    })
    await page.press('Enter', page.find('[data-at="0"]'))
    await page.click('Add to the library')
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(3)
  })
})
