import { describe, expect, test } from 'bun:test'
import type { VerdictCode } from './codes'
import { judgeRelease } from './judge'
import { inSpans, numberSpanOf } from './spans'
import { type OfferedRelease, type ReleaseLimits, targetOf, type WantedFacts } from './wanted'
import { readPackWeek, shopWeekOf } from './week'

/** The last value that a rule accepts and the first that it rejects. */

const run: WantedFacts = {
  kind: 'comic',
  series: 'Harbor Lights',
  year: 2015,
  volume: 2,
  publisher: 'Northgate',
  issue: '7',
  issue_date: '2016-02-10',
}
const undated: WantedFacts = { ...run, issue_date: null }
const packs: WantedFacts = { ...run, allow_packs: true, missing: ['6', '7'] }
const annual: WantedFacts = {
  ...run,
  series: 'Harbor Lights Annual',
  booktype: 'annual',
  issue: '1',
  issue_date: '2016-08-03',
}
const single: WantedFacts = { ...run, series: 'Last Frost', booktype: 'one-shot', issue: '1' }
const book: WantedFacts = { ...run, series: 'Salt Road', booktype: 'tpb', issue: '1' }
const chapter: WantedFacts = {
  kind: 'manga',
  series: 'Kumo no Hashi',
  year: 2014,
  unit: 'chapter',
  issue: '45',
  volume_count: 12,
}
const volume: WantedFacts = { ...chapter, unit: 'volume', issue: '6' }
const several: WantedFacts = { ...volume, allow_packs: true, missing: ['5', '6'] }
const TITLE = 'Harbor Lights 007 (2016)'

type Row = [
  wanted: WantedFacts,
  title: string,
  code: VerdictCode,
  more?: Partial<OfferedRelease>,
  limits?: ReleaseLimits,
]

function check(what: string, rows: Row[]): void {
  describe(what, () => {
    for (const [wanted, title, code, more, limits] of rows) {
      const details = more || limits ? `, with ${JSON.stringify([more, limits])}` : ''
      test(`${wanted.series} ${wanted.issue} ← ${title} is ${code}${details}`, () => {
        expect(judgeRelease(targetOf(wanted, limits ?? {}), { title, ...more }, 2026).reason_code).toBe(code)
      })
    }
  })
}

check('a run starts in the year of its series, give or take one', [
  [run, 'Harbor Lights (2014) 007', 'accepted.issue'],
  [run, 'Harbor Lights (2016) 007', 'accepted.issue'],
  [run, 'Harbor Lights (2013) 007', 'rejected.year_mismatch'],
  [run, 'Harbor Lights (2017) 007', 'rejected.year_mismatch'],
  [run, 'Harbor Lights V2014 #7', 'accepted.issue'],
  [run, 'Harbor Lights V2013 #7', 'rejected.volume_mismatch'],
  [run, 'Harbor Lights V2017 #7', 'rejected.volume_mismatch'],
  [run, 'Harbor Lights (2013) 007', 'accepted.issue', {}, { year_tolerance: 2 }],
])

check('an issue is from its own year, give or take one', [
  [run, 'Harbor Lights 007 (2015)', 'accepted.issue'],
  [run, 'Harbor Lights 007 (2017)', 'accepted.issue'],
  [run, 'Harbor Lights 007 (2014)', 'rejected.year_mismatch'],
  [run, 'Harbor Lights 007 (2018)', 'rejected.year_mismatch'],
  [{ ...run, issue_year: 2018 }, 'Harbor Lights 007 (2018)', 'accepted.issue'],
  [undated, 'Harbor Lights 007 (2014)', 'accepted.issue'],
  [undated, 'Harbor Lights 007 (2013)', 'rejected.year_mismatch'],
  [undated, 'Harbor Lights 007 (2020)', 'accepted.issue'],
  [{ ...undated, year: null }, 'Harbor Lights 007 (1950)', 'accepted.issue'],
  [chapter, 'Kumo no Hashi c045 (1999)', 'accepted.issue'],
])

