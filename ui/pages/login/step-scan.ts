import { useLocation } from 'preact-iso'
import { ApiError, call } from '../../api/client'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { setupStep } from '../../state/setup-step'
import { useBusy } from '../../state/use-busy'
import type { SetupChoices } from './setup'

const SCAN_LEAD = [
  'Panelkeep scans your folders and suggests a series for each group of files.',
  'You confirm before anything is added.',
].join(' ')
const EMPTY_LEAD = 'Your library is empty for now. You can choose folders in Settings later.'

export function StepScan({ now, onBack }: { now: SetupChoices; onBack: () => void }) {
  const { route } = useLocation()
  const { busy, run } = useBusy()
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const any = now.comics.length + now.manga.length > 0
  const leave = () => {
    setupStep.finish()
    route('/import')
  }
  const scan = async () => {
    if (now.comics.length > 0) await call('POST /api/import/comic/scan')
    if (now.manga.length > 0) await call('POST /api/import/manga/scan')
    leave()
  }
  const onFailure = (sentence: string, cause: unknown) => {
    const isRunning = cause instanceof ApiError && cause.status === 409
    if (isRunning) leave()
    else setWrong(sentence)
  }
  const start = () => run(scan, { onFailure })
  return html`
    <div class="login-form">
      <h1>${any ? 'Ready to open' : 'The door is open'}</h1>
      <p class="login-lead">${any ? SCAN_LEAD : EMPTY_LEAD}</p>
      <ul class="login-summary">
        ${now.comics.map((path) => html`<li key=${path}><${Icon} name="check" size="small" /><span>Comics in <code>${path}</code></span></li>`)}
        ${now.manga.map((path) => html`<li key=${path}><${Icon} name="check" size="small" /><span>Manga in <code>${path}</code></span></li>`)}
        <li><${Icon} name="check" size="small" /><span>${now.lan ? 'Readers on your network may connect' : 'Only this machine may connect'}</span></li>
      </ul>
      ${wrong && html`<p class="login-wrong" role="alert">${wrong}</p>`}
      <div class="login-actions">
        <${Button} kind="quiet" size="large" onClick=${onBack}>Back<//>
        ${
          any
            ? html`<${Button} kind="main" size="large" busy=${busy} onClick=${start}>Scan my folders<//>`
            : html`<${Button} kind="main" size="large" href="/library" onClick=${setupStep.finish}>Go to the library<//>`
        }
      </div>
    </div>
  `
}
