import { describe, expect, test } from 'bun:test'
import { allPages, PageMove, pageOrder, withoutPages } from './page-order'

describe('facts without hidden pages', () => {
  test.each([
    ['nothing hidden', { page_count: 5, cover_page: 1 }, [], { page_count: 5, cover_page: 1, hidden_pages: null }],
    ['a page behind the cover', { page_count: 5, cover_page: 1 }, [4], { page_count: 4, cover_page: 1 }],
    ['a page before the cover', { page_count: 5, cover_page: 1 }, [0], { page_count: 4, cover_page: 0 }],
    ['the cover: the next page is the cover', { page_count: 5, cover_page: 1 }, [1], { page_count: 4, cover_page: 1 }],
    ['a cover at the end: the first page is', { page_count: 3, cover_page: 2 }, [2], { page_count: 2, cover_page: 0 }],
    ['all pages: none is hidden', { page_count: 2, cover_page: 0 }, [0, 1], { page_count: 2, hidden_pages: null }],
    ['pages that the file lacks', { page_count: 2, cover_page: 0 }, [7], { page_count: 2, hidden_pages: null }],
  ])('%s', (_, whole, hidden, shown) => {
    expect(withoutPages(whole, hidden)).toMatchObject(shown)
    expect(allPages(withoutPages(whole, hidden))).toEqual(whole)
  })
})

describe('a move between two orders of pages', () => {
  const hide = new PageMove(pageOrder(6, []), pageOrder(6, [0, 3]))

  test('counts shown pages without the hidden ones, which wait behind the last', () => {
    expect([0, 1, 2, 3, 4, 5].map((at) => hide.place(at))).toEqual([4, 0, 1, 5, 2, 3])
  })

  test('leads from a hidden page to the next shown one, or to the last', () => {
    expect([0, 3].map((at) => hide.shownPlace(at))).toEqual([0, 2])
    expect(new PageMove(pageOrder(3, []), pageOrder(3, [2])).shownPlace(2)).toBe(1)
  })

  test('keeps what was read: the last shown page up to a page', () => {
    expect([0, 1, 2, 3, 4, 5].map((at) => hide.furthestPlace(at))).toEqual([0, 0, 1, 1, 2, 3])
  })

  test('is empty for the same order, and when only hidden pages were removed', () => {
    expect(new PageMove(pageOrder(4, [1]), pageOrder(4, [1])).isEmpty).toBe(true)
    expect(new PageMove(pageOrder(4, [1]), pageOrder(3, [], [1])).isEmpty).toBe(true)
    expect(new PageMove(pageOrder(4, []), pageOrder(3, [], [1])).isEmpty).toBe(false)
  })

  test('there and back leads every page to its place, whatever was hidden and removed', () => {
    for (let seed = 0; seed < 500; seed++) {
      const count = 2 + (seed % 9)
      const pick = (salt: number) =>
        Array.from({ length: count }, (_, at) => at).filter((at) => ((seed * salt) >> at) & 1)
      const [hidden, removed] = [pick(7), pick(13).slice(0, count - 1)]
      const kept = Array.from({ length: count }, (_, at) => at).filter((at) => !removed.includes(at))
      const left = kept.flatMap((page, at) => (hidden.includes(page) ? [at] : []))
      const before = pageOrder(count, hidden.slice(0, count - 1))
      const after = pageOrder(kept.length, left, removed)
      const [there, back] = [new PageMove(before, after), new PageMove(after, before)]
      const places = [...before.pages.keys()]
      expect(places.map((at) => back.place(there.place(at)))).toEqual(places)
    }
  })
})
