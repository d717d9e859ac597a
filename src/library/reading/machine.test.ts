import { describe, expect, test } from 'bun:test'
import {
  afterMark,
  afterPageView,
  isAccepted,
  NEXT,
  type PageView,
  pageIn,
  type ReadingRecord,
  readingEvents,
  readShare,
  readStateOf,
} from './machine'
import { type ReadState, readStates } from './states'

const AT = '2026-11-21T08:00:00.000Z'
const LATER = '2026-11-21T09:00:00.000Z'
const PAGES = 10

const row = (state: ReadState, more: Partial<ReadingRecord> = {}): ReadingRecord => ({
  page: { unread: 0, reading: 4, read: 9 }[state],
  page_count: PAGES,
  share: null,
  furthest: { unread: 0, reading: 4, read: 9 }[state],
  completed: state === 'read',
  again: null,
  started_at: AT,
  read_at: AT,
  finished_at: state === 'read' ? AT : null,
  times_read: state === 'read' ? 1 : 0,
  ...more,
})
const view = (page: number, more: Partial<PageView> = {}): PageView => ({ page, page_count: PAGES, at: LATER, ...more })
const read = (before: ReadingRecord | undefined, ...pages: number[]) =>
  pages.reduce<ReadingRecord | undefined>(
    (reading, page) => afterPageView(reading, view(page)),
    before,
  ) as ReadingRecord

describe('the states', () => {
  const BRINGS: Record<(typeof readingEvents)[number], (before: ReadingRecord) => ReadingRecord> = {
    opened: (before) => afterPageView(before, view(0)),
    turned: (before) => afterPageView(before, view(5)),
    finished: (before) => afterPageView(before, view(9)),
    again: (before) => afterPageView(before, view(5, { completed: false })),
    marked_read: (before) => afterMark(before, true, PAGES, LATER),
    marked_unread: (before) => afterMark(before, false, PAGES, LATER),
  }
  const cases = readStates.flatMap((state) => readingEvents.map((event) => [state, event, NEXT[state][event]] as const))

  test.each(cases)('%s, then %s, is %s', (state, event, next) => {
    expect(readStateOf(BRINGS[event](row(state)))).toBe(next)
  })

  test('opening an issue at its first page leaves it unread', () => {
    expect(readStateOf(afterPageView(undefined, view(0)))).toBe('unread')
  })

  test('marking an issue with its current state changes nothing but the time of an unread one', () => {
    const [read, unread] = [row('read'), row('unread')]
    expect(afterMark(read, true, PAGES, LATER)).toBe(read)
    expect(afterMark(unread, false, PAGES, LATER)).toEqual({ ...unread, read_at: LATER })
  })
})

describe('a reading', () => {
  test('keeps when it began, when it was last read and when it ended', () => {
    const begun = afterPageView(undefined, view(3, { at: AT }))
    expect(begun).toMatchObject({ started_at: AT, read_at: AT, finished_at: null, times_read: 0 })
    expect(afterPageView(begun, view(9))).toMatchObject({
      started_at: AT,
      read_at: LATER,
      finished_at: LATER,
      times_read: 1,
      completed: true,
    })
  })

  test('ends at the only page of an issue that has one', () => {
    expect(readStateOf(afterPageView(undefined, view(0, { page_count: 1 })))).toBe('read')
  })

  test('ends before the last page when the app says so, and not at it when the app denies it', () => {
    expect(afterPageView(undefined, view(7, { completed: true })).completed).toBe(true)
    expect(afterPageView(undefined, view(9, { completed: false })).completed).toBe(false)
  })

  test('has the percentage of the current page, and 100 once it was read', () => {
    expect(readShare(row('unread'))).toBe(0)
    expect(readShare(row('reading'))).toBe(0.5)
    expect(readShare(row('read', { page: 2 }))).toBe(1)
  })

  test.each([
    ['past the last page of a truncated file', { page: 12, page_count: 10 }, 1],
    ['at the only page', { page: 0, page_count: 1 }, 1],
    ['without pages', { page: 0, page_count: 0 }, 0],
  ])('has a percentage %s', (_, place, share) => {
    expect(readShare(row('reading', { furthest: 1, ...place }))).toBe(share)
  })

  test('that ended reached the last page, wherever the app says that it ended', () => {
    expect(afterPageView(undefined, view(7, { completed: true }))).toMatchObject({ page: 7, furthest: 9 })
  })
})

