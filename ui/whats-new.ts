import { call } from './api/client'
import { useLater } from './api/later'
import { cacheReply, useQuery } from './api/query'
import { html, useState } from './html'
import { ReleaseNotes } from './pages/system/about/release-notes'
import { Button } from './parts/controls/button'
import { Dialog } from './parts/dialogs/dialog'
import { showToast } from './state/toasts'

/** Shows the release notes once after an update. */
export function WhatsNew() {
  const { data: version } = useQuery('GET /api/system/version', useLater() ? undefined : null)
  const [seen, setSeen] = useState(false)
  const span = version?.pending_whats_new
  if (!span || seen) return null
  const close = async () => {
    setSeen(true)
    try {
      await call('POST /api/system/whats-new/dismiss')
      cacheReply('GET /api/system/version', undefined, { ...version, pending_whats_new: null })
    } catch (cause) {
      showToast(cause instanceof Error ? cause.message : String(cause), { kind: 'error' })
    }
  }
  return html`<${News} from=${span.from} to=${span.to} onClose=${close} />`
}

type NewsProps = { from: string; to: string; onClose: () => void }

function News({ from, to, onClose }: NewsProps) {
  const { data } = useQuery('GET /api/system/release-notes', { query: { after: from, through: to } })
  if (!data || data.sections.length === 0) return null
  const foot = html`<${Button} kind="main" autofocus onClick=${onClose}>Continue<//>`
  return html`
    <${Dialog} open kind="sheet" title=${`New in Panelkeep ${to}`} onClose=${onClose} foot=${foot}>
      <${ReleaseNotes} sections=${data.sections} all />
    <//>
  `
}
