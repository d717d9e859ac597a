import { Elysia, t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { OneOf, SuccessReply } from '../../../base/http/wire'
import type { Folders } from './folders'

const Figure = t.Nullable(Integer())

const Folder = t.Object({
  path: t.String(),
  kind: OneOf(['comic', 'manga', 'inbox']),
  state: OneOf(['watched', 'polled', 'unreachable', 'missing']),
  /** Why the folder is not watched, as a sentence. */
  reason: t.Nullable(t.String()),
  free_bytes: Figure,
  total_bytes: Figure,
  file_count: Integer(),
  gone_count: Integer(),
  last_look_at: t.Nullable(t.String()),
})

/** Library folders, their state, and the user's decision about missing ones. */
export const foldersRoutes = ({ libraries }: { libraries: Folders }) =>
  new Elysia({ tags: ['imports'] })
    .get('/api/import/folders', () => libraries.list(), { response: t.Object({ folders: t.Array(Folder) }) })
    .post('/api/import/folders/forget', ({ body }) => libraries.forget(body.path), {
      body: t.Object({ path: t.String({ minLength: 1, maxLength: 4096 }) }),
      response: t.Object({ ...SuccessReply.properties, forgotten: Integer() }),
    })
