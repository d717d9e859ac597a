import { once } from './once'
import { forReader } from './reader-locale'

/** Dates, sizes, counts and languages in the server's sentences, in the reader's own formats. */

const YEAR = { year: 'numeric', timeZone: 'UTC' } as const
const MONTH = { ...YEAR, month: 'short' } as const
const DAY = { ...MONTH, day: 'numeric' } as const

/** Created at first use: the languages of the system take 2 ms of a start to load. */
const plurals = once(() => new Intl.PluralRules('en'))
const ordinals = once(() => new Intl.PluralRules('en', { type: 'ordinal' }))
const languageNames = once(() => new Intl.DisplayNames('en', { type: 'language' }))

/** `2015-05-06` → "6 May 2015", `2015-05` → "May 2015"; empty for an invalid date. */
export function dayWords(date: string | null | undefined): string {
  const [, year, month = '0', day = '0'] = /^(?!0000)(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(date ?? '') ?? []
  if (!year) return ''
  const of = (style: string, options: Intl.DateTimeFormatOptions, month: number, day: number) =>
    forReader(`date ${style}`, (locale) => new Intl.DateTimeFormat(locale, options)).format(
      new Date(0).setUTCFullYear(Number(year), month - 1, day),
    )
  if (Number(month) < 1 || Number(month) > 12) return of('year', YEAR, 1, 1)
  return Number(day) > 0 ? of('day', DAY, Number(month), Number(day)) : of('month', MONTH, Number(month), 1)
}

/** 5000 → "5,000". */
export function numberWords(count: number): string {
  return forReader('number', (locale) => new Intl.NumberFormat(locale)).format(count)
}

/**
 * The form of a sentence for a count, with its number as `{count}`: `(2, 'One file is new.', '{count} files are new.')` →
 * "2 files are new." Whole sentences, so that a translation can have its own.
 */
export function pluralWords(count: number, one: string, other: string): string {
  return (plurals().select(count) === 'one' ? one : other).replaceAll('{count}', () => numberWords(count))
}

/** "1 issue", "1,204 files". `many` is the plural where adding an s is wrong. */
export function countWords(count: number, word: string, many = `${word}s`): string {
  return `${numberWords(count)} ${pluralWords(count, word, many)}`
}

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** 2 → "2nd". */
export function ordinalWords(place: number): string {
  return `${numberWords(place)}${ENDINGS[ordinals().select(place)] ?? 'th'}`
}

/** 10 → "+10", -5 → "−5". */
export function scoreWords(score: number): string {
  if (score === 0) return '0'
  return score > 0 ? `+${numberWords(score)}` : `−${numberWords(-score)}`
}

const YEAR_DAYS = 365.25
const MONTH_DAYS = 30.44

/** 12 → "12 days", 80 → "2 months", 5376 → "14 years": in the largest unit that gives at least two. */
export function ageWords(days: number): string {
  if (days >= 2 * YEAR_DAYS) return countWords(Math.floor(days / YEAR_DAYS), 'year')
  if (days >= 2 * MONTH_DAYS) return countWords(Math.floor(days / MONTH_DAYS), 'month')
  return countWords(days, 'day')
}

/** 12.34 → "12.3 MB", 1500 → "1.5 GB", 0.04 → "40 kB". */
export function megabyteWords(megabytes: number): string {
  const isSmall = megabytes > 0 && megabytes < 0.1
  const [size, unit] = isSmall
    ? [megabytes * 1000, 'kB']
    : megabytes >= 1000
      ? [megabytes / 1000, 'GB']
      : [megabytes, 'MB']
  return `${numberWords(Math.round(size * 10) / 10)} ${unit}`
}

/** `fr` → "French"; a code that is not a language stays unchanged. */
export function languageWords(code: string): string {
  try {
    return languageNames().of(code) ?? code
  } catch {
    return code
  }
}
