import { currentCaller, outsideRequests } from '../../base/platform/caller'
import type { Clock } from '../../base/platform/ports'
import { providerOf } from '../../base/providers/descriptors'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { failureRefusal } from '../../library/metadata/client/retry'
import { isBeyondLimits } from '../../library/metadata/lookup/limited-results'
import { ReaderSearches } from '../../library/metadata/lookup/reader-searches'
import type { SeriesRecord } from '../../library/metadata/providers/provider'
import type { Providers } from '../../library/metadata/providers/registry'
import { comicOf } from '../../library/metadata/store'
import { comicOfRecord } from '../../library/metadata/sync/save-series'
import { readSeriesId, refId, type SeriesRef } from '../../library/metadata/wire-ids'
import { issueArt, pictureAddress } from '../../library/series/art'
import { withFile } from '../../library/series/file-store'
import { issueTitle } from '../../library/series/issue-title'
import { needIssue, needSeries } from '../../library/series/need'
import { findSeries, type SeriesRow } from '../../library/series/store'
import type { IssueRequest, SeriesRequest } from './schema'
import type { RequestSubject } from './store'

interface Deps {
  db: Database
  clock: Pick<Clock, 'now'>
  providers: Providers
}

/** What users ask for, with its title, year and cover. */
export class RequestSubjects {
  /** Ids that providers do not know count against no other limit. */
  private readonly lookups: ReaderSearches

  constructor(private readonly deps: Deps) {
    this.lookups = new ReaderSearches(deps.clock)
  }

  /** Throws Refusal 'missing' for an issue that the user does not see, and 'conflict' for one that can be read. */
  issue({ issue_id }: Pick<IssueRequest, 'issue_id'>): RequestSubject {
    const { read } = this.deps.db
    const issue = needIssue(read, issue_id)
    const { name, year } = needSeries(read, issue.comic_id)
    const title = issueTitle(name, issue)
    if (withFile(read, [issue_id]).size > 0)
      throw new Refusal('conflict', `${title} is in the library. You can read it now.`)
    const cover_url = issue.image_url === null ? null : issueArt(issue_id, issue.image_url)
    return { kind: 'issue', subject: issue_id, title, year, cover_url, provider: null, series_at_provider: null }
  }

  /**
   * Its provider names the series, so that nobody asks in the name of another one. Throws Refusal 'conflict' for a
   * series that can be read, 'missing' for one that does not exist or that the user may not see, and 'throttled' for a
   * reader who tries too many.
   */
  async series(asked: SeriesRequest): Promise<RequestSubject> {
    const ref = readSeriesId(asked.provider_id)
    const known = this.inLibrary(() => this.comicOfId(asked.provider_id, ref))
    if (known) return ofLibrary(known, ref)
    if (!ref) throw new Refusal('invalid', `${asked.provider_id} is no id of a series.`)
    const record = await this.recordOf(ref, asked)
    const linked = this.inLibrary(() => comicOfRecord(this.deps.db.read, record))
    if (linked) return ofLibrary(linked, ref)
    if (isBeyondLimits(record, currentCaller().limits)) throw unknown()
    const { facts, thumb_url } = record
    return {
      kind: 'series',
      subject: refId(ref),
      title: facts.name ?? refId(ref),
      year: facts.year ?? null,
      cover_url: pictureAddress(facts.image_url ?? thumb_url),
      provider: ref.provider,
      series_at_provider: ref.provider_id,
    }
  }

  private comicOfId(id: string, ref: SeriesRef | undefined): string | undefined {
    const { read } = this.deps.db
    return (ref && comicOf(read, ref.provider, ref.provider_id)) ?? findSeries(read, id)?.comic_id
  }

  /** Throws for a series that the user may not see, as for one that does not exist. */
  private inLibrary(find: () => string | undefined): SeriesRow | undefined {
    const followed = () => {
      const row = findSeries(this.deps.db.read, find() ?? '')
      return row?.status === 'unfollowed' ? undefined : row
    }
    const row = followed()
    if (!row && outsideRequests(followed)) throw unknown()
    return row
  }

  /** While the provider is down, the search result that the user saw is used. */
  private async recordOf({ provider, provider_id }: SeriesRef, asked: SeriesRequest): Promise<SeriesRecord> {
    this.lookups.count(currentCaller(), refId({ provider, provider_id }))
    const answer = await this.deps.providers.get(provider).series([provider_id], { urgent: true })
    if ('ok' in answer) {
      const [record] = answer.ok
      if (record) return record
      throw new Refusal('missing', `${providerOf(provider).label} has no series ${provider_id}.`)
    }
    const isOff = answer.failure === 'disabled' || answer.failure === 'not_configured'
    if (isOff || asked.title === undefined) throw failureRefusal(answer)
    return { provider, provider_id, ids: {}, facts: { name: asked.title, year: asked.year ?? undefined } }
  }
}

const unknown = () => new Refusal('missing', 'There is no such series to ask for.')

function ofLibrary(row: SeriesRow, ref: SeriesRef | undefined): RequestSubject {
  if (row.readable > 0) throw new Refusal('conflict', `${row.name} is in the library. You can read it now.`)
  return {
    kind: 'series',
    subject: row.comic_id,
    title: row.name,
    year: row.year,
    cover_url: pictureAddress(row.image_url),
    provider: ref?.provider ?? null,
    series_at_provider: ref?.provider_id ?? null,
  }
}
