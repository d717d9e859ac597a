import type { Reply } from '../../api/contract'

export type WireDetail = Reply<'GET /api/series/:comic_id'>
export type WireSeries = WireDetail['comic'][number]
export type WireIssue = WireDetail['issues'][number]

/** The metadata of a series with its sources. */
type Metadata = Reply<'GET /api/series/:comic_id/metadata'>
export type Field = Metadata['fields'][number]
export type SourceLine = Metadata['sources'][number]
export type ProviderSource = Exclude<SourceLine['source'], 'user' | 'file'>
export type WireSeriesCandidate = Reply<'GET /api/series/:comic_id/candidates'>['candidates'][number]
export type IssueDetail = Reply<'GET /api/series/issues/:issue_id'>

export type RenamePreview = Reply<'POST /api/series/:comic_id/rename/preview'>
export type FileBatch = Reply<'GET /api/filing/batches'>['batches'][number]
export type TagPreview = Reply<'GET /api/metadata/metatag/preview/:issue_id'>
