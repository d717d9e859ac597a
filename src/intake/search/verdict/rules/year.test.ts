import { expect, test } from 'bun:test'
import { type ParsedRelease, readRelease } from '../parsed-release'
import { targetOf, type WantedFacts } from '../wanted'
import { yearRule } from './year'

const run: WantedFacts = { kind: 'comic', series: 'Harbor Lights', year: 2015, issue: '7', issue_date: '2018-02-10' }
const undated: WantedFacts = { ...run, issue_date: null }
/** The start year of the series is unknown. */
const old: WantedFacts = { ...run, year: null }
const unknown: WantedFacts = { ...old, issue_date: null }
const announced: WantedFacts = { ...run, year: 2028, issue_date: '2028-05-10' }

type Reading = Partial<ParsedRelease>

/** "(2015)", "(2015-2019)" and "(2015-2019) (2018)" as parsed. */
const began = (run_year: string, more: Reading = {}): Reading => ({ run_year, year: run_year, ...more })
const lasted = (run_year: string, run_year_end: string, more: Reading = {}) =>
  began(run_year, { run_year_end, ...more })
const single: Reading = { number: '7', issue: '7' }
const pack: Reading = { number: '1', issue: '1', issue_end: '12', spans: [{ from: 1, to: 12 }] }

const KNOWN = ' (the series began in 2015, the issue is from 2018)'
const BEGAN = ' (the series began in 2015)'

const ROWS: [what: string, wanted: WantedFacts, reading: Reading, said?: string][] = [
  ['a name without a year', run, single],
  ['the year of the issue', run, { ...single, year: '2018' }],
  ['the year behind it', run, { ...single, year: '2019' }],
  ['a later year', run, { ...single, year: '2020' }, `2020${KNOWN}`],
  ['an earlier year', run, { ...single, year: '2016' }, `2016${KNOWN}`],
  ['a year of manga', { ...run, kind: 'manga' }, { ...single, year: '1999' }],
  ['the year of a week', run, { ...single, year: '1999', week: { day: '1999-02-10', publishers: [] } }],

  ['the year of the run alone', run, began('2015', single)],
  ['the year of another run', run, began('2013', { ...single, year: '2018' }), `2013${KNOWN}`],
  ['the year of the run, and of the issue', run, began('2015', { ...single, year: '2018' })],
  ['the year of the run, and of another issue', run, began('2015', { ...single, year: '2012' }), `2012${KNOWN}`],

  ['an undated issue from before its series', undated, { ...single, year: '2013' }, `2013${BEGAN}`],
  ['an undated issue from a year before its series', undated, { ...single, year: '2014' }],
  ['an undated issue from long after', undated, { ...single, year: '2024' }],
  ['an undated issue from next year', undated, { ...single, year: '2027' }],
  ['an undated issue from the year after', undated, { ...single, year: '2028' }, `2028${BEGAN}`],
  ['an issue announced for that year', announced, { ...single, year: '2028' }],
  ['a run announced for that year', announced, began('2028', single)],
  ['an unknown run, from next year', old, began('2027', { ...single, year: '2018' })],
  ['an unknown run, from the year after', old, began('2028', { ...single, year: '2018' }), '2028'],
  ['an unknown issue', unknown, { ...single, year: '1999' }],
  ['an issue of an unknown run', old, { ...single, year: '2016' }, '2016'],

  ['an issue and the years of its run', run, lasted('2014', '2018', single)],
  ['an issue and the years of an older run', run, lasted('2013', '2018', single), `2013 to 2018${KNOWN}`],
  ['an issue and the years of a later run', run, lasted('2017', '2018', single), `2017 to 2018${KNOWN}`],
  ['an issue of another year, and the years of its run', run, lasted('2014', '2018', { ...single, year: '2010' }), `2010${KNOWN}`],
  ['an issue and the years of an unknown run', old, lasted('2019', '2021', single)],
  ['an issue and the years of a later unknown run', old, lasted('2020', '2021', single), '2020 to 2021'],
  ['the years of another run without a number', run, lasted('2010', '2019'), `2010${KNOWN}`],
  ['the years of its run without a number', run, lasted('2014', '2018')],

  ['a pack from before its series', run, lasted('2010', '2013', pack), `2010 to 2013${KNOWN}`],
  ['a pack that reaches to the year before its series', run, lasted('2010', '2014', pack)],
  ['a pack that covers it, from another year', run, lasted('2010', '2016', { ...pack, year: '2012' })],
  ['a pack without a first number', run, lasted('2010', '2013', { spans: pack.spans! }), `2010 to 2013${KNOWN}`],
  ['a pack that begins after the issue', run, lasted('2019', '2021', pack)],
  ['a pack that begins later', run, lasted('2020', '2021', pack), `2020 to 2021${KNOWN}`],
  ['a pack of an unknown run', old, lasted('2019', '2021', pack)],
  ['a later pack of an unknown run', old, lasted('2020', '2021', pack), '2020 to 2021'],
  ['a pack of undated issues', undated, lasted('2020', '2021', pack)],
  ['a pack of an issue older than its series', { ...run, issue_year: 2012 }, lasted('2016', '2018', pack)],

  ['a pack of the first year', run, { ...pack, year: '2014' }],
  ['a pack of an earlier year', run, { ...pack, year: '2013' }, `2013${KNOWN}`],
  ['a pack of a year between', run, { ...pack, year: '2016' }],
  ['a pack of the last year', run, { ...pack, year: '2019' }],
  ['a pack of a later year', run, { ...pack, year: '2020' }, `2020${KNOWN}`],
  ['a pack of undated issues, of a year later', undated, { ...pack, year: '2016' }],
  ['a pack of undated issues, of two years later', undated, { ...pack, year: '2017' }, `2017${BEGAN}`],
  ['a pack of an unknown year', unknown, { ...pack, year: '1999' }],
  ['a pack of the year of the issue, of an unknown run', old, { ...pack, year: '2018' }],
] // biome-ignore format: one a line

for (const [what, wanted, more, said] of ROWS)
  test(`${what} is ${said === undefined ? 'no reason against it' : 'wrong'}`, () => {
    const target = targetOf(wanted, {})
    const reading = { ...readRelease('Harbor Lights', target, 2026), ...more }
    const rejection = yearRule({ reading, target, release: { title: '' }, known: {}, subject: undefined, year: 2026 })
    expect(rejection?.message).toBe(said === undefined ? undefined : `Wrong year: ${said}`)
  })
