import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { activeStates } from '../../../base/work/machine'
import { operations } from '../../../base/work/tables'
import type { ContentType } from '../../../library/series/states'
import { findSeries } from '../../../library/series/store'
import type { LastConfirm } from '../schema'
import { CONFIRM, SCAN } from '../states'
import { importGroups } from '../tables'
import type { ConfirmPayload, ConfirmResult } from './confirmer'
import { madeCounts } from './made-store'

/** Number of recent imports to search for one worth showing. Some were undone or imported nothing. */
const LOOKED_AT = 20
const MOST_ERRORS = 500

/**
 * The newest import with a result: rows that can be undone, or reasons why nothing was imported. Null when there is
 * none, or when it was undone.
 */
export function lastConfirm(db: ReadHandle, kind: ContentType): LastConfirm | null {
  const ended = db
    .select()
    .from(operations)
    .where(
      and(eq(operations.kind, CONFIRM), eq(operations.subject, kind), notInArray(operations.state, [...activeStates])),
    )
    .orderBy(desc(operations.created_at), sql`rowid desc`)
    .limit(LOOKED_AT)
    .all()
  for (const [at, operation] of ended.entries()) {
    const made = madeCounts(db, operation.operation_id)
    const came = operation.detail as ConfirmResult | null
    const failed = came !== null && came.imported === 0 && came.errors.length > 0
    if (!made && !(at === 0 && failed)) continue
    return {
      operation_id: operation.operation_id,
      finished_at: operation.finished_at,
      complete: operation.state === 'succeeded',
      undoable: made !== undefined,
      imported: came?.imported ?? null,
      ...(made ?? { series: 0, issues: 0, files: 0 }),
      errors: named(db, (operation.payload as ConfirmPayload).scan_id, came?.errors ?? []),
    }
  }
  return null
}

/** Whether the running scan or import was interrupted by a restart and resumed. */
export function wasResumed(db: ReadHandle, kind: ContentType): boolean {
  const running = db
    .select({ kind: operations.kind, attempt: operations.attempt })
    .from(operations)
    .where(and(eq(operations.subject, kind), eq(operations.state, 'running')))
    .all()
  return running.some((one) => (one.kind === SCAN || one.kind === CONFIRM) && one.attempt > 1)
}

function named(db: ReadHandle, scanId: string, errors: ConfirmResult['errors']): LastConfirm['errors'] {
  const names = new Map<string, string>()
  const nameOf = (comicId: string) => {
    const known = names.get(comicId) ?? proposedName(db, scanId, comicId) ?? findSeries(db, comicId)?.name ?? comicId
    names.set(comicId, known)
    return known
  }
  return errors.slice(0, MOST_ERRORS).map(({ comicid, error }) => ({ comicid, name: nameOf(comicid), error }))
}

function proposedName(db: ReadHandle, scanId: string, comicId: string): string | undefined {
  const same = and(eq(importGroups.scan_id, scanId), eq(importGroups.comic_id, comicId))
  return db.select({ name: importGroups.series_name }).from(importGroups).where(same).get()?.name
}
