import { describe, expect, test } from 'bun:test'
import type { SeriesFacts, SeriesRecord } from '../metadata/providers/provider'
import type { Candidate, GroupFacts, Held, KnownIssue } from './proposal-facts'
import { SURE, weigh } from './proposal-score'

const issue = (n: number | string, more: Partial<Held> = {}): Held => ({
  kind: 'issue',
  unit: 'issue',
  number: `${n}`,
  ...more,
})
const upTo = (last: number, more: Partial<Held> = {}) => Array.from({ length: last }, (_, at) => issue(at + 1, more))

const group = (name: string, more: Partial<GroupFacts> = {}): GroupFacts => ({
  name,
  content_type: 'comic',
  ids: {},
  held: upTo(5),
  ...more,
})

let next = 100
function series(name: string, facts: SeriesFacts = {}, more: Partial<SeriesRecord> = {}): Candidate {
  const provider_id = `${next++}`
  return { series: { provider: 'comicvine', provider_id, facts: { name, ...facts }, ids: {}, ...more } }
}

const issues = (last: number, date: (n: number) => string | undefined = () => undefined): KnownIssue[] =>
  Array.from({ length: last }, (_, at) => ({
    kind: 'issue',
    unit: 'issue',
    number: `${at + 1}`,
    issue_date: date(at + 1),
  }))

const best = (facts: GroupFacts, ...candidates: Candidate[]) => weigh(facts, candidates)[0]!
const isSure = (facts: GroupFacts, ...candidates: Candidate[]) => best(facts, ...candidates).confidence >= SURE
const reasons = (facts: GroupFacts, ...candidates: Candidate[]) =>
  best(facts, ...candidates).parts.map(({ reason }) => reason)

describe('the right one of several is first, and sure', () => {
  const of2011 = series('Harbor Lights', { year: 2011, issue_count: 52, publisher: 'Northgate' })
  const of2016 = series('Harbor Lights', { year: 2016, issue_count: 20, publisher: 'Northgate' })
  const of2018 = series('Harbor Lights', { year: 2018, issue_count: 6, publisher: 'Other House' })
  const manga = (name: string, aliases: string[], facts: SeriesFacts = {}) =>
    series(name, { aliases, ...facts }, { provider: 'mangadex' })
  const wolves = manga('Shizuka na Ookami', ['Quiet Wolves', '静かな狼'], { last_volume: '12' })
  const annual = series('Harbor Lights Annual', { year: 2012, issue_count: 3 })

  test.each<[string, GroupFacts, Candidate, Candidate[]]>([
    ['runs of one name, by the year', group('Harbor Lights', { year: 2016 }), of2016, [of2011, of2018]],
    [
      'a reboot a year after another',
      group('Harbor Lights', { year: 2018 }),
      of2018,
      [of2016, series('Harbor Lights', { year: 2017, issue_count: 12 })],
    ],
    ['an article', group('The Harbor Lights', { year: 2011 }), of2011, [of2016]],
    [
      'signs in place of words',
      group('Bread & Roses', { year: 2004 }),
      series('Bread and Roses', { year: 2004, issue_count: 6 }),
      [series('Bread', { year: 2004 })],
    ],
    [
      'annuals of a series, which are a series to the service',
      group('Harbor Lights', { year: 2012, held: [issue(1, { kind: 'annual' }), issue(2, { kind: 'annual' })] }),
      annual,
      [series('Harbor Lights', { year: 2011, issue_count: 52 })],
    ],
    [
      'a manga by another of its names',
      group('Quiet Wolves', {
        content_type: 'manga',
        held: [issue(1, { unit: 'volume' }), issue(2, { unit: 'volume' })],
      }),
      wolves,
      [manga('Loud Wolves', []), manga('Quiet Foxes', [])],
    ],
    [
      'a short series beside an ongoing one that began in the same year',
      group('Harbor Lights', { year: 2020, total: 6 }),
      series('Harbor Lights', { year: 2020, issue_count: 6 }),
      [series('Harbor Lights', { year: 2020, issue_count: 60 })],
    ],
    [
      'the one that has a number so high',
      group('Winter Engine', { year: 1990, held: upTo(120) }),
      series('Winter Engine', { year: 1990, issue_count: 130 }),
      [series('Winter Engine', { year: 1990, issue_count: 4 })],
    ],
    ['an id against the name', group('HL', { ids: { comicvineVolume: of2011.series.provider_id } }), of2011, []],
  ])('%s', (_, facts, right, others) => {
    const found = weigh(facts, [...others, right])
    expect(found[0]!.candidate.series).toBe(right.series)
    if (!facts.ids.comicvineVolume) expect(found[0]!.confidence).toBeGreaterThanOrEqual(SURE - 5)
  })
})

