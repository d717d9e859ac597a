import type { AppEvent } from '../../base/events/types'
import { outsideRequests } from '../../base/platform/caller'
import { nextTurn } from '../../base/platform/event-loop'
import type { Log } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import type { Database, Tx } from '../../base/storage/database'
import { issueSourcesOf, seriesSourcesOf } from '../metadata/store'
import { effectiveIssue, effectiveSeries } from '../metadata/sync/merge'
import { fileIssueFacts } from '../metadata/sync/save-issues'
import { fileSeriesFacts } from '../metadata/sync/save-series'
import { findIssue, findSeries } from '../series/store'
import { namesOfIssue, namesOfSeries, type StatedName } from './collect-names'
import * as store from './index-store'
import type { NameKind } from './states'

interface Deps {
  db: Database
  log: Log
  subscribe: (listener: (event: AppEvent) => void) => unknown
  /** The providers in the order of the settings. */
  order: () => readonly ProviderName[]
}

/** Subjects read at once; fewer when they take longer than a step may. */
const STEP_SUBJECTS = 100
const STEP_MS = 8
/** Names of series that are counted in one step. */
const STEP_RECOUNTS = 400
/** Subjects that a request reads itself, so that a page shows an edit at once. */
const FOLLOWED_SUBJECTS = 40
const CHANGES: AppEvent['type'][] = ['library.changed', 'series.changed', 'issue.changed']

/**
 * Keeps the tables of names current. Triggers queue the series and issues whose metadata changed, so code that changes
 * metadata does not depend on this, and a crash loses nothing: a subject leaves the queue with its names.
 */
export class NameIndexer {
  private draining: Promise<void> | undefined
  private signal: AbortSignal | undefined
  private steps = 0

  constructor(private readonly deps: Deps) {
    deps.subscribe((event) => {
      if (CHANGES.includes(event.type)) this.wake()
    })
  }

  /** Reads what is queued, in the background, until `signal`. */
  begin(signal: AbortSignal): void {
    this.signal = signal
    this.wake()
  }

  /** Differs after every change of the tables: for values that are kept. */
  get version(): number {
    return this.steps
  }

  /** Resolves when nothing runs in the background. */
  async idle(): Promise<void> {
    await this.draining
  }

  /** Reads a few of the queued subjects before a request is answered; the rest follows in the background. */
  follow(): void {
    if (this.deps.db.isLent) return
    try {
      outsideRequests(() => this.step(FOLLOWED_SUBJECTS))
    } catch (error) {
      // A full disk must not keep the names from being read.
      this.deps.log.warn('library', 'names not indexed', { error })
    }
    this.wake()
  }

  private wake(): void {
    if (this.draining || !this.signal || this.signal.aborted) return
    this.draining = outsideRequests(() => this.drain(this.signal!))
      .catch((error) => this.deps.log.error('library', 'names not indexed', { error }))
      .finally(() => {
        this.draining = undefined
      })
  }

  private async drain(signal: AbortSignal): Promise<void> {
    const before = this.steps
    // Waits a turn first, so that the request that changed a row is answered before its names are read.
    do {
      await nextTurn()
      await this.deps.db.returned()
    } while (!signal.aborted && !this.deps.db.isLent && this.step(STEP_SUBJECTS) > 0)
    if (this.steps > before && !this.deps.db.isLent) this.deps.db.write((tx) => tx.emit({ type: 'names.changed' }))
  }

  /** Reads the next subjects, then counts the names that they changed; returns the number of both. */
  private step(most: number): number {
    const { db, order } = this.deps
    const subjects = store.queuedSubjects(db.read, most)
    if (subjects.length === 0 && store.queuedRecounts(db.read, 1).length === 0) return 0
    this.steps += 1
    return db.write((tx) => {
      const ranked = order()
      const indexed = within(STEP_MS, subjects, (subject) => {
        indexSubject(tx, subject, ranked)
        store.dropQueued(tx, subject)
      })
      return indexed + recount(tx, store.queuedRecounts(tx, STEP_RECOUNTS))
    })
  }
}

/** Handles at least one of them, and as many as the time allows; returns their number. */
function within<T>(ms: number, all: readonly T[], handle: (each: T) => void): number {
  const until = performance.now() + ms
  let done = 0
  for (const each of all) {
    if (done > 0 && performance.now() > until) break
    handle(each)
    done++
  }
  return done
}

function indexSubject(tx: Tx, subject: string, order: readonly ProviderName[]): void {
  const id = subject.slice(1)
  if (subject.startsWith('s')) indexSeries(tx, id, order)
  else indexIssue(tx, id, order)
}

function indexSeries(tx: Tx, comicId: string, order: readonly ProviderName[]): void {
  const row = findSeries(tx, comicId)
  if (!row) return
  const sources = seriesSourcesOf(tx, comicId)
  const said = sources.length > 0 ? effectiveSeries(sources, order).facts : fileSeriesFacts(row)
  const { publisher, imprint, genres } = row
  const facts = {
    ...said,
    publisher: publisher ?? undefined,
    imprint: imprint ?? undefined,
    genres: genres ?? undefined,
  }
  const stated = row.status === 'unfollowed' ? [] : namesOfSeries(facts)
  if (stated.length === 0 && store.findSeriesPlace(tx, comicId) === undefined) return
  const series_id = store.seriesPlace(tx, comicId)
  store.setUses(tx, series_id, usesIn(tx, stated, { series_id, place_id: series_id }))
  store.recountWholeSeries(tx, series_id)
}

function indexIssue(tx: Tx, issueId: string, order: readonly ProviderName[]): void {
  const row = findIssue(tx, issueId)
  if (!row) return
  const sources = issueSourcesOf(tx, issueId)
  const facts = sources.length > 0 ? effectiveIssue(sources, order).facts : fileIssueFacts(row)
  const stated = store.isFollowed(tx, row.comic_id) ? namesOfIssue(facts) : []
  if (stated.length === 0 && store.findIssuePlace(tx, issueId) === undefined) return
  const series_id = store.seriesPlace(tx, row.comic_id)
  const place_id = store.issuePlace(tx, issueId)
  store.setUses(tx, place_id, usesIn(tx, stated, { series_id, place_id }))
}

const usesIn = (tx: Tx, stated: readonly StatedName[], at: Pick<store.Use, 'series_id' | 'place_id'>): store.Use[] =>
  stated.map((name) => ({ ...at, name_id: store.ensureName(tx, name), role_id: store.ensureRole(tx, name.role) }))

/** A spelling that belongs to another name is counted there. Returns the number of pairs that were counted. */
function recount(tx: Tx, pairs: readonly store.Recount[]): number {
  const changed = new Map<number, NameKind>()
  const done = within(STEP_MS, pairs, (pair) => {
    store.dropRecount(tx, pair)
    const name = store.standingName(tx, pair.name_id)
    if (!name) return
    if (name.name_id !== pair.name_id) store.dropCountsIn(tx, pair)
    store.recountInSeries(tx, { ...pair, name_id: name.name_id })
    changed.set(pair.name_id, name.kind).set(name.name_id, name.kind)
  })
  for (const [nameId, kind] of changed) store.sumUp(tx, nameId, kind)
  return done
}