check('the years of a pack cover the issue', [
  [packs, 'Harbor Lights 001-012 (2010-2014)', 'accepted.pack'],
  [packs, 'Harbor Lights 001-012 (2010-2013)', 'rejected.year_mismatch'],
  [packs, 'Harbor Lights 001-012 (2017-2019)', 'accepted.pack'],
  [packs, 'Harbor Lights 001-012 (2018-2019)', 'rejected.year_mismatch'],
  [packs, 'Harbor Lights 001-012 (2014)', 'accepted.pack'],
  [packs, 'Harbor Lights 001-012 (2013)', 'rejected.year_mismatch'],
  [packs, 'Harbor Lights 001-012 (2017)', 'accepted.pack'],
  [packs, 'Harbor Lights 001-012 (2018)', 'rejected.year_mismatch'],
])

check('the ordinal of a run counts if both are known', [
  [run, 'Harbor Lights v2 007 (2016)', 'accepted.issue'],
  [run, 'Harbor Lights v3 007 (2016)', 'rejected.volume_mismatch'],
  [{ ...run, volume: null }, 'Harbor Lights v3 007 (2016)', 'accepted.issue'],
  [{ ...book, volume: 2 }, 'Salt Road v01 (2016)', 'accepted.issue'],
  [chapter, 'Kumo no Hashi v05 c045', 'accepted.issue'],
])

check('the year in the name of a run is that of its series', [
  [single, 'Last Frost V2014', 'accepted.issue'],
  [single, 'Last Frost V2013', 'rejected.volume_mismatch'],
  [{ ...run, year: 2027, issue_date: '2028-02-09' }, 'Harbor Lights (2028) 007 (2028)', 'accepted.issue'],
  [{ ...packs, year: 2020, issue_date: null }, '2016.02.10 Weekly Pack', 'rejected.pack_issue_absent'],
])

check('a day before the release date is in time', [
  [run, TITLE, 'accepted.issue', { published: '2016-02-09' }],
  [run, TITLE, 'rejected.before_reference_date', { published: '2016-02-08' }],
  [{ ...run, digital_date: '2016-02-03' }, TITLE, 'accepted.issue', { published: '2016-02-02' }],
  [{ ...run, digital_date: '2016-03-03' }, TITLE, 'rejected.before_reference_date', { published: '2016-02-08' }],
  [{ ...run, digital_date: '' }, TITLE, 'rejected.before_reference_date', { published: '2016-02-08' }],
  [{ ...run, issue_date: '2016-02' }, TITLE, 'accepted.issue', { published: '2016-01-31' }],
  [{ ...run, issue_date: '2016-02' }, TITLE, 'rejected.before_reference_date', { published: '2016-01-30' }],
  [{ ...volume, issue_date: '2016-02-10' }, 'Kumo no Hashi v06', 'accepted.issue', { published: '2015-01-01' }],
  [packs, 'Harbor Lights 001-012 (2016)', 'accepted.pack', { published: '2016-02-09' }],
  [packs, 'Harbor Lights 001-012 (2016)', 'rejected.pack_issue_absent', { published: '2016-02-08' }],
  [{ ...several, issue_date: '2016-02-10' }, 'Kumo no Hashi v01-12', 'accepted.pack', { published: '2015-01-01' }],
])