describe('what is not sure says so', () => {
  const harbor = (facts: SeriesFacts = {}) => series('Harbor Lights', facts)

  test('two of one name, when nothing says the year', () => {
    const facts = group('Harbor Lights')
    expect(isSure(facts, harbor({ year: 2011, issue_count: 52 }), harbor({ year: 2016, issue_count: 20 }))).toBe(false)
    expect(reasons(facts, harbor({ year: 2011, issue_count: 52 }), harbor({ year: 2016, issue_count: 20 }))).toContain(
      'Another series fits as well',
    )
  })

  test.each<[string, GroupFacts, Candidate]>([
    ['another name', group('Harbor Lights', { year: 2011 }), series('Winter Engine', { year: 2011 })],
    ['a longer name', group('Harbor Lights', { year: 2011 }), series('Harbor Lights of Winter', { year: 2011 })],
    ['a subtitle', group('Harbor Lights', { year: 2011 }), series('Harbor Lights: Dawn', { year: 2011 })],
    ['another year', group('Harbor Lights', { year: 1999 }), harbor({ year: 2011, issue_count: 52 })],
    [
      'files older than it',
      group('Harbor Lights', { held: upTo(5, { year: 1987 }) }),
      harbor({ year: 2011, issue_count: 52 }),
    ],
    [
      'files younger than its end',
      group('Harbor Lights', { held: upTo(5, { year: 2020 }) }),
      harbor({ year: 2011, end_year: 2014 }),
    ],
    [
      'another id in the files',
      group('Harbor Lights', { year: 2011, ids: { comicvineVolume: '5' } }),
      harbor({ year: 2011 }),
    ],
    [
      'numbers beyond its last',
      group('Harbor Lights', { year: 2011, held: upTo(40) }),
      harbor({ year: 2011, issue_count: 4 }),
    ],
    [
      'the ongoing one for a short series',
      group('Harbor Lights', { year: 2011, total: 4 }),
      harbor({ year: 2011, issue_count: 200 }),
    ],
  ])('%s', (_, facts, candidate) => {
    expect(isSure(facts, candidate)).toBe(false)
  })
})

describe('issues and covers decide', () => {
  const dated = group('Harbor Lights', {
    held: upTo(5).map((one, at) => ({ ...one, year: 2016, date: `2016-0${at + 1}` })),
  })
  const [a, b] = [series('Harbor Lights', { issue_count: 20 }), series('Harbor Lights', { issue_count: 20 })]

  test('between two of one name, by their dates', () => {
    const early = { ...a, issues: issues(20, (n) => `2011-0${((n - 1) % 9) + 1}`) }
    const right = { ...b, issues: issues(20, (n) => `2016-0${((n - 1) % 9) + 1}`) }
    expect(best(dated, early, right).candidate).toBe(right)
    expect(isSure(dated, early, right)).toBe(true)
    expect(reasons(dated, early, right)).toContain('The dates of 5 of 5 files agree')
  })

  test('between two of one name, by their covers', () => {
    const facts = group('Harbor Lights')
    const other: Candidate = { ...a, cover: { distance: 31, number: '1' } }
    const right: Candidate = { ...b, cover: { distance: 3, number: '1' } }
    expect(isSure(facts, a, b)).toBe(false)
    expect(best(facts, other, right).candidate).toBe(right)
    expect(isSure(facts, other, right)).toBe(true)
    expect(reasons(facts, other, right)).toContain('The first page looks like the cover of number 1')
  })

  test('a series that lacks numbers of the files falls behind one that lists them all', () => {
    const facts = group('Harbor Lights', { held: [issue(1), issue(2), issue('2.5'), issue(7)] })
    const [some, all] = [
      { ...a, issues: issues(2) },
      { ...b, issues: [...issues(7), { number: '2.5' }] },
    ]
    expect(best(facts, some, all).candidate).toBe(all)
    expect(reasons(facts, some, all)).toContain('ComicVine lists every number of the files')
  })
})

test('the points add up to the confidence, and every reason is a sentence without a full stop', () => {
  const facts = group('Harbor Lights', { year: 2016, publisher: 'Northgate', total: 5, volume: 2 })
  const found = weigh(facts, [
    series('Harbor Lights', { year: 2016, issue_count: 5, publisher: 'Northgate Comics', volume: 2 }),
    series('Harbor Lights', { year: 2017, issue_count: 70, publisher: 'Else', volume: 3 }),
    series('Lights', { year: 1960 }),
  ])
  for (const { confidence, parts } of found) {
    const sum = parts.reduce((points, part) => points + part.points, 0)
    expect(
      Math.abs(sum - Math.min(99, Math.max(1, sum)) + confidence - Math.min(99, Math.max(1, Math.round(sum)))),
    ).toBeLessThan(2)
    for (const { reason } of parts) expect(reason).toMatch(/^[A-Z].*[^.]$/)
  }
  expect(found.map(({ confidence }) => confidence)).toEqual(
    [...found.map(({ confidence }) => confidence)].sort((a, b) => b - a),
  )
})

test('the same series at another provider is no rival', () => {
  const facts = group('Harbor Lights', { year: 2016, publisher: 'Northgate' })
  const one = series('Harbor Lights', { year: 2016, issue_count: 20, publisher: 'Northgate' })
  const twin = { series: { ...one.series, provider: 'metron' as const } }
  expect(isSure(facts, one, twin)).toBe(true)
})
