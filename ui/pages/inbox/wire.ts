import type { Input, Reply } from '../../api/contract'

export type Inbox = Reply<'GET /api/import'>
export type InboxGroup = Inbox['imports'][number]
export type InboxFile = InboxGroup['files'][number]
export type ImportedFile = Reply<'GET /api/import/filed'>['files'][number]
export type Folder = Reply<'GET /api/import/folders'>['folders'][number]
export type NewSeries = NonNullable<NonNullable<Input<'POST /api/import/match'>['body']>['new_series']>
export type InboxKind = InboxFile['content_type']
