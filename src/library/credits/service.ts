import { hidesSeries } from '../../base/auth/limits'
import type { ChangeMemo } from '../../base/events/change-memo'
import { type PageSpan, type PagingFields, pageRange, pagination } from '../../base/http/paging'
import { matchKey } from '../../base/names/titles'
import { currentCaller } from '../../base/platform/caller'
import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { filesOfIssues } from '../series/file-store'
import { imageOf } from '../series/issue-wire'
import { seriesRowsOf } from '../series/list-store'
import { needSeries } from '../series/need'
import type { SeriesListItem } from '../series/schema'
import { findIssues, type SeriesRow } from '../series/store'
import { seriesCover } from '../series/wire'
import type { NameScope } from './issues-store'
import * as issueStore from './issues-store'
import type { NameIndexer } from './name-indexer'
import { NameIssues } from './name-issues'
import * as store from './names-store'
import type {
  FoundNames,
  NameDetail,
  NameIssue,
  NameIssueList,
  NameIssuesQuery,
  NameItem,
  NameList,
  NameQuery,
  NameSeriesList,
  NameSeriesQuery,
  NamesOfSeries,
  NamesQuery,
} from './schema'
import { ANY_ROLE, type NameKind, nameKinds, roleOf } from './states'
import { VisibleNames } from './visible-names'

interface Deps {
  db: Database
  clock: Clock
  indexer: Pick<NameIndexer, 'follow'>
  /** Kept until the library, its names or reading change. */
  memo: ChangeMemo
  /** Series as the library lists them, in the order of the ids. */
  listed: (comicIds: readonly string[]) => SeriesListItem[]
}

const PAGE = 60
const LISTED_COVERS = 3
const FOUND = 6
const NEXT = 6
/** A role that nobody has. */
const NO_ROLE = -1
const OF_SERIES = 24
/** In the words of a sentence. */
const OWNED: readonly string[] = ['downloaded', 'archived', 'covered']
const KIND_WORDS: Record<NameKind, string> = {
  person: 'person',
  character: 'character',
  team: 'team',
  location: 'location',
  publisher: 'publisher',
  imprint: 'imprint',
  genre: 'genre',
  tag: 'tag',
  arc: 'story arc',
}

export interface ShelvedName extends store.CountedName {
  top: SeriesRow | undefined
}

type ReadableCounts = Record<'readable' | 'unread', number>

export interface ReadableName {
  name: string
  counts: ReadableCounts
  /** Whatever the role. */
  all: ReadableCounts
  roles: readonly { role: string; counts: ReadableCounts }[]
  ids(which: 'readable' | 'unread', span: PageSpan): Promise<string[]>
}

/** People, characters, publishers, genres and the other names of the library: lists and pages. */
export class Names {
  private readonly visible: VisibleNames
  private readonly issues: NameIssues

  constructor(private readonly deps: Deps) {
    this.visible = new VisibleNames(deps)
    this.issues = new NameIssues(deps)
  }

  async list(query: NamesQuery): Promise<NameList> {
    this.deps.indexer.follow()
    const { kind, role, q, sort = 'issues' } = query
    const span = spanOf(query)
    const role_id = this.roleId(role)
    const key = q === undefined || q.trim() === '' ? undefined : matchKey(q)
    const { names, total } =
      role_id === undefined ? { names: [], total: 0 } : await this.page({ kind, role_id, key }, sort, span)
    return {
      names: this.items(kind, names),
      roles: [...(await this.roles(kind))],
      pagination: pagination(total, span, names.length),
    }
  }

  /** Names that contain the words, by kind. */
  find(q: string, limit = FOUND): FoundNames {
    this.deps.indexer.follow()
    const key = matchKey(q)
    if (key.length < 2) return { sections: [] }
    const { read } = this.deps.db
    const found = Map.groupBy(store.searchNames(read, key, limit), ({ kind }) => kind)
    return {
      sections: nameKinds.flatMap((kind) => {
        const names = found.get(kind)
        if (!names) return []
        const counted = names.map((name) => ({ ...name, ...store.sumsOf(read, name.name_id) }))
        return { kind, total: names[0]!.total, names: this.items(kind, counted) }
      }),
    }
  }

