import { Elysia } from 'elysia'
import { Trusted } from '../series/schema'
import type { Review } from './review'
import { FileChanges, GroupChange, Merge, Reviewed } from './review-schema'
import { GroupParams } from './schema'

/** Corrections of proposals. */
export const reviewRoutes = ({ review }: { review: Review }) =>
  new Elysia({ tags: ['imports'] })
    .patch('/api/import/groups/:group_id', ({ params, body }) => review.change(params.group_id, body), {
      params: GroupParams,
      body: GroupChange,
      response: Trusted(Reviewed),
    })
    .patch('/api/import/groups/:group_id/files', ({ params, body }) => review.changeFiles(params.group_id, body), {
      params: GroupParams,
      body: FileChanges,
      response: Trusted(Reviewed),
    })
    .post('/api/import/groups/merge', ({ body }) => review.merge(body.into, body.group_ids), {
      body: Merge,
      response: Trusted(Reviewed),
    })
