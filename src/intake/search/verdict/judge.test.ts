import { describe, expect, test } from 'bun:test'
import type { ReleaseRule } from '../rules/rule-set'
import type { VerdictCode } from './codes'
import { judgeRelease } from './judge'
import { type OfferedRelease, type ReleaseLimits, targetOf, type WantedFacts } from './wanted'

const harbor: WantedFacts = {
  kind: 'comic',
  series: 'Harbor Lights',
  year: 2015,
  volume: 2,
  publisher: 'Northgate',
  issue: '7',
  issue_date: '2016-02-10',
}
const digest: WantedFacts = { kind: 'comic', series: 'Harbor Double Digest', year: 2015, issue: '294' }
const run: WantedFacts = { ...harbor, allow_packs: true, missing: ['5', '6', '7', '8', '20'] }
const annual: WantedFacts = {
  kind: 'comic',
  series: 'Harbor Lights Annual',
  year: 2016,
  booktype: 'annual',
  issue: '1',
  issue_date: '2016-08-03',
  aliases: ['Harbor Lights'],
}
const book: WantedFacts = {
  kind: 'comic',
  series: 'Salt Road',
  year: 2012,
  booktype: 'tpb',
  issue: '3',
  issue_date: '2014-05-07',
}
const single: WantedFacts = {
  kind: 'comic',
  series: 'Glass Orchard: Last Frost',
  year: 2019,
  booktype: 'one-shot',
  issue: '1',
  issue_date: '2019-12-04',
  issue_count: 1,
}
const chapter: WantedFacts = {
  kind: 'manga',
  series: 'Kumo no Hashi',
  year: 2014,
  unit: 'chapter',
  issue: '45',
  aliases: ['Bridge of Clouds'],
}
const volume: WantedFacts = {
  kind: 'manga',
  series: 'Kumo no Hashi',
  year: 2014,
  unit: 'volume',
  issue: '6',
  volume_count: 12,
}

type Row = [
  wanted: WantedFacts,
  title: string,
  code: VerdictCode,
  satisfies?: string[],
  more?: Partial<OfferedRelease>,
  limits?: ReleaseLimits,
]

const verdict = ([wanted, title, , , more, limits]: Row) =>
  judgeRelease(targetOf(wanted, limits ?? {}), { title, ...more }, 2026)

function check(rows: Row[]): void {
  for (const row of rows) {
    const [{ series, issue }, title, code, satisfies] = row
    test(`${series} ${issue} ← ${title} is ${code}${row[4] || row[5] ? `, with ${JSON.stringify([row[4], row[5]])}` : ''}`, () => {
      const result = verdict(row)
      expect([result.reason_code, result.satisfies]).toEqual([code, satisfies ?? []])
    })
  }
}

