import { expect, test } from 'bun:test'
import { runSteps } from '../../../testing/harness/run-steps'
import { anyReadingListSteps } from './reading-list'

const read = (document: string) => runSteps(anyReadingListSteps(document))
const json = (issueList: unknown, more: object = {}) =>
  JSON.stringify({
    fileDetails: { version: '1.0', UUID: 'u' },
    listDetails: { name: 'Night Tide' },
    issueList,
    ...more,
  })

test('a list in JSON is read with its ids, with text for numbers and numbers for text', () => {
  const issues = [
    {
      seriesName: 'Harbor Lights',
      seriesStartYear: 2015,
      issueNumber: '½',
      issueCoverDate: '2016-03-01',
      issueType: 'Event Tie-In',
      id: [
        { name: 'comicvine', series: '3657', issue: 37532 },
        { name: 'grandComicsDatabase', issue: '9' },
        { name: 'metron' },
      ],
    },
    { seriesName: ' Fog ', seriesStartYear: '2010', issueNumber: 3, issueCoverDate: 'unknown' },
    { issueNumber: '4' },
  ]
  expect(read(`\uFEFF ${json(issues)}`)).toEqual({
    name: 'Night Tide',
    isSearch: false,
    books: [
      {
        series: 'Harbor Lights',
        number: '½',
        volume: 2015,
        year: 2016,
        ids: [
          { source: 'comicvine', series: '3657', issue: '37532' },
          { source: 'gcd', issue: '9' },
        ],
      },
      { series: 'Fog', number: '3', volume: 2010, ids: [] },
    ],
  })
})

test('an export of Kavita is read without the ids of its own library', () => {
  const document = `<?xml version="1.0" encoding="utf-8"?>
    <ReadingList><Name>Night Tide</Name><Summary>A story.</Summary><StartYear>2015</StartYear><EndYear>2016</EndYear>
      <Books><Book Series="Harbor Lights" Number="1" Volume="2015" Year="2015" Format="Annual" FileType="Archive">
        <Database Name="kavita" Series="12" Issue="345"/><Database Name="cv" Series="3657" Issue="37532"/>
        <Database Name="AniList" Series="77"/></Book></Books></ReadingList>`
  expect(read(document).books).toEqual([
    {
      series: 'Harbor Lights',
      number: '1',
      volume: 2015,
      year: 2015,
      format: 'Annual',
      ids: [
        { source: 'comicvine', series: '3657', issue: '37532' },
        { source: 'anilist', series: '77' },
      ],
    },
  ])
})

test.each([
  ['{', 'The document is not well-formed JSON.'],
  ['{"name": "secret"}', 'The document is JSON, but it has no issueList.'],
  [json({ length: 3 }), 'The document is JSON, but it has no issueList.'],
  [json(Array.from({ length: 50_001 }, () => ({ seriesName: 'Fog' }))), 'The list has more than 50000 books.'],
])('JSON that is not a list is refused: %#', (document, sentence) => {
  expect(() => read(document)).toThrow(sentence)
})

test('rows of JSON that are not objects are left out', () => {
  expect(read(json([null, 7, 'Fog', ['Fog'], { seriesName: 'Fog', id: 'none' }])).books).toEqual([
    { series: 'Fog', ids: [] },
  ])
})
