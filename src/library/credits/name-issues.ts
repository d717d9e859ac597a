import type { ChangeMemo } from '../../base/events/change-memo'
import { nextTurn } from '../../base/platform/event-loop'
import type { Database } from '../../base/storage/database'
import type { NameScope } from './issues-store'
import * as store from './issues-store'

interface Deps {
  db: Database
  /** Kept until the library, its names or reading change. */
  memo: ChangeMemo
}

export interface NameFigures {
  owned: number
  missing: number
  announced: number
  readable: number
  unread: number
  years: readonly Pick<store.YearCount, 'year' | 'issues' | 'owned'>[]
}

/** Issues that are read in one turn of the event loop. */
const STEP_ISSUES = 1500

/** The numbers and lists of a name that need its issues, which are read over several turns of the event loop. */
export class NameIssues {
  constructor(private readonly deps: Deps) {}

  /** By year, those without a date last. */
  figures(scope: NameScope, today: string): Promise<NameFigures> {
    return this.deps.memo.getMade(`figures ${JSON.stringify(scope)} ${today}`, () => this.count(scope, today))
  }

  /** The newest issues, from `offset`. */
  async list(
    scope: NameScope,
    query: store.IssueQuery,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<string[]> {
    let newest: store.IssueOfName[] = []
    const end = offset + limit
    await this.inSteps(scope, (seriesIds) => {
      const found = store.newestIssues(this.deps.db.read, scope, seriesIds, query, end)
      newest = [...newest, ...found].sort(newestFirst).slice(0, end)
    })
    return newest.slice(offset).map(({ issue_id }) => issue_id)
  }

  /** In the series with most issues of the name; those that the caller is reading first. */
  next(scope: NameScope, limit: number): string[] {
    const { read } = this.deps.db
    const [first = []] = steps(store.countedSeries(read, scope))
    return store.nextToRead(read, scope, first, limit).map(({ issue_id }) => issue_id)
  }

  private async count(scope: NameScope, today: string): Promise<NameFigures> {
    const years = new Map<number | null, store.YearCount>()
    await this.inSteps(scope, (seriesIds) => {
      for (const row of store.countByYear(this.deps.db.read, scope, seriesIds, today)) {
        const known = years.get(row.year)
        years.set(row.year, known ? added(known, row) : row)
      }
    })
    const all = [...years.values()]
    const sum = (of: (row: store.YearCount) => number) => all.reduce((total, row) => total + of(row), 0)
    return {
      owned: sum((row) => row.owned),
      missing: sum((row) => row.missing),
      announced: sum((row) => row.announced),
      readable: sum((row) => row.readable),
      unread: sum((row) => row.unread),
      years: all
        .map(({ year, issues, owned }) => ({ year, issues, owned }))
        .sort((a, b) => (a.year ?? 9999) - (b.year ?? 9999)),
    }
  }

  private async inSteps(scope: NameScope, work: (seriesIds: readonly number[]) => void): Promise<void> {
    for (const [at, seriesIds] of steps(store.countedSeries(this.deps.db.read, scope)).entries()) {
      if (at > 0) await nextTurn()
      work(seriesIds)
    }
  }
}

/** Series in groups whose issues can be read in one turn. */
function steps(counted: readonly { series_id: number; issues: number }[]): number[][] {
  const groups: number[][] = []
  let left = 0
  for (const { series_id, issues } of counted) {
    if (issues > left || groups.length === 0) {
      groups.push([])
      left = STEP_ISSUES
    }
    groups.at(-1)!.push(series_id)
    left -= issues + 1
  }
  return groups
}

function newestFirst(a: store.IssueOfName, b: store.IssueOfName): number {
  const [first, second] = [a.released ?? '', b.released ?? '']
  if (first !== second) return first < second ? 1 : -1
  return a.issue_id < b.issue_id ? 1 : -1
}

const added = (a: store.YearCount, b: store.YearCount): store.YearCount => ({
  year: a.year,
  issues: a.issues + b.issues,
  owned: a.owned + b.owned,
  missing: a.missing + b.missing,
  announced: a.announced + b.announced,
  readable: a.readable + b.readable,
  unread: a.unread + b.unread,
})
