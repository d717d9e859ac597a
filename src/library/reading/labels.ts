import type { IssueKind, Unit } from '../series/states'

const WORDS = { issue: '#', chapter: 'Chapter ', volume: 'Volume ' } as const satisfies Record<Unit, string>

/** The short label of an issue within its series: `#12`, `Chapter 4`, `Annual #2`. */
export function issueLabel(issue: { kind: IssueKind; unit: Unit; number: string; title: string | null }): string {
  const { kind, unit, number, title } = issue
  if (kind === 'annual') return number === '' ? 'Annual' : `Annual #${number}`
  if (number === '') return title ?? 'One-shot'
  // "#Alpha" would not be a number; a name is shown without the #.
  return unit === 'issue' && !/^[-\p{N}]/u.test(number) ? number : `${WORDS[unit]}${number}`
}

type Labelled = Parameters<typeof issueLabel>[0]

/** Issues in order as one text: "Chapters 2 to 14"; without an unbroken run "13 chapters", "5 issues", or "7 volumes and chapters". */
export function issuesLabel(issues: readonly Labelled[]): string {
  const [first, last] = [issues[0], issues.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (issues.length === 1) return issueLabel(first)
  const isAlike = issues.every(({ kind, unit }) => kind === 'issue' && unit === first.unit)
  if (!isAlike)
    return `${issues.length} ${issues.every(({ unit }) => unit === 'issue') ? 'issues' : 'volumes and chapters'}`
  const isRun = issues.every(({ number }, at) => number === String(Number(first.number) + at) && first.number !== '')
  if (!isRun) return `${issues.length} ${first.unit}s`
  const plural = { issue: 'Issues', chapter: 'Chapters', volume: 'Volumes' }[first.unit]
  return `${plural} ${first.number} ${issues.length === 2 ? 'and' : 'to'} ${last.number}`
}
