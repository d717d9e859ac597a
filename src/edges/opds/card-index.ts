import { between } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import type { StoredProgress } from '../../library/reading/progress-store'
import type { IssueCard, SeriesCard } from './card-store'
import { type CatalogSort, type FacetChoice, type FacetCounts, type FacetName, groups } from './choices'

/** The cards that match a choice. */
export interface Selection {
  /** Ids of issues in the requested order. */
  ids: { readonly length: number; slice(from: number, to: number): string[] }
  counts: FacetCounts
}

/** A value of a group, its number of issues, and the first of them. */
interface GroupValue {
  value: string
  count: number
  first: string
}

/**
 * Filter and sort fields of many issues in columns of small numbers: a library of 250,000 takes some megabytes, and
 * filtering it a few milliseconds. Cards are added in the order of their names.
 */
export class CardIndex {
  private readonly ids: string[] = []
  private readonly columns = Object.fromEntries(groups.map((group) => [group, new Column()])) as Record<
    FacetName,
    Column
  >
  /** Sort keys; larger ones come first. */
  private readonly keys: Record<Exclude<CatalogSort, 'name'>, number[]> = { new: [], release: [], updated: [] }
  private readonly orders = new Map<CatalogSort, Uint32Array>()
  private readonly selections = new Map<string, Selection>()
  private readonly grouped = new Map<FacetName, readonly GroupValue[]>()

  add(series: SeriesCard, card: IssueCard, progress: StoredProgress | undefined): void {
    const { columns, keys } = this
    const date = card.release_date ?? ''
    const year = /^\d{4}/.exec(date)?.[0] ?? series.year?.toString() ?? ''
    this.ids.push(card.issue_id)
    columns.read.push(progress ? (progress.completed ? 'read' : 'reading') : 'unread')
    columns.kind.push(series.content_type)
    columns.publisher.push(series.publisher ?? '')
    columns.decade.push(year === '' ? '' : `${year.slice(0, 3)}0`)
    columns.format.push(card.format)
    keys.new.push(between(EPOCH, card.added_at))
    keys.release.push(Number(date.replaceAll('-', '').padEnd(8, '0')))
    keys.updated.push(between(EPOCH, changedAt(series, card, progress)))
  }

  get size(): number {
    return this.ids.length
  }

  /** The values of a group, by title, with the first issue of each. Call it after all cards were added. */
  values(group: FacetName): readonly GroupValue[] {
    const known = this.grouped.get(group)
    if (known) return known
    const values = this.countValues(group)
    this.grouped.set(group, values)
    return values
  }

  private countValues(group: FacetName): GroupValue[] {
    const { codes, values } = this.columns[group]
    const counts = new Uint32Array(values.length)
    const firsts: number[] = []
    for (const [at, code] of codes.entries()) if (counts[code]!++ === 0) firsts[code] = at
    const named = values.map((value, code) => ({ value, count: counts[code]!, first: this.ids[firsts[code]!]! }))
    return named.filter(({ value }) => value !== '').sort((a, b) => (a.value < b.value ? -1 : 1))
  }

  select(choice: FacetChoice): Selection {
    const key = JSON.stringify([choice.sort, ...groups.map((group) => choice[group])])
    const known = this.selections.get(key)
    if (known) return known
    const selection = this.selected(choice)
    if (this.selections.size >= MOST_SELECTIONS) this.selections.delete(this.selections.keys().next().value!)
    this.selections.set(key, selection)
    return selection
  }

  private selected(choice: FacetChoice): Selection {
    const { ids, columns } = this
    const wanted = groups.map((group) => columns[group].codeOf(choice[group]))
    const values = groups.map((group) => columns[group].codes)
    const tallies = groups.map((group) => new Uint32Array(columns[group].values.length))
    const order = this.order(choice.sort ?? 'name')
    const kept = new Uint32Array(ids.length)
    let length = 0
    for (let at = 0; at < ids.length; at++) {
      const card = order ? order[at]! : at
      let misses = 0
      let missed = -1
      for (let group = 0; group < wanted.length && misses < 2; group++) {
        if (wanted[group] === ANY || values[group]![card] === wanted[group]) continue
        misses += 1
        missed = group
      }
      if (misses === 0) kept[length++] = card
      // A group is counted without its own filter.
      if (misses === 0) for (let group = 0; group < tallies.length; group++) tallies[group]![values[group]![card]!]!++
      else if (misses === 1) tallies[missed]![values[missed]![card]!]!++
    }
    const slice = (from: number, to: number) => [...kept.subarray(from, Math.min(to, length))].map((at) => ids[at]!)
    return { ids: { length, slice }, counts: this.counted(tallies) }
  }

  private counted(tallies: Uint32Array[]): FacetCounts {
    const entries = groups.map((group, index) => {
      const { values } = this.columns[group]
      return [group, new Map(values.map((value, code) => [value, tallies[index]![code]!]))]
    })
    return Object.fromEntries(entries) as FacetCounts
  }

  /** The order for a sort; undefined for the order in which cards were added. */
  private order(sort: CatalogSort): Uint32Array | undefined {
    if (sort === 'name') return undefined
    const known = this.orders.get(sort)
    if (known) return known
    const keys = this.keys[sort]
    const order = Uint32Array.from(keys, (_, at) => at).sort((a, b) => keys[b]! - keys[a]! || a - b)
    this.orders.set(sort, order)
    return order
  }
}

const EPOCH = '1970-01-01T00:00:00.000Z'
const MOST_SELECTIONS = 12
const ANY = -1
const NONE = -2

/** Words stored as small numbers. */
class Column {
  readonly codes: number[] = []
  readonly values: string[] = []
  private readonly known = new Map<string, number>()

  push(value: string): void {
    let code = this.known.get(value)
    if (code === undefined) {
      code = this.values.push(value) - 1
      this.known.set(value, code)
    }
    this.codes.push(code)
  }

  codeOf(value: string | undefined): number {
    return value === undefined ? ANY : (this.known.get(value) ?? NONE)
  }
}

/** When the content of an entry last changed. */
export function changedAt(
  series: { updated_at: Instant },
  card: { updated_at: Instant; added_at: Instant },
  progress: { read_at: Instant } | undefined,
): Instant {
  return [card.updated_at, card.added_at, progress?.read_at ?? ''].reduce(later, series.updated_at)
}

/** Instants sort as text. */
export function later(a: Instant, b: Instant): Instant {
  return a > b ? a : b
}