describe('a single issue', () => {
  const rows: Row[] = [
    [harbor, 'Harbor Lights 007 (2016) (Digital) (Tern-Empire)', 'accepted.issue', ['7']],
    [harbor, 'Harbor.Lights.007.2016.Digital', 'accepted.issue', ['7']],
    [harbor, 'The Harbor Lights #7', 'accepted.issue', ['7']],
    [harbor, 'Harbor Lights v2 007 (2016)', 'accepted.issue', ['7']],
    [harbor, 'Harbor Lights V2015 #7 (2016)', 'accepted.issue', ['7']],
    [harbor, 'Harbor Lights (2015) 007', 'accepted.issue', ['7']],
    [harbor, 'Harbor Lights 007 (of 12) (2016)', 'accepted.issue', ['7']],
    [harbor, 'Harbor Lights v1 007 (1998)', 'rejected.volume_mismatch'],
    [harbor, 'Harbor Lights 007 (1998)', 'rejected.year_mismatch'],
    [harbor, 'Harbor Lights (1998) 007', 'rejected.year_mismatch'],
    [harbor, 'Harbor Lights 017 (2016)', 'rejected.issue_mismatch'],
    [harbor, 'Harbor Lights 007.1 (2016)', 'rejected.issue_mismatch'],
    [harbor, 'Harbor Lights 007.MU (2016)', 'rejected.issue_mismatch'],
    [harbor, 'Harbor Lights 003 (of 7) (2016)', 'rejected.issue_mismatch'],
    [harbor, 'Harbor Lights (2016)', 'rejected.issue_mismatch'],
    [harbor, 'Harbor Lights v2', 'rejected.book_type'],
    [{ ...digest, aliases: ['Harbor DD'] }, 'Harbor Double Digest 294 (2016)', 'accepted.issue', ['294']],
    [harbor, 'Harbor Lights - Night Tide 007 (2016)', 'rejected.series_mismatch'],
    [harbor, 'Harbor Light 007 (2016)', 'rejected.series_mismatch'],
    [harbor, 'Old Harbor Lights 007 (2016)', 'rejected.series_mismatch'],
    [harbor, 'Harbor Lights Annual 007 (2016)', 'rejected.annual_mismatch'],
    [harbor, 'Harbor Lights v07 - Low Tide (2016) (Digital)', 'rejected.book_type'],
    [harbor, 'Harbor Lights Omnibus (2018)', 'rejected.book_type'],
    [harbor, 'Harbor Lights 007 (2016) (French)', 'rejected.language_mismatch'],
    [harbor, 'Harbor Lights 007 Covers Only (2016)', 'rejected.cover_only'],
    [harbor, '9b1c2d3e4f5a69788796a5b4c3d2e1f0', 'rejected.unparseable_title'],
    [harbor, 'file', 'rejected.unparseable_title'],
    [harbor, '007.cbz', 'rejected.unparseable_title'],
    [{ ...harbor, aliases: ['HL'] }, 'HL 007 (2016)', 'accepted.issue', ['7']],
    [{ ...harbor, issue: '½' }, 'Harbor Lights 0.5 (2016)', 'accepted.issue', ['½']],
    [{ ...harbor, issue: '-1' }, 'Harbor Lights -1 (2016)', 'accepted.issue', ['-1']],
    [{ ...harbor, issue: '7AU' }, 'Harbor Lights 007.AU (2016)', 'accepted.issue', ['7AU']],
    [{ ...harbor, ignore_type: true, issue: '1' }, 'Harbor Lights 001 TPB (2016)', 'accepted.issue', ['1']],
    [{ ...harbor, series: 'Area 88', issue: '4' }, 'Area 88 004 (2016)', 'accepted.issue', ['4']],
    [{ ...harbor, series: 'Area 88', issue: '88' }, 'Area 88 (2016)', 'rejected.issue_mismatch'],
    [single, 'Glass Orchard - Last Frost (2019) (Digital)', 'accepted.issue', ['1']],
    [single, 'Glass Orchard - Last Frost 001 (2019)', 'accepted.issue', ['1']],
    [single, 'Glass Orchard 001 (2019)', 'rejected.series_mismatch'],
  ]
  check(rows)
})

describe('annuals and books', () => {
  const rows: Row[] = [
    [annual, 'Harbor Lights Annual 001 (2016)', 'accepted.issue', ['1']],
    [annual, 'Harbor Lights 2016 Annual (2016)', 'accepted.issue', ['1']],
    [annual, 'Harbor Lights 001 (2016)', 'rejected.annual_mismatch'],
    [annual, 'Harbor Lights 2022 Annual 001 (2022)', 'rejected.annual_mismatch'],
    [{ ...annual, year: null, issue_date: null }, 'Harbor Lights 2022 Annual 001 (2022)', 'accepted.issue', ['1']],
    [annual, 'Harbor Lights Annual 002 (2016)', 'rejected.issue_mismatch'],
    [annual, 'Harbor Lights Annual 001 (2019)', 'rejected.year_mismatch'],
    [annual, 'Harbor Days Annual 001 (2016)', 'rejected.series_mismatch'],
    [
      { ...annual, allow_packs: true, missing: ['1', '2'] },
      'Harbor Lights 001-040 + Annuals (2015-2019)',
      'accepted.pack',
      ['1', '2'],
    ],
    [book, 'Salt Road v03 - The Well (2014) (Digital)', 'accepted.issue', ['3']],
    [book, 'Salt Road Vol. 3 TPB (2014)', 'accepted.issue', ['3']],
    [book, 'Salt Road 003 (2014) (Digital)', 'rejected.book_type'],
    [book, 'Salt Road v04 (2014)', 'rejected.issue_mismatch'],
  ]
  check(rows)
})

