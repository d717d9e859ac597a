import { matchKey } from '../../base/names/titles'
import type { Clock, Random } from '../../base/platform/ports'
import type { Database, ReadHandle } from '../../base/storage/database'
import { fileOf } from '../../library/series/file-store'
import { findIssue, findSeries, type IssueRow, type SeriesRow } from '../../library/series/store'
import { libraryIndex } from './library-store'
import { UNMATCHED } from './lists'
import { type ListEntryIssue, matchIssue } from './match'
import { addArc, freeArcName } from './new-arc'
import type { MatchMethod } from './states'
import * as store from './store'

/** An issue of an unchecked order, under its original name. */
export interface ProposedIssue {
  series: string
  /** The year in which the series began. */
  volume: number | null
  number: string
  title: string | null
  /** Year of the issue. */
  year: number | null
}

export interface ProposedMatch {
  issue: IssueRow
  series: SeriesRow
  matched_by: MatchMethod
  has_file: boolean
}

/**
 * Orders that were proposed and not checked. They are matched like any list and saved as an arc when the user wants
 * it.
 */
export class ProposedOrders {
  constructor(private readonly deps: { db: Database; clock: Clock; random: Pick<Random, 'bytes'> }) {}

  /** The issue of the library for each proposed issue; undefined for those without one. */
  match(issues: readonly ProposedIssue[]): (ProposedMatch | undefined)[] {
    const db = this.deps.db.read
    const library = libraryIndex(db)
    return issues.map((issue) => matchOf(db, { ...issue, ids: [] }, library))
  }

  /**
   * Saves the issues in this order as an arc `AI_…`; returns its id. Throws Refusal 'invalid' and 'conflict' for the
   * name.
   */
  save(name: string, issues: readonly ProposedIssue[]): string {
    const { db, clock, random } = this.deps
    const free = freeArcName(db.read, name)
    const arcId = `AI_${Buffer.from(random.bytes(4)).toString('hex').toUpperCase()}`
    const matches = this.match(issues)
    db.write((tx) => {
      const arc = addArc(tx, { name: free, source: 'own', ordered_by: 'model' }, clock.now(), arcId)
      const rows = issues.map((issue, at) => rowOf(issue, matches[at]))
      store.addArcIssues(tx, arc, rows, clock.now())
    })
    return arcId
  }
}

function matchOf(
  db: ReadHandle,
  listed: ListEntryIssue,
  library: ReturnType<typeof libraryIndex>,
): ProposedMatch | undefined {
  const match = matchIssue(listed, library)
  if (match.issue_id !== null) return known(db, match.issue_id, match.matched_by)
  // Without the year of the series, the year of the issue decides when only one issue has it.
  if (match.reason !== 'year_unknown' || listed.year === null) return undefined
  const dated = match.candidates.filter((issueId) => yearOf(findIssue(db, issueId)) === listed.year)
  return dated.length === 1 ? known(db, dated[0]!, 'name') : undefined
}

function known(db: ReadHandle, issueId: string, matched_by: MatchMethod): ProposedMatch | undefined {
  const issue = findIssue(db, issueId)
  const series = issue && findSeries(db, issue.comic_id)
  return issue && series && { issue, series, matched_by, has_file: fileOf(db, issueId) !== undefined }
}

function yearOf(issue: IssueRow | undefined): number | undefined {
  const date = issue?.issue_date ?? issue?.release_date
  return date ? Number(date.slice(0, 4)) : undefined
}

function rowOf({ series, volume, number, year, title }: ProposedIssue, match?: ProposedMatch): store.NewArcIssue {
  const listed = {
    added_by: 'user',
    series,
    series_key: matchKey(series),
    volume,
    number,
    year,
    title,
    issue_date: null,
    release_date: null,
    book_type: null,
    ids: [],
    ...UNMATCHED,
  } as const
  if (!match) return { ...listed, ids: [], candidates: [] }
  return { ...listed, ids: [], candidates: [], issue_id: match.issue.issue_id, matched_by: match.matched_by }
}
