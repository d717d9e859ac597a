import { Type } from 'typebox'
import type { ReadHandle } from '../../../base/storage/database'
import { obligations } from '../../../collecting/attention/obligation-store'
import { failurePhrase, reasonDetail, reasonToken } from '../../../intake/downloads/journal/reasons'
import type { Stage } from '../../../intake/downloads/states'
import { lastOf } from '../../../intake/search/runs/last-store'
import { issueTitle } from '../../../library/series/issue-title'
import { IdArgument, ToolParameters } from './arguments'
import { grabsOf } from './grab-store'
import { projectedState, type ReadDeps, todayOf } from './issue-row'
import { listedIssues, type ToolIssue, toolIssuesNumbered } from './issue-store'
import { SERIES_PARAMETERS, seriesFromArguments } from './named-series'
import { type LibraryTool, libraryTool, type ToolRow } from './tool'

/** Tools that explain why an issue is not in the library. */

export interface MissingDeps extends ReadDeps {
  /** A sentence while automatic searches are paused. */
  heldBack: () => string | null
  /** A sentence while no search is possible: no indexer, or no download client. */
  impossible: () => string | null
}

export const missingTools = (deps: MissingDeps): LibraryTool[] => [
  libraryTool({
    name: 'why_missing',
    description:
      'Says why an issue is not in the library: its state, what holds searches back, what the last search found and refused, and what failed.',
    parameters: ToolParameters({
      issue_id: Type.Optional(IdArgument('Its IssueID')),
      ...SERIES_PARAMETERS,
      number: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Of the issue' })),
    }),
    run(args) {
      const { issue, note } = chosenIssue(deps.db.read, args)
      if (!issue) return { rows: [], total: 0, note }
      const reasons = [
        ...stateReasons(deps, issue),
        ...searchReasons(deps.db.read, issue),
        ...grabReasons(deps.db.read, issue),
      ]
      const named = { IssueID: issue.issue_id, ComicID: issue.comic_id, Issue: issueTitle(issue.series, issue) }
      const rows = reasons.map((reason): ToolRow => ({ ...named, ...reason }))
      return { rows, total: rows.length, note }
    },
  }),
]

interface Choice {
  issue_id?: string
  series_id?: string
  series_name?: string
  number?: string
}

function chosenIssue(db: ReadHandle, { issue_id, number, ...named }: Choice): { issue?: ToolIssue; note?: string } {
  if (issue_id !== undefined) {
    const [issue] = listedIssues(db, [issue_id])
    return issue ? { issue } : { note: `The library has no issue with the id ${issue_id}.` }
  }
  const { series, note } = seriesFromArguments(db, named)
  if (!series) return { note }
  if (number === undefined) return { note: 'Name the issue: issue_id or number is required.' }
  const [issue] = toolIssuesNumbered(db, series.comic_id, number.trim().replace(/^#\s*/, ''))
  return issue ? { issue, note } : { note: `${series.name} has no issue ${number}.` }
}

interface Reason extends ToolRow {
  /** state, search, indexer, refused, download, attention */
  About: string
  Says: string
  At: string | null
}

const reasonRow = (About: string, Says: string, At: string | null = null): Reason => ({ About, Says, At })

function stateReasons(deps: MissingDeps, issue: ToolIssue): Reason[] {
  const { eligibility, displayState, owned, covered } = projectedState(issue, todayOf(deps))
  const state = reasonRow('state', `${displayState}: ${stateSentence(issue, eligibility)}`)
  if (owned || covered) return [state]
  const held = [deps.heldBack(), deps.impossible()].flatMap((sentence) => sentence ?? [])
  return [state, ...held.map((sentence) => reasonRow('search', sentence))]
}

function stateSentence(issue: ToolIssue, { reason, date }: ReturnType<typeof projectedState>['eligibility']): string {
  switch (reason) {
    case 'owned':
      return 'The library has it.'
    case 'covered':
      return 'A volume that the library has contains it.'
    case 'in_flight':
      return 'A release was grabbed and is downloading.'
    case 'explicit_skip':
      return 'The user skipped it, so it is not searched for.'
    case 'explicit_ignore':
      return 'The user ignores it, so it is not searched for.'
    case 'unverified':
      return 'It is recorded as owned, but no file was found. It is searched for once the user wants it.'
    case 'paused':
      return 'Its series is not monitored, so it is not searched for automatically.'
    case 'future':
      return `It comes out on ${date}.`
    case 'missing_date':
    case 'invalid_date':
    case 'eligible':
      return wantedSentence(issue)
  }
}

const wantedSentence = ({ intent, fulfillment }: ToolIssue): string => {
  if (intent !== 'wanted') return 'It is not wanted, so it is not searched for.'
  return fulfillment === 'failed' ? 'Its download failed.' : 'It is wanted and searched for.'
}

/** Refused releases of the last search that are listed, nearest first. */
const MOST_REFUSED = 8

function searchReasons(db: ReadHandle, { issue_id }: ToolIssue): Reason[] {
  const last = lastOf(db, issue_id)
  if (!last) return [reasonRow('search', 'It was never searched for.')]
  const asked = last.asked.map(({ indexer, found, failure, detail }) =>
    reasonRow('indexer', `${indexer}: ${failure === undefined ? `${found} releases.` : (detail ?? failure)}`),
  )
  const refused = last.refused
    .slice(0, MOST_REFUSED)
    .map(({ title, indexer, reasons }) => reasonRow('refused', `${title} (${indexer}): ${reasons[0]?.message ?? ''}`))
  return [reasonRow('search', last.summary, last.searched_at), ...asked, ...refused]
}

const STAGES: Record<Stage, string> = {
  reserved: 'grabbed',
  snatched: 'sent to the download client',
  downloaded: 'downloaded, not imported yet',
  post_processing: 'being imported',
  moved: 'being imported',
  post_processed: 'imported',
  manual_review: 'needs a decision of the user',
  failed: 'failed',
  cancelled: 'cancelled',
}
const MOST_GRABS = 5

function grabReasons(db: ReadHandle, issue: ToolIssue): Reason[] {
  const grabs = grabsOf(db, issue.issue_id, MOST_GRABS).map(({ title, stage, reason, updated_at }) =>
    reasonRow(
      'download',
      `${title}: ${STAGES[stage]}.${reason === null ? '' : ` ${reasonSentence(reason)}`}`,
      updated_at,
    ),
  )
  const scope = { type: issue.kind, id: issue.issue_id }
  const due = obligations(db, scope).map(({ reason, updated_at }) =>
    reasonRow(
      'attention',
      `The user has to decide: ${reason === null ? 'reason unknown.' : reasonSentence(reason)}`,
      updated_at,
    ),
  )
  return [...grabs, ...due]
}

const reasonSentence = (reason: string): string => reasonDetail(reason) ?? `${failurePhrase(reasonToken(reason))}.`
