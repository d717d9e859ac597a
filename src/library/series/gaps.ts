import { type CountedIssue, isOwned } from './machine'
import type { IssueKind, Unit } from './states'
import type { SeriesRow } from './store'

/** Gaps in the numbers of a series: pure. */

type Numbered = Pick<CountedIssue, 'unit' | 'number' | 'volume_number' | 'fulfillment'> & { kind: IssueKind }

export interface Gap {
  unit: Unit
  number: number
}

type Stated = Pick<SeriesRow, 'content_type' | 'book_type' | 'listed' | 'said_total'>

/** Numbers from five digits on are dates and jokes. */
const WHOLE = /^\d{1,4}$/
/** A larger jump is a new numbering, such as a return to that of an earlier run. */
const MOST = 100
/** A volume has about as many chapters, so a jump of as many may be one of the owned volumes. */
const VOLUME = 4

/**
 * The whole numbers between the first and the last of a unit that are not listed: issues, volumes, then chapters. The
 * issues of a comic go from 1 to the total that its files state.
 */
export function gapsOf(issues: readonly Numbered[], series?: Stated): Gap[] {
  const own = issues.filter(({ kind, number }) => kind === 'issue' && WHOLE.test(number))
  const ofUnit = (unit: Unit) => own.filter((row) => row.unit === unit)
  const volumes = ofUnit('volume').filter(isOwned)
  const total = series && lastNumber(issues, series)
  return [
    ...between(ofUnit('issue'), MOST, { total }).map((number) => ({ unit: 'issue', number }) as const),
    ...between(ofUnit('volume'), MOST).map((number) => ({ unit: 'volume', number }) as const),
    ...chapterGaps(ofUnit('chapter'), volumes).map((number) => ({ unit: 'chapter', number }) as const),
  ]
}

/**
 * The total that the files of a comic state, where it says which number is the last: all numbers are from 1 to it, and
 * none is a book or an annual, which a total may include. A provider that lists the issues knows better.
 */
function lastNumber(issues: readonly Numbered[], series: Stated): number | undefined {
  const { content_type, book_type, listed, said_total } = series
  if (content_type !== 'comic' || book_type !== 'Print' || listed || said_total === null) return undefined
  const isWithin = ({ kind, unit, number }: Numbered) =>
    kind === 'issue' && unit === 'issue' && WHOLE.test(number) && Number(number) >= 1 && Number(number) <= said_total
  return issues.every(isWithin) ? said_total : undefined
}

/** A number next to a chapter of an owned volume may be in that volume. */
function chapterGaps(chapters: readonly Numbered[], volumes: readonly Numbered[]): number[] {
  const owned = new Set(volumes.map(({ number }) => Number(number)))
  const covered = new Set(
    chapters.flatMap(({ fulfillment, volume_number, number }) =>
      fulfillment === 'covered' || (volume_number !== null && owned.has(Number(volume_number))) ? Number(number) : [],
    ),
  )
  return between(chapters, volumes.length > 0 ? VOLUME - 1 : MOST, { covered })
}

type Ends = { total?: number | undefined; covered?: ReadonlySet<number> }

/** A single number says nothing about others, and with a total the gaps begin at 1 and end with it. */
function between(rows: readonly Numbered[], most: number, { total, covered }: Ends = {}): number[] {
  const own = [...new Set(rows.map(({ number }) => Number(number)))].sort((a, b) => a - b)
  const numbers = total === undefined || own.length < 2 ? own : [0, ...own, total + 1]
  return numbers.flatMap((number, at) => {
    const next = numbers[at + 1] ?? number
    const many = next - number - 1
    const isGap = many > 0 && many <= most && !covered?.has(number) && !covered?.has(next)
    return isGap ? Array.from({ length: many }, (_, step) => number + step + 1) : []
  })
}
