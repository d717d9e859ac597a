import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { PickList } from '../../../parts/controls/pick-list'
import { Dialog } from '../../../parts/dialogs/dialog'
import { showToast } from '../../../state/toasts'
import { freshDraft, trimClientDraft, useClientDraft } from './client-draft'
import { ClientForm } from './client-form'
import { addClient } from './client-save'
import { type ClientType, isHealthy, PROTOCOL_NAMES, type WireClientPreset, type WireClients } from './client-words'

export type AddClientProps = { lists: WireClients; onClose: () => void }

/** The type is chosen first, then its fields appear. */
export function AddClient({ lists, onClose }: AddClientProps) {
  const [type, setType] = useState<ClientType | undefined>(undefined)
  const preset = lists.presets.find((one) => one.type === type)
  if (preset)
    return html`
      <${NewClient}
        lists=${lists}
        preset=${preset}
        onBack=${() => setType(undefined)}
        onClose=${onClose}
      />
    `
  const picks = lists.presets.map(({ type: key, label, protocol, help }) => ({
    key,
    label,
    about: help,
    kind: protocol ? PROTOCOL_NAMES[protocol] : 'Usenet or torrents',
  }))
  return html`
    <${Dialog} open kind="sheet" title="Add a download client" help="downloading#download-clients" onClose=${onClose}>
      <${PickList} picks=${picks} onPick=${setType} />
    <//>
  `
}

type NewClientProps = AddClientProps & { preset: WireClientPreset; onBack: () => void }

/** The client is tested before it is saved; after a failure or a warning the user has to confirm. */
function NewClient({ lists, preset, onBack, onClose }: NewClientProps) {
  const { type, label, help } = preset
  const form = useClientDraft({ ...freshDraft(preset), name: freeName(lists, label) }, { type })
  const [saving, setSaving] = useState(false)
  const { draft, tried } = form
  const doubtful = tried !== undefined && !isHealthy(tried)
  const save = async () => {
    if (form.busy || saving) return
    if (!tried) {
      const answer = await form.test()
      if (!answer || !isHealthy(answer)) return
    }
    setSaving(true)
    const refused = await addClient({ type, enabled: true, ...trimClientDraft(draft) })
    setSaving(false)
    if (refused) return form.refuse(refused.detail)
    showToast(`${draft.name.trim()} is added.`)
    onClose()
  }
  const ready = draft.name.trim() !== '' && draft.address.trim() !== ''
  const foot = html`
    <span class="dialog-first"><${Button} kind="quiet" icon="arrow-left" onClick=${onBack}>Back<//></span>
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind=${doubtful ? 'plain' : 'main'} busy=${saving || form.busy} disabled=${!ready} onClick=${save}>
      ${doubtful ? 'Add it anyway' : 'Add it'}
    <//>
  `
  return html`
    <${Dialog}
      open
      kind="sheet"
      title=${type === 'blackhole' ? 'Add a blackhole folder' : `Add ${label}`}
      help="downloading#download-clients"
      onClose=${onClose}
      foot=${foot}
    >
      <p class="picks-about">${help}</p>
      <${ClientForm} ...${form} preset=${preset} fresh secretSet=${false} onSubmit=${save} />
    <//>
  `
}

/** "SABnzbd", "SABnzbd 2": two clients cannot have one name. */
function freeName({ clients }: WireClients, label: string): string {
  const used = new Set(clients.map(({ name }) => name.toLowerCase()))
  let name = label
  for (let count = 2; used.has(name.toLowerCase()); count++) name = `${label} ${count}`
  return name
}