check('limits of size are for each item, and inclusive', [
  [run, TITLE, 'accepted.issue', { size_mb: 5 }, { min_size_mb: 5 }],
  [run, TITLE, 'rejected.size_below_min', { size_mb: 4.9 }, { min_size_mb: 5 }],
  [run, TITLE, 'accepted.issue', { size_mb: 300 }, { max_size_mb: 300 }],
  [run, TITLE, 'rejected.size_above_max', { size_mb: 300.1 }, { max_size_mb: 300 }],
  [run, TITLE, 'accepted.issue', { size_mb: null }, { min_size_mb: 5 }],
  [packs, 'Harbor Lights 001-010 (2016)', 'accepted.pack', { size_mb: 50 }, { min_size_mb: 5 }],
  [packs, 'Harbor Lights 001-010 (2016)', 'rejected.size_below_min', { size_mb: 49 }, { min_size_mb: 5 }],
  [several, 'Kumo no Hashi v01-12', 'rejected.size_above_max', { size_mb: 1201 }, { max_size_mb: 100 }],
  [several, 'Kumo no Hashi v06-07', 'accepted.issue', { size_mb: 200 }, { max_size_mb: 100 }],
  [
    { ...packs, issue_date: '2016-02-10' },
    '2016.02.10 Weekly Pack',
    'accepted.pack',
    { size_mb: 9000 },
    { max_size_mb: 100 },
  ],
])

check('an offer meets limits exactly', [
  [run, TITLE, 'accepted.issue', { seeders: 3 }, { min_seeders: 3 }],
  [run, TITLE, 'rejected.seeders_below_min', { seeders: 2 }, { min_seeders: 3 }],
  [run, TITLE, 'accepted.issue', { seeders: null }, { min_seeders: 3 }],
  [run, TITLE, 'accepted.issue', {}, { min_seeders: 3 }],
  [run, TITLE, 'accepted.issue', { seeders: 0 }, {}],
  [run, TITLE, 'accepted.issue', { age_days: 3500 }, { max_age_days: 3500 }],
  [run, TITLE, 'rejected.too_old', { age_days: 3501 }, { max_age_days: 3500 }],
  [run, TITLE, 'accepted.issue', { age_days: 9999 }, { max_age_days: 0 }],
  [run, `${TITLE}.cbz`, 'accepted.issue', {}, { formats: ['cbz'] }],
  [run, `${TITLE}.cbr`, 'accepted.issue', {}, { formats: [] }],
  [run, TITLE, 'accepted.issue', {}, { formats: ['cbz'] }],
  [run, `${TITLE}.pdf`, 'accepted.issue', {}, { formats: ['cbz'] }],
])

check('books have the categories 7000 to 8999, and trackers their own from 100,000', [
  [run, TITLE, 'accepted.issue', { category: 7000 }],
  [run, TITLE, 'accepted.issue', { category: 8999 }],
  [run, TITLE, 'accepted.issue', { category: 0 }],
  [run, TITLE, 'accepted.issue', { category: [] }],
  [run, TITLE, 'accepted.issue', { category: [5040, 7030] }],
  [run, TITLE, 'accepted.issue', { category: 100_000 }],
  [run, TITLE, 'rejected.category_mismatch', { category: 99_999 }],
  [run, TITLE, 'rejected.category_mismatch', { category: 6999 }],
  [run, TITLE, 'rejected.category_mismatch', { category: 9000 }],
])

check('passwords, covers and words are rejected when stated', [
  [run, TITLE, 'accepted.issue', { password: 0 }],
  [run, TITLE, 'rejected.password_protected', { password: 2 }],
  [run, `${TITLE} password protected`, 'rejected.password_protected'],
  [run, `${TITLE} passworded`, 'rejected.password_protected'],
  [run, 'Harbor Lights 007 Covers Only (2016)', 'accepted.issue', {}, { ignore_covers: false }],
  [run, TITLE, 'accepted.issue', {}, { ignore_words: [' '] }],
  [run, TITLE, 'ignored.search_word', {}, { ignore_words: ['nothing', '2016'] }],
])

