import { describe, expect, test } from 'bun:test'
import { type ParsedRelease, readRelease } from '../parsed-release'
import type { Rule } from '../rule'
import { type KnownRelease, type OfferedRelease, type ReleaseLimits, targetOf, type WantedFacts } from '../wanted'
import { annualRule } from './annual'
import { category } from './category'
import { countRule } from './count'
import { coversRule } from './covers'
import { blocklistRule, duplicateRule, inFlightRule } from './known'
import { numberRule } from './number'
import { ageRule, formatRule, seedersRule } from './offer'
import { packContentsRule, packsAllowedRule } from './pack'
import { passwordRule } from './password'
import { postedTooEarlyRule } from './posted'
import { seriesRule } from './series'
import { sizeRule } from './size'
import { unitRule } from './unit'
import { unparseableRule } from './unparseable'
import { volumeRule } from './volume'

/** Each rule alone, on a parsed name: the one detail that changes the result. */

const run: WantedFacts = { kind: 'comic', series: 'Harbor Lights', year: 2015, issue: '7', issue_date: '2016-02-10' }
const annuals: WantedFacts = { ...run, series: 'Harbor Lights Annual', issue: '1' }
const book: WantedFacts = { ...run, booktype: 'tpb', issue: '1' }
const chapter: WantedFacts = { kind: 'manga', series: 'Clouds', unit: 'chapter', issue: '7' }
const tome: WantedFacts = { ...chapter, unit: 'volume' }

interface Asked {
  reading?: Partial<ParsedRelease>
  release?: Partial<OfferedRelease>
  limits?: ReleaseLimits
  known?: KnownRelease
}
type Row = [what: string, wanted: WantedFacts, asked: Asked, message?: string]

/** Details that a row does not give are those of "Harbor Lights" alone. */
function check(rule: Rule, about: string, rows: Row[]): void {
  describe(about, () => {
    for (const [what, wanted, { reading, release, limits = {}, known = {} }, message] of rows)
      test(`${what}: ${message ?? 'no reason against it'}`, () => {
        const target = targetOf(wanted, limits)
        const plain = { ...readRelease('Harbor Lights', target, 2026), kin: 'same' as const }
        const all = { title: 'Harbor Lights', ...release }
        const the = { reading: { ...plain, ...reading }, target, release: all, known, subject: undefined, year: 2026 }
        expect(rule(the)?.message).toBe(message)
      })
  })
}

const week = { day: '2016-02-10', publishers: [] }
const spans = [{ from: 1, to: 12 }]

check(numberRule, 'the number of a release', [
  ['the wanted one', run, { reading: { number: '007' } }],
  ['another one', run, { reading: { number: '8' } }, 'Wrong number: 8 (wanted: 7)'],
  ['the first', run, { reading: { number: '1' } }, 'Wrong number: 1 (wanted: 7)'],
  ['a pack', run, { reading: { number: '1', spans } }],
  ['a pack without it', { ...run, issue: '13' }, { reading: { number: '1', spans } }],
  ['two books in one', tome, { reading: { number: '6', unit: 'volume', spans: [{ from: 6, to: 7 }] } }],
  ['two other books in one', tome, { reading: { number: '5', unit: 'volume', spans: [{ from: 5, to: 6 }] } }, 'Wrong number: 5 (wanted: 7)'],
  ['the volume of a chapter', { ...chapter, in_volume: '2' }, { reading: { number: '2', unit: 'volume' } }],
  ['none', run, {}, 'No number in the name (wanted: 7)'],
  ['no number for a first issue', { ...run, issue: '1' }, {}, 'No number in the name (wanted: 1)'],
  ['no number for a single book', { ...run, issue: '1', issue_count: 1 }, {}],
  ['no number for a single book without one', { ...run, issue: '', issue_count: 1 }, {}],
  ['no number for another part', { ...run, issue: '2', issue_count: 1 }, {}, 'No number in the name (wanted: 2)'],
  ['the first of a book without a number', { ...run, issue: '', issue_count: 1 }, { reading: { number: '1' } }],
  ['the second of a book without a number', { ...run, issue: '', issue_count: 1 }, { reading: { number: '2' } }, 'Wrong number: 2 (wanted: )'],
  ['no number for an annual', annuals, {}],
  ['no number for a graphic novel', { ...book, booktype: 'gn' }, {}],
  ['no number for an omnibus', { ...book, booktype: 'Omnibus' }, {}],
  ['no number for a collection', book, {}, 'No number in the name (wanted: 1)'],
  ['no number for a manga called a graphic novel', { ...chapter, issue: '1', booktype: 'gn' }, {}, 'No number in the name (wanted: 1)'],
  ['the year for annuals numbered by year', { ...annuals, issue: '2016' }, { reading: { annual_year: '2016' } }],
  ['another year of such annuals', { ...annuals, issue: '2016' }, { reading: { annual_year: '2015' } }, 'No number in the name (wanted: 2016)'],
  ['a number of such annuals', { ...annuals, issue: '2016' }, { reading: { annual_year: '2016', number: '2' } }, 'Wrong number: 2 (wanted: 2016)'],
  ['the year of an annual where an issue is wanted', { ...run, issue: '2016' }, { reading: { annual_year: '2016' } }, 'No number in the name (wanted: 2016)'],
]) // biome-ignore format: one a line

