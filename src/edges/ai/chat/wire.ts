import type { ProposedAction } from '../actions/schema'
import type { AttachmentView, MessageView, ThreadView } from './schema'
import type { AttachmentRow, MessageRow, ThreadRow } from './store'

/** Rows of the chat in the form of the pages. */

export function threadView(row: Omit<ThreadRow, 'user_id'>, message_count: number): ThreadView {
  const { thread_id, title, created_at, updated_at } = row
  return { id: thread_id, title, created_at, updated_at, message_count }
}

export function attachmentView(threadId: string, row: Omit<AttachmentRow, 'position'>): AttachmentView {
  const { attachment_id, filename, byte_size, width, height } = row
  const url = `/api/ai/chat/threads/${encodeURIComponent(threadId)}/attachments/${encodeURIComponent(attachment_id)}`
  return { id: attachment_id, filename, media_type: 'image/webp', byte_size, width, height, url }
}

export function messageView(
  row: MessageRow,
  attachments: readonly AttachmentRow[] = [],
  actions: readonly ProposedAction[] = [],
): MessageView {
  const { message_id, position: _position, thread_id, ...shown } = row
  return {
    id: message_id,
    thread_id,
    ...shown,
    actions: actions.filter((action) => action.message_id === message_id),
    attachments: attachments
      .filter((attachment) => attachment.message_id === message_id)
      .map((attachment) => attachmentView(thread_id, attachment)),
  }
}
