import { call } from '../../api/client'
import type { OptionStates } from '../../forms/option-states'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { endBy } from '../../state/ending'
import { useRunWithToast } from '../../state/run-with-toast'

/** The changes that need a restart, with a restart button; renders nothing without changes. */
export function RestartNeeded({ pending, nextAddress }: OptionStates) {
  const { busy, perform } = useRunWithToast()
  if (pending.length === 0) return null
  const restart = () => perform(() => endBy('restart', () => call('POST /api/system/restart'), { at: nextAddress }))
  const names = pending.map(({ label }) => label).join(', ')
  return html`
    <div class="settings-waiting" role="status">
      <p>Takes effect after a restart: ${names}.</p>
      <${Button} size="small" icon="refresh" busy=${busy} onClick=${restart}>Restart now<//>
    </div>
  `
}
