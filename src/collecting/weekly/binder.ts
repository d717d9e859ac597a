import { matchKey } from '../../base/names/titles'
import type { Clock, Random } from '../../base/platform/ports'
import { providerNames } from '../../base/providers/descriptors'
import type { ReadHandle, Tx } from '../../base/storage/database'
import type { CrossIds } from '../../library/metadata/providers/provider'
import { comicOf, seriesLinksOf } from '../../library/metadata/store'
import { laterIntent } from '../../library/metadata/sync/monitoring'
import { recount } from '../../library/series/counts-store'
import { describeIssue } from '../../library/series/describe-store'
import { deleteIssue, findIssue, insertIssue, issuesOf, setIntent } from '../../library/series/store'
import { ANNUAL, type Binding, bindRelease, follows, type SeriesCandidate, seriesKeysOf } from './binding'
import * as rows from './binding-store'
import { addDays, type DaySpan, dayAt } from './calendar'
import type { ReleaseSource } from './states'
import { type ReleaseRow, releasesIn, releasesNamed } from './store'

interface Deps {
  clock: Clock
  random: Random
}

/** Older releases are not announced: when the library lacks such an issue, none is created. */
const NEWS_DAYS = 30

/** A series with its row, loaded once for all its releases. */
type Candidate = SeriesCandidate & { row: rows.BindingSeries }

/** Binds releases to issues of the library, and adds announced issues of followed series. */
export class Binder {
  constructor(private readonly deps: Deps) {}

  bind(tx: Tx, span: DaySpan): void {
    this.bindRows(tx, releasesIn(tx, span))
  }

  /** Binds the releases that may be issues of one series. */
  bindSeries(tx: Tx, comicId: string, span: DaySpan): void {
    const [row] = rows.seriesForReleases(tx, [], [comicId])
    if (!row) return
    const keys = keysOfSeries(row).flatMap((key) => [key, `${key}${ANNUAL}`])
    this.bindRows(tx, releasesNamed(tx, span, keys))
  }

  /** Removes issues that only this source announced and no longer names, unless the user wants them. */
  drop(tx: Tx, source: ReleaseSource, spans: readonly DaySpan[]): void {
    if (spans.length === 0) return
    for (const { issue_id, comic_id } of rows.droppedIssues(tx, source, spans)) {
      deleteIssue(tx, issue_id)
      recount(tx, comic_id)
      tx.emit({ type: 'issue.changed', issue_id, comic_id })
    }
  }

  private bindRows(tx: Tx, releases: readonly ReleaseRow[]): void {
    const candidates = this.candidates(tx, releases)
    for (const release of releases) {
      const binding = bindRelease(release, candidates)
      const comicId = binding.is === 'none' ? null : binding.comic_id
      const issueId = this.issueOf(tx, release, binding, candidates)
      if (release.comic_id !== comicId || release.issue_id !== issueId)
        rows.bindRow(tx, release.release_id, comicId, issueId)
      if (issueId !== null && release.want) this.want(tx, release, issueId)
    }
  }

  private issueOf(tx: Tx, release: ReleaseRow, binding: Binding, candidates: Candidate[]): string | null {
    if (binding.is === 'issue') {
      this.moveAnnounced(tx, release, binding.issue_id)
      return binding.issue_id
    }
    if (binding.is !== 'unlisted') return null
    const series = candidates.find(({ comic_id }) => comic_id === binding.comic_id)
    return series ? this.announce(tx, release, series) : null
  }

  /** Adds an issue that the provider of its series does not list yet, so that it can be wanted and searched for. */
  private announce(tx: Tx, release: ReleaseRow, series: Candidate): string | null {
    const { clock, random } = this.deps
    const { row, comic_id } = series
    const at = clock.now()
    const isFollowed = row.status === 'active' && row.source !== 'local'
    const isNews = release.day >= addDays(dayAt(at), -NEWS_DAYS)
    if (!isFollowed || !isNews || release.kind !== 'issue' || !series.keys.includes(release.match_key)) return null
    const counted = series.issues.filter(({ unit }) => unit === release.unit)
    if (!follows(release.number, counted)) return null
    const { unit, number, title, day, source } = release
    const plan = laterIntent(row.want_new, row.monitor_mode)
    const intent = plan({ provider_id: '', detailed: false, facts: { unit } })
    const issue_id = random.id()
    insertIssue(tx, {
      issue_id,
      comic_id,
      kind: 'issue',
      unit,
      number,
      title,
      intent,
      release_date: day,
      announced_by: source,
      added_at: at,
    })
    recount(tx, comic_id)
    tx.emit({ type: 'issue.changed', issue_id, comic_id })
    series.issues = loadIssues(tx, comic_id)
    return issue_id
  }

  /** Moves the date of an issue that only its source announced. */
  private moveAnnounced(tx: Tx, { source, day }: ReleaseRow, issueId: string): void {
    const issue = findIssue(tx, issueId)
    if (issue?.announced_by !== source || issue.release_date === day) return
    describeIssue(tx, issue, { release_date: day }, this.deps.clock.now())
    recount(tx, issue.comic_id)
    tx.emit({ type: 'issue.changed', issue_id: issueId, comic_id: issue.comic_id })
  }

  private want(tx: Tx, { release_id }: ReleaseRow, issueId: string): void {
    setIntent(tx, issueId, 'wanted', this.deps.clock.now())
    rows.setWant(tx, release_id, false)
  }

  private candidates(db: ReadHandle, releases: readonly ReleaseRow[]): Candidate[] {
    const keys = [...new Set(releases.flatMap(seriesKeysOf))]
    const ids = new Set(releases.flatMap(({ series_ids }) => comicsOf(db, series_ids)))
    const found = rows.seriesForReleases(db, keys, [...ids])
    const links = seriesLinksOf(
      db,
      found.map(({ comic_id }) => comic_id),
    )
    return found.map((row) => ({
      row,
      comic_id: row.comic_id,
      keys: keysOfSeries(row),
      year: row.year,
      book_type: row.book_type,
      ids: links.get(row.comic_id) ?? {},
      issues: loadIssues(db, row.comic_id),
    }))
  }
}

const keysOfSeries = (row: rows.BindingSeries) => [row.match_key, ...(row.aliases ?? []).map(matchKey)]

function loadIssues(db: ReadHandle, comicId: string): SeriesCandidate['issues'] {
  const links = rows.issueLinks(db, comicId)
  return issuesOf(db, comicId).map((issue) => ({ ...issue, ids: links.get(issue.issue_id) ?? {} }))
}

function comicsOf(db: ReadHandle, ids: CrossIds): string[] {
  return providerNames.flatMap((provider) => {
    const id = ids[provider]
    return id === undefined ? [] : (comicOf(db, provider, id) ?? [])
  })
}
