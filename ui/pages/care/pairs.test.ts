import { afterEach, describe, expect, test } from 'bun:test'
import { toasts } from '../../state/toasts'
import { openCare } from '../../testing/care-page'
import { managerLibrary } from '../../testing/manager-library'
import { type Replies, refusal } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { type CareSummary, type Merge, mergeWords, type Pair, type PairSide } from './care-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const WHEN = '2026-11-20T10:00:00.000Z'
const summary = managerLibrary['GET /api/care'] as CareSummary
const side = (comic_id: string, name: string, more: Partial<PairSide> = {}): PairSide => ({
  comic_id,
  name,
  year: 2015,
  publisher: 'Northgate',
  providers: ['ComicVine'],
  issues: 3,
  files: 2,
  size: 96_000_000,
  ...more,
})
const keep = side('s9', 'Harbor Lights')
const other = side('s2', 'Harbour Lights', { year: null, publisher: null, providers: [], issues: 1, files: 1 })
const pair: Pair = { keep, other, likeness: 'spelling', common: 1 }
const listed = (pairs: Pair[], total = pairs.length): Replies => ({
  'GET /api/care/pairs': { pairs, pagination: { total, limit: 20, offset: 0, has_more: total > pairs.length } },
})
const merge = (more: Partial<Merge> = {}): Merge => ({
  merge_id: 'm1',
  keep_id: 's9',
  keep_name: 'Harbor Lights',
  other_name: 'Fog',
  issues: 4,
  merged_at: WHEN,
  undone_at: null,
  ...more,
})
const PREVIEW = 'POST /api/care/merges/preview'
const preview = ({ body }: { body: unknown }) => {
  const isKept = (body as { keep_id: string }).keep_id === keep.comic_id
  return { keep: isKept ? keep : other, other: isKept ? other : keep, moved: 1, joined: 0, files: 1 }
}
const open = (replies: Replies = {}, more = '') =>
  openCare(`/system/care?section=series${more}`, {
    ...listed([pair]),
    'GET /api/care/merges': { merges: [] },
    'POST /api/care/ignored': { success: true },
    'POST /api/care/merges': { success: true, merge_id: 'm2' },
    [PREVIEW]: preview,
    ...replies,
  })
const asked = (page: Awaited<ReturnType<typeof open>>) =>
  page.requests.findLast(({ name }) => name === 'GET /api/care/pairs')?.query

describe('a pair of similar series', () => {
  test('shows both sides with their facts, and why they are similar', async () => {
    const page = await open()
    expect(asked(page)).toEqual({ ignored: 'false', page: '1', per_page: '20' })
    const sides = [...page.root.querySelectorAll('.care-side')].map((one) =>
      one.textContent?.replace(/\s+/g, ' ').trim(),
    )
    expect(sides[0]).toContain('Harbor Lights 2015')
    expect(sides[0]).toContain('Northgate · 3 issues · 2 files · 96 MB · ComicVine')
    expect(sides[1]).toContain('1 issue · 1 file · 96 MB')
    expect(page.hrefOf('Harbour Lights')).toBe('/library/s2')
    expect(page.find('.care-pair').textContent).toContain('The names differ by a letter. 1 number in both.')
    const apart = await open(listed([{ ...pair, likeness: 'id', common: 0 }]))
    expect(apart.find('.care-pair').textContent).toContain('Matched at different metadata sources. No number in both.')
  })

  test('is ignored whichever side is kept, and an ignored one is listed again', async () => {
    const page = await open()
    await page.click('Ignore')
    const ignored = await open({}, '&ignored=1')
    expect(asked(ignored)).toMatchObject({ ignored: 'true' })
    await ignored.click('List again')
    expect([page, ignored].flatMap((each) => each.bodiesOf('POST /api/care/ignored'))).toEqual([
      { kind: 'pair', subjects: ['s2\ns9'], ignored: true },
      { kind: 'pair', subjects: ['s2\ns9'], ignored: false },
    ])
  })
})

