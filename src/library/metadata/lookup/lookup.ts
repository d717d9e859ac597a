import { hidesSeries } from '../../../base/auth/limits'
import type { Config } from '../../../base/config/config'
import { pagination } from '../../../base/http/paging'
import { matchKey } from '../../../base/names/titles'
import { currentCaller, outsideRequests } from '../../../base/platform/caller'
import type { Clock } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { ContentType } from '../../series/states'
import { findSeries } from '../../series/store'
import { seriesStatusWords } from '../../series/wire'
import { ADD } from '../add/series-adder'
import type { SeriesRecord } from '../providers/provider'
import type { Providers } from '../providers/registry'
import type { SearchBody, SearchReply, SearchRow, Sort } from '../schema'
import { comicOfRecord } from '../sync/save-series'
import { readReference, refId } from '../wire-ids'
import { isBeyondLimits, withoutPictures } from './limited-results'
import { type SearchResult, searchRow } from './lookup-wire'
import { noSourceSentence } from './no-source'
import { queryProvider } from './provider-answer'
import { ReaderSearches } from './reader-searches'
import { type ResultGroup, type ResultGroups, readResultGroups } from './result-groups'

interface Deps {
  db: Database
  clock: Clock
  config: Pick<Config, 'get'>
  providers: Providers
  operations: Operations
}

/** The most requests to each provider: in the providers' own order, and where all rows have to be compared. */
const MOST_BLOCKS = { unsorted: 10, sorted: 3 }
const USUAL = 50

/** Finds series at the providers. */
export class Lookup {
  private readonly readerSearches: ReaderSearches

  constructor(private readonly deps: Deps) {
    this.readerSearches = new ReaderSearches(deps.clock)
  }

  /**
   * A page of the results of all providers of the kind. A provider that fails is named beside the others' results.
   * Throws Refusal 'throttled' when a reader searches too often.
   */
  async search(body: SearchBody, kind: ContentType = body.content_type ?? 'comic'): Promise<SearchReply> {
    const name = body.name?.trim()
    if (!name) throw new Refusal('invalid', 'name is required.')
    refuseOthers(body)
    const order = orderOf(body.sort ?? 'relevance', kind)
    const page = { limit: body.limit ?? USUAL, offset: body.offset ?? 0 }
    this.readerSearches.count(currentCaller(), `${kind} ${matchKey(name)}`)
    const reference = readReference(name)
    const found = reference ? await this.byId(reference) : await this.byName(name, { ...page, kind, order })
    const shown = hidesSeries(currentCaller().limits) ? withoutPictures : (row: SearchRow) => row
    const rows = found.rows.slice(page.offset, page.offset + page.limit).map((each) => shown(this.row(each)))
    return {
      results: rows,
      ...(body.limit === undefined
        ? {}
        : { pagination: { ...pagination(found.total, page, rows.length), returned: rows.length } }),
      ...(found.failures.length > 0 ? { provider_failures: found.failures } : {}),
    }
  }

  private async byName(
    typed: string,
    { kind, order, limit, offset }: { kind: ContentType; order: Order; limit: number; offset: number },
  ): Promise<ResultGroups> {
    const providers = this.deps.providers.serving(kind)
    if (providers.length === 0) throw noProviderRefusal(kind)
    const query = { ...apart(typed), content_type: kind, sort: order.provider }
    const [isIgnored, isForbidden] = [this.ignored(), this.forbidden()]
    const hides = (row: ResultGroup) => isIgnored(row) || isForbidden(row)
    if (!order.by) {
      // One extra row shows whether there is another page.
      return readResultGroups(providers, query, { upTo: offset + limit + 1, mostBlocks: MOST_BLOCKS.unsorted, hides })
    }
    const all = { upTo: Number.POSITIVE_INFINITY, mostBlocks: MOST_BLOCKS.sorted, hides }
    const found = await readResultGroups(providers, query, all)
    return { ...found, rows: sorted(found.rows, order) }
  }

  /** Matches rows of ignored publishers; some providers do not name the publisher. */
  private ignored(): (row: ResultGroup) => boolean {
    const ignored = this.deps.config.get('ignored_publishers').split(',').map(plain).filter(Boolean)
    return (row) => row.some(({ facts }) => ignored.includes(plain(facts.publisher ?? '')))
  }

