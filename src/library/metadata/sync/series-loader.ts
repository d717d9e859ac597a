import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Instant, Random } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database, ReadHandle } from '../../../base/storage/database'
import type { Tools } from '../../../base/work/operations'
import { findSeries, type SeriesRow } from '../../series/store'
import { type Patience, retryUntilAnswered } from '../client/retry'
import type { IssueRecord, ProviderRequestOptions, SeriesRecord } from '../providers/provider'
import type { Providers } from '../providers/registry'
import * as store from '../store'
import { type IssueCounts, type IssueSaving, saveIssueRecords } from './save-issues'
import { markIssuesSaved, saveSeriesRecord } from './save-series'

export interface LoadDeps {
  db: Database
  clock: Clock
  random: Random
  providers: Providers
  /** Order of preference. */
  order: () => ProviderName[]
  /** Whether annuals that a provider lists come into the library with the issues. */
  annuals: () => boolean
}

/** Progress of the work for pages. */
export interface LoadDetail {
  comic_id: string
  name: string
  step: 'series' | 'issues' | 'done'
  added: number
  total: number | null
  waiting_until?: Instant
}

/** Reports the progress of loading a series. */
export class LoadReporter {
  private share = 0

  constructor(
    private readonly tools: Pick<Tools, 'report' | 'signal'>,
    public now: LoadDetail,
  ) {}

  report(share: number, change: Partial<LoadDetail>): void {
    this.share = share
    this.now = { ...this.now, ...change }
    this.tools.report(share, this.now)
  }

  patience(clock: Clock): Patience {
    const waiting: Patience['waiting'] = (until) => this.report(this.share, { waiting_until: until ?? undefined })
    return { clock, signal: this.tools.signal, waiting }
  }

  done(): LoadDetail {
    return { ...this.now, step: 'done', waiting_until: undefined }
  }
}

/** Issues per transaction, with a pause after each, so that other writes and requests need not wait long. */
const SLICE = 200

/**
 * Fetches the providers' data of series and saves it, slice by slice. After an interruption at any point, a new run
 * gives the same result.
 */
export class SeriesFetcher {
  constructor(private readonly deps: LoadDeps) {}

  /**
   * The provider's record of a series; undefined when the provider has none, and `stopped` when the work was cancelled.
   */
  async record(
    provider: ProviderName,
    id: string,
    patience: Patience,
    asking: ProviderRequestOptions = {},
  ): Promise<SeriesRecord | undefined | 'stopped'> {
    const { signal } = patience
    const ask = () => this.deps.providers.get(provider).series([id], { ...asking, signal })
    const answer = await retryUntilAnswered(patience, ask)
    return answer ? answer.ok.find((record) => record.provider_id === id) : 'stopped'
  }

  saveSeries(tools: Pick<Tools, 'persist'>, comic_id: string, record: SeriesRecord): Promise<void> {
    const { clock, order } = this.deps
    return tools
      .persist((tx) => saveSeriesRecord(tx, { comic_id, record, at: clock.now(), order: order() }))
      .then(() => undefined)
  }

  /**
   * All issues of the series at that provider. Undefined when the work was cancelled or the series removed meanwhile.
   */
  async issues(
    { comic_id, record }: { comic_id: string; record: SeriesRecord },
    { patience, tools, asking = {}, intent, onProgress }: LoadOptions,
  ): Promise<IssueCounts | undefined> {
    const { db, clock, random, order, annuals } = this.deps
    const row = findSeries(db.read, comic_id)
    const all = row && (await this.list(row, record, patience, asking))
    if (!all) return undefined
    const kept: IssueCounts = { added: 0, changed: 0, removed: 0 }
    const accepts = ({ facts }: IssueRecord) => facts.kind !== 'annual' || annuals()
    const about = { accepts, comic_id, provider: record.provider, all, random, order: order(), intent: intent(row) }
    for (let from = 0; from === 0 || from < all.length; from += SLICE) {
      if (patience.signal.aborted) return undefined
      const records = all.slice(from, from + SLICE)
      const last = from + SLICE >= all.length
      const slice = await tools.persist((tx) => {
        const at = clock.now()
        if (!findSeries(tx, comic_id)) return undefined
        const done = saveIssueRecords(tx, { ...about, records, at, complete: last })
        if (last) markIssuesSaved(tx, comic_id, record)
        return done
      })
      if (!slice) return undefined
      for (const count of ['added', 'changed', 'removed'] as const) kept[count] += slice[count]
      onProgress?.(Math.min(from + SLICE, all.length), all.length)
      await nextTurn()
    }
    return kept
  }

  private async list(
    row: SeriesRow,
    record: SeriesRecord,
    patience: Patience,
    asking: ProviderRequestOptions,
  ): Promise<IssueRecord[] | undefined> {
    const { db, providers } = this.deps
    const provider = providers.get(record.provider)
    // When another provider lists the issues, a bare count adds nothing.
    if (!provider.listsIssues && isListedElsewhere(db.read, row.comic_id, record.provider)) return []
    const ask = () => provider.issues(record.provider_id, { ...asking, signal: patience.signal })
    return (await retryUntilAnswered(patience, ask))?.ok
  }
}

function isListedElsewhere(db: ReadHandle, comicId: string, provider: ProviderName): boolean {
  const others = store.seriesSourcesOf(db, comicId).filter((row) => row.source !== provider && row.provider_id !== null)
  return others.some(({ source }) => store.issueIdsAtProvider(db, comicId, source).length > 0)
}

export interface LoadOptions {
  patience: Patience
  tools: Pick<Tools, 'persist'>
  asking?: ProviderRequestOptions
  /** The monitoring state of new issues of that series. */
  intent: (row: SeriesRow) => IssueSaving['intent']
  /** Called after each slice. */
  onProgress?: (done: number, total: number) => void
}

/** Whether the series already has issues of that provider: only then does an additional issue count as new. */
export function hasListed(deps: Pick<LoadDeps, 'db'>, comicId: string, provider: ProviderName): boolean {
  return store.issueIdsAtProvider(deps.db.read, comicId, provider).length > 0
}
