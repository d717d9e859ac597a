import type { Instant } from '../../base/platform/ports'

/** When unchanged records were last changed. */
export const UNCHANGED_AT: Instant = '2026-10-01T06:00:00.000Z'

/** Days are text such as `2012-03-01`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export function monthsOn(day: string, months: number): string {
  const [year, month, rest] = day.split('-') as [string, string, string]
  const count = Number(year) * 12 + Number(month) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-${rest}`
}
