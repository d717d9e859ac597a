import './import.css'
import './review/review.css'
import './sheet/group-sheet.css'
import './sheet/provider.css'
import { useQuery } from '../../api/query'
import { useWaiting, type Waiting } from '../../api/waiting'
import { LibraryFolders } from '../../forms/library-folders'
import { useOptionForm } from '../../forms/option-form'
import { html, useEffect, useMemo } from '../../html'
import { Button } from '../../parts/controls/button'
import { SegmentedLinks } from '../../parts/controls/segmented'
import { useEditable } from '../../parts/controls/use-editable'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { isManager } from '../../state/user'
import { ImportResult, type NextImport } from './result/import-result'
import { ProposalReview } from './review/list'
import { canAccept, confirmBody, type Proposal } from './review/proposals'
import { useProposals } from './review/use-proposals'
import { FirstScan, StoppedScan } from './scan/first-scan'
import { ImportProgress, ScanProgress } from './scan/progress'
import { useScan } from './scan/use-scan'
import { useImport } from './use-import'
import { type ImportView, importAddress, readImportView } from './view'
import type { ImportKind } from './wire'

export function ImportPage() {
  const { view, typed, show, type } = useView()
  const config = useQuery('GET /api/config')
  const waiting = useWaiting()
  const { data, error, reload } = config
  if (!data && error)
    return html`<${ErrorLook} what="The import could not be opened" detail=${error.detail} onRetry=${reload} />`
  if (!data)
    return html`
      <header class="import-head"><h1>Import</h1></header>
      <${Skeleton} kind="rows" label="Loading the import" />
    `
  const folders = { comic: foldersIn(data.comic_dirs), manga: foldersIn(data.manga_dirs) }
  const none = folders.comic.length + folders.manga.length === 0
  const only = none
    ? undefined
    : folders.comic.length === 0
      ? 'manga'
      : folders.manga.length === 0
        ? 'comic'
        : undefined
  const kind: ImportKind = only ?? view.kind
  const page = { kind, waiting, folders: folders[kind], view: { ...view, kind }, typed, onView: show, onType: type }
  return html`
    <div class="import">
      <header class="import-head">
        <h1>Import</h1>
        <${SegmentedLinks} label="What to import" links=${linksOf(kind, only, waiting)} />
      </header>
      ${none ? (isManager() ? html`<${NoFoldersYet} />` : html`<${NoFolders} />`) : html`<${KindImport} key=${kind} ...${page} />`}
    </div>
  `
}

function linksOf(kind: ImportKind, only: ImportKind | undefined, waiting: Waiting | undefined) {
  const links = [
    { kind: 'comic', href: '/import', label: 'Comics', here: kind === 'comic', count: waiting?.comic },
    { kind: 'manga', href: '/import?kind=manga', label: 'Manga', here: kind === 'manga', count: waiting?.manga },
  ].filter((one) => only === undefined || one.kind === only)
  return [...links, { href: '/import/inbox', label: 'Import folder', here: false, count: waiting?.inbox }]
}

const TYPED_MS = 180

/** The address holds the filters; typed text is written to it after a moment. */
function useView() {
  const { url, query, route } = useOwnLocation()
  const view = useMemo(() => readImportView(query), [url])
  const [typed, setTyped] = useEditable(view.q)
  useEffect(() => {
    if (typed === view.q) return
    const timer = setTimeout(() => route(importAddress({ ...view, q: typed }), true), TYPED_MS)
    return () => clearTimeout(timer)
  }, [typed, view])
  const show = (next: ImportView) => {
    setTyped(next.q)
    route(importAddress(next), true)
  }
  return { view, typed, show, type: setTyped }
}

/** What waits besides this kind: the other kind, else the import folder. */
function nextOf(kind: ImportKind, waiting: Waiting | undefined): NextImport | undefined {
  const { comic = 0, manga = 0, inbox = 0 } = waiting ?? {}
  const [other, count] = kind === 'comic' ? (['manga', manga] as const) : (['comic', comic] as const)
  if (count > 0) {
    const href = other === 'manga' ? '/import?kind=manga' : '/import'
    return { href, words: countWords(count, `${other} series`, `${other} series`) }
  }
  return inbox > 0 ? { href: '/import/inbox', words: `${countWords(inbox, 'file')} in the import folder` } : undefined
}

function foldersIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function NoFolders() {
  const { form } = useOptionForm()
  return html`
    <section class="import-ready">
      <h2>Where are your comics?</h2>
      <p>Choose the folders that hold your comics or manga. Nothing in them is changed.</p>
      ${form && html`<${LibraryFolders} form=${form} />`}
      <${Button} href="/move-in">Move in from another program<//>
    </section>
  `
}

/** Managers do not choose the folders. */
function NoFoldersYet() {
  return html`<${Empty} icon="folder-open" title="No library folder is chosen" text="Ask the owner of this library." />`
}

type KindImportProps = {
  kind: ImportKind
  waiting: Waiting | undefined
  folders: readonly string[]
  view: ImportView
  typed: string
  onView: (view: ImportView) => void
  onType: (text: string) => void
}

function KindImport({ kind, waiting, folders, ...filter }: KindImportProps) {
  const state = useScan(kind)
  const { scan, error, live, reload } = state
  const { proposals, need } = useProposals(scan?.outline ?? undefined)
  const { busy, started, looking, openReview: look, scanNow, cancel, pack, confirm } = useImport(kind, state)
  if (!scan && error)
    return html`<${ErrorLook} what="The scan could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!scan) return html`<${Skeleton} kind="rows" label="Loading the scan" />`
  const running = { kind, live, resumed: scan.resumed, busy, onCancel: cancel }
  if (live.status === 'scanning') return html`<${ScanProgress} ...${running} />`
  const lacksResult = started !== undefined && started.operation !== scan.last_confirm?.operation_id
  if (live.status === 'importing' || (lacksResult && state.isAwaited) || (started && !started.operation))
    return html`<${ImportProgress} ...${running} chosen=${started?.chosen ?? []} />`
  if (lacksResult && error)
    return html`<${ErrorLook} what="The result of the import could not be loaded" detail=${error.detail} onRetry=${reload} />`
  const { packable, packing } = scan
  const onPack = (paths?: readonly string[]) => pack(scan.scan_id ?? '', paths)
  const problems = { problems: scan.problems, total: scan.problem_total, packable, packing, busy, onPack }
  const again = { kind, folders, scan, problems, busy, onScan: scanNow }
  if (live.status === null) return html`<${FirstScan} ...${again} />`
  if (live.status === 'cancelled' || live.status === 'error') return html`<${StoppedScan} ...${again} />`
  const ended = {
    ...again,
    next: nextOf(kind, waiting),
    chosen: started?.chosen ?? [],
    left: proposals.length,
    onReview: look,
    onUndone: reload,
  }
  if (started) return html`<${ImportResult} ...${ended} outcome=${lacksResult ? undefined : scan.last_confirm} done />`
  if (!looking && !proposals.some(canAccept)) return html`<${ImportResult} ...${ended} outcome=${undefined} />`
  const importAccepted = (list: readonly Proposal[], accepted: ReadonlySet<string>, want_new: boolean) =>
    confirm(
      list.filter(({ id }) => accepted.has(id)),
      confirmBody(scan.scan_id ?? '', list.filter(canAccept), { accepted, want_new }),
    )
  const review = { kind, scan, proposals, need, problems, ...filter, busy }
  return html`<${ProposalReview} key=${scan.scan_id} ...${review} onScan=${scanNow} onUndone=${reload} onConfirm=${importAccepted} />`
}
