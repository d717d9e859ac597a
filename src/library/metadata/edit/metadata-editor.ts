import { isAbsolute } from 'node:path'
import { Refusal } from '../../../base/refusal'
import { describeSeries } from '../../series/describe-store'
import { needIssue, needSeries } from '../../series/need'
import type { SeriesRow } from '../../series/store'
import { fileFactsOfIssues } from '../file-facts-store'
import type { IssueEdit, MetadataField, MetadataOptions, MetadataReply, SeriesEdit } from '../schema'
import * as store from '../store'
import type { LoadDeps } from '../sync/series-loader'
import { sharedFacts } from '../sync/shared-facts'
import { applyIssueEdit, applySeriesEdit, seriesRowFacts } from './apply-edit'
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
    const rows = kept.length > 0 ? kept : [seriesRowFacts(row)]
    const shared = sharedFacts(fileFactsOfIssues(db.read, comicId), row)
    const stated = seriesFieldList(rows, order()).map((field) => withFileEvidence(withRating(field, row), shared))
    const fields = [...stated, directionField(row)]
    return { comic_id: comicId, fields, sources: sourceLines(kept, order(), row) }
  }

  editSeries(comicId: string, edit: SeriesEdit): MetadataReply {
    const { db, clock, order } = this.deps
    const row = needSeries(db.read, comicId)
    refuseNothing(edit)
    db.write((tx) => applySeriesEdit(tx, row, edit, { at: clock.now(), order: order() }))
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
    const { db, clock, order } = this.deps
    const row = needIssue(db.read, issueId)
    refuseNothing(edit)
    db.write((tx) => applyIssueEdit(tx, row, edit, { at: clock.now(), order: order() }))
  }
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
