import type { Health } from '../../api/health'
import { html } from '../../html'
import { pluralWords } from '../../parts/text/format'
import { Mark } from './mark'

const MARKS = { ok: 'have', notice: 'wanted', warning: 'wanted', error: 'attention' } as const

/** The overall health as a mark. */
export function HealthMark({ health }: { health: Health }) {
  return html`<${Mark} state=${MARKS[health.state]} word=${healthWords(health)} />`
}

export function healthWords({
  state,
  open_count,
  checked_at,
}: Pick<Health, 'state' | 'open_count' | 'checked_at'>): string {
  if (state === 'notice') return 'Retrying after a failure'
  if (open_count === 0) return checked_at ? 'No problems' : 'Not checked yet'
  return pluralWords(open_count, '1 problem', '{count} problems')
}