describe('packs', () => {
  const rows: Row[] = [
    [run, 'Harbor Lights 001-012 (2015-2016) (Digital)', 'accepted.pack', ['5', '6', '7', '8']],
    [run, 'Harbor Lights #6 - 8 (2016)', 'accepted.pack', ['6', '7', '8']],
    [run, 'Harbor Lights #1-4 + #7-8 (2015-2016)', 'accepted.pack', ['7', '8']],
    [run, 'Harbor Lights 008-012 (2016)', 'rejected.pack_issue_absent'],
    [run, 'Harbor Lights 001-012 (1990-1992)', 'rejected.year_mismatch'],
    [run, 'Harbor Days 001-012 (2015-2016)', 'rejected.series_mismatch'],
    [run, 'Harbor Lights v01-03 (2015-2018)', 'rejected.book_type'],
    [{ ...run, allow_packs: false }, 'Harbor Lights 001-012 (2015-2016)', 'rejected.packs_disabled'],
    [{ ...run, issue: '7.1' }, 'Harbor Lights 001-012 (2015-2016)', 'accepted.pack', ['5', '6', '7', '8']],
    [run, 'Harbor Lights 12-7 (2016)', 'rejected.issue_mismatch'],
    [run, '2016.02.10 Weekly Pack', 'accepted.pack', ['7']],
    [run, '0-Day Week of 2016.02.17', 'rejected.pack_issue_absent'],
    [run, 'Marvel Week (2016-02-10)', 'rejected.pack_issue_absent'],
    [{ ...run, publisher: 'Marvel' }, 'Marvel Week+ (02-10-2016)', 'accepted.pack', ['7']],
    [harbor, '2016.02.10 Weekly Pack', 'rejected.packs_disabled'],
    [
      { ...volume, allow_packs: true, missing: ['5', '6', '13'] },
      'Kumo no Hashi v01-12 (2016-2020) (Digital)',
      'accepted.pack',
      ['5', '6'],
    ],
    [{ ...chapter, allow_packs: true, missing: ['44', '45'] }, 'Kumo no Hashi c001-100', 'accepted.pack', ['44', '45']],
    [{ ...chapter, allow_packs: true, in_volume: '5' }, 'Kumo no Hashi v01-06 (2016-2018)', 'accepted.pack', ['45']],
  ]
  check(rows)
})

describe('manga', () => {
  const rows: Row[] = [
    [chapter, 'Kumo no Hashi c045 (2016) (Digital)', 'accepted.issue', ['45']],
    [chapter, 'Kumo no Hashi 045', 'accepted.issue', ['45']],
    [chapter, 'Bridge of Clouds Ch. 45 [ENG]', 'accepted.issue', ['45']],
    [chapter, 'Kumo no Hashi v05 c045', 'accepted.issue', ['45']],
    [chapter, 'Kumo no Hashi c045.5', 'rejected.issue_mismatch'],
    [chapter, 'Kumo no Hashi v45', 'rejected.unit_mismatch'],
    [chapter, 'Kumo no Hashi c045 RAW', 'rejected.language_mismatch'],
    [chapter, 'Kumo no Hashi v05 (2016)', 'rejected.unit_mismatch'],
    [{ ...chapter, in_volume: '5' }, 'Kumo no Hashi v05 (2016)', 'accepted.issue', ['45']],
    [{ ...chapter, in_volume: '5', monitor_mode: 'chapters' }, 'Kumo no Hashi v05 (2016)', 'rejected.unit_mismatch'],
    [volume, 'Kumo no Hashi v06 (2016) (Digital) (1r0n)', 'accepted.issue', ['6']],
    [volume, 'Kumo no Hashi v06 (c040-047) (2016)', 'accepted.issue', ['6']],
    [volume, 'Kumo no Hashi v06-07 (2016)', 'accepted.issue', ['6']],
    [volume, 'Kumo no Hashi c006', 'rejected.unit_mismatch'],
    [volume, 'Kumo no Hashi v06.5', 'rejected.issue_mismatch'],
    [volume, 'Kumo no Hashi (Omnibus Edition) v06 (2019)', 'rejected.book_type'],
    [volume, 'Kumo no Hashi v06 (Light Novel)', 'rejected.book_type'],
    [{ ...volume, bare_number_mode: 'volumes' }, 'Kumo no Hashi 06 (2016)', 'accepted.issue', ['6']],
    [{ ...volume, bare_number_mode: 'chapters' }, 'Kumo no Hashi 06 (2016)', 'rejected.unit_mismatch'],
    [{ ...chapter, bare_number_mode: 'volumes' }, 'Kumo no Hashi 45', 'rejected.unit_mismatch'],
  ]
  check(rows)
})

describe('limits', () => {
  const title = 'Harbor Lights 007 (2016) (Digital)'
  const rows: Row[] = [
    [harbor, title, 'rejected.size_below_min', [], { size_mb: 2 }, { min_size_mb: 5 }],
    [harbor, title, 'rejected.size_above_max', [], { size_mb: 301 }, { max_size_mb: 300 }],
    [harbor, title, 'accepted.issue', ['7'], { size_mb: 0 }, { min_size_mb: 5 }],
    [
      run,
      'Harbor Lights 001-012 (2015-2016)',
      'accepted.pack',
      ['5', '6', '7', '8'],
      { size_mb: 600 },
      { max_size_mb: 100 },
    ],
    [run, 'Harbor Lights 001-012 (2015-2016)', 'rejected.size_below_min', [], { size_mb: 20 }, { min_size_mb: 5 }],
    [harbor, title, 'rejected.before_reference_date', [], { published: '2016-01-20' }],
    [harbor, title, 'accepted.issue', ['7'], { published: '2016-02-09T22:00:00Z' }],
    [{ ...harbor, digital_date: '2016-01-20' }, title, 'accepted.issue', ['7'], { published: '2016-01-20' }],
    [harbor, title, 'rejected.password_protected', [], { password: 1 }],
    [harbor, title, 'accepted.issue', ['7'], { password: 1 }, { reject_passworded: false }],
    [harbor, title, 'rejected.category_mismatch', [], { category: 5040 }],
    [harbor, title, 'accepted.issue', ['7'], { category: [100_123, 7030] }],
    [harbor, title, 'rejected.seeders_below_min', [], { seeders: 0 }, { min_seeders: 1 }],
    [harbor, title, 'rejected.too_old', [], { age_days: 4000 }, { max_age_days: 3500 }],
    [harbor, `${title}.cbr`, 'rejected.format_unwanted', [], {}, { formats: ['cbz'] }],
    [harbor, title, 'ignored.search_word', [], {}, { ignore_words: ['digital'] }],
    [harbor, title, 'accepted.issue', ['7'], {}, { ignore_words: ['digit', 'lights'] }],
    [harbor, 'Harbor Lights 007 (2016) (German)', 'accepted.issue', ['7'], {}, { languages: ['de', 'en'] }],
  ]
  check(rows)
})

