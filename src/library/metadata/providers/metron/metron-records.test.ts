import { describe, expect, test } from 'bun:test'
import type { ReleaseRecord } from '../provider'
import {
  listedIssue,
  listedRelease,
  listedSeries,
  metronBookType,
  metronName,
  metronPage,
  wholeIssue,
  wholeList,
  wholeSeries,
} from './metron-records'

describe('a page', () => {
  const next = 'https://idx.test/next'
  test.each([
    [
      { results: [{}], next, count: 9 },
      { results: [1], total: 9, more: true },
    ],
    [
      { results: [{}], next: null, count: 1 },
      { results: [1], total: 1, more: false },
    ],
    [
      { results: [], next, count: 9 },
      { results: [], total: 9, more: false },
    ],
    [{ results: [{}, {}] }, { results: [1, 1], total: 2, more: false }],
    [null, { results: [], total: 0, more: false }],
  ])('%j is read as %j', (json, page) => expect(metronPage(json, () => 1)).toEqual(page))

  test('without entries is empty', () => {
    expect(() => metronPage({ count: 1 }, () => 1)).toThrow('results is missing')
  })
})

test('a list of releases is complete with as many as it states', () => {
  const all = [{ id: '1' }, { id: '2' }] as ReleaseRecord[]
  for (const total of [1, 2]) expect(wholeList(all, total)).toEqual({ ok: all })
  expect(wholeList(all, 3)).toEqual({ failure: 'unreadable', detail: 'Metron sent 2 of 3 releases.' })
})

test('a release may have neither day nor number', () => {
  const release = { id: 6, number: null, series: { name: 'Clouds' } }
  const bare = { id: '6', day: '', series: 'Clouds', kind: 'issue', unit: 'issue', number: '', series_ids: {} }
  expect(listedRelease(release)).toEqual({ ...bare, issue_ids: { metron: '6' } } as never)
  const series = { name: 'Clouds', year_began: 2019, volume: 2 }
  expect(listedRelease({ ...release, number: '7', store_date: '2026-11-18', cv_id: 9, series })).toMatchObject({
    day: '2026-11-18',
    number: '7',
    year: 2019,
    volume: 2,
    issue_ids: { metron: '6', comicvine: '9' },
  })
  expect(() => listedRelease({ ...release, series: null })).toThrow('name is missing')
})

test.each([
  ['Copper Lantern (2019)', 'Copper Lantern'],
  ['Copper Lantern', 'Copper Lantern'],
  ['Clouds (2019) (2020)', 'Clouds (2019)'],
  ['Clouds (19)', 'Clouds (19)'],
])('the series listed as %p has the name %p', (series, name) => {
  expect(listedSeries({ id: 1, series }).facts.name).toBe(name)
})

test.each([
  [null, {}],
  [0, {}],
  [1, { comicvine: '1' }],
  ['junk', {}],
])('with the number %p of ComicVine a series and an issue have the ids %j', (cv_id, ids) => {
  expect(listedSeries({ id: 1, series: 'Clouds', cv_id }).ids).toEqual(ids)
  const { facts } = listedIssue({ id: 1, number: '1', cv_id })
  expect(facts.ids).toEqual(cv_id === 1 ? ids : (undefined as never))
  expect('ids' in facts).toBe(cv_id === 1)
})

test('a series has its stated status', () => {
  const publication = (status?: string) => wholeSeries({ id: 1, name: 'Clouds', status }).facts.publication
  expect(['Ongoing', 'COMPLETED', 'Hiatus', 'cancelled', 'Lost', undefined].map(publication)).toEqual([
    'ongoing',
    'ended',
    'hiatus',
    'cancelled',
    undefined,
    undefined,
  ])
})

test('an issue has its time of change, if any', () => {
  const issue = { id: 1, number: '1' }
  expect(listedIssue(issue)).toEqual({
    provider_id: '1',
    detailed: false,
    facts: { kind: 'issue', unit: 'issue', number: '1' },
  })
  expect(listedIssue({ ...issue, modified: 'today' }).changed).toBe('today')
  expect(() => listedIssue({ id: 1 })).toThrow('number is missing')
})

test.each([
  ['0123456789ABCDEF', '0123456789abcdef'],
  ['0123456789abcde', undefined],
  ['0123456789abcdef0', undefined],
  ['0123456789abcdeg', undefined],
  ['', undefined],
  [null, undefined],
])('the hash %p of a cover is stored as %p', (cover_hash, kept) => {
  expect(listedIssue({ id: 1, number: '1', cover_hash }).facts.cover_hash).toBe(kept as string)
})

describe('a complete issue', () => {
  const facts = (more: object) => wholeIssue({ id: 1, number: '1', ...more }).facts

  test.each([
    [{ name: ['A Lamp', '', 7, 'A Boat'], title: 'Both' }, 'A Lamp; A Boat'],
    [{ name: ['A Lamp'] }, 'A Lamp'],
    [{ name: [], title: 'Both' }, 'Both'],
    [{ name: [''], title: 'Both' }, 'Both'],
    [{ name: 'A Lamp', title: 'Both' }, 'Both'],
    [{ title: '' }, undefined],
  ])('with %j is titled %p', (more, title) => expect(facts(more).title).toBe(title as string))

  test.each([
    [{ price: '3.99', price_currency: 'EUR' }, '3.99 EUR'],
    [{ price: '3.99' }, '3.99 USD'],
    [{ price: null, price_currency: 'EUR' }, undefined],
    [{}, undefined],
  ])('with %j costs %p', (more, price) => expect(facts(more).price).toBe(price as string))

  test.each([
    ['Everyone', 'Everyone'],
    ['Teen Plus', 'Teen Plus'],
    ['Unknown', undefined],
  ])('rated %s is for %p', (name, age) => expect(facts({ rating: { name } }).age_rating).toBe(age as string))

  test('that is not rated has no rating', () => expect(facts({ rating: null })).not.toHaveProperty('age_rating'))

  test('names each role once, in the words of ComicInfo', () => {
    const role = ['Artist', 'Penciller', 'Cover Artist', 'Story Consultant'].map((name) => ({ name }))
    expect(facts({ credits: [{ creator: 'Ines', role }] }).credits).toEqual([
      { name: 'Ines', roles: ['Penciller', 'CoverArtist', 'Story Consultant'] },
    ])
  })
})

test.each([
  ['Trade Paperback', 'TPB'],
  ['hardcover', 'HC'],
  ['Limited Series', 'Print'],
  [undefined, undefined],
])('a series of the type %p is a %p', (type, book) => expect(metronBookType(type)).toBe(book as string))

test('a part may have a name', () => {
  expect(metronName({ publisher: { name: 'Northgate' } }, 'publisher')).toBe('Northgate')
  for (const none of [{}, { publisher: null }, { publisher: {} }]) expect(metronName(none, 'publisher')).toBeUndefined()
})
