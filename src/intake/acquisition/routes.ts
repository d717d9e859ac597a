import { Elysia } from 'elysia'
import { AbortReply, GateReasonBody, ReadyReply } from './schema'
import type { GateControls } from './service'

/** Opens the gate of automatic searches. */
export const acquisitionRoutes = ({ acquisitionGate }: { acquisitionGate: GateControls }) =>
  new Elysia({ tags: ['system'] })
    .post('/api/system/acquisition/reconciliation/ready', ({ body }) => acquisitionGate.ready(body), {
      body: GateReasonBody,
      response: ReadyReply,
    })
    .post('/api/system/acquisition/maintenance/abort', ({ body }) => acquisitionGate.abort(body), {
      body: GateReasonBody,
      response: AbortReply,
    })
