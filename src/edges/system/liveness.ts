import { reply } from '../../base/http/errors'
import type { Database } from '../../base/storage/database'
import { LIBRARY_DAMAGED } from '../../base/storage/write-errors'

/** `instance` lets a second start recognise this run, also with a damaged database. */
export function liveness(db: Database, instance: string): Response {
  const isThere = db.answers()
  if (db.isDamaged) return reply(503, { status: 'error', detail: LIBRARY_DAMAGED, instance })
  return isThere ? reply(200, { status: 'ok', instance }) : reply(503, { status: 'error' })
}
