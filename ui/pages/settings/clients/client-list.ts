import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { RankedList, type RankedRow } from '../../../parts/lists/ranked-list'
import { showToast } from '../../../state/toasts'
import { AddClient } from './add-client'
import { changeClient, reorderClients } from './client-save'
import { ClientSheet } from './client-sheet'
import { type Client, clientFacts, clientState, type WireClients } from './client-words'

/** The clients in the order in which releases are offered to them. */
export function ClientList({ lists }: { lists: WireClients }) {
  const [open, setOpen] = useState<string | undefined>(undefined)
  const [adding, setAdding] = useState(false)
  const save = async (ids: string[]) => {
    const refused = await reorderClients(ids)
    if (refused) showToast(refused.detail, { kind: 'error' })
    return refused === undefined
  }
  const client = lists.clients.find(({ client_id }) => client_id === open)
  const preset = lists.presets.find(({ type }) => type === client?.type)
  return html`
    <${RankedList} all=${lists.clients.map((one) => ranked(lists, one))} onOrder=${save} onOpen=${setOpen}>
      The first that answers gets a release. When it does not, the next one that takes such releases does.
    <//>
    <${Button} size="small" icon="plus" onClick=${() => setAdding(true)}>Add a download client<//>
    ${adding && html`<${AddClient} lists=${lists} onClose=${() => setAdding(false)} />`}
    ${
      client &&
      preset &&
      html`
      <${ClientSheet}
        key=${client.client_id}
        client=${client}
        preset=${preset}
        onClose=${() => setOpen(undefined)}
      />
    `
    }
  `
}

function ranked({ presets }: WireClients, client: Client): RankedRow {
  const { client_id: id, name, enabled, standing } = client
  const turn = async (on: boolean) => {
    const refused = await changeClient(id, { enabled: on })
    const done = on ? `${name} gets releases again.` : `${name} gets no more releases. What it has is finished.`
    showToast(refused?.detail ?? done, { kind: refused ? 'error' : 'note' })
  }
  return {
    id,
    name,
    mark: clientState(client),
    facts: clientFacts(client, presets),
    details: enabled && standing.detail ? [{ text: standing.detail, wrong: standing.state === 'failing' }] : [],
    turn: { label: `Give releases to ${name}`, on: enabled, onChange: turn },
  }
}
