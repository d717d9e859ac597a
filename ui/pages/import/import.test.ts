import { describe, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { heard } from '../../api/events'
import { html } from '../../html'
import { type Asked, type Replies, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { ImportPage } from './import'

withWindow()

const nothing = {
  status: null,
  progress: {
    total_files: 0,
    processed_files: 0,
    series_found: 0,
    series_matched: 0,
    series_imported: 0,
    series_reconciled: 0,
    current_series: null,
    errors: [] as string[],
  },
  scan_id: null,
  results: null,
  problems: [],
  problem_total: 0,
}
const group = (at: number, confidence: number, change: Record<string, unknown> = {}) => ({
  series_name: `Series ${at}`,
  file_count: 12,
  matched: true,
  already_in_library: false,
  existing_comic_id: null,
  match: {
    comicid: `local-${at}`,
    name: `Series ${at}`,
    year: '2015',
    publisher: null,
    issues: 12,
    image: null,
    confidence,
    source: 'local',
  },
  group_id: `g${at}`,
  location: `/comics/Folder ${at}`,
  evidence: ['Folder and file names agree', 'Numbers 1 to 12 without a gap'],
  content_type: 'comic',
  reading_direction: 'ltr',
  size_bytes: 480_000_000,
  new_files: 12,
  files: [
    {
      path: 'Folder/001.cbz',
      kind: 'issue',
      unit: 'issue',
      number: '1',
      number_end: '2',
      title: null,
      year: 2015,
      pages: 24,
      size: 40_000_000,
      in_library: false,
      evidence: [],
    },
  ],
  file_total: 12,
  ...change,
})
const review = (results: unknown[]) => ({
  ...nothing,
  status: 'completed',
  scan_id: 's1',
  progress: { ...nothing.progress, total_files: 40, processed_files: 40, series_found: results.length },
  results,
  problems: [{ path: 'Misc/broken.cbz', problem: 'The archive ends in the middle of page 14.' }],
  problem_total: 1,
})
const three = review([
  group(1, 96),
  group(2, 64),
  group(3, 100, { already_in_library: true, existing_comic_id: '18705', new_files: 0 }),
])
const PROGRESS = 'GET /api/import/comic/progress'
const CONFIRM = 'POST /api/import/comic/confirm'

function open(scan: unknown, more: Replies = {}, path = '/import') {
  const config = { comic_dirs: ['/comics'], manga_dirs: [] }
  return renderPage(html`<${ImportPage} />`, {
    path,
    replies: { 'GET /api/config': config, [PROGRESS]: scan, ...more },
  })
}
const told = (data: Record<string, unknown>) =>
  act(() =>
    heard('import_progress', {
      kind: 'comic',
      total_files: 40,
      processed_files: 0,
      series_found: 0,
      current_series: null,
      ...data,
    }),
  )
const sent = (asked: Asked[], name: string) => asked.find((one) => one.name === name)

describe('before a scan', () => {
  test('without a folder the page leads to the settings', async () => {
    const page = await open(nothing, { 'GET /api/config': { comic_dirs: [], manga_dirs: [] } })
    expect(page.text()).toContain('No folder is chosen yet')
    expect(page.named('Choose a folder').getAttribute('href')).toBe('/settings')
  })

  test('it says which folder is read and that nothing is changed', async () => {
    const page = await open(nothing)
    expect(page.text()).toContain('/comics')
    expect(page.text()).toContain('nothing is moved or changed')
  })

  test('comics and manga are chosen where both have folders', async () => {
    const config = { comic_dirs: ['/comics'], manga_dirs: ['/manga', '/more'] }
    const page = await open(nothing, { 'GET /api/config': config, 'GET /api/import/manga/progress': nothing })
    await page.click('Manga')
    expect(location.search).toBe('?kind=manga')
    expect(page.named('Look through your manga')).toBeDefined()
  })

  test('what cannot be loaded says why', async () => {
    const page = await open(() => Response.json({ detail: 'The database is busy.' }, { status: 503 }))
    expect(page.text()).toContain('The database is busy.')
    expect(page.named('Try again')).toBeDefined()
  })
})

describe('a scan', () => {
  test('tells how far it is as it happens, and can be cancelled', async () => {
    const done = { success: true, message: '', operation_id: 'o1' }
    const replies = { 'POST /api/import/comic/scan': done, 'POST /api/import/comic/cancel': { success: true } }
    let scan: unknown = nothing
    const page = await open(() => scan, replies)
    scan = { ...nothing, status: 'scanning' }
    await page.click('Look through your comics')
    await told({
      status: 'scanning',
      total_files: 12_480,
      processed_files: 4_210,
      series_found: 31,
      current_series: 'Harbor Lights',
    })
    await page.settle()
    for (const words of ['4,210', 'of 12,480 files', '31 series so far', 'Harbor Lights'])
      expect(page.text()).toContain(words)
    scan = {
      ...nothing,
      status: 'cancelled',
      progress: { ...nothing.progress, total_files: 12_480, processed_files: 4_210 },
    }
    await page.click('Cancel')
    expect(page.text()).toContain('The scan was cancelled')
    expect(page.text()).toContain('4,210 of 12,480 files')
  })

  test('of the other kind is not this one', async () => {
    const page = await open(nothing)
    await told({ kind: 'manga', status: 'scanning', processed_files: 5 })
    await page.settle()
    expect(page.named('Look through your comics')).toBeDefined()
  })

  test('that failed says why', async () => {
    const errors = ['/comics could not be read: the disk is not there.']
    const page = await open({ ...nothing, status: 'error', progress: { ...nothing.progress, errors } })
    expect(page.text()).toContain('The scan failed')
    expect(page.text()).toContain('the disk is not there')
    expect(page.named('Look through your comics again')).toBeDefined()
  })

  test('that found no file, or no news, says so', async () => {
    const empty = await open({ ...review([]), progress: nothing.progress })
    expect(empty.text()).toContain('No comics found')
    empty.close()
    const page = await open(review([]))
    expect(page.text()).toContain('Nothing new: your library has it all')
    page.close()
    const known = { already_in_library: true, existing_comic_id: '18705', new_files: 0 }
    const all = await open(review([group(1, 100, known), group(2, 100, known)]))
    expect(all.text()).toContain('Nothing new: your library has it all')
    await all.click('Look at the list')
    expect(all.root.querySelectorAll('.review-row')).toHaveLength(2)
  })
})

describe('the review', () => {
  test('shows what was found, what it is taken for and why, the surest first', async () => {
    const page = await open(three)
    const rows = [...page.root.querySelectorAll('.review-row')].map((row) => row.textContent ?? '')
    expect(rows).toHaveLength(3)
    for (const words of [
      'Folder 1',
      '12 files, 480 MB',
      'Sure',
      '96 of 100',
      'Numbers 1 to 12 without a gap',
      'Series 1',
      '12 issues',
    ])
      expect(rows[0]).toContain(words)
    expect(rows[1]).toContain('Likely')
    expect(rows[2]).toContain('Already in your library')
    expect(page.find('.review-known a').getAttribute('href')).toBe('/library/18705')
  })

  test('lists what could not be read with the reason', async () => {
    const page = await open(three)
    expect(page.find('.import-problems').textContent).toContain('1 file could not be read')
    expect(page.find('.import-problems').textContent).toContain('The archive ends in the middle of page 14.')
  })

  test('accepts with Enter and goes on, and only what is accepted is added', async () => {
    const page = await open(three, { [CONFIRM]: { success: true, imported: 2, errors: [] } })
    const row = (at: number) => page.find(`[data-at="${at}"]`)
    row(0).focus()
    await page.press('Enter', row(0))
    expect(document.activeElement).toBe(row(1))
    await page.press('Enter', row(1))
    expect(page.find('.review-foot').textContent).toContain('2 series')
    await page.press(' ', row(1))
    expect(page.find('.review-foot').textContent).toContain('1 series')
    await page.click('Add to the library')
    expect(sent(page.asked, CONFIRM)?.body).toEqual({ scan_id: 's1', selected_ids: ['local-1'] })
  })

  test('accepts all sure ones at once, never what is no news', async () => {
    const page = await open(three)
    await page.click('Accept the sure one')
    expect(page.find('.review-foot').textContent).toContain('1 series')
    await page.press('Enter', page.find('[data-at="2"]'))
    await page.press(' ', page.find('[data-at="2"]'))
    expect(page.find('.review-foot').textContent).toContain('1 series')
  })

  test('puts a proposal right before it is added', async () => {
    const page = await open(three, { [CONFIRM]: { success: true, imported: 1, errors: [] } })
    await page.press('e', page.find('[data-at="1"]'))
    expect(page.find('dialog').textContent).toContain('#1 to 2')
    const [name, year] = page.root.querySelectorAll<HTMLInputElement>('dialog .field input')
    await page.type(`#${CSS.escape(year?.id ?? '')}`, '12')
    expect(page.find('dialog').textContent).toContain('four digits')
    await page.type(`#${CSS.escape(year?.id ?? '')}`, '')
    await page.type(`#${CSS.escape(name?.id ?? '')}`, 'Low Tide')
    await page.click(page.find('dialog .button[data-kind="main"]'))
    expect(page.find('[data-at="1"]').textContent).toContain('Low Tide')
    await page.click('Add to the library')
    expect(sent(page.asked, CONFIRM)?.body).toEqual({
      scan_id: 's1',
      selected_ids: ['local-2'],
      changes: { 'local-2': { name: 'Low Tide', year: null } },
    })
  })

  test('shows one band at a time', async () => {
    const page = await open(three)
    await page.click('Likely1')
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(1)
  })

  test('keeps only the rows near the window in the page', async () => {
    const page = await open(review(Array.from({ length: 5_000 }, (_, at) => group(at, 90))))
    expect(page.text()).toContain('5,000 series in 40 files')
    expect(page.root.querySelectorAll('.review-row').length).toBeLessThan(60)
  })
})

describe('an import', () => {
  test('tells what it is at, and in the end what was added and what was not', async () => {
    let scan: unknown = three
    const left = { ...group(2, 64), error: '003.cbz: The file changed since the scan. Scan again.' }
    const confirm = () => {
      scan = { ...three, status: 'importing' }
      return Response.json({ success: true, operation_id: 'o2' }, { status: 202 })
    }
    const page = await open(() => scan, { [CONFIRM]: confirm })
    await page.press('Enter', page.find('[data-at="0"]'))
    await page.press('Enter', page.find('[data-at="1"]'))
    await page.click('Add to the library')
    await told({ status: 'importing', current_series: 'Series 2' })
    await page.settle()
    expect(page.text()).toContain('of 2 series')
    expect(page.text()).toContain('Series 2')
    scan = review([left])
    await told({ status: 'completed' })
    await page.settle()
    expect(page.text()).toContain('1 series added to your library')
    expect(page.text()).toContain('The file changed since the scan.')
    expect(page.named('Go to the library')).toBeDefined()
    await page.click('Look at the other 1')
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(1)
  })

  test('that is refused leaves the list as it was', async () => {
    const page = await open(three, {
      [CONFIRM]: () => Response.json({ detail: 'A newer scan has taken its place.' }, { status: 409 }),
    })
    await page.press('Enter', page.find('[data-at="0"]'))
    await page.click('Add to the library')
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(3)
  })
})