describe('a merge', () => {
  test('keeps the proposed series after a preview', async () => {
    const page = await open()
    await page.click('Merge')
    expect(page.find('.dialog [role="status"]').textContent).toContain('1 issue moves to Harbor Lights, with 1 file.')
    await page.click(page.inDialog('Merge'))
    expect(page.bodiesOf('POST /api/care/merges')).toEqual([{ keep_id: 's9', other_id: 's2' }])
    expect(page.hasDialog()).toBe(false)
    expect(page.countOf('GET /api/care/pairs')).toBe(2)
  })

  test('keeps the series that the user chooses', async () => {
    const page = await open()
    await page.click('Merge')
    const choices = [...page.root.querySelectorAll<HTMLElement>('.dialog .segmented label')]
    expect(choices.map((one) => one.textContent?.trim())).toEqual(['Harbor Lights (2015)', 'Harbour Lights'])
    const radio = choices[1]!.querySelector('input')!
    radio.dispatchEvent(new (window as unknown as typeof globalThis).Event('change', { bubbles: true }))
    await page.whenIdle()
    expect(page.find('.dialog [role="status"]').textContent).toContain('1 issue moves to Harbour Lights')
    await page.click(page.inDialog('Merge'))
    expect(page.bodiesOf('POST /api/care/merges')).toEqual([{ keep_id: 's2', other_id: 's9' }])
  })

  test('is not possible while its preview fails, with the reason', async () => {
    const page = await open({ [PREVIEW]: refusal(409, 'The series is being moved.') })
    await page.click('Merge')
    expect(page.find('.dialog [role="alert"]').textContent).toBe('The series is being moved.')
    expect(page.find('.dialog [role="status"]').textContent).toBe('')
    expect(page.inDialog('Merge').disabled).toBe(true)
    await page.click(page.inDialog('Cancel'))
    expect(page.hasDialog()).toBe(false)
  })

  test('that fails says why, and the dialog stays', async () => {
    const page = await open({ 'POST /api/care/merges': refusal(409, 'The series is being moved.') })
    await page.click('Merge')
    await page.click(page.inDialog('Merge'))
    expect(page.find('.dialog [role="alert"]').textContent).toBe('The series is being moved.')
  })

  test('is described without what it does not do', () => {
    const words = { keep, other, moved: 0, joined: 0, files: 0 }
    expect(mergeWords(words)).toBe('Harbour Lights becomes another name of Harbor Lights.')
    expect(mergeWords({ ...words, moved: 2, files: 2 })).toStartWith('2 issues move to Harbor Lights, with 2 files.')
    expect(mergeWords({ ...words, joined: 1, files: 1 })).toStartWith('1 issue joins one with the same number, with 1 file.') // biome-ignore format: one line
  })
})

describe('earlier merges', () => {
  test('are listed, and those of series that still exist can be undone once', async () => {
    const merges = [
      merge(),
      merge({ merge_id: 'm2', other_name: 'Mist', keep_name: null }),
      merge({ merge_id: 'm3', other_name: 'Rain', undone_at: WHEN }),
    ]
    const page = await open({ 'GET /api/care/merges': { merges }, 'POST /api/care/merges/m1/undo': { success: true } })
    const rows = [...page.root.querySelectorAll('.care-done li')].map((row) => row.textContent?.replace(/\s+/g, ' '))
    expect(rows[0]).toContain('Fog into Harbor Lights')
    expect(rows[1]).toContain('Mist into a series that was deleted')
    expect(rows.map((row) => row?.includes('Undone.'))).toEqual([false, false, true])
    expect(page.buttonsOf('.care-done')).toEqual(['Undo'])
    await page.click('Undo')
    expect(page.countOf('POST /api/care/merges/m1/undo')).toBe(1)
    expect(page.countOf('GET /api/care/merges')).toBe(2)
  })

  test('have no heading when there are none', async () => {
    expect((await open()).text()).not.toContain('Merged series')
  })
})

describe('the list of pairs', () => {
  test('says that nothing was found, that nothing was checked, or that nothing is ignored', async () => {
    expect((await open(listed([]))).text()).toContain('No similar series were found.')
    const unchecked = await open({ ...listed([]), 'GET /api/care': { ...summary, checked_at: null } })
    expect(unchecked.text()).toContain('Not checked yet')
    expect(unchecked.text()).toContain('They appear here after the first check.')
    expect((await open(listed([]), '&ignored=1')).text()).toContain('Nothing ignored')
  })

  test('has pages and a way to the ignored pairs', async () => {
    const page = await open({ ...listed([pair], 41), 'GET /api/care': { ...summary, ignored: 1 } }, '&page=2')
    expect([page.hrefOf('Page before'), page.hrefOf('Next page'), page.hrefOf('Show ignored')]).toEqual([
      '/system/care?section=series',
      '/system/care?section=series&page=3',
      '/system/care?section=series&ignored=1',
    ])
  })

  test('gives way to its last page when the address names one behind the end', async () => {
    const page = await open(
      { 'GET /api/care/pairs': ({ query }: { query: Record<string, string> }) =>
        query.page === '2'
          ? { pairs: [pair], pagination: { total: 21, limit: 20, offset: 20, has_more: false } }
          : { pairs: [], pagination: { total: 21, limit: 20, offset: 60, has_more: false } } },
      '&page=4',
    ) // biome-ignore format: one glance
    await page.until('Harbour Lights')
    expect(location.search).toBe('?section=series&page=2')
  })

  test('that cannot be loaded says why, and is loaded by another try', async () => {
    let broken = true
    const reply = () => (broken ? refusal(500, 'The database is locked.') : listed([pair])['GET /api/care/pairs'])
    const page = await open({ 'GET /api/care/pairs': reply })
    expect(page.text()).toContain('The database is locked.')
    broken = false
    await page.click('Try again')
    expect(page.text()).toContain('Harbour Lights')
  })
})
