import { Elysia } from 'elysia'
import { AbortReply, ReadyReply, ReasonBody } from './schema'
import type { AcquisitionGate } from './service'

/** Opens the gate of automatic searches. */
export const acquisitionRoutes = ({ acquisitionGate }: { acquisitionGate: AcquisitionGate }) =>
  new Elysia({ tags: ['system'] })
    .post('/api/system/acquisition/reconciliation/ready', ({ body }) => acquisitionGate.ready(body), {
      body: ReasonBody,
      response: ReadyReply,
    })
    .post('/api/system/acquisition/maintenance/abort', ({ body }) => acquisitionGate.abort(body), {
      body: ReasonBody,
      response: AbortReply,
    })
