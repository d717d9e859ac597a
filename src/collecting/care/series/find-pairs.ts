import { matchKey } from '../../../base/names/titles'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Database } from '../../../base/storage/database'
import { isTypoOf } from '../../../library/recognition/service'
import type { Likeness } from '../states'
import { type FoundPair, type NamedSeries, pairKey, providersOf, replacePairs, seriesAfterId } from './pair-store'

/** A bucket with more names is one word that many series begin with; typos in it are found by their ends. */
const MOST_ALIKE = 300
const MOST_PAIRS = 2000
/** Comparisons of one turn. */
const AT_ONCE = 5000
/** Names indexed in one turn. */
const INDEXED = 500
/** Letters at the beginning and at the end, one of which a typo leaves unchanged. */
const ENDS = 6

/** Compares the names of all series, and keeps the pairs that look like one series. */
export async function findPairs(db: Database, signal: AbortSignal): Promise<void> {
  const all: NamedSeries[] = []
  for (let after = ''; ; ) {
    const some = seriesAfterId(db.read, after)
    if (some.length === 0 || signal.aborted) break
    all.push(...some)
    after = some.at(-1)!.comic_id
    await nextTurn()
  }
  const pairs = new Map<string, FoundPair>()
  const found = (one: NamedSeries, other: NamedSeries, likeness: Likeness) => {
    const key = pairKey(one.comic_id, other.comic_id)
    if (one === other || pairs.has(key) || pairs.size >= MOST_PAIRS || !mayBeOne(one, other)) return
    const pair = pairOf(db, one, other, likeness)
    if (pair) pairs.set(key, pair)
  }
  await comparePairs(all, found, signal)
  if (!signal.aborted) db.write((tx) => replacePairs(tx, [...pairs.values()]))
}

async function comparePairs(
  all: readonly NamedSeries[],
  found: (one: NamedSeries, other: NamedSeries, likeness: Likeness) => void,
  signal: AbortSignal,
): Promise<void> {
  const { byKey, buckets } = await indexNames(all)
  let compared = 0
  for (const one of all) {
    if (signal.aborted) return
    for (const other of byKey.get(one.key) ?? []) found(one, other, 'name')
    for (const alias of one.aliases ?? [])
      for (const other of byKey.get(matchKey(alias)) ?? []) found(one, other, 'alias')
    for (const bucket of bucketsOf(one.key)) {
      const alike = buckets.get(bucket) ?? []
      if (alike.length > MOST_ALIKE) continue
      compared += alike.length
      for (const key of alike)
        if (key !== one.key && Math.abs(key.length - one.key.length) < 2 && isTypoOf(one.key, key))
          for (const other of byKey.get(key)!) found(one, other, 'spelling')
    }
    compared += 20
    if (compared < AT_ONCE) continue
    compared = 0
    await nextTurn()
  }
}

/** Series by name, and names by what similar ones share; some at a time. */
async function indexNames(all: readonly NamedSeries[]) {
  const byKey = new Map<string, NamedSeries[]>()
  const buckets = new Map<string, string[]>()
  for (const [at, one] of all.entries()) {
    if (at % INDEXED === 0) await nextTurn()
    const same = byKey.get(one.key)
    if (same) {
      same.push(one)
      continue
    }
    byKey.set(one.key, [one])
    for (const bucket of bucketsOf(one.key)) {
      const known = buckets.get(bucket)
      if (known) known.push(one.key)
      else buckets.set(bucket, [one.key])
    }
  }
  return { byKey, buckets }
}

/** Short names share a spelling with one letter left out; of long ones, one end is unchanged. */
function bucketsOf(key: string): string[] {
  if (key.length < ENDS) return []
  const ends = key.length < 2 * ENDS ? [] : [`<${key.slice(0, ENDS)}`, `${key.slice(-ENDS)}>`]
  if (key.length > 2 * ENDS) return ends
  const shorter = Array.from({ length: key.length }, (_, at) => key.slice(0, at) + key.slice(at + 1))
  return [key, ...ends, ...new Set(shorter)]
}

const plain = (language: string | null) => language?.toLowerCase().split(/[-_]/)[0]

/** Neither year, volume, kind nor language says that they are two. */
function mayBeOne(one: NamedSeries, other: NamedSeries): boolean {
  if (one.content_type !== other.content_type || one.key === '') return false
  if (one.year !== null && other.year !== null && Math.abs(one.year - other.year) > 1) return false
  if (one.volume !== null && other.volume !== null && one.volume !== other.volume) return false
  const [a, b] = [plain(one.language), plain(other.language)]
  return !a || !b || a === b
}

/** The series that a provider knows is kept, else the one with more files. A provider that lists both knows them apart. */
function pairOf(db: Database, one: NamedSeries, other: NamedSeries, likeness: Likeness): FoundPair | undefined {
  const [a, b] = [providersOf(db.read, one.comic_id), providersOf(db.read, other.comic_id)]
  if (a.some((source) => b.includes(source))) return undefined
  const isFirst =
    b.length - a.length ||
    other.files - one.files ||
    (one.added_at < other.added_at ? -1 : Number(one.added_at > other.added_at))
  const [keep, rest] = isFirst <= 0 ? [one, other] : [other, one]
  const kind = a.length > 0 && b.length > 0 ? 'id' : likeness
  return { keep_id: keep.comic_id, other_id: rest.comic_id, likeness: kind, sort_key: keep.sort_name }
}
