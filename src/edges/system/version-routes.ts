import { Elysia, t } from 'elysia'
import type { Versions } from './versions'

const Text = t.Nullable(t.String())
const Span = t.Nullable(t.Object({ from: t.String(), to: t.String() }))
const Sections = t.Array(t.Object({ version: t.String(), bullets: t.Array(t.String()) }))
const Version = t.Object({
  current_version: t.String(),
  current_version_name: t.String(),
  current_release_name: t.String(),
  latest_version: Text,
  release_version: Text,
  release_name: Text,
  release_url: Text,
  update_state: t.Union([t.Literal('unknown'), t.Literal('behind'), t.Literal('ahead'), t.Literal('up_to_date')]),
  update_reason: Text,
  update_error: Text,
  checked_at: Text,
  install_type: t.String(),
  current_branch: Text,
  commits_behind: t.Null(),
  build: t.Object({
    id: Text,
    commit: Text,
    release: t.String(),
    version: t.String(),
    source: t.String(),
    verified: t.Boolean(),
  }),
  pending_whats_new: Span,
  message: t.Optional(t.String()),
})

export const versionRoutes = ({ versions }: { versions: Versions }) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/version', () => versions.read(), { response: Version })
    .post('/api/system/version/check', () => versions.check(), { response: Version })
    .get('/api/system/release-notes', ({ query }) => versions.notes(query), {
      query: t.Object({ after: t.Optional(t.String()), through: t.Optional(t.String()) }),
      response: t.Object({ sections: Sections }),
    })
    .get('/api/system/whats-new/archive', () => versions.archive(), {
      response: t.Object({ sections: Sections, pending: Span, current: t.String(), last_seen: t.String() }),
    })
    .post('/api/system/whats-new/dismiss', () => versions.dismiss(), {
      response: t.Object({ success: t.Literal(true), last_seen_version: t.String() }),
    })
