import type { HealthFinding } from './check'

export interface AssistantFact {
  configured: boolean
  failures_in_row: number
  last_failure: string | null
}

/** After this many failures in a row the model server is not just busy. */
const LASTS = 3

/** Reports a model server that fails repeatedly. No notices are sent, since nothing else depends on the server. */
export function assistantFindings({ configured, failures_in_row, last_failure }: AssistantFact): HealthFinding[] {
  if (!configured || failures_in_row < LASTS) return []
  return [
    {
      subject: '',
      gravity: 'notice',
      message: last_failure ?? 'The model server of the assistant is failing.',
      remedy: `${failures_in_row} requests in a row failed. Test the model server in Settings, Assistant.`,
      page: '/settings#assistant',
    },
  ]
}
