import { Elysia, t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { OneOf, SuccessReply } from '../../../base/http/wire'
import { placeKinds } from './places'
import type { FolderPicker } from './service'

const Path = t.String({ minLength: 1, maxLength: 4096 })

export const folderPickerRoutes = ({ folderPicker }: { folderPicker: FolderPicker }) =>
  new Elysia({ tags: ['system'] })
    .get('/api/filesystem', ({ query }) => folderPicker.list(query.path ?? ''), {
      query: t.Object({ path: t.Optional(t.String({ maxLength: 4096 })) }),
      response: t.Object({
        path: t.String(),
        parent: t.Nullable(t.String()),
        folders: t.Array(t.Object({ name: t.String(), path: t.String() })),
      }),
    })
    .get('/api/filesystem/places', async () => ({ places: await folderPicker.places() }), {
      response: t.Object({
        places: t.Array(t.Object({ kind: OneOf(placeKinds), name: t.String(), path: t.String() })),
      }),
    })
    .get('/api/filesystem/count', ({ query, request }) => folderPicker.count(query.path, request.signal), {
      query: t.Object({ path: Path }),
      response: t.Object({ comics: Integer(), more: t.Boolean() }),
    })
    .post('/api/filesystem/chosen', ({ body }) => folderPicker.keepChosenFolder(body.path), {
      body: t.Object({ path: Path }),
      response: SuccessReply,
    })
