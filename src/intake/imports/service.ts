import { SUCCESS } from '../../base/http/success'
import type { Clock, Files, Random } from '../../base/platform/ports'
import { legacy, Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { Operation, Operations } from '../../base/work/operations'
import type { WalkRoots } from '../../library/recognition/service'
import { type ContentType, contentTypes } from '../../library/series/states'
import type { SeriesCorrection } from './confirm/add-to-library'
import type { ConfirmPayload, ConfirmResult } from './confirm/confirmer'
import { waitingCount } from './folders/store'
import type { SuggestForName, UnclearFile } from './name-suggestions'
import type { PackPayload, PackProgress } from './pack/picture-packer'
import { progressEvent } from './progress'
import { chosenOf } from './proposals/chosen-proposal'
import { foremostByGroup } from './proposals/store'
import type { ScanPayload } from './scan/scanner'
import type { Confirm, Groups, ProgressView, ReviewView, Waiting } from './schema'
import { CONFIRM, PACK, SCAN, UNDO } from './states'
import * as store from './store'
import { unclearFiles } from './unclear-groups'
import { progressView, resultsWith, reviewView } from './wire'

/** How long a request waits for a confirm before it continues in the background. */
const PATIENCE_MS = 10_000

/** Proposals of one request. */
const MOST_GROUPS = 100

interface Deps {
  db: Database
  clock: Clock
  random: Random
  files: Files
  operations: Operations
  folders: (kind: ContentType) => WalkRoots
  /** Whether an import folder is set; the files of an earlier one stay listed, but no page shows them. */
  hasInbox: () => boolean
  /** Suggestions for groups that are unclear. */
  suggest?: SuggestForName
}

interface ScanOptions {
  /** Started automatically. */
  quiet?: boolean
  /** Sentences for the scan to list. */
  remarks?: string[]
  /** The operation that starts the scan, which does not count as running. */
  during?: string
}

export type ConfirmAnswer = { operation_id: string } & (
  | ({ done: true; success: boolean } & ConfirmResult)
  | { done: false }
)

/** Finds comics in the library folders, and imports them when the user confirms. */
export class Imports {
  constructor(private readonly deps: Deps) {}

  /** Starts a scan in the background and returns the operation's id. */
  async scan(kind: ContentType, { quiet = false, remarks, during }: ScanOptions = {}): Promise<string> {
    const { db, clock, random, operations } = this.deps
    await this.checkFolders(kind)
    const scan_id = random.id()
    return db.write((tx) => {
      // Checked after the wait: two requests may have waited at the same time.
      this.refuseBusy(kind, during)
      store.insertScan(tx, { scan_id, kind, at: clock.now() })
      const payload: ScanPayload = { kind, scan_id, ...(quiet ? { quiet } : {}), ...(remarks ? { remarks } : {}) }
      return operations.enqueue({ kind: SCAN, subject: kind, payload }).operation_id
    })
  }

  progress(kind: ContentType): Promise<ProgressView> {
    const { db, suggest, operations } = this.deps
    const [packing] = operations.active(PACK, kind)
    return progressView(db.read, store.currentScan(db.read, kind), {
      suggest,
      packing: packing && packProgress(packing),
    })
  }

  /** The progress for a page that requests its proposals in parts. */
  review(kind: ContentType): Promise<ReviewView> {
    const { db, operations } = this.deps
    const [packing] = operations.active(PACK, kind)
    return reviewView(db.read, store.currentScan(db.read, kind), packing && packProgress(packing))
  }

  /** How many proposals of each kind can be accepted, and how many files wait in the import folder. */
  waiting(): Waiting {
    const { read } = this.deps.db
    const of = (kind: ContentType) => {
      const scan = store.currentScan(read, kind)
      return scan?.state === 'completed' ? store.countOpenGroups(read, scan.scan_id) : 0
    }
    return { comic: of('comic'), manga: of('manga'), inbox: this.deps.hasInbox() ? waitingCount(read) : 0 }
  }

  /** Some proposals, in the order of their ids; those that are gone are left out. Throws Refusal 'invalid' without ids. */
  groups(ids: string): Groups {
    const wanted = [...new Set(ids.split(','))].filter((id) => id !== '').slice(0, MOST_GROUPS)
    if (wanted.length === 0) throw new Refusal('invalid', 'ids must name at least one proposal.')
    return { groups: resultsWith(this.deps.db.read, wanted, this.deps.suggest) }
  }

  /** One file of each unclear group, for suggestions. */
  unclear(): UnclearFile[] {
    const db = this.deps.db.read
    return contentTypes.flatMap((kind) => {
      const scan = store.currentScan(db, kind)
      return scan?.state === 'completed' ? unclearFiles(db, scan.scan_id) : []
    })
  }

  /** Cancels a scan or a confirm. Imported files stay. */
  cancel(kind: ContentType): typeof SUCCESS {
    const active = this.active(kind)
    if (!active || !this.deps.operations.cancel(active.operation_id))
      throw new Refusal('conflict', `No scan or import of ${plural(kind)} is running.`)
    return SUCCESS
  }

  async confirm(kind: ContentType, body: Confirm): Promise<ConfirmAnswer> {
    const { clock, operations } = this.deps
    const operationId = this.begin(kind, body)
    const through = new AbortController()
    await Promise.race([operations.finished(operationId), clock.after(PATIENCE_MS, through.signal)])
    through.abort()
    const operation = operations.find(operationId)
    if (operation?.state === 'succeeded') {
      const detail = operation.detail as ConfirmResult
      return { done: true, operation_id: operationId, success: detail.errors.length === 0, ...detail }
    }
    if (operation?.state === 'failed') throw legacy('unavailable', operation.error ?? 'The import failed.')
    if (operation?.state === 'cancelled') throw legacy('conflict', 'The import was cancelled. What was imported stays.')
    return { done: false, operation_id: operationId }
  }

  private begin(kind: ContentType, body: Confirm): string {
    const { db, operations } = this.deps
    const wanted = [...new Set(body.selected_ids)]
    if (!body.scan_id) throw legacy('invalid', 'Say which scan is confirmed: scan_id is missing.')
    if (wanted.length === 0 || wanted.includes(''))
      throw legacy('invalid', 'Choose at least one series: selected_ids is empty.')
    return db.write((tx) => {
      const scan = store.currentScan(tx, kind)
      if (!scan) throw legacy('invalid', `There are no results: scan your ${plural(kind)} first.`)
      if (scan.scan_id !== body.scan_id)
        throw legacy('conflict', 'A newer scan has finished. Review and confirm its results.')
      this.refuseUndoing(kind)
      const active = this.active(kind)
      if (active) throw legacy('conflict', `${runningSentence(active, kind)} Wait until that has finished.`)
      const groups = byWireId(tx, scan.scan_id)
      if (scan.state !== 'completed' || groups.size === 0)
        throw legacy('invalid', 'This scan has no results that can be confirmed.')
      const chosen = [...new Set(wanted.flatMap((id) => groups.get(id) ?? unknown(id)))]
      const payload: ConfirmPayload = {
        kind,
        scan_id: scan.scan_id,
        group_ids: chosen.map((group) => group.group_id),
        corrections: corrections(body.changes ?? {}, groups, chosen),
        ...(body.want_new === undefined ? {} : { want_new: body.want_new }),
      }
      const row = store.changeScan(tx, scan.scan_id, 'completed', { state: 'importing' })
      if (row) tx.emit({ type: 'import.progress', ...progressEvent(row) })
      return operations.enqueue({ kind: CONFIRM, subject: kind, payload }).operation_id
    })
  }

  private active(kind: ContentType) {
    const { operations } = this.deps
    return [SCAN, CONFIRM, PACK].flatMap((each) => operations.active(each, kind))[0]
  }

  private refuseBusy(kind: ContentType, during?: string): void {
    this.refuseUndoing(kind)
    const active = this.active(kind)
    if (!active || active.operation_id === during) return
    throw legacy('invalid', `${runningSentence(active, kind)} Wait until it has finished, or cancel it.`)
  }

  /** Refuses scans and imports while an undo is running. */
  private refuseUndoing(kind: ContentType): void {
    if (this.deps.operations.active(UNDO, kind).length > 0)
      throw legacy('conflict', `An import of ${plural(kind)} is being undone. Wait until it has finished.`)
  }

  private async checkFolders(kind: ContentType): Promise<void> {
    const { folders, files } = this.deps
    const { roots } = folders(kind)
    if (roots.length === 0)
      throw legacy('invalid', `No folder for ${plural(kind)} is configured. Choose one in the settings first.`)
    for (const root of roots) {
      const real = await files.real(root).catch(() => undefined)
      const facts = real === undefined ? undefined : await files.stat(real).catch(() => undefined)
      if (facts?.kind !== 'folder')
        throw legacy('invalid', `There is no folder at ${root}. Connect its disk, or change it in the settings.`)
    }
  }
}

function runningSentence({ kind: work }: Operation, kind: ContentType): string {
  if (work === PACK) return `Pictures of ${plural(kind)} are being packed.`
  return `${work === SCAN ? 'A scan' : 'An import'} of ${plural(kind)} is running.`
}

/** An operation has no detail before its first folder. */
const packProgress = ({ detail, payload }: Operation): PackProgress =>
  (detail as PackProgress | null) ?? { done: 0, total: (payload as PackPayload).paths.length }

const plural = (kind: ContentType) => (kind === 'comic' ? 'comics' : 'manga')

function unknown(comicId: string): never {
  throw legacy('invalid', `The scan did not find ${comicId}, or it was imported already.`)
}

/**
 * Groups that can be confirmed, by the ids that requests may use: their own, and the id of the provider's series that
 * they become. Two groups may be the same series.
 */
function byWireId(tx: Tx, scanId: string): Map<string, store.GroupRow[]> {
  const open = store.openGroups(tx, scanId)
  const proposed = foremostByGroup(
    tx,
    open.map(({ group_id }) => group_id),
  )
  const known = open.flatMap((group) => {
    const chosen = chosenOf(group, proposed.get(group.comic_id) ?? [])
    return [group.comic_id, ...(chosen ? [chosen.series_id] : [])].map((id) => ({ id, group }))
  })
  const groups = Map.groupBy(known, ({ id }) => id)
  return new Map([...groups].map(([id, pairs]) => [id, pairs.map(({ group }) => group)]))
}

/** By group; only chosen, new groups can be corrected. */
function corrections(
  changes: NonNullable<Confirm['changes']>,
  groups: ReadonlyMap<string, store.GroupRow[]>,
  chosen: store.GroupRow[],
): Record<string, SeriesCorrection> {
  const entries = Object.entries(changes).map(([comicId, change]) => {
    const group = groups.get(comicId)?.find((one) => chosen.includes(one))
    if (!group) throw legacy('invalid', `${comicId} is changed but not chosen.`)
    if (group.existing_comic_id !== null)
      throw legacy('invalid', `${group.series_name} is already in the library; change it there.`)
    return [group.group_id, { ...change, ...(change.name ? { name: change.name.trim() } : {}) }] as const
  })
  return Object.fromEntries(entries)
}
