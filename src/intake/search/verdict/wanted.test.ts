import { describe, expect, test } from 'bun:test'
import { NO_RULES } from '../rules/rule-set'
import { isYearOfTitle, type ReleaseLimits, targetOf, type WantedFacts } from './wanted'

const run: WantedFacts = { kind: 'comic', series: 'Harbor Lights', year: 2015, issue: '7', issue_date: '2016-02-10' }
const manga: WantedFacts = { kind: 'manga', series: 'Clouds', issue: '7' }

const target = (facts: Partial<WantedFacts> = {}, limits: ReleaseLimits = {}) => targetOf({ ...run, ...facts }, limits)

test.each([
  [{}, false],
  [{ booktype: 'annual' }, true],
  [{ booktype: ' Annual ' }, true],
  [{ booktype: 'annuals' }, false],
  [{ series: 'Harbor Lights Annual' }, true],
  [{ series: 'Harbor Annuals', booktype: null }, true],
  [{ series: 'Harbor Lights Annual', booktype: ' ' }, true],
  [{ series: 'Harbor Lights Annual', booktype: 'issue' }, false],
  [{ series: 'Harbor Lights Annual', booktype: 'tpb' }, false],
  [{ series: 'The Annualists' }, false],
])('with %j it is an annual: %p', (facts, annual) => {
  expect(target(facts).annual).toBe(annual)
})

test.each([
  [{ booktype: 'tpb' }, true],
  [{ booktype: 'Omnibus' }, true],
  [{ booktype: 'issue' }, false],
  [{ booktype: null }, false],
  [{ booktype: 'tpb', kind: 'manga' }, false],
] as const)('with %j it is a book: %p', (facts, book) => {
  expect(target(facts).book).toBe(book)
})

test.each([
  [{ booktype: 'one-shot' }, true],
  [{ booktype: 'OS' }, true],
  [{ booktype: 'special' }, true],
  [{ booktype: 'tpb', issue_count: 1 }, true],
  [{ booktype: 'tpb', issue_count: 2 }, false],
  [{}, false],
])('with %j it is a single book: %p', (facts, oneShot) => {
  expect(target(facts).oneShot).toBe(oneShot)
})

test.each([
  [run, 'issue'],
  [{ ...run, unit: 'volume' }, 'issue'],
  [manga, 'chapter'],
  [{ ...manga, unit: null }, 'chapter'],
  [{ ...manga, unit: 'volume' }, 'volume'],
] as [WantedFacts, string][])('for %j the unit is one %s', (wanted, unit) => {
  expect(targetOf(wanted, {}).unit).toBe(unit as never)
})

test.each([
  [{}, 2016],
  [{ issue_year: 2018 }, 2018],
  [{ issue_year: 2018, issue_date: null }, 2018],
  [{ issue_date: '2017' }, 2017],
  [{ issue_date: '' }, undefined],
  [{ issue_date: null }, undefined],
])('with %j the issue is from %p', (facts, issueYear) => {
  expect(target(facts).issueYear).toBe(issueYear)
})

describe('names', () => {
  test.each([
    [{}, ['harborlights']],
    [{ aliases: ['The Lights', 'Harbor Lights'] }, ['harborlights', 'lights']],
    [{ series: 'Harbor & Lights' }, ['harborandlights', 'harborlights']],
    [{ series: 'Harbor', aliases: ['X+66'] }, ['harbor', 'xand66', 'x66']],
    [{ series: 'Harbor +' }, ['harborand']],
    [{ series: 'Harbor 2016 Annual' }, ['harbor2016annual', 'harborannual']],
    [{ series: 'Harbor 2099 Annual' }, ['harbor2099annual']],
    [{ series: 'Harbor 2016', booktype: 'annual' }, ['harbor2016', 'harbor', 'harborannual', 'harbor2016annual']],
    [{ series: 'Harbor 2099 Annual', year: null, issue_date: null }, ['harbor2099annual', 'harborannual']],
    [{ series: 'Harbor 2016', booktype: 'tpb' }, ['harbor2016']],
  ])('from %j are %j', (facts, keys) => {
    expect([...target(facts).keys].sort()).toEqual(keys.toSorted())
  })

  test.each([
    [{ series: 'Harbor 3' }, true],
    [{ series: 'Harbor', aliases: ['Harbor 3'] }, true],
    [{ series: '3 Harbors' }, false],
    [{}, false],
  ])('from %j end with a digit: %p', (facts, numbered) => {
    expect(target(facts).numbered).toBe(numbered)
  })

  test.each([
    [{}, []],
    [{ series: 'The Cover' }, ['The Cover']],
    [{ series: 'Harbor', aliases: ['Harbor 47', 'Lights'] }, ['Harbor 47']],
    [{ series: 'Harbor 2016 Annual' }, []],
  ])('from %j have words of their own: %j', (facts, names) => {
    expect(target(facts).ownWords.map(({ name }) => name)).toEqual(names)
  })
})

test.each([
  [{ series: 'Harbor 2016 Annual' }, [2016]],
  [{ series: 'Harbor 2014 Annual' }, [2014]],
  [{ series: 'Harbor 2017 Annual' }, [2017]],
  [{ series: 'Harbor 2013 Annual' }, [2015, 2016]],
  [{ series: 'Harbor 2018 Annual' }, [2015, 2016]],
  [{ series: 'Harbor Annual', aliases: ['Harbor 2016 Annual'] }, [2016]],
  [{ series: 'Harbor Annual', aliases: ['Harbor 2016'] }, [2015, 2016]],
  [{ series: 'Harbor Annual', year: null }, [2016]],
  [{ series: 'Harbor Annual', issue_date: null }, [2015]],
  [{ series: 'Harbor 2030 Annual', year: null, issue_date: null }, [2030]],
  [{ series: 'Harbor Annual', year: null, issue_date: null }, []],
  [{ series: 'Harbor 2016' }, []],
])('with %j the annual is of %j', (facts, years) => {
  expect(target(facts).annualYears).toEqual(years)
})

test('a year far from all known ones is a word of the title', () => {
  const isTitle = (year: number, facts: Partial<WantedFacts> = {}) => isYearOfTitle(year, target(facts))
  expect([2013, 2014, 2015, 2016, 2017, 2018].filter((year) => isTitle(year))).toEqual([2013, 2018])
  expect(isTitle(2099, { year: null, issue_date: null })).toBe(false)
})

test('languages are compared in lower case, and years one apart are the same unless set otherwise', () => {
  expect(target({}, { languages: ['EN', 'de'] }).languages).toEqual(['en', 'de'])
  expect(target({}, { languages: null }).languages).toEqual([])
  expect([target().tolerance, target({}, { year_tolerance: 0 }).tolerance]).toEqual([1, 0])
})

describe('rules', () => {
  const digital = { match: 'word', text: 'Digital', level: 'score', score: 5 } as const
  const told = (limits: ReleaseLimits) => {
    const { rules } = target({}, limits)
    return [rules.mustNot, rules.scored].map((list) => list.map(({ text }) => text))
  }

  test('are those of the limits, with the words to ignore', () => {
    expect(target({}, { ignore_words: [], rules: null }).rules).toBe(NO_RULES)
    expect(told({ rules: [digital] })).toEqual([[], ['Digital']])
    expect(told({ ignore_words: ['Webrip'] })).toEqual([['Webrip'], []])
    expect(told({ ignore_words: ['Webrip'], rules: [digital] })).toEqual([['Webrip'], ['Digital']])
  })

  test('do not block a word of the name', () => {
    expect(told({ ignore_words: ['lights', 'light'] })).toEqual([['light'], []])
  })
})
