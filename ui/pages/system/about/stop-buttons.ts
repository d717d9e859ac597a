import { call } from '../../../api/client'
import { useOptionStates } from '../../../forms/option-states'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Confirm } from '../../../parts/dialogs/dialog'
import { endBy, type Shutdown } from '../../../state/ending'
import { useRunWithToast } from '../../../state/run-with-toast'

const CONFIRMATIONS: Record<Shutdown['how'], { title: string; text: string; action: string }> = {
  restart: {
    title: 'Restart Panelkeep?',
    text: 'This takes a moment. Running tasks resume after the restart, and this page reloads automatically.',
    action: 'Restart it',
  },
  stop: {
    title: 'Stop Panelkeep?',
    text: 'Reading and searching stop until Panelkeep is started again on its machine. Running tasks resume then.',
    action: 'Stop it',
  },
}

/** The restart and stop buttons, with a confirmation. */
export function StopButtons() {
  const [asking, setAsking] = useState<Shutdown['how'] | undefined>(undefined)
  const { busy, perform } = useRunWithToast()
  const { nextAddress: at } = useOptionStates()
  const go = async () => {
    await perform(() =>
      asking === 'stop'
        ? endBy('stop', () => call('POST /api/system/shutdown'))
        : endBy('restart', () => call('POST /api/system/restart'), { at }),
    )
    setAsking(undefined)
  }
  const confirm = {
    open: asking !== undefined,
    ...CONFIRMATIONS[asking ?? 'restart'],
    danger: asking === 'stop',
    busy,
    onConfirm: go,
    onClose: () => setAsking(undefined),
  }
  return html`
    <div class="about-leaving">
      <${Button} icon="refresh" onClick=${() => setAsking('restart')}>Restart<//>
      <${Button} kind="quiet" icon="power" onClick=${() => setAsking('stop')}>Stop<//>
    </div>
    <${Confirm} ...${confirm} />
  `
}
