import type { Reply } from '../../api/contract'

export type ImportKind = 'comic' | 'manga'
export type WireScan = Reply<'GET /api/import/comic/review'>
/** What a list is sorted, filtered and confirmed by. */
export type Outline = NonNullable<WireScan['outline']>[number]
/** A proposal with all that a row shows. */
export type WireGroup = Reply<'GET /api/import/groups'>['groups'][number]
export type WireFile = WireGroup['files'][number]
export type LastConfirm = NonNullable<WireScan['last_confirm']>
/** The reply to a correction: the current proposals. */
export type CorrectionReply = Reply<'POST /api/import/groups/merge'>
export type ConfirmBody = { scan_id: string; selected_ids: string[]; want_new: boolean }
export type GroupChange = {
  /** The id of a proposal, or of a series at a provider; null: none. */
  proposal?: string | null
  name?: string
  year?: number | null
  content_type?: ImportKind
  comic_id?: string | null
}
/** Written by hand, since the contract loses the values of a record. */
export type FileChange = {
  number?: string
  number_end?: string
  kind?: WireFile['kind']
  unit?: WireFile['unit']
  group_id?: string
  new_group?: string
}
