import { describe, expect, test } from 'bun:test'
import type { KnownSeries } from '../sync/merge'
import { compareSeries, type IdentityVerdict, type SeriesIdentity } from './compare-series'

const harbor: KnownSeries = { name: 'Harbor Lights', year: 2012, publisher: 'Northgate', issue_count: 12 }
const issues = (from: number, count: number, year = 2012): SeriesIdentity['issues'] =>
  Array.from({ length: count }, (_, at) => ({
    number: String(from + at),
    issue_date: `${year}-${String((at % 12) + 1).padStart(2, '0')}-01`,
  }))

type Row = [
  says: string,
  a: Partial<KnownSeries>,
  b: Partial<KnownSeries>,
  verdict: IdentityVerdict['verdict'],
  evidence?: string,
]

const TABLE: Row[] = [
  ['all agrees', {}, {}, 'same', 'Both began in 2012.'],
  ['only one has a year', {}, { year: undefined, issue_count: undefined }, 'likely'],
  ['only the other has a year', { year: undefined, issue_count: undefined }, {}, 'likely'],
  ['no more than name and year are known', {}, { issue_count: undefined, publisher: undefined }, 'same'],
  ['the year is one apart', {}, { year: 2013 }, 'same', 'They began in 2012 and 2013.'],
  ['the year is another', {}, { year: 2019 }, 'different', 'One began in 2012, the other in 2019.'],
  ['the year is two apart', {}, { year: 2014 }, 'different', 'One began in 2012, the other in 2014.'],
  ['the counts are equal', {}, {}, 'same', 'Both have 12 issues.'],
  ['only one has a count', {}, { issue_count: undefined }, 'same'],
  ['only the other has a count', { issue_count: undefined }, {}, 'same'],
  ['one counts no issue yet', {}, { issue_count: 0 }, 'same'],
  ['one is behind by one', {}, { issue_count: 11 }, 'same', 'One has 12 issues, the other 11.'],
  ['one is behind by two', {}, { issue_count: 10 }, 'same', 'One has 12 issues, the other 10.'],
  ['one is behind by three', {}, { issue_count: 9 }, 'likely', 'One has 12 issues, the other 9.'],
  ['one is behind by a tenth', { issue_count: 100 }, { issue_count: 90 }, 'same'],
  ['one is behind by more than a tenth', { issue_count: 100 }, { issue_count: 89 }, 'likely'],
  ['one has many more', {}, { issue_count: 90 }, 'likely', 'One has 12 issues, the other 90.'],
  ['publishers differ', {}, { publisher: 'Kestrel' }, 'likely', 'One is published by Northgate, the other by Kestrel.'],
  ['a publisher is written longer', {}, { publisher: 'Northgate Comics' }, 'same'],
  ['a publisher is written shorter', { publisher: 'Northgate Comics' }, {}, 'same', 'Both are published by Northgate.'],
  ['neither has a name', { name: undefined }, { name: undefined }, 'different', 'Their names differ.'],
  ['both go by one other name alone', { name: undefined, aliases: ['Port'] }, { name: undefined, aliases: ['Port'] }, 'same', 'Both are called Port.'],
  ['one has no name but the other of them', { name: undefined, aliases: ['Port'] }, { name: 'Port' }, 'same', 'Both are called Port.'],
  ['names differ', {}, { name: 'Harbor Nights' }, 'different', 'Their names differ.'],
  ['one has another name', { aliases: ['Port'] }, { name: 'Port' }, 'same', 'Port is another name of Harbor Lights.'],
  ['only one names an id', {}, { ids: { comicvine: '1' } }, 'same'],
  ['only the other names an id', { ids: { comicvine: '1' } }, {}, 'same'],
  ['ids match whatever the years and publishers', { ids: { comicvine: '1' } }, { year: 2019, publisher: 'Kestrel', ids: { comicvine: '1' } }, 'same'],
  ['ids match whatever the names', { ids: { comicvine: '1' } }, { name: 'X', ids: { comicvine: '1' } }, 'same', 'Both name the same series of ComicVine.'],
  ['ids differ whatever the names', { ids: { comicvine: '1' } }, { ids: { comicvine: '2' } }, 'different', 'ComicVine lists them as two series.'],
  ['one shared id weighs more than one that differs', { ids: { comicvine: '1', metron: '5' } }, { ids: { comicvine: '2', metron: '5' } }, 'same'],
] // biome-ignore format: one row a case

test.each(TABLE)('%s', (_says, a, b, verdict, evidence = '') => {
  const judged = compareSeries({ facts: { ...harbor, ...a } }, { facts: { ...harbor, ...b } })
  expect(judged.verdict).toBe(verdict)
  if (evidence) expect(judged.evidence).toContain(evidence)
})

test('numbers and dates decide what names leave open', () => {
  const facts = { name: 'Harbor Lights' }
  const mine = { facts, issues: issues(1, 6) }
  expect(compareSeries(mine, { facts })).toMatchObject({ verdict: 'likely' })
  expect(compareSeries(mine, { facts, issues: issues(1, 12) })).toEqual({
    verdict: 'same',
    evidence: ['Both are called Harbor Lights.', '6 of 6 dates agree.', '6 of 6 numbers agree.'],
    against: [],
  })
  expect(compareSeries(mine, { facts, issues: issues(1, 12, 1963) }).evidence).toContain('Only 0 of 6 dates agree.')
  expect(compareSeries(mine, { facts, issues: issues(1, 12, 1963) }).verdict).not.toBe('same')
  expect(compareSeries(mine, { facts, issues: issues(100, 12) }).evidence).toContain('Only 0 of 6 numbers agree.')
})

