import type { ReadHandle } from '../../../base/storage/database'
import { issueSourcesOf, seriesSourcesOf } from '../../../library/metadata/store'
import { fileOf } from '../../../library/series/file-store'
import { findIssue, findSeries, issuesOf } from '../../../library/series/store'
import { changedSince, hasOtherFile, type MadeRows } from '../../../library/series/unmake-store'

/**
 * Whether the user changed rows since they were created, as a sentence. Issues that a provider added to its series
 * since do not count: they are removed with the series.
 */
export function changedByPerson(db: ReadHandle, made: MadeRows, all: MadeRows): string | undefined {
  const ofProviders = rowsOfProviders(db, made)
  const rest = {
    ...made,
    series: made.series.difference(ofProviders.series),
    issues: made.issues.difference(ofProviders.issues),
  }
  return (
    changedSince(db, rest, all) ??
    seriesChanged(db, ofProviders.series, all) ??
    issuesChanged(db, ofProviders.issues, all)
  )
}

/** Keeps issues that a provider lists by now, in series that existed before: they are missing again. */
export function withoutListed(db: ReadHandle, made: MadeRows, all: MadeRows): MadeRows {
  const listed = [...made.issues].filter((id) => {
    const issue = findIssue(db, id)
    if (!issue || all.series.has(issue.comic_id)) return false
    return issueSourcesOf(db, id).some(({ provider_id }) => provider_id !== null)
  })
  return { ...made, issues: made.issues.difference(new Set(listed)) }
}

const isFromProvider = (db: ReadHandle, comicId: string) =>
  seriesSourcesOf(db, comicId).some(({ provider_id }) => provider_id !== null)

function rowsOfProviders(db: ReadHandle, made: MadeRows): Pick<MadeRows, 'series' | 'issues'> {
  const known = new Map<string, boolean>()
  const fromProvider = (comicId: string) => known.getOrInsertComputed(comicId, () => isFromProvider(db, comicId))
  const issues = [...made.issues].filter((id) => {
    const issue = findIssue(db, id)
    return issue !== undefined && fromProvider(issue.comic_id)
  })
  return { series: new Set([...made.series].filter(fromProvider)), issues: new Set(issues) }
}

function seriesChanged(db: ReadHandle, series: ReadonlySet<string>, all: MadeRows): string | undefined {
  for (const id of series) {
    const row = findSeries(db, id)
    if (!row) return 'A series from this import was removed.'
    const edited = seriesSourcesOf(db, id).some(({ source }) => source === 'user')
    if (edited || row.status === 'paused') return `${row.name} was changed.`
    const extra = issuesOf(db, id).filter(({ issue_id }) => !all.issues.has(issue_id))
    if (extra.some(({ issue_id }) => fileOf(db, issue_id) !== undefined)) return `${row.name} has more files since.`
  }
  return undefined
}

function issuesChanged(db: ReadHandle, issues: ReadonlySet<string>, all: MadeRows): string | undefined {
  for (const id of issues) {
    const row = findIssue(db, id)
    if (!row) continue
    const name = () => `Issue ${row.number} of ${findSeries(db, row.comic_id)?.name}`
    if (issueSourcesOf(db, id).some(({ source }) => source === 'user')) return `${name()} was changed.`
    if (hasOtherFile(db, id, all)) return `${name()} has another file.`
  }
  return undefined
}