const second: WantedFacts = { ...run, volume: 2 }
check(volumeRule, 'the run of a release', [
  ['the wanted one', second, { reading: { volume: '2', issue: '7' } }],
  ['another one', second, { reading: { volume: '3', issue: '7' } }, 'Wrong volume: 3 (wanted: 2)'],
  ['one padded', second, { reading: { volume: '02', issue: '7' } }],
  ['none', second, { reading: { issue: '7' } }],
  ['a volume, if none is known', run, { reading: { volume: '3', issue: '7' } }],
  ['a numeral', second, { reading: { volume: 'III', issue: '7' } }],
  ['a bare number, which is that of a book', second, { reading: { volume: '3' } }],
  ['a year a little early', second, { reading: { volume: '2014' } }],
  ['a year too early', second, { reading: { volume: '2013' } }, 'Wrong volume: 2013 (wanted: 2015)'],
  ['a year a little late', second, { reading: { volume: '2016', issue: '7' } }],
  ['a year too late', second, { reading: { volume: '2017', issue: '7' } }, 'Wrong volume: 2017 (wanted: 2015)'],
  ['a year, if none is known', { ...second, year: null }, { reading: { volume: '2013' } }],
  ['years', second, { reading: { volume: '2013', volume_end: '2014' } }],
  ['years of an issue', second, { reading: { volume: '2013', volume_end: '2014', issue: '7' } }, 'Wrong volume: 2013 (wanted: 2015)'],
  ['a number of a book', { ...book, volume: 2 }, { reading: { volume: '3', issue: '7' } }],
  ['a number of a manga', { ...chapter, volume: 2 }, { reading: { volume: '3', issue: '7' } }],
  ['a number of a week', second, { reading: { volume: '3', issue: '7', week } }],
]) // biome-ignore format: one a line

const days = { kin: 'other', series: 'Harbor Days', key: 'harbordays' } as const
const UNREADABLE = 'Unreadable release name'
check(unparseableRule, 'a name', [
  ['words alone', run, { reading: days }, UNREADABLE],
  ['words that are the series name', run, {}],
  ['words of a week', run, { reading: { ...days, week } }],
  ['words and a number', run, { reading: { ...days, number: '7' } }],
  ['words and a volume', run, { reading: { ...days, volume: '7' } }],
  ['words and a range', run, { reading: { ...days, spans } }],
  ['words and a year', run, { reading: { ...days, year: '2016' } }],
  ['words and a tag', run, { reading: { ...days, tags: ['digital'] } }],
  ['words and a kind of book', run, { reading: { ...days, format: 'tpb' } }],
  ['words and an annual', run, { reading: { ...days, annual: true } }],
  ['nothing but a year', run, { reading: { ...days, key: '', series: '', year: '2016' } }, UNREADABLE],
  ['nothing but a number', run, { reading: { ...days, key: '', series: '', number: '7' } }, UNREADABLE],
  ['two numbers', run, { reading: { ...days, key: '300', series: '300', number: '7' } }, UNREADABLE],
  ['a number and a year', run, { reading: { ...days, key: '300', series: '300', year: '2016' } }, UNREADABLE],
  ['a name of two letters and a number', run, { reading: { ...days, key: 'ab', series: 'AB', number: '7' } }],
  ['no name, two letters and a number', run, { reading: { ...days, key: '', series: 'AB', number: '7' } }, UNREADABLE],
  ['no name, three letters and a number', run, { reading: { ...days, key: '', series: 'ABC', number: '7' } }],
  ['a pack without any number', run, { reading: { kin: 'pack', year: '2016' } }, UNREADABLE],
  ['a pack of a range', run, { reading: { kin: 'pack', spans } }],
  ['a hash of 12 characters', run, { reading: { ...days, series: '9b1c2d3e4f5a', year: '2016' } }, UNREADABLE],
  ['one of 11', run, { reading: { ...days, series: '9b1c2d3e4f5', year: '2016' } }],
  ['one without a digit', run, { reading: { ...days, series: 'abcdefabcdef', year: '2016' } }],
  ['16 letters with a digit', run, { reading: { ...days, series: 'abcdefghijklmno1', year: '2016' } }, UNREADABLE],
  ['15 letters with a digit', run, { reading: { ...days, series: 'abcdefghijklmn1', year: '2016' } }],
  ['a hash behind words', run, { reading: { ...days, series: 'Harbor.9b1c2d3e4f5a', year: '2016' } }, UNREADABLE],
  ['a hash, words and a number', run, { reading: { ...days, series: 'Harbor 9b1c2d3e4f5a', number: '7' } }],
])

