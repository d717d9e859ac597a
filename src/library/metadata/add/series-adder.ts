import type { Instant } from '../../../base/platform/ports'
import { providerNames, providerOf } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import type { Handler, Operations, Tools } from '../../../base/work/operations'
import { describeSeries } from '../../series/describe-store'
import { ownerOf } from '../../series/folder-store'
import type { ContentType } from '../../series/states'
import { findSeries } from '../../series/store'
import { failureRefusal } from '../client/retry'
import type { SeriesFacts } from '../providers/provider'
import * as store from '../store'
import { firstIntent, hasEnded, type Monitor, type MonitorSettings, monitorPlan } from '../sync/monitoring'
import { makeSeries } from '../sync/save-series'
import { recordSeriesActivity } from '../sync/series-activity'
import { type LoadDeps, type LoadDetail, LoadReporter, SeriesFetcher } from '../sync/series-loader'
import { readSeriesId, refId, type SeriesRef } from '../wire-ids'
import type { ChosenFolder } from './chosen-folder'

/** "ComicVine, Metron or AniList". */
const ALL_PROVIDERS = providerNames
  .map((name) => providerOf(name).label)
  .join(', ')
  .replace(/, ([^,]+)$/, ' or $1')

export const ADD = 'series_add'

interface AddChoices extends ChosenFolder {
  content_type?: ContentType
  monitor?: Monitor
  allow_packs?: boolean
  /** Issues that the provider adds later become wanted. Absent: as `monitor` says. */
  want_new?: boolean
  /** New issues are not wanted once the provider says that the run has ended. */
  running_only?: boolean
}

interface AddPayload extends SeriesRef, AddChoices {}

interface Deps {
  load: LoadDeps
  operations: Operations
  monitorSettings: () => MonitorSettings
  home: Home
}

/** The path of a series' own folder in that library folder or in the usual one: no other series has it. */
export type Home = (db: ReadHandle, facts: SeriesFacts, kind: ContentType, root?: string) => string | undefined

/** Turns series of providers into series of the library. */
export class SeriesAdder implements Handler {
  private readonly loader: SeriesFetcher

  constructor(private readonly deps: Deps) {
    this.loader = new SeriesFetcher(deps.load)
  }

  /** Like `begin`. Throws Refusal when the provider must not be queried, or the folder belongs to another series. */
  add(id: string, choices: AddChoices) {
    return this.begin(id, choices, ({ provider }) => {
      const { db, providers } = this.deps.load
      const failure = providers.disabledReason(provider)
      if (failure) throw failureRefusal(failure)
      const owner = choices.location === undefined ? undefined : ownerOf(db.read, choices.location, null)
      if (owner === undefined) return
      throw new Refusal('conflict', `${choices.location} is already the folder of ${owner}. Choose another folder.`)
    })
  }

  /**
   * Adds a series once: a series that is in the library or being added is returned unchanged. `check` runs before
   * anything starts.
   */
  begin(id: string, choices: AddChoices, check: (ref: SeriesRef) => void = () => {}) {
    const { operations, load } = this.deps
    const ref = readSeriesId(id)
    if (!ref) throw new Refusal('invalid', `${id} is no id of ${ALL_PROVIDERS}.`)
    const subject = refId(ref)
    const comicid = store.comicOf(load.db.read, ref.provider, ref.provider_id) ?? subject
    const [active] = operations.active(ADD, subject)
    if (active) return answer('This series is being added already.', comicid, active.operation_id)
    const source = store.seriesSourceOf(load.db.read, comicid, ref.provider)
    const row = findSeries(load.db.read, comicid)
    if (row && typeof source?.changed === 'string')
      return answer(`${row.name} is already in the library.`, comicid, null)
    check(ref)
    // Fixed now, so that later changes of the settings have no effect.
    const monitor = monitorPlan(choices.monitor, this.deps.monitorSettings()).first
    const payload: AddPayload = { ...ref, ...choices, monitor }
    const { operation_id } = operations.enqueue({ kind: ADD, subject, payload })
    return answer(`It is being added from ${providerOf(ref.provider).label}.`, comicid, operation_id)
  }

  async run(payload: unknown, tools: Tools): Promise<LoadDetail | undefined> {
    const { load } = this.deps
    const { provider, provider_id, ...choices } = payload as AddPayload
    const comicId = refId({ provider, provider_id })
    const reporter = new LoadReporter(tools, { comic_id: comicId, name: '', step: 'series', added: 0, total: null })
    const patience = reporter.patience(load.clock)
    const record = await this.loader.record(provider, provider_id, patience, { urgent: true })
    if (record === 'stopped') return undefined
    if (!record) throw new Refusal('missing', `${providerOf(provider).label} has no series ${provider_id}.`)

    const watch = monitorPlan(choices.monitor, this.deps.monitorSettings())
    const { monitor: _monitor, root, running_only, ...made } = choices
    const at = load.clock.now()
    const kind = made.content_type ?? record.facts.content_type ?? 'comic'
    const comic_id = await tools.persist((tx) => {
      const isNew = store.comicOf(tx, provider, provider_id) === undefined
      const location = made.location ?? this.deps.home(tx, record.facts, kind, root)
      const id = makeSeries(tx, { record, at, want_new: watch.want_new, order: load.order(), ...made, location })
      if (running_only && hasEnded(findSeries(tx, id)?.publication)) describeSeries(tx, id, { want_new: false }, at)
      if (isNew) recordSeriesActivity(tx, { activity: 'add', comic_id: id, at }, 'started')
      return id
    })
    if (comic_id === undefined) return undefined
    const name = findSeries(load.db.read, comic_id)?.name ?? ''
    reporter.report(0.05, { comic_id, name, step: 'issues', total: record.facts.issue_count ?? null })
    const kept = await this.loader.issues(
      { comic_id, record },
      {
        patience,
        tools,
        asking: { urgent: true },
        intent: ({ monitor_mode }) => firstIntent(watch.first, { mode: monitor_mode, today: at.slice(0, 10) }),
        onProgress: (done, total) => reporter.report(0.05 + (0.95 * done) / Math.max(total, 1), { added: done, total }),
      },
    )
    if (!kept) return undefined
    await this.loaded(tools, comic_id)
    return reporter.done()
  }

  /** A partly loaded series stays in the library; the next refresh completes it. */
  ended(payload: unknown, state: 'failed' | 'cancelled', error: string): void {
    const { load } = this.deps
    const { provider, provider_id } = payload as AddPayload
    const comicId = store.comicOf(load.db.read, provider, provider_id)
    const at = load.clock.now()
    load.db.write((tx) => {
      if (comicId) activate(tx, comicId, at)
      const otherwise = `${providerOf(provider).label} ${provider_id}`
      if (state !== 'failed') return
      // A series has no name before its provider replies.
      const step = { comic_id: comicId ?? refId({ provider, provider_id }), at, otherwise }
      recordSeriesActivity(tx, { ...step, activity: 'add' }, { failure: error })
    })
  }

  private async loaded(tools: Tools, comicId: string): Promise<void> {
    await tools.persist((tx) => {
      const at = this.deps.load.clock.now()
      activate(tx, comicId, at)
      recordSeriesActivity(tx, { activity: 'add', comic_id: comicId, at }, 'succeeded')
      tx.emit({ type: 'library.changed' })
    })
  }
}

function activate(tx: Tx, comicId: string, at: Instant): void {
  if (findSeries(tx, comicId)?.status === 'loading') describeSeries(tx, comicId, { status: 'active' }, at)
}

const answer = (message: string, comicid: string, operation_id: string | null) => ({
  success: true as const,
  message,
  comicid,
  operation_id,
})
