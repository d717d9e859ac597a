import type { Reply } from '../../../api/contract'
import { invalidate } from '../../../api/query'
import { useOptionForm } from '../../../forms/option-form'
import { html } from '../../../html'
import type { Choice } from '../../../parts/controls/field'
import { SegmentedControl } from '../../../parts/controls/segmented'

type Level = Reply<'GET /api/system/logs'>['level']

/** The level of the log: now, and after the next start where that differs. */
export function LogLevel({ level }: { level: Level }) {
  const { form } = useOptionForm()
  if (!form) return null
  const { label, onSave } = form.bind('log_level')
  const choices = form.choices('log_level')
  const save = async (value: string) => {
    await onSave(Number(value))
    invalidate('GET /api/system/logs')
  }
  const sentence = levelSentence(level, choices)
  return html`
    <div class="log-level">
      <div>
        <p class="log-level-label">${label}</p>
        <${SegmentedControl} label=${label} value=${String(level.saved)} choices=${choices} onChange=${save} />
      </div>
      ${sentence && html`<p class="system-quiet">${sentence}</p>`}
    </div>
  `
}

/** Why the active log level differs from the saved one. */
export function levelSentence(level: Level, choices: readonly Choice[]): string | undefined {
  const { effective, saved, pinned, restart_level, restart_source } = level
  const nameOf = (at: number) => choices[at]?.label ?? String(at)
  if (pinned) return `${nameOf(effective)} until the next start: set by ${sourceWords(restart_source)}.`
  if (effective !== saved) return `Now: ${nameOf(effective)}. After a restart: ${nameOf(restart_level)}.`
  return undefined
}

const sourceWords = (source: string) => (source === 'startup argument' ? 'the command line' : source)
