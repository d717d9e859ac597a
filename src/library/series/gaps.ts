import { type CountedIssue, isOwned } from './machine'
import type { IssueKind, Unit } from './states'

/** Gaps in the numbers of a series: pure. */

type Numbered = Pick<CountedIssue, 'unit' | 'number' | 'volume_number' | 'fulfillment'> & { kind: IssueKind }

export interface Gap {
  unit: Unit
  number: number
}

/** Numbers from five digits on are dates and jokes. */
const WHOLE = /^\d{1,4}$/
/** A larger jump is a new numbering, such as a return to that of an earlier run. */
const MOST = 100
/** A volume has about as many chapters, so a jump of as many may be one of the owned volumes. */
const VOLUME = 4

/** The whole numbers between the first and the last of a unit that are not listed: issues, volumes, then chapters. */
export function gapsOf(issues: readonly Numbered[]): Gap[] {
  const own = issues.filter(({ kind, number }) => kind === 'issue' && WHOLE.test(number))
  const ofUnit = (unit: Unit) => own.filter((row) => row.unit === unit)
  const volumes = ofUnit('volume').filter(isOwned)
  return [
    ...between(ofUnit('issue'), MOST).map((number) => ({ unit: 'issue', number }) as const),
    ...between(ofUnit('volume'), MOST).map((number) => ({ unit: 'volume', number }) as const),
    ...chapterGaps(ofUnit('chapter'), volumes).map((number) => ({ unit: 'chapter', number }) as const),
  ]
}

/** A number next to a chapter of an owned volume may be in that volume. */
function chapterGaps(chapters: readonly Numbered[], volumes: readonly Numbered[]): number[] {
  const owned = new Set(volumes.map(({ number }) => Number(number)))
  const covered = new Set(
    chapters.flatMap(({ fulfillment, volume_number, number }) =>
      fulfillment === 'covered' || (volume_number !== null && owned.has(Number(volume_number))) ? Number(number) : [],
    ),
  )
  return between(chapters, volumes.length > 0 ? VOLUME - 1 : MOST, covered)
}

function between(rows: readonly Numbered[], most: number, covered: ReadonlySet<number> = new Set()): number[] {
  const numbers = [...new Set(rows.map(({ number }) => Number(number)))].sort((a, b) => a - b)
  return numbers.flatMap((number, at) => {
    const next = numbers[at + 1] ?? number
    const many = next - number - 1
    const isGap = many > 0 && many <= most && !covered.has(number) && !covered.has(next)
    return isGap ? Array.from({ length: many }, (_, step) => number + step + 1) : []
  })
}