const REGULAR = 'Regular issue; the annual is wanted'
check(annualRule, 'an annual', [
  ['an annual', annuals, { reading: { annual: true } }],
  ['an issue', annuals, {}, REGULAR],
  ['an issue of something else', annuals, { reading: { kin: 'other' } }],
  ['an issue in a week', annuals, { reading: { week } }],
  ['issues with their annuals', annuals, { reading: { annualsToo: true } }],
  ['a series with that name', annuals, { reading: { series: 'Harbor Annual' } }],
  ['an annual where an issue is wanted', run, { reading: { annual: true, kin: 'annual' } }, 'Annual; a regular issue is wanted'],
  ['the annual of its year', annuals, { reading: { annual: true, annual_year: '2016' } }],
  ['the annual of the year of its series', annuals, { reading: { annual: true, annual_year: '2015' } }],
  ['the annual of another year', annuals, { reading: { annual: true, annual_year: '2017' } }, 'Annual of 2017; the annual of 2015 is wanted'],
  ['the annual of a year, if none is known', { ...annuals, year: null, issue_date: null }, { reading: { annual: true, annual_year: '2017' } }],
  ['the year of an annual on an issue', run, { reading: { annual_year: '2017' } }],
]) // biome-ignore format: one a line

check(seedersRule, 'seeders', [
  ['exactly the minimum of seeders', run, { release: { seeders: 3 }, limits: { min_seeders: 3 } }],
  ['fewer', run, { release: { seeders: 2 }, limits: { min_seeders: 3 } }, '2 seeders, below the minimum of 3'],
  ['one', run, { release: { seeders: 1 }, limits: { min_seeders: 3 } }, '1 seeder, below the minimum of 3'],
  ['an unknown number of seeders', run, { release: { seeders: null }, limits: { min_seeders: 3 } }],
  ['no stated seeders', run, { limits: { min_seeders: 3 } }],
  ['no minimum of seeders', run, { release: { seeders: 0 } }],
])

check(ageRule, 'the age', [
  ['exactly as old as the retention', run, { release: { age_days: 50 }, limits: { max_age_days: 50 } }],
  ['older', run, { release: { age_days: 51 }, limits: { max_age_days: 50 } }, '51 days old, beyond the usenet retention of 50 days'],
  ['unknown', run, { release: { age_days: null }, limits: { max_age_days: 50 } }],
  ['old, without a limit', run, { release: { age_days: 9999 }, limits: { max_age_days: 0 } }],
  ['old, with unknown retention', run, { release: { age_days: 9999 } }],
]) // biome-ignore format: one a line

check(formatRule, 'the container', [
  ['a wanted one', run, { reading: { extension: 'cbr' }, limits: { formats: ['cbz', 'cbr'] } }],
  ['another one', run, { reading: { extension: 'cbr' }, limits: { formats: ['cbz', 'cb7'] } }, 'Wrong format: CBR (wanted: CBZ or CB7)'],
  ['any language, if all are allowed', run, { reading: { extension: 'cbr' }, limits: { formats: [] } }],
  ['no stated language', run, { reading: { extension: 'cbr' } }],
  ['none', run, { limits: { formats: ['cbz'] } }],
  ['something else', run, { reading: { extension: 'nzb' }, limits: { formats: ['cbz'] } }],
]) // biome-ignore format: one a line

