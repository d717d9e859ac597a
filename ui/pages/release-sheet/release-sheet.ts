import { hasModifier } from '../../parts/controls/modifier-keys'
import './release-sheet.css'
import { html, useMemo, useRef, useState } from '../../html'
import { OwnerOnly } from '../../panels/ask-owner'
import { Button } from '../../parts/controls/button'
import { KeyHints } from '../../parts/controls/key-hints'
import { Words } from '../../parts/controls/words'
import { Dialog } from '../../parts/dialogs/dialog'
import { Icon } from '../../parts/icons/icon'
import { OrderChoice } from '../../parts/lists/order'
import { Empty } from '../../parts/status/empty'
import { Skeleton } from '../../parts/status/skeleton'
import { pluralWords } from '../../parts/text/format'
import type { ReleaseTarget } from '../../state/release-search'
import {
  bestOf,
  CANDIDATE_FILTERS,
  CANDIDATE_SORTS,
  type ReleaseSheetView,
  shownCandidates,
  type WireCandidate,
  type WireSession,
} from './candidate'
import { grabMode, ReleaseCandidateRow } from './candidate-row'
import { RememberedList } from './remembered'
import { Expiry, SearchProgress } from './search-progress'
import { useGrab } from './use-grab'
import { isSearchActive, type SearchSession, useSession } from './use-session'

export type ReleaseSheetProps = { target: ReleaseTarget; onClose: () => void }

/** The releases for an issue or a series, the best first, with their verdicts. */
export function ReleaseSheet({ target, onClose }: ReleaseSheetProps) {
  const searching = useSession(target)
  const { session, error, over, again, refresh: look } = searching
  const { busy, outcomes, grab, unblock, clearOutcomes } = useGrab(session, look)
  const [asking, setAsking] = useState<WireCandidate | undefined>(undefined)
  const fresh = () => {
    clearOutcomes()
    again()
  }
  const grabOrConfirm = (one: WireCandidate) => {
    if (over || busy !== undefined) return
    const how = grabMode(one)
    if (how === 'now') void grab(one, false, () => setAsking(one))
    if (how === 'asking') setAsking(one)
  }
  const confirmed = async () => {
    const one = asking
    setAsking(undefined)
    if (one) await grab(one, true, () => undefined)
  }
  const foot = html`
    <${Expiry} session=${session} over=${over} again=${fresh} />
    ${!over && session && !isSearchActive(session) && html`<${Button} icon="refresh" onClick=${fresh}>Search again<//>`}
    <${Button} onClick=${onClose}>Close<//>
  `
  const list = {
    session,
    busy,
    outcomes,
    locked: over !== undefined || busy !== undefined,
    onGrab: grabOrConfirm,
    onUnblock: unblock,
    onAgain: fresh,
    onChange: look,
  }
  return html`
    <${Dialog} open kind="sheet" title=${`Releases for ${target.title}`} help="searching#review-releases" onClose=${onClose} foot=${foot}>
      <div class="release-sheet">
        ${
          error
            ? html`
              <${SearchError} error=${error} again=${fresh} />
            `
            : session
              ? html`<${ReleaseList} ...${list} />`
              : html`
                <${Skeleton} count=${5} label="Searching your indexers" />
              `
        }
      </div>
    <//>
    ${asking && html`<${Anyway} one=${asking} onConfirm=${confirmed} onClose=${() => setAsking(undefined)} />`}
  `
}

/** The search could not start, usually because of a missing setting. */
function SearchError({ error, again }: { error: NonNullable<SearchSession['error']>; again: () => void }) {
  return html`
    <div role="alert">
      <${Empty} icon="search" title="The search could not start" text=${error.detail}>
        ${error.status === 409 && html`<${OwnerOnly}><${Button} kind="main" href="/settings#indexers">Indexer settings<//><//>`}
        <${Button} icon="refresh" onClick=${again}>Try again<//>
      <//>
    </div>
  `
}

type FoundProps = {
  session: WireSession
  busy: string | undefined
  outcomes: ReturnType<typeof useGrab>['outcomes']
  locked: boolean
  onGrab: (one: WireCandidate) => unknown
  onUnblock: (one: WireCandidate) => unknown
  onAgain: () => void
  onChange: () => Promise<void>
}

function ReleaseList({ session, busy, outcomes, locked, onGrab, onUnblock, onAgain, onChange }: FoundProps) {
  const [view, setView] = useState<ReleaseSheetView>({ show: 'all', sort: 'best', down: true })
  const { candidates } = session
  const shown = useMemo(() => shownCandidates(candidates, view), [candidates, view])
  const [here, setHere] = useState('')
  const first = bestOf(candidates)
  const keys = useListKeys(shown, onGrab, {
    a: () => setView({ ...view, show: view.show === 'fits' ? 'all' : 'fits' }),
    s: onAgain,
  })
  const tab = shown.some(({ candidate_id }) => candidate_id === here) ? here : shown[0]?.candidate_id
  return html`
    <${SearchProgress} session=${session} />
    ${candidates.length > 0 && html`<${Bar} candidates=${candidates} view=${view} onView=${setView} />`}
    <div class="candidates" role="list" aria-label="Releases" aria-busy=${isSearchActive(session)} ...${keys}>
      ${shown.map((one, at) => {
        const id = one.candidate_id
        const row = {
          one,
          at,
          count: shown.length,
          here: id === tab,
          first: one === first,
          busy: id === busy,
          locked,
          outcome: outcomes[id],
        }
        return html`<div key=${id} role="none" onFocusIn=${() => setHere(id)}><${ReleaseCandidateRow} ...${row} onGrab=${onGrab} onUnblock=${onUnblock} /></div>`
      })}
    </div>
    <${None} session=${session} shown=${shown.length} onAll=${() => setView({ ...view, show: 'all' })} />
    ${session.remembered.length > 0 && html`<${RememberedList} remembered=${session.remembered} onChange=${onChange} />`}
    ${shown.length > 0 && html`<${KeyHints} keys=${[['↑ ↓', 'move'], ['Enter', 'download'], ['a', 'accepted only'], ['s', 'search again']]} />`}
  `
}

type BarProps = {
  candidates: readonly WireCandidate[]
  view: ReleaseSheetView
  onView: (view: ReleaseSheetView) => void
}

function Bar({ candidates, view, onView }: BarProps) {
  const words = [
    { value: 'all', label: 'All', count: candidates.length },
    { value: 'fits', label: 'Accepted', count: candidates.filter(CANDIDATE_FILTERS.fits).length },
    { value: 'refused', label: 'Rejected', count: candidates.filter(CANDIDATE_FILTERS.refused).length },
  ]
  const choose = (show: string) => onView({ ...view, show: show as ReleaseSheetView['show'] })
  const { sort, down } = view
  return html`
    <div class="release-bar">
      <${Words} label="Releases" value=${view.show} words=${words} onChange=${choose} />
      <${OrderChoice}
        sort=${sort}
        down=${down}
        sorts=${CANDIDATE_SORTS}
        onChange=${(order: Pick<ReleaseSheetView, 'sort' | 'down'>) => onView({ ...view, ...order })}
      />
    </div>
  `
}

function None({ session, shown, onAll }: { session: WireSession; shown: number; onAll: () => void }) {
  if (shown > 0) return null
  if (isSearchActive(session)) return html`<${Skeleton} count=${3} label="Waiting for the indexers" />`
  if (session.candidates.length > 0)
    return html`<${Empty} icon="search" title="No releases match this filter"><${Button} onClick=${onAll}>Show all<//><//>`
  const searched = session.progress.provider_total - session.provider_failures.length
  const text =
    searched > 0
      ? 'Older issues appear when they are posted again. Panelkeep keeps searching for wanted issues.'
      : 'No indexer responded. See the errors above.'
  return html`<${Empty} icon="search" title="No releases found" text=${text} />`
}

