import type { IssueKind, Unit } from '../series/states'

const WORDS = { issue: '#', chapter: 'Chapter ', volume: 'Volume ' } as const satisfies Record<Unit, string>

/** The short label of an issue within its series: `#12`, `Chapter 4`, `Annual 2`. */
export function issueLabel(issue: { kind: IssueKind; unit: Unit; number: string; title: string | null }): string {
  const { kind, unit, number, title } = issue
  if (kind === 'annual') return number === '' ? 'Annual' : `Annual ${number}`
  if (number === '') return title ?? 'One-shot'
  // "#Alpha" would not be a number; a name is shown without the #.
  return unit === 'issue' && !/^[-\p{N}]/u.test(number) ? number : `${WORDS[unit]}${number}`
}
