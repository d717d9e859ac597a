import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { OneOf, QueryFlag } from '../../../base/http/wire'
import { SearchProgress } from '../../../intake/search/health/schema'

const Tool = OneOf(['ok', 'failing'])

export const DiagnosticsQuery = t.Object({ include_acquisition: t.Optional(QueryFlag) })

export const Diagnostics = t.Object({
  /** The library is empty. */
  db_empty: t.Boolean(),
  /** The user dismissed the offer to migrate from another program. */
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
  uptime_s: Integer(),
  database: t.Object({
    /** Null for a database in memory. */
    path: t.Nullable(t.String()),
    size_bytes: Integer(),
    journal_mode: t.String(),
    /** The newest migration. */
    schema_version: t.String(),
  }),
  /** Third-party libraries that unpack archives. */
  tools: t.Object({ unrar: Tool, '7z': Tool, pdf: Tool }),
  paths: t.Array(
    t.Object({
      key: t.String(),
      path: t.String(),
      exists: t.Boolean(),
      writable: t.Boolean(),
      free_bytes: t.Nullable(Integer()),
    }),
  ),
  acquisition: t.Optional(t.Object({ search: t.Nullable(SearchProgress) })),
})
export type Diagnostics = typeof Diagnostics.static
