import type { Instant } from '../../../base/platform/ports'
import { pluralWords } from '../../../base/platform/words'
import type { ProviderName } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Tx } from '../../../base/storage/database'
import type { Handler, Operations, Tools } from '../../../base/work/operations'
import { needSeries } from '../../series/need'
import { findSeries, type SeriesRow } from '../../series/store'
import type { SeriesRecord } from '../providers/provider'
import * as store from '../store'
import { firstIntent, laterIntent } from './monitoring'
import { changeMark, mergeSeriesSources } from './save-series'
import { recordSeriesActivity } from './series-activity'
import {
  hasListed,
  type LoadDeps,
  type LoadDetail,
  type LoadOptions,
  LoadReporter,
  SeriesFetcher,
} from './series-loader'
import { unfinishedAddChoice } from './unfinished-add'

export const REFRESH = 'series_refresh'

interface RefreshPayload {
  comic_id: string
  /** The provider was linked just now: issues in its list are not news. */
  first?: ProviderName
}

/** Refreshes one series from all providers that it is linked to. */
export class SeriesRefresher implements Handler {
  private readonly loader: SeriesFetcher

  constructor(private readonly deps: { load: LoadDeps; operations: Operations }) {
    this.loader = new SeriesFetcher(deps.load)
  }

  /**
   * A list of ids separated by commas, as older tools send it. Throws Refusal 'missing' for a series that does not
   * exist.
   */
  refresh(ids: string) {
    const known = [...new Set(ids.split(',').map((id) => id.trim()))].filter(Boolean).map((id) => this.linked(id))
    if (known.length === 0) throw new Refusal('invalid', 'Say which series to refresh.')
    const begun = known.map((row) => this.begin(row.comic_id))
    const fresh = begun.filter(({ already }) => !already).length
    const [count, { name }] = [known.length, known[0]!]
    return {
      success: true as const,
      message:
        fresh > 0
          ? pluralWords(count, `${name} is being refreshed.`, '{count} series are being refreshed.')
          : pluralWords(count, `${name} is already being refreshed.`, '{count} series are already being refreshed.'),
      operation_id: begun[0]!.operation_id,
    }
  }

  /** Starts a refresh unless one is active. */
  begin(comicId: string, first?: ProviderName): { operation_id: string; already: boolean } {
    const { operations } = this.deps
    const [active] = operations.active(REFRESH, comicId)
    if (active) return { operation_id: active.operation_id, already: true }
    const payload: RefreshPayload = { comic_id: comicId, ...(first ? { first } : {}) }
    return { ...operations.enqueue({ kind: REFRESH, subject: comicId, payload }), already: false }
  }

  async run(payload: unknown, tools: Tools): Promise<LoadDetail | undefined> {
    const { load } = this.deps
    const { comic_id, first } = payload as RefreshPayload
    const row = findSeries(load.db.read, comic_id)
    if (!row) return undefined
    const reporter = new LoadReporter(tools, { comic_id, name: row.name, step: 'series', added: 0, total: null })
    const patience = reporter.patience(load.clock)
    await this.recordActivity(tools, comic_id, 'started')
    const sources = this.links(comic_id)
    for (const [at, source] of sources.entries()) {
      const onProgress = (done: number, total: number) =>
        reporter.report((at + done / Math.max(total, 1)) / sources.length, { step: 'issues', added: done, total })
      const record = await this.loader.record(source.provider, source.provider_id, patience, ASKING)
      if (record === 'stopped') return undefined
      if (!record)
        await tools.persist((tx) =>
          goneUpstream(tx, { ...source, comic_id, at: load.clock.now(), order: load.order() }),
        )
      else if (!(await this.saveIssues(comic_id, record, { patience, tools, onProgress, first }))) return undefined
    }
    await this.recordActivity(tools, comic_id, 'succeeded')
    return reporter.done()
  }

  ended(payload: unknown, state: 'failed' | 'cancelled', error: string): void {
    const { db, clock } = this.deps.load
    const { comic_id } = payload as RefreshPayload
    if (state === 'failed')
      db.write((tx) => recordSeriesActivity(tx, { activity: 'refresh', comic_id, at: clock.now() }, { failure: error }))
  }

  private async recordActivity(tools: Tools, comic_id: string, status: 'started' | 'succeeded'): Promise<void> {
    const { clock } = this.deps.load
    await tools.persist((tx) => recordSeriesActivity(tx, { activity: 'refresh', comic_id, at: clock.now() }, status))
  }

  private async saveIssues(
    comic_id: string,
    record: SeriesRecord,
    { first, ...work }: Pick<LoadOptions, 'patience' | 'tools' | 'onProgress'> & Pick<RefreshPayload, 'first'>,
  ) {
    await this.loader.saveSeries(work.tools, comic_id, record)
    const intent = intentFor(this.deps.load, record.provider, first === record.provider)
    return this.loader.issues({ comic_id, record }, { ...work, asking: ASKING, intent })
  }

  /** The preferred provider first. */
  private links(comicId: string): ReturnType<typeof store.linkedTo> {
    const { db, order } = this.deps.load
    const ranks = order()
    return store.linkedTo(db.read, comicId).toSorted((a, b) => ranks.indexOf(a.provider) - ranks.indexOf(b.provider))
  }

  private linked(id: string): SeriesRow {
    const row = needSeries(this.deps.load.db.read, id)
    if (this.links(id).length > 0) return row
    throw new Refusal('invalid', `${row.name} is not matched. Match it to a metadata source first.`)
  }
}

/** The user waits for it and wants current data, not cached replies. */
const ASKING = { urgent: true, fresh: true } as const

/** The monitoring state of an issue that a provider lists and the library does not have. */
export const intentFor =
  (load: LoadDeps, provider: ProviderName, first = false) =>
  ({ comic_id, monitor_mode, want_new }: SeriesRow) => {
    const isListed = hasListed(load, comic_id, provider)
    const undone = isListed ? undefined : unfinishedAddChoice(load.db.read, comic_id, provider)
    if (undone === undefined) return laterIntent(want_new && !first && isListed, monitor_mode)
    return firstIntent(undone, { mode: monitor_mode, today: load.clock.now().slice(0, 10) })
  }

/** Whether the issues must be fetched as well. */
export function hasChanged(load: Pick<LoadDeps, 'db'>, comicId: string, record: SeriesRecord): boolean {
  return store.seriesSourceOf(load.db.read, comicId, record.provider)?.changed !== changeMark(record)
}

/** The provider no longer lists the series: the issues stay, and the state shows the loss. */
export function goneUpstream(
  tx: Tx,
  { comic_id, provider, at, order }: { comic_id: string; provider: ProviderName; at: Instant; order: ProviderName[] },
): void {
  const row = store.seriesSourceOf(tx, comic_id, provider)
  if (!row) return
  store.markSeriesSource(tx, comic_id, provider, { checked_at: at, removed_at: row.removed_at ?? at })
  mergeSeriesSources(tx, comic_id, at, order)
}
