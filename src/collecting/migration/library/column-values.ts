import { instantOfFile, isDay } from '../../../base/platform/clock'
import type { ForeignValue } from '../../../base/platform/foreign-database'
import type { Instant } from '../../../base/platform/ports'

/** Values of other programs' columns: SQLite keeps whatever was written, whatever the type of the column. */

/** The text of a value; null for NULL, blank text and bytes. */
export function textValue(value: ForeignValue | undefined): string | null {
  if (value === undefined || value === null || value instanceof Uint8Array) return null
  return String(value).trim() || null
}

export const idValue = (value: ForeignValue | undefined): string => textValue(value) ?? ''

export function numberValue(value: ForeignValue | undefined): number | null {
  const text = textValue(value)
  const number = text === null ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

/** A whole number above zero: ids, years, sizes and counts, where 0 means none. */
export function countValue(value: ForeignValue | undefined): number | null {
  const number = numberValue(value)
  return number !== null && number > 0 ? Math.trunc(number) : null
}

export const flagValue = (value: ForeignValue | undefined): boolean => /^(?:1|true)$/i.test(textValue(value) ?? '')

const TIME = /^(\d{4}-\d\d-\d\d)[ T]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?Z?$/

/** `2024-07-22 09:05:09`, with or without a fraction, as UTC. .NET writes the year 1 for no date. */
export function timeOf(value: ForeignValue | undefined): Instant | null {
  const text = textValue(value)
  if (text === null) return null
  const [, day, time, fraction = ''] = TIME.exec(text) ?? []
  // Some drivers store milliseconds or seconds since 1970.
  if (day === undefined) return /^\d{9,14}$/.test(text) ? epochOf(Number(text)) : null
  if (day.startsWith('0001') || !isDay(day)) return null
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

export const epochOf = (count: number): Instant | null => instantOfFile(count < 1e11 ? count * 1000 : count) ?? null

/** The day of `2012-01-01` or `2012-01-01 00:00:00`; null when the day does not exist. */
export function dayValue(value: ForeignValue | undefined): string | null {
  const day = textValue(value)?.slice(0, 10) ?? ''
  return isDay(day) ? day : null
}
