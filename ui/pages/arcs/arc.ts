import './arcs.css'
import '../../parts/lists/ordered-rows.css'
import '../../parts/lists/row-check.css'
import { useRoute } from 'preact-iso'
import { useQuery } from '../../api/query'
import { html, useEffect, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { SegmentedControl } from '../../parts/controls/segmented'
import { type Picks, usePicks } from '../../parts/lists/picks'
import { PicksBar } from '../../parts/lists/picks-bar'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { ARCS } from '../../parts/text/arc-path'
import { countWords } from '../../parts/text/format'
import { useBusy } from '../../state/use-busy'
import { isReader } from '../../state/user'
import { ArcHead } from './arc-head'
import { ArcRows } from './arc-rows'
import { removeIssues } from './changes'
import { DropDialog } from './drop-dialog'
import { MatchDialog } from './match-dialog'
import { type ArcIssue, isAbsent, isMissing } from './wire'

type View = 'all' | 'missing' | 'unmatched'

/** A story arc: its issues in order, each with its state in the library. */
export function ArcPage() {
  const { arc_id = '' } = useRoute().params
  const { data, error, reload } = useQuery('GET /api/storyarcs/:arc_id', { params: { arc_id } })
  const [view, setView] = useState<View>('all')
  const [choosing, setChoosing] = useState<ArcIssue | undefined>(undefined)
  const [dropping, setDropping] = useState(false)
  const shownIds = useRef<readonly string[]>([])
  const picks = usePicks((first, last) => shownIds.current.slice(first, last + 1))
  useScrollPlace(data !== undefined)
  const name = data?.arc.StoryArc
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · Panelkeep`
  }, [name])
  if (!data && error?.status === 404) return html`<${Unknown} />`
  if (!data && error)
    return html`<${ErrorLook} page what="The story arc could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" count=${8} label="Loading the story arc" />`
  const { arc, issues } = data
  const missing = issues.filter(isReader() ? isAbsent : isMissing)
  const unmatched = issues.filter(({ ComicID }) => ComicID === null)
  const shown = { all: issues, missing, unmatched }[view]
  shownIds.current = shown.map(({ IssueArcID }) => IssueArcID)
  const picked = shownIds.current.filter((id) => picks.keys.has(id))
  const choices = [
    { value: 'all', label: `All ${issues.length}` },
    { value: 'missing', label: `Missing ${missing.length}` },
    { value: 'unmatched', label: `Unmatched ${unmatched.length}` },
  ]
  return html`
    <div class="list arc">
      <${ArcHead} arc=${arc} issues=${issues} onPick=${picks.begin} onDrop=${() => setDropping(true)} />
      ${arc.description && html`<p class="arc-about">${arc.description}</p>`}
      ${issues.length > 0 && html`<${SegmentedControl} label="Issues" value=${view} choices=${choices} onChange=${(value: string) => setView(value as View)} />`}
      ${
        issues.length === 0
          ? html`<${Nothing} />`
          : shown.length === 0
            ? html`<p class="arc-none">${view === 'unmatched' ? 'Every issue is matched to your library.' : isReader() ? 'Every issue is in the library.' : 'Every issue is in your library, downloading or wanted.'}</p>`
            : html`<${ArcRows} key=${view} arcId=${arc_id} issues=${shown} ordered=${view === 'all' && !picks.on && !isReader()} picks=${picks.on ? picks : undefined} onChoose=${setChoosing} />`
      }
      ${picks.on && html`<${PickedRows} arcId=${arc_id} picked=${picked} picks=${picks} count=${shown.length} />`}
      ${dropping && html`<${DropDialog} arcId=${arc_id} issues=${issues} onClose=${() => setDropping(false)} />`}
      ${choosing && html`<${MatchDialog} arcId=${arc_id} issue=${choosing} onClose=${() => setChoosing(undefined)} />`}
    </div>
  `
}

type PickedRowsProps = { arcId: string; picked: readonly string[]; picks: Picks; count: number }

function PickedRows({ arcId, picked, picks, count }: PickedRowsProps) {
  const { busy, run } = useBusy()
  const remove = async () => {
    if (await run(() => removeIssues(arcId, [...picked]))) picks.clear()
  }
  const all = picked.length < count ? `Select all ${count}` : undefined
  const bar = { text: countWords(picked.length, 'issue'), all, onAll: () => picks.all(count), onClear: picks.clear }
  return html`
    <${PicksBar} ...${bar}>
      <${Button} kind="quiet" icon="trash" busy=${busy} disabled=${picked.length === 0} onClick=${remove}>Remove from the arc<//>
    <//>
  `
}

function Nothing() {
  if (isReader()) return html`<${Empty} icon="book-open" title="This story arc is empty" />`
  return html`
    <${Empty} icon="book-open" title="This story arc is empty" text="Open a series, select issues, and choose Add to story arc.">
      <${Button} kind="main" icon="library" href="/library">Go to the library<//>
    <//>
  `
}

function Unknown() {
  return html`
    <${Empty} page icon="book-open" title="This story arc does not exist" text="It was deleted, or the link is wrong.">
      <${Button} kind="main" href=${ARCS}>Go to the story arcs<//>
    <//>
  `
}
