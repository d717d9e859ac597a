import { describe, expect, test } from 'bun:test'
import { isLibraryFiltered, libraryAddress, readLibraryView, START, wireQuery, withoutFilters, yearsIn } from './view'

const read = (address: string) => readLibraryView(Object.fromEntries(new URL(address, 'http://house').searchParams))

describe('the address of the library', () => {
  test('is empty without filters', () => {
    expect(libraryAddress('/library', START)).toBe('/library')
    expect(read('/library')).toEqual(START)
  })

  test('keeps a whole view across a round trip', () => {
    const view = {
      look: 'table',
      q: 'harbor & co',
      kind: 'manga',
      progress: 'missing',
      paused: true,
      monitored: false,
      read: 'in_progress',
      run: 'ended',
      unmatched: true,
      favourite: true,
      genre: 'Science fiction & more',
      years: '1990-1999',
      format: 'TPB',
      tag: 'lent, to Ann',
      rating: '4',
      collection: 'c-1',
      person: 'Ann Lee, Jr.',
      role: 'CoverArtist',
      character: 'The Keeper',
      team: 'Night Watch',
      location: 'Old Port',
      imprint: 'Low Tide',
      arc: 'Rising Tide',
      publisher: 'Northgate',
      sort: 'year',
      down: true,
    } as const
    expect(read(libraryAddress('/library', view))).toEqual(view)
  })

  test('distinguishes series without a publisher from any publisher', () => {
    const view = { ...START, publisher: '' }
    expect(read(libraryAddress('/', view))).toEqual(view)
    expect(isLibraryFiltered(view)).toBe(true)
  })

  test('leaves out invalid values', () => {
    expect(read('/library?read=half&run=never&years=old&rating=9&favourite=maybe&status=odd')).toEqual(START)
    expect(read('/library?view=list&kind=film&sort=colour&progress=half')).toEqual(START)
  })

  test('keeps a role only with the person who has it', () => {
    expect(read('/library?role=Inker')).toEqual(START)
    expect(wireQuery(read('/library?person=Cy+Vale&role=Inker'))).toMatchObject({ person: 'Cy Vale', role: 'Inker' })
  })

  test('starts each order in the usual direction', () => {
    expect(read('/library?sort=added').down).toBe(true)
    expect(libraryAddress('/library', { ...START, sort: 'added', down: true })).toBe('/library?sort=added')
    expect(libraryAddress('/library', { ...START, sort: 'added', down: false })).toBe('/library?sort=added&order=asc')
  })
})

test.each([
  ['1994', { from: 1994, to: 1994 }],
  ['1990-1999', { from: 1990, to: 1999 }],
  ['1990-', { from: 1990, to: undefined }],
  ['-1999', { from: undefined, to: 1999 }],
  ['', undefined],
  ['-', undefined],
  ['19941999', undefined],
  ['old', undefined],
])('the years %p are %p', (text, years) => {
  expect(yearsIn(text)).toEqual(years as never)
})

describe('filters', () => {
  test('are distinct from layouts and orders', () => {
    expect(isLibraryFiltered({ ...START, look: 'table', sort: 'year', down: true })).toBe(false)
    expect(isLibraryFiltered({ ...START, q: '  ' })).toBe(false)
    expect(isLibraryFiltered({ ...START, q: 'x' })).toBe(true)
  })

  test('can be cleared without losing the layout and the order', () => {
    const view = { ...START, look: 'table', q: 'x', kind: 'comic', sort: 'year' } as const
    expect(withoutFilters(view)).toEqual({ ...START, look: 'table', sort: 'year' })
  })

  test('are sent to the server in its format', () => {
    expect(wireQuery({ ...START, q: ' saga ', paused: true, down: true })).toEqual({
      q: 'saga',
      content_type: undefined,
      progress: undefined,
      status: 'paused',
      publisher: undefined,
      sort: 'title',
      order: 'desc',
    })
  })
})
