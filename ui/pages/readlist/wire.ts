import type { Reply } from '../../api/contract'

export type ListDetail = Reply<'GET /api/readlists/:list_id'>
export type List = ListDetail['list']
export type Entry = ListDetail['entries'][number]

export const nameOf = ({ series_name, label }: Entry) => `${series_name} ${label}`
