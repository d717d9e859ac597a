import type { Reply } from '../../api/contract'

export type Kind = 'comic' | 'manga'
export type WireScan = Reply<'GET /api/import/comic/progress'>
export type WireGroup = NonNullable<WireScan['results']>[number]
export type WireFile = WireGroup['files'][number]
/** What a person put right; by hand, since the contract loses the values of a record. */
export type Change = { name?: string; year?: number | null; content_type?: Kind }
export type ConfirmBody = { scan_id: string; selected_ids: string[]; changes?: Record<string, Change> }
