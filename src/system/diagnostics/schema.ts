import { t } from 'elysia'
import { QueryFlag, Word } from '../../http/wire'
import { Progress } from '../../search/health-schema'

const Tool = Word(['ok', 'failing'])

export const DiagnosticsQuery = t.Object({ include_acquisition: t.Optional(QueryFlag) })

export const Diagnostics = t.Object({
  /** Nothing is in the library yet. */
  db_empty: t.Boolean(),
  /** Somebody does not want to be asked for a library of another program. */
  migration_dismissed: t.Boolean(),
  build: t.Object({
    id: t.Null(),
    commit: t.Null(),
    release: t.String(),
    version: t.String(),
    source: t.String(),
    verified: t.Boolean(),
  }),
  platform: t.String(),
  uptime_s: t.Integer(),
  database: t.Object({
    /** Null of one that lies in no file. */
    path: t.Nullable(t.String()),
    size_bytes: t.Integer(),
    journal_mode: t.String(),
    /** The newest migration. */
    schema_version: t.String(),
  }),
  /** Readers of what Panelkeep unpacks with libraries of others. */
  tools: t.Object({ unrar: Tool, '7z': Tool, pdf: Tool }),
  paths: t.Array(
    t.Object({
      key: t.String(),
      path: t.String(),
      exists: t.Boolean(),
      writable: t.Boolean(),
      free_bytes: t.Nullable(t.Integer()),
    }),
  ),
  acquisition: t.Optional(t.Object({ search: t.Nullable(Progress) })),
})
export type Diagnostics = typeof Diagnostics.static
