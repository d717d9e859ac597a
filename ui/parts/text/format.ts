import { dates, hasLatinDigits, numbers } from './locale'

/** Dates, sizes and counts, in the format of the user's locale. */

const YEAR = { year: 'numeric', timeZone: 'UTC' } as const
const MONTH = { ...YEAR, month: 'short' } as const
const DAY = { ...MONTH, day: 'numeric' } as const

/** `2015-05-06` → "6 May 2015", or the month or year alone if no more is known; '' for an invalid date. */
export function dayWords(date: string | null | undefined): string {
  const [, year, month = '0', day = '0'] = /^(?!0000)(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(date ?? '') ?? []
  if (!year) return ''
  const at = (month: number, day: number) => new Date(0).setUTCFullYear(Number(year), month - 1, day)
  const [monthNumber, dayNumber] = [Number(month), Number(day)]
  if (monthNumber < 1 || monthNumber > 12) return dates('year', YEAR).format(at(1, 1))
  const isDay = dayNumber > 0 && new Date(at(monthNumber, dayNumber)).getUTCDate() === dayNumber
  return isDay ? dates('day', DAY).format(at(monthNumber, dayNumber)) : dates('month', MONTH).format(at(monthNumber, 1))
}

/** A number without groups or signs. The first formatter of a page costs more than drawing the page. */
const isPlain = (count: number) => Number.isInteger(count) && count >= 0 && count < 1000 && hasLatinDigits()

/** 5000 → "5,000". */
export function numberWords(count: number): string {
  return isPlain(count) ? String(count) : numbers('count').format(count)
}

/** 4.5 with one digit → "4.5", 3 → "3.0". */
export function decimalWords(number: number, digits: number): string {
  return numbers(`digits ${digits}`, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number)
}

/** 0.01234 with two figures → "0.012". */
export function figureWords(number: number, figures: number): string {
  return numbers(`figures ${figures}`, { maximumSignificantDigits: figures }).format(number)
}

/** 62 → "62%". */
export function percentWords(percent: number): string {
  return numbers('percent', { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100)
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** 48211003 → "48 MB". */
export function sizeWords(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0
  const options = {
    style: 'unit',
    unit: UNITS[unit],
    unitDisplay: unit === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const
  return numbers(`size ${unit} ${digits}`, options).format(Number(size.toFixed(digits)))
}

const plurals = new Intl.PluralRules('en')

/**
 * The form of a sentence for a count, with its number as `{count}`: `(2, 'One file is new.', '{count} files are new.')` →
 * "2 files are new." Whole sentences, so that a translation can have its own.
 */
export function pluralWords(count: number, one: string, other: string): string {
  return (plurals.select(count) === 'one' ? one : other).replaceAll('{count}', () => numberWords(count))
}

/** "1 series", "1,204 files". `many` is the plural where adding an s is wrong. */
export function countWords(count: number, word: string, many = `${word}s`): string {
  return `${numberWords(count)} ${pluralWords(count, word, many)}`
}
