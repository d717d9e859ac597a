import type { ChangeMemo } from '../../base/events/change-memo'
import type { PageSpan } from '../../base/http/paging'
import { nextTurn } from '../../base/platform/event-loop'
import type { Database } from '../../base/storage/database'
import type { CountedName, RoleCount } from './names-store'
import { ANY_ROLE, type NameKind, type NameSort } from './states'
import * as store from './visible-store'

interface Deps {
  db: Database
  /** Kept until the library or its names change, by user and limits. */
  memo: ChangeMemo
}

type VisibleName = Pick<store.PartialSum, 'name_id' | 'name' | 'key' | 'sort_name' | 'issues' | 'series'>

interface VisibleKind {
  /** The names in each role, those with most issues first. */
  byRole: ReadonlyMap<number, readonly VisibleName[]>
  roles: readonly RoleCount[]
}

/** Names that are added up in one turn of the event loop. */
const STEP = 2000

/** The lists of names of a user with limits, whose sums leave out the hidden series. */
export class VisibleNames {
  constructor(private readonly deps: Deps) {}

  async list(
    { kind, role_id, key }: { kind: NameKind; role_id: number; key?: string },
    sort: NameSort,
    { limit, offset }: PageSpan,
  ): Promise<{ names: CountedName[]; total: number }> {
    const { byRole } = await this.kind(kind)
    const all = byRole.get(role_id) ?? []
    const matching = key === undefined ? all : all.filter((name) => name.key.includes(key))
    const ordered = sort === 'issues' ? matching : matching.toSorted((a, b) => (a.sort_name < b.sort_name ? -1 : 1))
    return { names: ordered.slice(offset, offset + limit), total: matching.length }
  }

  async roles(kind: NameKind): Promise<readonly RoleCount[]> {
    return (await this.kind(kind)).roles
  }

  private kind(kind: NameKind): Promise<VisibleKind> {
    return this.deps.memo.getMade(`visible ${kind}`, () => this.read(kind))
  }

  private async read(kind: NameKind): Promise<VisibleKind> {
    const { db } = this.deps
    const visible = JSON.stringify(store.visibleSeries(db.read))
    const byRole = new Map<number, store.PartialSum[]>()
    for (let after = 0; ; ) {
      const last = store.lastOfStep(db.read, kind, after, STEP)
      if (last === undefined) break
      for (const row of store.sumVisible(db.read, kind, visible, { after, limit: STEP })) {
        const list = byRole.get(row.role_id)
        if (list) list.push(row)
        else byRole.set(row.role_id, [row])
      }
      after = last
      await nextTurn()
    }
    for (const list of byRole.values()) list.sort((a, b) => b.issues - a.issues || b.name_id - a.name_id)
    const roles = [...byRole].flatMap(([role_id, list]) =>
      role_id === ANY_ROLE ? [] : { role: list[0]!.role!, names: list.length },
    )
    return { byRole, roles: roles.toSorted((a, b) => b.names - a.names) }
  }
}
