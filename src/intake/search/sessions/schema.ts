import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { Id, OneOf } from '../../../base/http/wire'
import { pastStates } from '../states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = t.Nullable(t.Number())

export const SessionParams = t.Object({ session_id: Id })
export const CandidateParams = t.Object({ session_id: Id, candidate_id: Id })

/** The service checks the value, with the messages of the older routes. */
const Said = t.String({ maxLength: 100 })
export const SearchRequestBody = t.Object({ entity_type: Said, entity_id: Id, mode: t.Optional(Said) })
/** Only the literal true grabs a rejected release. */
export const GrabBody = t.Optional(t.Object({ override: t.Optional(t.Unknown()) }))

const PastView = t.Object({ state: OneOf(pastStates), reasons: t.Array(Text), at: Text })
/** A release of earlier searches and downloads that no indexer offers now. */
export const RememberedRelease = t.Composite([
  PastView,
  t.Object({ digest: Text, title: Text, indexer: Text, size_bytes: Count }),
])

export const CandidateView = t.Object({
  candidate_id: Id,
  state: Text,
  candidate: t.Object({
    title: Text,
    provider: Text,
    source_kind: Text,
    published_at: Maybe,
    size_bytes: Count,
    pack: t.Boolean(),
    metrics: t.Object({ seeders: Count, peers: Count, leechers: Count, grabs: Count, files: Count }),
  }),
  verdict: t.Object({
    status: Text,
    accepted: t.Boolean(),
    overrideable: t.Boolean(),
    reason_code: Text,
    reasons: t.Array(t.Object({ code: Text, message: Text })),
    match_kind: Text,
  }),
  /** Null for a rejected release. */
  ranking: t.Nullable(t.Object({ place: Integer(), score: Integer(), line: Text })),
  /** The earlier outcome of the release. */
  past: t.Nullable(PastView),
  satisfies: t.Array(t.Object({ entity_type: Text, entity_id: Text, issue_number: Text })),
})
export type CandidateView = typeof CandidateView.static

const session = {
  session_id: Id,
  entity_type: Text,
  entity_id: Text,
  series_id: Text,
  state: Text,
  candidate_count: Integer(),
  progress: t.Object({
    provider_total: Integer(),
    provider_completed: Integer(),
    current_provider: Maybe,
    /** Sentences about items that could not be used. */
    left_out: t.Optional(t.Array(Text)),
  }),
  provider_failures: t.Array(t.Object({ provider: Text, code: Text, detail: Text })),
  created_at: Text,
  expires_at: Text,
  candidates: t.Array(CandidateView),
  remembered: t.Array(RememberedRelease),
}
export const SessionView = t.Object(session)
export type SessionView = typeof SessionView.static
export const StartedSession = t.Object({ success: t.Literal(true), ...session })

export const GrabReply = t.Object({
  success: t.Boolean(),
  status: Text,
  candidate_id: Id,
  journal_release_key: t.Optional(Text),
  journal_managed: t.Optional(t.Boolean()),
  code: t.Optional(Text),
  error: t.Optional(Text),
  detail: t.Optional(Text),
  idempotent: t.Boolean(),
})
export type GrabReply = typeof GrabReply.static
