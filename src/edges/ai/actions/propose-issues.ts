import { Type } from 'typebox'
import { Refusal } from '../../../base/refusal'
import { IdArgument, ToolParameters } from '../library/arguments'
import { type ReadDeps, todayOf } from '../library/issue-row'
import { type ToolIssue, toolIssuesNumbered, toolIssuesOfSeries } from '../library/issue-store'
import { SERIES_PARAMETERS, seriesFromArguments } from '../library/named-series'
import type { ActionTool } from './action-tool'
import { type MarkIssues, marking } from './mark-issues'
import { actionTool, issueCount, knownIssues, MOST_PROPOSED_ISSUES, proposalResult } from './propose'
import type { ProposedChange } from './schema'
import type { ActionProposals } from './service'

interface Deps extends ReadDeps {
  proposals: Pick<ActionProposals, 'propose'>
}

const PARAMETERS = ToolParameters({
  issue_ids: Type.Optional(Type.Array(IdArgument(), { description: 'IssueIDs from rows' })),
  ...SERIES_PARAMETERS,
  numbers: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      description: 'Of issues of that series; all missing ones by default',
    }),
  ),
})

const TOOLS = {
  wanted: ['propose_want_issues', 'Proposes to want missing issues, so that they are searched for and downloaded.'],
  skipped: ['propose_skip_issues', 'Proposes to skip missing issues, so that they are not searched for.'],
} as const

const VERBS = { wanted: 'Want', skipped: 'Skip' } as const

/** Proposals to want or skip issues. */
export const issueProposals = (deps: Deps): ActionTool[] => [proposal(deps, 'wanted'), proposal(deps, 'skipped')]

function proposal(deps: Deps, mark: MarkIssues['mark']): ActionTool {
  const { proposals } = deps
  const [name, what] = TOOLS[mark]
  return actionTool({
    name,
    description: `${what} Name them by issue_ids, or by a series with numbers. The user decides.`,
    parameters: PARAMETERS,
    run(args, context) {
      const { changes, skipped } = marking(chosenIssues(deps, args), mark, todayOf(deps))
      if (changes.length === 0) throw new Refusal('invalid', `Nothing would change: ${leftOut(skipped)}.`)
      const issue_ids = changes.flatMap(({ issue_id }) => issue_id ?? [])
      const title = `${VERBS[mark]} ${subjectOf(changes)}`
      const action = proposals.propose({ kind: 'mark_issues', title, payload: { mark, issue_ids }, changes }, context)
      return proposalResult(action, skipped.length === 0 ? undefined : `Left out: ${leftOut(skipped)}.`)
    },
  })
}

interface Choice {
  issue_ids?: string[]
  series_id?: string
  series_name?: string
  numbers?: string[]
}

function chosenIssues(deps: ReadDeps, { issue_ids, numbers, ...named }: Choice): ToolIssue[] {
  const db = deps.db.read
  if (issue_ids !== undefined) return knownIssues(db, issue_ids)
  const { series, note } = seriesFromArguments(db, named)
  // When several series have the name, the wrong one must not be proposed.
  if (!series || note !== undefined) throw new Refusal('invalid', note ?? '')
  if (numbers === undefined) return allMissing(deps, series)
  const issues = numbers.flatMap((number) => {
    const found = toolIssuesNumbered(db, series.comic_id, number.trim().replace(/^#\s*/, ''))
    if (found.length === 0) throw new Refusal('invalid', `${series.name} has no issue ${number}.`)
    return found.slice(0, 1)
  })
  return knownIssues(db, issues.map(({ issue_id }) => issue_id)) // biome-ignore format: one line
}

function allMissing(deps: ReadDeps, series: { comic_id: string; name: string }): ToolIssue[] {
  const missing = { comicId: series.comic_id, part: 'missing', today: todayOf(deps) } as const
  const { rows, total } = toolIssuesOfSeries(deps.db.read, missing, MOST_PROPOSED_ISSUES)
  if (total === 0) throw new Refusal('invalid', `${series.name} has no missing issues.`)
  if (total <= rows.length) return rows
  throw new Refusal(
    'invalid',
    `${series.name} has ${total} missing issues. Name up to ${MOST_PROPOSED_ISSUES} numbers of them.`,
  )
}

/** "Harbor Lights #3", "3 issues", "3 issues of 2 series" */
function subjectOf(changes: readonly ProposedChange[]): string {
  if (changes.length === 1) return changes[0]!.label
  const series = new Set(changes.map(({ comic_id }) => comic_id))
  return series.size === 1 ? issueCount(changes.length) : `${issueCount(changes.length)} of ${series.size} series`
}

const MOST_NAMED = 5

function leftOut(skipped: readonly string[]): string {
  const more = skipped.length > MOST_NAMED ? ` and ${skipped.length - MOST_NAMED} more` : ''
  return `${skipped.slice(0, MOST_NAMED).join(', ')}${more}`
}
