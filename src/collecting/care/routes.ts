import { Elysia, status } from 'elysia'
import { SuccessReply } from '../../base/http/wire'
import * as schema from './schema'
import type { Care } from './service'

/** The page about the care of the collection. */
export const careRoutes = ({ care }: { care: Care }) =>
  new Elysia({ tags: ['care'] })
    .get('/api/care', () => care.summary(), { response: schema.CareSummary })
    .post('/api/care/check', () => status(202, care.checkNow()), { response: { 202: schema.CheckStarted } })
    .post('/api/care/ignored', ({ body }) => care.ignore(body), { body: schema.IgnoreBody, response: SuccessReply })
    .get('/api/care/copies', ({ query }) => care.copyPage(query), {
      query: schema.CopiesQuery,
      response: schema.CopyPage,
    })
    .post('/api/care/copies/preview', ({ body }) => care.previewRemoval(body), {
      body: schema.RemoveCopiesBody,
      response: schema.RemovalPreview,
    })
    .post('/api/care/copies/remove', ({ body }) => status(202, care.removeCopies(body)), {
      body: schema.RemoveCopiesBody,
      response: { 202: schema.WorkStarted },
    })
    .get('/api/care/findings', ({ query }) => care.findingPage(query), {
      query: schema.FindingsQuery,
      response: schema.FindingPage,
    })
    .post('/api/care/files/preview', ({ body }) => care.previewFileRemoval(body), {
      body: schema.RemoveFilesBody,
      response: schema.RemovalPreview,
    })
    .post('/api/care/files/remove', ({ body }) => status(202, care.removeFiles(body)), {
      body: schema.RemoveFilesBody,
      response: { 202: schema.WorkStarted },
    })
    .post('/api/care/extensions/preview', ({ body }) => care.previewExtensions(body), {
      body: schema.ExtensionsBody,
      response: schema.ExtensionsPreview,
    })
    .post('/api/care/extensions', ({ body }) => status(202, care.correctExtensions(body)), {
      body: schema.ExtensionsBody,
      response: { 202: schema.WorkStarted },
    })
    .post('/api/care/gaps/preview', ({ body }) => care.previewGaps(body), {
      body: schema.GapsBody,
      response: schema.GapsPreview,
    })
    .post('/api/care/gaps/want', ({ body }) => care.wantGaps(body), {
      body: schema.GapsBody,
      response: schema.GapsWanted,
    })
    .get('/api/care/sizes', ({ query }) => care.sizes(query), { query: schema.SizesQuery, response: schema.Sizes })
    .get('/api/care/pairs', ({ query }) => care.pairPage(query), {
      query: schema.PairsQuery,
      response: schema.PairPage,
    })
    .get('/api/care/merges', () => care.mergeList(), { response: schema.MergeList })
    .post('/api/care/merges', ({ body }) => care.merge(body), { body: schema.MergeBody, response: schema.MergeReply })
    .post('/api/care/merges/preview', ({ body }) => care.previewMerge(body), {
      body: schema.MergeBody,
      response: schema.MergePreview,
    })
    .post('/api/care/merges/:merge_id/undo', ({ params }) => care.undoMerge(params.merge_id), {
      params: schema.MergeParams,
      response: SuccessReply,
    })
