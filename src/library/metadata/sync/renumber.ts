import { normalNumber, sortKey } from '../../../base/names/numbers'
import type { IssueKind, Unit } from '../../series/states'

interface Placed {
  issue_id: string
  kind: IssueKind
  unit: Unit
  number: string
}

const placeKey = ({ kind, unit }: Placed, number: string) => `${kind} ${unit} ${sortKey(normalNumber(number))}`

/**
 * Which issues can get the number that their source now prints: pure. A taken number stays with its issue unless that
 * issue also moves away; an issue that cannot move keeps its old number.
 */
export function applicableRenumbering(
  issues: readonly Placed[],
  wanted: ReadonlyMap<string, string>,
): { issue_id: string; number: string }[] {
  const occupied = new Set<string>()
  const movers: { issue: Placed; from: string; to: string }[] = []
  for (const issue of issues) {
    const from = placeKey(issue, issue.number)
    const number = wanted.get(issue.issue_id)
    const to = number === undefined ? from : placeKey(issue, number)
    if (to === from) occupied.add(from)
    else movers.push({ issue, from, to })
  }
  const byAim = new Map<string, (typeof movers)[number]>()
  const staying: typeof movers = []
  for (const mover of movers)
    if (occupied.has(mover.to) || byAim.has(mover.to)) staying.push(mover)
    else byAim.set(mover.to, mover)
  // An issue that stays blocks its number for others, which then stay too: the list grows during the loop.
  for (const { from } of staying) {
    const next = byAim.get(from)
    if (next && byAim.delete(from)) staying.push(next)
  }
  return [...byAim.values()].map(({ issue: { issue_id } }) => ({ issue_id, number: wanted.get(issue_id)! }))
}
