import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf } from '../../base/http/wire'
import { requestActions, requestKinds, requestStates, wants } from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer({ minimum: 0 })

const Asker = t.Object({ user_id: Id, name: Text, colour: Text, picture: Maybe })
export type Asker = typeof Asker.static

export const RequestReply = t.Object({
  request_id: Id,
  state: OneOf(requestStates),
  kind: OneOf(requestKinds),
  title: Text,
  year: t.Nullable(t.Integer()),
  /** The series in the library, once it is there. */
  comic_id: t.Nullable(Id),
  issue_id: t.Nullable(Id),
  provider_id: t.Nullable(Id),
  cover_url: Maybe,
  /** The user's own note; for those who decide, the notes of all users. */
  note: Text,
  /** For readers themselves alone. */
  asked_by: t.Array(Asker),
  asked_at: Text,
  decided_at: Maybe,
  reason: Maybe,
  mine: t.Boolean(),
})
export type RequestReply = typeof RequestReply.static

export const RequestsQuery = t.Object({
  state: t.Optional(OneOf(requestStates)),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200 })),
  offset: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000_000 })),
})
export type RequestsQuery = typeof RequestsQuery.static
export const RequestsReply = t.Object({
  requests: t.Array(RequestReply),
  total: Count,
  /** Requests without a decision, of all pages. */
  waiting: Count,
})
export type RequestsReply = typeof RequestsReply.static

const Note = t.Optional(t.String({ maxLength: 300 }))
const SeriesRequest = t.Object({
  kind: t.Literal('series'),
  /** As a search for series names it: the id at a provider, or that of a series of the library. */
  provider_id: Id,
  title: t.Optional(t.String({ minLength: 1, maxLength: 300 })),
  year: t.Optional(t.Nullable(t.Integer({ minimum: 0, maximum: 9999 }))),
  cover_url: t.Optional(t.Nullable(t.String({ maxLength: 2000 }))),
  note: Note,
})
export type SeriesRequest = typeof SeriesRequest.static
const IssueRequest = t.Object({ kind: t.Literal('issue'), issue_id: Id, note: Note })
export type IssueRequest = typeof IssueRequest.static
export const AskBody = t.Union([SeriesRequest, IssueRequest])
export type AskBody = typeof AskBody.static

export const RequestParams = t.Object({ request_id: Id })
export const DecideBody = t.Object({
  action: OneOf(requestActions),
  /** Why it is declined. */
  reason: t.Optional(t.Nullable(t.String({ maxLength: 300 }))),
  /** Absent: the settings decide, as for a series that is added. */
  want: t.Optional(OneOf(wants)),
  /** A library folder, or a folder in one. */
  root: t.Optional(t.Nullable(t.String({ maxLength: 4096 }))),
})
export type DecideBody = typeof DecideBody.static
