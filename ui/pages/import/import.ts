import './import.css'
import { ApiError, call } from '../../api/client'
import { useQuery } from '../../api/query'
import { html, useMemo, useState } from '../../html'
import { Button } from '../../parts/button'
import { Empty } from '../../parts/empty'
import { ErrorLook } from '../../parts/error-look'
import { Skeleton } from '../../parts/skeleton'
import { useOwnLocation } from '../../parts/virtual-place'
import { Words } from '../../parts/words'
import { say } from '../../state/toasts'
import { Importing, Scanning } from './busy'
import { Ended, Ready, Stopped } from './ready'
import { bySureness, canAccept, confirmBody, type Outcome, outcomeOf, type Proposal, proposal } from './review'
import { Review } from './review-list'
import { type Scan, useScan } from './use-scan'
import type { Change, Kind, WireScan } from './wire'

export function ImportPage() {
  const { query, route } = useOwnLocation()
  const config = useQuery('GET /api/config')
  const { data, error, reload } = config
  if (!data && error)
    return html`<${ErrorLook} what="The import could not be opened" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" label="Loading the import" />`
  const folders = { comic: foldersIn(data.comic_dirs), manga: foldersIn(data.manga_dirs) }
  if (folders.comic.length + folders.manga.length === 0) return html`<${NoFolders} />`
  const only = folders.comic.length === 0 ? 'manga' : folders.manga.length === 0 ? 'comic' : undefined
  const kind: Kind = only ?? (query.kind === 'manga' ? 'manga' : 'comic')
  const words = [
    { value: 'comic', label: 'Comics' },
    { value: 'manga', label: 'Manga' },
  ]
  const choose = (next: string) => route(next === 'manga' ? '/import?kind=manga' : '/import', true)
  return html`
    <div class="import">
      <header class="import-head">
        <h1>Import</h1>
        ${!only && html`<${Words} ...${{ label: 'Kind', value: kind, words, onChange: choose }} />`}
      </header>
      <${KindImport} key=${kind} kind=${kind} folders=${folders[kind]} />
    </div>
  `
}

function foldersIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function NoFolders() {
  const text =
    'Panelkeep reads the folders that already hold your comics or manga. Name one, and come back to see what is in it.'
  return html`
    <${Empty} icon="folder" title="No folder is chosen yet" text=${text}>
      <${Button} kind="main" icon="folder-open" href="/settings">Choose a folder<//>
    <//>
  `
}

type KindImportProps = { kind: Kind; folders: readonly string[] }

function KindImport({ kind, folders }: KindImportProps) {
  const state = useScan(kind)
  const { scan, error, live, reload } = state
  const proposals = useMemo(() => proposalsOf(scan), [scan])
  const [chosen, setChosen] = useState<readonly Proposal[]>([])
  const [looking, setLooking] = useState(false)
  const { scanNow, cancel, confirm, busy } = useActions(kind, state, (next) => {
    setChosen(next)
    setLooking(false)
  })
  if (!scan && error)
    return html`<${ErrorLook} what="The scan could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!scan) return html`<${Skeleton} kind="rows" label="Loading the scan" />`
  if (live.status === 'scanning') return html`<${Scanning} ...${{ kind, live, busy, onCancel: cancel }} />`
  if (live.status === 'importing') return html`<${Importing} ...${{ live, chosen, busy, onCancel: cancel }} />`
  const problems = { problems: scan.problems, total: scan.problem_total }
  const again = { kind, folders, scan, problems, busy, onScan: scanNow }
  if (live.status === null) return html`<${Ready} ...${again} />`
  if (live.status === 'cancelled' || live.status === 'error') return html`<${Stopped} ...${again} />`
  const outcome: Outcome | undefined = chosen.length > 0 ? outcomeOf(chosen, proposals) : undefined
  if (outcome || (!looking && !proposals.some(canAccept))) {
    const review = () => {
      setChosen([])
      setLooking(true)
    }
    return html`<${Ended} ...${{ ...again, outcome, chosen, left: proposals.length, onReview: review }} />`
  }
  const take = (list: readonly Proposal[], accepted: ReadonlySet<string>, changes: ReadonlyMap<string, Change>) =>
    confirm(list, confirmBody(scan.scan_id ?? '', list, accepted, changes))
  return html`<${Review} key=${scan.scan_id} ...${{ scan, proposals, problems, busy, onScan: scanNow, onConfirm: take }} />`
}

function proposalsOf(scan: WireScan | undefined): Proposal[] {
  return bySureness((scan?.results ?? []).flatMap((group) => proposal(group) ?? []))
}

function useActions(kind: Kind, { reload, expect }: Scan, onChosen: (chosen: readonly Proposal[]) => void) {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch((cause) => say(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' }))
    setBusy(false)
    reload()
  }
  return {
    busy,
    scanNow: () => {
      onChosen([])
      expect('scanning')
      return run(() => call(`POST /api/import/${kind}/scan`))
    },
    cancel: () => run(() => call(`POST /api/import/${kind}/cancel`)),
    confirm: (list: readonly Proposal[], body: ReturnType<typeof confirmBody>) => {
      const ids = new Set(body.selected_ids)
      const chosen = list.filter(({ id }) => ids.has(id))
      expect('importing')
      onChosen(chosen)
      return run(() =>
        call(`POST /api/import/${kind}/confirm`, { body }).catch((cause) => {
          onChosen([]) // nothing was taken over: the list stands as it was
          throw cause
        }),
      )
    },
  }
}
