import './notices.css'
import '../../../parts/dialogs/sheet.css'
import '../../../parts/lists/ranked-list.css'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { Button } from '../../../parts/controls/button'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { AddTarget } from './add-target'
import { NoticeLog } from './notice-log'
import type { WireNotifications } from './notice-words'
import { TargetRow } from './target-row'
import { TargetSheet } from './target-sheet'

/** The notification targets, and the notifications that they got. */
export function NotificationsPage() {
  return html`<${SystemPage} tab="notices"><${NotificationsView} /><//>`
}

const changed = () => invalidate('GET /api/config/notifications')

function NotificationsView() {
  const { data, error, reload } = useQuery('GET /api/config/notifications')
  const [open, setOpen] = useState<string | undefined>(undefined)
  const [adding, setAdding] = useState(false)
  if (!data && error)
    return html`<${ErrorLook} what="The notifications could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${5} label="Loading the notifications" />`
  const target = data.targets.find(({ target_id }) => target_id === open)
  const service = data.services.find((one) => one.service === target?.service)
  const sheet = { lists: data, service, target, onChanged: changed, onClose: () => setOpen(undefined) }
  return html`
    ${
      data.targets.length === 0
        ? html`<${NoTargets} onAdd=${() => setAdding(true)} />`
        : html`
      <${Targets}
        lists=${data}
        onOpen=${setOpen}
        onAdd=${() => setAdding(true)}
      />
    `
    }
    ${target && service && html`<${TargetSheet} key=${target.target_id} ...${sheet} />`}
    ${adding && html`<${AddTarget} lists=${data} onChanged=${changed} onClose=${() => setAdding(false)} />`}
  `
}

function NoTargets({ onAdd }: { onAdd: () => void }) {
  const text =
    'Get notified on your desktop, by mail or on your phone when issues are imported, when something needs your attention, and when a disk is almost full.'
  return html`
    <${Empty} icon="bell" title="No notifications yet" text=${text}>
      <${Button} kind="main" icon="plus" onClick=${onAdd}>Add a notification<//>
    <//>
  `
}

type TargetsProps = { lists: WireNotifications; onOpen: (id: string) => void; onAdd: () => void }

function Targets({ lists, onOpen, onAdd }: TargetsProps) {
  return html`
    <div class="system-bar">
      <p>Events within one minute are sent as one notification. Failed notifications are retried.</p>
      <${Button} icon="plus" onClick=${onAdd}>Add another<//>
    </div>
    <ul class="ranked" aria-label="Notification targets">
      ${lists.targets.map(
        (target) => html`
        <${TargetRow}
          key=${target.target_id}
          lists=${lists}
          target=${target}
          onOpen=${onOpen}
          onChanged=${changed}
        />
      `,
      )}
    </ul>
    <${NoticeLog} />
  `
}
