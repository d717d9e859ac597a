import type { AssistantStatus } from '../api/assistant'
import type { ChatMessage, ProposedAction } from '../pages/assistant/wire'

/** The state of an assistant that is set up and idle. */
export const assistantStatus: AssistantStatus = {
  configured: true,
  chat: true,
  helpers: { reading_orders: false, weekly_suggestions: false, series_summary: false },
  circuit_state: 'closed',
  model: 'tiny-model',
  library_series: 2,
  today_tokens: 1_200,
  today_requests: 4,
  daily_limit: 100_000,
  rpm_limit: 20,
  retry_at: null,
  last_failure: null,
  tools: 'unknown',
  vision: 'unknown',
}

/** A proposal that waits for a click. */
export const proposedAction: ProposedAction = {
  id: 'a1',
  kind: 'mark_issues',
  status: 'pending',
  outcome: null,
  title: 'Want 1 issue of Harbor Lights',
  changes: [{ label: 'Harbor Lights #3', before: 'Skipped', after: 'Wanted', comic_id: 's1', issue_id: 'i3' }],
  detail: null,
  thread_id: 't1',
  message_id: 'm2',
  created_at: '2026-01-01T08:00:00.000Z',
  updated_at: '2026-01-01T08:00:00.000Z',
}

/** The first question of the chat `t1`. */
export const chatMessage = (more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'm1',
  thread_id: 't1',
  role: 'user',
  content: '',
  status: 'complete',
  results: [],
  actions: [],
  attachments: [],
  error: null,
  retryable: false,
  created_at: '2026-01-01T08:00:00.000Z',
  ...more,
})
