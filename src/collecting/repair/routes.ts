import { Elysia, t } from 'elysia'
import type { Session } from '../../base/auth/session'
import { withSession } from '../../base/auth/with-session'
import { QueryFlag } from '../../base/http/wire'
import {
  ApplyBody,
  PermitBody,
  PermitParams,
  PermitReply,
  ReleaseReply,
  RepairConfirmBody,
  RepairConfirmReply,
  RepairPreviewBody,
  RepairPreviewReply,
  RepairReasonBody,
  RepairRunParams,
  RunReply,
  RunsReply,
  WorkReply,
} from './schema'
import type { Repair } from './service'

interface Deps {
  repair: Repair
  sessionOf: (request: Request) => Session | undefined
  keepOpen: (request: Request) => void
}

/** Repair runs and their canary permits. */
export const repairRoutes = ({ repair, sessionOf, keepOpen }: Deps) =>
  new Elysia({ prefix: '/api/system/acquisition', tags: ['system'] })
    .use(withSession(sessionOf))
    .get('/repair', () => repair.list(), { response: RunsReply })
    .post('/repair/preview', ({ session, body }) => repair.preview(ownerOf(session), body), {
      body: RepairPreviewBody,
      response: RepairPreviewReply,
    })
    .get('/repair/:run_id', ({ params, query }) => repair.get(params.run_id, query.include_items !== false), {
      params: RepairRunParams,
      query: t.Object({ include_items: t.Optional(QueryFlag) }),
      response: RunReply,
    })
    .post(
      '/repair/:run_id/confirm',
      ({ session, params, body }) => repair.confirm(ownerOf(session), params.run_id, body),
      {
        params: RepairRunParams,
        body: RepairConfirmBody,
        response: RepairConfirmReply,
      },
    )
    .post(
      '/repair/:run_id/apply',
      ({ params, body, request }) => {
        keepOpen(request)
        return repair.apply(params.run_id, body)
      },
      { params: RepairRunParams, body: ApplyBody, response: WorkReply },
    )
    .post(
      '/repair/:run_id/rollback',
      ({ params, body, request }) => {
        keepOpen(request)
        return repair.rollBack(params.run_id, body)
      },
      { params: RepairRunParams, body: RepairReasonBody, response: WorkReply },
    )
    .post('/repair/:run_id/canary', ({ params, body }) => repair.issuePermit(params.run_id, body), {
      params: RepairRunParams,
      body: PermitBody,
      response: PermitReply,
    })
    .get('/canary/:permit_id', ({ params }) => repair.permit(params.permit_id), {
      params: PermitParams,
      response: PermitReply,
    })
    .post('/canary/:permit_id/release', ({ params, body }) => repair.releasePermit(params.permit_id, body), {
      params: PermitParams,
      body: RepairReasonBody,
      response: ReleaseReply,
    })

const ownerOf = ({ username, sid }: Session) => ({ username, sid })
