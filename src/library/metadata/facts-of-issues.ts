import type { ProviderName } from '../../base/providers/descriptors'
import type { ReadHandle } from '../../base/storage/database'
import type { IssueFacts } from './providers/provider'
import { sourcesOfIssues } from './store'
import { effectiveIssue } from './sync/merge'

/** The merged metadata of several issues; without an entry for those known from their row alone. */
export function factsOfIssues(
  db: ReadHandle,
  issueIds: readonly string[],
  order: readonly ProviderName[],
): Map<string, IssueFacts> {
  const byIssue = Map.groupBy(sourcesOfIssues(db, issueIds), ({ issue_id }) => issue_id)
  return new Map([...byIssue].map(([id, rows]) => [id, effectiveIssue(rows, order).facts]))
}
