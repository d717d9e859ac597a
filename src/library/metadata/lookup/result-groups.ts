import { matchKey } from '../../../base/names/titles'
import type { MetadataProvider, SeriesQuery, SeriesRecord } from '../providers/provider'
import type { ProviderFailure } from '../schema'
import { compareSeries, seriesIdentity } from './compare-series'
import { queryProvider } from './provider-answer'

/**
 * One list of what several providers find. Each is read from the start in blocks of its own size, so that every page is
 * cut from the same list; the client stores the replies, so another page costs no request.
 */

/** Records of one series from several providers, the preferred one first. */
export type ResultGroup = [SeriesRecord, ...SeriesRecord[]]

export interface ResultGroups {
  rows: ResultGroup[]
  /** Exact once all lists were read to the end; until then it includes the providers' own counts of the rest. */
  total: number
  failures: ProviderFailure[]
}

type ListQuery = Omit<SeriesQuery, 'limit' | 'offset'>

interface Reading {
  /** The number of rows needed. */
  upTo: number
  /** The most requests to each provider. */
  mostBlocks: number
  /** Rows that are not shown. */
  hides: (row: ResultGroup) => boolean
}

export async function readResultGroups(
  providers: readonly MetadataProvider[],
  query: ListQuery,
  { upTo, mostBlocks, hides }: Reading,
): Promise<ResultGroups> {
  const lists = providers.map((provider) => new SeriesList(provider, query, mostBlocks))
  const merged = new MergedGroups(query.name, hides)
  const left = () => lists.reduce((sum, list) => sum + list.left, 0)
  while (merged.rows.length < upTo && left() > 0)
    merged.add(interleaved(await Promise.all(lists.map((list) => list.next()))))
  return {
    rows: merged.rows,
    total: merged.rows.length + left(),
    failures: lists.flatMap(({ failure }) => failure ?? []),
  }
}

/** The results of one provider, block after block. */
class SeriesList {
  failure: ProviderFailure | undefined
  private read = 0
  private total: number

  constructor(
    private readonly provider: MetadataProvider,
    private readonly query: ListQuery,
    mostBlocks: number,
  ) {
    this.total = mostBlocks * provider.searchSize
  }

  get left(): number {
    return Math.max(0, this.total - this.read)
  }

  async next(): Promise<SeriesRecord[]> {
    if (this.left === 0) return []
    const block = { limit: this.provider.searchSize, offset: this.read }
    const { found, failure } = await queryProvider(this.provider, (each) =>
      each.search({ ...this.query, ...block }, { urgent: true }),
    )
    this.failure = failure
    this.read += block.limit
    // When a service reports a larger total than it lists, no further page is requested.
    this.total = Math.min(this.total, found?.series.length ? found.total : 0)
    return found?.series ?? []
  }
}

/** One row per series. A row keeps its place when later blocks add to it. */
export class MergedGroups {
  readonly rows: ResultGroup[] = []
  private readonly seen = new Set<string>()
  /** Rows by everything that two records of one series can share, hidden rows included. */
  private readonly byKey = new Map<string, Set<ResultGroup>>()

  constructor(
    private readonly name: string,
    private readonly hides: (row: ResultGroup) => boolean,
  ) {}

  add(records: readonly SeriesRecord[]): void {
    const isFirst = this.seen.size === 0
    const fresh: ResultGroup[] = []
    for (const record of records) {
      const id = `${record.provider}:${record.provider_id}`
      // Lists change while they are read.
      if (this.seen.has(id)) continue
      this.seen.add(id)
      const row = this.rowOf(record) ?? [record]
      if (row[0] === record) fresh.push(row)
      else row.push(record)
      for (const key of keysOf(record)) this.byKey.set(key, (this.byKey.get(key) ?? new Set()).add(row))
    }
    const shown = fresh.filter((row) => !this.hides(row))
    this.rows.push(...(isFirst ? this.exactFirst(shown) : shown))
  }

  private rowOf(record: SeriesRecord): ResultGroup | undefined {
    const rows = keysOf(record).flatMap((key) => [...(this.byKey.get(key) ?? [])])
    return rows.find(
      (row) =>
        row.every(({ provider }) => provider !== record.provider) &&
        compareSeries(seriesIdentity(row[0]), seriesIdentity(record)).verdict === 'same',
    )
  }

  /** Providers share no other order. */
  private exactFirst(rows: ResultGroup[]): ResultGroup[] {
    const key = matchKey(this.name)
    const exact = ([{ facts }]: ResultGroup) => (matchKey(facts.name ?? '') === key ? 0 : 1)
    return rows.toSorted((a, b) => exact(a) - exact(b))
  }
}

function keysOf(record: SeriesRecord): string[] {
  const { name = '', aliases = [], ids = {} } = seriesIdentity(record).facts
  const names = [name, ...aliases].map(matchKey).filter(Boolean)
  return [...names.map((each) => `name ${each}`), ...Object.entries(ids).map(([service, id]) => `${service} ${id}`)]
}

/** The best of each provider, then the second of each. */
function interleaved(lists: SeriesRecord[][]): SeriesRecord[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}
