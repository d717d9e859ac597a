import { basename } from 'node:path'
import { grabHistory } from '../../../base/activity/issue-history'
import { type ProviderName, providerNames } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { ReadHandle } from '../../../base/storage/database'
import { type FileEvent, fileEventsOf } from '../../filing/history'
import { everyFileOf } from '../../series/describe-store'
import { type FileRow, fileOf } from '../../series/file-store'
import { issueItem } from '../../series/issue-wire'
import { needIssue } from '../../series/need'
import { findIssue, findSeries, type IssueRow, issuesOf } from '../../series/store'
import { failureRefusal } from '../client/retry'
import type { QueryFailure } from '../providers/provider'
import type { IssueDetail, SourceLine } from '../schema'
import * as store from '../store'
import { effectiveIssue } from '../sync/merge'
import { linkIssueFacts } from '../sync/save-issues'
import type { LoadDeps } from '../sync/series-loader'
import { issueRowFacts } from './apply-edit'
import { issueFieldList, sourceLines } from './fields'

/** All known data of one issue. */
export class IssuePages {
  constructor(private readonly load: LoadDeps) {}

  detail(issueId: string): IssueDetail {
    const { db, clock, order } = this.load
    const issue = needIssue(db.read, issueId)
    const series = findSeries(db.read, issue.comic_id)!
    const kept = store.issueSourcesOf(db.read, issueId)
    const rows = kept.length > 0 ? kept : [issueRowFacts(issue)]
    const files = everyFileOf(db.read, issueId)
    const lines = sourceLines(kept, order(), series)
    const { comic_id, name, year, content_type } = series
    return {
      issue: issueItem(series, issue, fileOf(db.read, issueId), clock.now().slice(0, 10)),
      series: { comic_id, name, year, content_type },
      facts: effectiveIssue(rows, order()).facts,
      fields: issueFieldList(rows, order()),
      files: files.filter(({ gone_at }) => gone_at === null).map(fileLine),
      sources: lines,
      ...this.neighbours(issue),
      history: historyOf(issue, files, lines, [
        ...toldOf(db.read, files),
        ...grabHistory(db.read, issue.kind, issueId),
      ]),
    }
  }

  /**
   * Requests all data of the issue from the providers that know it: credits, characters, arcs. Throws the first failure
   * when none replies.
   */
  async refresh(issueId: string): Promise<{ success: true }> {
    const { db, clock, order, providers } = this.load
    needIssue(db.read, issueId)
    const known = store
      .issueSourcesOf(db.read, issueId)
      .flatMap(({ source, provider_id }) => (isProvider(source) && provider_id ? [{ source, provider_id }] : []))
    if (known.length === 0) throw new Refusal('invalid', 'No metadata source has this issue. Match its series first.')
    const failures: QueryFailure[] = []
    for (const { source, provider_id } of known) {
      const answer = await providers.get(source).issue(provider_id, { urgent: true, fresh: true })
      if (!('ok' in answer)) failures.push(answer)
      else if (answer.ok) this.keep(issueId, source, { ...answer.ok, detailed: true }, clock.now(), order())
    }
    const [first] = failures
    if (first && failures.length === known.length) throw failureRefusal(first)
    return { success: true }
  }

  private keep(
    issueId: string,
    source: ProviderName,
    record: Parameters<typeof linkIssueFacts>[3],
    at: string,
    order: ProviderName[],
  ): void {
    this.load.db.write((tx) => {
      if (!linkIssueFacts(tx, issueId, source, record, at, order)) return
      const comic_id = findIssue(tx, issueId)?.comic_id
      if (comic_id !== undefined) tx.emit({ type: 'issue.changed', issue_id: issueId, comic_id })
    })
  }

  /** The previous and the next issue of the same kind. */
  private neighbours({ issue_id, comic_id, kind }: IssueRow) {
    const same = issuesOf(this.load.db.read, comic_id).filter((each) => each.kind === kind)
    const at = same.findIndex((each) => each.issue_id === issue_id)
    return {
      previous_issue_id: same[at - 1]?.issue_id ?? null,
      next_issue_id: same[at + 1]?.issue_id ?? null,
    }
  }
}

const isProvider = (source: string): source is ProviderName => (providerNames as readonly string[]).includes(source)

const fileLine = ({ file_id, path, size, format, page_count, added_at }: FileRow) => ({
  file_id,
  path,
  size,
  format,
  page_count,
  added_at,
})

const toldOf = (db: ReadHandle, files: readonly FileRow[]) =>
  fileEventsOf(
    db,
    files.map(({ file_id }) => file_id),
  )

/** The history of the issue, the latest first. */
function historyOf(
  { added_at }: IssueRow,
  files: readonly FileRow[],
  lines: readonly SourceLine[],
  done: readonly FileEvent[],
) {
  const fromProviders = lines.filter(({ source }) => source !== 'file')
  return [
    { at: added_at, sentence: 'Added to the series.' },
    ...files.map((file) => ({ at: file.added_at, sentence: `File imported: ${basename(file.path)}.` })),
    ...files.flatMap(({ path, gone_at }) =>
      gone_at ? [{ at: gone_at, sentence: `File missing: ${basename(path)}.` }] : [],
    ),
    ...done,
    ...fromProviders.map(({ source, label, said_at }) => ({
      at: said_at,
      sentence: source === 'user' ? 'Edited by you.' : `Metadata from ${label}.`,
    })),
    ...lines.flatMap(({ label, removed_at }) =>
      removed_at ? [{ at: removed_at, sentence: `${label} no longer lists this issue.` }] : [],
    ),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