describe('a read issue', () => {
  test('stays read while single pages are viewed, and keeps the page', () => {
    expect(read(row('read'), 0)).toMatchObject({ page: 0, completed: true, times_read: 1 })
    expect(read(row('read'), 0, 6, 3)).toMatchObject({ page: 3, completed: true })
  })

  test('is being read again once its first half was viewed in order', () => {
    expect(readStateOf(read(row('read'), 0, 1, 2, 3))).toBe('read')
    expect(read(row('read'), 0, 1, 2, 3, 4)).toMatchObject({
      completed: false,
      furthest: 4,
      started_at: LATER,
      times_read: 1,
    })
  })

  test('accepts a page turned back and double pages as in order, but not a jump', () => {
    expect(readStateOf(read(row('read'), 0, 2, 1, 2, 4))).toBe('reading')
    expect(readStateOf(read(row('read'), 0, 1, 6, 7, 8))).toBe('read')
  })

  test('counts as read twice when it is read to the end again', () => {
    expect(read(row('read'), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toMatchObject({ times_read: 2, finished_at: LATER })
    expect(read(row('read'), 9).times_read).toBe(1)
  })

  test.each([
    ['at a step to the end', [0, 1, 4], 2],
    ['not at a jump to the end', [0, 4], 1],
  ])('of five pages counts as read again %s', (_, pages, times) => {
    const whole = row('read', { page: 4, page_count: 5, furthest: 4 })
    const viewed = pages.reduce((reading, page) => afterPageView(reading, view(page, { page_count: 5 })), whole)
    expect(viewed).toMatchObject({ completed: true, times_read: times })
  })

  test.each([
    [3, 'reading'],
    [4, 'reading'],
    [5, 'read'],
  ] as const)('of %i pages, after the first two %s', (page_count, state) => {
    const whole = row('read', { page: page_count - 1, page_count, furthest: page_count - 1 })
    const viewed = [0, 1].reduce((reading, page) => afterPageView(reading, view(page, { page_count })), whole)
    expect(readStateOf(viewed)).toBe(state)
  })

  test('does not become unread through its first page, however short it is', () => {
    for (const pages of [1, 2, 3]) {
      const short = row('read', { page: pages - 1, page_count: pages, furthest: pages - 1 })
      expect(readStateOf(afterPageView(short, view(0, { page_count: pages })))).toBe('read')
    }
  })
})

describe('of two updates from devices', () => {
  const EARLIER = '2026-11-21T07:00:00.000Z'
  test.each([
    ['newer', LATER, 7, undefined, true],
    ['newer and further back', LATER, 1, undefined, true],
    ['of the same time and further', AT, 5, undefined, true],
    ['of the same time and no further', AT, 4, undefined, false],
    ['of the same time and further back', AT, 1, undefined, false],
    ['of the same time that reports it as read', AT, 4, true, true],
    ['older and further', EARLIER, 9, undefined, false],
    ['older and further back', EARLIER, 1, undefined, false],
    ['older that reports it as read', EARLIER, 9, true, false],
  ] as const)('one that is %s', (_, at, page, completed, expected) => {
    const update = view(page, { at, ...(completed === undefined ? {} : { completed }) })
    expect(isAccepted(row('reading'), update)).toBe(expected)
  })

  test('one of the same time that repeats that an issue is read counts no more', () => {
    const again = view(4, { at: AT, completed: true })
    expect(isAccepted({ read_at: AT, page: 4, completed: true, share: null }, again)).toBe(false)
    expect(isAccepted({ read_at: AT, page: 4, completed: false, share: null }, again)).toBe(true)
  })

  test('the first one always counts, whatever its time', () => {
    expect(isAccepted(undefined, view(3, { at: EARLIER }))).toBe(true)
  })
})

describe('in a file that replaced the one that was read', () => {
  test.each([
    ['the page stays where adverts came or went', { page: 11, page_count: 24 }, 26, 11],
    ['the page stays within a short one', { page: 23, page_count: 24 }, 21, 20],
    ['the page stays with four pages more', { page: 11, page_count: 24 }, 28, 11],
    ['the share stays with five pages more', { page: 11, page_count: 24 }, 29, 13],
    ['the page stays with a tenth more', { page: 49, page_count: 100 }, 110, 49],
    ['the share stays with more than a tenth more', { page: 49, page_count: 100 }, 111, 54],
    ['the page stays when the number of pages was unknown', { page: 3, page_count: 0 }, 20, 3],
    ['the only page is all of it', { page: 0, page_count: 1 }, 20, 19],
    ['the share stays where spreads were cut in two', { page: 11, page_count: 24 }, 48, 23],
    ['the share stays where an omnibus became its parts', { page: 299, page_count: 600 }, 150, 74],
    ['no page precedes the first', { page: 1, page_count: 600 }, 20, 0],
    ['a file without pages causes no error', { page: 3, page_count: 24 }, 0, 0],
  ] as const)('%s', (_, row, pageCount, page) => {
    expect(pageIn(row, pageCount)).toBe(page)
  })
})

test('a read issue that is started again is no longer finished, and continuing keeps its start time', () => {
  const again = afterPageView(row('read'), view(5, { completed: false }))
  expect([readStateOf(again), again.finished_at, again.times_read]).toEqual(['reading', null, 1])
  const on = afterPageView(row('reading', { finished_at: AT }), view(6))
  expect([readStateOf(on), on.finished_at]).toEqual(['reading', AT])
})

test('in a read issue three pages on is a step, four is a jump', () => {
  const after = (page: number) =>
    afterPageView(row('read', { again: 0, page_count: 30 }), view(page, { page_count: 30 }))
  expect([after(3).again, after(4).again]).toEqual([3, null])
})

test('in a read issue viewing only the third page is not a new start', () => {
  expect(read(row('read'), 2).again).toBeNull()
  expect(read(row('read'), 1).again).toBe(1)
})

describe('a mark', () => {
  test.each([
    ['as read', true, 10, { page: 9, furthest: 9, completed: true, finished_at: LATER, times_read: 1 }],
    ['as read without pages', true, 0, { page: 0, furthest: 0, completed: true, finished_at: LATER, times_read: 1 }],
    ['as read of its only page', true, 1, { page: 0, furthest: 0, completed: true }],
  ])('%s goes to the last page', (_, isRead, pages, record) => {
    expect(afterMark(undefined, isRead, pages, LATER)).toMatchObject({ page_count: pages, read_at: LATER, ...record })
    expect(afterMark(row('reading'), isRead, pages, LATER)).toMatchObject(record)
  })

  test('as unread goes to the first page, and keeps how often it was read', () => {
    const unread = { page: 0, furthest: 0, completed: false, finished_at: null, times_read: 1 }
    expect(afterMark(row('read'), false, PAGES, LATER)).toMatchObject(unread)
  })
})

describe('the place within a page', () => {
  test('is that of the last view, and null at the top', () => {
    expect(afterPageView(undefined, view(4, { share: 0.4 })).share).toBe(0.4)
    expect(afterPageView(row('reading', { share: 0.4 }), view(4, { share: 0 })).share).toBeNull()
  })

  test('stays when an app that reports only pages is on the same page, and ends on another', () => {
    const before = row('reading', { share: 0.4 })
    expect(afterPageView(before, view(4)).share).toBe(0.4)
    expect(afterPageView(before, view(5)).share).toBeNull()
    expect(afterPageView(before, view(4, { page_count: 30 })).share).toBeNull()
  })

  test('ends with a mark', () => {
    expect(afterMark(row('reading', { share: 0.4 }), false, PAGES, LATER).share).toBeNull()
    expect(afterMark(row('reading', { share: 0.4 }), true, PAGES, LATER).share).toBeNull()
  })

  test('of two views of one page at the same time is the one further down', () => {
    const before = row('reading', { share: 0.4 })
    expect(isAccepted(before, view(4, { at: AT, share: 0.5 }))).toBe(true)
    expect(isAccepted(before, view(4, { at: AT, share: 0.3 }))).toBe(false)
    expect(isAccepted(before, view(4, { at: AT }))).toBe(false)
    expect(isAccepted(before, view(3, { at: AT, share: 0.9 }))).toBe(false)
  })
})
