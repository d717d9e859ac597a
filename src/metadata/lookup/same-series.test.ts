import { expect, test } from 'bun:test'
import type { KnownSeries } from '../sync/merge'
import { type Identity, sameSeries, type Verdict } from './same-series'

const harbor: KnownSeries = { name: 'Harbor Lights', year: 2012, publisher: 'Northgate', issue_count: 12 }
const issues = (from: number, count: number, year = 2012): Identity['issues'] =>
  Array.from({ length: count }, (_, at) => ({
    number: String(from + at),
    issue_date: `${year}-${String((at % 12) + 1).padStart(2, '0')}-01`,
  }))

type Row = [
  says: string,
  a: Partial<KnownSeries>,
  b: Partial<KnownSeries>,
  verdict: Verdict['verdict'],
  evidence?: string,
]

const TABLE: Row[] = [
  ['all agrees', {}, {}, 'same', 'Both began in 2012.'],
  ['only one says its year', {}, { year: undefined, issue_count: undefined }, 'likely'],
  ['the year is one apart', {}, { year: 2013 }, 'same', 'They began in 2012 and 2013.'],
  ['the year is another', {}, { year: 2019 }, 'different', 'One began in 2012, the other in 2019.'],
  ['one lags behind', {}, { issue_count: 11 }, 'same', 'One has 12 issues, the other 11.'],
  ['one has many more', {}, { issue_count: 90 }, 'likely', 'One has 12 issues, the other 90.'],
  ['publishers differ', {}, { publisher: 'Kestrel' }, 'likely', 'One is published by Northgate, the other by Kestrel.'],
  ['a publisher is written longer', {}, { publisher: 'Northgate Comics' }, 'same'],
  ['names differ', {}, { name: 'Harbor Nights' }, 'different', 'Their names differ.'],
  ['one goes by another name', { aliases: ['Port'] }, { name: 'Port' }, 'same', 'Port is another name of Harbor Lights.'],
  ['ids agree whatever the names say', { ids: { comicvine: '1' } }, { name: 'X', ids: { comicvine: '1' } }, 'same', 'Both name the same series of ComicVine.'],
  ['ids differ whatever the names say', { ids: { comicvine: '1' } }, { ids: { comicvine: '2' } }, 'different', 'ComicVine knows them as two series.'],
  ['one shared id weighs more than one that differs', { ids: { comicvine: '1', metron: '5' } }, { ids: { comicvine: '2', metron: '5' } }, 'same'],
] // biome-ignore format: one row a case

test.each(TABLE)('%s', (_says, a, b, verdict, evidence = '') => {
  const judged = sameSeries({ facts: { ...harbor, ...a } }, { facts: { ...harbor, ...b } })
  expect(judged.verdict).toBe(verdict)
  if (evidence) expect(judged.evidence).toContain(evidence)
})

test('numbers and dates settle what names leave open', () => {
  const facts = { name: 'Harbor Lights' }
  const mine = { facts, issues: issues(1, 6) }
  expect(sameSeries(mine, { facts })).toMatchObject({ verdict: 'likely' })
  expect(sameSeries(mine, { facts, issues: issues(1, 12) })).toEqual({
    verdict: 'same',
    evidence: ['Both are called Harbor Lights.', '6 of 6 dates agree.', '6 of 6 numbers agree.'],
  })
  expect(sameSeries(mine, { facts, issues: issues(1, 12, 1963) }).evidence).toContain('Only 0 of 6 dates agree.')
  expect(sameSeries(mine, { facts, issues: issues(1, 12, 1963) }).verdict).not.toBe('same')
  expect(sameSeries(mine, { facts, issues: issues(100, 12) }).evidence).toContain('Only 0 of 6 numbers agree.')
})
