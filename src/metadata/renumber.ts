import { normalNumber, sortKey } from '../releases/numbers'
import type { IssueKind, Unit } from '../series/states'

interface Placed {
  issue_id: string
  kind: IssueKind
  unit: Unit
  number: string
}

const placeKey = ({ kind, unit }: Placed, number: string) => `${kind} ${unit} ${sortKey(normalNumber(number))}`

/**
 * Which issues can get the number that their source now prints: pure. A number that another issue has stays with that
 * one, unless it moves away itself; who cannot move keeps its old number.
 */
export function movable(
  issues: readonly Placed[],
  wanted: ReadonlyMap<string, string>,
): { issue_id: string; number: string }[] {
  let movers = issues.filter((issue) => {
    const number = wanted.get(issue.issue_id)
    return number !== undefined && placeKey(issue, number) !== placeKey(issue, issue.number)
  })
  for (;;) {
    const moving = new Set(movers)
    const held = new Set(issues.filter((issue) => !moving.has(issue)).map((issue) => placeKey(issue, issue.number)))
    const stay = movers.filter((issue) => {
      const key = placeKey(issue, wanted.get(issue.issue_id)!)
      if (held.has(key)) return true
      held.add(key)
      return false
    })
    if (stay.length === 0) return movers.map(({ issue_id }) => ({ issue_id, number: wanted.get(issue_id)! }))
    movers = movers.filter((issue) => !stay.includes(issue))
  }
}
