import { useLocation } from 'preact-iso'
import { ApiError, call } from '../../api/client'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { setupStep } from '../../state/setup-step'
import type { SetupChoices } from './setup'

const SCAN_LEAD = [
  'Panelkeep now looks through your folders and tells you what it takes each series for.',
  'You confirm before anything is added.',
].join(' ')
const EMPTY_LEAD = 'The shelves are empty for now. Choose folders in Settings whenever you like.'

export function StepScan({ now, onBack }: { now: SetupChoices; onBack: () => void }) {
  const { route } = useLocation()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const any = now.comic_dir !== '' || now.manga_dir !== ''
  const leave = () => {
    setupStep.forget()
    route('/import')
  }
  const start = async () => {
    setBusy(true)
    try {
      if (now.comic_dir) await call('POST /api/import/comic/scan')
      if (now.manga_dir) await call('POST /api/import/manga/scan')
      leave()
    } catch (cause) {
      const running = cause instanceof ApiError && cause.status === 409
      if (running) leave()
      else setWrong((cause as Error).message)
      setBusy(false)
    }
  }
  return html`
    <div class="login-form">
      <h1>${any ? 'Ready to open' : 'The door is open'}</h1>
      <p class="login-lead">${any ? SCAN_LEAD : EMPTY_LEAD}</p>
      <ul class="login-summary">
        ${now.comic_dir && html`<li><${Icon} name="check" size="small" /><span>Comics in <code>${now.comic_dir}</code></span></li>`}
        ${now.manga_dir && html`<li><${Icon} name="check" size="small" /><span>Manga in <code>${now.manga_dir}</code></span></li>`}
        <li><${Icon} name="check" size="small" /><span>${now.lan ? 'Readers on your network may connect' : 'Only this machine may connect'}</span></li>
      </ul>
      ${wrong && html`<p class="login-wrong" role="alert">${wrong}</p>`}
      <div class="login-actions">
        <${Button} kind="quiet" size="large" onClick=${onBack}>Back<//>
        ${
          any
            ? html`<${Button} kind="main" size="large" busy=${busy} onClick=${start}>Scan my folders<//>`
            : html`<${Button} kind="main" size="large" href="/library" onClick=${setupStep.forget}>Go to the library<//>`
        }
      </div>
    </div>
  `
}
