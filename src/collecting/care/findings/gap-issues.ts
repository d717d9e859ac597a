import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { wantIssues } from '../../../library/series/store'
import type * as schema from '../schema'
import { listedGaps } from './facts-store'
import { seriesWithFinding } from './finding-store'

/** The issues missing inside series, which can be added to Wanted. */
export class GapIssues {
  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  /** How many issues become wanted, and of how many series. */
  async preview({ comic_ids }: schema.GapsBody): Promise<schema.GapsPreview> {
    const preview = { series: 0, issues: 0 }
    for (const comicId of this.seriesOf(comic_ids)) {
      const { length } = this.openIssues(comicId)
      preview.issues += length
      preview.series += Number(length > 0)
      await nextTurn()
    }
    return preview
  }

  /** Adds them to Wanted, one series after the other. */
  async want({ comic_ids }: schema.GapsBody): Promise<schema.GapsWanted> {
    const { db, clock } = this.deps
    const wanted = { success: true as const, series: 0, issues: 0 }
    for (const comicId of this.seriesOf(comic_ids)) {
      const ids = this.openIssues(comicId)
      if (ids.length === 0) continue
      db.write((tx) => wantIssues(tx, ids, clock.now()))
      wanted.series += 1
      wanted.issues += ids.length
      await nextTurn()
    }
    return wanted
  }

  private seriesOf(comicIds: readonly string[] | undefined): Iterable<string> {
    return new Set(comicIds ?? seriesWithFinding(this.deps.db.read, 'gaps'))
  }

  /** Those that are not wanted yet. */
  private openIssues(comicId: string): string[] {
    const { db, clock } = this.deps
    const all = listedGaps(db.read, comicId, clock.now().slice(0, 10))
    return all.flatMap(({ issue_id, intent }) => (intent === 'wanted' ? [] : [issue_id]))
  }
}
