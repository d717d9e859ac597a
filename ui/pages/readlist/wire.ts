import type { Reply } from '../../api/contract'

export type ListDetail = Reply<'GET /api/readlists/:list_id'>
export type List = ListDetail['list']
export type WireListEntry = ListDetail['entries'][number]

export const entryName = ({ series_name, label }: WireListEntry) => `${series_name} ${label}`