/** Repeats the reasons against the release before the user confirms. */
function Anyway({ one, onConfirm, onClose }: { one: WireCandidate; onConfirm: () => unknown; onClose: () => void }) {
  const { candidate, verdict } = one
  const foot = html`
    <${Button} autofocus onClick=${onClose}>Cancel<//>
    <${Button} kind="main" onClick=${onConfirm}>Download anyway<//>
  `
  return html`
    <${Dialog} open title="Download anyway?" onClose=${onClose} foot=${foot}>
      <div class="anyway">
        <p><b>${candidate.title}</b></p>
        <p>${pluralWords(verdict.reasons.length, 'This release was rejected:', 'This release was rejected for these reasons:')}</p>
        <ul class="candidate-against">
          ${verdict.reasons.map(
            ({ code, message }) => html`
              <li key=${code + message}><${Icon} name="close" size="small" />${message}</li>
            `,
          )}
        </ul>
      </div>
    <//>
  `
}

/** Up and down move between releases, Enter grabs the focused one. */
function useListKeys(
  shown: readonly WireCandidate[],
  onGrab: (one: WireCandidate) => unknown,
  more: Record<string, () => void>,
) {
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (hasModifier(event)) return
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('.candidate') ?? [])]
    const at = rows.findIndex((row) => row.contains(event.target as Node))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    const one = shown[at]
    if (to !== undefined) rows[to]?.focus()
    else if (event.key === 'Enter' && one && event.target === rows[at]) onGrab(one)
    else if (event.key in more) more[event.key]?.()
    else return
    event.preventDefault()
  }
  return { ref: box, onKeyDown }
}
