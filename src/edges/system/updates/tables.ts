import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, json } from '../../../base/storage/columns'
import type { Artefact } from './feed'
import type { UpdateState } from './states'

/** An update of Panelkeep, from the download to the first response of the new version. */
export const updates = sqliteTable('updates', {
  update_id: id().primaryKey(),
  version: text().notNull(),
  from_version: text().notNull(),
  state: text().$type<UpdateState>().notNull(),
  artefact: json<Artefact>().notNull(),
  /** ETag of the download, which allows a partial file to be continued. */
  etag: text(),
  /** Number of downloaded bytes. */
  received: integer().notNull().default(0),
  /** Id of the backup that was made first. */
  backup: text(),
  operation_id: text(),
  /** Why the update failed or was rolled back, as a sentence. */
  error: text(),
  created_at: instant().notNull(),
  finished_at: instant(),
})
