import { Elysia, status } from 'elysia'
import { SUCCESS } from '../../../base/http/success'
import { UncheckedReply } from '../../../base/http/wire'
import type { Undo } from '../confirm/undo'
import type { ImportProposals } from '../proposals/service'
import {
  FileChanges,
  FilesQuery,
  GroupChange,
  GroupFiles,
  GroupParams,
  GroupResult,
  ImportUndoBegun,
  Merge,
  ReviewReply,
  StepBack,
  UndoOperation,
  UndoReply,
} from '../schema'
import type { ImportReview } from './service'

interface Deps {
  review: ImportReview
  undo: Undo
  proposals: ImportProposals
}

/** Corrections of proposals, and the undo of a confirm. */
export const reviewRoutes = ({ review, undo, proposals }: Deps) =>
  new Elysia({ tags: ['imports'] })
    .get('/api/import/groups/:group_id', ({ params }) => review.group(params.group_id), {
      params: GroupParams,
      response: UncheckedReply(GroupResult),
    })
    .get('/api/import/groups/:group_id/files', ({ params, query }) => review.files(params.group_id, query), {
      params: GroupParams,
      query: FilesQuery,
      response: UncheckedReply(GroupFiles),
    })
    .patch(
      '/api/import/groups/:group_id',
      async ({ params: { group_id }, body }) =>
        review.change(group_id, await proposals.resolveProposal(group_id, body)),
      { params: GroupParams, body: GroupChange, response: UncheckedReply(ReviewReply) },
    )
    .patch('/api/import/groups/:group_id/files', ({ params, body }) => review.changeFiles(params.group_id, body), {
      params: GroupParams,
      body: FileChanges,
      response: UncheckedReply(ReviewReply),
    })
    .post('/api/import/comic/undo', async ({ body }) => undone(await undo.undo('comic', body.operation_id)), {
      body: UndoOperation,
      response: { 200: UndoReply, 202: ImportUndoBegun },
    })
    .post('/api/import/manga/undo', async ({ body }) => undone(await undo.undo('manga', body.operation_id)), {
      body: UndoOperation,
      response: { 200: UndoReply, 202: ImportUndoBegun },
    })
    .post('/api/import/groups/undo', ({ body }) => review.undoStep(body.scan_id), {
      body: StepBack,
      response: UncheckedReply(ReviewReply),
    })
    .post('/api/import/groups/merge', ({ body }) => review.merge(body.into, body.group_ids), {
      body: Merge,
      response: UncheckedReply(ReviewReply),
    })

function undone(answer: typeof UndoReply.static | { operation_id: string }) {
  return 'operation_id' in answer ? status(202, { ...SUCCESS, operation_id: answer.operation_id }) : status(200, answer)
}
