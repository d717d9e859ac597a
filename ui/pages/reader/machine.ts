import { type Spread, spreadAt } from './layout/spreads'

/** The states of the reader and their transitions. Pure. */

export type ReadingPlace = { on: 'page'; page: number } | { on: 'end' } | { on: 'before' }
export type Fault = 'missing' | 'damaged' | 'away' | 'lost' | 'text' | 'other'
/** The page that was shown when the file was replaced, and how many there were. */
type ReplacedFile = { page: number; count: number }
export type Reading =
  | { is: 'opening'; replaced?: ReplacedFile }
  | { is: 'failed'; why: Fault; detail: string }
  | {
      is: 'open'
      place: ReadingPlace
      /** The direction of the last turn, which decides the preloaded pages and the first visible corner of a page. */
      forwards: boolean
    }

export type ReaderMove =
  | { do: 'open'; page: number }
  | { do: 'refuse'; status: number; detail: string }
  | { do: 'retry' }
  /** The file was replaced; `count`: the pages that it had. */
  | { do: 'replace'; count: number }
  /** `before` when there is a previous issue. */
  | { do: 'turn'; by: 1 | -1; spreads: readonly Spread[]; before: boolean }
  /** A jump, or with `scrolled` the page that a strip was scrolled to. */
  | { do: 'go'; page: number; count: number; scrolled?: boolean }

const FAULTS: Record<number, Fault> = {
  0: 'lost',
  404: 'missing',
  410: 'damaged',
  415: 'text',
  422: 'damaged',
  503: 'away',
}

export function nextReading(now: Reading, move: ReaderMove): Reading {
  switch (move.do) {
    case 'open':
      return { is: 'open', place: { on: 'page', page: move.page }, forwards: true }
    case 'refuse':
      return { is: 'failed', why: FAULTS[move.status] ?? 'other', detail: move.detail }
    case 'retry':
      return { is: 'opening' }
    case 'replace':
      return now.is === 'open' ? { is: 'opening', replaced: { page: pageOf(now, move.count), count: move.count } } : now
    case 'turn':
      return now.is === 'open' ? turned(now, move) : now
    case 'go':
      return now.is === 'open' ? went(now, move) : now
  }
}

type Open = Extract<Reading, { is: 'open' }>

function turned(now: Open, { by, spreads, before }: Extract<ReaderMove, { do: 'turn' }>): Reading {
  const { place } = now
  const forwards = by > 0
  const on = (at: number): Reading => ({ is: 'open', place: { on: 'page', page: spreads[at]?.[0] ?? 0 }, forwards })
  if (place.on === 'end') return forwards ? now : on(spreads.length - 1)
  if (place.on === 'before') return forwards ? on(0) : now
  const at = spreadAt(spreads, place.page) + by
  if (at >= spreads.length) return { is: 'open', place: { on: 'end' }, forwards }
  if (at < 0) return before ? { is: 'open', place: { on: 'before' }, forwards } : now
  return on(at)
}

/** The cards count as the pages before the first and after the last. */
const pageOf = ({ place }: Open, count: number): number =>
  place.on === 'page' ? place.page : place.on === 'end' ? count : -1

/** A page that is jumped to is read from its start, also one further back. */
function went(now: Open, { page, count, scrolled = false }: Extract<ReaderMove, { do: 'go' }>): Reading {
  const own = Math.min(Math.max(0, count - 1), Math.max(0, page))
  const from = pageOf(now, count)
  return { is: 'open', place: { on: 'page', page: own }, forwards: !scrolled || own >= from }
}

export type Resume = {
  /** The page in the address, from 1. */
  wanted?: string
  count: number
  saved: { page: number; completed: boolean } | null
  replaced?: ReplacedFile | undefined
}

/** The page at which an issue opens; `note`: tell the user that the issue resumes at a saved page. */
export function resumeAt({ wanted, count, saved, replaced }: Resume): { page: number; note: boolean } {
  if (replaced) {
    // Pages before this one may be gone: as far back as many are missing, so that none is skipped.
    const page = Math.min(replaced.page - Math.max(0, replaced.count - count), count - 1)
    return { page: Math.max(0, page), note: page > 0 }
  }
  const wish = Number(wanted)
  if (wanted !== undefined && Number.isInteger(wish) && wish >= 1 && wish <= count)
    return { page: wish - 1, note: false }
  if (!saved || saved.completed || saved.page <= 0 || saved.page >= count) return { page: 0, note: false }
  return { page: saved.page, note: true }
}
