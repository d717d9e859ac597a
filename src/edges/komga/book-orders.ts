import type { ChangeMemo } from '../../base/events/change-memo'
import type { PageSpan } from '../../base/http/paging'
import { inTurns, nextTurn } from '../../base/platform/event-loop'
import type { Database } from '../../base/storage/database'
import { type BookKey, idAfter, type KeyedBook, keyedBooks } from './book-list-store'
import type { Condition } from './condition'
import { readsProgress } from './condition-parts'
import type { Spellings } from './condition-store'
import type { Sliced } from './page'
import type { Sort } from './query'

const STEP = 2500
/** Books that are merged in one turn. */
const MERGED = 5000
/** Orders of a whole library that are kept for each caller. */
const MOST_KEPT = 3
/** Ids in one text. */
const PACKED = 500

/** Ids of books in order, in little memory: a few megabytes for a large library. */
export class BookOrder implements Sliced<string> {
  private readonly packs: string[] = []
  private last: string[] = []

  get length(): number {
    return this.packs.length * PACKED + this.last.length
  }

  add(id: string): void {
    this.last.push(id)
    if (this.last.length < PACKED) return
    this.packs.push(this.last.join('\n'))
    this.last = []
  }

  slice(start: number, end: number): string[] {
    const first = Math.floor(start / PACKED)
    const packs = this.packs.slice(first, Math.ceil(end / PACKED)).flatMap((pack) => pack.split('\n'))
    const ids = first + Math.ceil(packs.length / PACKED) === this.packs.length ? [...packs, ...this.last] : packs
    return ids.slice(start - first * PACKED, end - first * PACKED)
  }
}

/** A part of an order, read when it is asked for. */
export const partOf = (order: BookOrder, { limit, offset }: PageSpan): Sliced<string> => ({
  length: Math.max(0, Math.min(order.length - offset, limit)),
  slice: (start, end) => order.slice(offset + start, offset + Math.min(end, limit)),
})

interface Deps {
  db: Database
  /** Kept until the library changes, and until the library or reading changes. */
  memo: ChangeMemo
  readingMemo: ChangeMemo
  words: Spellings
  /** Issues that are read in one turn of the event loop. */
  step?: number
}

/**
 * Lists of books that no index has in order: all books of the library are read and merged over several turns of the
 * event loop, and the order is kept until it may have changed.
 */
export class BookOrders {
  constructor(private readonly deps: Deps) {}

  of(condition: Condition, sorts: readonly Sort[]): Promise<BookOrder> {
    const isOfReading = readsProgress(condition) || sorts.some(({ key }) => key.startsWith('readProgress.'))
    const memo = isOfReading ? this.deps.readingMemo : this.deps.memo
    const kept = memo.get('komga orders', () => new Map<string, Promise<BookOrder>>())
    const key = JSON.stringify([condition, sorts])
    const order = kept.get(key) ?? this.read(condition, sorts)
    kept.delete(key)
    kept.set(key, order)
    order.catch(() => kept.delete(key))
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return order
  }

  private async read(condition: Condition, sorts: readonly Sort[]): Promise<BookOrder> {
    const { db, words, step = STEP } = this.deps
    const parts: KeyedBook[][] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const upTo = idAfter(db.read, after, step)
      const part = keyedBooks(db.read, { condition, sorts }, { after, upTo }, words)
      if (part.length > 0) parts.push(part)
      after = upTo
      await nextTurn()
    }
    // Without an order the parts follow each other.
    const merged = sorts.length === 0 ? parts : [await inTurns(mergedParts(parts))]
    return inTurns(packed(merged))
  }
}

function* packed(parts: KeyedBook[][]): Generator<undefined, BookOrder> {
  const order = new BookOrder()
  for (const part of parts)
    for (const { id } of part) {
      order.add(id)
      if (order.length % MERGED === 0) yield
    }
  return order
}

/** Merges neighbours until one is left. */
function* mergedParts(parts: KeyedBook[][]): Generator<undefined, KeyedBook[]> {
  let left = parts
  while (left.length > 1) {
    const next: KeyedBook[][] = []
    for (let at = 0; at < left.length; at += 2) next.push(yield* mergedPair(left[at]!, left[at + 1] ?? []))
    left = next
  }
  return left[0] ?? []
}

function* mergedPair(a: KeyedBook[], b: KeyedBook[]): Generator<undefined, KeyedBook[]> {
  const merged: KeyedBook[] = []
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    const isFirst = j >= b.length || (i < a.length && compared(a[i]!, b[j]!) <= 0)
    merged.push(isFirst ? a[i++]! : b[j++]!)
    if (merged.length % MERGED === 0) yield
  }
  return merged
}

function compared(a: KeyedBook, b: KeyedBook): number {
  for (const [at, key] of a.keys.entries()) {
    const order = byValue(key, b.keys[at]!)
    if (order !== 0) return a.down[at] ? -order : order
  }
  return a.id < b.id ? -1 : 1
}

/** As SQLite compares: nothing, then numbers, then texts. */
function byValue(a: BookKey, b: BookKey): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : 1
}
