import './add-sheet.css'
import { isActive, useOperation } from '../../api/operation'
import { useMutation, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Cover } from '../../parts/covers/cover'
import { Dialog } from '../../parts/dialogs/dialog'
import { Icon } from '../../parts/icons/icon'
import { Mark } from '../../parts/status/mark'
import { seriesPath } from '../../parts/text/series-path'
import { AddForm, type Choices, firstChoices } from './add-form'
import { AddingBar, addedId, addingWords, isFailed, refreshAdded } from './adding'
import { type SearchResult, sourceName } from './search-result'

const COVER = 132
/** Manga has names in many languages; the first few are enough. */
const ALIASES = 3

/** A series, its folder and its options; then the progress of adding it. */
export function AddSheet({ found, onClose }: { found: SearchResult; onClose: () => void }) {
  const { data: config } = useQuery('GET /api/config')
  const [changed, setChanged] = useState<Partial<Choices>>({})
  const { add, adding } = useAdding(found)
  const choices = { ...firstChoices(found, config, changed.kind), ...changed }
  const foot = adding.begun
    ? html`<${Button} onClick=${onClose}>Close<//>${adding.comicId && html`<${Button} kind="main" href=${seriesPath(adding.comicId)}>Open series<//>`}`
    : html`
      <${Button} onClick=${onClose}>Cancel<//>
      <${Button}
        kind="main"
        icon="plus"
        autofocus
        busy=${add.busy}
        disabled=${!config}
        onClick=${() => add.run(choices)}
      >Add series<//>
    `
  const change = (next: Partial<Choices>) => setChanged({ ...changed, ...next })
  return html`
    <${Dialog} open title=${found.name} kind="sheet" help="metadata#add-a-series" onClose=${onClose} foot=${foot}>
      <div class="add">
        <${About} found=${found} />
        ${
          adding.begun
            ? html`<${Progressing} ...${adding} onAgain=${() => add.run(choices)} />`
            : config && html`<${AddForm} found=${found} choices=${choices} config=${config} onChange=${change} />`
        }
        ${add.error && html`<p class="add-wrong" role="alert"><${Icon} name="alert" size="small" />${add.error}</p>`}
      </div>
    <//>
  `
}

/** Adding runs in the background: the sheet may be closed and opened again meanwhile. */
function useAdding(found: SearchResult) {
  const mutation = useMutation('POST /api/series', { invalidates: ['POST /api/search', 'GET /api/series'] })
  const [begun, setBegun] = useState<
    { comicId: string; operationId: string | undefined; message: string } | undefined
  >()
  const operationId = begun ? begun.operationId : found.operationId
  const operation = useOperation(operationId, refreshAdded)
  const run = async ({ kind, folder, monitor, packs }: Choices) => {
    const body = { id: found.id, content_type: kind, monitor, allow_packs: packs, ...(folder ? { folder } : {}) }
    const reply = await mutation.run({ body })
    if (!reply) return
    setBegun({ comicId: reply.comicid, operationId: reply.operation_id ?? undefined, message: reply.message })
  }
  const running = operationId !== undefined && (!operation || isActive(operation))
  const adding = {
    begun: begun !== undefined || operationId !== undefined || found.here,
    comicId: running || isFailed(operation) ? undefined : (addedId(operation) ?? begun?.comicId ?? found.comicId),
    operation,
    running,
    message: begun?.message,
  }
  return { adding, add: { run, busy: mutation.busy, error: mutation.error?.detail } }
}

type ProgressingProps = ReturnType<typeof useAdding>['adding'] & { onAgain: () => void }

function Progressing({ operation, running, message, onAgain }: ProgressingProps) {
  if (running)
    return html`<div class="add-state" role="status"><h3>Adding the series</h3><${AddingBar} operation=${operation} /></div>`
  if (isFailed(operation)) {
    return html`
      <div class="add-state" role="alert">
        <${Mark} state="attention" word="The series could not be added" />
        <p>${addingWords(operation)}</p>
        <${Button} icon="refresh" onClick=${onAgain}>Try again<//>
      </div>
    `
  }
  return html`
    <div class="add-state" role="status">
      <${Mark} state="have" word=${operation ? 'Added to your library' : 'In your library'} />
      ${!operation && message && html`<p>${message}</p>`}
    </div>
  `
}

function About({ found }: { found: SearchResult }) {
  const { name, cover, year, facts, about, aliases, source, alsoAt, url } = found
  const also = alsoAt.length > 0 ? `, also at ${alsoAt.map(sourceName).join(' and ')}` : ''
  const sources = `${sourceName(source)}${also}`
  return html`
    <div class="add-about">
      <span class="add-cover"><${Cover} name=${name} src=${cover} mark=${year} width=${COVER} /></span>
      <div>
        <p class="add-facts">${facts.join(' · ')}</p>
        ${aliases.length > 0 && html`<p class="add-facts">Also called ${aliases.slice(0, ALIASES).join(', ')}</p>`}
        ${about && html`<p class="add-text" tabindex="0">${about}</p>`}
        <p class="add-source">
          ${url ? html`<a href=${url} target="_blank" rel="noreferrer">${sources}<${Icon} name="external" size="small" label="opens in a new tab" /></a>` : sources}
        </p>
      </div>
    </div>
  `
}
