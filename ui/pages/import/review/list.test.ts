import { beforeEach, describe, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { invalidate } from '../../../api/query'
import { html } from '../../../html'
import { knownGroup, scannedGroup, scanOf, scanReplies, type TestScan } from '../../../testing/import-scan'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { ImportPage } from '../import'
import type { WireGroup } from '../wire'

withWindow()
beforeEach(() => localStorage.clear())

const problem = (path: string, problem = 'The file is empty: 0 bytes.') => ({
  path,
  full_path: `/comics/${path}`,
  problem,
  remedy: null,
})
const four = scanOf([
  scannedGroup(1),
  scannedGroup(2, { duplicates: 2 }, { confidence: 84 }),
  scannedGroup(3, {}, { confidence: 30 }),
  knownGroup(4),
])
const MERGE = 'POST /api/import/groups/merge'
const PACK = 'POST /api/import/comic/pack'
const BACK = 'POST /api/import/groups/undo'
const reviewed = (groups: WireGroup[], more: object = {}) => ({
  success: true,
  groups,
  gone: [],
  said: '2 proposals merged into Series 1',
  last_step: '2 proposals merged into Series 1',
  ...more,
})

function open(scan: TestScan = four, more: Replies = {}, path = '/import') {
  const config = { comic_dirs: ['/comics'], manga_dirs: [] }
  return renderPage(html`<${ImportPage} />`, {
    path,
    replies: { 'GET /api/config': config, ...scanReplies(scan), ...more },
  })
}
type Page = Awaited<ReturnType<typeof open>>
const row = (page: Page, at: number) => page.find(`[data-at="${at}"]`)
const rows = (page: Page) => [...page.root.querySelectorAll('.review-row')].map((one) => one.textContent ?? '')
const named = (page: Page) => rows(page).map((text) => /taken for|(Series \d+)/.exec(text)?.[1])
const sent = (requests: ReceivedRequest[], name: string) => requests.find((one) => one.name === name)?.body
const foot = (page: Page) => page.root.querySelector('.review-foot')?.textContent ?? ''

/** The test's browser does not know `:focus-visible`. */
const cameByKey = (target: HTMLElement, is: boolean) =>
  Object.assign(target, { matches: (selector: string) => is && selector.includes(':focus-visible') })

describe('the list', () => {
  test('shows the files, the proposed series and the evidence, the most certain first', async () => {
    const page = await open()
    const texts = [
      'Folder 1',
      '12 files, 480 MB',
      'Sure',
      '96 of 100',
      'Numbers 1 to 12 without a gap',
      'Series 1',
      '12 issues',
    ]
    for (const words of texts) expect(rows(page)[0]).toContain(words)
    expect(rows(page)[1]).toContain('Likely')
    expect(rows(page)[3]).toContain('Already in your library')
    expect(page.find('.review-known a').getAttribute('href')).toBe('/library/18705')
  })

  test('counts the files of its rows, without those that could not be read', async () => {
    const groups = [scannedGroup(1, { file_total: 5 }), scannedGroup(2, { file_total: 21 })]
    const progress = { ...four.progress, total_files: 27 }
    const page = await open(scanOf(groups, { progress, problems: [problem('a.cbz')], problem_total: 1 }))
    expect(page.text()).toContain('2 series in 26 files')
  })

  test.each([
    [{ new_files: 5 }, '5 new files for your series'],
    [{ new_files: 2, duplicates: 1 }, '2 new files (1 copy) for your series'],
    [{ new_files: 2, duplicates: 2 }, '2 new files (2 copies) for your series'],
  ])('tells new files of a known series from copies: %j', async (change, words) => {
    const page = await open(scanOf([scannedGroup(1, { existing_comic_id: '18705', ...change })]))
    expect(page.text()).toContain(words)
  })

  test('keeps only the rows near the window in the page', async () => {
    const page = await open(scanOf(Array.from({ length: 5_000 }, (_, at) => scannedGroup(at))))
    expect(page.text()).toContain('5,000 series in 60,000 files')
    expect(page.root.querySelectorAll('.review-row').length).toBeLessThan(60)
  })

  test('fetches the whole of those in view alone, and counts, filters and confirms all', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => scannedGroup(at, {}, { confidence: at < 1_500 ? 96 : 80 }))
    const page = await open(scanOf(many))
    const fetched = () =>
      page.requests.flatMap(({ name, query }) =>
        name === 'GET /api/import/groups' ? (query.ids?.split(',') ?? []) : [],
      )
    expect(fetched().length).toBeGreaterThan(5)
    expect(fetched().length).toBeLessThan(60)
    expect(rows(page)[0]).toContain('Numbers 1 to 12 without a gap')
    await page.click('Likely500')
    expect(fetched().at(-1)).toMatch(/^g1[5-9]/)
    expect(rows(page)[0]).toContain('Numbers 1 to 12 without a gap')
    await page.click('Accept all 500 shown')
    expect(foot(page)).toContain('500 series')
    expect(fetched().length).toBeLessThan(120)
  })

  test('shows the evidence of a row until it is fetched again', async () => {
    let scan = scanOf([scannedGroup(1)])
    let answer: Promise<unknown> | undefined
    const replies = scanReplies(() => scan)
    const groups = replies['GET /api/import/groups'] as (request: ReceivedRequest) => unknown
    const page = await open(scan, {
      ...replies,
      'GET /api/import/groups': async (request: ReceivedRequest) => {
        await answer
        return groups(request)
      },
    })
    const waits = Promise.withResolvers<void>()
    answer = waits.promise
    scan = scanOf([scannedGroup(1, { evidence: ['Now known better'] }, { confidence: 80 })])
    await act(() => invalidate('GET /api/import/comic/review'))
    await page.whenIdle()
    expect(rows(page)[0]).toMatch(/80 of 100.*Numbers 1 to 12/s)
    waits.resolve()
    await page.whenIdle()
    expect(rows(page)[0]).toContain('Now known better')
  })

  test('accepts keys after a click on a filter, but not after reaching the filter by key', async () => {
    const media = globalThis.matchMedia
    globalThis.matchMedia = (() => ({ matches: true })) as never
    try {
      const page = await open()
      const word = page.named('Likely1')
      word.focus()
      cameByKey(word, false)
      await page.click(word)
      expect(document.activeElement).toBe(row(page, 0))
      const all = page.named('All4')
      all.focus()
      cameByKey(all, true)
      await page.click(all)
      expect(document.activeElement).toBe(all)
      await page.press('ArrowDown')
      expect(document.activeElement).toBe(row(page, 0))
    } finally {
      globalThis.matchMedia = media
    }
  })

  test('returns the focus before the next key, and never later', async () => {
    const page = await open()
    row(page, 1).focus()
    await page.press('e')
    page.find<HTMLElement>('dialog button').focus()
    await page.clickFast('Close')
    expect(page.root.querySelector('dialog')).toBeNull()
    expect(document.activeElement).toBe(row(page, 1))
    page.named('All4').focus()
    await page.whenIdle()
    expect(document.activeElement).toBe(page.named('All4'))
  })

  test('leaves the focus in the filter after an arrow key', async () => {
    const page = await open()
    row(page, 0).focus()
    await page.press('ArrowDown')
    expect(document.activeElement).toBe(row(page, 1))
    const field = page.find<HTMLInputElement>('.review-tools input')
    field.focus()
    await page.type('.review-tools input', 'Folder 3')
    expect(rows(page)).toHaveLength(1)
    await page.type('.review-tools input', '')
    expect(rows(page)).toHaveLength(4)
    expect(document.activeElement === field).toBe(true)
  })

  test('is filtered by text, which is kept in the address', async () => {
    const page = await open()
    await page.click('Likely1')
    expect(rows(page)).toHaveLength(1)
    expect(location.search).toBe('?sure=likely')
    await page.click('All4')
    await page.click('With copies2'.replace('2', '1'))
    expect(rows(page)).toHaveLength(1)
    expect(location.search).toBe('?only=copies')
    page.close()
    const again = await open(four, {}, '/import?q=folder+3')
    expect(again.find<HTMLInputElement>('.review-tools input').value).toBe('folder 3')
    expect(rows(again)).toHaveLength(1)
    again.close()
    const none = await open(four, {}, '/import?q=nowhere')
    await none.click('Show all proposals')
    expect(rows(none)).toHaveLength(4)
  })

  test('can be sorted by name', async () => {
    const page = await open(scanOf([scannedGroup(2), scannedGroup(1, {}, { confidence: 5 })]), {}, '/import?sort=name')
    expect(named(page)).toEqual(['Series 1', 'Series 2'])
    await page.click('Ascending; reverse the order')
    expect(named(page)).toEqual(['Series 2', 'Series 1'])
  })
})

