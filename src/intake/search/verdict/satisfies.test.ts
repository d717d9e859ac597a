import { expect, test } from 'bun:test'
import { type ParsedRelease, readRelease } from './parsed-release'
import { countItemsIn, coversByLedger, holdsWanted, isPack, postedBefore, satisfies } from './satisfies'
import { targetOf, type WantedFacts } from './wanted'
import type { PackWeek } from './week'

const run: WantedFacts = { kind: 'comic', series: 'Harbor Lights', issue: '7', issue_date: '2016-02-10', missing: ['6', '7', '45'] } // biome-ignore format: one item
const annual: WantedFacts = { ...run, series: 'Harbor Lights Annual', booktype: 'annual' }
const chapter: WantedFacts = { kind: 'manga', series: 'Clouds', unit: 'chapter', issue: '45', in_volume: '5' }
const volume: WantedFacts = { ...chapter, unit: 'volume', issue: '7' }

type Reading = Partial<ParsedRelease>

/** A name without a number, and what else was parsed from it. */
const read = (wanted: WantedFacts, more: Reading): ParsedRelease => ({
  ...readRelease(wanted.series, targetOf(wanted, {}), 2026),
  ...more,
})
const week: PackWeek = { day: '2016-02-10', publishers: [] }
const spans = (...pairs: [from: number, to: number][]) => pairs.map(([from, to]) => ({ from, to }))

const SEVERAL: [what: string, wanted: WantedFacts, reading: Reading, packs: boolean][] = [
  ['a week', run, { week }, true],
  ['a whole run', chapter, { wholeRun: true }, true],
  ['issues with their annuals, of an annual', annual, { annualsToo: true }, true],
  ['issues with their annuals, of an issue', run, { annualsToo: true }, false],
  ['an annual', annual, {}, false],
  ['a range of issues', run, { spans: spans([7, 8]) }, true],
  ['two volumes', volume, { unit: 'volume', spans: spans([7, 8]) }, false],
  ['three volumes', volume, { unit: 'volume', spans: spans([7, 9]) }, true],
  ['two double volumes', volume, { unit: 'volume', spans: spans([1, 2], [7, 8]) }, true],
  ['two chapters', chapter, { unit: 'chapter', spans: spans([45, 46]) }, true],
]
test.each(SEVERAL)('of %s', (_what, wanted, reading, packs) => {
  expect(isPack(read(wanted, reading), targetOf(wanted, {}))).toBe(packs)
})

const LEDGER: [what: string, wanted: WantedFacts, reading: Reading, covers: boolean][] = [
  ['its volume', chapter, { unit: 'volume', number: '5' }, true],
  ['another volume', chapter, { unit: 'volume', number: '6' }, false],
  ['volumes with it', chapter, { unit: 'volume', number: '1', spans: spans([1, 5]) }, true],
  ['volumes without it', chapter, { unit: 'volume', number: '5', spans: spans([6, 9]) }, false],
  ['a chapter with its number', chapter, { unit: 'chapter', number: '5' }, false],
  ['an unknown volume', { ...chapter, in_volume: null }, { unit: 'volume', number: '5' }, false],
  ['its volume, if both units are allowed', { ...chapter, monitor_mode: 'blended' }, { unit: 'volume', number: '5' }, true],
  ['its volume, if only chapters are allowed', { ...chapter, monitor_mode: 'chapters' }, { unit: 'volume', number: '5' }, false],
  ['a volume, when one is wanted', volume, { unit: 'volume', number: '5' }, false],
] // biome-ignore format: one a line
test.each(LEDGER)('the library about a chapter and %s', (_what, wanted, reading, covers) => {
  expect(coversByLedger(read(wanted, reading), targetOf(wanted, {}))).toBe(covers)
})

const HELD: [what: string, wanted: WantedFacts, reading: Reading, published: string | null, held: boolean][] = [
  ['a range around it', run, { spans: spans([1, 12]) }, null, true],
  ['a range beside it', run, { spans: spans([8, 12]) }, null, false],
  ['a range posted before the release date', run, { spans: spans([1, 12]) }, '2016-02-08', false],
  ['volumes posted before the release date', { ...volume, issue_date: '2016-02-10' }, { unit: 'volume', spans: spans([1, 12]) }, '2016-02-08', true],
  ['a week, posted before it', run, { week }, '2016-02-08', true],
  ['a whole run', chapter, { wholeRun: true }, null, true],
  ['its volume', chapter, { unit: 'volume', number: '5' }, null, true],
  ['the issues with their annuals, as an annual', annual, { annual: false, annualsToo: true, spans: spans([20, 40]) }, null, true],
  ['the issues with their annuals, as an issue', run, { annualsToo: true, spans: spans([20, 40]) }, null, false],
  ['the issues alone, as an annual', annual, { annual: false, spans: spans([20, 40]) }, null, false],
  ['other annuals with annuals', annual, { annual: true, annualsToo: true, spans: spans([20, 40]) }, null, false],
] // biome-ignore format: one a line
test.each(HELD)('it is contained in %s', (_what, wanted, reading, published, held) => {
  const release = { title: '', published }
  expect(holdsWanted(read(wanted, reading), targetOf(wanted, {}), release)).toBe(held)
})

