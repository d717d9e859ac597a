import { describe, expect, test } from 'bun:test'
import type { SeriesFacts, SeriesRecord } from '../../../library/metadata/providers/provider'
import { aboutCounts, aboutCover, aboutIds, aboutIssues, aboutNames, aboutRuns, issueKey } from './candidate-evidence'
import { SURE, scoreCandidates } from './candidate-score'
import type { GroupFacts, HeldIssue, ProviderCandidate, WeighedIssue } from './facts'

const issue = (n: number | string, more: Partial<HeldIssue> = {}): HeldIssue => ({
  kind: 'issue',
  unit: 'issue',
  number: `${n}`,
  ...more,
})
const upTo = (last: number, more: Partial<HeldIssue> = {}) =>
  Array.from({ length: last }, (_, at) => issue(at + 1, more))

const group = (name: string, more: Partial<GroupFacts> = {}): GroupFacts => ({
  name,
  content_type: 'comic',
  ids: {},
  fileIssues: upTo(5),
  ...more,
})

let next = 100
function series(name: string, facts: SeriesFacts = {}, more: Partial<SeriesRecord> = {}): ProviderCandidate {
  const provider_id = `${next++}`
  return { series: { provider: 'comicvine', provider_id, facts: { name, ...facts }, ids: {}, ...more } }
}

const issues = (last: number, date: (n: number) => string | undefined = () => undefined): WeighedIssue[] =>
  Array.from({ length: last }, (_, at) => ({
    kind: 'issue',
    unit: 'issue',
    number: `${at + 1}`,
    issue_date: date(at + 1),
  }))

const best = (facts: GroupFacts, ...candidates: ProviderCandidate[]) => scoreCandidates(facts, candidates)[0]!
const isSure = (facts: GroupFacts, ...candidates: ProviderCandidate[]) => best(facts, ...candidates).confidence >= SURE
const reasons = (facts: GroupFacts, ...candidates: ProviderCandidate[]) =>
  best(facts, ...candidates).parts.map(({ reason }) => reason)

