import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, json } from '../../../base/storage/columns'
import type { Artefact } from './feed'
import type { UpdateState } from './states'

/** An update of Panelkeep, from the download to the first answer of the new version. */
export const updates = sqliteTable('updates', {
  update_id: id().primaryKey(),
  version: text().notNull(),
  from_version: text().notNull(),
  state: text().$type<UpdateState>().notNull(),
  artefact: json<Artefact>().notNull(),
  /** ETag of the download: with it a part is continued. */
  etag: text(),
  /** Bytes that were downloaded. */
  received: integer().notNull().default(0),
  /** Id of the backup that was made first. */
  backup: text(),
  operation_id: text(),
  /** Why it failed or was rolled back, as a sentence. */
  error: text(),
  created_at: instant().notNull(),
  finished_at: instant(),
})
