import { call } from '../../api/client'
import { useQuery } from '../../api/query'
import { type ComponentChildren, html, useMemo } from '../../html'
import { Button } from '../../parts/controls/button'
import { chunkInput, LIBRARY_CHUNK, type ListQuery } from './pieces'
import { type SeriesCard, type SeriesFields, seriesCard } from './series-card'
import type { SeriesAnswer } from './wire'

/** The most series ids that the server returns at once, for a long selection. */
const MOST = 500

/** The rows of an answer, with or without pages around them. */
export function answerRows(answer: SeriesAnswer | undefined): SeriesFields[] {
  if (!answer) return []
  return Array.isArray(answer) ? answer : answer.comics
}

export function answerTotal(answer: SeriesAnswer): number {
  return Array.isArray(answer) ? answer.length : answer.pagination.total
}

export type ChunkProps = {
  query: ListQuery
  chunk: number
  /** The entries to draw, counted over the whole list; other entries of the chunk are only fetched. */
  first: number
  end: number
  draw: (card: SeriesCard, at: number) => ComponentChildren
  wait: (at: number) => ComponentChildren
}

/** A piece of the list: fetches its rows, and draws those near the window. */
export function Chunk({ query, chunk, first, end, draw, wait }: ChunkProps) {
  const { data, error, reload } = useQuery('GET /api/series', chunkInput(query, chunk))
  const cards = useMemo(() => answerRows(data).map(seriesCard), [data])
  const start = chunk * LIBRARY_CHUNK
  const from = Math.max(first, start)
  const to = Math.min(end, start + LIBRARY_CHUNK)
  const entries: ComponentChildren[] = []
  for (let at = from; at < to; at++) {
    const card = cards[at - start]
    if (card) entries.push(draw(card, at))
    else if (error && at === from) entries.push(html`<${Failed} key=${at} detail=${error.detail} onRetry=${reload} />`)
    else entries.push(wait(at))
  }
  return html`${entries}`
}

function Failed({ detail, onRetry }: { detail: string; onRetry: () => void }) {
  return html`
    <div class="chunk-failed" role="alert">
      <p>${detail}</p>
      <${Button} size="small" icon="refresh" onClick=${onRetry}>Try again<//>
    </div>
  `
}

/** The ids of the series from `first` to `last`, both included, in the order of the list. */
export async function idsBetween(query: ListQuery, first: number, last: number): Promise<string[]> {
  const ids: string[] = []
  for (let offset = first; offset <= last; offset += MOST) {
    const limit = Math.min(MOST, last - offset + 1)
    const answer = await call('GET /api/series', { query: { ...query, limit, offset } })
    ids.push(...answerRows(answer).map((row) => row.ComicID))
  }
  return ids
}
