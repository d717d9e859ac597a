import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { Id, OneOf } from '../../../base/http/wire'
import { ProposedAction } from '../actions/schema'
import { messageRoles, messageStatuses } from './states'

export const ThreadView = t.Object({
  id: Id,
  title: t.String(),
  created_at: t.String(),
  updated_at: t.String(),
  message_count: Integer(),
})
export type ThreadView = typeof ThreadView.static

export const AttachmentView = t.Object({
  id: Id,
  filename: t.String(),
  media_type: t.Literal('image/webp'),
  byte_size: Integer(),
  width: Integer(),
  height: Integer(),
  url: t.String(),
})
export type AttachmentView = typeof AttachmentView.static

const Cell = t.Union([t.String(), t.Number(), t.Boolean(), t.Null()])

export const MessageView = t.Object({
  id: Id,
  thread_id: Id,
  role: OneOf(messageRoles),
  content: t.String(),
  status: OneOf(messageStatuses),
  /** Rows of the queries behind the reply. */
  results: t.Array(t.Object({ pattern_id: t.String(), data: t.Array(t.Record(t.String(), Cell)) })),
  /** Changes that the reply proposes. */
  actions: t.Array(ProposedAction),
  attachments: t.Array(AttachmentView),
  /** Why the reply is missing or incomplete, as a sentence. */
  error: t.Nullable(t.String()),
  /** Whether the same question may work later. */
  retryable: t.Boolean(),
  created_at: t.String(),
})
export type MessageView = typeof MessageView.static

export const ThreadsQuery = t.Object({
  cursor: t.Optional(t.String({ maxLength: 400 })),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 50 })),
})
export const ThreadsReply = t.Object({ threads: t.Array(ThreadView), next_cursor: t.Nullable(t.String()) })
export type ThreadsReply = typeof ThreadsReply.static

export const ThreadParams = t.Object({ thread_id: Id })
export const AttachmentParams = t.Object({ thread_id: Id, attachment_id: Id })
export const ThreadReply = t.Object({ ...ThreadView.properties, messages: t.Array(MessageView) })
export type ThreadReply = typeof ThreadReply.static
export const RenameThreadBody = t.Object({ title: t.Optional(t.Unknown()) })

/** The service validates the messages and replies in the older form. */
export const ConverseBody = t.Object({ messages: t.Optional(t.Unknown()) })
