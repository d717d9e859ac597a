import { atOnce } from '../../base/platform/event-loop'
import type { Clock } from '../../base/platform/ports'
import { providerOf } from '../../base/providers/descriptors'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { Handler, Operations, Tools } from '../../base/work/operations'
import { failureRefusal, type Patience, retryUntilAnswered } from '../../library/metadata/client/retry'
import type { ProviderAnswer } from '../../library/metadata/providers/provider'
import type { ArcIssueRecord, ArcQueries, ArcRecord } from '../../library/metadata/providers/provider-arcs'
import type { Providers } from '../../library/metadata/providers/registry'
import { readArcId, refId, type SeriesRef } from '../../library/metadata/wire-ids'
import { areOtherIds, pairRows, UNMATCHED } from './lists'
import type { ArcMatcher } from './matcher'
import { recordArcStep } from './new-arc'
import { arcColumns, providerChangeOf, providerIdOf, rowOfRecord } from './provider-rows'
import type { NewArcReply } from './schema'
import { ARC_ADD } from './states'
import * as store from './store'
import type { UnfollowedIssues } from './unfollowed'

interface Deps {
  db: Database
  clock: Clock
  operations: Operations
  providers: Providers
  matcher: ArcMatcher
  unfollowed: UnfollowedIssues
}

interface Loaded {
  record: ArcRecord
  issues: ArcIssueRecord[]
}

/** Adds story arcs of providers to the library and keeps them up to date. */
export class ArcLoader {
  constructor(private readonly deps: Deps) {}

  /** Adds an arc once: an arc that exists, or is being added, is returned unchanged. */
  add(id: string): typeof NewArcReply.static {
    const { db, operations, providers } = this.deps
    const here = store.findArc(db.read, id)
    if (here) return reply(here.arc_id, `${here.name} is already in the library.`)
    const ref = readArcId(id)
    if (!ref) throw new Refusal('invalid', `${id} is not a story arc id. Use an id from a search.`)
    const arcId = refId(ref)
    const [active] = operations.active(ARC_ADD, arcId)
    if (active) return reply(arcId, 'This story arc is already being added.', active.operation_id)
    const failure = providers.disabledReason(ref.provider)
    if (failure) throw failureRefusal(failure)
    const { operation_id } = operations.enqueue({ kind: ARC_ADD, subject: arcId, payload: ref })
    return reply(arcId, `It is being added from ${providerOf(ref.provider).label}.`, operation_id)
  }

  /** Handles the operation that adds an arc. */
  readonly adding: Handler = {
    run: async (payload, tools) => {
      const { db, clock } = this.deps
      const ref = payload as SeriesRef
      const arc_id = refId(ref)
      const step = { activity: 'add', arc_id, name: labelOf(ref) } as const
      db.write((tx) => recordArcStep(tx, { ...step, at: clock.now() }, 'started'))
      const loaded = await this.load(ref, tools)
      if (!loaded) return undefined
      if (!loaded.record) throw new Refusal('missing', `${providerOf(ref.provider).label} has no story arc ${ref.provider_id}.`) // biome-ignore format: one line
      const { record, issues } = { ...loaded, record: loaded.record }
      const isKept = await tools.persist((tx) => {
        const at = clock.now()
        if (!store.findArc(tx, arc_id)) store.insertArc(tx, { ...arcColumns(record), arc_id }, at)
        this.keepRecord(tx, arc_id, { record, issues })
        recordArcStep(tx, { ...step, name: record.facts.name, at }, 'succeeded')
        return true
      })
      return isKept && this.deps.matcher.rematch(arc_id, tools.signal)
    },
    ended: (payload, state, failure) => {
      const ref = payload as SeriesRef
      const step = { activity: 'add', arc_id: refId(ref), name: labelOf(ref), at: this.deps.clock.now() } as const
      if (state === 'failed') this.deps.db.write((tx) => recordArcStep(tx, step, { failure }))
    },
  }

  /** Handles the operation that loads an arc from its provider again and matches its rows. */
  readonly refreshing: Handler = {
    run: async (payload, tools) => {
      const { db, clock, matcher } = this.deps
      const { arc_id } = payload as { arc_id: string }
      this.recordRefresh(arc_id, 'started')
      const ref = store.findArc(db.read, arc_id)?.source === 'provider' ? readArcId(arc_id) : undefined
      if (ref) {
        const loaded = await this.load(ref, tools, { fresh: true })
        if (!loaded) return undefined
        // An arc that its provider no longer has stays unchanged.
        const { record, issues } = loaded
        if (!record) throw new Refusal('missing', `${providerOf(ref.provider).label} no longer has this story arc.`)
        await tools.persist((tx) => {
          const arc = store.findArc(tx, arc_id)
          if (!arc) return
          // The user may have renamed the arc.
          const { name: _name, source: _source, ordered_by, ...columns } = arcColumns(record)
          store.changeArc(tx, arc_id, arc.ordered_by === 'user' ? columns : { ...columns, ordered_by }, clock.now())
          this.keepRecord(tx, arc_id, { record, issues })
        })
      }
      const counts = await matcher.rematch(arc_id, tools.signal)
      if (!tools.signal.aborted) this.recordRefresh(arc_id, 'succeeded')
      return counts
    },
    ended: (payload, state, failure) => {
      if (state === 'failed') this.recordRefresh((payload as { arc_id: string }).arc_id, { failure })
    },
  }

