import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import type { Picks } from '../../parts/lists/picks'
import { useOrder } from '../../parts/lists/use-order'
import { ArcRow } from './arc-row'
import { removeIssue, saveArcOrder } from './changes'
import type { ArcIssue } from './wire'

export type ArcRowsProps = {
  arcId: string
  issues: readonly ArcIssue[]
  /** Whether all issues are shown, so that they can be moved. */
  ordered: boolean
  /** While issues are selected. */
  picks: Picks | undefined
  onChoose: (issue: ArcIssue) => void
}

/** Lists have up to thousands of issues; more are drawn on request. */
const STEP = 200

/** The issues of an arc, in an order that is changed by dragging or by key. */
export function ArcRows({ arcId, issues, ordered, picks, onChoose }: ArcRowsProps) {
  const [limit, setLimit] = useState(STEP)
  const ids = issues.map(({ IssueArcID }) => IssueArcID)
  const byId = new Map(issues.map((issue) => [issue.IssueArcID, issue]))
  const { shown, dragged, list, handle } = useOrder(ids, (next) => saveArcOrder(arcId, next), issues[0])
  const rows = shown.slice(0, limit).flatMap((id) => byId.get(id) ?? [])
  const move = (id: string, to: number) => saveArcOrder(arcId, shown.filter((one) => one !== id).toSpliced(to, 0, id))
  return html`
    <ol class="list-rows" ref=${list}>
      ${rows.map((issue, at) => {
        const id = issue.IssueArcID
        return html`
          <${ArcRow}
            key=${id}
            arcId=${arcId}
            issue=${issue}
            at=${at}
            count=${shown.length}
            dragged=${id === dragged}
            grip=${ordered && shown.length > 1 ? handle(id) : undefined}
            pick=${picks && { on: picks.keys.has(id), turn: (withShift: boolean) => picks.pick(id, at, withShift) }}
            onMove=${ordered ? (to: number) => move(id, to) : undefined}
            onChoose=${() => onChoose(issue)}
            onRemove=${() => removeIssue({ arc_id: arcId, issue_arc_id: id })}
          />
        `
      })}
    </ol>
    ${shown.length > limit && html`<p class="arc-more"><${Button} onClick=${() => setLimit(limit + STEP)}>${`Show ${Math.min(STEP, shown.length - limit)} more of ${shown.length}`}<//></p>`}
  `
}