describe('accepting', () => {
  test('accepts with Enter, undoes with U, and survives a reload', async () => {
    const page = await open()
    row(page, 0).focus()
    await page.press('Enter', row(page, 0))
    expect(document.activeElement).toBe(row(page, 1))
    await page.press('Enter', row(page, 1))
    expect(foot(page)).toContain('2 series')
    await page.press('u', row(page, 2))
    expect(foot(page)).toContain('1 series')
    page.close()
    const again = await open()
    expect(foot(again)).toContain('1 series')
    await again.click('Accepted: Series 1')
    expect(foot(again)).toBe('')
  })

  test('accepts the selected ones except those without new files, and clears the selection', async () => {
    const page = await open()
    for (const at of [0, 1, 3]) await page.press(' ', row(page, at))
    expect(foot(page)).toContain('3 selected')
    await page.click('Accept')
    expect(foot(page)).toContain('2 series')
    expect(foot(page)).not.toContain('selected')
  })

  test('accepts all certain ones at once, or all that match the filters, except those without new files', async () => {
    const page = await open()
    await page.click('Accept the sure match')
    expect(foot(page)).toContain('1 series')
    await page.click('Check1')
    await page.click('Accept the one shown')
    expect(foot(page)).toContain('2 series')
    await page.press('u', row(page, 0))
    expect(foot(page)).toContain('1 series')
    await page.click('Nothing new1')
    await page.press('Enter', row(page, 0))
    expect(foot(page)).toContain('1 series')
  })
})

