import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { findIssue, findSeries } from '../../library/series/store'

/** One import: files of one series. */
export interface ImportFacts {
  comic_id: string
  issue_ids: readonly string[]
  /** Absolute paths in the library. */
  files: readonly string[]
}

/** An import in the form that webhooks and commands receive. */
export interface ImportPayload {
  event: 'arrived' | 'test'
  at: Instant
  series: { comic_id: string; name: string; year: number | null; publisher: string | null; content_type: string }
  issues: { issue_id: string; number: string; title: string | null }[]
  files: string[]
}

/** The payload of an import; undefined when its series was deleted. */
export function importPayloadOf(db: ReadHandle, facts: ImportFacts, at: Instant): ImportPayload | undefined {
  const series = findSeries(db, facts.comic_id)
  if (!series) return undefined
  const { comic_id, name, year, publisher, content_type } = series
  const issues = facts.issue_ids.flatMap((id) => findIssue(db, id) ?? [])
  return {
    event: 'arrived',
    at,
    series: { comic_id, name, year, publisher, content_type },
    issues: issues.map(({ issue_id, number, title }) => ({ issue_id, number, title })),
    files: [...facts.files],
  }
}

/** The payload of a test. */
export function sampleImportPayload(at: Instant): ImportPayload {
  return {
    event: 'test',
    at,
    series: { comic_id: 'test', name: 'A test of Panelkeep', year: null, publisher: null, content_type: 'comic' },
    issues: [],
    files: [],
  }
}
