import { SUCCESS } from '../../../base/http/success'
import { matchKey } from '../../../base/names/titles'
import type { Clock, Files, Random } from '../../../base/platform/ports'
import { legacy, type Refusal } from '../../../base/refusal'
import type { Database, ReadHandle, Tx } from '../../../base/storage/database'
import type { Operation, Operations } from '../../../base/work/operations'
import { suggestionColumns, suggestSeries } from '../../../library/recognition/service'
import type { ContentType } from '../../../library/series/states'
import { findIssue, findSeries, type SeriesRow } from '../../../library/series/store'
import type { SuggestForName, UnclearFile } from '../name-suggestions'
import { checkCorrection, checkedSeries, type InboxCorrection, type InboxIds, inboxIdsOf } from './checks'
import type { InboxImportResult, InboxPayload } from './importer'
import { findOrMakeSeries, type RequestedSeries } from './new-series'
import type { InboxPlace, InboxScanResult } from './scan'
import * as store from './store'
import { filedView, fileNameOf, inboxView, isUnclear } from './wire'

export const INBOX_SCAN = 'inbox_scan'
export const INBOX_IMPORT = 'inbox_import'

/** How long a request waits for an import before it continues in the background. */
const PATIENCE_MS = 10_000
const PER_PAGE = 50

export interface InboxSettings extends InboxPlace {
  /** Files are moved out of the import folder, not copied. */
  move: boolean
  /** Library folders of a kind. */
  homes: (kind: ContentType) => readonly string[]
}

interface Deps {
  db: Database
  clock: Clock
  random: Pick<Random, 'id'>
  files: Files
  operations: Operations
  settings: () => InboxSettings
  /** Suggestions for files that are unclear. */
  suggest?: SuggestForName
}

export interface MatchRequest {
  imp_ids?: InboxIds
  comic_id?: string
  issue_id?: string | null
  /** Instead of `comic_id`. */
  new_series?: RequestedSeries
}

/** The chosen target of the files. */
type Target = { comicId: string; issueId: string } | { wanted: RequestedSeries }

/** Files of the import folder: their identification, the user's corrections, and their import. */
export class Inbox {
  constructor(private readonly deps: Deps) {}

  list(page: { limit?: number; offset: number }, ignored: boolean) {
    const { db, operations, suggest } = this.deps
    const view = inboxView(db.read, { limit: page.limit ?? PER_PAGE, offset: page.offset, ignored }, suggest)
    const last = operations.latest(INBOX_SCAN)?.detail as InboxScanResult | null | undefined
    return { ...view, errors: last?.errors ?? [] }
  }

  filed() {
    return filedView(this.deps.db.read)
  }

  /** Waiting files that are unclear, for suggestions. */
  unclear(): UnclearFile[] {
    const rows = store.waitingRows(this.deps.db.read).filter(isUnclear)
    return rows.map((row) => ({ ...row, name: fileNameOf(row.path) }))
  }

  /** Starts a scan of the import folder, unless one is running. */
  async refresh(): Promise<Operation> {
    const { operations, files } = this.deps
    const { folder, libraries } = this.deps.settings()
    if (folder === '') throw legacy('invalid', 'No import folder is configured. Choose one in the settings first.')
    const real = await files.real(folder).catch(() => undefined)
    const facts = real === undefined ? undefined : await files.stat(real).catch(() => undefined)
    if (facts?.kind !== 'folder')
      throw legacy('invalid', `There is no folder at ${folder}. Connect its disk, or change it in the settings.`)
    for (const library of libraries) {
      if ((await files.real(library).catch(() => undefined)) === real)
        throw legacy('invalid', `${folder} is a library folder. Choose another one for files that arrive.`)
    }
    return operations.active(INBOX_SCAN)[0] ?? operations.enqueue({ kind: INBOX_SCAN, subject: 'inbox', payload: {} })
  }

  /** Imports files into a series of the library, or into a new one created from them. */
  async match(match: MatchRequest) {
    const ids = inboxIdsOf(match.imp_ids)
    const target = this.targetOf(match)
    if (ids.length === 0) return this.nothing(target)
    const { operationId, series, made } = this.begin(ids, target)
    const answer = { comic_id: series.comic_id, comic_name: series.name, made, archived: 0 }
    const finished = await this.wait(operationId)
    if (!finished) return { operation_id: operationId }
    const { imported, moved, errors } = finished
    if (imported === 0) throw legacy('unavailable', errors[0]?.error ?? 'Nothing was imported.', { errors })
    return { success: errors.length === 0, matched: ids.length, imported, moved, errors, ...answer }
  }

  correct(impId: string, change: InboxCorrection) {
    const { db } = this.deps
    const correction = checkCorrection(change)
    return db.write((tx) => {
      const row = store.findInboxRow(tx, impId)
      if (!row) throw legacy('missing', `There is no file ${impId} in the import folder's list.`)
      if (row.status === 'Imported' || row.status === 'Importing') throw importedRefusal(row)
      const next = { ...row, ...correction }
      const found = suggestSeries(tx, { ...next, name: next.series_name })
      store.changeInboxRow(tx, impId, {
        ...correction,
        match_key: matchKey(next.series_name),
        ...suggestionColumns(tx, found, next),
        edited: true,
        match_source: 'manual',
      })
      tx.emit({ type: 'inbox.changed' })
      return { ...SUCCESS, imp_id: impId, issue_number: next.number }
    })
  }

