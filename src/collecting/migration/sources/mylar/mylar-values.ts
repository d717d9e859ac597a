import { isDay } from '../../../../base/platform/clock'
import type { ForeignValue } from '../../../../base/platform/foreign-database'

/** Parses the values of Mylar: nearly all are text, and a missing value is NULL, `None` or empty. */

const NULS = /\0/g

/** The text of a value; null for NULL, `None` and blank text. */
export function mylarText(value: ForeignValue | undefined): string | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'object' ? new TextDecoder().decode(value) : String(value)
  const tidy = text.replace(NULS, '').trim()
  return tidy === '' || tidy === 'None' ? null : tidy
}

/** Text of a column that must have one: a series may be called "None so vile". */
export const mylarLabel = (value: ForeignValue | undefined): string => mylarText(value) ?? ''

/** An id without blanks and without the prefix of its kind: `4050-91273` becomes `91273`. */
export function mylarId(value: ForeignValue | undefined): string | null {
  const text = mylarText(value)
  return text === null ? null : text.replace(/^40(?:00|05|45|50)-(?=\d)/, '')
}

export const isNumeric = (id: string) => /^\d{1,12}$/.test(id)

/** A whole number; null for anything else. */
export function mylarInteger(value: ForeignValue | undefined): number | null {
  const text = mylarText(value)
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null
}

/** A boolean in the forms that Mylar wrote over the years: 1, '1', True. */
export function mylarFlag(value: ForeignValue | undefined): boolean {
  return /^(?:1|true|yes)$/i.test(mylarText(value) ?? '')
}

/** A year that a comic can have; null for 0000, 2099 and text. */
export function mylarYear(value: ForeignValue | undefined): number | null {
  const year = mylarInteger(value)
  return year !== null && year >= 1800 && year < 2099 ? year : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export type ReadDay = { day: string | null; unreadable: boolean }

/** A day, or year and month when the day is unknown. `0000-00-00` means no date and counts as readable. */
export function readDay(value: ForeignValue | undefined): ReadDay {
  const text = mylarText(value)
  if (text === null || /^0000/.test(text) || /^(?:unknown|error)$/i.test(text)) return { day: null, unreadable: false }
  const [, date = text] = /^(\d{4}-\d{2}-\d{2})[ T]/.exec(text) ?? []
  if (isDay(date)) return { day: date, unreadable: false }
  const month = /^(\d{4})-(\d{2})(?:-00)?$/.exec(date)
  if (month && Number(month[2]) >= 1 && Number(month[2]) <= 12)
    return { day: `${month[1]}-${month[2]}`, unreadable: false }
  const year = /^(\d{4})-00(?:-00)?$/.exec(date)
  if (year) return { day: year[1]!, unreadable: false }
  const words = /^([a-z]{3})[a-z]* (\d{1,2}), (\d{4})$/i.exec(date)
  const at = words ? MONTHS.indexOf(words[1]!.toLowerCase()) : -1
  if (words && at >= 0) {
    const day = `${words[3]}-${String(at + 1).padStart(2, '0')}-${words[2]!.padStart(2, '0')}`
    if (isDay(day)) return { day, unreadable: false }
  }
  return { day: null, unreadable: true }
}

/** A time of the source's clock, which has no zone; the start of the run when it is not readable. */
export function mylarInstant(value: ForeignValue | undefined, otherwise: string): string {
  const text = mylarText(value)
  const found = text === null ? null : /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?/.exec(text)
  if (!found || !isDay(found[1]!)) return otherwise
  const time = `${found[2] ?? '00:00'}${found[3] ?? ':00'}`
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) ? `${found[1]}T${time}.000Z` : otherwise
}

/** An address of a page or a picture. */
export function mylarAddress(value: ForeignValue | undefined): string | null {
  const text = mylarText(value)
  return text !== null && /^https?:\/\/\S+$/i.test(text) ? text : null
}

/** Bytes that are not UTF-8 become this character. */
export const isGarbled = (text: string | null) => text?.includes('\uFFFD') ?? false
