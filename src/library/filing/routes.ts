import { Elysia, status, t } from 'elysia'
import { pageRange } from '../../base/http/paging'
import { ComicParams } from '../../base/http/wire'
import type { FileBatches } from './file-batches'
import type { NamingSettings } from './naming'
import type { Renames } from './rename'
import { nameSamples } from './samples'
import * as schema from './schema'

interface Deps {
  renames: Renames
  batches: FileBatches
  naming: () => NamingSettings
}

/** Names and paths of files in the library, and the history of their changes. */
export const filingRoutes = ({ renames, batches, naming }: Deps) =>
  new Elysia({ tags: ['filing'] })
    .post('/api/series/:comic_id/rename/preview', ({ params, body }) => renames.preview(params.comic_id, body ?? {}), {
      params: ComicParams,
      body: t.Optional(schema.TemplatesQuery),
      response: schema.RenamePreview,
    })
    .post(
      '/api/series/:comic_id/rename/apply',
      async ({ params, body }) => status(202, await renames.apply(params.comic_id, body.fingerprint, body.file_ids)),
      { params: ComicParams, body: schema.ApplyRenameBody, response: { 202: schema.BatchStarted } },
    )
    .post(
      '/api/series/:comic_id/move',
      async ({ params, query, body }) =>
        query.preview
          ? status(200, await renames.previewMove(params.comic_id, body.folder))
          : status(202, await renames.move(params.comic_id, body.folder)),
      {
        params: ComicParams,
        query: schema.MoveQuery,
        body: schema.MoveBody,
        response: { 200: schema.MoveReply, 202: schema.BatchStarted },
      },
    )
    .get('/api/filing/batches', ({ query }) => batches.list(query.comic_id, pageRange(query)), {
      query: schema.BatchesQuery,
      response: schema.BatchList,
    })
    .get('/api/filing/batches/:batch_id', ({ params }) => batches.detail(params.batch_id), {
      params: schema.BatchParams,
      response: schema.BatchDetail,
    })
    .post('/api/filing/batches/:batch_id/undo', ({ params }) => status(202, batches.undo(params.batch_id)), {
      params: schema.BatchParams,
      response: { 202: schema.UndoStarted },
    })
    .get('/api/filing/sample-name', ({ query }) => nameSamples({ ...naming(), ...query }), {
      query: schema.SampleQuery,
      response: schema.Samples,
    })
