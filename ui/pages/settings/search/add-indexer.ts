import { useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { PickList } from '../../../parts/controls/pick-list'
import { Dialog } from '../../../parts/dialogs/dialog'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { showToast } from '../../../state/toasts'
import { IndexerForm } from './indexer-form'
import { saveIndexer } from './indexer-save'
import { INDEXER_KINDS, type WireIndexerPreset, type WireIndexers } from './indexer-words'
import { ProwlarrPull } from './prowlarr-pull'
import { trimIndexerDraft, useIndexerDraft } from './use-draft'

export type AddIndexerProps = { lists: WireIndexers; onClose: () => void }

/** The type is chosen first, then its fields appear. */
export function AddIndexer({ lists, onClose }: AddIndexerProps) {
  const [preset, setPreset] = useState<WireIndexerPreset | undefined>(undefined)
  const back = () => setPreset(undefined)
  if (!preset) return html`<${Presets} onPick=${setPreset} onClose=${onClose} />`
  if (preset.pull)
    return html`
      <${ProwlarrPull}
        lists=${lists}
        preset=${preset}
        onBack=${back}
        onClose=${onClose}
      />
    `
  return html`<${NewIndexer} preset=${preset} onBack=${back} onClose=${onClose} />`
}

function Presets({ onPick, onClose }: { onPick: (preset: WireIndexerPreset) => void; onClose: () => void }) {
  const { data, error, reload } = useQuery('GET /api/config/providers/presets')
  const shown = error
    ? html`<${ErrorLook} what="The list could not be loaded" detail=${error.detail} onRetry=${reload} />`
    : !data
      ? html`<${Skeleton} count=${5} label="Loading what can be added" />`
      : html`<${PickList} picks=${data.presets.map(picked)} onPick=${(id: string) => onPick(data.presets.find((one) => one.id === id) as WireIndexerPreset)} />`
  return html`<${Dialog} open kind="sheet" title="Add an indexer" help="searching#indexers" onClose=${onClose}>${shown}<//>`
}

const picked = ({ id, label, type, about, pull }: WireIndexerPreset) => ({
  key: id,
  label,
  about,
  kind: pull ? 'Usenet and torrents' : INDEXER_KINDS[type],
})

export type NewIndexerProps = { preset: WireIndexerPreset; onBack: () => void; onClose: () => void }

/** The indexer is tested before it is saved; after a failure the user has to confirm. */
function NewIndexer({ preset, onBack, onClose }: NewIndexerProps) {
  const { type, label, about, host, categories, needs_key } = preset
  const named = host === '' ? '' : label
  const { test, refuse, ...form } = useIndexerDraft({ name: named, host, api_key: '', verify: true, categories }, type)
  const [saving, setSaving] = useState(false)
  const doubtful = form.tried?.success === false
  const add = async () => {
    if (form.busy || saving) return
    if (!doubtful && form.tried === undefined && !(await test())) return
    setSaving(true)
    const error = await saveIndexer({ type, enabled: true, ...trimIndexerDraft(form.draft) })
    setSaving(false)
    if (error) return refuse(error)
    showToast(`${form.draft.name.trim()} added`)
    onClose()
  }
  const ready = form.draft.name.trim() !== '' && form.draft.host.trim() !== '' && form.nameError === undefined
  const foot = html`
    <span class="dialog-first"><${Button} kind="quiet" icon="arrow-left" onClick=${onBack}>Back<//></span>
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind=${doubtful ? 'plain' : 'main'} busy=${saving || form.busy} disabled=${!ready} onClick=${add}>
      ${doubtful ? 'Add anyway' : 'Add'}
    <//>
  `
  return html`
    <${Dialog} open kind="sheet" title=${`Add ${label}`} help="searching#indexers" onClose=${onClose} foot=${foot}>
      <p class="picks-about">${about}</p>
      <${IndexerForm} ...${form} keySet=${false} needsKey=${needs_key} fresh onTest=${test} onSubmit=${add} />
    <//>
  `
}
