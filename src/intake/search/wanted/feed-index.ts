import { normalNumber, sortKey } from '../../../base/names/numbers'
import { type ReadName, readName } from '../../../base/names/read-name'
import { keyWords } from '../../../base/names/titles'
import { judgeRelease, type ReleaseVerdict } from '../verdict/judge'
import { keysToWantBy } from '../verdict/kinship'
import { inSpans, type NumberSpan, numberSpanOf } from '../verdict/spans'
import type { KnownRelease, OfferedRelease, VerdictTarget, WantedFacts } from '../verdict/wanted'
import { readPackWeek, shopWeekOf } from '../verdict/week'
import { numbersIn, rangesIn } from './title-numbers'

/** A wanted item with the caller's own key. */
export interface WantedEntry<T> {
  item: T
  target: VerdictTarget
}

export interface Hit<T> {
  entry: WantedEntry<T>
  verdict: ReleaseVerdict
}

/** The wanted items with one series name, by number. */
interface SeriesEntries<T> {
  numbers: Map<string, WantedEntry<T>[]>
  /** Chapters, by the volume that contains them. */
  volumes: Map<string, WantedEntry<T>[]>
  /** Single books, which match any number in a release: "Batman v03 - Death of the Family". */
  once: WantedEntry<T>[]
  all: WantedEntry<T>[]
}

/**
 * Finds matches for all wanted items in a feed. Each release is parsed once, looked up by name and number, and judged
 * only against the few items that it could be. The cost grows with the feed, not with the number of wanted items. The
 * parser mistakes some names ("The Cover 012"), and a pack may be of another run with the same name. When nothing is
 * accepted, the words of the title are looked up.
 */
export class FeedIndex<T> {
  private readonly bySeries = new Map<string, SeriesEntries<T>>()
  /** Items that may come in a weekly pack, by their release week. */
  private readonly weeks = new Map<number, WantedEntry<T>[]>()
  private readonly kinds = new Set<'comic' | 'manga'>()
  private longestKey = 0

  constructor(entries: Iterable<WantedEntry<T>> = []) {
    for (const entry of entries) this.add(entry)
  }

  /** Items that the release was accepted for. For a pack, one item of each series represents all of them. */
  match(release: OfferedRelease, year: number, known?: (entry: WantedEntry<T>) => KnownRelease): Hit<T>[] {
    const week = readPackWeek(release.title)
    if (week) return this.judged(this.weeks.get(shopWeekOf(week.day)) ?? [], release, year, known)
    const hits: Hit<T>[] = []
    const seen = new Set<WantedEntry<T>>()
    for (const kind of this.kinds) {
      const read = readName(release.title, { kind, year, title: true })
      for (const key of keysToWantBy(read)) {
        const entries = this.bySeries.get(`${kind} ${key}`)
        if (!entries) continue
        const near = candidates(entries, read).filter((entry) => !seen.has(entry))
        for (const entry of near) seen.add(entry)
        hits.push(...this.judged(near, release, year, known))
      }
    }
    return hits.length > 0 ? hits : this.inWords(release, year, seen, known)
  }

  /** The matches by the words of the title, without items that were already judged. */
  private inWords(
    release: OfferedRelease,
    year: number,
    seen: Set<WantedEntry<T>>,
    known?: (entry: WantedEntry<T>) => KnownRelease,
  ): Hit<T>[] {
    const hits: Hit<T>[] = []
    for (const entries of this.namedIn(release.title)) {
      const near = mentioned(entries, release.title).filter((entry) => !seen.has(entry))
      for (const entry of fromBothEnds(near)) {
        seen.add(entry)
        const [hit] = this.judged([entry], release, year, known)
        if (!hit) continue
        hits.push(hit)
        if (hit.verdict.match_kind === 'pack') break
      }
    }
    return hits
  }

  /** The series whose name consists of consecutive words in the title. */
  private namedIn(title: string): Set<SeriesEntries<T>> {
    const words = keyWords(title)
    const found = new Set<SeriesEntries<T>>()
    this.addNamed(words, found)
    // "Lantern 027 Anniversary" is "Lantern #27 Anniversary".
    if (words.some((word) => PADDED.test(word))) this.addNamed(words.map(normalNumber), found)
    return found
  }

