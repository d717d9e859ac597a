import { Elysia, t } from 'elysia'
import { Id } from '../../base/http/wire'
import { Refusal } from '../../base/refusal'
import { operationStates } from '../../base/work/machine'
import type { Operation, Operations } from '../../base/work/operations'

/** Number of ended operations in the list, for a page that polls late. */
const TOLD = 20

const Said = t.Object({
  operation_id: Id,
  kind: t.String(),
  subject: t.String(),
  state: t.Unsafe<Operation['state']>(t.Union(operationStates.map((state) => t.Literal(state)))),
  /** 0 to 1. */
  progress: t.Number(),
  detail: t.Any(),
  error: t.Nullable(t.String()),
  created_at: t.String(),
  finished_at: t.Nullable(t.String()),
})

/** The progress of operations. */
export const operationRoutes = ({ operations }: { operations: Operations }) =>
  new Elysia({ tags: ['system'] })
    .get(
      '/api/operations',
      ({ query }) => ({ operations: operations.recent(query.subject, TOLD).map(operationView) }),
      {
        query: t.Object({ subject: Id }),
        response: t.Object({ operations: t.Array(Said) }),
      },
    )
    .get('/api/operations/:operation_id', ({ params }) => operationView(operations.find(params.operation_id)), {
      params: t.Object({ operation_id: Id }),
      response: Said,
    })

/** An operation in the form of the pages, without its payload. */
function operationView(row: Operation | undefined): typeof Said.static {
  if (!row) throw new Refusal('missing', 'This operation is unknown, or its result has expired.')
  const { operation_id, kind, subject, state, progress, detail, error, created_at, finished_at } = row
  return { operation_id, kind, subject, state, progress, detail: detail ?? null, error, created_at, finished_at }
}
