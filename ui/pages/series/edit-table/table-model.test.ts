import { describe, expect, test } from 'bun:test'
import { type Column, columnsOf } from './columns'
import { changesIn, type Drafts, draftsFor, isChanged, isLocked, replaced, replacements, setCells, shownValue, unlockCells } from './table-model' // biome-ignore format: one line
import type { Subject, WireRow } from './wire'

const row = (more: Partial<WireRow> = {}): WireRow => ({
  id: 'a',
  comic_id: 'a',
  name: 'Saga',
  has_files: false,
  format: null,
  values: { name: 'Saga', publisher: 'Image', genres: ['Space'], credits: [] },
  locked: [],
  under: {},
  ...more,
})
const column = (of: Subject, label: string) => columnsOf(of).find((each) => each.label === label) as Column
const NONE: Drafts = new Map()
const set = (text: string, label: string, of: Subject = 'series', one = row(), drafts = NONE) =>
  setCells(drafts, [{ row: one, column: column(of, label), text }])

test.each<[label: string, of: Subject, text: string, value: unknown]>([
  ['Title', 'series', ' Saga 2 ', 'Saga 2'],
  ['First year', 'series', '2012', 2012],
  ['First year', 'series', 'soon', undefined],
  ['First year', 'series', '3000', undefined],
  ['Volume', 'series', '99999', undefined],
  ['Language', 'series', 'a language without a code', undefined],
  ['Direction', 'series', 'right to left', 'rtl'],
  ['Direction', 'series', 'rtl', 'rtl'],
  ['Direction', 'series', 'up', undefined],
  ['Genres', 'series', 'Space, War', ['Space', 'War']],
  ['Genres', 'series', 'Smith, Jr.; War', ['Smith, Jr.', 'War']],
  ['Genres', 'series', 'War, War', ['War']],
  ['Release date', 'issues', '2015-05', '2015-05'],
  ['Release date', 'issues', '6 May', undefined],
  ['Release date', 'issues', '2015-13', undefined],
  ['Release date', 'issues', '2015-02-31', undefined],
])('%s of %s takes %j as %j', (label, of, text, value) => {
  const { drafts, left } = set(text, label, of)
  expect(drafts.get('a')?.[column(of, label).field]).toEqual(value)
  expect(left).toHaveLength(value === undefined ? 1 : 0)
})

test.each<[label: string, of: Subject]>([
  ['Title', 'series'],
  ['Genres', 'series'],
  ['Writers', 'issues'],
])('a text that the server refuses as too long is left out: %s of %s', (label, of) => {
  expect(set('x'.repeat(301), label, of).left).toMatchObject([{ why: expect.stringContaining('at most') }])
  expect(set('x'.repeat(300), label, of).left).toEqual([])
})

test('a list with a comma in a name is read again as written', () => {
  const genres = column('series', 'Genres')
  for (const value of [['Smith, Jr.'], ['Smith, Jr.', 'War'], ['Space', 'War'], []]) {
    const text = genres.read(value)
    if (text) expect(genres.parse(text, [])).toEqual(value)
  }
})

describe('credits', () => {
  const credits = [
    { name: 'Ann', roles: ['Writer', 'Inker'] },
    { name: 'Bo', roles: ['Cover Artist'] },
  ]
  const own = row({ values: { credits } })

  test('have a column for each role, and keep the other roles', () => {
    expect(column('issues', 'Writers').read(credits)).toBe('Ann')
    expect(column('issues', 'Cover artists').read(credits)).toBe('Bo')
    const { drafts } = set('Cy, bo', 'Writers', 'issues', own)
    expect(drafts.get('a')).toEqual({
      credits: [
        { name: 'Ann', roles: ['Inker'] },
        { name: 'Bo', roles: ['Cover Artist', 'Writer'] },
        { name: 'Cy', roles: ['Writer'] },
      ].toSorted((x, y) => x.name.localeCompare(y.name)),
    })
  })

  test('do not change when they are read', () => {
    const before = structuredClone(credits)
    set('Cy, bo', 'Writers', 'issues', own)
    expect(credits).toEqual(before)
  })

  test('lose a role whose cell is cleared, and only that cell counts as changed', () => {
    const { drafts } = set('', 'Writers', 'issues', own)
    expect(drafts.get('a')?.credits).toEqual([
      { name: 'Ann', roles: ['Inker'] },
      { name: 'Bo', roles: ['Cover Artist'] },
    ])
    expect(isChanged(own, drafts, column('issues', 'Writers'))).toBe(true)
    expect(isChanged(own, drafts, column('issues', 'Inkers'))).toBe(false)
  })
})

