import { beforeEach, describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { scannedFile, scannedGroup, scanOf, scanReplies } from '../../../testing/import-scan'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { ImportPage } from '../import'
import type { WireGroup } from '../wire'

withWindow()
beforeEach(() => localStorage.clear())

const GROUP = 'GET /api/import/groups/g1'
const CHANGE = 'PATCH /api/import/groups/g1'
const FILES = 'PATCH /api/import/groups/g1/files'
const files = [1, 2, 3].map((at) => scannedFile(at, { full_path: `/comics/Folder/00${at}.cbz` }))
const first = scannedGroup(
  1,
  {
    files,
    file_total: 3,
    provider_ids: { comicvineVolume: '18705' },
    confidence_parts: [
      { reason: 'Named by the folder', points: 62 },
      { reason: 'Start year unknown', points: -4.5 },
    ],
  },
  { confidence: 58 },
)
const scan = scanOf([first, scannedGroup(2, {}, { confidence: 40 })])
const reviewed = (groups: WireGroup[], more: object = {}) => ({
  success: true,
  groups,
  gone: [],
  said: 'Series 1 corrected',
  last_step: 'Series 1 corrected',
  ...more,
})

/** Opens the sheet of the first proposal. */
async function open(more: Replies = {}, group: WireGroup = first) {
  const replies = {
    'GET /api/config': { comic_dirs: ['/comics'], manga_dirs: [] },
    ...scanReplies({ ...scan, groups: [group, ...scan.groups.slice(1)] }),
    [GROUP]: group,
    ...more,
  }
  const page = await renderPage(html`<${ImportPage} />`, { path: '/import', replies })
  await page.press('e', page.find('[data-at="0"]'))
  return page
}
type Page = Awaited<ReturnType<typeof open>>
const sent = (requests: ReceivedRequest[], name: string) =>
  requests.filter((one) => one.name === name).map(({ body }) => body)
const sheet = (page: Page) => page.find('dialog').textContent ?? ''
const rows = (page: Page) => [...page.root.querySelectorAll<HTMLElement>('.sheet-file')]
const happen = (page: Page, target: Element, type: string) =>
  page.whenIdle().then(async () => {
    target.dispatchEvent(new (window as unknown as typeof globalThis).Event(type, { bubbles: true }))
    await page.whenIdle()
  })

describe('the sheet of a proposal', () => {
  test('shows the parts of its confidence, and the evidence of the files', async () => {
    const page = await open()
    const sum = [...page.root.querySelectorAll('.group-sheet-why tr')].map((row) => row.textContent)
    expect(sum).toEqual(['+62.0Named by the folder', '−4.5Start year unknown', '58of 100'])
    expect(page.named('Comic Vine').getAttribute('href')).toBe('https://comicvine.gamespot.com/volume/4050-18705/')
    expect(sheet(page)).toContain('Numbers 1 to 12 without a gap')
  })

  test('saves a name, a year and a kind at once, and rejects invalid ones', async () => {
    const now = { ...first, corrected: true, match: { ...first.match!, name: 'Low Tide' }, series_name: 'Low Tide' }
    const page = await open({ [CHANGE]: reviewed([now]) })
    const [name, year] = page.root.querySelectorAll<HTMLInputElement>('.group-sheet-fields .field input')
    await page.type(`#${CSS.escape(name?.id ?? '')}`, ' ')
    expect(sheet(page)).toContain('A series needs a name.')
    await page.type(`#${CSS.escape(name?.id ?? '')}`, 'Low Tide ')
    await happen(page, name as Element, 'change')
    await page.type(`#${CSS.escape(year?.id ?? '')}`, '12')
    await happen(page, year as Element, 'change')
    expect(sheet(page)).toContain('four digits')
    await page.type(`#${CSS.escape(year?.id ?? '')}`, '')
    await happen(page, year as Element, 'change')
    expect(sent(page.requests, CHANGE)).toEqual([{ name: 'Low Tide' }, { year: null }])
    await page.click('Close')
    expect(page.find('[data-at="0"]').textContent).toContain('Low Tide')
    expect(page.find('[data-at="0"]').textContent).toContain('corrected')
  })

  test('assigns a series of the library, or merges with the proposal of that series', async () => {
    const comics = [{ ComicID: '7', ComicName: 'Copper Orchard', ComicYear: '1998', ComicPublisher: null, Have: 7 }]
    const filed = { ...first, existing_comic_id: '7', series_name: 'Copper Orchard' }
    const page = await open({
      'GET /api/series': { comics, pagination: {} },
      [CHANGE]: reviewed([{ ...filed, match: { ...first.match!, comicid: '7', name: 'Copper Orchard' } }]),
    })
    await page.type('.pick-list input', 'copper')
    await page.until('7 here')
    await page.press('Enter', page.find('.pick-list input'))
    expect(sent(page.requests, CHANGE)).toEqual([{ comic_id: '7' }])
    expect(sheet(page)).toContain('Filed under a series of your library')
    await page.click('Make it a new series')
    expect(sent(page.requests, CHANGE).at(-1)).toEqual({ comic_id: null })
  })

  test('accepts and opens the next one', async () => {
    const page = await open()
    await page.click('Accept and continue')
    expect(page.root.querySelector('dialog')).toBeNull()
    expect(page.find('.review-foot').textContent).toContain('1 series')
    expect(document.activeElement).toBe(page.find('[data-at="1"]'))
  })

  test('lists unreadable files of its folder', async () => {
    const problems = [
      { path: 'Folder/004.cbz', full_path: '/comics/Folder/004.cbz', problem: 'The file is empty: 0 bytes.' },
    ]
    const page = await open(scanReplies({ ...scan, problems, problem_total: 1 }))
    expect(sheet(page)).toContain('1 file beside them could not be read')
    await page.click('Close')
    await page.click('With problems2')
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(2)
  })
})

describe('its files', () => {
  test('get a number and a kind in their rows', async () => {
    const page = await open({ [FILES]: reviewed([first]) })
    const [number] = page.root.querySelectorAll<HTMLInputElement>('input.sheet-file-number')
    if (!number) throw new Error('no number')
    number.focus()
    number.value = '7-9'
    await happen(page, number, 'input')
    await page.press('Enter', number)
    expect(document.activeElement).toBe(page.root.querySelectorAll('input.sheet-file-number')[1] ?? null)
    const kind = rows(page)[1]?.querySelector('select') as HTMLSelectElement
    kind.value = 'annual'
    await happen(page, kind, 'change')
    expect(sent(page.requests, FILES)).toEqual([
      { '/comics/Folder/001.cbz': { number: '7', number_end: '9' } },
      { '/comics/Folder/002.cbz': { kind: 'annual', unit: 'issue' } },
    ])
  })

  test('stay in their places while they are renumbered', async () => {
    const turned = { ...first, files: [files[1]!, files[2]!, { ...files[0]!, number: '9' }] }
    const page = await open({ [FILES]: reviewed([turned]), [GROUP]: first })
    const [number] = page.root.querySelectorAll<HTMLInputElement>('input.sheet-file-number')
    number?.focus()
    if (number) number.value = '9'
    await happen(page, number as Element, 'input')
    await page.press('Enter', number)
    expect(rows(page).map((row) => row.querySelector('code')?.textContent)).toEqual(['001.cbz', '002.cbz', '003.cbz'])
  })

  test('show duplicates, and files in the library', async () => {
    const some = [
      scannedFile(1, { in_library: true, evidence: ['It is in the library'] }),
      scannedFile(2, { duplicate_of: 'Dump/a.cbz', same_content: true }),
      scannedFile(3, { duplicate_of: 'Folder/002.cbz', same_content: false }),
    ]
    const page = await open({}, { ...first, files: some })
    expect(sheet(page)).toContain('Same content as Dump/a.cbz')
    expect(sheet(page)).toContain('Another copy of #3: Folder/002.cbz')
    expect(rows(page)[0]?.textContent).toContain('It is in the library')
    expect(rows(page)[0]?.querySelector('input')).toBeNull()
  })

  test('are split off under a new name, several at once', async () => {
    const page = await open({
      'POST /api/import/groups/undo': reviewed([first], { gone: ['g9'], last_step: null }),
      [FILES]: reviewed([{ ...first, file_total: 1, files: files.slice(0, 1) }, scannedGroup(9)]),
    })
    for (const at of [1, 2]) await page.click(rows(page)[at]?.querySelector('input[type="checkbox"]') as HTMLElement)
    expect(sheet(page)).toContain('2 selected')
    await page.click('Split off…')
    await page.submit('.sheet-split')
    expect(sheet(page)).toContain('A series needs a name.')
    await page.type('.sheet-split input', 'Beacon')
    await page.submit('.sheet-split')
    const to = { new_group: 'Beacon' }
    expect(sent(page.requests, FILES)).toEqual([{ '/comics/Folder/002.cbz': to, '/comics/Folder/003.cbz': to }])
    expect(page.find('[data-at="1"]').textContent).toContain('Series 9')
    expect(page.find('.group-sheet-note').textContent).toContain('Series 1 corrected.')
    await page.click('Undo')
    expect(page.find('.group-sheet-note').textContent).toContain('Undone: Series 1 corrected.')
    expect(page.find('[data-at="1"]').textContent).toContain('Series 2')
  })

  test('are moved to another proposal, and the sheet of an empty one closes', async () => {
    const page = await open({ [FILES]: reviewed([scannedGroup(2)], { gone: ['g1'] }) })
    await page.click('Select all')
    await page.click('Move to…')
    await page.type('.sheet-files .pick-list input', 'series 2')
    await page.press('Enter', page.find('.sheet-files .pick-list input'))
    expect(Object.values(sent(page.requests, FILES)[0] as object)).toEqual(Array(3).fill({ group_id: 'g2' }))
    expect(page.root.querySelector('dialog')).toBeNull()
    expect(page.root.querySelectorAll('.review-row')).toHaveLength(1)
  })

  test('stay unchanged when the server refuses', async () => {
    const page = await open({ [FILES]: () => refusal(409, 'A scan is under way.') })
    const kind = rows(page)[0]?.querySelector('select') as HTMLSelectElement
    kind.value = 'volume'
    await happen(page, kind, 'change')
    expect(kind.value).toBe('issue')
    expect(page.find('.group-sheet-note').textContent).toContain('A scan is under way.')
    expect(page.find('.group-sheet-note').textContent).toContain('A scan is under way.')
  })

  test('of a large proposal are loaded a hundred at a time', async () => {
    const many = Array.from({ length: 250 }, (_, at) => scannedFile(at + 1))
    const page = await open({}, { ...first, files: many, file_total: 250 })
    expect(rows(page)).toHaveLength(100)
    await page.click('Show 100 more')
    await page.click('Show 50 more')
    expect(rows(page)).toHaveLength(250)
  })
})

test('a series that AI suggests is offered, and only a click assigns the files', async () => {
  const suggestion = { comic_id: 'harbor', name: 'Harbor Lights', year: '2015' }
  const group = { ...first, suggestion }
  const page = await open({ [CHANGE]: reviewed([{ ...group, suggestion: null }]) }, group)
  expect(page.find('[data-at="0"]').textContent).toContain('AI suggestion: Harbor Lights (2015)')
  expect(sheet(page)).toContain('AI suggestion from the file name: Harbor Lights (2015)')
  expect(sent(page.requests, CHANGE)).toEqual([])
  await page.click('Use this series')
  expect(sent(page.requests, CHANGE)).toEqual([{ comic_id: 'harbor' }])
  expect(sheet(page)).not.toContain('AI suggestion')
  expect((await open()).text()).not.toContain('AI suggestion')
})