const FILLED: [what: string, wanted: WantedFacts, reading: Reading, filled: string[]][] = [
  ['a single issue', run, { number: '7' }, ['7']],
  ['a week', run, { week }, ['7']],
  ['a volume with the chapter', { ...chapter, missing: ['44', '45'] }, { unit: 'volume', number: '5' }, ['45']],
  ['volumes with the chapter', { ...chapter, missing: ['3', '45'] }, { unit: 'volume', spans: spans([1, 5]) }, ['45']],
  ['two volumes', { ...volume, missing: ['6', '7', '8'] }, { unit: 'volume', spans: spans([7, 8]) }, ['7', '8']],
  ['a range', run, { spans: spans([1, 12]) }, ['6', '7']],
  ['a range, with unknown missing issues', { ...run, missing: null }, { spans: spans([1, 12]) }, ['7']],
  ['a whole run', { ...chapter, missing: ['44', '300'] }, { wholeRun: true }, ['44', '300']],
  ['issues with their annuals, of annuals', annual, { annualsToo: true, spans: spans([1, 12]) }, ['6', '7', '45']],
  ['issues with their annuals, of issues', run, { annualsToo: true, spans: spans([1, 12]) }, ['6', '7']],
  ['a range of annuals', annual, { annual: true, spans: spans([1, 12]) }, ['6', '7']],
] // biome-ignore format: one a line
test.each(FILLED)('missing issues in %s', (_what, wanted, reading, filled) => {
  expect(satisfies(read(wanted, reading), targetOf(wanted, {}))).toEqual(filled)
})

const COUNTED: [what: string, reading: Reading, items: number | undefined][] = [
  ['a single issue', { number: '7' }, 1],
  ['a range', { spans: spans([1, 12]) }, 12],
  ['two ranges', { spans: spans([1, 2], [7, 9]) }, 5],
  ['a week', { week }, undefined],
  ['a whole run', { wholeRun: true }, undefined],
  ['volumes and chapters together', { mixed: true, spans: spans([1, 5]) }, undefined],
]
test.each(COUNTED)('the items of %s', (_what, reading, items) => {
  expect(countItemsIn(read(run, reading))).toBe(items)
})

const WEEKS: [publishers: string[], facts: Partial<WantedFacts>, held: boolean][] = [
  [[], {}, true],
  [[], { publisher: 'Northgate' }, true],
  [[], { issue_date: '2016-02-16T08:00:00Z' }, true],
  [[], { issue_date: '2016-02-17T08:00:00Z' }, false],
  [[], { issue_date: null }, false],
  [['marvel'], { publisher: 'Northgate' }, false],
  [['marvel'], { publisher: null }, true],
  [['marvel', 'dc'], { publisher: 'DC Comics' }, true],
  [['marvel'], { publisher: 'The Marvel House' }, false],
  [['indie'], { publisher: 'Northgate' }, true],
  [['marvel', 'indie'], { publisher: 'Image' }, false],
]
test.each(WEEKS)('a week of %j contains an issue of %j: %p', (publishers, facts, held) => {
  const wanted: WantedFacts = { ...run, ...facts }
  const reading = read(wanted, { week: { ...week, publishers } })
  expect(holdsWanted(reading, targetOf(wanted, {}), { title: '' })).toBe(held)
})

test('no week contains an issue with only a month', () => {
  const monthly: WantedFacts = { ...run, issue_date: '2016-02' }
  const reading = read(monthly, { week: { ...week, day: '2016-02-01' } })
  expect(holdsWanted(reading, targetOf(monthly, {}), { title: '' })).toBe(false)
})

test.each([
  ['2016-02-08', '2016-02-10', true],
  ['2016-02-09', '2016-02-10', false],
  ['2016-02-08T23:59:59Z', '2016-02-10T00:00:00Z', true],
  ['2016-02-09T00:00:00Z', '2016-02-10T23:00:00Z', false],
  ['2016-01-30', '2016-02', true],
  ['2016-01-31', '2016-02', false],
  ['2015-12-30', '2016', true],
  ['2015-12-31', '2016', false],
  ['2016-02-08', null, false],
  ['2016-02-08', '', false],
  [null, '2016-02-10', false],
  ['', '2016-02-10', false],
])('posted on %p, released on %p: posted before it is %p', (published, day, before) => {
  expect(postedBefore({ title: '', published }, day)).toBe(before)
})