  private addNamed(words: readonly string[], found: Set<SeriesEntries<T>>): void {
    for (let from = 0; from < words.length; from++) {
      let key = ''
      for (let at = from; at < words.length && key.length < this.longestKey; at++) {
        key += words[at]
        for (const kind of this.kinds) {
          const entries = this.bySeries.get(`${kind} ${key}`)
          if (entries) found.add(entries)
        }
      }
    }
  }

  add(entry: WantedEntry<T>): void {
    const { keys, wanted, identity, oneShot } = entry.target
    this.kinds.add(wanted.kind)
    if (wanted.allow_packs && wanted.issue_date?.length === 10) put(this.weeks, shopWeekOf(wanted.issue_date), entry)
    // "Paper Girls v03" is "Paper Girls Vol. 3".
    for (const key of identity ? new Set([...keys, ...identity.stemKeys]) : keys) {
      const name = `${wanted.kind} ${key}`
      this.longestKey = Math.max(this.longestKey, key.length)
      const entries: SeriesEntries<T> = this.bySeries.get(name) ?? {
        numbers: new Map(),
        volumes: new Map(),
        once: [],
        all: [],
      }
      this.bySeries.set(name, entries)
      put(entries.numbers, sortKey(wanted.issue), entry)
      if (identity?.volume) put(entries.numbers, sortKey(identity.volume), entry)
      if (wanted.in_volume) put(entries.volumes, sortKey(wanted.in_volume), entry)
      if (oneShot || identity?.once) entries.once.push(entry)
      entries.all.push(entry)
    }
  }

  private judged(
    entries: WantedEntry<T>[],
    release: OfferedRelease,
    year: number,
    known?: (entry: WantedEntry<T>) => KnownRelease,
  ): Hit<T>[] {
    return entries.flatMap((entry) => {
      const verdict = judgeRelease(entry.target, release, year, known?.(entry))
      return verdict.accepted ? [{ entry, verdict }] : []
    })
  }
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

const ONCE = ['', '1']

/** Items with the release's number; for a range, the first one inside; all when the release has no number. */
function candidates<T>(entries: SeriesEntries<T>, read: ReadName): WantedEntry<T>[] {
  const ranges = [numberSpanOf(read.issue, read.issue_end), numberSpanOf(read.volume, read.volume_end)].filter(
    (span) => span !== undefined,
  )
  if (ranges.length > 0 || read.also.length > 0 || read.run_year_end !== '') {
    const inside = entries.all.find(({ target }) => isInside(target.wanted, ranges))
    return inside ? [inside] : entries.all.slice(0, 1)
  }
  const printed = [read.issue, read.volume].filter((number) => number !== '')
  const numbers = printed.length > 0 ? printed : ONCE
  const found = numbers.flatMap((number) => [
    ...(entries.numbers.get(sortKey(number)) ?? []),
    ...(entries.volumes.get(sortKey(number)) ?? []),
  ])
  return [...new Set([...found, ...entries.once])]
}

/**
 * Limit of items with one name that a title is judged for by its words: enough for every number in it, not for a whole
 * run.
 */
const MOST_JUDGED = 40

/**
 * When there are too many, the first and last by date: a release posted before most of a run was published contains its
 * beginning.
 */
function fromBothEnds<T>(near: WantedEntry<T>[]): WantedEntry<T>[] {
  if (near.length <= MOST_JUDGED) return near
  const dayOf = ({ target }: WantedEntry<T>) => target.wanted.issue_date ?? ''
  const sorted = near.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))
  return [...sorted.slice(0, MOST_JUDGED / 2), ...sorted.slice(-MOST_JUDGED / 2)]
}

const PADDED = /^0\d/

/** Items whose number is a word of the title or inside a range in it, and items without a number. */
function mentioned<T>(entries: SeriesEntries<T>, title: string): WantedEntry<T>[] {
  const found = [...ONCE.map(sortKey), ...numbersIn(title)].flatMap((key) => [
    ...(entries.numbers.get(key) ?? []),
    ...(entries.volumes.get(key) ?? []),
  ])
  const spans = rangesIn(title)
  if (spans.length === 0) return [...new Set(found)]
  const inside = entries.all.filter(({ target: { wanted } }) => isInside(wanted, spans))
  return [...new Set([...found, ...inside])]
}

const isInside = ({ issue, in_volume }: WantedFacts, spans: readonly NumberSpan[]) =>
  inSpans(issue, spans) || inSpans(in_volume ?? '', spans)
