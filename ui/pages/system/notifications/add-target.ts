import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { PickList } from '../../../parts/controls/pick-list'
import { Dialog } from '../../../parts/dialogs/dialog'
import { useRunWithToast } from '../../../state/run-with-toast'
import type { Service, WireNotifications } from './notice-words'
import { addTarget, isWhole, newDraft, useTargetDraft } from './target-draft'
import { TargetForm } from './target-form'

export type AddTargetProps = { lists: WireNotifications; onChanged: () => void; onClose: () => void }

/** The service is chosen first, then its fields appear. */
export function AddTarget({ lists, onChanged, onClose }: AddTargetProps) {
  const [service, setService] = useState<Service | undefined>(undefined)
  if (service)
    return html`
      <${NewTarget}
        lists=${lists}
        service=${service}
        onBack=${() => setService(undefined)}
        onChanged=${onChanged}
        onClose=${onClose}
      />
    `
  const usable = lists.services.filter(({ missing }) => missing === null)
  const picks = usable.map(({ service, label, about }) => ({ key: service, label, about, kind: '' }))
  const rest = lists.services.flatMap(({ label, missing }) => (missing === null ? [] : [{ label, missing }]))
  const pick = (key: string) => setService(usable.find((one) => one.service === key))
  return html`
    <${Dialog} open kind="sheet" title="Add a notification" help="notifications#add-a-notification" onClose=${onClose}>
      <${PickList} picks=${picks} onPick=${pick} />
      ${rest.map(({ label, missing }) => html`<p key=${label} class="system-quiet notice-missing"><b>${label}</b> ${missing}</p>`)}
    <//>
  `
}

type NewTargetProps = AddTargetProps & { service: Service; onBack: () => void }

function NewTarget({ lists, service, onBack, onChanged, onClose }: NewTargetProps) {
  const form = useTargetDraft(newDraft(lists), service.service)
  const { busy: saving, perform } = useRunWithToast()
  const ready = isWhole(service, form.draft)
  const save = async () => {
    if (!ready || saving) return
    const done = await perform(
      () => addTarget(service.service, form.draft),
      `${form.draft.name.trim() || service.label} is added.`,
    )
    if (!done) return
    onChanged()
    onClose()
  }
  const foot = html`
    <span class="dialog-first"><${Button} kind="quiet" icon="arrow-left" onClick=${onBack}>Back<//></span>
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${saving} disabled=${!ready} onClick=${save}>Add it<//>
  `
  return html`
    <${Dialog} open kind="sheet" title=${`Notify with ${service.label}`} help="notifications#add-a-notification" onClose=${onClose} foot=${foot}>
      <p class="picks-about">${service.about}</p>
      <${TargetForm} ...${form} service=${service} events=${lists.events} onSubmit=${save} />
    <//>
  `
}
