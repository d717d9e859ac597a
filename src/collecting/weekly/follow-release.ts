import { sameNumber } from '../../base/names/numbers'
import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { SeriesAdder } from '../../library/metadata/add/series-adder'
import { answerOrRefuse } from '../../library/metadata/client/retry'
import type { Providers } from '../../library/metadata/providers/registry'
import { refId, type SeriesRef } from '../../library/metadata/wire-ids'
import { setIntent } from '../../library/series/store'
import { setWant } from './binding-store'
import { addDays } from './calendar'
import { DAYS_APART } from './release-list'
import { findRelease, type ReleaseRow, releasesIn } from './store'

interface Deps {
  db: Database
  clock: Clock
  providers: Providers
  adding: Pick<SeriesAdder, 'add'>
  /** Starts a search for an issue that is now wanted. */
  searchFor: (issueId: string) => string | null
}

interface FollowReply {
  success: true
  message: string
  comicid: string | null
}

/** Follows the series of a release and wants the issue, from a list of releases. */
export class ReleaseFollower {
  constructor(private readonly deps: Deps) {}

  /** Adds the series; with `want` the issue is wanted once the library has it. */
  async follow(releaseId: number, want: boolean): Promise<FollowReply> {
    const release = this.need(releaseId)
    const { comic_id, series } = release
    const { db, clock, adding } = this.deps
    if (release.issue_id !== null && want) {
      const { issue_id } = release
      db.write((tx) => setIntent(tx, issue_id, 'wanted', clock.now()))
      this.deps.searchFor(issue_id)
      return { success: true, message: `${series} ${release.number} is wanted.`, comicid: comic_id }
    }
    if (comic_id !== null) return { success: true, message: `${series} is already in the library.`, comicid: comic_id }
    const { comicid, message } = adding.add(refId(await this.seriesOf(release)), {})
    db.write((tx) => {
      setWant(tx, releaseId, want)
      tx.emit({ type: 'releases.changed' })
    })
    return { success: true, message, comicid }
  }

  /** The series at the first available provider that a source names. */
  private async seriesOf(release: ReleaseRow): Promise<SeriesRef> {
    const rows = this.sameRelease(release)
    const usable = this.deps.providers.all().filter(({ name }) => !this.deps.providers.disabledReason(name))
    for (const { name } of usable) {
      const provider_id = rows.find(({ series_ids }) => series_ids[name] !== undefined)?.series_ids[name]
      if (provider_id !== undefined) return { provider: name, provider_id }
    }
    for (const { name, seriesOf } of usable) {
      const issueId = rows.find(({ issue_ids }) => issue_ids[name] !== undefined)?.issue_ids[name]
      const provider_id = issueId && seriesOf && answerOrRefuse(await seriesOf(issueId, { urgent: true }))
      if (provider_id) return { provider: name, provider_id }
    }
    throw new Refusal('conflict', `No metadata source lists ${release.series}. Search for the series to follow it.`)
  }

  private sameRelease(release: ReleaseRow): ReleaseRow[] {
    const span = { first: addDays(release.day, -DAYS_APART), last: addDays(release.day, DAYS_APART) }
    const same = releasesIn(this.deps.db.read, span).filter(
      ({ match_key, kind, unit, number, year }) =>
        match_key === release.match_key &&
        kind === release.kind &&
        unit === release.unit &&
        sameNumber(number, release.number) &&
        (year === null || release.year === null || Math.abs(year - release.year) <= 1),
    )
    return [release, ...same]
  }

  private need(releaseId: number): ReleaseRow {
    const row = findRelease(this.deps.db.read, releaseId)
    if (!row) throw new Refusal('missing', 'This release is no longer listed. Reload the page.')
    return row
  }
}