describe('the right one of several is first, and certain', () => {
  const of2011 = series('Harbor Lights', { year: 2011, issue_count: 52, publisher: 'Northgate' })
  const of2016 = series('Harbor Lights', { year: 2016, issue_count: 20, publisher: 'Northgate' })
  const of2018 = series('Harbor Lights', { year: 2018, issue_count: 6, publisher: 'Other House' })
  const manga = (name: string, aliases: string[], facts: SeriesFacts = {}) =>
    series(name, { aliases, ...facts }, { provider: 'mangadex' })
  const wolves = manga('Shizuka na Ookami', ['Quiet Wolves', '静かな狼'], { last_volume: '12' })
  const annual = series('Harbor Lights Annual', { year: 2012, issue_count: 3 })

  test.each<[string, GroupFacts, ProviderCandidate, ProviderCandidate[]]>([
    ['runs of one name, by the year', group('Harbor Lights', { year: 2016 }), of2016, [of2011, of2018]],
    [
      'a reboot a year later',
      group('Harbor Lights', { year: 2018 }),
      of2018,
      [of2016, series('Harbor Lights', { year: 2017, issue_count: 12 })],
    ],
    ['an article', group('The Harbor Lights', { year: 2011 }), of2011, [of2016]],
    [
      'symbols in place of words',
      group('Bread & Roses', { year: 2004 }),
      series('Bread and Roses', { year: 2004, issue_count: 6 }),
      [series('Bread', { year: 2004 })],
    ],
    [
      'annuals of a series, which are a series at the provider',
      group('Harbor Lights', { year: 2012, fileIssues: [issue(1, { kind: 'annual' }), issue(2, { kind: 'annual' })] }),
      annual,
      [series('Harbor Lights', { year: 2011, issue_count: 52 })],
    ],
    [
      'a manga by one of its other names',
      group('Quiet Wolves', {
        content_type: 'manga',
        fileIssues: [issue(1, { unit: 'volume' }), issue(2, { unit: 'volume' })],
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
      'the only one with such a high number',
      group('Winter Engine', { year: 1990, fileIssues: upTo(120) }),
      series('Winter Engine', { year: 1990, issue_count: 130 }),
      [series('Winter Engine', { year: 1990, issue_count: 4 })],
    ],
    ['an id against the name', group('HL', { ids: { comicvineVolume: of2011.series.provider_id } }), of2011, []],
  ])('%s', (_, facts, right, others) => {
    const found = scoreCandidates(facts, [...others, right])
    expect(found[0]!.candidate.series).toBe(right.series)
    if (!facts.ids.comicvineVolume) expect(found[0]!.confidence).toBeGreaterThanOrEqual(SURE - 5)
  })
})

describe('an uncertain match says so', () => {
  const harbor = (facts: SeriesFacts = {}) => series('Harbor Lights', facts)

  test('two of one name without a year', () => {
    const facts = group('Harbor Lights')
    expect(isSure(facts, harbor({ year: 2011, issue_count: 52 }), harbor({ year: 2016, issue_count: 20 }))).toBe(false)
    expect(reasons(facts, harbor({ year: 2011, issue_count: 52 }), harbor({ year: 2016, issue_count: 20 }))).toContain(
      'Another series fits as well',
    )
  })

  test.each<[string, GroupFacts, ProviderCandidate]>([
    ['another name', group('Harbor Lights', { year: 2011 }), series('Winter Engine', { year: 2011 })],
    ['a longer name', group('Harbor Lights', { year: 2011 }), series('Harbor Lights of Winter', { year: 2011 })],
    ['a subtitle', group('Harbor Lights', { year: 2011 }), series('Harbor Lights: Dawn', { year: 2011 })],
    ['another year', group('Harbor Lights', { year: 1999 }), harbor({ year: 2011, issue_count: 52 })],
    [
      'files older than it',
      group('Harbor Lights', { fileIssues: upTo(5, { year: 1987 }) }),
      harbor({ year: 2011, issue_count: 52 }),
    ],
    [
      'files younger than its end',
      group('Harbor Lights', { fileIssues: upTo(5, { year: 2020 }) }),
      harbor({ year: 2011, end_year: 2014 }),
    ],
    [
      'another id in the files',
      group('Harbor Lights', { year: 2011, ids: { comicvineVolume: '5' } }),
      harbor({ year: 2011 }),
    ],
    [
      'numbers beyond its last',
      group('Harbor Lights', { year: 2011, fileIssues: upTo(40) }),
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
    fileIssues: upTo(5).map((one, at) => ({ ...one, year: 2016, date: `2016-0${at + 1}` })),
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
    const other: ProviderCandidate = { ...a, cover: { distance: 31, number: '1' } }
    const right: ProviderCandidate = { ...b, cover: { distance: 3, number: '1' } }
    expect(isSure(facts, a, b)).toBe(false)
    expect(best(facts, other, right).candidate).toBe(right)
    expect(isSure(facts, other, right)).toBe(true)
    expect(reasons(facts, other, right)).toContain('The first page looks like the cover of number 1')
  })

  test('a series that lacks numbers of the files falls behind one that lists them all', () => {
    const facts = group('Harbor Lights', { fileIssues: [issue(1), issue(2), issue('2.5'), issue(7)] })
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
  const found = scoreCandidates(facts, [
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

test('nothing is surer than 99 of 100, nor less sure than one', () => {
  const facts = group('Harbor Lights', { year: 2016, publisher: 'Northgate', total: 5, ids: { comicvineVolume: '7' } })
  const all = { year: 2016, publisher: 'Northgate', issue_count: 5 }
  const right = series('Harbor Lights', all, { provider_id: '7' })
  const wrong = series('Winter Engine', { year: 1960, publisher: 'Else', issue_count: 400 })
  expect(best(facts, { ...right, cover: { distance: 0 } }).confidence).toBe(99)
  expect(best(facts, wrong).confidence).toBe(1)
})

test('among equal candidates the one with the better evidence is first, and the reasons of each begin with its name', () => {
  const facts = group('Harbor Lights', { year: 2016 })
  const one = series('Harbor Lights', { year: 2016 })
  const two = series('Harbor Lights', { year: 2016 })
  const alone = series('Harbor Lights', { year: 2016 }, { provider: 'metron' })
  const found = scoreCandidates(facts, [one, two, alone])
  expect(found[0]!.candidate).toBe(alone)
  for (const { parts } of found) expect(parts[0]!.reason).toContain('Same name at ')
  const doubted = scoreCandidates(group('Harbor Lights', { year: 2016, fileIssues: upTo(40) }), [series('Harbor Lights', { year: 2016, issue_count: 4 })]) // biome-ignore format: one row
  const points = doubted[0]!.parts.map((part) => Math.sign(part.points))
  expect(points).toEqual(points.toSorted((a, b) => b - a))
})

test.each([
  [1, 'Another series fits as well'],
  [2, '2 other series fit as well'],
])('%d rivals are named, and those far behind are not', (count, reason) => {
  const facts = group('Harbor Lights')
  const others = Array.from({ length: count }, () => series('Harbor Lights', { issue_count: 20 }))
  const far = series('Winter Engine', { issue_count: 20 })
  expect(reasons(facts, series('Harbor Lights', { issue_count: 20 }), ...others, far)).toContain(reason)
  expect(reasons(facts, series('Harbor Lights'), far).filter((reason) => reason.includes('fit'))).toEqual([])
})

test('the same series at another provider is no rival', () => {
  const facts = group('Harbor Lights', { year: 2016, publisher: 'Northgate' })
  const one = series('Harbor Lights', { year: 2016, issue_count: 20, publisher: 'Northgate' })
  const twin = { series: { ...one.series, provider: 'metron' as const } }
  expect(isSure(facts, one, twin)).toBe(true)
})

describe('the evidence for or against a series', () => {
  const harbor = (facts: SeriesFacts = {}) => series('Harbor Lights', facts)
  const reasonsOf = (found: { reason: string }[]) => found.map(({ reason }) => reason)
  const volume = (n: number) => issue(n, { unit: 'volume' })

  test.each<[string, HeldIssue[], SeriesFacts, string[]]>([
    ['up to the last number', upTo(5), { issue_count: 5 }, ['It goes up to issue 5']],
    ['a little beyond it, nothing', upTo(8), { issue_count: 5 }, []],
    ['far beyond it', upTo(9), { issue_count: 5 }, ['It goes up to issue 5, the files up to 9']],
    ['annuals and volumes not as issues', [...upTo(5), issue(90, { kind: 'annual' }), volume(80)], { issue_count: 5 }, ['It goes up to issue 5']],
    ['volumes for themselves', [volume(9)], { last_volume: '12', last_chapter: '3' }, ['It goes up to volume 12']],
    ['chapters for themselves', [issue(9, { unit: 'chapter' })], { last_chapter: '4' }, ['It goes up to chapter 4, the files up to 9']],
    ['no last number, or none above 0', upTo(5), { issue_count: 0, last_volume: '-3' }, []],
    ['invalid numbers', [issue('Omega')], { issue_count: 5 }, []],
  ])('of numbers: %s', (_, fileIssues, facts, reasons) => {
    expect(reasonsOf(aboutCounts(group('Harbor Lights', { fileIssues }), harbor(facts)))).toEqual(reasons)
  }) // biome-ignore format: a table

  test.each<[total: number, count: number, string | undefined]>([
    [6, 6, 'Both have 6 issues'],
    [1, 1, 'Both have 1 issue'],
    [6, 12, undefined],
    [6, 13, 'It has 13 issues, the files say 6'],
    [12, 6, undefined],
    [13, 6, 'It has 6 issues, the files say 13'],
  ])('of %p issues in the files and %p at the provider: %p', (total, count, reason) => {
    const facts = group('Harbor Lights', { total, fileIssues: [] })
    expect(reasonsOf(aboutCounts(facts, harbor({ issue_count: count })))).toEqual(reason === undefined ? [] : [reason])
    const listed = { ...harbor(), issues: issues(count) }
    expect(reasonsOf(aboutCounts(facts, listed))).toEqual(reason === undefined ? [] : [reason])
  })

  test.each<[string, Partial<GroupFacts>, SeriesFacts, string[]]>([
    ['the same year', { year: 2011 }, { year: 2011 }, ['Both began in 2011']],
    ['a year apart', { year: 2012 }, { year: 2011 }, ['It began in 2011, a year apart']],
    ['two years apart', { year: 2013 }, { year: 2011 }, ['It began in 2011, the files say 2013']],
    ['no year in the files', {}, { year: 2011 }, []],
    ['no year at the provider', { year: 2011 }, {}, []],
    ['files of the year before', { fileIssues: upTo(2, { year: 2010 }) }, { year: 2011 }, []],
    ['files two years older', { fileIssues: [issue(1, { year: 2009 }), issue(2)] }, { year: 2011 }, ['1 of 2 files are older than the series, which began in 2011']],
    ['files by their date, not their year', { fileIssues: [issue(1, { year: 1999, date: '2011-05' })] }, { year: 2011 }, []],
    ['files of the year after the end', { fileIssues: upTo(2, { year: 2015 }) }, { end_year: 2014 }, []],
    ['files two years younger than the end', { fileIssues: [issue(1, { year: 2016 }), issue(2)] }, { end_year: 2014 }, ['1 of 2 files are younger than the series, which ended in 2014']],
    ['the same volume', { volume: 2 }, { volume: 2 }, ['Both are volume 2']],
    ['another volume', { volume: 2 }, { volume: 3 }, ['It is volume 3, the files say 2']],
    ['volume 1, which taggers write for all', { volume: 1 }, { volume: 3 }, []],
    ['no volume in the files', {}, { volume: 2 }, []],
    ['no volume at the provider', { volume: 2 }, {}, []],
    ['a publisher by a longer name', { publisher: 'Northgate' }, { publisher: 'Northgate Comics' }, ['Both are published by Northgate']],
    ['a publisher by a shorter name', { publisher: 'Northgate Lamp' }, { publisher: 'Northgate' }, ['Both are published by Northgate Lamp']],
    ['the imprint of a publisher', { publisher: 'Lamp' }, { publisher: 'Northgate', imprint: 'Lamp' }, ['Both are published by Lamp']],
    ['another publisher', { publisher: 'Lamp' }, { publisher: 'Northgate' }, ['It is published by Northgate, the files say Lamp']],
    ['no publisher at the provider', { publisher: 'Lamp' }, {}, []],
    ['no publisher in the files', {}, { publisher: 'Northgate' }, []],
  ])('of runs: %s', (_, more, facts, reasons) => {
    expect(reasonsOf(aboutRuns(group('Harbor Lights', more), harbor(facts)))).toEqual(reasons)
  }) // biome-ignore format: a table

  test.each<[string, HeldIssue[], WeighedIssue[] | undefined, string[]]>([
    ['no list', upTo(2), undefined, []],
    ['an empty list', upTo(2), [], []],
    ['all in the list', upTo(2), issues(2), ['ComicVine lists every number of the files']],
    ['nine of ten', upTo(10), issues(9), []],
    ['eight of ten', upTo(10), issues(8), ['ComicVine lists 8 of the 10 numbers']],
    ['annuals beside issues, not counted if the list has none', [issue(1), issue(7, { kind: 'annual' })], issues(2), ['ComicVine lists every number of the files']],
    ['annuals beside issues, counted if the list has some', [issue(1), issue(7, { kind: 'annual' })], [...issues(2), { kind: 'annual', number: '1' }], ['ComicVine lists 1 of the 2 numbers']],
    ['annuals alone, as issues if the list has none', [issue(1, { kind: 'annual' })], issues(2), ['ComicVine lists every number of the files']],
  ])('of lists: %s', (_, fileIssues, list, reasons) => {
    const candidate = { ...harbor(), ...(list ? { issues: list } : {}) }
    expect(reasonsOf(aboutIssues(group('Harbor Lights', { fileIssues }), candidate))).toEqual(reasons)
  }) // biome-ignore format: a table

  test.each<[string, Partial<HeldIssue>, Partial<WeighedIssue>, boolean | undefined]>([
    ['four months apart', { date: '2016-05' }, { issue_date: '2016-09-01' }, true],
    ['five months apart', { date: '2016-05' }, { issue_date: '2016-10-01' }, false],
    ['across the turn of the year', { date: '2015-11' }, { issue_date: '2016-01-01' }, true],
    ['by the day of release', { date: '2016-05' }, { release_date: '2016-05-04', issue_date: '2019-01-01' }, true],
    ['a year alone, next to it', { year: 2015 }, { issue_date: '2016-09-01' }, true],
    ['a year alone, two apart', { year: 2014 }, { issue_date: '2016-09-01' }, false],
    ['a month against a year', { date: '2016-05' }, { issue_date: '2017' }, true],
    ['no date in the file', {}, { issue_date: '2016-09-01' }, undefined],
    ['no date at the provider', { date: '2016-05' }, {}, undefined],
  ])('of dates: %s', (_, fields, known, agrees) => {
    const facts = group('Harbor Lights', { fileIssues: [issue(1, fields)] })
    const reasons = reasonsOf(aboutIssues(facts, { ...harbor(), issues: [{ number: '1', ...known }] })).slice(1)
    const words = agrees ? 'The dates of 1 of 1 files agree' : 'The dates of 1 of 1 files differ'
    expect(reasons.map((reason) => reason.replace('1 of 1 files', 'X').replace('1 file', 'X'))).toEqual(
      agrees === undefined ? [] : [words.replace('1 of 1 files', 'X')],
    )
  })

  test.each<[agree: number, of: number, string | undefined]>([
    [8, 10, 'agree'],
    [7, 10, undefined],
    [5, 10, undefined],
    [4, 10, 'differ'],
  ])('of the dates of files, %p of %p that agree: %p', (agree, of, word) => {
    const fileIssues = upTo(of).map((one, at) => ({ ...one, date: at < agree ? '2016-05' : '2009-05' }))
    const reasons = reasonsOf(
      aboutIssues(group('Harbor Lights', { fileIssues }), { ...harbor(), issues: issues(of, () => '2016-05-01') }),
    )
    expect(reasons.slice(1).map((reason) => reason.split(' ').at(-1))).toEqual(word === undefined ? [] : [word])
  })

  test.each<[distance: number, number: string | undefined, odds: number | undefined]>([
    [10, '1', 4],
    [11, '1', 1.5],
    [14, '1', 1.5],
    [15, '1', undefined],
    [19, '1', undefined],
    [20, '1', -1.2],
    [20, undefined, -0.3],
  ])('of covers %p bits apart, of number %p: %p', (distance, number, odds) => {
    const look = { distance, ...(number === undefined ? {} : { number }) }
    expect(aboutCover({ ...harbor(), cover: look }).map((one) => one.odds)).toEqual(odds === undefined ? [] : [odds])
  })

  test('of names: that there is no other, unless there is or the year contradicts', () => {
    const none = 'The only series of this name at ComicVine'
    const names = (facts: Partial<GroupFacts>, one: ProviderCandidate, ...others: ProviderCandidate[]) =>
      reasonsOf(aboutNames(group('Harbor Lights', facts), one, [one, ...others]))
    expect(names({}, harbor())).toContain(none)
    expect(names({}, harbor(), series('Winter Engine'))).toContain(none)
    expect(names({}, harbor(), harbor())).not.toContain(none)
    expect(names({}, harbor(), series('Port Lamps', { aliases: ['Harbor Lights'] }))).not.toContain(none)
    expect(names({}, series('Winter Engine'))).not.toContain(none)
    expect(names({ year: 2012 }, harbor({ year: 2011 }))).toContain(none)
    expect(names({ year: 2013 }, harbor({ year: 2011 }))).not.toContain(none)
    expect(names({ year: 2013 }, harbor())).toContain(none)
  })

  test.each<[string, GroupFacts['ids'], Partial<SeriesRecord>, string[]]>([
    ['its own', { comicvineVolume: '7' }, {}, ['The files name its id at ComicVine: 7']],
    ['another', { comicvineVolume: '8' }, {}, ['The files name another id at ComicVine: 8']],
    ['one that agrees before one that differs', { comicvineVolume: '8', metronSeries: '55' }, { ids: { metron: '55' } }, ['The files name its id at Metron: 55']],
    ['two that differ as one', { comicvineVolume: '8', metronSeries: '56' }, { ids: { metron: '55' } }, ['The files name another id at Metron: 56']],
    ['the id of a service that the provider names', { myanimelist: '9' }, { ids: { myanimelist: '9' } }, ['The files name its id at MyAnimeList: 9']],
    ['one that the provider does not know', { metronSeries: '55' }, {}, []],
    ['none', {}, { ids: { metron: '55' } }, []],
    ['an id that the provider leaves open', { metronSeries: '55' }, { ids: { metron: undefined } }, []],
  ])('of ids: %s', (_, ids, more, reasons) => {
    const candidate = series('Harbor Lights', {}, { provider_id: '7', ...more })
    expect(reasonsOf(aboutIds(group('Harbor Lights', { ids }), candidate))).toEqual(reasons)
  }) // biome-ignore format: a table

  test('a file without a number is the first issue, and a file of unknown kind is an issue', () => {
    expect(issueKey('issue', 'issue', '')).toBe(issueKey(undefined, undefined, '1'))
    expect(issueKey('annual', undefined, '1')).not.toBe(issueKey(undefined, undefined, '1'))
    expect(issueKey(undefined, 'volume', '1')).not.toBe(issueKey(undefined, undefined, '1'))
  })
})
