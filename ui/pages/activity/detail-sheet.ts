import './detail-sheet.css'
import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { subjectPath } from '../../panels/step-subject'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { Icon } from '../../parts/icons/icon'
import { ErrorLook } from '../../parts/status/error-look'
import { Mark } from '../../parts/status/mark'
import { Skeleton } from '../../parts/status/skeleton'
import { breakable } from '../../parts/text/breakable'
import { sizeWords } from '../../parts/text/format'
import { isolated } from '../../parts/text/isolated'
import { TimeText } from '../../parts/text/when'
import { reviewReleases } from '../../state/release-search'
import { searchNow } from '../../state/searching'
import { FILE_RESULTS, STAGES, whyWords } from './history-words'
import { importAs, unblock } from './moves'

type Detail = Reply<'GET /api/downloads/items/:item_id'>

export type DetailSheetProps = { id: string; onClose: () => void }

/** One download with all its steps and the result for each file. */
export function DetailSheet({ id, onClose }: DetailSheetProps) {
  const { data, error, reload } = useQuery('GET /api/downloads/items/:item_id', { params: { item_id: id } })
  const href = data && subjectPath({ comicId: data.comic_id, issueId: data.issue_id })
  const foot =
    href &&
    html`
      ${data?.stage === 'failed' && html`<${FailedActions} detail=${data} onClose=${onClose} />`}
      <${Button} icon="book-open" href=${href}>Go to the issue<//>
    `
  const title = data?.label ?? 'A download'
  return html`
    <${Dialog} open kind="sheet" title=${title} onClose=${onClose} foot=${foot}>
      ${
        error && !data
          ? html`<${ErrorLook} what="The download could not be loaded" detail=${error.detail} onRetry=${reload} />`
          : data
            ? html`<${Body} detail=${data} id=${id} onImport=${reload} />`
            : html`<${Skeleton} kind="text" count=${5} label="Loading the download" />`
      }
    <//>
  `
}

/** The next steps after a failed download. */
function FailedActions({ detail, onClose }: { detail: Detail; onClose: () => void }) {
  const { issue_id, label, title, digest, blocked } = detail
  const choose = () => {
    onClose()
    if (issue_id) reviewReleases({ entity_type: 'issue', entity_id: issue_id, title: label })
  }
  return html`
    ${blocked && html`<${Button} icon="undo" onClick=${() => unblock(digest, title)}>Unblock<//>`}
    ${
      issue_id &&
      html`
        <${Button} icon="search" onClick=${() => searchNow([{ id: issue_id, label }])}>Search again<//>
        <${Button} icon="rows" onClick=${choose}>Choose another release<//>
      `
    }
  `
}

type BodyProps = { id: string; onImport: () => unknown }

function Body({ detail, id, onImport }: BodyProps & { detail: Detail }) {
  const { title, indexer, client_label, added, size, content_path, moves, placements } = detail
  const facts = [indexer, client_label, size === null ? '' : sizeWords(size)].filter(Boolean)
  return html`
    <div class="detail">
      <p class="detail-title">${isolated(title)}</p>
      <p class="detail-facts">${facts.join(' · ')}</p>
      ${added === false && html`<p class="detail-facts">${client_label} had it before Panelkeep, so it stays there as it is.</p>`}
      <ol class="detail-moves" aria-label="What happened">
        ${moves.map((move, at) => html`<${StageRow} key=${`${move.at} ${move.to}`} move=${move} last=${at === moves.length - 1} />`)}
      </ol>
      ${placements.length > 0 && html`<${Placements} id=${id} placements=${placements} onImport=${onImport} />`}
      ${content_path && html`<p class="detail-path">It was delivered to <code>${breakable(content_path)}</code></p>`}
    </div>
  `
}

/** A step; only the last one shows the current state. */
function StageRow({ move, last }: { move: Detail['moves'][number]; last: boolean }) {
  const { at, to, why } = move
  const { mark, word } = STAGES[to] ?? { mark: 'unknown', word: to }
  return html`
    <li>
      ${last ? html`<${Mark} state=${mark} word=${word} />` : html`<span class="detail-past"><${Icon} name="check" />${word}</span>`}
      <small><${TimeText} at=${at} /></small>
      ${why && html`<p>${isolated(whyWords(why))}</p>`}
    </li>
  `
}

type PlacementsProps = Pick<Detail, 'placements'> & BodyProps

function Placements({ id, placements, onImport }: PlacementsProps) {
  const accept = async (offer: NonNullable<Detail['placements'][number]['offer']>) => {
    if (await importAs(id, offer)) onImport()
  }
  return html`
    <h3>Files</h3>
    <ul class="detail-files">
      ${placements.map(({ placement_id, source, target, state, why, offer }) => {
        const { mark, word } = FILE_RESULTS[state] ?? { mark: 'unknown', word: state }
        return html`
          <li key=${placement_id}>
            <code>${breakable(target ?? source)}</code>
            <p><${Mark} state=${mark} word=${word} />${why && html`<span>${isolated(whyWords(why))}</span>`}</p>
            ${offer && html`<${Button} size="small" icon="library" onClick=${() => accept(offer)}>Import as ${offer.label}<//>`}
          </li>
        `
      })}
    </ul>
  `
}
