import { pluralWords } from '../../../base/platform/words'
import type { ReadHandle } from '../../../base/storage/database'
import { issueTitle } from '../../../library/series/issue-title'
import { projectedState, type ReadDeps, todayOf } from '../library/issue-row'
import { listedIssues, type ToolIssue } from '../library/issue-store'
import type { ActionType } from './action-type'
import type { ProposedChange } from './schema'

/** Proposes to want or skip issues. */

export interface MarkIssues {
  mark: 'wanted' | 'skipped'
  /** Only the issues of the preview. */
  issue_ids: string[]
}

export const WORDS = { wanted: 'Wanted', skipped: 'Skipped' } as const

interface Deps extends ReadDeps {
  setIntent: (issueId: string, intent: 'wanted' | 'skipped') => unknown
  /** Starts a search for issues of one series that just became wanted. */
  searchFor: (issueIds: readonly string[]) => unknown
}

export function markIssues(deps: Deps): ActionType<MarkIssues> {
  return {
    see: (db, { issue_ids }) =>
      listedIssues(db, issue_ids).map((issue) => ({
        key: issue.issue_id,
        label: titleOf(issue),
        state: projectedState(issue, todayOf(deps)).displayState,
      })),
    apply({ mark, issue_ids }) {
      for (const issueId of issue_ids) deps.setIntent(issueId, mark)
      if (mark === 'wanted') for (const ids of bySeries(deps.db.read, issue_ids)) deps.searchFor(ids)
      return pluralWords(issue_ids.length, `{count} issue is ${mark} now.`, `{count} issues are ${mark} now.`)
    },
  }
}

const titleOf = (issue: ToolIssue): string => issueTitle(issue.series, issue)

function bySeries(db: ReadHandle, issueIds: readonly string[]): string[][] {
  const groups = Map.groupBy(listedIssues(db, issueIds), ({ comic_id }) => comic_id)
  return [...groups.values()].map((issues) => issues.map(({ issue_id }) => issue_id))
}

/** The changes that marking makes to these issues; unchanged issues are left out. */
export function marking(issues: readonly ToolIssue[], mark: MarkIssues['mark'], today: string) {
  const changes: ProposedChange[] = []
  const skipped: string[] = []
  for (const issue of issues) {
    const { displayState, owned, covered, inFlight } = projectedState(issue, today)
    const label = titleOf(issue)
    const stays = owned || covered || inFlight || displayState === WORDS[mark]
    if (stays) skipped.push(`${label} is ${displayState}`)
    else changes.push({ label, before: displayState, after: WORDS[mark], comic_id: issue.comic_id, issue_id: issue.issue_id }) // biome-ignore format: one row
  }
  return { changes, skipped }
}
