import { describe, expect, test } from 'bun:test'
import { changeSearch, readSearchView, searchAddress } from './view'

describe('the address of a search', () => {
  test('is empty without a search', () => {
    expect(searchAddress(readSearchView({}))).toBe('/search')
  })

  test('keeps a whole search across a round trip', () => {
    const view = { q: 'harbor lights', kind: 'manga', sort: 'follows', page: 3 } as const
    const query = Object.fromEntries(new URLSearchParams(searchAddress(view).split('?')[1]))
    expect(readSearchView(query)).toEqual(view)
  })

  test('leaves out invalid values', () => {
    expect(readSearchView({ q: 'x', kind: 'film', sort: 'colour', page: '-2' })).toEqual({
      q: 'x',
      kind: 'comic',
      sort: 'relevance',
      page: 1,
    })
    expect(readSearchView({ page: 'NaN' }).page).toBe(1)
  })

  test('starts another kind at its first page, in an order of that kind', () => {
    const view = { q: 'x', kind: 'manga', sort: 'follows', page: 3 } as const
    expect(changeSearch(view, { kind: 'comic' })).toEqual({ q: 'x', kind: 'comic', sort: 'relevance', page: 1 })
    expect(changeSearch({ ...view, sort: 'name_asc' }, { kind: 'comic' }).sort).toBe('name_asc')
  })
})