check('languages are the wanted ones', [
  [run, `${TITLE} (German)`, 'rejected.language_mismatch'],
  [{ ...run, language: 'de' }, `${TITLE} (German)`, 'accepted.issue'],
  [{ ...run, language: 'de' }, `${TITLE} (German)`, 'rejected.language_mismatch', {}, { languages: ['EN'] }],
  [run, `${TITLE} (English)`, 'accepted.issue', {}, { languages: ['EN'] }],
  [chapter, 'Kumo no Hashi c045 RAW', 'accepted.issue', {}, { languages: ['ja'] }],
  [chapter, 'Kumo no Hashi c045 RAW', 'rejected.language_mismatch', {}, { languages: ['de'] }],
  [chapter, 'Kumo no Hashi c045 (French)', 'rejected.language_mismatch', {}, { languages: ['ja'] }],
  [chapter, 'Kumo no Hashi c045 [Manga FR]', 'rejected.language_mismatch'],
  [chapter, 'Kumo no Hashi c045 [CBZ/FR]', 'rejected.language_mismatch'],
  [chapter, 'Kumo no Hashi c045 [Moon FR]', 'accepted.issue'],
  [chapter, 'Kumo no Hashi c045 FR', 'rejected.language_mismatch'],
  [chapter, 'Kumo.no.Hashi.c045.2016.FR.[CBZ]-MOON', 'rejected.language_mismatch'],
  [chapter, 'Kumo no Hashi c045 Is IT', 'accepted.issue'],
])

check('two books in one file are both', [
  [volume, 'Kumo no Hashi v06-07 (2016)', 'accepted.issue'],
  [{ ...volume, issue: '7' }, 'Kumo no Hashi v06-07 (2016)', 'accepted.issue'],
  [{ ...volume, issue: '8' }, 'Kumo no Hashi v06-07 (2016)', 'rejected.issue_mismatch'],
  [{ ...volume, issue: '5' }, 'Kumo no Hashi v06-07 (2016)', 'rejected.issue_mismatch'],
  [volume, 'Kumo no Hashi v06-08 (2016)', 'rejected.packs_disabled'],
  [run, 'Harbor Lights 007-008 (2016)', 'rejected.packs_disabled'],
])

check('a volume is not a chapter', [
  [{ ...volume, issue: '5' }, 'Kumo no Hashi v05 c045', 'rejected.unit_mismatch'],
  [volume, 'Kumo no Hashi 06', 'accepted.issue'],
  [{ ...volume, issue: '12' }, 'Kumo no Hashi 012', 'accepted.issue'],
  [{ ...volume, issue: '13' }, 'Kumo no Hashi 013', 'rejected.unit_mismatch'],
  [{ ...volume, volume_count: null }, 'Kumo no Hashi 06', 'rejected.unit_mismatch'],
  [{ ...volume, unit: null, issue: '6' }, 'Kumo no Hashi 06', 'accepted.issue'],
  [volume, 'Kumo no Hashi 06.5', 'rejected.unit_mismatch'],
  [volume, 'Kumo no Hashi (2016) (Digital)', 'rejected.issue_mismatch'],
  [chapter, 'Kumo no Hashi (2016-2020) (Digital)', 'rejected.packs_disabled'],
  [{ ...chapter, allow_packs: true }, 'Kumo no Hashi (2016-2020) (Digital)', 'accepted.pack'],
  [{ ...chapter, in_volume: '5' }, 'Kumo no Hashi c005', 'rejected.issue_mismatch'],
  [{ ...chapter, in_volume: '4' }, 'Kumo no Hashi v05 (2016)', 'rejected.unit_mismatch'],
  [{ ...chapter, in_volume: '5', allow_packs: true }, 'Kumo no Hashi v01-04', 'rejected.unit_mismatch'],
])

