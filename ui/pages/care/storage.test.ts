import { expect, test } from 'bun:test'
import { openCare } from '../../testing/care-page'
import { managerLibrary } from '../../testing/manager-library'
import type { Replies } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import type { CareSummary } from './care-words'

withWindow()

const summary = managerLibrary['GET /api/care'] as CareSummary
type Row = { key: string; label: string; files: number; bytes: number }
const row = (key: string, bytes: number, more: Partial<Row> = {}): Row => ({
  key,
  label: key,
  files: 1,
  bytes,
  ...more,
})
const MB = 1_000_000

const open = (facets: Record<string, Row[]>, replies: Replies = {}) =>
  openCare('/system/care?section=storage', {
    'GET /api/care/sizes': ({ query }: { query: Record<string, string> }) => ({ rows: facets[query.facet!] ?? [] }),
    ...replies,
  })
const chart = (page: Awaited<ReturnType<typeof open>>, title: string) =>
  [...page.root.querySelectorAll('.care-charts > *')].find((one) => one.textContent?.includes(title))

test('without a check or without files there are no sizes yet', async () => {
  for (const [change, why] of [
    [{ checked_at: null }, 'Sizes appear here after the first check.'],
    [{ files: 0 }, 'The last check found no files in the library.'],
  ] as const) {
    const page = await open({}, { 'GET /api/care': { ...summary, ...change } })
    for (const words of ['No sizes yet', why]) expect(page.text()).toContain(words)
    expect(page.countOf('GET /api/care/sizes')).toBe(0)
  }
  const page = await open({})
  expect(page.find('.care-sum').textContent).toBe('480 MB in 12 files')
  expect(page.root.querySelectorAll('.care-charts > *')).toHaveLength(0)
})

test('what could be freed is listed: copies that are certain, other files of an issue, conversions and old files', async () => {
  const copies = [
    { kind: 'bytes', groups: 1, files: 1, bytes: 10 * MB },
    { kind: 'pages', groups: 1, files: 1, bytes: 20 * MB },
    { kind: 'issue', groups: 1, files: 1, bytes: 70 * MB },
  ]
  const converted = [row('cbr', 5 * MB, { label: 'CBR', files: 2 }), row('pdf', -3 * MB, { label: 'PDF' })]
  const recycled = { files: 3, bytes: 40 * MB }
  const page = await open({ converted }, { 'GET /api/care': { ...summary, copies, recycled } })
  expect([...page.root.querySelectorAll('.care-freed li')].map((one) => one.textContent)).toEqual([
    'Removing duplicates frees 30 MB.',
    'Removing other copies of the same issue frees up to 70 MB.',
    'Converting 2 CBR files to CBZ frees about 5.0 MB.',
    'Converting 1 PDF file to CBZ needs about 3.0 MB more.',
    'The recycle folders hold 40 MB.',
  ])
})

test('a library in which nothing can be freed has no list of it', async () => {
  const page = await open({}, { 'GET /api/care': { ...summary, copies: [] } })
  expect(page.root.querySelector('.care-freed')).toBeNull()
})

test('a chart has the largest twelve, and series have links', async () => {
  const series = Array.from({ length: 14 }, (_, at) => row(`s${at}`, (at + 1) * MB, { label: `Series ${at}` }))
  const page = await open({ series, folder: [row('/comics', 5 * MB, { label: '', files: 2 })] })
  const bars = [...chart(page, 'Series')!.querySelectorAll('a')]
  expect(bars).toHaveLength(12)
  expect(bars[0]?.getAttribute('href')).toBe('/library/s13')
  expect(chart(page, 'Series')!.textContent).toContain('14 MB · 1 file')
  expect(chart(page, 'Folders')!.textContent).toContain('/comics')
  expect(chart(page, 'Folders')!.textContent).toContain('5.0 MB · 2 files')
  expect(chart(page, 'Folders')!.querySelector('a')).toBeNull()
})

test('growth is drawn from the second day on, with the size of the last', async () => {
  expect(chart(await open({ total: [row('2026-11-01', MB)] }), 'Size by day')).toBeUndefined()
  const page = await open({ total: [row('2026-11-01', MB), row('2026-11-02', 3 * MB, { files: 2 })] })
  const text = chart(page, 'Size by day')!.textContent
  for (const words of ['1 Nov 2026', '3.0 MB, 2 files']) expect(text).toContain(words)
})

test('growth over a long time has the last 24 columns', async () => {
  const added = Array.from({ length: 30 }, (_, at) => row(`20${10 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`, MB)) // biome-ignore format: one line
  const text = chart(await open({ added }), 'Added by month')!.textContent
  expect(text).toContain('Jul 2010')
  expect(text).not.toContain('Jun 2010')
})
