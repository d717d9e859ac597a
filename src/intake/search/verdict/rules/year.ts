import type { ParsedRelease } from '../parsed-release'
import type { Rule } from '../rule'

/**
 * The start year must be that of the series, the item's year that of the issue; a span of years must cover both. Years
 * of manga are no evidence: editions in other languages have their own.
 */
export const yearRule: Rule = ({ reading, target, year: now }) => {
  const { wanted, issueYear, tolerance } = target
  if (wanted.kind === 'manga' || reading.week) return undefined
  const began = wanted.year ?? undefined
  const [run, end, item] = [numberOf(reading.run_year), numberOf(reading.run_year_end), numberOf(reading.year)]
  const far = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && Math.abs(a - b) > tolerance
  const say = (years: string) => ({
    code: 'rejected.year_mismatch' as const,
    message: wrongYear(years, began, issueYear),
  })
  // Without a year to compare with, no release can be from later than next year.
  if (began === undefined && run !== undefined && run > now + 1) return say(String(run))
  if (issueYear === undefined && item !== undefined && item > now + 1) return say(String(item))
  // "(2014-2018) 005": a single issue with the years of its run.
  if (end !== undefined && isNumbered(reading) && far(run, began)) return say(`${run} to ${end}`)
  if (end !== undefined && run !== undefined && reading.number + reading.spans.join() !== '' && !isItem(reading)) {
    const latest = Math.max(issueYear ?? run, began ?? 0)
    if ((began !== undefined && end < began - tolerance) || run > latest + tolerance) return say(`${run} to ${end}`)
    return undefined
  }
  // The year of a pack is that of its first or last issue.
  if (reading.spans.length > 0 && item !== undefined && began !== undefined) {
    const latest = Math.max(issueYear ?? began, began)
    return item < began - tolerance || item > latest + tolerance ? say(String(item)) : undefined
  }
  if (run !== undefined && far(run, began)) return say(String(run))
  if (item === undefined || item === run) return undefined
  if (issueYear !== undefined) return far(item, issueYear) ? say(String(item)) : undefined
  return began !== undefined && item < began - tolerance ? say(String(item)) : undefined
}

function wrongYear(years: string, began: number | undefined, issueYear: number | undefined): string {
  if (began === undefined) return `Wrong year: ${years}`
  if (issueYear === undefined) return `Wrong year: ${years} (the series began in ${began})`
  return `Wrong year: ${years} (the series began in ${began}, the issue is from ${issueYear})`
}

const isNumbered = ({ spans, number }: ParsedRelease) => spans.length === 0 && number !== ''
const numberOf = (text: string) => (text === '' ? undefined : Number(text))
const isItem = ({
  spans,
  number,
  year: item,
  run_year,
}: {
  spans: readonly unknown[]
  number: string
  year: string
  run_year: string
}) => spans.length === 0 && number !== '' && item !== run_year
