import { describe, expect, test } from 'bun:test'
import { matchKey } from '../../base/names/titles'
import { type ArcMatch, type CandidateIssue, type LibraryIndex, type ListEntryIssue, matchIssue } from './match'
import type { MatchMethod, UnmatchedReason } from './states'

interface Shelf {
  comic_id: string
  name: string
  year?: number
  volume?: number
  issues: Record<string, number | null>
  annuals?: Record<string, number | null>
}

const SHELVES: Shelf[] = [
  { comic_id: 'harbor-15', name: 'Harbor Lights', year: 2015, issues: { 1: 2015, 2: 2016, '½': 2015 }, annuals: { 1: 2016 } }, // biome-ignore format: one line
  { comic_id: 'harbor-90', name: 'Harbor Lights', year: 1990, volume: 1, issues: { 1: 1990, 2: 1990, 7: 1991 } },
  { comic_id: 'fog-a', name: 'Fog', year: 2010, issues: { 1: 2010, 2: 2011 } },
  { comic_id: 'fog-b', name: 'Fog', year: 2010, issues: { 1: 2012, 3: 2012 } },
  { comic_id: 'tide', name: 'Night Tide', issues: { 1: null, 2: null } },
  { comic_id: 'iron', name: 'Iron Choir (2004)', issues: { 4: 2005 } },
  { comic_id: 'batman-16', name: 'Batman', year: 2016, issues: { 1: 2016 } },
  { comic_id: 'batman-11', name: 'Batman', year: 2011, issues: { 1: 2011 } },
  { comic_id: 'x-men', name: 'X-Men', year: 1991, issues: { 1: 1991, 2: 1991 }, annuals: { 1: 1992 } },
  { comic_id: 'x-annual', name: 'Uncanny Choir Annual', year: 1970, issues: { 1: 1970 } },
  { comic_id: 'glass', name: 'The Glass & Garden', year: 2020, issues: { 1: 2020 } },
]

interface Facts {
  rules?: Record<string, string>
  ids?: Record<string, string[]>
  /** Issue ids by their id at ComicVine. */
  known?: Record<string, string>
}

function shelves({ rules = {}, ids = {}, known = {} }: Facts = {}): LibraryIndex {
  const of = (comicId: string) => SHELVES.find(({ comic_id }) => comic_id === comicId)!
  const in_ = (comicId: string, kind: string, years: Record<string, number | null> = {}, number: string) =>
    number in years ? [{ issue_id: `${comicId}${kind}-${number}`, year: years[number]! } satisfies CandidateIssue] : []
  return {
    ruleFor: (key, volume) => rules[`${key}/${volume}`] ?? rules[key],
    nameOf: (comicId) => of(comicId).name,
    issuesById: ({ source, issue }) => ids[`${source}/${issue}`] ?? [],
    aboutIssue(issueId) {
      const [, comicId = '', number = ''] = /^(.*?)(?:-annual)?-([^-]+)$/.exec(issueId) ?? []
      const found = SHELVES.find(({ comic_id }) => comic_id === comicId)
      return found && { number, keys: [matchKey(found.name)] }
    },
    seriesNamed: (key) =>
      SHELVES.filter(({ name }) => matchKey(name) === key).map(({ year = null, volume = null, ...shelf }) => ({
        ...shelf,
        year,
        volume,
      })),
    issuesNumbered: (comicId, number) => in_(comicId, '', of(comicId).issues, number),
    idsOf: (issueId) => (issueId in known ? [{ source: 'comicvine', issue: known[issueId]! }] : []),
    annualsNumbered: (comicId, number) => in_(comicId, '-annual', of(comicId).annuals, number),
  }
}

const match = (listed: Partial<ListEntryIssue>, facts?: Facts): ArcMatch =>
  matchIssue({ series: 'Harbor Lights', volume: 2015, number: '1', year: null, ids: [], ...listed }, shelves(facts))
const issue = (issue_id: string, matched_by: MatchMethod): ArcMatch => ({ issue_id, matched_by })
const none = (reason: UnmatchedReason, ...candidates: string[]): ArcMatch => ({ issue_id: null, reason, candidates })

