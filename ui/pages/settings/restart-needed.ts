import { call } from '../../api/client'
import type { Standing } from '../../forms/standing'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { endBy } from '../../state/ending'
import { useTold } from '../../state/told'

/** Which changes wait for the next start, and the way to it; nothing when none does. */
export function RestartNeeded({ waiting, at }: Standing) {
  const { busy, tell } = useTold()
  if (waiting.length === 0) return null
  const restart = () => tell(() => endBy('restart', () => call('POST /api/system/restart'), { at }))
  const names = waiting.map(({ label }) => label).join(', ')
  return html`
    <div class="settings-waiting" role="status">
      <p>Changed, and so after the next start: ${names}.</p>
      <${Button} size="small" icon="refresh" busy=${busy} onClick=${restart}>Restart now<//>
    </div>
  `
}
