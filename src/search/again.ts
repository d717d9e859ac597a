import * as course from '../downloads/course'
import { baseOf, healing } from '../downloads/reasons'
import { dueAgain, type Item, issuesOfItem, note } from '../downloads/store'
import type { Clock, Log } from '../platform/ports'
import type { EligibilityReason } from '../series/states'
import { wantIssues } from '../series/store'
import type { Database, Tx } from '../storage/database'
import type { Acquisition } from './acquisition'
import type { SearchRuns } from './runs/service'
import { type Standing, soughtIssue } from './wanted-store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  runs: Pick<SearchRuns, 'begin' | 'beginIssue'>
  acquisition: Pick<Acquisition, 'allowed' | 'route'>
}

/** Of a person who took a release for an issue that nobody had said anything about: these leave it so. */
const SETTLED: readonly EligibilityReason[] = ['owned', 'covered', 'in_flight', 'explicit_skip', 'explicit_ignore']

/** Looks for another release where one came to nothing, once its time has come. */
export class NextCandidate {
  private isDue = false

  constructor(private readonly deps: Deps) {}

  /** Something came to nothing: looks once whoever says so is done with it. */
  kick(): void {
    if (this.isDue) return
    this.isDue = true
    queueMicrotask(() => {
      this.isDue = false
      try {
        this.run()
      } catch (error) {
        this.deps.log.error('search', 'the next candidate waits for another look', { error })
      }
    })
  }

  run(): void {
    const { db, clock, acquisition } = this.deps
    if (!acquisition.allowed().allowed || !acquisition.route().viable) return
    for (const item of dueAgain(db.read, clock.now())) db.write((tx) => this.search(tx, item))
  }

  private search(tx: Tx, item: Item): void {
    const { clock, runs } = this.deps
    const wanted = this.stillWanted(tx, item)
    const [first] = wanted
    if (wanted.length === 1 && first) runs.beginIssue(first.entity_id, 'next_candidate')
    if (wanted.length > 1 && first) {
      const scope = { scope_type: 'series', scope_id: first.comic_id, priority: 'routine' } as const
      const entities = wanted.map(({ entity_type, entity_id }) => ({ entity_type, entity_id }))
      runs.begin({ trigger: 'next_candidate', ...scope, entities })
    }
    // Who would be asked what to do about it need not be: it is being done.
    const told = item.reason !== null && !healing.includes(baseOf(item.reason))
    if (!told || first === undefined || !course.resolve(tx, item.item_id, 'retried', clock.now())) {
      note(tx, item.item_id, { again_at: null })
    }
  }

  private stillWanted(tx: Tx, item: Item): Standing[] {
    const at = this.deps.clock.now()
    const ids = new Set([item.entity_id, ...issuesOfItem(tx, item.item_id)])
    const standing = (issueId: string) => soughtIssue(tx, issueId, at.slice(0, 10)) ?? []
    if (item.requested_by === 'interactive') {
      const unsaid = [...ids]
        .flatMap(standing)
        .filter((one) => !one.wantedNow && !SETTLED.includes(one.eligibility.reason))
      if (unsaid.length > 0) wantIssues(tx, unsaid.map(({ entity_id }) => entity_id), at) // biome-ignore format: one line
    }
    return [...ids].flatMap(standing).filter(({ wantedNow }) => wantedNow)
  }
}
