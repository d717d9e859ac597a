import type { ChangeMemo } from '../../base/events/change-memo'
import { nextTurn } from '../../base/platform/event-loop'
import type { Database } from '../../base/storage/database'
import { idAfter, seriesInRole } from './book-list-store'
import type { Condition } from './condition'

/** Issues whose credits are read in one turn of the event loop. */
const STEP = 2500

interface Kept {
  comic_ids: ReadonlySet<string>
  reading: Promise<void> | undefined
}

/** The series in whose issues somebody has a role, whoever it is. Kept until the library changes. */
export class RoleSeries {
  constructor(private readonly deps: { db: Database; memo: ChangeMemo }) {}

  /** Reads the issues of the library over several turns of the event loop, for the roles that the condition names alone. */
  async prepare(condition: Condition): Promise<void> {
    for (const role of rolesAlone(condition)) {
      const kept = this.kept(role)
      kept.reading ??= this.read(role, kept)
      await kept.reading
    }
  }

  /** After `prepare`. */
  with(role: string): string[] {
    return [...this.kept(role).comic_ids]
  }

  private kept(role: string): Kept {
    return this.deps.memo.get(`komga role ${role}`, () => ({ comic_ids: new Set(), reading: undefined }))
  }

  private async read(role: string, kept: Kept): Promise<void> {
    const { db } = this.deps
    const found = new Set<string>()
    for (let after: string | undefined = ''; after !== undefined; ) {
      const upTo = idAfter(db.read, after, STEP)
      for (const id of seriesInRole(db.read, role, { after, upTo })) found.add(id)
      after = upTo
      await nextTurn()
    }
    kept.comic_ids = found
  }
}

function rolesAlone(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(rolesAlone)
  if ('any' in condition) return condition.any.flatMap(rolesAlone)
  if ('not' in condition) return rolesAlone(condition.not)
  return condition.is === 'author' && condition.name === undefined && condition.role !== undefined
    ? [condition.role]
    : []
}
