import { plus } from '../../base/platform/clock'
import { sameSecret, sha256 } from '../../base/platform/digest'
import type { Clock, Files, Random } from '../../base/platform/ports'
import { legacy } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { findSeries } from '../../library/series/store'
import type { Canary } from './canary'
import { runAfter } from './machine'
import { lastPermit, type Permit } from './permit-store'
import { examine, fingerprintOf, keyOf } from './preview'
import { conflict, invalid, reasonOf, unknownRun, wrongState } from './refusals'
import type { RunWorker } from './run-worker'
import type { ApplyBody, PermitBody, PermitReply, RepairConfirmBody, RepairConfirmReply, RepairPreviewBody, RepairPreviewReply, RepairReasonBody, RunReply, RunView, WorkReply } from './schema' // biome-ignore format: one glance
import { KEPT_MS, PREVIEW_MS } from './states'
import * as store from './store'
import { itemReply, permitReply, runView, summaryOf } from './wire'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  files: Pick<Files, 'stat'>
  worker: RunWorker
  canary: Canary
}

/** The session that a preview belongs to. */
export interface Owner {
  username: string
  sid: string
}

const LISTED = 50

/** Examines a series, and changes the rows that the user confirmed. */
export class Repair {
  constructor(private readonly deps: Deps) {}

  /** Only stores the run. */
  async preview(owner: Owner, body: RepairPreviewBody): Promise<RepairPreviewReply> {
    const { db, clock, random, files } = this.deps
    const comicId = (body?.series_id ?? body?.comic_id)?.trim()
    if (!comicId) throw invalid('Missing series_id.')
    const series = findSeries(db.read, comicId)
    if (!series) throw legacy('missing', `There is no series ${comicId} in the library.`, { code: 'series_not_found' })
    const at = clock.now()
    const run_id = random.id()
    const items = await examine({ db: db.read, files, today: at.slice(0, 10) }, run_id, series)
    const preview_token = random.token(32)
    const fingerprint = fingerprintOf(items)
    const expires_at = plus(at, PREVIEW_MS)
    const run: store.RepairRun = {
      run_id,
      comic_id: comicId,
      label: series.name,
      state: 'previewed',
      token_hash: sha256(preview_token),
      ...owner,
      expires_at,
      fingerprint,
      item_count: items.length,
      manifest_id: null,
      canary_key: null,
      goal: null,
      rollback_reason: null,
      created_at: at,
      confirmed_at: null,
      started_at: null,
      completed_at: null,
    }
    db.write((tx) => store.addRun(tx, run, items))
    const shown = items.map((item) => itemReply(comicId, item))
    return { success: true, run_id, preview_token, fingerprint, expires_at, summary: summaryOf(items), items: shown }
  }

  get(runId: string, withItems: boolean): RunReply {
    const { read } = this.deps.db
    const run = this.need(runId)
    const items = withItems ? store.itemsOfRepair(read, runId).map((item) => itemReply(run.comic_id, item)) : undefined
    return { success: true, run: this.view(run), ...(items ? { items } : {}) }
  }

  /** The newest runs. */
  list(): { runs: RunView[] } {
    return { runs: store.listRepairRuns(this.deps.db.read, LISTED).map((run) => this.view(run)) }
  }

  confirm(owner: Owner, runId: string, body: RepairConfirmBody): RepairConfirmReply {
    const { db, clock, random } = this.deps
    return db.write((tx) => {
      const run = this.need(runId)
      this.checkToken(owner, run, body)
      const items = store.itemsOfRepair(tx, runId)
      const selected = chosen(items, body)
      const canary_key = body?.canary_entity_key ?? null
      if (canary_key !== null && !selected.some((item) => keyOf(item) === canary_key))
        throw invalid(`${canary_key} is not among the issues that this repair changes.`)
      const manifest_id = random.id()
      const confirmed_at = clock.now()
      const state = runAfter(run.state, 'confirm')!
      store.selectItems(tx, runId, selected.map(({ sequence }) => sequence)) // biome-ignore format: one line
      store.changeRepairRun(tx, runId, { state, manifest_id, canary_key, confirmed_at })
      const { fingerprint, item_count } = run
      const selected_count = selected.length
      return { success: true, run_id: runId, manifest_id, fingerprint, item_count, selected_count, state }
    })
  }

