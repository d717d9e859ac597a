import { html } from '../../../html'
import type { Turn } from '../turn/turn'

/** Announces the start and the end of a reply to screen readers, instead of every word. */
export function Announcer({ turn }: { turn: Turn | undefined }) {
  return html`<p class="unseen" role="status" aria-live="polite">${turn ? spoken(turn) : ''}</p>`
}

function spoken({ phase, messages, failure }: Turn): string {
  if (phase !== 'ended') return 'The assistant is replying.'
  const reply = messages.findLast(({ role }) => role === 'assistant')
  if (failure) return failure.detail
  if (!reply) return 'Stopped.'
  if (reply.status === 'error') return reply.error ?? 'The reply failed.'
  const proposed = reply.actions.length > 0 ? ' A change is proposed. Confirm or dismiss it below.' : ''
  return reply.status === 'cancelled' ? `Stopped. ${reply.content}` : reply.content + proposed
}
