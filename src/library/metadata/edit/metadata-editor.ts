import { isAbsolute } from 'node:path'
import { Refusal } from '../../../base/refusal'
import type { Tx } from '../../../base/storage/database'
import { describeSeries, hasNumber, renumberIssues } from '../../series/describe-store'
import { needIssue, needSeries } from '../../series/need'
import type { IssueRow, SeriesRow } from '../../series/store'
import { fileFactsOfIssues } from '../file-facts-store'
import type { IssueEdit, MetadataField, MetadataOptions, MetadataReply, SeriesEdit } from '../schema'
import * as store from '../store'
import { effectiveIssue } from '../sync/merge'
import { fileIssueFacts, saveFileIssueFacts as keepIssueFileWord, mergeIssueSources } from '../sync/save-issues'
import { fileSeriesFacts, mergeSeriesSources, saveFileSeriesFacts } from '../sync/save-series'
import type { LoadDeps } from '../sync/series-loader'
import { sharedFacts } from '../sync/shared-facts'
import { seriesFieldList, sourceLines } from './fields'
import { withFileEvidence } from './file-evidence'

type Deps = Pick<LoadDeps, 'db' | 'clock' | 'order'>

/** The user's edits of series and issues. They override every other source until they are removed. */
export class MetadataEditor {
  constructor(private readonly deps: Deps) {}

  metadata(comicId: string): MetadataReply {
    const { db, order } = this.deps
    const row = needSeries(db.read, comicId)
    const kept = store.seriesSourcesOf(db.read, comicId)
    const rows = kept.length > 0 ? kept : [silentSeries(row)]
    const shared = sharedFacts(fileFactsOfIssues(db.read, comicId), row)
    const stated = seriesFieldList(rows, order()).map((field) => withFileEvidence(withRating(field, row), shared))
    const fields = [...stated, directionField(row)]
    return { comic_id: comicId, fields, sources: sourceLines(kept, order(), row) }
  }

  editSeries(comicId: string, { reading_direction, ...edit }: SeriesEdit): MetadataReply {
    const { db, clock, order } = this.deps
    const row = needSeries(db.read, comicId)
    refuseNothing({ reading_direction, ...edit })
    db.write((tx) => {
      const at = clock.now()
      if (reading_direction) describeSeries(tx, comicId, { reading_direction }, at)
      saveFileSeriesFacts(tx, row, at)
      const old = store.seriesSourceOf(tx, comicId, 'user')?.facts
      const facts = spokenOver(old, edit)
      if (facts) store.putSeriesSource(tx, { comic_id: comicId, source: 'user', facts, said_at: at })
      else store.dropSeriesSource(tx, comicId, 'user')
      mergeSeriesSources(tx, comicId, at, order())
      tx.emit({ type: 'series.changed', comic_id: comicId })
    })
    return this.metadata(comicId)
  }

  setOptions(comicId: string, { want_new, location, reading_direction }: MetadataOptions): { success: true } {
    const { db, clock } = this.deps
    needSeries(db.read, comicId)
    refuseNothing({ want_new, location, reading_direction })
    if (location && !isAbsolute(location)) throw new Refusal('invalid', `${location} is not a full path.`)
    const change = {
      ...(want_new === undefined ? {} : { want_new }),
      ...(location === undefined ? {} : { location: location || null }),
      ...(reading_direction === undefined ? {} : { reading_direction }),
    }
    db.write((tx) => describeSeries(tx, comicId, change, clock.now()))
    return { success: true }
  }

  editIssue(issueId: string, edit: IssueEdit): void {
    const { db, clock } = this.deps
    const row = needIssue(db.read, issueId)
    refuseNothing(edit)
    db.write((tx) => {
      const at = clock.now()
      const kept = store.issueSourcesOf(tx, issueId)
      if (kept.length === 0) keepIssueFileWord(tx, row, at)
      const facts = spokenOver(kept.find(({ source }) => source === 'user')?.facts, edit)
      if (facts) store.putIssueSource(tx, { issue_id: issueId, source: 'user', facts, said_at: at })
      else store.dropIssueSource(tx, issueId, 'user')
      if (edit.number !== undefined) this.renumber(tx, row, at)
      mergeIssueSources(tx, row, at, this.deps.order())
      tx.emit({ type: 'issue.changed', issue_id: issueId, comic_id: row.comic_id })
      tx.emit({ type: 'series.changed', comic_id: row.comic_id })
    })
  }

  /**
   * Applies the number that results from the sources after an edit. Throws Refusal 'conflict' when another issue has
   * it.
   */
  private renumber(tx: Tx, row: IssueRow, at: string): void {
    const { facts } = effectiveIssue(store.issueSourcesOf(tx, row.issue_id), this.deps.order())
    const number = facts.number ?? row.number
    if (number === row.number) return
    if (hasNumber(tx, { ...row, number }, row.issue_id))
      throw new Refusal('conflict', `Another issue of the series has the number ${number}.`)
    renumberIssues(tx, [{ issue_id: row.issue_id, number }], at)
  }
}

/** A series known from files only: its row is its metadata. */
export const silentSeries = (row: SeriesRow) => ({ source: 'file' as const, facts: fileSeriesFacts(row) })
export const silentIssue = (row: IssueRow) => ({ source: 'file' as const, facts: fileIssueFacts(row) })

/** The old edits merged with the new ones; null removes a field. Undefined when none is left. */
function spokenOver<F extends object>(old: F | undefined, edit: object): F | undefined {
  const all = Object.entries({ ...old, ...edit }).filter(([, value]) => value !== null && value !== undefined)
  return all.length > 0 ? (Object.fromEntries(all) as F) : undefined
}

function refuseNothing(edit: object): void {
  if (Object.values(edit).every((value) => value === undefined))
    throw new Refusal('invalid', 'Name at least one field to change.')
}

/** The rating that counts may be that of an issue, which no source states for the series. */
function withRating(field: MetadataField, { age_rating }: SeriesRow): MetadataField {
  const isStated = field.field !== 'age_rating' || field.value === age_rating
  return isStated ? field : { ...field, value: age_rating, source: null }
}

/** Owned by the user from the start: the value is set, and no source changes it. */
function directionField({ reading_direction }: SeriesRow): MetadataField {
  return { field: 'reading_direction', value: reading_direction, source: null, locked: false, said: [] }
}