  /** Throws Refusal 'missing' for a name that the caller finds nowhere. */
  async one(query: NameQuery): Promise<NameDetail> {
    this.deps.indexer.follow()
    const { read } = this.deps.db
    const { kind } = query
    const { found, scope } = this.need(query)
    const { readable: _, ...figures } = await this.issues.figures(scope, this.today())
    return {
      kind,
      name: found.name,
      spellings: store.spellingsOf(read, found.name_id).map(({ name }) => name),
      ...store.sumsOf(read, found.name_id, scope.role_id),
      ...figures,
      years: [...figures.years],
      roles: store.rolesOfName(read, found.name_id),
      next: this.issueItems(scope, this.issues.next(scope, NEXT)),
    }
  }

  /** Who and what is in a series. Throws Refusal 'missing' for an unknown series. */
  ofSeries(comicId: string): NamesOfSeries {
    this.deps.indexer.follow()
    const { read } = this.deps.db
    needSeries(read, comicId)
    const found = store.namesOfSeries(read, comicId, OF_SERIES)
    const people = found.flatMap(({ kind, name_id }) => (kind === 'person' ? name_id : []))
    const roles = Map.groupBy(store.rolesOfSeries(read, comicId, people), ({ name_id }) => name_id)
    return {
      names: found.map(({ kind, name_id, name, issues }) => ({
        kind,
        name,
        issues,
        roles: (roles.get(name_id) ?? []).map(({ role }) => role),
      })),
    }
  }

  series(query: NameSeriesQuery): NameSeriesList {
    this.deps.indexer.follow()
    const { read } = this.deps.db
    const { scope } = this.need(query)
    const span = spanOf(query)
    const rows = store.seriesOfName(read, scope.name_id, scope.role_id, query.sort ?? 'issues', span)
    const ids = rows.map(({ series_id }) => series_id)
    const roles = Map.groupBy(store.rolesInSeries(read, scope.name_id, ids), ({ series_id }) => series_id)
    const items = this.deps.listed(rows.map(({ comic_id }) => comic_id))
    const total = store.sumsOf(read, scope.name_id, scope.role_id).series
    return {
      series: rows.flatMap(({ series_id, issues }, at) => {
        const item = items[at]
        const own = roles.get(series_id) ?? []
        return item ? { item, issues, roles: own.map(({ role, issues }) => ({ role, issues })) } : []
      }),
      pagination: pagination(total, span, rows.length),
    }
  }

  async issuesOf(query: NameIssuesQuery): Promise<NameIssueList> {
    this.deps.indexer.follow()
    const { scope } = this.need(query)
    const { which = 'all', year } = query
    const { limit, offset } = spanOf(query)
    const ids = await this.issues.list(scope, { which, year, today: this.today() }, { limit: limit + 1, offset })
    return { issues: this.issueItems(scope, ids.slice(0, limit)), has_more: ids.length > limit }
  }

  /** For the catalog: the kinds that the library has names of. */
  async kinds(): Promise<{ kind: NameKind; total: number }[]> {
    this.deps.indexer.follow()
    const all = nameKinds.map(async (kind) => {
      const { total } = await this.page({ kind, role_id: ANY_ROLE }, 'issues', { limit: 1, offset: 0 })
      return { kind, total }
    })
    return (await Promise.all(all)).filter(({ total }) => total > 0)
  }

  /** For the catalog: names with most issues first, each with the series that has most of them. */
  async shelf(kind: NameKind, span: PageSpan): Promise<{ names: ShelvedName[]; total: number }> {
    const { names, total } = await this.page({ kind, role_id: ANY_ROLE }, 'issues', span)
    const top = store.topSeriesOf(this.deps.db.read, names.map(({ name_id }) => name_id), 1) // biome-ignore format: one call
    return { names: names.map((name) => ({ ...name, top: top.get(name.name_id)?.[0] })), total }
  }