describe('merging', () => {
  test('joins the selected proposals, and can be undone', async () => {
    const merged = scannedGroup(1, { corrected: true, file_total: 24 })
    const page = await open(four, {
      [MERGE]: reviewed([merged], { gone: ['g2'] }),
      [BACK]: reviewed([scannedGroup(1), scannedGroup(2)], { last_step: null }),
    })
    await page.press(' ', row(page, 0))
    await page.press('m', row(page, 0))
    expect(page.root.querySelector('dialog')).toBeNull()
    await page.press(' ', row(page, 1))
    expect(foot(page)).toContain('2 selected')
    await page.press('m', row(page, 1))
    expect(page.find('dialog').textContent).toContain('Merge 2 proposals into…')
    await page.click('Merge into Series 1')
    expect(sent(page.requests, MERGE)).toEqual({ into: 'g1', group_ids: ['g2'] })
    expect(named(page)).toEqual(['Series 1', 'Series 3', 'Series 4'])
    expect(document.activeElement).toBe(row(page, 0))
    expect(foot(page)).toBe('')
    await page.press('u', row(page, 0))
    expect(sent(page.requests, BACK)).toEqual({ scan_id: 's1' })
    expect(rows(page)).toHaveLength(4)
  })

  test('is not offered into a series that is not in the library, nor between two that are', async () => {
    const page = await open(scanOf([scannedGroup(1), knownGroup(2), knownGroup(3)]))
    for (const at of [0, 1]) await page.press(' ', row(page, at))
    await page.click('Merge into…')
    expect(page.root.querySelectorAll('dialog input:disabled')).toHaveLength(1)
    expect(page.named('Merge into Series 2')).toBeDefined()
    await page.click('Cancel')
    await page.press(' ', row(page, 2))
    await page.press('m', row(page, 2))
    expect(page.find('dialog').textContent).toContain('in the library already')
    expect(page.find<HTMLButtonElement>('dialog .button[data-kind="main"]').disabled).toBe(true)
  })

  test('that is refused leaves the list as it was', async () => {
    const page = await open(four, { [MERGE]: () => refusal(409, 'A scan is under way.') })
    for (const at of [0, 1]) await page.press(' ', row(page, at))
    await page.press('m', row(page, 1))
    await page.click('Merge into Series 1')
    expect(rows(page)).toHaveLength(4)
    expect(foot(page)).toContain('2 selected')
  })
})

