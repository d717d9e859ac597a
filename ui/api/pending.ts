import type { ChatMessage, ThreadSummary } from '../pages/assistant/wire'

type Endpoint<Parts> = { params: never; query: never; body: never } & Parts

/** Endpoints that the server's contract does not describe yet. Remove a line once the contract has it. */
export type UndescribedEndpoints = {
  'GET /api/ai/chat/threads': Endpoint<{
    query: { limit?: number; cursor?: string }
    reply: { threads: ThreadSummary[]; next_cursor: string | null }
  }>
  'GET /api/ai/chat/threads/:thread_id': Endpoint<{
    params: { thread_id: string }
    reply: ThreadSummary & { messages: ChatMessage[] }
  }>
  'PATCH /api/ai/chat/threads/:thread_id': Endpoint<{
    params: { thread_id: string }
    body: { title: string }
    reply: ThreadSummary
  }>
  'DELETE /api/ai/chat/threads/:thread_id': Endpoint<{ params: { thread_id: string }; reply: { success: true } }>
}
