import { matchKey } from '../../base/names/titles'
import type { Clock } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import {
  type IssueOfArc,
  issuesNamingArc,
  type NamedArc,
  namedArc,
  namedArcs,
} from '../../library/credits/arc-names-store'
import { spellingsOf } from '../../library/credits/names-store'
import { factsOfIssues } from '../../library/metadata/facts-of-issues'
import * as offers from './offers-store'
import type { ArcOffers as Offers } from './schema'
import type { StoryArcs } from './service'
import { allArcs } from './store'

interface Deps {
  db: Database
  clock: Clock
  arcs: Pick<StoryArcs, 'make'>
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
  /** Brings the names of the library up to date. */
  followNames: () => void
}

/** One issue is no story. */
const LEAST_ISSUES = 2
/** The limit of a reply; dismissed offers and existing arcs make room for others. */
const MOST_OFFERS = 50
const MOST_READ = 500
const MOST_ISSUES = 10_000

/** Arcs that the metadata of issues names. They become story arcs of the library only when the user says so. */
export class ArcOffers {
  constructor(private readonly deps: Deps) {}

  list(): Offers {
    this.deps.followNames()
    const found = this.open(namedArcs(this.deps.db.read, LEAST_ISSUES, MOST_READ))
    return {
      offers: found.slice(0, MOST_OFFERS).map(({ name, issues, series }) => ({ name, issues, series })),
      total: found.length,
    }
  }

  /** Throws Refusal 'missing' for a name that no issue has, 'conflict' when an arc has it. */
  accept(name: string): ReturnType<StoryArcs['make']> {
    const { read } = this.deps.db
    const arc = this.need(name)
    const ids = this.inOrder(arc, issuesNamingArc(read, arc.name_id))
    return this.deps.arcs.make(arc.name, ids.slice(0, MOST_ISSUES))
  }

  dismiss(name: string, dismissed: boolean): { success: true } {
    const { db, clock } = this.deps
    const key = matchKey(name)
    if (dismissed) this.need(name)
    db.write((tx) => {
      if (dismissed) offers.dismissArcOffer(tx, { key, name }, clock.now())
      else offers.restoreArcOffer(tx, key)
      tx.emit({ type: 'arc.changed', arc_id: '' })
    })
    return { success: true }
  }

  private open(found: readonly NamedArc[]): NamedArc[] {
    const { read } = this.deps.db
    const dismissed = offers.dismissedArcKeys(read)
    const known = new Set(allArcs(read).map(({ name }) => matchKey(name)))
    const open = found.filter(({ key }) => !dismissed.has(key) && !known.has(key))
    return open.toSorted((a, b) => b.issues - a.issues || a.name.localeCompare(b.name, 'en', { numeric: true }))
  }

  private need(name: string): NamedArc {
    const found = namedArc(this.deps.db.read, matchKey(name))
    if (!found) throw new Refusal('missing', `No issue names the story arc ${name}.`)
    return found
  }

  /** By the number in the arc, then by date. */
  private inOrder({ name_id, key }: NamedArc, issues: readonly IssueOfArc[]): string[] {
    const { db, order } = this.deps
    const keys = new Set([key, ...spellingsOf(db.read, name_id).map(({ name }) => matchKey(name))])
    const ids = issues.map(({ issue_id }) => issue_id)
    const facts = factsOfIssues(db.read, ids, order())
    const placeOf = (issueId: string) => {
      const arc = facts.get(issueId)?.arcs?.find(({ name }) => keys.has(matchKey(name)))
      const place = Number(arc?.number || Number.NaN)
      return Number.isFinite(place) ? place : Number.MAX_SAFE_INTEGER
    }
    const placed = issues.map((issue) => ({ ...issue, place: placeOf(issue.issue_id) }))
    const sorted = placed.toSorted(
      (a, b) =>
        a.place - b.place || (a.released ?? '9').localeCompare(b.released ?? '9') || (a.issue_id < b.issue_id ? -1 : 1),
    )
    return sorted.map(({ issue_id }) => issue_id)
  }
}
