import { call } from '../../../api/client'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Switch } from '../../../parts/controls/field'
import { Dialog } from '../../../parts/dialogs/dialog'
import { whenWords } from '../../../parts/text/when'
import { endBy } from '../../../state/ending'
import { useRunWithToast } from '../../../state/run-with-toast'
import { type Backup, backupFacts } from './backup-words'

const MEANWHILE = { text: 'The library is replaced by the backup. This page reloads automatically.' }

const KEPT = [
  'The library as it is now is set aside and not deleted, and no comic is touched.',
  'Panelkeep restarts for that.',
].join(' ')

/** Explains the effect of a restore before it starts. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { backup_id, when, has_settings } = backup
  const [withSettings, setWithSettings] = useState(false)
  const { busy, perform } = useRunWithToast()
  const restore = async () => {
    const input = { params: { backup_id }, body: { with_settings: withSettings } }
    await perform(() => endBy('restart', () => call('POST /api/system/backups/:backup_id/restore', input), MEANWHILE))
    onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} onClick=${restore}>Restore it<//>
  `
  return html`
    <${Dialog} open title=${`Go back to ${whenWords(when)}?`} help="backups#restore-a-backup" onClose=${onClose} foot=${foot}>
      <p>The library becomes what it was then: ${backupFacts(backup)}. ${KEPT}</p>
      ${
        has_settings &&
        html`
          <div class="restore-settings">
            <${Switch} label="Also the settings and the login of then" on=${withSettings} onChange=${setWithSettings} />
          </div>
        `
      }
    <//>
  `
}