describe('a row of a list is matched', () => {
  test.each([
    ['by name, start year and number', {}, issue('harbor-15-1', 'name')],
    ['to the other run of that name by its start year', { volume: 1990 }, issue('harbor-90-1', 'name')],
    ['by the ordinal of the run', { volume: 1, number: '7' }, issue('harbor-90-7', 'name')],
    ['under another spelling of the name', { series: 'Glass and Garden', volume: 2020 }, issue('glass-1', 'name')],
    ['to a title that carries the year', { series: 'Iron Choir', volume: 2004, number: '4' }, issue('iron-4', 'name')],
    ['with an odd number', { number: '½' }, issue('harbor-15-½', 'name')],
    [
      'by its own year when two runs began in the same year',
      { series: 'Fog', volume: 2010, year: 2012 },
      issue('fog-b-1', 'name'),
    ],
    [
      'in the one of two runs that has the number',
      { series: 'Fog', volume: 2010, number: '3' },
      issue('fog-b-3', 'name'),
    ],
  ])('%s', (_how, listed, expected) => {
    expect(match(listed)).toEqual(expected as ArcMatch)
  })

  test('by the id of the issue before the name', () => {
    const ids = [{ source: 'gcd', issue: '5' }, { source: 'comicvine', series: '9', issue: '37532' }] // biome-ignore format: one line
    expect(match({ ids }, { ids: { 'comicvine/37532': ['harbor-90-2'] } })).toEqual(
      issue('harbor-90-2', 'id') as ArcMatch,
    )
  })

  test('by the name when the issue of the id has another name and another number', () => {
    const ids = [{ source: 'comicvine', issue: '1' }]
    expect(match({ ids }, { ids: { 'comicvine/1': ['tide-2'] } })).toEqual(issue('harbor-15-1', 'name') as ArcMatch)
    expect(match({ ids, number: '2' }, { ids: { 'comicvine/1': ['tide-2'] } })).toEqual(
      issue('tide-2', 'id') as ArcMatch,
    )
  })

  test('by the name when two issues have the id', () => {
    const ids = [{ source: 'comicvine', issue: '1' }]
    expect(match({ ids }, { ids: { 'comicvine/1': ['a', 'b'] } })).toEqual(issue('harbor-15-1', 'name') as ArcMatch)
  })

  test("by the user's rule first, and to nothing when that series lacks the number", () => {
    const facts = { rules: { harborlights: 'harbor-90' }, ids: { 'comicvine/1': ['harbor-15-1'] } }
    expect(match({ ids: [{ source: 'comicvine', issue: '1' }] }, facts)).toEqual(
      issue('harbor-90-1', 'rule') as ArcMatch,
    )
    expect(match({ number: '½' }, facts)).toEqual(none('issue_missing') as ArcMatch)
  })
})

describe('an annual of a list', () => {
  const annual = { series: 'X-Men Annual', volume: 1991 }

  test('"X-Men Annual #1" is the annual only, also by a rule for X-Men', () => {
    const rules = { xmenannual: 'x-men' }
    expect(match(annual, { rules })).toEqual(issue('x-men-annual-1', 'rule'))
    expect(match({ ...annual, number: '2' }, { rules })).toEqual(none('issue_missing'))
    expect(match(annual, { rules: { xmen: 'x-men' } })).toEqual(issue('x-men-annual-1', 'rule'))
    expect(match({ series: 'X-Men', volume: 1991 }, { rules: { xmen: 'x-men' } })).toEqual(issue('x-men-1', 'rule'))
    expect(match(annual)).toEqual(issue('x-men-annual-1', 'name'))
    expect(match({ ...annual, volume: 1992 })).toEqual(none('several', 'x-men-annual-1'))
    expect(match({ ...annual, number: '2' }, { rules: { xmen: 'x-men' } })).toEqual(none('series_missing'))
  })

  test('may be marked by its number alone', () => {
    for (const number of ['Annual 1', 'annual #1', 'Annual'])
      expect(match({ series: 'X-Men', volume: 1991, number })).toEqual(issue('x-men-annual-1', 'name'))
  })

  test('is an issue of a series of annuals', () => {
    const rules = { choirannual: 'x-annual' }
    expect(match({ series: 'Choir Annual' }, { rules })).toEqual(issue('x-annual-1', 'rule'))
    expect(match({ series: 'Uncanny Choir Annual (1970)', volume: null })).toEqual(issue('x-annual-1', 'name'))
  })
})

