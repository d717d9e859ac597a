import { Elysia, status } from 'elysia'
import { RawReply, SuccessReply } from '../../base/http/wire'
import type { Database } from '../../base/storage/database'
import { reportFile } from './report'
import * as schema from './schema'
import type { Migration } from './service'

/** Moving in from another program. */
export const migrationRoutes = ({ moving, db }: { moving: Migration; db: Database }) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/migration/places', () => moving.places(), { response: schema.PlacesReply })
    .post('/api/system/migration/preview', ({ body }) => moving.preview(body), {
      body: schema.MigrationBody,
      response: schema.MigrationPreviewReply,
    })
    .post('/api/system/migration/start', ({ body }) => moving.start(body), {
      body: schema.MigrationBody,
      response: schema.StartReply,
    })
    .get('/api/system/migration/progress', () => moving.progress(), { response: schema.MigrationProgressReply })
    .post('/api/system/migration/files', () => moving.seekAgain(), { response: SuccessReply })
    .get('/api/system/migration/:run_id/undo', ({ params }) => moving.previewUndo(params.run_id), {
      params: schema.MigrationRunParams,
      response: schema.UndoPreviewReply,
    })
    .post('/api/system/migration/:run_id/undo', ({ params }) => status(202, moving.undo(params.run_id)), {
      params: schema.MigrationRunParams,
      response: { 202: schema.MigrationUndoBegun },
    })
    .get('/api/system/migration/omitted', ({ query }) => moving.omitted(query), {
      query: schema.OmittedQuery,
      response: schema.OmittedReply,
    })
    .get('/api/system/migration/report', ({ query }) => reportFile(db, moving.needRun(query.run_id)), {
      query: schema.ReportQuery,
      response: RawReply(['text/csv']),
    })
