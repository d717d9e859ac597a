import './backups.css'
import { call } from '../../../api/client'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { Button } from '../../../parts/controls/button'
import { Menu } from '../../../parts/controls/menu'
import { Confirm } from '../../../parts/dialogs/dialog'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Mark } from '../../../parts/status/mark'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText, whenWords } from '../../../parts/text/when'
import { runWithToast, useRunWithToast } from '../../../state/run-with-toast'
import { BackupSettings } from './backup-settings'
import { BackupTimes } from './backup-times'
import { type Backup, backupFacts, WHY } from './backup-words'
import { RestoreDialog } from './restore-dialog'

const LIST = 'GET /api/system/backups'

/** Copies of the library and its settings. */
export function BackupsPage() {
  return html`<${SystemPage} tab="backups"><${BackupsView} /><//>`
}

function BackupsView() {
  const { data, error, reload } = useQuery(LIST)
  const { busy, perform } = useRunWithToast()
  const make = async () => {
    await perform(() => call('POST /api/system/backups'), 'The library is backed up.')
    invalidate(LIST)
  }
  if (!data && error)
    return html`<${ErrorLook} what="The backups could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${6} label="Loading the backups" />`
  const button = html`<${Button} kind="main" busy=${busy} onClick=${make}>${busy ? 'Backing up' : 'Back up now'}<//>`
  const text =
    'A backup holds the library and its settings: what you have, what you want, and how far you read. Comics and manga are not in it.'
  return html`
    ${
      data.backups.length === 0
        ? html`<${Empty} icon="archive" title="There is no backup yet" text=${text}>${button}<//>`
        : html`
          <div class="system-bar"><p>${text}</p>${button}</div>
          <ul class="backups" aria-label="Backups">${data.backups.map((one) => html`<${BackupRow} key=${one.backup_id} backup=${one} />`)}</ul>
        `
    }
    <${BackupTimes} />
    <${BackupSettings} folder=${data.folder} />
  `
}

function BackupRow({ backup }: { backup: Backup }) {
  const { backup_id, when, why, ok, path } = backup
  const [asking, setAsking] = useState<'restore' | 'remove' | undefined>(undefined)
  const close = () => setAsking(undefined)
  const remove = async () => {
    await runWithToast(
      () => call('DELETE /api/system/backups/:backup_id', { params: { backup_id } }),
      'The backup is deleted.',
    )
    invalidate(LIST)
    close()
  }
  const items = [
    {
      label: 'Download',
      icon: 'download' as const,
      href: `/api/system/backups/${encodeURIComponent(backup_id)}/download`,
      download: '',
    },
    { label: 'Delete', icon: 'trash' as const, danger: true, apart: true, onPick: () => setAsking('remove') },
  ]
  const confirm = {
    open: asking === 'remove',
    title: 'Delete this backup?',
    action: 'Delete it',
    danger: true,
    text: `The backup of ${whenWords(when)} is deleted permanently.`,
    onConfirm: remove,
    onClose: close,
  }
  return html`
    <li class="system-row backup" title=${path}>
      <div>
        <p class="system-name"><${TimeText} at=${when} /></p>
        <p class="system-quiet">${WHY[why]}</p>
      </div>
      <p class="backup-facts">${ok ? backupFacts(backup) : html`<${Mark} state="attention" word="Damaged" />`}</p>
      <div class="system-does">
        ${ok && html`<${Button} size="small" label=${`Restore: ${whenWords(when)}`} onClick=${() => setAsking('restore')}>Restore<//>`}
        <${Menu} title=${`Backup of ${whenWords(when)}`} items=${items} />
      </div>
      ${asking === 'restore' && html`<${RestoreDialog} backup=${backup} onClose=${close} />`}
      <${Confirm} ...${confirm} />
    </li>
  `
}
