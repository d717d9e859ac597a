import type { Reply } from '../../api/contract'

export type ReleasesReply = Reply<'GET /api/releases'>
export type Release = ReleasesReply['releases'][number]
export type ReleaseSource = ReleasesReply['sources'][number]
