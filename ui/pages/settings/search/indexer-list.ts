import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { RankedList, type RankedRow } from '../../../parts/lists/ranked-list'
import { showToast } from '../../../state/toasts'
import { AddIndexer } from './add-indexer'
import { reorderIndexers, saveIndexer } from './indexer-save'
import { IndexerSheet } from './indexer-sheet'
import { type Indexer, indexerFacts, indexerState, inSearchOrder, type WireIndexers } from './indexer-words'

/** The indexers in their search order. */
export function IndexerList({ lists }: { lists: WireIndexers }) {
  const all = inSearchOrder(lists)
  const [open, setOpen] = useState<string | undefined>(undefined)
  const [adding, setAdding] = useState(false)
  const save = async (ids: string[]) => {
    const error = await reorderIndexers(ids)
    if (error) showToast(error, { kind: 'error' })
    return error === undefined
  }
  const opened = all.find(({ id }) => id === open)
  return html`
    <${RankedList} all=${all.map((one) => ranked(lists, one))} onOrder=${save} onOpen=${setOpen}>
      Indexers are searched in this order. Where two have the same release, the first wins.
    <//>
    <${Button} size="small" icon="plus" onClick=${() => setAdding(true)}>Add an indexer<//>
    ${adding && html`<${AddIndexer} lists=${lists} onClose=${() => setAdding(false)} />`}
    ${
      opened &&
      html`
      <${IndexerSheet}
        key=${opened.id}
        indexer=${opened}
        onClose=${() => setOpen(undefined)}
      />
    `
    }
  `
}

const GAP = 'Some releases may have been missed between two RSS syncs. Run RSS sync more often.'

function ranked(lists: WireIndexers, one: Indexer): RankedRow {
  const { id, name, enabled, standing, type } = one
  const mark = indexerState(one, lists[type].enabled)
  const turn = async (on: boolean) => {
    const error = await saveIndexer({ ...one, enabled: on })
    showToast(error ?? (on ? `${name} enabled` : `${name} disabled`), { kind: error ? 'error' : 'note' })
  }
  const detail = enabled && mark.mark !== 'have' && standing.detail
  return {
    id,
    name,
    mark,
    facts: indexerFacts(one),
    details: [
      ...(detail ? [{ text: detail, wrong: mark.mark === 'attention' }] : []),
      ...(enabled && standing.feed_gap ? [{ text: GAP, wrong: false }] : []),
    ],
    turn: { label: `Use ${name}`, on: enabled, onChange: turn },
  }
}