test('all reasons against a release are listed, strongest first', () => {
  const result = verdict([harbor, 'Harbor Days 009 (1998) (French)', 'rejected.series_mismatch'])
  expect(result.reasons.map(({ code }) => code)).toEqual([
    'rejected.series_mismatch',
    'rejected.language_mismatch',
    'rejected.year_mismatch',
    'rejected.issue_mismatch',
  ])
  expect(result.overrideable).toBe(true)
  for (const { message } of result.reasons) expect(message).toMatch(/^(?!It |Its )[A-Z].*[^.\s]$/)
})

test('one reason that cannot be overridden rules out an override', () => {
  const result = judgeRelease(targetOf(harbor, {}), { title: 'Harbor Lights 008 (2016)', password: 1 }, 2026)
  expect(result.reasons.map(({ code }) => code)).toEqual(['rejected.password_protected', 'rejected.issue_mismatch'])
  expect(result.overrideable).toBe(false)
})

test('a blocked, open or earlier release is rejected with its reason', () => {
  const title = 'Harbor Lights 007 (2016)'
  const known = { blocklisted: 'the archive was damaged', inFlight: true, duplicate: true }
  expect(judgeRelease(targetOf(harbor, {}), { title }, 2026, known).reasons.map(({ code }) => code)).toEqual([
    'blocked.duplicate',
    'blocked.in_flight',
    'blocked.blocklisted',
  ])
})

test('a book with another volume is not an issue, and its volume is no reason against it', () => {
  const { reasons } = verdict([harbor, 'Harbor Lights v3', 'rejected.book_type'])
  expect(reasons.map(({ code }) => code)).toEqual(['rejected.book_type', 'rejected.issue_mismatch'])
})

test('a score is reported only if a rule has one', () => {
  const title = 'Harbor Lights 007 (2016) (Digital)'
  const scored = (...rules: ReleaseRule[]) => {
    const { score, hits } = judgeRelease(targetOf(harbor, { rules }), { title }, 2026)
    return [score, hits]
  }
  const digital: ReleaseRule = { match: 'word', text: 'Digital', level: 'score', score: 10 }
  const required: ReleaseRule = { ...digital, level: 'must', score: 0 }
  expect(scored()).toEqual([undefined, undefined])
  expect(scored(required)).toEqual([undefined, undefined])
  expect(scored(digital)).toEqual([10, [{ match: 'word', text: 'Digital', score: 10 }]])
  expect(scored({ ...digital, text: 'Webrip' }, required)).toEqual([0, []])
})

test('an accepted release says its kind', () => {
  const said = (wanted: WantedFacts, title: string) => {
    const { match_kind, overrideable, reasons } = judgeRelease(targetOf(wanted, {}), { title }, 2026)
    return [match_kind, overrideable, reasons.map(({ message }) => message)]
  }
  expect(said(harbor, 'Harbor Lights 007 (2016)')).toEqual(['issue', false, ['Matches issue 7']])
  expect(said(volume, 'Kumo no Hashi v06')).toEqual(['issue', false, ['Matches volume 6']])
  expect(said({ ...single, issue: '' }, 'Glass Orchard - Last Frost (2019)')).toEqual([
    'issue',
    false,
    ['Matches issue'],
  ])
  expect(said(run, 'Harbor Lights 001-007 (2016)')).toEqual(['pack', false, ['Pack with 3 missing issues']])
  expect(said({ ...run, missing: ['7'] }, 'Harbor Lights 001-007 (2016)')[2]).toEqual(['Pack with 1 missing issue'])
  expect(said(harbor, 'Harbor Lights 008 (2016)').slice(0, 2)).toEqual(['none', true])
})
