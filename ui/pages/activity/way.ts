import './way.css'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { addressOf, pageOf } from '../../parts/lists/list-address'
import { Pager } from '../../parts/lists/pager'
import { useStops } from '../../parts/lists/use-stops'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { ErrorLook } from '../../parts/status/error-look'
import { Mark } from '../../parts/status/mark'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { When } from '../../parts/text/when'
import { ActivityPage } from './activity-page'
import { CancelDialog } from './cancel-dialog'
import { cancelGrab, cancelRun } from './moves'
import { NothingMoves } from './nothing'
import { ThingCover, ThingName, thingPath } from './step-subject'
import { type WayLine, wayLine } from './way-line'

const PER_PAGE = 100

const NOTHING =
  'Searches and downloads that Panelkeep is busy with show up here, from the first question to the file in the library.'

/** All active searches and downloads: the list behind the count in the status line. */
export function WayPage() {
  return html`<${ActivityPage} tab="on-its-way"><${Way} /><//>`
}

function Way() {
  const { query } = useOwnLocation()
  const page = pageOf(query)
  const request = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
  const { data, error, reload } = useQuery('GET /api/activity/in-flight', { query: request }, { keep: true })
  useScrollPlace(data !== undefined)
  if (!data && error)
    return html`<${ErrorLook} what="Active downloads could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${5} label="Loading active downloads" />`
  if (data.total === 0) return html`<${NothingMoves} icon="check" title="Nothing is downloading" text=${NOTHING} />`
  const lines = data.results.map(wayLine)
  const more = page * PER_PAGE < data.total
  return html`
    <div class="activity-bar"><p class="activity-count" role="status">${countWords(data.total, 'search or download', 'searches and downloads')}</p></div>
    <${Lines} lines=${lines} />
    <${Pager} page=${page} more=${more} hrefOf=${(page: number) => addressOf('/activity/on-its-way', { page })} />
  `
}

/** Arrow keys move, Enter opens the subject, Delete cancels. */
function Lines({ lines }: { lines: readonly WayLine[] }) {
  const { route } = useOwnLocation()
  const [cancelling, setCancelling] = useState<WayLine | undefined>(undefined)
  // Cancelling a search loses nothing; cancelling a download does, so it needs a confirmation.
  const cancel = (line: WayLine) =>
    line.cancel.kind === 'run' ? cancelRun(line.cancel.item_id, line.thing.label) : setCancelling(line)
  const keys = useStops((key, id) => {
    const line = lines.find((one) => one.key === id)
    const href = line && thingPath(line.thing)
    if (key === 'Enter' && href) route(href)
    else if (key === 'Delete' && line) void cancel(line)
    else return false
    return true
  })
  return html`
    <ul class="activity-list" aria-label="On the way" ...${keys}>
      ${lines.map((line) => html`<${WayRow} key=${line.key} line=${line} onCancel=${() => cancel(line)} />`)}
    </ul>
    ${cancelling && html`<${Grab} line=${cancelling} onClose=${() => setCancelling(undefined)} />`}
  `
}

function Grab({ line, onClose }: { line: WayLine; onClose: () => void }) {
  const { cancel, thing } = line
  if (cancel.kind === 'run') return null
  const onCancel = () => cancelGrab(cancel.release_key, thing.label)
  return html`<${CancelDialog} label=${thing.label} onCancel=${onCancel} onClose=${onClose} />`
}

function WayRow({ line, onCancel }: { line: WayLine; onCancel: () => unknown }) {
  const { key, thing, mark, word, detail, at } = line
  return html`
    <li class="activity-row way-row" data-stop=${key} tabindex="-1" aria-label=${`${thing.label}, ${word}`}>
      <${ThingCover} thing=${thing} width=${36} />
      <div class="activity-what"><p><${ThingName} thing=${thing} /></p>${detail && html`<small title=${detail}>${detail}</small>`}</div>
      <div class="way-how"><${Mark} state=${mark} word=${word} /><small><${When} at=${at} /></small></div>
      <${Button} kind="quiet" size="small" icon="close" label=${`Call off ${thing.label}`} onClick=${onCancel} />
    </li>
  `
}
