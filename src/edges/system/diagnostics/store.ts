import { count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { deviceKeys } from '../../../base/auth/tables'
import type { ReadHandle } from '../../../base/storage/database'
import { downloadClients, journal } from '../../../intake/downloads/tables'
import { indexers } from '../../../intake/search/tables'
import { files, issues, series } from '../../../library/series/tables'
import { noticeTargets } from '../../notify/tables'

export const isEmpty = (db: ReadHandle): boolean =>
  db.select({ id: series.comic_id }).from(series).limit(1).get() === undefined

export function schemaOf(db: ReadHandle): { journal_mode: string; schema_version: string } {
  const [mode] = db.all<{ journal_mode: string }>(sql`PRAGMA journal_mode`)
  const [newest] = db.all<{ name: string | null }>(sql`SELECT max(name) AS name FROM schema_migrations`)
  return { journal_mode: mode?.journal_mode ?? '', schema_version: newest?.name ?? '' }
}

/** Counts of each kind, without any content. */
export function countedLibrary(db: ReadHandle) {
  return {
    series: db.select({ kind: series.content_type, count: count() }).from(series).groupBy(series.content_type).all(),
    issues: db.select({ count: count() }).from(issues).get()?.count ?? 0,
    files: db
      .select({ kind: files.format, count: count() })
      .from(files)
      .where(isNull(files.gone_at))
      .groupBy(files.format)
      .all(),
    gone: db.select({ count: count() }).from(files).where(isNotNull(files.gone_at)).get()?.count ?? 0,
  }
}

export function countedDownloads(db: ReadHandle) {
  return db.select({ kind: journal.stage, count: count() }).from(journal).groupBy(journal.stage).all()
}

export function countedClients(db: ReadHandle) {
  const { type, enabled, failing_since } = downloadClients
  return db
    .select({ kind: type, count: count(), failing: count(failing_since) })
    .from(downloadClients)
    .where(eq(enabled, true))
    .groupBy(type)
    .all()
}

export function countedIndexers(db: ReadHandle) {
  const { type, enabled, failure } = indexers
  return db
    .select({ kind: type, count: count(), failing: count(failure) })
    .from(indexers)
    .where(eq(enabled, true))
    .groupBy(type)
    .all()
}

export function countedTargets(db: ReadHandle) {
  const { service, error } = noticeTargets
  return db
    .select({ kind: service, count: count(), failing: count(error) })
    .from(noticeTargets)
    .groupBy(service)
    .all()
}

export const countedDevices = (db: ReadHandle): number =>
  db.select({ count: count() }).from(deviceKeys).get()?.count ?? 0