  /** For the catalog: the issues of a name with files, newest first. Throws Refusal 'missing' for an unknown name. */
  async readable(query: NameQuery): Promise<ReadableName> {
    this.deps.indexer.follow()
    const { found, scope } = this.need(query)
    const today = this.today()
    const counted = async (role_id: number) => {
      const { readable, unread } = await this.issues.figures({ ...scope, role_id }, today)
      return { readable, unread }
    }
    const roles = store.rolesOfName(this.deps.db.read, found.name_id)
    return {
      name: found.name,
      counts: await counted(scope.role_id),
      all: await counted(ANY_ROLE),
      roles: await Promise.all(
        roles.map(async ({ role }) => ({ role, counts: await counted(this.roleId(role) ?? NO_ROLE) })),
      ),
      ids: (which, span) => this.issues.list(scope, { which, today }, span),
    }
  }

  private page(filter: store.NameFilter, sort: NamesQuery['sort'] & string, span: PageSpan) {
    if (hidesSeries(currentCaller().limits)) return this.visible.list(filter, sort, span)
    const { read } = this.deps.db
    const count = () => store.countNames(read, filter)
    const total = filter.key === undefined ? this.deps.memo.get(`names ${JSON.stringify(filter)}`, count) : count()
    return { names: store.listNames(read, filter, sort, span), total }
  }

  private roles(kind: NameKind): readonly store.RoleCount[] | Promise<readonly store.RoleCount[]> {
    if (kind !== 'person') return []
    if (hidesSeries(currentCaller().limits)) return this.visible.roles(kind)
    return this.deps.memo.get('roles of people', () => store.rolesOfKind(this.deps.db.read, kind))
  }

  private need({ kind, name, role }: NameQuery): { found: store.FoundName; scope: NameScope } {
    const { read } = this.deps.db
    const found = store.findName(read, kind, matchKey(name))
    const role_id = this.roleId(role)
    if (!found) throw new Refusal('missing', `The library has no ${KIND_WORDS[kind]} called ${name}.`)
    const others = store.spellingsOf(read, found.name_id).map(({ name_id }) => name_id)
    const { name_id } = found
    return { found, scope: { name_id, name_ids: [name_id, ...others], role_id: role_id ?? NO_ROLE } }
  }

  private roleId(role: string | undefined): number | undefined {
    return role === undefined ? ANY_ROLE : store.findRole(this.deps.db.read, roleOf(role) ?? role)
  }

  private items(kind: NameKind, names: readonly store.CountedName[]): NameItem[] {
    const ids = names.map(({ name_id }) => name_id)
    const covers = store.topSeriesOf(this.deps.db.read, ids, LISTED_COVERS)
    return names.map(({ name_id, name, issues, series }) => ({
      kind,
      name,
      issues,
      series,
      covers: (covers.get(name_id) ?? []).map((row) => ({
        comic_id: row.comic_id,
        name: row.name,
        image: seriesCover(row),
      })),
    }))
  }

  private issueItems(scope: NameScope, ids: readonly string[]): NameIssue[] {
    const { read } = this.deps.db
    const rows = findIssues(read, ids)
    const files = filesOfIssues(read, ids)
    const done = issueStore.readAmong(read, ids)
    const roles = Map.groupBy(issueStore.rolesInIssues(read, scope, ids), ({ issue_id }) => issue_id)
    const comicIds = [...new Set([...rows.values()].map(({ comic_id }) => comic_id))]
    const series = new Map(seriesRowsOf(read, comicIds.map((comic_id) => ({ comic_id }))).map((row) => [row.comic_id, row])) // biome-ignore format: one map
    return ids.flatMap((id) => {
      const row = rows.get(id)
      const of = row && series.get(row.comic_id)
      if (!of) return []
      const file = files.get(id)
      return {
        issue_id: id,
        comic_id: row.comic_id,
        series: of.name,
        year: of.year,
        kind: row.kind,
        unit: row.unit,
        number: row.number,
        title: row.title,
        date: row.release_date ?? row.digital_date ?? row.issue_date,
        image: imageOf(row, file),
        owned: file !== undefined || OWNED.includes(row.fulfillment),
        readable: file !== undefined && file.page_count > 0,
        read: done.has(id),
        roles: (roles.get(id) ?? []).map(({ role }) => role),
      }
    })
  }

  private today(): string {
    return this.deps.clock.now().slice(0, 10)
  }
}

function spanOf(query: PagingFields): PageSpan {
  const { limit = PAGE, offset } = pageRange(query)
  return { limit, offset }
}
