import './kept-list.css'
import { html } from '../../html'
import type { Copy } from '../../kept/copies'
import { isOffline } from '../../kept/kept-user'
import { copyPath } from '../../kept/names'
import { Button } from '../../parts/controls/button'
import { Cover } from '../../parts/covers/cover'
import { Progress } from '../../parts/status/progress'
import { countWords, numberWords, sizeWords } from '../../parts/text/format'
import { readPath } from '../../parts/text/read-path'
import { rootPath } from '../../root'
import { progress } from '../../state/progress'

export type KeptListProps = {
  all: readonly Copy[]
  /** Absent while the server does not answer: then nothing is removed by mistake. */
  onRemove?: (copy: Copy) => unknown
  onRenew?: (copy: Copy) => unknown
}

const COVER = 64

/** The issues on this device, each with its state. */
export function KeptList({ all, onRemove, onRenew }: KeptListProps) {
  return html`
    <ul class="kept-list">
      ${all.map((copy) => html`<${Row} key=${copy.issue.issue_id} copy=${copy} onRemove=${onRemove} onRenew=${onRenew} />`)}
    </ul>
  `
}

function Row({ copy, onRemove, onRenew }: { copy: Copy } & Omit<KeptListProps, 'all'>) {
  const { issue, state, pages, fault } = copy
  const { issue_id, series_name, label, page_count } = issue
  const name = `${series_name} ${label}`
  return html`
    <li>
      <a class="kept-cover" href=${readPath(issue_id)} tabindex="-1" aria-hidden="true">
        <${Cover} name=${series_name} src=${coverOf(copy)} mark=${label} width=${COVER} />
      </a>
      <div class="kept-words">
        <a class="kept-name" href=${readPath(issue_id)}><b>${series_name}</b> <span>${label}</span></a>
        ${state === 'failed' ? html`<p class="kept-fault">${fault}</p>` : html`<p>${factsOf(copy)}</p>`}
        ${state === 'fetching' && html`<${Progress} label=${`Keeping ${name}`} value=${pages / page_count} />`}
      </div>
      <div class="kept-actions">
        ${state === 'failed' && onRenew && html`<${Button} icon="refresh" onClick=${() => onRenew(copy)}>Try again<//>`}
        ${onRemove && html`<${Button} kind="quiet" icon="trash" label=${`Remove ${name} from this device`} onClick=${() => onRemove(copy)} />`}
      </div>
    </li>
  `
}

function coverOf({ user_id, issue: { issue_id, cover_page } }: Copy): string {
  if (!isOffline()) return `/api/covers/issues/${encodeURIComponent(issue_id)}`
  return copyPath(rootPath(), { user_id, issue_id }, cover_page)
}

function factsOf({ issue, state, pages, bytes, refused = 0 }: Copy): string {
  const { page_count } = issue
  if (state === 'fetching' && pages === 0) return 'Waiting'
  // The worker that opens it is not installed yet.
  if (state === 'fetching' && pages === page_count) return 'Not ready to open offline yet'
  if (state === 'fetching') return `Page ${numberWords(pages)} of ${numberWords(page_count)}`
  const reached = lastRead(issue)
  const read = reached?.completed
    ? 'Read'
    : reached
      ? `Page ${numberWords(reached.page + 1)} of ${numberWords(page_count)}`
      : countWords(page_count, 'page')
  return [read, sizeWords(bytes), refused > 0 && `${countWords(refused, 'page')} damaged`].filter(Boolean).join(' · ')
}

/** How far an issue was read. Reading without a connection, which was not sent yet, is newer than the copy. */
function lastRead({ issue_id, page_count, progress: saved }: Copy['issue']) {
  const unsent = progress().unsent(issue_id)
  if (!unsent || (saved && saved.read_at > unsent.at)) return saved
  return { page: unsent.page, completed: saved?.completed || (unsent.completed ?? unsent.page >= page_count - 1) }
}
