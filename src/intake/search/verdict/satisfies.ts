import { sameNumber } from '../../../base/names/numbers'
import { between } from '../../../base/platform/clock'
import type { ParsedRelease } from './parsed-release'
import { inSpans } from './spans'
import type { OfferedRelease, VerdictTarget } from './wanted'
import { type PackWeek, shopWeekOf } from './week'

/** Several items in one release: a range, a week, a whole run, the issues with their annuals. */
export function isPack(reading: ParsedRelease, target: VerdictTarget): boolean {
  if (reading.week || reading.wholeRun) return true
  if (target.annual && reading.annualsToo) return true
  if (reading.spans.length === 0) return false
  return !isDouble(reading)
}

/** "v16-17" is one file with two volumes, not a pack. */
const isDouble = ({ unit, spans }: ParsedRelease) =>
  unit === 'volume' && spans.length === 1 && spans[0]!.to - spans[0]!.from === 1

/** A volume that contains the wanted chapter, as the library says, if chapters may come in volumes. */
export function coversByLedger(reading: ParsedRelease, { wanted, unit }: VerdictTarget): boolean {
  if (unit !== 'chapter' || reading.unit !== 'volume' || !wanted.in_volume) return false
  if ((wanted.monitor_mode ?? 'blended') !== 'blended') return false
  if (reading.spans.length > 0) return inSpans(wanted.in_volume, reading.spans)
  return sameNumber(reading.number, wanted.in_volume)
}

/** Whether the pack contains the wanted item itself. */
export function holdsWanted(reading: ParsedRelease, target: VerdictTarget, release: OfferedRelease): boolean {
  const { wanted } = target
  if (reading.week) return inWeek(reading.week, target)
  if (postedBefore(release, wanted.issue_date) && target.unit !== 'volume') return false
  if (reading.wholeRun || coversByLedger(reading, target)) return true
  if (target.annual && reading.annualsToo && !reading.annual) return true
  return inSpans(wanted.issue, reading.spans)
}

/** Missing numbers of the series in the release, as printed; just the wanted one for a single item. */
export function satisfies(reading: ParsedRelease, target: VerdictTarget): string[] {
  const { wanted } = target
  if (reading.week || coversByLedger(reading, target)) return [wanted.issue]
  const missing = wanted.missing ?? [wanted.issue]
  if (!isPack(reading, target)) {
    return reading.spans.length === 0 ? [wanted.issue] : missing.filter((number) => inSpans(number, reading.spans))
  }
  if (reading.wholeRun || (target.annual && reading.annualsToo)) return [...missing]
  return missing.filter((number) => inSpans(number, reading.spans))
}

/** Number of items that the release's size covers; undefined when unknown. */
export function countItemsIn(reading: ParsedRelease): number | undefined {
  if (reading.week || reading.wholeRun || reading.mixed) return undefined
  if (reading.spans.length === 0) return 1
  return reading.spans.reduce((sum, { from, to }) => sum + to - from + 1, 0)
}

const DAY_MS = 86_400_000
const MAJOR = /\b(?:marvel|dc|image)\b/

/** New comics are released on Wednesdays: a week runs from one to the next. */
function inWeek({ day, publishers }: PackWeek, { wanted }: VerdictTarget): boolean {
  if (!wanted.issue_date || wanted.issue_date.length < 10) return false
  if (shopWeekOf(day) !== shopWeekOf(wanted.issue_date.slice(0, 10))) return false
  const ours = wanted.publisher?.toLowerCase()
  if (publishers.length === 0 || !ours) return true
  if (publishers.some((name) => ours.startsWith(name))) return true
  return publishers.includes('indie') && !MAJOR.test(ours)
}

/** A day before the release date counts as in time, because of time zones. */
export function postedBefore({ published }: OfferedRelease, day: string | null | undefined): boolean {
  if (!published || !day) return false
  const out = `${day.padEnd(10, '-01').slice(0, 10)}T00:00:00.000Z`
  return between(`${published.slice(0, 10)}T00:00:00.000Z`, out) > DAY_MS
}