const limits = { min_size_mb: 5, max_size_mb: 300 }
check(sizeRule, 'the size', [
  ['the least', run, { release: { size_mb: 5 }, limits }],
  ['less', run, { release: { size_mb: 4.9 }, limits }, '4.9 MB, below the minimum of 5 MB'],
  ['the most', run, { release: { size_mb: 300 }, limits }],
  ['more', run, { release: { size_mb: 301 }, limits }, '301 MB, above the maximum of 300 MB'],
  ['unknown', run, { release: { size_mb: null }, limits }],
  ['zero', run, { release: { size_mb: 0 }, limits }],
  ['without limits', run, { release: { size_mb: 0.1 }, limits: {} }],
  ['of a pack', run, { reading: { spans }, release: { size_mb: 60 }, limits }],
  ['of a small pack', run, { reading: { spans }, release: { size_mb: 48 }, limits }, '4 MB for each of 12 issues, below the minimum of 5 MB'],
  ['of a week', run, { reading: { week }, release: { size_mb: 9000 }, limits }],
]) // biome-ignore format: one a line

const WRONG_UNIT = 'Wrong unit: volume (wanted: chapter)'
check(unitRule, 'the unit', [
  ['the wanted one', chapter, { reading: { unit: 'chapter', number: '7' } }],
  ['the other one', chapter, { reading: { unit: 'volume', number: '7' } }, WRONG_UNIT],
  ['a range of the other one', chapter, { reading: { unit: 'volume', spans } }, WRONG_UNIT],
  ['the other one without a number', chapter, { reading: { unit: 'volume' } }],
  ['the volume that holds it', { ...chapter, in_volume: '2' }, { reading: { unit: 'volume', number: '2' } }],
  ['a whole run', chapter, { reading: { unit: 'volume', number: '7', wholeRun: true } }],
  ['a week', chapter, { reading: { unit: 'volume', number: '7', week } }],
  ['a category without comics', run, { reading: { unit: 'volume', number: '7' } }],
])

check(category, 'the category', [
  ['none', run, { release: { category: null } }],
  ['an empty list', run, { release: { category: [] } }],
  ['books', run, { release: { category: 7000 } }],
  ['books and something else', run, { release: { category: [5040, 8999] } }],
  ['something else', run, { release: { category: [5040, 2000] } }, 'Wrong category: 5040, 2000 (not books)'],
  ['below books', run, { release: { category: 6999 } }, 'Wrong category: 6999 (not books)'],
  ['above books', run, { release: { category: 9000 } }, 'Wrong category: 9000 (not books)'],
  ['not sorted', run, { release: { category: 0 } }],
  ["a tracker's own number", run, { release: { category: 100_000 } }],
])

const [marvel, northgate] = [
  { ...run, publisher: 'Marvel Comics' },
  { ...run, publisher: 'Northgate' },
]
check(seriesRule, 'the series', [
  ['the wanted one', run, {}],
  ['another one', run, { reading: days }, 'Wrong series: Harbor Days'],
  ['another one in the name of a week', run, { reading: { ...days, week } }],
  ['of its publisher', marvel, { reading: { publisher: 'MARVEL' } }],
  ['of another publisher', marvel, { reading: { publisher: 'DC' } }, 'Wrong publisher: DC (wanted: Marvel Comics)'],
  ['of an unknown publisher', marvel, { reading: { publisher: 'Southgate' } }],
  ['of a publisher, when its own is small', northgate, { reading: { publisher: 'DC' } }],
  ['of a publisher, when its own is unknown', run, { reading: { publisher: 'DC' } }],
  ['a manga of another publisher', { ...chapter, publisher: 'Dark Horse' }, { reading: { publisher: 'DC' } }],
])

const EARLY = 'Posted 8 Feb 2016, before the release date (10 Feb 2016)'
const [early, digital] = [{ published: '2016-02-08' }, { ...run, digital_date: '2016-02-03' }]
check(postedTooEarlyRule, 'the day of the post', [
  ['a day before the release date', run, { release: { published: '2016-02-09' } }],
  ['two days before', run, { release: early }, EARLY],
  ['after the digital release date', digital, { release: early }],
  ['before the digital release date', digital, { release: { published: '2016-02-01' } }, 'Posted 1 Feb 2016, before the release date (3 Feb 2016)'],
  ['before the digital release date as well', { ...run, digital_date: '2016-03-03' }, { release: early }, EARLY],
  ['before the release date, with an empty day', { ...run, digital_date: '' }, { release: early }, EARLY],
  ['an unknown release date', { ...run, issue_date: null }, { release: early }],
  ['a pack', run, { reading: { spans }, release: early }],
  ['a volume', { ...tome, issue_date: '2016-02-10' }, { release: early }],
  ['a chapter', { ...chapter, issue_date: '2016-02-10' }, { release: early }, EARLY],
]) // biome-ignore format: one a line

