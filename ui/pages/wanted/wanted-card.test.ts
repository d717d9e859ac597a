import { expect, test } from 'bun:test'
import { type WantedFields, wantedCard, wantedCards } from './wanted-card'

const TODAY = '2026-11-21'
const row = (more: object = {}): WantedFields =>
  ({
    ComicID: 'h 1',
    IssueID: 'h1',
    ComicName: 'Harbor',
    ComicYear: '2015',
    ComicPublisher: 'Northgate',
    Issue_Number: '3',
    unit: 'issue',
    IssueName: null,
    ReleaseDate: null,
    IssueDate: null,
    Monitored: true,
    acquisition: null,
    ...more,
  }) as WantedFields
const card = (more: object = {}) => wantedCard(row(more), TODAY)

test.each([
  [
    { ReleaseDate: '2026-11-22' },
    { date: '22 Nov 2026', month: '2026-11', monthWords: 'Nov 2026', day: '22', future: true },
  ],
  [
    { ReleaseDate: '2026-11-21', IssueDate: '2027-01' },
    { month: '2026-11', day: '21', future: false },
  ],
  [{ IssueDate: '2026-12' }, { month: '2026-12', day: '', future: true }],
  [{ IssueDate: '2026-11' }, { future: false }],
  [{ IssueDate: '2027' }, { month: '2027', day: '', future: true }],
  [{}, { date: 'Date not known', month: '', monthWords: 'Not known', day: '', future: false }],
  [{ ReleaseDate: 'soon enough' }, { date: 'Date not known', month: '', day: '', future: false }],
])('an issue %j is released %j', (more, dates) => {
  expect(card(more)).toMatchObject(dates)
})

test.each([
  [{ Issue_Number: '3' }, '#3'],
  [{ Issue_Number: '3', unit: 'volume' }, 'Volume 3'],
  [{ Issue_Number: '3', unit: 'chapter' }, 'Chapter 3'],
  [{ Issue_Number: null }, 'One-shot'],
  [{ Issue_Number: '' }, 'One-shot'],
])('%j has the number %p', (more, number) => {
  expect(card(more).number).toBe(number)
})

test.each([
  [null, 'Not searched yet', false],
  [{ state: 'accepted' }, undefined, true],
  [{ state: 'running' }, undefined, true],
  [{ state: 'no_match' }, undefined, false],
  [
    { state: 'no_match', completed_at: '2026-11-20T08:00:00Z', summary: '12 found, none acceptable.' },
    /^12 found, none acceptable · /,
    false,
  ],
])('the search %j is %p', (attempt, words, searching) => {
  const acquisition = attempt && { reason: null, completed_at: null, summary: null, ...attempt }
  const made = card({ acquisition })
  expect(made.searching).toBe(searching)
  if (words) expect(made.search).toMatch(words)
  else expect(made.search).not.toContain(' · ')
})

test.each([
  [{}, ''],
  [{ file_format: 'cbr' }, 'CBR'],
  [{ file_format: 'cbr', preferred_format: 'cbz' }, 'CBR, CBZ preferred'],
])('an upgrade %j is %p', (more, words) => {
  expect(card(more).upgrade).toBe(words)
})

test('the detail has the publisher and the year, if known', () => {
  expect(card().detail).toBe('Northgate · 2015')
  expect(card({ ComicPublisher: null, ComicYear: null }).detail).toBe('')
  expect(card().cover).toBe('/api/metadata/issue-art/h1')
})

test('issues and annuals are in the order of the list, or one after the other', () => {
  const page = { issues: [row({ IssueID: 'a' }), row({ IssueID: 'b' })], annuals: [row({ IssueID: 'c' })] }
  const ids = (order?: string[]) =>
    wantedCards({ ...page, order } as never, TODAY).map(({ id, kind }) => `${id} ${kind}`)
  expect(ids()).toEqual(['a issue', 'b issue', 'c annual'])
  expect(ids(['c', 'gone', 'a'])).toEqual(['c annual', 'a issue'])
})

test('says that automatic searches leave its series out, with the result of a search by hand', () => {
  const failed = {
    state: 'no_match',
    reason: null,
    updated_at: '2026-11-20T10:00:00Z',
    completed_at: '2026-11-20T10:00:00Z',
    summary: 'No releases.',
  }
  expect(card({ Monitored: false }).search).toBe('Series not monitored')
  expect(card({ Monitored: false, acquisition: failed }).search).toStartWith('Series not monitored · No releases · ')
  expect(card({ acquisition: failed }).search).toStartWith('No releases · ')
})
