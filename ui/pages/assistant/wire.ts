import type { Reply } from '../../api/contract'

/** The messages between the chat and the server. */
export type { ChatFrame as TurnFrame } from '../../../src/edges/ai/chat/frames'
export type ThreadSummary = Reply<'GET /api/ai/chat/threads'>['threads'][number]
export type ChatMessage = Reply<'GET /api/ai/chat/threads/:thread_id'>['messages'][number]
/** The rows of one query, as the assistant read them. */
export type QueryResult = ChatMessage['results'][number]
export type ResultRow = QueryResult['data'][number]
/** A change that the assistant proposes. Only a click applies the change. */
export type ProposedAction = ChatMessage['actions'][number]
export type ActionChange = ProposedAction['changes'][number]
