import type { Reply } from '../../api/contract'

/** What travels between the chat and the server. */

export type MessageStatus = 'streaming' | 'complete' | 'error' | 'cancelled'

export type Attachment = { id: string; filename: string; width: number; height: number; url: string }

/** The rows of one query, as the assistant read them. */
export type ResultRow = Record<string, unknown>
export type QueryResult = { pattern_id: string; data: ResultRow[] }

/** A change that the assistant proposes. Only a click confirms it. */
export type ProposedAction = Reply<'GET /api/ai/chat/actions/:action_id'>['action']
export type ActionChange = ProposedAction['changes'][number]

export type ChatMessage = {
  id: string
  thread_id: string
  role: 'user' | 'assistant'
  content: string
  status: MessageStatus
  results?: QueryResult[] | null
  actions?: ProposedAction[] | null
  attachments: Attachment[]
  error?: string | null
  retryable?: boolean
  created_at: string
}

export type ThreadSummary = {
  id: string
  title: string
  created_at: string
  updated_at: string
  message_count: number
}

/** A frame of the stream of a turn. */
export type TurnFrame =
  | { type: 'thread'; thread: ThreadSummary }
  | { type: 'user_message'; message: ChatMessage }
  | { type: 'results'; pattern_id: string; data: ResultRow[]; message_id: string }
  | { type: 'action'; action: ProposedAction; message_id: string }
  | { type: 'text'; content: string; message_id: string }
  | { type: 'error'; code?: string; content: string; retryable?: boolean; message_id?: string }
  | { type: 'done'; message?: Partial<ChatMessage> | null }