test.each([
  ['all that agrees is weightier', { issue_count: 11 }, ['Both are called Harbor Lights.', 'Both began in 2012.', 'Both are published by Northgate.', 'One has 12 issues, the other 11.']],
  ['half of the issues is weaker evidence against it than another publisher', { publisher: 'Kestrel', issue_count: 6 }, ['Both are called Harbor Lights.', 'Both began in 2012.', 'One has 12 issues, the other 6.', 'One is published by Northgate, the other by Kestrel.']],
  ['less than half of the issues is stronger evidence against it', { publisher: 'Kestrel', issue_count: 5 }, ['Both are called Harbor Lights.', 'Both began in 2012.', 'One is published by Northgate, the other by Kestrel.', 'One has 12 issues, the other 5.']],
])('supporting evidence comes first: %s', (_says, b, evidence) => {
  expect(compareSeries({ facts: harbor }, { facts: { ...harbor, ...b } }).evidence).toEqual(evidence)
}) // biome-ignore format: one row a case

const said = (a: SeriesIdentity['issues'], b: SeriesIdentity['issues'], about: RegExp) => {
  const facts = { name: 'Clouds' }
  const { evidence } = compareSeries({ facts, issues: a }, { facts, issues: b })
  return evidence.filter((sentence) => about.test(sentence))
}

test.each([
  ['1', '1', ['1 of 1 numbers agree.']],
  ['1 2 3 4 5', '1 2 3 4 6 7', ['4 of 5 numbers agree.']],
  ['1 2 3 4 5', '1 2 3 6 7', []],
  ['1 2 3 4', '1 2 5 6', []],
  ['1 2 3 4', '1 5 6 7', ['Only 1 of 4 numbers agree.']],
  ['', '1 2', []],
  ['1 2', '', []],
])('for the numbers %p and %p the evidence is %j', (a, b, sentences) => {
  const numbered = (numbers: string) => numbers.split(' ').flatMap((number) => (number ? [{ number }] : []))
  expect(said(numbered(a), numbered(b), /numbers/)).toEqual(sentences)
})

test.each([
  ['2012-01', '2012-04', ['1 of 1 dates agree.']],
  ['2012-01', '2012-05', ['Only 0 of 1 dates agree.']],
  ['2012-05', '2012-01', ['Only 0 of 1 dates agree.']],
  ['2011-12', '2012-01', ['1 of 1 dates agree.']],
  ['2012-01 2012-02 2012-03 2012-04 2012-05', '2012-01 2012-02 2012-03 2012-04 2019-05', ['4 of 5 dates agree.']],
  ['2012-01 2012-02 2012-03 2012-04 2012-05', '2012-01 2012-02 2012-03 2019-04 2019-05', []],
  ['2012-01 2012-02 2012-03 2012-04', '2012-01 2012-02 2019-03 2019-04', []],
  ['2012-01 2012-02 2012-03 2012-04', '2012-01 2019-02 2019-03 2019-04', ['Only 1 of 4 dates agree.']],
  ['2012-01 none', 'none 2012-02', []],
  ['2012-01 none 2012-03', '2012-01 2012-02 none', ['1 of 1 dates agree.']],
])('for the dates %p and %p the evidence is %j', (a, b, sentences) => {
  const dated = (dates: string) => dates.split(' ').map((issue_date, at) => ({ number: String(at + 1), issue_date }))
  expect(said(dated(a), dated(b), /dates/)).toEqual(sentences)
})

test('the day of sale wins over the cover date, and issues without numbers are compared too', () => {
  const cover = { issue_date: '2012-09-01' }
  expect(said([{ ...cover, release_date: '2012-01-04' }], [{ release_date: '2012-01-11' }], /dates/)).toEqual([
    '1 of 1 dates agree.',
  ])
})

describe('a library that owns a part of the series', () => {
  const facts = { name: 'Harbor Lights', year: 2012 }
  const numbers = (from: number, count: number) => issues(from, count)!.map(({ number }) => ({ number }))
  const owned = (from: number, count: number) => ({ isOwned: true, facts: { ...facts, issue_count: count }, issues: numbers(from, count) }) // biome-ignore format: one line
  const listed = (count: number, more: Partial<KnownSeries> = {}) => ({ facts: { ...facts, issue_count: count, ...more }, issues: numbers(1, count) }) // biome-ignore format: one line

  test.each<[string, SeriesIdentity, SeriesIdentity, IdentityVerdict['verdict'], for_: string[], against: string[]]>([
    ['55 of 62', owned(1, 55), listed(62), 'same', ['55 of your 55 numbers are among its 62.'], []],
    ['3 of 300', owned(40, 3), listed(300), 'same', ['3 of your 3 numbers are among its 300.'], []],
    ['all', owned(1, 12), listed(12), 'same', ['12 of your 12 numbers are among its 12.', 'Both have 12 issues.'], []],
    ['more than there are', owned(1, 55), listed(12), 'likely', [], ['One has 55 issues, the other 12.', '12 of your 55 numbers are among its 12.']],
    ['some that it lacks', owned(1, 10), { ...listed(62), issues: numbers(4, 62) }, 'likely', [], ['7 of your 10 numbers are among its 62.']],
    ['a part without a list', owned(1, 3), { facts: { ...facts, issue_count: 62 } }, 'same', ['You have 3 of its 62 issues.'], []],
    ['55 of 62 of another publisher', { ...owned(1, 55), facts: { ...facts, publisher: 'Kestrel' } }, listed(62, { publisher: 'Northgate' }), 'likely', [], ['One is published by Kestrel, the other by Northgate.']],
  ])('%s', (_says, mine, theirs, verdict, supporting, against) => {
    const judged = compareSeries(mine, theirs)
    expect(judged).toMatchObject({ verdict, against })
    for (const sentence of supporting) expect(judged.evidence).toContain(sentence)
  }) // biome-ignore format: one row a case
})
