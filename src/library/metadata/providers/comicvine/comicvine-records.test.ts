import { describe, expect, test } from 'bun:test'
import {
  comicvineDetail,
  comicvineIssue,
  comicvinePage,
  comicvinePicture,
  comicvineRelease,
  comicvineResults,
  comicvineSeries,
} from './comicvine-records'

describe('a reply', () => {
  test.each([
    [100, 'auth'],
    [107, 'limit'],
    [102, 'refused'],
    [108, 'refused'],
    [0, 'refused'],
  ])('with the code %d is a failure: %s', (status_code, kind) => {
    expect(() => comicvineResults({ status_code })).toThrow(expect.objectContaining({ name: 'ServiceError', kind }))
  })

  test.each([[undefined], [null], ['1']])('with the code %p has changed its format', (status_code) => {
    expect(() => comicvineResults({ status_code })).toThrow('status_code is missing')
  })

  test('may say that the record does not exist', () => {
    expect(comicvineResults(null)).toBeUndefined()
    expect(comicvineResults({ status_code: 101 })).toBeUndefined()
    expect(comicvineResults({ status_code: 1, results: 7 })).toEqual({ status_code: 1, results: 7 })
    expect(comicvinePage({ status_code: 101 }, () => 1)).toEqual({ results: [], total: 0 })
    expect(comicvineDetail(undefined)).toBeUndefined()
  })

  test('has as many entries as it states, or contains', () => {
    const page = { status_code: 1, results: [{}, {}] }
    expect(comicvinePage({ ...page, number_of_total_results: 7 }, () => 1)).toEqual({ results: [1, 1], total: 7 })
    expect(comicvinePage(page, () => 1).total).toBe(2)
  })
})

test('a series has all stated data, and nothing else', () => {
  expect(comicvineSeries({ id: 7, name: 'Harbor Lights' })).toEqual({
    provider: 'comicvine',
    provider_id: '7',
    ids: {},
    facts: { name: 'Harbor Lights', content_type: 'comic' },
  })
  const whole = {
    id: 7,
    name: 'Harbor Lights',
    aliases: 'The Lights\r\n\n Harbour Lights \n',
    deck: 'In short.',
    description: '<p>At length.</p>',
    first_issue: { id: 71 },
    last_issue: { id: 79 },
    date_last_updated: 'today',
  }
  expect(comicvineSeries(whole)).toMatchObject({
    first_issue_id: '71',
    last_issue_id: '79',
    changed: 'today',
    facts: { aliases: ['The Lights', 'Harbour Lights'], description: 'At length.' },
  })
  expect(comicvineSeries({ ...whole, description: '<p></p>' }).facts.description).toBe('In short.')
})

test.each([
  ['12', 'issue', '12'],
  ['Annual', 'annual', '1'],
  ['Annual #2', 'annual', '2'],
  ['ANNUAL 2019', 'annual', '2019'],
  ['Annually', 'issue', 'Annually'],
  [null, 'issue', undefined],
])('the number %p belongs to an %s: %p', (issue_number, kind, number) => {
  const { facts } = comicvineIssue({ id: 1, issue_number })
  expect([facts.kind, facts.number]).toEqual([kind, number] as never)
})

test('an issue has its time of change, if any', () => {
  const issue = { id: 1, issue_number: '1' }
  expect(comicvineIssue(issue)).toEqual({
    provider_id: '1',
    detailed: false,
    facts: { kind: 'issue', unit: 'issue', number: '1' },
  })
  expect(comicvineIssue({ ...issue, date_last_updated: 'today' }).changed).toBe('today')
})

test('a release without a number, a day or a title is accepted', () => {
  const issue = { id: 1, issue_number: null, volume: { id: 7, name: 'Harbor Lights' } }
  const ids = { series_ids: { comicvine: '7' }, issue_ids: { comicvine: '1' } }
  expect(comicvineRelease(issue)).toEqual({
    volume: '7',
    record: { id: '1', day: '', series: 'Harbor Lights', kind: 'issue', unit: 'issue', number: '', ...ids },
  })
  const annual = { ...issue, issue_number: 'Annual 2', store_date: '2026-11-18', name: 'Winter' }
  expect(comicvineRelease(annual).record).toMatchObject({
    kind: 'annual',
    number: '2',
    day: '2026-11-18',
    title: 'Winter',
  })
})

test.each([
  ['writer', ['Writer']],
  ['artist, Inker', ['Penciller', 'Inker']],
  [' cover ,, editor,', ['CoverArtist', 'Editor']],
  ['journalist', ['journalist']],
  ['', []],
  [null, []],
])('a person who is %p has the roles %j', (role, roles) => {
  const results = { id: 1, issue_number: '1', person_credits: [{ name: 'Ines', role }] }
  expect(comicvineDetail({ results })?.facts.credits).toEqual([{ name: 'Ines', roles }])
})

test.each([
  [{ super_url: 's', original_url: 'o', medium_url: 'm', small_url: 'i' }, 's', 'i'],
  [{ original_url: 'o', medium_url: 'm' }, 'o', 'm'],
  [{ medium_url: 'm' }, 'm', 'm'],
  [{ small_url: 'i' }, undefined, 'i'],
])('of the pictures %j the large one is %p and the small one %p', (names, large, small) => {
  const address = (name: string | undefined) => name && `https://idx.test/${name}.png`
  const image = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, address(name)]))
  expect(comicvinePicture({ image })).toEqual({ large: address(large), small: address(small) })
})

test.each([
  [undefined],
  [null],
  [{ super_url: 'https://idx.test/6373148-blank.png' }],
  [{ super_url: 'https://idx.test/img_broken.png' }],
  [{ super_url: 'https://idx.test/blank' }],
])('%j is not a picture', (image) => expect(comicvinePicture({ image })).toBeUndefined())

test('a picture named Blank may belong to a series', () => {
  expect(comicvinePicture({ image: { super_url: 'https://idx.test/blank/1-blanket.png' } })).toBeDefined()
})