check('the kind of book must be the wanted one', [
  [run, 'Harbor Lights 007 Preview (2016)', 'rejected.book_type'],
  [run, 'Harbor Lights 007 - Sampler (2016)', 'rejected.book_type'],
  [{ ...run, ignore_type: true }, 'Harbor Lights 007 Preview (2016)', 'rejected.book_type'],
  [run, "Harbor Lights 007 - Director's Cut (2016)", 'rejected.book_type'],
  [single, "Last Frost Director's Cut (2016)", 'rejected.book_type'],
  [single, "Last Frost 001 Director's Cut (2016)", 'accepted.issue'],
  [single, 'Last Frost GN (2016)', 'accepted.issue'],
  [single, 'Last Frost (2016)', 'accepted.issue'],
  [{ ...run, series: 'Last Frost', issue: '1', issue_count: 1 }, 'Last Frost (2016)', 'accepted.issue'],
  [{ ...run, series: 'Last Frost', issue: '1', issue_count: 2 }, 'Last Frost (2016)', 'rejected.issue_mismatch'],
  [{ ...single, issue: '2' }, 'Last Frost (2016)', 'rejected.issue_mismatch'],
  [{ ...single, issue: '' }, 'Last Frost 001 (2016)', 'accepted.issue'],
  [{ ...single, issue: '' }, 'Last Frost 002 (2016)', 'rejected.issue_mismatch'],
  [run, 'Harbor Lights - Low Tide v01 (2016)', 'rejected.series_mismatch'],
  [run, 'Harbor Lights - Low Tide TPB (2016)', 'rejected.book_type'],
  [book, 'Salt Road TPB (2016)', 'rejected.issue_mismatch'],
  [{ ...book, booktype: 'gn' }, 'Salt Road GN (2016)', 'accepted.issue'],
  [{ ...book, booktype: 'omnibus' }, 'Salt Road Omnibus (2016)', 'accepted.issue'],
  [{ ...book, booktype: 'gn' }, 'Salt Road 001 (2016)', 'accepted.issue'],
  [book, 'Salt Road 001 (2016)', 'rejected.book_type'],
  [book, 'Salt Road v01 (2016)', 'accepted.issue'],
])

check('a facsimile has its own year only since facsimiles exist', [
  [
    { ...run, year: 2017, issue_date: '2018-02-10' },
    'Harbor Lights 007 Facsimile Edition (2018)',
    'rejected.book_type',
  ],
  [{ ...run, year: 2017, issue_date: '2017-02-10' }, 'Harbor Lights 007 Facsimile Edition (2017)', 'accepted.issue'],
])

check('annuals and issues are kept apart', [
  [annual, 'Harbor Lights Annual (2016)', 'accepted.issue'],
  [annual, 'Harbor Lights 001 (2016)', 'rejected.series_mismatch'],
  [{ ...annual, booktype: null }, 'Harbor Lights Annual 001 (2016)', 'accepted.issue'],
  [{ ...annual, booktype: null }, 'Harbor Lights 2016 Annual 001 (2016)', 'accepted.issue'],
  [run, 'Harbor Lights Annual 007 (2016)', 'rejected.annual_mismatch'],
  [run, 'Harbor Lights 007 + Annuals (2016)', 'accepted.issue'],
  [
    { ...annual, allow_packs: true, aliases: ['Harbor Lights'] },
    'Harbor Lights 001-040 + Annuals (2015-2019)',
    'accepted.pack',
  ],
  [{ ...annual, aliases: ['Harbor Lights'] }, 'Harbor Lights 001-040 + Annuals (2015-2019)', 'rejected.packs_disabled'],
])

check('publishers differ only if both are known', [
  [{ ...run, publisher: 'Marvel' }, 'DC - Harbor Lights 007 (2016)', 'rejected.series_mismatch'],
  [{ ...run, publisher: 'DC Comics' }, 'DC - Harbor Lights 007 (2016)', 'accepted.issue'],
  [{ ...run, publisher: null }, 'DC - Harbor Lights 007 (2016)', 'accepted.issue'],
  [run, 'DC - Harbor Lights 007 (2016)', 'accepted.issue'],
])

check('an invalid name is not parsed', [
  [run, '9b1c2d3e4f5a', 'rejected.unparseable_title'],
  [run, '9b1c2d3e4f5a69788796 007 (2016)', 'rejected.unparseable_title'],
  [run, 'abcdefghijklmno1', 'rejected.unparseable_title'],
  [run, 'Harbor 9b1c2d3e4f5a69 007 (2016)', 'rejected.series_mismatch'],
  [run, 'abcdefghijklmnop 007', 'rejected.series_mismatch'],
  [run, 'Harbor Days', 'rejected.unparseable_title'],
  [run, 'Harbor Days (2016)', 'rejected.series_mismatch'],
  [run, 'Harbor Days (Digital)', 'rejected.series_mismatch'],
  [run, 'Harbor Lights Pack 007 (2016)', 'rejected.series_mismatch'],
  [run, 'Harbor Days Annual', 'rejected.series_mismatch'],
  [run, 'Harbor Lights Pack', 'rejected.unparseable_title'],
  [{ ...run, series: '300', issue: '1' }, '300 001 (2016)', 'accepted.issue'],
])