  ignore(imp_ids: InboxIds, ignore: boolean) {
    const ids = inboxIdsOf(imp_ids)
    return this.changing((tx) => ({ updated: store.setIgnored(tx, ids, ignore), ignored: ignore }))
  }

  /** Deletes rows, never files: an existing file is found again. */
  remove(imp_ids: InboxIds) {
    const ids = inboxIdsOf(imp_ids)
    return this.changing((tx) => {
      const busy = store.inboxRowsById(tx, ids).find(({ status }) => status === 'Importing')
      if (busy) throw importedRefusal(busy)
      return { deleted: store.deleteInboxRows(tx, ids) }
    })
  }

  private changing<T extends object>(change: (tx: Tx) => T): T {
    return this.deps.db.write((tx) => {
      const answer = change(tx)
      tx.emit({ type: 'inbox.changed' })
      return answer as T extends PromiseLike<unknown> ? never : T
    })
  }

  private targetOf({ comic_id, issue_id, new_series }: MatchRequest): Target {
    const comicId = (comic_id ?? '').trim()
    const issueId = (issue_id ?? '').trim()
    if (!new_series) {
      if (comicId === '') throw legacy('invalid', 'Say which series they belong to: comic_id is missing.')
      return { comicId, issueId }
    }
    if (comicId !== '' || issueId !== '')
      throw legacy('invalid', 'A new series has no id yet: say either comic_id or new_series.')
    const wanted = checkedSeries(new_series)
    if (this.deps.settings().homes(wanted.content_type).length === 0) {
      const what = wanted.content_type === 'manga' ? 'manga' : 'comics'
      throw legacy('conflict', `No folder for ${what} is configured. Choose one in the settings first.`)
    }
    return { wanted }
  }

  private nothing(target: Target) {
    if ('wanted' in target) throw legacy('invalid', 'Say which files the series is made of: imp_ids is empty.')
    const { comic_id, name: comic_name } = knownSeries(this.deps.db.read, target.comicId)
    const none = { matched: 0, imported: 0, moved: 0, archived: 0, made: false, errors: [] }
    return { success: true, ...none, comic_id, comic_name }
  }

  /** One transaction, so that no series exists without the files that it was created for. */
  private begin(ids: string[], target: Target) {
    const { db, clock, operations, random } = this.deps
    const { move } = this.deps.settings()
    return db.write((tx) => {
      const rows = idleRows(tx, ids)
      const { series, made } =
        'wanted' in target
          ? findOrMakeSeries(tx, target.wanted, rows, clock.now())
          : { series: knownSeries(tx, target.comicId), made: false }
      const issueId = 'wanted' in target ? '' : target.issueId
      if (issueId !== '' && findIssue(tx, issueId)?.comic_id !== series.comic_id)
        throw legacy('missing', `${series.name} has no issue ${issueId}.`)
      const change = { ...chosen(series), issue_id: issueId || null, removes_source: move }
      for (const { imp_id } of rows) store.changeInboxRow(tx, imp_id, change)
      tx.emit({ type: 'inbox.changed' })
      const payload: InboxPayload = { imp_ids: ids, move }
      const { operation_id } = operations.enqueue({ kind: INBOX_IMPORT, subject: random.id(), payload })
      return { operationId: operation_id, series, made }
    })
  }

  /** Undefined when the import continues in the background. */
  private async wait(operationId: string): Promise<InboxImportResult | undefined> {
    const { clock, operations } = this.deps
    const through = new AbortController()
    await Promise.race([operations.finished(operationId), clock.after(PATIENCE_MS, through.signal)])
    through.abort()
    const operation = operations.find(operationId)
    if (operation?.state === 'succeeded') return operation.detail as InboxImportResult
    if (operation?.state === 'failed') throw legacy('unavailable', operation.error ?? 'The import failed.')
    if (operation?.state === 'cancelled') throw legacy('conflict', 'The import was cancelled.')
    return undefined
  }
}

function knownSeries(db: ReadHandle, comicId: string): SeriesRow {
  const series = findSeries(db, comicId)
  if (!series) throw legacy('missing', `There is no series ${comicId} in the library.`)
  return series
}

/** Rows without a running import. */
function idleRows(tx: Tx, ids: readonly string[]): store.InboxRow[] {
  const rows = new Map(store.inboxRowsById(tx, ids).map((row) => [row.imp_id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw legacy('missing', `There is no file ${id} in the import folder's list.`)
    if (row.status === 'Imported' || row.status === 'Importing') throw importedRefusal(row)
    return row
  })
}

/** Fields of a row after its series was chosen. A copy from an earlier attempt is found by its target. */
function chosen(series: SeriesRow) {
  return {
    status: 'Importing',
    comic_id: series.comic_id,
    suggested_comic_id: series.comic_id,
    suggested_name: series.name,
    confidence: 100,
    match_source: 'manual',
    ignored: false,
    problem: null,
  } as const
}

function importedRefusal({ path, status }: store.InboxRow): Refusal {
  const what = status === 'Imported' ? 'is already in the library' : 'is being imported'
  return legacy('conflict', `${path} ${what}.`)
}
