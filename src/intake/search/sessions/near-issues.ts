import { sortKey } from '../../../base/names/numbers'
import { type ReadName, readName } from '../../../base/names/read-name'
import type { ContentType } from '../../../library/series/states'
import type { IssueRow } from '../../../library/series/store'
import { inSpans, type NumberSpan, numberSpanOf } from '../verdict/spans'
import { readPackWeek, shopWeekOf } from '../verdict/week'
import { numbersIn, rangesIn } from '../wanted/title-numbers'

/** Up to this many issues, each release is compared with all of them. */
const FEW = 24
/** The numbers that a one-shot may have. */
const ONCE = ['', '1'].map(sortKey)

/**
 * Issues of one series, by the numbers and dates that a release may contain, so that the cost of a verdict does not
 * grow with the series.
 */
export class NearIssues {
  private readonly byNumber = new Map<string, IssueRow[]>()
  private readonly byWeek = new Map<number, IssueRow[]>()
  /** The first and last issue of each kind by date: a pack without numbers contains one of these, or none. */
  private readonly ends: IssueRow[]

  constructor(
    private readonly issues: readonly IssueRow[],
    private readonly kind: ContentType,
  ) {
    for (const issue of issues) {
      put(this.byNumber, sortKey(issue.number), issue)
      if (issue.volume_number !== null) put(this.byNumber, sortKey(issue.volume_number), issue)
      const day = dayOf(issue)
      if (day.length === 10) put(this.byWeek, shopWeekOf(day), issue)
    }
    this.ends = [...Map.groupBy(issues, ({ kind, unit }) => `${kind} ${unit}`).values()].flatMap((group) => {
      const sorted = group.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))
      return [sorted[0]!, sorted.at(-1)!]
    })
  }

  get count(): number {
    return this.issues.length
  }

  /** The issues that the release could be, those of `ends` first; `year`: the current year. */
  of(title: string, year: number): readonly IssueRow[] {
    if (this.issues.length <= FEW) return this.issues
    const week = readPackWeek(title)
    const read = readName(title, { kind: this.kind, year, title: true })
    const { issue, volume } = read
    const numbers = [...ONCE, ...[issue, volume].filter(Boolean).map(sortKey), ...numbersIn(title)]
    const named = numbers.flatMap((number) => this.byNumber.get(number) ?? [])
    return [
      ...new Set([
        ...this.ends,
        ...(week ? (this.byWeek.get(shopWeekOf(week.day)) ?? []) : []),
        ...named,
        ...this.inside(rangesOf(title, read)),
      ]),
    ]
  }

  private inside(spans: readonly NumberSpan[]): IssueRow[] {
    if (spans.length === 0) return []
    return this.issues.filter(
      ({ number, volume_number }) => inSpans(number, spans) || inSpans(volume_number ?? '', spans),
    )
  }
}

/** Ranges in a title. Only the parsed name knows those with a marker ("v01-v04", "001 to 040"). */
const rangesOf = (title: string, { issue, issue_end, volume, volume_end }: ReadName): NumberSpan[] => [
  ...rangesIn(title),
  ...[numberSpanOf(issue, issue_end), numberSpanOf(volume, volume_end)].filter((span) => span !== undefined),
]

const dayOf = ({ release_date }: IssueRow) => release_date ?? ''

function put<K>(map: Map<K, IssueRow[]>, key: K, issue: IssueRow): void {
  const list = map.get(key)
  if (list) list.push(issue)
  else map.set(key, [issue])
}
