import { call } from '../../../api/client'
import type { Reply } from '../../../api/contract'
import { invalidate } from '../../../api/query'
import { html } from '../../../html'
import { Segmented } from '../../../parts/controls/segmented'
import { told } from '../../../state/told'

type Level = Reply<'GET /api/system/logs'>['level']

const CHOICES = [
  { value: '0', label: 'Warnings only' },
  { value: '1', label: 'What happens' },
  { value: '2', label: 'Everything' },
]
const nameOf = (level: number) => CHOICES[level]?.label.toLowerCase() ?? String(level)

/** How much is written down: now, and from the next start on where that differs. */
export function LogLevel({ level }: { level: Level }) {
  const save = (value: string) =>
    told(async () => {
      await call('PUT /api/config', { body: { log_level: Number(value) } })
      for (const name of ['GET /api/system/logs', 'GET /api/config']) invalidate(name)
    }, 'How much is written down is saved.')
  return html`
    <div class="log-level">
      <div>
        <p class="log-level-label">Written down</p>
        <${Segmented} label="How much is written down" value=${String(level.saved)} choices=${CHOICES} onChange=${save} />
      </div>
      ${sentenceOf(level) && html`<p class="system-quiet">${sentenceOf(level)}</p>`}
    </div>
  `
}

/** Why what is saved is not what is done. */
export function sentenceOf({ effective, saved, pinned, restart_level, restart_source }: Level): string | undefined {
  if (pinned) {
    return `While this run lasts it is “${nameOf(effective)}”, because ${sourceWords(restart_source)} says so. What is chosen here counts once that is left out.`
  }
  if (effective !== saved) return `Now it is “${nameOf(effective)}”; from the next start on “${nameOf(restart_level)}”.`
  return undefined
}

const sourceWords = (source: string) => (source === 'startup argument' ? 'the command line' : source)
