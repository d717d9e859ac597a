import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { pageId } from '../../base/formats/archives/page-prints'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { findPage, unseenPages } from './page-store'
import { savePrints } from './print-store'
import { UnwantedPages } from './service'
import { repeatedPages } from './tables'

/** Lists and refusals, on rows as a check leaves them. */

let db: Database
let started: { kind: string; payload: unknown }[]
let pages: UnwantedPages
beforeEach(() => {
  db = testDatabase()
  started = []
  pages = new UnwantedPages({
    db,
    clock: fakeClock(),
    operations: {
      active: () => [],
      enqueue: ({ kind, payload }: { kind: string; payload: unknown }) => {
        started.push({ kind, payload })
        return { operation_id: 'o1' }
      },
    } as never,
    thumbs: undefined as never,
  })
})
afterEach(() => db.close())

type Row = Partial<typeof repeatedPages.$inferInsert>
/** Adds a page and returns its id. */
function add(crc: number, row: Row = {}): string {
  const page = { crc, size: 100, files: 3, look: 'seen' as const, picture_hash: '0'.repeat(16), ...row }
  db.write((tx) => tx.insert(repeatedPages).values(page).run())
  return pageId(page)
}
const listed = (state: 'found' | 'hidden' | 'kept') =>
  pages.list(state, { offset: 0 }).groups.map(({ pages }) => pages.map(({ page_id }) => page_id))
function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error.detail
    throw error
  }
  return 'done'
}

describe('the list of a state', () => {
  test('leaves out pages in too few files, blank ones, and those that were not decoded', () => {
    add(1, { files: 2 })
    add(2, { look: 'plain' })
    add(3, { look: 'unreadable' })
    add(4, { look: null })
    const id = add(5)
    expect([listed('found'), pages.found]).toEqual([[[id]], 1])
    expect(unseenPages(db.read, 9).map(({ crc }) => crc)).toEqual([4])
  })

  test('has hidden pages and those with a rule, however few files have them', () => {
    const [found, hidden, ruled, kept] = [
      add(1),
      add(2, { state: 'hidden', files: 0 }),
      add(3, { rule: 'remove', files: 1 }),
      add(4, { state: 'kept' }),
    ]
    add(5, { state: 'kept', files: 2 })
    expect([listed('found'), listed('kept')]).toEqual([[[found]], [[kept]]])
    expect(listed('hidden').flat().sort()).toEqual([hidden, ruled])
    expect(pages.list('found', { offset: 0 }).counts).toEqual({ found: 1, hidden: 2, kept: 1 })
  })

  test('begins with the groups in most files, whose pages look alike', () => {
    const few = add(1, { files: 8 })
    const first = add(2, { files: 5 })
    const near = add(3, { files: 6, near_to: first, picture_hash: `${'0'.repeat(15)}3` })
    expect(listed('found')).toEqual([[near, first], [few]])
    const [group] = pages.list('found', { offset: 0 }).groups
    expect(group!.pages.map(({ distance }) => distance)).toEqual([0, 2])
    expect(pages.list('found', { limit: 1, offset: 1 })).toMatchObject({
      groups: [{ pages: [{ page_id: few }] }],
      pagination: { total: 2, has_more: false },
    })
  })

  test('shows the pages of a group in its state first, whatever the state of the others', () => {
    const hidden = add(1, { state: 'hidden', files: 9 })
    const found = add(2, { near_to: hidden })
    expect(listed('found')).toEqual([[found, hidden]])
    expect(listed('hidden')).toEqual([[hidden, found]])
  })
})