  /**
   * `record` is undefined when the provider does not have the arc; the result is undefined when the work was stopped.
   */
  private async load(
    { provider, provider_id }: SeriesRef,
    tools: Tools,
    asking: { fresh?: boolean } = {},
  ): Promise<{ record: ArcRecord | undefined; issues: ArcIssueRecord[] } | undefined> {
    const { clock, providers } = this.deps
    const { arcs } = providers.get(provider)
    if (!arcs) throw new Refusal('invalid', `${providerOf(provider).label} has no story arcs.`)
    const { signal } = tools
    const waiting: Patience['waiting'] = (until) => tools.report(0, { waiting_until: until ?? undefined })
    const ask = <T>(query: (arcs: ArcQueries) => Promise<ProviderAnswer<T>>) =>
      retryUntilAnswered({ clock, signal, waiting }, () => query(arcs))
    const record = await ask((each) => each.arc(provider_id, { ...asking, signal }))
    if (!record) return undefined
    if (!record.ok) return { record: undefined, issues: [] }
    const issues = await ask((each) => each.issues(provider_id, { ...asking, signal }))
    return issues && { record: record.ok, issues: issues.ok }
  }

  /**
   * New issues are added, and the fields of the others are updated. A deleted row stays deleted, an order set by the
   * user stays, and a row that the provider leaves out is kept.
   */
  private keepRecord(tx: Tx, arcId: string, { record, issues }: Loaded): void {
    const { provider } = record
    const before = store.allArcRows(tx, arcId)
    const listed = new Map(issues.map((issue) => [issue.provider_id, rowOfRecord(issue, provider)]))
    const known = new Map(before.map((row) => [providerIdOf(row, provider), row]))
    // A book under another id is the row of its number that the provider no longer lists.
    const left = before.filter((row) => !listed.has(providerIdOf(row, provider) ?? ''))
    const unknown = [...listed].flatMap(([id, row]) => (known.has(id) ? [] : [row]))
    const renamed = atOnce(pairRows(left, unknown))
    for (const { row, book } of renamed) if (row) known.set(providerIdOf(book, provider), row)
    const fresh = renamed.flatMap(({ row, book }) => (row ? [] : [book]))
    for (const [id, row] of listed) {
      const own = known.get(id)
      const change = own && providerChangeOf(own, row)
      if (!change) continue
      store.changeArcIssue(tx, own.issue_arc_id, change)
      this.deps.unfollowed.describe(tx, { ...own, ...change })
      // The old id may have matched another issue.
      if (own.matched_by !== 'user' && areOtherIds(own.ids, row.ids))
        this.deps.matcher.matchRows(tx, [{ ...own, ...change }])
    }
    const arc = store.findArc(tx, arcId)!
    store.addArcIssues(tx, arc, fresh.map((row) => ({ ...row, ...UNMATCHED })), this.deps.clock.now()) // biome-ignore format: one line
    if (arc.ordered_by === 'user') return
    const places = new Map([...listed.keys()].map((id, index) => [id, index]))
    const place = (row: store.ArcIssueRow) => places.get(providerIdOf(row, provider) ?? '') ?? places.size
    const rows = store.allArcRows(tx, arcId).toSorted((a, b) => place(a) - place(b) || a.position - b.position)
    store.placeArcIssues(tx, rows.map(({ issue_arc_id }) => issue_arc_id)) // biome-ignore format: one line
  }

  private recordRefresh(arcId: string, outcome: Parameters<typeof recordArcStep>[2]): void {
    const { db, clock } = this.deps
    db.write((tx) => {
      const arc = store.findArc(tx, arcId)
      if (arc) recordArcStep(tx, { activity: 'refresh', arc_id: arcId, name: arc.name, at: clock.now() }, outcome)
    })
  }
}

const labelOf = ({ provider, provider_id }: SeriesRef): string => `${providerOf(provider).label} ${provider_id}`

const reply = (arc_id: string, message: string, operation_id: string | null = null) => ({
  success: true as const,
  arc_id,
  message,
  operation_id,
})
