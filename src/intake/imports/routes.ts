import { Elysia, status } from 'elysia'
import { inPieces } from '../../base/http/pieces'
import { SUCCESS } from '../../base/http/success'
import { RawReply, SuccessReply, UncheckedReply } from '../../base/http/wire'
import { pictureReply } from '../../library/reading/pictures'
import type { Packing } from './pack/service'
import type { Previews } from './review/preview'
import {
  AcceptedReply,
  Confirm,
  GroupParams,
  Groups,
  GroupsQuery,
  ImportConfirmReply,
  OperationStarted,
  Pack,
  ProgressView,
  ReviewView,
  Waiting,
} from './schema'
import type { ConfirmAnswer, Imports } from './service'

interface Deps {
  imports: Imports
  packing: Packing
  previews: Previews
}

const Ended = { 200: ImportConfirmReply, 202: AcceptedReply }
const Picture = RawReply(['image/*'])

/** Comics and manga are separate libraries: each is scanned, reviewed and confirmed on its own. */
export const importRoutes = ({ imports, packing, previews }: Deps) =>
  new Elysia({ tags: ['imports'] })
    .post('/api/import/comic/scan', async () => started(await imports.scan('comic')), { response: OperationStarted })
    .get('/api/import/comic/progress', async () => whole(await imports.progress('comic')), {
      response: UncheckedReply(ProgressView),
    })
    .get('/api/import/comic/review', async () => inPieces(await imports.review('comic'), 'outline'), {
      response: UncheckedReply(ReviewView),
    })
    .post('/api/import/comic/confirm', async ({ body }) => answer(await imports.confirm('comic', body)), {
      body: Confirm,
      response: Ended,
    })
    .post('/api/import/comic/pack', ({ body }) => packed(packing.begin('comic', body)), {
      body: Pack,
      response: OperationStarted,
    })
    .post('/api/import/manga/pack', ({ body }) => packed(packing.begin('manga', body)), {
      body: Pack,
      response: OperationStarted,
    })
    .post('/api/import/comic/cancel', () => imports.cancel('comic'), { response: SuccessReply })
    .post('/api/import/manga/scan', async () => started(await imports.scan('manga')), { response: OperationStarted })
    .get('/api/import/manga/progress', async () => whole(await imports.progress('manga')), {
      response: UncheckedReply(ProgressView),
    })
    .get('/api/import/manga/review', async () => inPieces(await imports.review('manga'), 'outline'), {
      response: UncheckedReply(ReviewView),
    })
    .post('/api/import/manga/confirm', async ({ body }) => answer(await imports.confirm('manga', body)), {
      body: Confirm,
      response: Ended,
    })
    .post('/api/import/manga/cancel', () => imports.cancel('manga'), { response: SuccessReply })
    .get('/api/import/waiting', () => imports.waiting(), { response: Waiting })
    .get('/api/import/groups', ({ query }) => imports.groups(query.ids), {
      query: GroupsQuery,
      response: UncheckedReply(Groups),
    })
    .get(
      '/api/import/groups/:group_id/cover',
      ({ request, params }) => pictureReply(request, previews.ofGroup(params.group_id)),
      { params: GroupParams, response: Picture },
    )

const whole = (view: ProgressView) => inPieces(view, 'results')

const started = (operation_id: string) => ({ ...SUCCESS, message: 'The scan has started.', operation_id })
const packed = (operation_id: string) => ({ ...SUCCESS, message: 'The pictures are being packed.', operation_id })

/** 202 for a long import, which continues in the background. */
function answer(reply: ConfirmAnswer) {
  if (!reply.done) return status(202, { ...SUCCESS, operation_id: reply.operation_id })
  const { success, operation_id, imported, errors } = reply
  return status(200, { success, operation_id, imported, errors })
}
