import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Confirm, Dialog } from '../../../parts/dialogs/dialog'
import { showToast } from '../../../state/toasts'
import { clientDraft, trimClientDraft, useClientDraft } from './client-draft'
import { ClientForm } from './client-form'
import { changeClient, removeClient } from './client-save'
import type { Client, WireClientPreset } from './client-words'

export type ClientSheetProps = { client: Client; preset: WireClientPreset; onClose: () => void }
type Asking = { title: string; text: string; action: string; run: () => unknown }

/** All settings of one client. */
export function ClientSheet({ client, preset, onClose }: ClientSheetProps) {
  const { client_id, type, name, secret_set } = client
  const form = useClientDraft(clientDraft(client), { type, client_id })
  const [asking, setAsking] = useState<Asking | undefined>(undefined)
  const [saving, setSaving] = useState(false)
  const typed = form.draft.name.trim()
  const save = async (force = false): Promise<void> => {
    setSaving(true)
    const refused = await changeClient(client_id, trimClientDraft(form.draft), force)
    setSaving(false)
    if (refused?.inFlight && !force) {
      const title = `${name} has active downloads`
      return setAsking({ title, text: refused.detail, action: 'Save it anyway', run: () => save(true) })
    }
    setAsking(undefined)
    if (refused) return form.refuse(refused.detail)
    showToast(`${typed} is saved.`)
    onClose()
  }
  const away = async (force = false): Promise<void> => {
    const refused = await removeClient(client_id, force)
    if (refused?.inFlight && !force) {
      const title = `${name} has active downloads`
      return setAsking({ title, text: refused.detail, action: 'Remove it anyway', run: () => away(true) })
    }
    setAsking(undefined)
    showToast(refused?.detail ?? `${name} is removed.`, { kind: refused ? 'error' : 'note' })
    if (!refused) onClose()
  }
  const ask = () =>
    setAsking({
      title: `Remove ${name}?`,
      text: `Panelkeep sends it no more releases and deletes its address and login. Its downloads stay.`,
      action: 'Remove it',
      run: away,
    })
  const foot = html`
    <span class="dialog-first"><${Button} kind="quiet" icon="trash" onClick=${ask}>Remove<//></span>
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${saving} disabled=${typed === '' || form.draft.address.trim() === ''} onClick=${() => save()}>Save<//>
  `
  const confirm = asking && {
    open: true,
    title: asking.title,
    text: asking.text,
    action: asking.action,
    danger: true,
    onConfirm: () => asking.run(),
    onClose: () => setAsking(undefined),
  }
  return html`
    <${Dialog} open kind="sheet" title=${name} help="downloading#download-clients" onClose=${onClose} foot=${foot}>
      <${ClientForm} ...${form} preset=${preset} fresh=${false} secretSet=${secret_set} onSubmit=${() => save()} />
    <//>
    ${confirm && html`<${Confirm} ...${confirm} />`}
  `
}