  /** Matches rows that the caller may not see: beyond the limits, or hidden in the library. */
  private forbidden(): (row: ResultGroup) => boolean {
    const { limits } = currentCaller()
    if (!hidesSeries(limits)) return () => false
    return (row) => row.some((record) => isBeyondLimits(record, limits)) || this.isHiddenInLibrary(row)
  }

  private isHiddenInLibrary(records: ResultGroup): boolean {
    const { db } = this.deps
    const isThere = () => records.some((record) => comicOfRecord(db.read, record) !== undefined)
    return outsideRequests(isThere) && !isThere()
  }

  /** Includes ignored publishers: the user named exactly this series. */
  private async byId({ provider, provider_id }: Pick<SeriesRecord, 'provider' | 'provider_id'>): Promise<ResultGroups> {
    const { found, failure } = await queryProvider(this.deps.providers.get(provider), async (each) => {
      const answer = await each.series([provider_id], { urgent: true })
      return 'ok' in answer ? { ok: { series: answer.ok, total: answer.ok.length } } : answer
    })
    const isForbidden = this.forbidden()
    const rows = (found?.series ?? []).map((record): ResultGroup => [record]).filter((row) => !isForbidden(row))
    return { rows, total: rows.length, failures: failure ? [failure] : [] }
  }

  private row(records: ResultGroup): SearchRow {
    const { db, operations, clock } = this.deps
    const comicId = records.map((record) => comicOfRecord(db.read, record)).find((id) => id !== undefined)
    const series = comicId === undefined ? undefined : findSeries(db.read, comicId)
    const adding = records.flatMap((record) => operations.active(ADD, refId(record)))[0]
    const found: SearchResult = {
      records,
      ...(series ? { here: { comicid: series.comic_id, status: seriesStatusWords[series.status] } } : {}),
      ...(adding ? { operation_id: adding.operation_id } : {}),
    }
    return searchRow(found, Number(clock.now().slice(0, 4)))
  }
}

/** Tools may state a type; only series are found here, by name. */
function refuseOthers({ type = 'comic', mode = 'series', issue }: SearchBody): void {
  if (type !== 'comic') throw new Refusal('invalid', 'type must be comic or story_arc.')
  if (mode !== 'series') throw new Refusal('invalid', 'This search finds series: mode must be series.')
  if (issue) throw new Refusal('invalid', 'This search finds series by name. Leave issue empty.')
}

const plain = (name: string): string => name.trim().toLowerCase()

function noProviderRefusal(kind: ContentType): Refusal {
  const detail = noSourceSentence(kind)
  return new Refusal('invalid', detail, { code: 'provider_not_configured', error: detail })
}

/** `Harbor Lights (2012)`: the year after a name is a filter. */
function apart(typed: string): { name: string; year?: number } {
  const text = typed.trim()
  const year = /(?<=.)\((\d{4})\)$/s.exec(text)
  const name = text.slice(0, year?.index).trim()
  return year ? { name, year: Number(year[1]) } : { name }
}

interface Order {
  /** The order requested from the providers. */
  provider: 'relevance' | 'latest' | 'follows'
  by?: (row: ResultGroup) => string | number | undefined
  descending: boolean
}

const BY: Record<string, Order['by']> = {
  year: ([{ facts }]) => facts.year,
  name: ([{ facts }]) => matchKey(facts.name ?? ''),
  issues: ([{ facts }]) => facts.issue_count,
}

/** `year_desc`, `name_asc` …, and the orders that only manga services support. */
function orderOf(sort: Sort, kind: ContentType): Order {
  if (sort === 'latest' || sort === 'follows') {
    if (kind === 'manga') return { provider: sort, descending: true }
    throw new Refusal('invalid', `Comics cannot be sorted by ${sort}. Use relevance, name, year or issues.`)
  }
  const word = { title: 'name_asc', year: 'year_desc' }[sort as string] ?? sort
  const [field = '', way] = word.split('_')
  const by = BY[field]
  return { provider: 'relevance', descending: way === 'desc', ...(by ? { by } : {}) }
}

/** Unknown values come last. */
function sorted(rows: ResultGroup[], { by, descending }: Order): ResultGroup[] {
  if (!by) return rows
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [x, y] = [by(a), by(b)]
    if (x === y) return 0
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1
    return x < y ? -sign : sign
  })
}
