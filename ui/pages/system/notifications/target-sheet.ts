import { call } from '../../../api/client'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Confirm, Dialog } from '../../../parts/dialogs/dialog'
import { runWithToast, useRunWithToast } from '../../../state/run-with-toast'
import type { Service, Target, WireNotifications } from './notice-words'
import { changeAll, isWhole, targetDraft, useTargetDraft } from './target-draft'
import { TargetForm } from './target-form'

export type TargetSheetProps = {
  lists: WireNotifications
  service: Service
  target: Target
  onChanged: () => void
  onClose: () => void
}

/** All settings of one notification target. */
export function TargetSheet({ lists, service, target, onChanged, onClose }: TargetSheetProps) {
  const { target_id, name, secrets_set } = target
  const form = useTargetDraft(targetDraft(target), service.service, target_id)
  const [removing, setRemoving] = useState(false)
  const { busy: saving, perform } = useRunWithToast()
  const ready = isWhole(service, form.draft, secrets_set)
  const end = (done: boolean) => {
    if (!done) return
    onChanged()
    onClose()
  }
  const save = async () => {
    if (!ready || saving) return
    const done = await perform(() => changeAll(target_id, form.draft), `${form.draft.name.trim() || name} is saved.`)
    end(done)
  }
  const away = async () => {
    const params = { target_id }
    const done = await runWithToast(
      () => call('DELETE /api/config/notifications/:target_id', { params }),
      `${name} is removed.`,
    )
    setRemoving(false)
    end(done)
  }
  const confirm = {
    open: removing,
    title: `Remove ${name}?`,
    action: 'Remove it',
    danger: true,
    text: 'It receives no more notifications, and its keys are deleted.',
    onConfirm: away,
    onClose: () => setRemoving(false),
  }
  const foot = html`
    <span class="dialog-first"><${Button} kind="quiet" icon="trash" onClick=${() => setRemoving(true)}>Remove<//></span>
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${saving} disabled=${!ready} onClick=${save}>Save<//>
  `
  return html`
    <${Dialog} open kind="sheet" title=${name} help="notifications#add-a-notification" onClose=${onClose} foot=${foot}>
      <${TargetForm} ...${form} service=${service} events=${lists.events} kept=${secrets_set} onSubmit=${save} />
    <//>
    <${Confirm} ...${confirm} />
  `
}