  async apply(runId: string, body: ApplyBody): Promise<WorkReply> {
    const run = this.need(runId)
    if (body?.canary_only && run.canary_key === null)
      throw invalid('This repair was confirmed without a canary_entity_key.')
    return this.worked(runId, await this.deps.worker.apply(run, body ?? {}))
  }

  async rollBack(runId: string, body: RepairReasonBody): Promise<WorkReply> {
    const run = this.need(runId)
    const reason = reasonOf(body, 'Say why the repair is rolled back.')
    return this.worked(runId, await this.deps.worker.rollBack(run, reason))
  }

  async issuePermit(runId: string, body: PermitBody): Promise<PermitReply> {
    this.need(runId)
    return permitReply(await this.deps.canary.issue(() => this.need(runId), body ?? {}))
  }

  permit(permitId: string): PermitReply {
    return permitReply(this.deps.canary.find(permitId))
  }

  releasePermit(permitId: string, body: RepairReasonBody): PermitReply & { maintenance_released: true } {
    const { canary } = this.deps
    canary.find(permitId)
    const released: Permit = canary.release(permitId, reasonOf(body, 'Say why the permit is released.'))
    return { ...permitReply(released), maintenance_released: true }
  }

  /** Deletes runs that are older than 30 days. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.pruneRuns(tx, plus(clock.now(), -KEPT_MS)))
  }

  private need(runId: string): store.RepairRun {
    const run = store.findRepairRun(this.deps.db.read, runId)
    if (!run) throw unknownRun(runId)
    return run
  }

  private view(run: store.RepairRun): RunView {
    const { read } = this.deps.db
    return runView(run, store.countRepairItems(read, run.run_id), lastPermit(read, run.run_id))
  }

  private worked(runId: string, new_mutations: number): WorkReply {
    const { state, item_count } = this.need(runId)
    const counts = store.countRepairItems(this.deps.db.read, runId)
    return { success: true, run_id: runId, state, item_count, ...counts, new_mutations }
  }

  private checkToken({ username, sid }: Owner, run: store.RepairRun, body: RepairConfirmBody): void {
    if (!body?.preview_token) throw invalid('Missing preview_token.')
    if (!body.fingerprint) throw invalid('Missing fingerprint.')
    if (run.username !== username || run.sid !== sid)
      throw conflict('wrong_session', 'The preview belongs to another login or browser. Make a new one here.')
    if (!sameSecret(sha256(body.preview_token), run.token_hash))
      throw conflict('wrong_token', 'The preview_token is not the one of this preview.')
    if (run.confirmed_at !== null) throw conflict('token_consumed', 'This preview is already confirmed.')
    if (run.state !== 'previewed') throw wrongState(run.state)
    if (this.deps.clock.now() >= run.expires_at)
      throw conflict('preview_expired', 'The preview is older than 15 minutes. Make a new one.')
    if (body.fingerprint !== run.fingerprint)
      throw conflict('fingerprint_changed', 'The fingerprint is not the one of this preview. Make a new one.')
  }
}

/** The mandatory changes and the optional ones that the user chose. */
function chosen(items: readonly store.RepairItem[], body: RepairConfirmBody): store.RepairItem[] {
  const keys = new Set(body?.selected_optional_keys)
  const optional = items.filter((item) => item.optional && keys.has(keyOf(item)))
  if (optional.length < keys.size) {
    const known = new Set(optional.map(keyOf))
    const unknown = [...keys].find((key) => !known.has(key))
    throw invalid(`${unknown} is not an optional change of this preview.`)
  }
  return items.filter((item) => item.selected || optional.includes(item))
}
