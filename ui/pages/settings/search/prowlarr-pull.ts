import type { Reply } from '../../../api/contract'
import { useMutation } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { PasswordField, TextField } from '../../../parts/controls/field'
import { Dialog } from '../../../parts/dialogs/dialog'
import { Icon } from '../../../parts/icons/icon'
import { countWords } from '../../../parts/text/format'
import { showToast } from '../../../state/toasts'
import { useBusy } from '../../../state/use-busy'
import type { NewIndexerProps } from './add-indexer'
import { addAll } from './indexer-save'
import { INDEXER_KINDS, inSearchOrder, type WireIndexers } from './indexer-words'

type Pulled = Reply<'POST /api/config/providers/prowlarr'>['indexers'][number]

/** Lists the indexers of a Prowlarr, and adds the chosen ones. */
export function ProwlarrPull({ lists, preset, onBack, onClose }: NewIndexerProps & { lists: WireIndexers }) {
  const pull = useMutation('POST /api/config/providers/prowlarr')
  const [host, setHost] = useState(preset.host)
  const [key, setKey] = useState('')
  const [found, setFound] = useState<Pulled[] | undefined>(undefined)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { busy, run } = useBusy()
  const [wrong, setWrong] = useState('')
  const ask = async (event?: Event) => {
    event?.preventDefault()
    const reply = await pull.run({ body: { host: host.trim(), api_key: key.trim() } })
    setFound(reply?.indexers)
    setLeft(new Set(reply?.indexers.filter(({ enabled }) => !enabled).map((one) => one.host)))
  }
  const fresh = (found ?? []).filter((one) => !isKnown(lists, one))
  const chosen = fresh.filter((one) => !left.has(one.host))
  const add = async () => {
    const api_key = key.trim()
    const entries = chosen.map(({ name, type, host, categories }) => ({
      type,
      name,
      host,
      categories: categories.join(','),
      verify: true,
      enabled: true,
      api_key,
    }))
    const error = await addAll(entries)
    if (error) return setWrong(error)
    showToast(`${countWords(entries.length, 'indexer')} added`)
    onClose()
  }
  const turn = (one: Pulled) => {
    const next = new Set(left)
    if (!next.delete(one.host)) next.add(one.host)
    setLeft(next)
  }
  const error = wrong || pull.error?.detail
  const foot = html`
    <span class="dialog-first"><${Button} kind="quiet" icon="arrow-left" onClick=${onBack}>Back<//></span>
    <${Button} onClick=${onClose}>Cancel<//>
    ${
      found
        ? html`
          <${Button} kind="main" busy=${busy} disabled=${chosen.length === 0} onClick=${() => run(add)}>
            ${chosen.length === 0 ? 'Add' : `Add ${countWords(chosen.length, 'indexer')}`}
          <//>
        `
        : html`
          <${Button}
            kind="main"
            busy=${pull.busy}
            disabled=${host.trim() === '' || key.trim() === ''}
            onClick=${() => ask()}
          >List indexers<//>
        `
    }
  `
  return html`
    <${Dialog} open kind="sheet" title="Add from Prowlarr" help="searching#indexers" onClose=${onClose} foot=${foot}>
      <p class="picks-about">${preset.about}</p>
      <form class="sheet-form" onSubmit=${ask}>
        <${TextField} label="Address of Prowlarr" type="url" code value=${host} onInput=${setHost} />
        <${PasswordField} label="API key" code autocomplete="off" value=${key} onInput=${setKey} />
        <button class="unseen" type="submit" tabindex="-1">List indexers</button>
      </form>
      ${error && html`<p class="pulled-wrong" role="alert"><${Icon} name="alert" size="small" />${error}</p>`}
      ${found && html`<${Choose} found=${found} lists=${lists} left=${left} onTurn=${turn} />`}
    <//>
  `
}

/** Whether the indexer was added before, maybe under another name. */
const isKnown = (lists: WireIndexers, { type, host }: Pulled) =>
  inSearchOrder(lists).some((one) => one.type === type && one.host === host)

type ChooseProps = { found: Pulled[]; lists: WireIndexers; left: ReadonlySet<string>; onTurn: (one: Pulled) => void }

function Choose({ found, lists, left, onTurn }: ChooseProps) {
  if (found.length === 0)
    return html`<p class="picks-about">Prowlarr has no indexers yet. Add them in Prowlarr first.</p>`
  return html`
    <ul class="pulled" aria-label="Indexers in Prowlarr">
      ${found.map((one) => {
        const known = isKnown(lists, one)
        return html`
          <li key=${one.host}>
            <label>
              <input type="checkbox" disabled=${known} checked=${known || !left.has(one.host)} onChange=${() => onTurn(one)} />
              <span>${one.name}</span>
              <small>${[INDEXER_KINDS[one.type], known ? 'already added' : one.enabled ? '' : 'disabled in Prowlarr'].filter(Boolean).join(', ')}</small>
            </label>
          </li>
        `
      })}
    </ul>
  `
}
