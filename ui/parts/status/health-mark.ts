import type { Health } from '../../api/health'
import { html } from '../../html'
import { Mark } from './mark'

const MARKS = { ok: 'have', notice: 'wanted', warning: 'wanted', error: 'attention' } as const

/** Whether all is well, at a glance. */
export function HealthMark({ health }: { health: Health }) {
  return html`<${Mark} state=${MARKS[health.state]} word=${healthWords(health)} />`
}

export function healthWords({
  state,
  open_count,
  checked_at,
}: Pick<Health, 'state' | 'open_count' | 'checked_at'>): string {
  if (state === 'notice') return 'Something failed and is being retried'
  if (open_count === 0) return checked_at ? 'All is well' : 'Nothing was looked at yet'
  return open_count === 1 ? 'One thing needs a hand' : `${open_count} things need a hand`
}
