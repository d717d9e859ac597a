import { plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import { type ProviderName, providerNames, providerOf } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Handler, Operations, Tools } from '../../../base/work/operations'
import { type Patience, retryUntilAnswered } from '../client/retry'
import * as store from '../store'
import { saveSeriesRecord } from './save-series'
import { recordSeriesActivity } from './series-activity'
import { type LoadDeps, SeriesFetcher } from './series-loader'
import { goneUpstream, hasChanged, intentFor } from './series-refresher'

export const PASS = 'metadata_refresh'

/** Series per request, where the provider accepts several. */
const BATCH = 100
/** Series refreshed within these hours are skipped: an interrupted pass resumes where it stopped. */
const FRESH_HOURS = 12

interface PassDetail {
  step: 'series' | 'done'
  /** Series that were queried. */
  checked: number
  total: number
  changed: number
  added: number
  waiting_until?: Instant
  /** Providers for which the pass ended early, and why. */
  stopped: { provider: ProviderName; detail: string }[]
}

/** Refreshes the whole library, the least recently refreshed series first. */
export class RoutinePass implements Handler {
  private readonly loader: SeriesFetcher

  constructor(private readonly deps: { load: LoadDeps; operations: Operations }) {
    this.loader = new SeriesFetcher(deps.load)
  }

  /** Starts a pass unless one is running or no provider can be queried. */
  begin(): void {
    const { operations } = this.deps
    if (this.usable().some((provider) => this.due(provider, 1).length > 0) && operations.active(PASS).length === 0) {
      operations.enqueue({ kind: PASS, subject: 'all', payload: {} })
    }
  }

  async run(_payload: unknown, tools: Tools): Promise<PassDetail | undefined> {
    const detail: PassDetail = { step: 'series', checked: 0, total: 0, changed: 0, added: 0, stopped: [] }
    const rounds = this.usable().map((provider) => ({
      provider,
      due: this.due(provider, providerOf(provider).seriesPerPass),
    }))
    detail.total = rounds.reduce((sum, { due }) => sum + due.length, 0)
    await Promise.all(rounds.map((round) => this.round(round, detail, tools)))
    return tools.signal.aborted ? undefined : { ...detail, step: 'done', waiting_until: undefined }
  }

  private usable(): ProviderName[] {
    const { providers } = this.deps.load
    const serving = new Set([...providers.serving('comic'), ...providers.serving('manga')].map(({ name }) => name))
    return providerNames.filter((name) => serving.has(name))
  }

  private due(provider: ProviderName, most: number): store.DueSeries[] {
    const { db, clock } = this.deps.load
    return store.stalestSeries(db.read, provider, plus(clock.now(), -FRESH_HOURS * 3_600_000), most)
  }

  /** The pass of one provider. Its failures do not affect the others. */
  private async round(
    { provider, due }: { provider: ProviderName; due: store.DueSeries[] },
    detail: PassDetail,
    tools: Tools,
  ): Promise<void> {
    const reportDetail = () => tools.report(detail.total === 0 ? 0 : detail.checked / detail.total, { ...detail })
    const waiting: Patience['waiting'] = (until) => {
      detail.waiting_until = until ?? undefined
      reportDetail()
    }
    const patience = { clock: this.deps.load.clock, signal: tools.signal, waiting }
    try {
      for (let from = 0; from < due.length && !tools.signal.aborted; from += BATCH) {
        const batch = due.slice(from, from + BATCH)
        if (!(await this.inHalves(provider, batch, { patience, tools, detail }))) return
        detail.checked += batch.length
        reportDetail()
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      detail.stopped.push({ provider, detail: error.detail })
    }
  }

  /** Refreshes a batch; when the reply about one series is unusable, the rest is requested without it. */
  private async inHalves(provider: ProviderName, batch: store.DueSeries[], work: Work): Promise<boolean> {
    try {
      return await this.batch(provider, batch, work)
    } catch (error) {
      if (!isOfReply(error)) throw error
      const [only] = batch
      if (only && batch.length === 1) {
        await this.passOver(provider, only.comic_id, error, work)
        return true
      }
      const half = Math.ceil(batch.length / 2)
      const isFirstDone = await this.inHalves(provider, batch.slice(0, half), work)
      return isFirstDone && (await this.inHalves(provider, batch.slice(half), work))
    }
  }

  /** The series counts as checked: otherwise it would be the first of each pass and block all others. */
  private async passOver(
    provider: ProviderName,
    comic_id: string,
    { detail }: Refusal,
    { tools }: Pick<Work, 'tools'>,
  ) {
    const at = this.deps.load.clock.now()
    await tools.persist((tx) => {
      store.markSeriesSource(tx, comic_id, provider, { checked_at: at })
      recordSeriesActivity(tx, { activity: 'refresh', comic_id, at }, { failure: detail })
    })
  }

  /** False when the work was cancelled. */
  private async batch(
    provider: ProviderName,
    batch: store.DueSeries[],
    { patience, tools, detail }: Work,
  ): Promise<boolean> {
    const { providers, clock, order } = this.deps.load
    const ids = batch.map(({ provider_id }) => provider_id)
    const answer = await retryUntilAnswered(patience, () =>
      providers.get(provider).series(ids, { fresh: true, signal: tools.signal }),
    )
    if (!answer) return false
    const records = new Map(answer.ok.map((record) => [record.provider_id, record]))
    const known = batch.flatMap(({ comic_id, provider_id }) => {
      const record = records.get(provider_id)
      return record ? [{ comic_id, record }] : []
    })
    const missing = batch.filter(({ provider_id }) => !records.has(provider_id))
    await tools.persist((tx) => {
      const now = { at: clock.now(), order: order() }
      for (const series of known) saveSeriesRecord(tx, { ...series, ...now })
      for (const { comic_id } of missing) goneUpstream(tx, { comic_id, provider, ...now })
    })
    const changed = known.filter(({ comic_id, record }) => hasChanged(this.deps.load, comic_id, record))
    for (const series of changed) {
      const intent = intentFor(this.deps.load, provider)
      const issues = this.loader.issues(series, { patience, tools, asking: { fresh: true }, intent })
      const kept = await issues.catch(async (error: unknown) => {
        if (!isOfReply(error)) throw error
        await this.passOver(provider, series.comic_id, error, { tools })
        return undefined
      })
      if (tools.signal.aborted) return false
      detail.changed++
      if (!kept?.added) continue
      detail.added += kept.added
      const step = { activity: 'refresh', comic_id: series.comic_id, at: clock.now() } as const
      await tools.persist((tx) => recordSeriesActivity(tx, step, 'succeeded'))
    }
    return true
  }
}

interface Work {
  patience: Patience
  tools: Tools
  detail: PassDetail
}

/** One reply was unusable; the service still works. */
function isOfReply(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false
  const { failure, until } = error.extra
  return (failure === 'unreadable' || failure === 'refused') && until === undefined
}
