import type { Config } from '../config/config'
import type { Clock } from '../platform/ports'
import { Refusal } from '../refusal'
import { matchKey } from '../releases/titles'
import type { ContentType } from '../series/states'
import { findSeries } from '../series/store'
import type { Database } from '../storage/database'
import type { Operations } from '../work/operations'
import { ADD } from './add'
import { comicOfRecord } from './keep'
import { type FoundSeries, searchRow } from './lookup-wire'
import type { Found, MetadataProvider, SeriesRecord } from './providers/provider'
import type { Providers } from './registry'
import { identityOf, sameSeries } from './same-series'
import type { ProviderFailure, SearchBody, SearchReply, SearchRow } from './schema'
import { readReference, refId } from './wire-ids'

interface Deps {
  db: Database
  clock: Clock
  config: Pick<Config, 'get'>
  providers: Providers
  operations: Operations
}

interface Asked {
  records: SeriesRecord[]
  total: number
  /** The provider has more behind this page. */
  more: boolean
  failures: ProviderFailure[]
}

/** The same series as several providers tell it, whose word counts first in front. */
type Row = FoundSeries['records']

const USUAL = 50

/** Finds series where providers know them. */
export class Lookup {
  constructor(private readonly deps: Deps) {}

  /**
   * Asks all providers of the kind at once; page n of the answer is page n of each of them, with what is one series on
   * the page in one row. A provider that fails is named beside what the others found.
   */
  async search(body: SearchBody, kind: ContentType = body.content_type ?? 'comic'): Promise<SearchReply> {
    const name = body.name?.trim()
    if (!name) throw new Refusal('invalid', 'Say what to look for: name is missing.')
    if (body.type === 'story_arc') throw new Refusal('invalid', 'Story arcs are not searched here; type takes comic.')
    const page = { limit: body.limit ?? USUAL, offset: body.offset ?? 0 }
    const reference = readReference(name)
    const found = reference ? await this.byId(reference) : await this.byName(name, { ...page, kind, sort: body.sort })
    const merged = this.merged(found.records, name)
    // Whoever names one means it.
    const shown = reference ? merged : this.withoutIgnored(merged)
    const rows = sorted(shown, body.sort).map((each) => this.row(each))
    const { total, more, failures } = found
    const pagination = {
      ...page,
      total: Math.max(total, page.offset + rows.length),
      returned: rows.length,
      has_more: more,
    }
    return {
      results: rows,
      ...(body.limit === undefined ? {} : { pagination }),
      ...(failures.length > 0 ? { provider_failures: failures } : {}),
    }
  }

  private async byName(
    typed: string,
    { kind, ...page }: { kind: ContentType; limit: number; offset: number; sort?: string },
  ): Promise<Asked> {
    const providers = this.deps.providers.serving(kind)
    if (providers.length === 0) throw nobody(kind)
    const { name, year } = apart(typed)
    const query = { ...page, name, content_type: kind, ...(year === undefined ? {} : { year }) }
    const asked = await Promise.all(
      providers.map((provider) => answered(provider, () => provider.search(query, { urgent: true }))),
    )
    const lists = asked.map(({ found }) => found?.series ?? [])
    return {
      records: interleaved(lists),
      total: asked.reduce((sum, { found }) => sum + (found?.total ?? 0), 0),
      more: asked.some(({ found }) => found !== undefined && page.offset + page.limit < found.total),
      failures: asked.flatMap(({ failure }) => failure ?? []),
    }
  }

  /** Without those of publishers that nobody wants to see; some providers do not say whose a series is. */
  private withoutIgnored(rows: Row[]): Row[] {
    const ignored = this.deps.config.get('ignored_publishers').split(',').map(plain).filter(Boolean)
    return rows.filter((row) => !row.some(({ facts }) => ignored.includes(plain(facts.publisher ?? ''))))
  }

  private async byId({ provider, provider_id }: Pick<SeriesRecord, 'provider' | 'provider_id'>): Promise<Asked> {
    const { found, failure } = await answered(this.deps.providers.get(provider), async (each) => {
      const answer = await each.series([provider_id], { urgent: true })
      return 'ok' in answer ? { ok: { series: answer.ok, total: answer.ok.length } } : answer
    })
    const records = found?.series ?? []
    return { records, total: records.length, more: false, failures: failure ? [failure] : [] }
  }

  /** One row for what is one series. Exact names come first where the providers agree on nothing else. */
  private merged(records: readonly SeriesRecord[], name: string): Row[] {
    const rows: Row[] = []
    for (const record of records) {
      const same = rows.find(
        (row) =>
          row.every((each) => each.provider !== record.provider) &&
          sameSeries(identityOf(row[0]), identityOf(record)).verdict === 'same',
      )
      if (same) same.push(record)
      else rows.push([record])
    }
    const key = matchKey(apart(name).name)
    const exact = ([{ facts }]: Row) => (matchKey(facts.name ?? '') === key ? 0 : 1)
    return rows.toSorted((a, b) => exact(a) - exact(b))
  }

  private row(records: Row): SearchRow {
    const { db, operations, clock } = this.deps
    const comicId = records.map((record) => comicOfRecord(db.read, record)).find((id) => id !== undefined)
    const series = comicId === undefined ? undefined : findSeries(db.read, comicId)
    const adding = records.flatMap((record) => operations.active(ADD, refId(record)))[0]
    const found: FoundSeries = {
      records,
      ...(series ? { here: { comicid: series.comic_id, status: STATUS[series.status] } } : {}),
      ...(adding ? { operation_id: adding.operation_id } : {}),
    }
    return searchRow(found, Number(clock.now().slice(0, 4)))
  }
}

const plain = (name: string): string => name.trim().toLowerCase()

const STATUS = { active: 'Active', paused: 'Paused', loading: 'Loading' } as const

export function nobody(kind: ContentType): Refusal {
  const what = kind === 'manga' ? 'manga' : 'comics'
  const detail = `No source for ${what} is set up. Set one up under Settings, Metadata.`
  return new Refusal('invalid', detail, { code: 'provider_not_configured', error: detail })
}

export async function answered(
  provider: MetadataProvider,
  ask: (provider: MetadataProvider) => ReturnType<MetadataProvider['search']>,
): Promise<{ found?: Found; failure?: ProviderFailure }> {
  const answer = await ask(provider)
  if ('ok' in answer) return { found: answer.ok }
  const { failure, detail, until } = answer
  return { failure: { provider: provider.name, failure, detail, ...(until === undefined ? {} : { until }) } }
}

/** `Harbor Lights (2012)`: the year behind a name is one. */
function apart(typed: string): { name: string; year?: number } {
  const found = /^(.+?)\s*\((\d{4})\)$/.exec(typed.trim())
  return found ? { name: found[1]!, year: Number(found[2]) } : { name: typed.trim() }
}

/** The best of each, then the second of each. */
function interleaved(lists: SeriesRecord[][]): SeriesRecord[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

const BY: Record<string, (row: Row) => string | number | undefined> = {
  year: ([{ facts }]) => facts.year,
  name: ([{ facts }]) => matchKey(facts.name ?? ''),
  issues: ([{ facts }]) => facts.issue_count,
}

/** `year_desc`, `name_asc` …; any other word leaves the order of the providers. What is not known comes last. */
function sorted(rows: Row[], sort = ''): Row[] {
  const [, field = '', way] = /^(year|name|issues)_(asc|desc)$/.exec(sort) ?? []
  const by = BY[field]
  if (!by) return rows
  const sign = way === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [x, y] = [by(a), by(b)]
    if (x === y) return 0
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1
    return x < y ? -sign : sign
  })
}
