import type { Reply } from '../../api/contract'

export type WireDetail = Reply<'GET /api/series/:comic_id'>
export type WireSeries = WireDetail['comic'][number]
export type WireIssue = WireDetail['issues'][number]