test('the saved value again is no change, and several edits of a row are one change', () => {
  const first = set('Kestrel', 'Publisher').drafts
  expect(changesIn([row()], first)).toEqual([{ id: 'a', set: { publisher: 'Kestrel' }, seen: { publisher: 'Image' } }])
  const second = set('2012', 'First year', 'series', row(), first).drafts
  expect(changesIn([row()], second)).toEqual([
    { id: 'a', set: { publisher: 'Kestrel', year: 2012 }, seen: { publisher: 'Image', year: null } },
  ])
  expect(changesIn([row()], set('Image', 'Publisher', 'series', row(), first).drafts)).toEqual([])
})

describe('a locked field', () => {
  const locked = row({ locked: ['publisher'], under: { publisher: 'Northgate' } })

  test('is given back by an empty cell, and shows what its sources state', () => {
    const { drafts } = set('', 'Publisher', 'series', locked)
    expect(drafts.get('a')).toEqual({ publisher: null })
    expect(shownValue(locked, drafts, 'publisher')).toBe('Northgate')
    expect([isLocked(locked, NONE, 'publisher'), isLocked(locked, drafts, 'publisher')]).toEqual([true, false])
  })

  test('is given back by unlocking, which leaves other fields', () => {
    const cells = ['Publisher', 'Title'].map((label) => ({ row: locked, column: column('series', label) }))
    expect(unlockCells(NONE, cells)).toMatchObject({ changed: 1 })
    expect(unlockCells(NONE, cells).drafts.get('a')).toEqual({ publisher: null })
  })

  test('an empty cell of a source is left, with the reason', () => {
    const { changed, left } = set('', 'Publisher')
    expect([changed, left[0]?.why]).toEqual([0, expect.stringContaining('Only your own edits')])
  })

  test('an unsaved value is dropped by an empty cell', () => {
    const { drafts } = set('', 'Publisher', 'series', row(), set('Kestrel', 'Publisher').drafts)
    expect(drafts.size).toBe(0)
  })
})

test.each([
  ['Birch', 'birch', 'Beech', {}, 'Beech'],
  ['Birch', 'birch', 'Beech', { matchCase: true }, 'Birch'],
  ['Birch Bo', 'birch', 'Beech', { whole: true }, 'Birch Bo'],
  ['a.b a.b', '.', '$&', {}, 'a$&b a$&b'],
  ['Birch', '', 'x', {}, 'Birch'],
])('%j with %j as %j (%j) is %j', (text, find, replace, how, result) => {
  expect(replaced(text, { find, replace, matchCase: false, whole: false, ...how })).toBe(result)
})

test('a preview has only cells that change', () => {
  const cells = ['Publisher', 'Genres'].map((label) => ({ row: row(), column: column('series', label) }))
  const found = replacements(NONE, cells, { find: 'space', replace: 'Star', matchCase: false, whole: false })
  expect(found.map(({ column: { label }, text }) => [label, text])).toEqual([['Genres', 'Star']])
})

test('stored values return to rows that still differ from them', () => {
  const stored: [string, Record<string, unknown>][] = [
    ['a', { publisher: 'Image', year: 2012 }],
    ['gone', { publisher: 'Kestrel' }],
  ]
  expect([...draftsFor([row()], stored)]).toEqual([['a', { year: 2012 }]])
})
