import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Cover } from '../../../parts/covers/cover'
import { Dialog } from '../../../parts/dialogs/dialog'
import { countWords, numberWords, pluralWords } from '../../../parts/text/format'
import { mergeTarget, type Proposal } from './proposals'

export type MergeDialogProps = {
  list: readonly Proposal[]
  busy: boolean
  onMerge: (into: Proposal, others: Proposal[]) => unknown
  onClose: () => void
}

/** Chooses the proposal that gets the files of the others. */
export function MergeDialog({ list, busy, onMerge, onClose }: MergeDialogProps) {
  const [chosen, setChosen] = useState(mergeTarget(list)?.id)
  const into = list.find(({ id }) => id === chosen)
  const others = list.filter(({ id }) => id !== chosen)
  const owned = list.filter(({ existing }) => existing !== undefined)
  const files = others.reduce((sum, one) => sum + one.fileTotal, 0)
  const merge = () => into && onMerge(into, others)
  const submit = (event: Event) => {
    event.preventDefault()
    merge()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} disabled=${!into || owned.length > 1} onClick=${merge}>${`Merge into ${into?.name ?? ''}`}<//>
  `
  const moved = pluralWords(
    others.length,
    `${countWords(files, 'file')} from the other proposal`,
    `${countWords(files, 'file')} from the other {count} proposals`,
  )
  return html`
    <${Dialog} open title=${`Merge ${numberWords(list.length)} proposals into…`} onClose=${onClose} foot=${foot}>
      <form class="merge" onSubmit=${submit}>
        ${
          owned.length > 1 &&
          html`
            <p class="review-error" role="alert">
              ${numberWords(owned.length)} of them are in the library already, so neither can be given up here. Let go of one.
            </p>
          `
        }
        <div role="radiogroup" aria-label="The one that stays">
          ${list.map((one) => {
            // A series in the library cannot be merged into a new one.
            const free = owned.length === 0 || one.existing !== undefined
            return html`
              <${Choice}
                key=${one.id}
                one=${one}
                on=${one.id === chosen}
                free=${free}
                onChoose=${() => setChosen(one.id)}
              />
            `
          })}
        </div>
        <p>The merge adds ${moved}. Files on disk are not moved, and you can undo it.</p>
        <button class="unseen" type="submit" tabindex="-1">Merge</button>
      </form>
    <//>
  `
}

type ChoiceProps = { one: Proposal; on: boolean; free: boolean; onChoose: () => void }

function Choice({ one, on, free, onChoose }: ChoiceProps) {
  const facts = [one.year, one.amount, one.existing && 'in your library'].filter(Boolean).join(' · ')
  return html`
    <label class="merge-choice" data-on=${on || undefined}>
      <input type="radio" name="into" checked=${on} disabled=${!free} autofocus=${on} onChange=${onChoose} />
      <${Cover} name=${one.name} src=${one.cover} mark=${one.year} width=${40} />
      <span><b>${one.name}</b><small>${facts}</small><small>${one.found}</small></span>
    </label>
  `
}