describe('a title with a year', () => {
  test.each([
    ['Batman (2016)', null, issue('batman-16-1', 'name')],
    ['Batman (2011)', null, issue('batman-11-1', 'name')],
    ['Batman (2016-)', null, issue('batman-16-1', 'name')],
    ['Batman (2016 - 2020)', 2016, issue('batman-16-1', 'name')],
    ['Batman [2016]', 3, issue('batman-16-1', 'name')],
    ['Batman (2016)', 2011, none('series_missing')],
    ['Batman (2020)', null, none('series_missing')],
    ['Iron Choir (2004)', null, none('issue_missing')],
    ['Harbor Lights (2015) Annual', null, issue('harbor-15-annual-1', 'name')],
  ] as const)('%s of volume %s', (series, volume, expected) => {
    expect(match({ series, volume })).toEqual(expected as ArcMatch)
  })

  test('follows a rule for the name and the year, or for the whole title', () => {
    expect(match({ series: 'Batman (2016)', volume: null }, { rules: { 'batman/2016': 'batman-11' } })).toEqual(issue('batman-11-1', 'rule')) // biome-ignore format: one line
    expect(match({ series: 'Batman (2016)', volume: null }, { rules: { batman2016: 'batman-11' } })).toEqual(issue('batman-11-1', 'rule')) // biome-ignore format: one line
  })
})

describe('a row of a list stays without an issue', () => {
  test.each([
    ['when no series has its name', { series: 'Harbor' }, none('series_missing')],
    ['when its name is only part of a name', { series: 'Lights' }, none('series_missing')],
    ['when only another run has its name', { volume: 2001 }, none('series_missing')],
    ['when the run has no such number', { number: '9' }, none('issue_missing')],
    ['when two runs match equally', { series: 'Fog', volume: 2010 }, none('several', 'fog-a-1', 'fog-b-1')],
    [
      'when two runs match and neither has the year of the issue',
      { series: 'Fog', volume: 2010, year: 2011 },
      none('several', 'fog-a-1', 'fog-b-1'),
    ],
    ['when the library does not know the year of the run', { series: 'Night Tide' }, none('year_unknown', 'tide-1')],
    ['when a titled run has no such number', { series: 'Night Tide', number: '5' }, none('issue_missing')],
    ['when the list does not know the year', { volume: null }, none('year_unknown', 'harbor-15-1', 'harbor-90-1')],
    [
      'when an annual is inside a series',
      { series: 'Harbor Lights Annual', volume: 2016 },
      none('several', 'harbor-15-annual-1'),
    ],
    ['when a title carries another year', { series: 'Iron Choir', volume: 2005, number: '4' }, none('series_missing')],
  ])('%s', (_why, listed, expected) => {
    expect(match(listed)).toEqual(expected as ArcMatch)
  })
})

describe('the id of a list', () => {
  const ids = [{ source: 'comicvine', issue: '77' }]

  test('shows that an issue of the same name and number is different', () => {
    expect(match({ ids }, { known: { 'harbor-15-1': '5' } })).toEqual(none('issue_missing', 'harbor-15-1'))
    expect(match({ ids }, { known: { 'harbor-15-1': '77' } })).toEqual(issue('harbor-15-1', 'name'))
    expect(match({ ids: [{ source: 'metron', issue: '77' }] }, { known: { 'harbor-15-1': '5' } })).toEqual(issue('harbor-15-1', 'name')) // biome-ignore format: one line
  })

  test('separates two runs of one name that began in the same year', () => {
    const fog = { series: 'Fog', volume: 2010, ids }
    expect(match(fog)).toEqual(none('several', 'fog-a-1', 'fog-b-1'))
    expect(match(fog, { known: { 'fog-a-1': '5' } })).toEqual(issue('fog-b-1', 'name'))
  })
})