const PROTECTED = 'Password-protected'
const off = { reject_passworded: false }
check(passwordRule, 'a password', [
  ['none', run, { release: { password: 0 } }],
  ['unknown', run, { release: { password: null } }],
  ['one', run, { release: { password: 1 } }, PROTECTED],
  ['a password, if allowed', run, { release: { password: 1 }, limits: off }],
  ['a password in the title', run, { release: { title: 'Harbor Lights 007 password-protected' } }, PROTECTED],
  ['a password in the title, if allowed', run, { release: { title: 'Harbor Lights 007 passworded' }, limits: off }],
  ['that word alone', run, { release: { title: 'Harbor Lights: The Password' } }],
])

const COVERS = 'Contains covers only'
const gallery = { title: 'Harbor Lights 007 Cover Gallery' }
check(coversRule, 'covers', [
  ['none', run, {}],
  ['those alone', run, { release: gallery }, COVERS],
  ['covers alone, which are rejected', run, { release: gallery, limits: { ignore_covers: true } }, COVERS],
  ['covers alone, which are allowed', run, { release: gallery, limits: { ignore_covers: false } }],
  ['a series with that name', { ...run, series: 'The Cover Gallery' }, { release: gallery }],
  ['a series also named so', { ...run, aliases: ['Cover Gallery'] }, { release: gallery }],
  ['numbered covers', run, { release: { title: 'Harbor Lights Covers 1-12' } }, COVERS],
  ['a series named after that word', { ...run, series: 'Covers' }, { release: { title: 'Covers 12' } }],
  ['the number of covers', run, { release: { title: 'Harbor Lights 007 (3 covers 2048px)' } }],
])

check(packsAllowedRule, 'packs', [
  ['one', run, { reading: { spans } }, 'Pack; packs are off for this series'],
  ['one, where they are on', { ...run, allow_packs: true }, { reading: { spans } }],
  ['none', run, {}],
])
check(packContentsRule, 'a pack', [
  ['with it', run, { reading: { spans } }],
  ['without it', { ...run, issue: '13' }, { reading: { spans } }, 'The pack does not contain 13'],
  ['posted before it came out', run, { reading: { spans }, release: early }, 'The pack does not contain 7'],
  ['none', { ...run, issue: '13' }, { reading: { number: '7' } }],
])

check(blocklistRule, 'the blocklist', [
  ['not on it', run, {}],
  ['on it', run, { known: { blocklisted: 'damaged' } }, 'Blocked: damaged'],
  ['on it without a reason', run, { known: { blocklisted: '' } }, 'Blocked: '],
])
check(inFlightRule, 'what is on its way', [
  ['it', run, { known: { inFlight: true } }, 'Already downloading'],
  ['something else', run, { known: { inFlight: false } }],
])
check(duplicateRule, 'what was here before', [
  ['it', run, { known: { duplicate: true } }, 'Already downloaded once'],
  ['something else', run, { known: { duplicate: false } }],
])

const long = { ...run, issue_count: 52 }
const of4 = { number: '7', count: '4' }
check(countRule, 'the planned count of a mini series', [
  ['of a much longer series', long, { reading: of4 }, 'Of a series of 4 issues (the wanted one has 52)'],
  ['of a series that got a few more', { ...run, issue_count: 7 }, { reading: of4 }],
  ['of a series that is not complete yet', { ...run, issue_count: 2 }, { reading: of4 }],
  ['of a series of unknown length', run, { reading: of4 }],
  ['beside a year, which decides', long, { reading: { ...of4, year: '2016' } }],
  ['beside another number, which is named', long, { reading: { ...of4, number: '3' } }],
  ['an invalid count', long, { reading: { number: '7', count: '' } }],
  ['of an annual', { ...annuals, issue_count: 52 }, { reading: { number: '1', count: '4' } }],
])
