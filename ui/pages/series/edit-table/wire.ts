import type { Input, Reply } from '../../../api/contract'

export type TableReply = Reply<'POST /api/series/edits/rows'>
export type WireRow = TableReply['rows'][number]
export type EditResult = Reply<'POST /api/series/edits'>
export type EditBody = Input<'POST /api/series/edits'>['body']
export type Subject = TableReply['of']