check('a week is that of the shops, and of the publisher', [
  [packs, '2016.02.16 Weekly Pack', 'accepted.pack'],
  [packs, '2016.02.17 Weekly Pack', 'rejected.pack_issue_absent'],
  [packs, '2016.02.09 Weekly Pack', 'rejected.pack_issue_absent'],
  [{ ...packs, issue_date: '2016-02' }, '2016.02.10 Weekly Pack', 'rejected.pack_issue_absent'],
  [{ ...packs, publisher: 'Marvel' }, 'Indie Week (2016-02-10)', 'rejected.pack_issue_absent'],
  [packs, 'Indie Week (2016-02-10)', 'accepted.pack'],
  [{ ...packs, publisher: null }, 'DC Week (2016-02-10)', 'accepted.pack'],
])

test('a complete pack covers all missing issues', () => {
  const filled = (wanted: WantedFacts, title: string) => judgeRelease(targetOf(wanted, {}), { title }, 2026).satisfies
  const all = { ...chapter, allow_packs: true, missing: ['44', '45', '300'] }
  expect(filled(all, 'Kumo no Hashi (2016-2020) (Digital)')).toEqual(['44', '45', '300'])
  const annuals = { ...annual, allow_packs: true, aliases: ['Harbor Lights'], missing: ['1', '45'] }
  expect(filled(annuals, 'Harbor Lights 001-040 + Annuals (2015-2019)')).toEqual(['1', '45'])
  expect(filled({ ...packs, missing: ['6', '7', '45'] }, 'Harbor Lights 001-040 (2015-2019)')).toEqual(['6', '7'])
  expect(filled({ ...volume, missing: ['6', '7', '8'] }, 'Kumo no Hashi v06-07')).toEqual(['6', '7'])
})

test('a range has two whole numbers, at most 2,000 apart', () => {
  expect(numberSpanOf('1', '2001')).toEqual({ from: 1, to: 2001 })
  for (const [
    first,
    last,
  ] of [['1', '2002'], ['2', '2'], ['3', '2'], ['1.5', '3'], ['1', '3.5'], ['-1', '3'], ['1a', '3'], ['', '3']] as const) // biome-ignore format: pairs
    expect(numberSpanOf(first, last)).toBeUndefined()
})

test('a number with a suffix, a minus or an outer fraction is in no range', () => {
  const spans = [{ from: 1, to: 7 }]
  const printed = ['1', '7', '7.0', '6.5', '0', '8', '7.1', '3.MU', '-3', 'x', '']
  expect(printed.filter((number) => inSpans(number, spans))).toEqual(['1', '7', '7.0', '6.5'])
  expect(inSpans('1', [])).toBe(false)
})

test('a week needs a word for it and a valid date', () => {
  expect(readPackWeek('Weekly Pack 2016.12.31')?.day).toBe('2016-12-31')
  expect(readPackWeek('0-Day 1-2-2016')?.day).toBe('2016-01-02')
  for (const title of ['2016.02.10 Pack', 'Weekly Pack 2016.13.01', 'Weekly Pack 2016.12.32', 'Weekly Pack', 'Weekly Falcon #12 2016.02.10', 'Weekly Falcon 012 2016.02.10']) // biome-ignore format: one line
    expect(readPackWeek(title)).toBeUndefined()
  expect(shopWeekOf('2016-02-10')).toBe(shopWeekOf('2016-02-16'))
  expect(shopWeekOf('2016-02-17')).toBe(shopWeekOf('2016-02-10') + 1)
})
