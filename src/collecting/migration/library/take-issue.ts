import type { CrossIds, IssueFacts } from '../../../library/metadata/providers/provider'
import { issueSourcesOf, issuesKnownAs, putIssueSource } from '../../../library/metadata/store'
import { filledFields, isStated } from '../../../library/metadata/sync/merge'
import { mergeIssueSources, saveFileIssueFacts } from '../../../library/metadata/sync/save-issues'
import { writeIssueId } from '../../../library/metadata/wire-ids'
import { changeIssueState } from '../../../library/series/issue-state-store'
import type { Fulfillment, Intent } from '../../../library/series/states'
import { findIssue, type IssueRow } from '../../../library/series/store'
import type { MoveIn } from '../source'
import { providersOf } from './match-series'
import type { TakenFields } from './taken-fields'

/** The source's fields of an issue that the library has. */
export interface SourceIssueFields {
  ids: CrossIds
  facts: IssueFacts
  intent: Intent
  fulfillment: Fulfillment
}

const WORDS = {
  title: 'title',
  release_date: 'release date',
  issue_date: 'cover date',
  digital_date: 'digital date',
  summary: 'summary',
  volume_number: 'volume',
} as const satisfies Partial<Record<keyof IssueFacts, string>>
const FIELDS = Object.keys(WORDS) as (keyof typeof WORDS)[]
const DATES = ['release_date', 'issue_date', 'digital_date'] as const

/** Gives the issue the dates, ids and states that it lacks. */
export function takeIssue(move: MoveIn, issueId: string, said: SourceIssueFields): TakenFields {
  const row = findIssue(move.tx, issueId)
  const exchange: TakenFields = { taken: [], kept: [] }
  if (!row) return exchange
  takeState(move, row, said, exchange)
  takeIds(move, row, said, exchange)
  takeFacts(move, row, said, exchange)
  return exchange
}

function takeState({ tx, at }: MoveIn, row: IssueRow, said: SourceIssueFields, { taken, kept }: TakenFields): void {
  const intent = row.intent === 'policy' ? said.intent : row.intent
  const fulfillment = row.fulfillment === 'missing' ? said.fulfillment : row.fulfillment
  if (said.intent !== 'policy' && said.intent !== intent) kept.push('status')
  if (intent === row.intent && fulfillment === row.fulfillment) return
  changeIssueState(tx, row.issue_id, { intent, fulfillment }, at)
  if (!taken.includes('status')) taken.push('status')
}

function takeIds({ tx, at }: MoveIn, row: IssueRow, said: SourceIssueFields, { taken }: TakenFields): void {
  const sources = issueSourcesOf(tx, row.issue_id)
  for (const provider of providersOf(said)) {
    const provider_id = said.ids[provider]!
    const isKnown =
      sources.some(({ source }) => source === provider) || writeIssueId(provider, provider_id) === row.issue_id
    if (isKnown || issuesKnownAs(tx, provider, provider_id).length > 0) continue
    if (findIssue(tx, writeIssueId(provider, provider_id))) continue
    if (issueSourcesOf(tx, row.issue_id).length === 0) saveFileIssueFacts(tx, row, at)
    putIssueSource(tx, { issue_id: row.issue_id, source: provider, provider_id, facts: {}, said_at: at })
    if (!taken.includes('id')) taken.push('id')
  }
}

function takeFacts(
  { tx, at }: MoveIn,
  row: IssueRow,
  { facts }: SourceIssueFields,
  { taken, kept }: TakenFields,
): void {
  const lacking = FIELDS.filter((field) => isStated(facts[field]) && !isStated(row[field]))
  for (const field of DATES)
    if (isStated(facts[field]) && isStated(row[field]) && facts[field] !== row[field]) kept.push(WORDS[field])
  if (lacking.length === 0) return
  const sources = issueSourcesOf(tx, row.issue_id)
  if (sources.length === 0) saveFileIssueFacts(tx, row, at)
  const file = issueSourcesOf(tx, row.issue_id).find(({ source }) => source === 'file')
  const added = filledFields<IssueFacts>(Object.fromEntries(lacking.map((field) => [field, facts[field]])))
  putIssueSource(tx, { issue_id: row.issue_id, source: 'file', facts: { ...added, ...file?.facts }, said_at: at })
  mergeIssueSources(tx, row, at)
  taken.push(...lacking.map((field) => WORDS[field]))
}
