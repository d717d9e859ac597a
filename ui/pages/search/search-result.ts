import { sourceLabel } from '../../../src/base/providers/descriptors'
import type { Reply } from '../../api/contract'
import { countWords } from '../../parts/text/format'

export type SearchAnswer = Reply<'POST /api/search/comics'>
export type WireRow = SearchAnswer['results'][number]

/** A series of a provider, in the page's form. */
export type SearchResult = {
  /** The id for adding the series. */
  id: string
  name: string
  cover: string | null
  thumb: string | null
  year: string
  /** "2015, Northgate, 12 issues": the known facts. */
  facts: string[]
  /** A sentence of the description, and the full text. */
  line: string
  about: string
  /** Alternative names. */
  aliases: string[]
  kind: 'comic' | 'manga'
  /** Whether the series has ended. */
  ended: boolean
  source: string
  alsoAt: string[]
  url: string | null
  /** The id in the library, if the series is in the library. */
  comicId: string | undefined
  here: boolean
  /** The running task that adds the series. */
  operationId: string | undefined
}

export const sourceName = (source: string): string => sourceLabel(source) ?? source

/** States worth showing; an ongoing series is the usual case. */
const STATES: Record<string, string> = {
  ended: 'Ended',
  completed: 'Ended',
  hiatus: 'On hiatus',
  cancelled: 'Cancelled',
  announced: 'Announced',
}

const OVER: ReadonlySet<string> = new Set(['ended', 'completed', 'cancelled'])

export function searchResult(row: WireRow, thisYear = new Date().getFullYear()): SearchResult {
  const { name, comicid, comicyear, publisher, issues, deck, description, metadata_source, also_at, operation_id } = row
  const manga = row.content_type === 'manga'
  const count = Number(issues)
  const counted = count > 0 ? countWords(count, manga ? 'chapter' : 'issue') : ''
  const year = comicyear ?? ''
  return {
    id: comicid,
    name,
    cover: row.comicimage ?? row.comicthumb,
    thumb: row.comicthumb ?? row.comicimage,
    year,
    facts: [year, publisher ?? '', counted, STATES[row.status ?? ''] ?? ''].filter((fact) => fact !== ''),
    line: deck || description || '',
    about: description || deck || '',
    aliases: row.alt_titles,
    kind: row.content_type,
    ended: OVER.has(row.status ?? '') || Number(row.seriesrange.at(-1) ?? thisYear) < thisYear,
    source: metadata_source,
    alsoAt: also_at,
    url: row.url,
    comicId: row.haveit === 'No' ? undefined : row.haveit.comicid,
    here: row.in_library,
    operationId: operation_id ?? undefined,
  }
}
