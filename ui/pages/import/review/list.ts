import { useQuery } from '../../../api/query'
import { html, useCallback, useEffect, useMemo, useRef, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { KeyHints } from '../../../parts/controls/key-hints'
import { usePicks } from '../../../parts/lists/picks'
import { Empty } from '../../../parts/status/empty'
import { countWords } from '../../../parts/text/format'
import { showToast } from '../../../state/toasts'
import { LastImport } from '../result/last-import'
import { MatchProgress } from '../scan/match-progress'
import { MovedFiles } from '../scan/moves'
import { Problems, type ProblemsProps } from '../scan/problems'
import { GroupSheet } from '../sheet/group-sheet'
import { useReviewKeys } from '../use-review-keys'
import { type ImportView, isImportFiltered, keptOrder, proposalsIn, sortProposals } from '../view'
import type { ImportKind, WireScan } from '../wire'
import { ReviewBar } from './bar'
import { merge } from './corrections'
import { ReviewFoot } from './foot'
import { KeysDialog } from './keys-dialog'
import { MergeDialog } from './merge-dialog'
import { afterAccept, canAccept, type Proposal, parentFolder } from './proposals'
import { useFirstRow, useRowGoal } from './row-focus'
import { ReviewRows } from './rows'
import { type ShowResult, useReview } from './use-review'

export type ProposalReviewProps = {
  kind: ImportKind
  scan: WireScan
  proposals: readonly Proposal[]
  /** Fetches all that is shown of these proposals. */
  need: (ids: readonly string[]) => void
  problems: ProblemsProps
  view: ImportView
  typed: string
  busy: boolean
  onView: (view: ImportView) => void
  onType: (text: string) => void
  onScan: () => void
  onUndone: () => void
  onConfirm: (list: readonly Proposal[], accepted: ReadonlySet<string>, wantNew: boolean) => unknown
}

type Over = { is: 'sheet'; id: string } | { is: 'merge' } | { is: 'keys' } | undefined

/** The proposals of a scan: reviewed, corrected, accepted. */
export function ProposalReview(props: ProposalReviewProps) {
  const { kind, scan, proposals, need, problems, view, typed, busy, onView, onType, onScan, onUndone, onConfirm } =
    props
  const review = useReview(kind, scan)
  const { accepted, accept, reject, correct, back } = review
  const [over, setOver] = useState<Over>(undefined)
  const ordered = useOrder(proposals, view, over?.is === 'sheet' ? over.id : undefined)
  const beside = useBeside(problems)
  const list = useMemo(
    () => proposalsIn(ordered, { ...view, q: typed }, (one) => beside(one).length, review.touched),
    [ordered, view, typed, beside, review.touched],
  )
  const newest = useRef(list)
  newest.current = list
  const picks = usePicks((first, last) => newest.current.slice(first, last + 1).map(({ id }) => id), list.length)
  const picked = proposals.filter(({ id }) => picks.keys.has(id))
  const [wantNew, setWantNew] = useWantNew()
  const goTo = useRef<((at: number) => void) | undefined>(undefined)
  const setGoal = useRowGoal(list, { free: over === undefined, goTo })
  useFirstRow([view.sure, view.only, view.sort, view.down, accepted])
  const show = (next: ImportView) => {
    review.forgetTouched()
    onView(next)
  }
  const toggle = useRef((_id: string) => {})
  toggle.current = (id) => (accepted.has(id) ? reject([id]) : accept([id]))
  const onAccept = useCallback((id: string) => toggle.current(id), [])
  const pick = useRef(picks.pick)
  pick.current = picks.pick
  const onPick = useCallback((id: string, at: number, shift?: boolean) => pick.current(id, at, shift), [])
  const onOpen = useCallback((id: string) => setOver({ is: 'sheet', id }), [])
  const askMerge = () =>
    picked.length > 1
      ? setOver({ is: 'merge' })
      : showToast('Select two or more proposals with Space, then merge them.')
  const inPassing: ShowResult = (text, is, step) => {
    const undo = { action: { label: 'Undo', run: () => undoStep(step) } }
    showToast(text, is === 'refused' ? { kind: 'error' } : is === 'done' ? undo : {})
  }
  const undoStep = async (only?: Parameters<ShowResult>[2]) => {
    const reply = await back(inPassing, only)
    const [first] = reply?.groups ?? []
    if (first) setGoal(first.group_id)
  }
  useReviewKeys(over === undefined, { m: askMerge, u: () => undoStep(), '?': () => setOver({ is: 'keys' }) })
  const mergePicked = async (into: Proposal, others: Proposal[]) => {
    const reply = await correct(
      () =>
        merge(
          into.id,
          others.map(({ id }) => id),
        ),
      inPassing,
    )
    if (!reply) return
    picks.clear()
    setOver(undefined)
    setGoal(into.id)
  }
  const opened = over?.is === 'sheet' ? proposals.find(({ id }) => id === over.id) : undefined
  const shown = over?.is === 'sheet' ? over.id : over?.is === 'merge' ? picked.map(({ id }) => id).join(' ') : ''
  useEffect(() => need(shown.split(' ').filter(Boolean)), [shown, proposals])
  const closeSheet = (now = opened?.id, notice?: string) => {
    if (notice) inPassing(`${notice}.`, 'done')
    setOver(undefined)
    setGoal(now)
  }
  const acceptOpened = () => {
    if (!opened) return
    accept([opened.id])
    const next =
      list[
        afterAccept(
          list,
          accepted,
          list.findIndex(({ id }) => id === opened.id),
        )
      ]
    closeSheet(next?.id)
  }
  const chosen = ordered.filter((one) => accepted.has(one.id) && canAccept(one))
  const foot = {
    accepted: chosen,
    picked,
    busy,
    onMerge: askMerge,
    onLetGo: picks.clear,
    onAcceptPicked: () => {
      accept(picked.filter(canAccept).map(({ id }) => id))
      picks.clear()
    },
    wantNew,
    onWantNew: setWantNew,
    onConfirm: () => onConfirm(ordered, accepted, wantNew),
  }
  const bar = { view, typed, proposals, list, accepted, beside: (one: Proposal) => beside(one).length }
  return html`
    <div class="review">
      <${Summary}
        scan=${scan}
        proposals=${proposals}
        busy=${busy}
        onScan=${onScan}
        onBack=${review.canGoBack ? () => undoStep() : undefined}
        onKeys=${() => setOver({ is: 'keys' })}
      />
      <div class="review-notes">
        ${scan.last_confirm && html`<${LastImport} kind=${kind} last=${scan.last_confirm} onDone=${onUndone} />`}
        <${MatchProgress} proposing=${scan.proposing} />
        <${Problems} ...${problems} />
        <${MovedFiles} scan=${scan} />
      </div>
      <${ReviewBar} ...${bar} onView=${show} onType=${onType} onAccept=${accept} />
      ${
        list.length > 0
          ? html`
        <${ReviewRows}
          list=${list}
          accepted=${accepted}
          picks=${picks}
          need=${need}
          onAccept=${onAccept}
          onPick=${onPick}
          onOpen=${onOpen}
          goTo=${goTo}
        />
      `
          : html`<${Nothing} onClear=${() => show({ ...view, sure: '', only: '', q: '' })} />`
      }
      <${ReviewFoot} ...${foot} />
      ${
        opened &&
        html`
        <${GroupSheet}
          key=${opened.id}
          one=${opened}
          others=${proposals.filter(({ id }) => id !== opened.id)}
          unread=${beside(opened)}
          accepted=${accepted.has(opened.id)}
          correct=${correct}
          onBack=${back}
          onAccept=${acceptOpened}
          onClose=${closeSheet}
        />
      `
      }
      ${
        over?.is === 'merge' &&
        picked.length > 1 &&
        html`
        <${MergeDialog}
          list=${picked}
          busy=${busy}
          onMerge=${mergePicked}
          onClose=${() => closeSheet(picked[0]?.id)}
        />
      `
      }
      ${over?.is === 'keys' && html`<${KeysDialog} onClose=${() => setOver(undefined)} />`}
      <p class="unseen" role="status">${isImportFiltered({ ...view, q: typed }) ? `${countWords(list.length, 'proposal')} shown` : ''}</p>
    </div>
  `
}

/** One choice for all series of this import; the settings have the default. */
function useWantNew(): [boolean, (on: boolean) => void] {
  const standard = useQuery('GET /api/config').data?.autowant_upcoming !== false
  const [chosen, setChosen] = useState<boolean | undefined>(undefined)
  return [chosen ?? standard, setChosen]
}

/** Sorts when the order is chosen or another scan is shown; corrections in between move nothing. */
function useOrder(proposals: readonly Proposal[], { sort, down }: ImportView, near: string | undefined): Proposal[] {
  const kept = useRef<{ ids: string[]; by: string }>({ ids: [], by: '' })
  return useMemo(() => {
    const by = `${sort} ${down}`
    const sorted = kept.current.by === by ? undefined : sortProposals(proposals, { sort, down })
    const ids = sorted ? sorted.map(({ id }) => id) : keptOrder(kept.current.ids, proposals, near)
    kept.current = { ids, by }
    if (sorted) return sorted
    const byId = new Map(proposals.map((one) => [one.id, one]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }, [proposals, sort, down])
}

const NONE: ProblemsProps['problems'] = []

/** Unreadable files, by the proposal of their folder. */
function useBeside({ problems }: ProblemsProps): (one: Proposal) => ProblemsProps['problems'] {
  return useMemo(() => {
    const byFolder = Map.groupBy(problems, ({ path }) => parentFolder(path))
    return ({ folder }: Proposal) => (folder === '' ? NONE : (byFolder.get(folder) ?? NONE))
  }, [problems])
}

const KEYS = [
  ['Enter', 'accept and continue'],
  ['E', 'open'],
  ['Space', 'pick'],
  ['U', 'undo'],
] as const

type SummaryProps = {
  scan: WireScan
  proposals: readonly Proposal[]
  busy: boolean
  onScan: () => void
  /** Undoes the newest step; undefined when there is nothing to undo. */
  onBack: (() => unknown) | undefined
  onKeys: () => void
}

function Summary({ scan, proposals, busy, onScan, onBack, onKeys }: SummaryProps) {
  // The sum of the rows: files that could not be read are listed apart.
  const files = countWords(
    proposals.reduce((sum, { fileTotal }) => sum + fileTotal, 0),
    'file',
  )
  return html`
    <div class="review-summary">
      <h2>${countWords(proposals.length, 'series', 'series')} in ${files}</h2>
      <${KeyHints} keys=${KEYS} />
      <button class="filter-word review-all-keys" type="button" onClick=${onKeys}>All keys</button>
      ${onBack && html`<${Button} kind="quiet" icon="undo" label="Take the last step back" onClick=${onBack} />`}
      <${Button} kind="quiet" icon="refresh" busy=${busy} onClick=${onScan}>Scan again<//>
    </div>
    ${scan.progress.errors.map((error) => html`<p key=${error} class="review-error" role="alert">${error}</p>`)}
  `
}

function Nothing({ onClear }: { onClear: () => void }) {
  return html`
    <${Empty} icon="search" title="No proposals match these filters">
      <${Button} onClick=${onClear}>Show all proposals<//>
    <//>
  `
}
