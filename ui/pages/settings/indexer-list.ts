import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { Switch } from '../../parts/field'
import { Icon } from '../../parts/icon'
import { Mark } from '../../parts/mark'
import { say } from '../../state/toasts'
import { AddIndexer } from './add-indexer'
import { keep, reorder } from './indexer-save'
import { IndexerSheet } from './indexer-sheet'
import { type Indexer, indexerFacts, indexerState, inOrder, type Lists } from './indexer-words'
import { useOrder } from './use-order'

/** The indexers in the order in which they are asked; each opens to all that is set of it. */
export function IndexerList({ lists }: { lists: Lists }) {
  const all = inOrder(lists)
  const [open, setOpen] = useState<string | undefined>(undefined)
  const [adding, setAdding] = useState(false)
  const save = async (ids: string[]) => {
    const error = await reorder(lists, ids)
    if (error) say(error, { kind: 'error' })
    return error === undefined
  }
  const { shown, dragged, list, handle } = useOrder(
    all.map(({ id }) => id),
    save,
  )
  const rows = shown.flatMap((id) => all.find((one) => one.id === id) ?? [])
  const opened = all.find(({ id }) => id === open)
  return html`
    ${
      rows.length > 0 &&
      html`<ol class="indexers" ref=${list}>
        ${rows.map((one, at) => {
          const grip = { ...handle(one.id), label: `Move ${one.name}, ${at + 1} of ${rows.length}: up and down arrow` }
          const row = {
            one,
            lists,
            many: rows.length > 1,
            held: one.id === dragged,
            grip,
            onOpen: () => setOpen(one.id),
          }
          return html`<${Row} key=${one.id} ...${row} />`
        })}
      </ol>`
    }
    ${rows.length > 1 && html`<p class="setting-note">The first is asked first, and believed first where two have the same release.</p>`}
    <${Button} size="small" icon="plus" onClick=${() => setAdding(true)}>Add an indexer<//>
    ${adding && html`<${AddIndexer} lists=${lists} onClose=${() => setAdding(false)} />`}
    ${opened && html`<${IndexerSheet} key=${opened.id} ...${{ lists, indexer: opened, onClose: () => setOpen(undefined) }} />`}
  `
}

type RowProps = {
  one: Indexer
  lists: Lists
  many: boolean
  held: boolean
  grip: ReturnType<ReturnType<typeof useOrder>['handle']> & { label: string }
  onOpen: () => void
}

function Row({ one, lists, many, held, grip, onOpen }: RowProps) {
  const { name, enabled, standing, type } = one
  const { mark, word } = indexerState(one, lists[type].enabled)
  const turn = async (on: boolean) => {
    const error = await keep(lists, { ...one, enabled: on })
    say(error ?? `${name} is ${on ? 'asked again' : 'not asked any more'}.`, { kind: error ? 'error' : 'note' })
  }
  const { label, ...does } = grip
  return html`
    <li class="indexer" data-held=${held || undefined}>
      ${many && html`<button class="indexer-grip" type="button" aria-label=${label} title="Drag, or use the up and down arrow" ...${does}><${Icon} name="grip" size="small" /></button>`}
      <button class="indexer-open" type="button" onClick=${onOpen} aria-label=${`Settings of ${name}`}>
        <b>${name}</b>
        <small>${indexerFacts(one)}</small>
      </button>
      <${Mark} state=${mark} word=${word} />
      <${Switch} ...${{ label: `Ask ${name}`, unlabelled: true, on: enabled, onChange: turn }} />
      ${enabled && mark !== 'have' && standing.detail && html`<p class="indexer-detail" data-quiet=${mark !== 'attention' || undefined}>${standing.detail}</p>`}
      ${enabled && standing.feed_gap && html`<p class="indexer-detail" data-quiet>Between two looks it had more releases than are looked back at: some may have been missed. Looking more often helps.</p>`}
    </li>
  `
}
