import { ApiError, call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { TextField } from '../../parts/controls/field'
import { Cover } from '../../parts/covers/cover'
import { Dialog } from '../../parts/dialogs/dialog'
import { useRunWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import { useBusy } from '../../state/use-busy'
import { changeArcs } from './changes'

type Found = Reply<'POST /api/search/comics'>['results'][number]

/** Finds arcs and reading lists at the metadata sources, and adds them. */
export function FindArcs({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [found, setFound] = useState<readonly Found[] | undefined>(undefined)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const { busy, perform } = useRunWithToast()
  const search = (event: Event) => {
    event.preventDefault()
    setRefused(undefined)
    return perform(async () => {
      try {
        const { results } = await call('POST /api/search/comics', { body: { name: name.trim(), type: 'story_arc' } })
        setFound(results)
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        setRefused(cause.detail)
      }
    })
  }
  return html`
    <${Dialog} open kind="sheet" title="Find a story arc" onClose=${onClose}>
      <form class="arc-find" onSubmit=${search}>
        <${TextField} label="Story arc name" value=${name} onInput=${setName} autofocus />
        <${Button} kind="main" icon="search" busy=${busy} disabled=${name.trim() === ''} onClick=${search}>Search<//>
      </form>
      ${refused && html`<p class="arc-none" role="alert">${refused}</p>`}
      ${found && !refused && html`<p role="status" class="arc-none">${found.length === 0 ? 'No story arc has this name.' : `${found.length} found`}</p>`}
      <ul class="arc-found">${(refused ? [] : (found ?? [])).map((one) => html`<${FoundRow} key=${one.comicid} found=${one} />`)}</ul>
    <//>
  `
}

function FoundRow({ found }: { found: Found }) {
  const { comicid, name, publisher, comicthumb, issues, ordered, haveit, deck } = found
  const [added, setAdded] = useState(haveit !== 'No')
  const { busy, run } = useBusy()
  const add = () =>
    run(async () => {
      const isDone = await changeArcs(async () => {
        const { message } = await call('POST /api/storyarcs', { body: { arcid: comicid } })
        showToast(message)
      })
      setAdded(isDone)
    })
  const facts = [publisher, issues && `${issues} issues`, ordered ? 'in reading order' : 'by date, not verified']
  return html`
    <li>
      <${Cover} name=${name} src=${comicthumb} width=${48} />
      <span>
        <b>${name}</b>
        <small>${facts.filter(Boolean).join(', ')}</small>
        ${deck && html`<small>${deck}</small>`}
      </span>
      ${added ? html`<small>In your arcs</small>` : html`<${Button} size="small" icon="plus" busy=${busy} onClick=${add} label=${`Add ${name}`} />`}
    </li>
  `
}