describe('a page', () => {
  test('that is blank or cannot be decoded is neither hidden nor removed, nor has a rule', async () => {
    for (const [crc, look, sentence] of [
      [1, 'plain', 'The page is blank. Blank pages are in many comics.'],
      [2, 'unreadable', 'The page could not be decoded.'],
      [3, null, 'The page could not be decoded.'],
    ] as const) {
      const id = add(crc, { look })
      expect(refusal(() => pages.hide([id]))).toBe(sentence)
      expect(refusal(() => pages.setRule([id], 'hide'))).toBe(sentence)
      await expect(pages.remove([id])).rejects.toThrow(sentence)
      // Without a rule nothing happens to new files, so that is always allowed.
      expect(refusal(() => pages.setRule([id], null))).toBe('done')
    }
    expect(started).toEqual([])
  })

  test('that is hidden cannot be kept', () => {
    const [found, hidden] = [add(1), add(2, { state: 'hidden' })]
    expect(refusal(() => pages.keep([found, hidden], true))).toBe('A hidden page cannot be kept. Show it first.')
    expect(findPage(db.read, { crc: 1, size: 100 })?.state).toBe('found')
  })

  test('of another size with the same checksum is another page', () => {
    const [one, other, hidden] = [add(1), add(1, { size: 200 }), add(1, { size: 300, state: 'hidden' })]
    expect([one, hidden].map((id) => refusal(() => pages.keep([id], true)))).toEqual(['done', 'A hidden page cannot be kept. Show it first.']) // biome-ignore format: one line
    expect([listed('kept'), listed('found')]).toEqual([[[one]], [[other]]])
  })

  test('that no file has any more cannot be removed', async () => {
    await expect(pages.remove([add(1)])).rejects.toThrow('No file has these pages any more.')
  })

  test('is hidden with the rule that was sent, or with none, and shown without one', () => {
    const id = add(1)
    pages.hide([id])
    pages.hide([id], null)
    pages.hide([id], 'hide')
    pages.show([id])
    expect(started.map(({ payload }) => payload)).toEqual([
      { page_ids: [id], hide: true },
      { page_ids: [id], hide: true, rule: null },
      { page_ids: [id], hide: true, rule: 'hide' },
      { page_ids: [id], hide: false, rule: null },
    ])
  })
})

describe('files with a page', () => {
  const page = { crc: 7, size: 100 }
  beforeEach(() => {
    makeSeries(db, { comic_id: 'harbor' })
    makeSeries(db, { comic_id: 'fern', name: 'Fern Road' })
    const of = (comicId: string, number: number, row: Parameters<typeof makeFile>[1] = {}) => {
      const issues = makeIssues(db, comicId, [number])
      const id = makeFile(db, { issues, ...row })
      db.write((tx) => savePrints(tx, fileWithId(tx, id)!, [{ ...page, page: 3 }]))
      return id
    }
    for (const number of [2, 1]) of('harbor', number)
    of('fern', 1, { format: 'pdf' })
    of('fern', 2, { format: 'cbr' })
    of('fern', 3, { format: 'cbr' })
    const gone = of('fern', 4)
    db.write((tx) => {
      tx.run(`update files set gone_at = '2026' where file_id = '${gone}'`)
      tx.run(`update files set hidden_pages = '{"pages":[3]}' where path like '%harbor-2%'`)
      tx.run(`update files set hidden_pages = '{"pages":[4]}' where path like '%harbor-1%'`)
      tx.update(repeatedPages).set({ look: 'seen' }).run()
    })
  })

  test('are counted by format before they are changed, those that hide it apart', async () => {
    expect(await pages.preview([pageId(page)])).toEqual({
      files: 5,
      removable: 2,
      others: [
        { format: 'cbr', files: 2 },
        { format: 'pdf', files: 1 },
      ],
      hidden: 1,
      bytes: 200,
    })
  })

  test('are listed in the order of series and issues', () => {
    const { places, pagination } = pages.places(pageId(page), { limit: 4, offset: 0 })
    expect(places.map(({ series_name, label, hidden }) => [series_name, label, hidden])).toEqual([
      ['Fern Road', '#1', false],
      ['Fern Road', '#2', false],
      ['Fern Road', '#3', false],
      ['Harbor Lights', '#1', false],
    ])
    expect(pagination).toMatchObject({ total: 5, has_more: true })
    expect(pages.places(pageId(page), { limit: 4, offset: 4 }).places).toMatchObject([{ label: '#2', hidden: true }])
  })

  test('that are gone do not count as checked', () => {
    expect(pages.list('found', { offset: 0 })).toMatchObject({ checked: 5, files: 5 })
  })
})
