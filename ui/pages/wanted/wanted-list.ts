import { call } from '../../api/client'
import { useQuery } from '../../api/query'
import { type ComponentChildren, html, useCallback, useMemo, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { type Picks, pickKeys, usePicks } from '../../parts/lists/picks'
import { PicksBar } from '../../parts/lists/picks-bar'
import { chunksNear, rowGrid } from '../../parts/lists/virtual'
import { type GridView, VirtualGrid } from '../../parts/lists/virtual-grid'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { countWords, numberWords } from '../../parts/text/format'
import { issuePath } from '../../parts/text/series-path'
import { addToReadingList } from '../../state/reading-lists'
import { reviewReleases } from '../../state/release-search'
import { searchNow } from '../../state/searching'
import { useBusy } from '../../state/use-busy'
import { keepFiles, stopWanting, unmonitorSeries } from './moves'
import { type WantedCard, wantedCards } from './wanted-card'
import { type WantedMove, WantedRow } from './wanted-row'
import { WANTED_CHUNK, type WantedView, wantedInput } from './wanted-view'
import { WhySheet } from './why-sheet'

const AHEAD = 60

const layout = (width: number, rem: number) => rowGrid(width, rem * (width < 560 ? 4.5 : 4))

const labelOf = ({ series, number }: WantedCard) => `${series} ${number}`
const named = (card: WantedCard) => ({ id: card.id, label: labelOf(card) })

/** Wanted issues; only rows near the window are in the page. */
export function WantedList({ view: which, count }: { view: WantedView; count: number }) {
  const { route } = useOwnLocation()
  const [why, setWhy] = useState<WantedCard | undefined>(undefined)
  const known = useRef(new Map<string, WantedCard>())
  const between = (first: number, last: number) => cardsBetween(which, first, last, known.current)
  const picks = usePicks(between, count)
  const move = useCallback(
    (move: WantedMove, card: WantedCard) => {
      known.current.set(card.id, card)
      if (move === 'open') route(issuePath(card.seriesId, card.id))
      if (move === 'why') setWhy(card)
      if (move === 'stop') void (card.upgrade ? keepFiles([named(card)]) : stopWanting([named(card)]))
      if (move === 'search' && !card.future) void searchNow([named(card)])
      if (move === 'list') void addToReadingList([named(card)])
      if (move === 'review' && !card.future)
        reviewReleases({ entity_type: card.kind, entity_id: card.id, title: labelOf(card) })
    },
    [route],
  )
  const draw = useCallback(
    (view: GridView) =>
      chunksNear(view.first, view.end, { size: WANTED_CHUNK, count, ahead: AHEAD }).map(
        (chunk) =>
          html`
            <${Chunk}
              key=${chunk}
              which=${which}
              chunk=${chunk}
              view=${view}
              count=${count}
              picks=${picks}
              known=${known.current}
              onMove=${move}
            />
          `,
      ),
    [which, count, picks.keys, picks.on, move],
  )
  const list = {
    role: 'list',
    'aria-label': which.when === 'upgrades' ? 'Upgrades' : 'Wanted issues',
    'data-picking': picks.on || undefined,
  }
  const picked = [...picks.keys].flatMap((id) => known.current.get(id) ?? [])
  const close = () => setWhy(undefined)
  const then = (step: WantedMove) => {
    close()
    if (why) move(step, why)
  }
  return html`
    <${VirtualGrid} count=${count} layout=${layout} render=${draw} list=${list} onKey=${pickKeys(picks, count)} />
    ${picked.length > 0 && html`<${PickedBar} picked=${picked} picks=${picks} count=${count} />`}
    ${
      why &&
      html`
      <${WhySheet}
        card=${why}
        onSearch=${() => then('search')}
        onReview=${() => then('review')}
        onClose=${close}
      />
    `
    }
  `
}

/** The ids of a range of the list; entries that are not loaded yet are fetched. */
async function cardsBetween(
  which: WantedView,
  first: number,
  last: number,
  known: Map<string, WantedCard>,
): Promise<string[]> {
  const ids: string[] = []
  for (let offset = first; offset <= last; offset += WANTED_CHUNK) {
    const limit = Math.min(WANTED_CHUNK, last - offset + 1)
    const page = await call('GET /api/wanted', { query: { ...wantedInput(which, 0).query, limit, offset } })
    for (const card of wantedCards(page, today())) {
      known.set(card.id, card)
      ids.push(card.id)
    }
  }
  return ids
}

type PickedBarProps = { picked: readonly WantedCard[]; picks: Picks; count: number }

/** The actions for several issues at once. */
function PickedBar({ picked, picks, count }: PickedBarProps) {
  const { doing, run: runOnce } = useBusy()
  const out = picked.filter(({ future }) => !future)
  const isUpgrades = picked.every(({ upgrade }) => upgrade !== '')
  const ways = {
    search: () => searchNow(out.map(named)),
    stop: () => (isUpgrades ? keepFiles(picked.map(named)) : stopWanting(picked.map(named))),
    unmonitor: () => unmonitorSeries([...new Set(picked.map(({ seriesId }) => seriesId))]),
  }
  const run = (move: keyof typeof ways) =>
    runOnce(
      async () => {
        await ways[move]()
        picks.clear()
      },
      { name: move },
    )
  const come = picked.length - out.length
  const text = countWords(picked.length, 'issue') + (come > 0 ? `, ${numberWords(come)} upcoming` : '')
  const all = picked.length < count ? `Select all ${numberWords(count)}` : undefined
  const bar = { text, all, onAll: () => picks.all(count), onClear: picks.clear }
  const idle = doing !== undefined
  return html`
    <${PicksBar} ...${bar}>
      <${Button} kind="quiet" icon="search" busy=${doing === 'search'} disabled=${idle || out.length === 0} onClick=${() => run('search')}>Search<//>
      <${Button} kind="quiet" icon="list-add" label="Add to reading list" disabled=${idle} onClick=${() => addToReadingList(picked.map(named))} />
      <${Button} kind="quiet" icon="minus" busy=${doing === 'stop'} disabled=${idle} onClick=${() => run('stop')}>${isUpgrades ? 'Keep this file' : 'Skip'}<//>
      <${Button} kind="quiet" icon="eye-off" busy=${doing === 'unmonitor'} disabled=${idle} onClick=${() => run('unmonitor')}>Unmonitor series<//>
    <//>
  `
}

type ChunkProps = {
  which: WantedView
  chunk: number
  view: GridView
  count: number
  picks: Picks
  /** All cards loaded so far. */
  known: Map<string, WantedCard>
  onMove: (move: WantedMove, card: WantedCard) => unknown
}

function Chunk({ which, chunk, view, count, picks, known, onMove }: ChunkProps) {
  const { data, error, reload } = useQuery('GET /api/wanted', wantedInput(which, chunk))
  const cards = useMemo(() => (data ? wantedCards(data, today()) : []), [data])
  for (const card of cards) known.set(card.id, card)
  const start = chunk * WANTED_CHUNK
  const from = Math.max(view.first, start)
  const to = Math.min(view.end, start + WANTED_CHUNK)
  const rows: ComponentChildren[] = []
  for (let at = from; at < to; at++) {
    const card = cards[at - start]
    // The first visible row shows its group too: the first row of that group may be far above.
    const before = cards[at - start - 1]
    const bySeries = which.sort === 'series'
    const month = at === view.first || (bySeries ? before?.seriesId !== card?.seriesId : before?.month !== card?.month)
    const picked = card !== undefined && picks.keys.has(card.id)
    const row = { card, at, count, month, bySeries, here: at === view.at, picked, onMove, onPick: picks.pick }
    if (card || !error || at > from) rows.push(html`<${WantedRow} key=${at} ...${row} />`)
    else
      rows.push(
        html`<p key=${at} class="wanted-failed" role="alert">${error.detail} <${Button} size="small" onClick=${reload}>Try again<//></p>`,
      )
  }
  return html`${rows}`
}

const today = () => new Date().toISOString().slice(0, 10)