describe('keys', () => {
  test('are listed by ?, and F moves to the filter', async () => {
    const page = await open()
    await page.press('?', row(page, 0))
    expect(page.find('dialog').textContent).toContain('Accept, and continue with the next one')
    await page.click('Close')
    await page.press('f', row(page, 0))
    expect(document.activeElement).toBe(page.find('.review-tools input'))
  })

  test('do nothing during typing', async () => {
    const page = await open()
    await page.press('?', page.find('.review-tools input'))
    expect(page.root.querySelector('dialog')).toBeNull()
  })

  test('select all shown proposals, and clear the selection', async () => {
    const page = await open()
    await page.press(' ', row(page, 0))
    await page.click(page.find('[data-at="2"] .row-check input'))
    expect(foot(page)).toContain('2 selected')
    await page.click('Accept')
    expect(foot(page)).toContain('2 series')
    await page.press(' ', row(page, 0))
    await page.press('Escape', row(page, 0))
    expect(foot(page)).not.toContain('selected')
  })
})

describe('an earlier failure', () => {
  test('unreadable files are listed by reason, with their paths', async () => {
    const problems = [problem('a/1.cbz'), problem('b/2.cbz', 'Page 2 ("x.jpg") is not a picture.')]
    const page = await open({ ...four, problems, problem_total: 700 })
    const details = page.find<HTMLDetailsElement>('.import-problems')
    expect(details.textContent).toContain('700 items could not be added')
    details.open = true
    await page.press('Tab', details)
    await page.whenIdle()
    expect(details.textContent).toContain('/comics/b/2.cbz')
    expect(details.textContent).toContain('And 698 more')
  })

  test('folders of loose pictures are packed, all of them or one', async () => {
    const loose = { ...problem('Blame/Chapter 1', 'This folder holds 12 loose pictures.'), remedy: 'pack' as const }
    const scan = { ...four, problems: [loose, problem('a/1.cbz')], problem_total: 2, packable: 1 }
    const page = await open(scan, { [PACK]: { success: true, message: '', operation_id: 'o' } })
    const offer = page.find('.import-packable')
    expect(offer.textContent).toContain('1 folder of loose pictures')
    await page.click(offer.querySelector('button')!)
    const details = page.find<HTMLDetailsElement>('.import-problems')
    details.open = true
    await page.press('Tab', details)
    await page.whenIdle()
    const buttons = [...details.querySelectorAll('button')].filter((one) => one.textContent === 'Pack')
    expect(buttons).toHaveLength(1)
    await page.click(buttons[0]!)
    const bodies = page.requests.filter(({ name }) => name === PACK).map(({ body }) => body)
    expect(bodies).toEqual([{ scan_id: four.scan_id }, { scan_id: four.scan_id, paths: ['/comics/Blame/Chapter 1'] }])
  })

  test('packing shows its progress, and offers no other action meanwhile', async () => {
    const loose = { ...problem('Blame/Chapter 1'), remedy: 'pack' as const }
    const page = await open({
      ...four,
      problems: [loose],
      problem_total: 1,
      packable: 1,
      packing: { done: 3, total: 12 },
    })
    expect(page.find('.import-packable').textContent).toContain('Packing pictures: 3 of 12 folders')
    expect(page.find('.import-packable').querySelector('button')).toBeNull()
  })

  test('moved and missing files are described in words', async () => {
    const progress = { ...four.progress, moved_files: 1, missing_files: 2 }
    const moved = [{ path: '/comics/new/1.cbz', was: '/comics/old/1.cbz' }]
    const page = await open({ ...four, progress, moved, missing: ['/comics/gone.cbz'] })
    for (const words of [
      '1 file of your library moved',
      '/comics/old/1.cbz',
      '2 files of your library are not there any more',
      '/comics/gone.cbz',
      'And 1 more',
    ])
      expect(page.text()).toContain(words)
  })
})

test('Enter in the filter moves to the first match', async () => {
  const page = await open()
  const box = page.find<HTMLInputElement>('.review-tools input')
  box.focus()
  await page.press('Enter')
  expect((document.activeElement as HTMLElement).dataset.at).toBe('0')
})
