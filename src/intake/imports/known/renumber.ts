import { basename } from 'node:path'
import { normalNumber, sortKey } from '../../../base/names/numbers'
import type { Random } from '../../../base/platform/ports'
import type { Tx } from '../../../base/storage/database'
import { issueSourcesOf } from '../../../library/metadata/store'
import { changeFileIssueFacts } from '../../../library/metadata/sync/facts-from-files'
import { applicableRenumbering } from '../../../library/metadata/sync/renumber'
import { moveBookmarksToIssue } from '../../../library/reading/bookmark-store'
import { relinkProgress } from '../../../library/reading/progress-row-store'
import { recount } from '../../../library/series/counts-store'
import { everyFileOf, renumberIssues } from '../../../library/series/describe-store'
import { fileWithId, issuesIn, linkFileToIssue } from '../../../library/series/file-store'
import { findIssue, findSeries, type IssueRow, insertIssue, issuesOf } from '../../../library/series/store'
import { deleteMadeRows } from '../../../library/series/unmake-store'
import type { ChangeContext } from './rewrite'

/** A file that got another number, in its name or in its metadata. */
export interface FileNumberChange {
  file_id: string
  from: string
  to: string
}

interface IssueMove {
  file_id: string
  issue: IssueRow
  to: string
}

type Context = ChangeContext & {
  random: Pick<Random, 'id'>
  /** Called with the issues that got another number. */
  renumbered: (tx: Tx, issueIds: readonly string[]) => void
}

/**
 * Moves files to the issues of their new numbers. An issue known only from files gets the new number itself and keeps
 * its data; an issue that a provider lists keeps its number, and the file moves to another issue. A number that the
 * user chose stays, and so does a file whose new issue already has one. Returns sentences about files that stay.
 */
export function renumberFiles(
  tx: Tx,
  comicId: string,
  changes: readonly FileNumberChange[],
  context: Context,
): string[] {
  const moves = changes.flatMap((change) => moveOf(tx, comicId, change) ?? [])
  const leaving = new Set(moves.map(({ file_id }) => file_id))
  const own = moves.filter(({ issue }) => isOfFiles(tx, issue.issue_id) && leavesEmpty(tx, issue.issue_id, leaving))
  const renumbered = applicableRenumbering(
    issuesOf(tx, comicId),
    new Map(own.map(({ issue, to }) => [issue.issue_id, to])),
  )
  renumberIssues(tx, renumbered, context.at)
  const done = new Set(renumbered.map(({ issue_id }) => issue_id))
  if (done.size > 0) context.renumbered(tx, [...done])
  for (const { issue, to } of own) {
    const row = done.has(issue.issue_id) ? findIssue(tx, issue.issue_id) : undefined
    if (row) changeFileIssueFacts(tx, row, { change: { number: normalNumber(to) }, ...context })
  }
  const sentences = relink(
    tx,
    moves.filter(({ issue }) => !done.has(issue.issue_id)),
    context,
  )
  if (moves.length > 0) {
    recount(tx, comicId)
    relinkProgress(tx, comicId)
  }
  return sentences
}

/** Undefined when the user chose the number, or when the file did not have it before. */
function moveOf(tx: Tx, comicId: string, { file_id, from, to }: FileNumberChange): IssueMove | undefined {
  const [held, ...others] = issuesIn(tx, file_id)
  const issue = held && findIssue(tx, held.issue_id)
  if (!issue || others.length > 0 || issue.comic_id !== comicId) return undefined
  const isFiled = sameNumber(issue.number, from) && !sameNumber(issue.number, to)
  const isChosen = issueSourcesOf(tx, issue.issue_id).some(({ source, facts }) => source === 'user' && facts.number)
  return isFiled && !isChosen ? { file_id, issue, to } : undefined
}

const sameNumber = (one: string, other: string) => sortKey(normalNumber(one)) === sortKey(normalNumber(other))

/** No provider lists the issue. */
const isOfFiles = (tx: Tx, issueId: string) =>
  issueSourcesOf(tx, issueId).every(({ provider_id }) => provider_id === null)

const filesOnDisk = (tx: Tx, issueId: string) => everyFileOf(tx, issueId).filter(({ gone_at }) => gone_at === null)

const leavesEmpty = (tx: Tx, issueId: string, leaving: ReadonlySet<string>) =>
  filesOnDisk(tx, issueId).every(({ file_id }) => leaving.has(file_id))

/** Moves each file to the issue of its new number, unless that issue has a file that stays. */
function relink(tx: Tx, moves: readonly IssueMove[], { at, random }: Context): string[] {
  const leaving = new Set(moves.map(({ file_id }) => file_id))
  const byTarget = Map.groupBy(moves, ({ issue, to }) => issueAt(tx, issue, to)?.issue_id)
  const staying = new Set<IssueMove>()
  for (const [target, some] of byTarget)
    if (target !== undefined && !leavesEmpty(tx, target, leaving)) for (const move of some) staying.add(move)
  // A file that stays blocks its issue for others, which then stay too: the set grows during the loop.
  for (const { issue } of staying) for (const move of byTarget.get(issue.issue_id) ?? []) staying.add(move)
  const going = moves.filter((move) => !staying.has(move))
  for (const { file_id, issue } of going) unlink(tx, file_id, issue)
  for (const { file_id, issue, to } of going) {
    const issueId = issueAt(tx, issue, to)?.issue_id ?? makeIssue(tx, issue, normalNumber(to), random.id(), at)
    linkFileToIssue(tx, issueId, file_id)
    moveBookmarksToIssue(tx, fileWithId(tx, file_id)?.content_hash ?? file_id, issueId)
  }
  return [...staying].map(({ file_id, issue, to }) => stays(tx, file_id, issue, to))
}

function issueAt(tx: Tx, { comic_id, kind, unit }: IssueRow, number: string): IssueRow | undefined {
  return issuesOf(tx, comic_id).find(
    (each) => each.kind === kind && each.unit === unit && sameNumber(each.number, number),
  )
}

/** The issue stays with its data. Without another file it is missing. */
function unlink(tx: Tx, file_id: string, { issue_id }: IssueRow): void {
  const none = new Set<string>()
  deleteMadeRows(tx, { series: none, issues: none, files: none, links: [{ issue_id, file_id }] })
}

function makeIssue(tx: Tx, like: IssueRow, number: string, issue_id: string, added_at: string): string {
  const { comic_id, kind, unit } = like
  insertIssue(tx, { issue_id, comic_id, kind, unit, number, added_at })
  return issue_id
}

function stays(tx: Tx, fileId: string, issue: IssueRow, to: string): string {
  const name = basename(fileWithId(tx, fileId)?.path ?? '')
  const series = findSeries(tx, issue.comic_id)?.name ?? ''
  return `${name} has number ${to} now, but ${series} has another file of it. It is still issue ${issue.number}.`
}
