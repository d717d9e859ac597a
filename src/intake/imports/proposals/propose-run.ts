import { spacedName } from '../../../base/names/titles'
import { isWithin } from '../../../base/platform/clock'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Instant, Random } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Tools } from '../../../base/work/operations'
import type { MetadataProvider, QueryFailure, SeriesRecord } from '../../../library/metadata/providers/provider'
import { writeSeriesId } from '../../../library/metadata/wire-ids'
import type { ContentType } from '../../../library/series/states'
import { progressEvent } from '../progress'
import * as store from '../store'
import { idAt, isNamesake } from './candidate-evidence'
import { type ScoredCandidate, SURE, scoreCandidates } from './candidate-score'
import type { CoverComparer } from './cover-comparison'
import type { GroupFacts, ProviderCandidate } from './facts'
import { PatientQueries, QueryBudget } from './patient-queries'
import type { ProposeDetail, ProviderSelection } from './propose'
import { candidateOf, groupFactsOf, knownIssue, queryKeyOf, searchedName, weightedRow, weightKeyOf } from './question'
import * as rows from './store'

export interface RunDeps {
  db: Database
  clock: Clock
  random: Pick<Random, 'id'>
  providers: ProviderSelection
  looks: CoverComparer
}

/** Confidence from which on no other provider is queried. */
const LIKELY = 75
/** Ids per query. */
const IDS_AT_ONCE = 50
/** Limit of search results, and of proposals kept from them. */
const FOUND = 50
const MOST_KEPT = 8
/** How far below the best candidate, in log-odds, a candidate may be to be examined more closely. */
const CLOSE = 3.5
const MOST_CLOSE = 3
/** Less likely candidates are not proposed. */
const LEAST_ODDS = -2
/** Shortest time between two events about new proposals: the page fetches all of them again. */
const PULSE_MS = 3000

/** A group that was queried, with its results so far. */
interface Asked {
  group: rows.OpenQuestion
  /** The series whose id its files name. */
  named: SeriesRecord | undefined
  found: ScoredCandidate[]
  /** A provider answered, even if without a match. */
  answered: boolean
}

/**
 * One pass over the groups of a scan. Every group gets its first query before any gets a second, so that the rest of
 * the budget goes to the groups that need it, anywhere in the alphabet.
 */
export class ProposeRun {
  readonly asking: PatientQueries
  private detail: ProposeDetail = { provider: '', asked: 0, total: 0, waiting_until: null, trouble: null }
  private reportedAt: Instant | undefined
  private budget = new QueryBudget(0, 0)
  private readonly searched = new Set<string>()

  constructor(
    private readonly deps: RunDeps,
    private readonly kind: ContentType,
    private readonly tools: Tools,
  ) {
    const { clock } = deps
    this.asking = new PatientQueries({ clock, signal: tools.signal, waiting: (why) => this.wait(why) })
  }

  async through(groups: rows.OpenQuestion[]): Promise<void> {
    const { providers } = this.deps
    const fresh = groups.filter((group) => group.asked !== queryKeyOf(group))
    for (const group of groups.filter((one) => !fresh.includes(one))) {
      this.saveProposals(group, this.weighed(group, []), 'done')
      await nextTurn()
    }
    const [first] = providers.serving(this.kind)
    if (!first) return
    const files = fresh.reduce((sum, { file_count }) => sum + file_count, 0)
    this.budget = new QueryBudget(fresh.length, files)
    this.detail.total += fresh.length
    this.report(first.label)
    const named = await this.byIds(fresh, providers.serving(this.kind))
    const all = fresh.map((group) => ({ group, named: named.get(group.group_id), found: [], answered: false }))
    const unsure = await this.each(all, (one) => this.byName(one))
    const closer = await this.each(unsure, (one) => this.elsewhere(one))
    // The most doubtful ones first.
    closer.sort((a, b) => (a.found[0]?.confidence ?? 0) - (b.found[0]?.confidence ?? 0))
    await this.each(closer, (one) => this.closely(one))
  }

  /** Handles each group, saves its results, and returns the groups that are still open. */
  private async each(all: readonly Asked[], handle: (one: Asked) => Promise<boolean>): Promise<Asked[]> {
    const open: Asked[] = []
    for (const one of all) {
      if (this.tools.signal.aborted) return []
      // The group may have been merged into another one meanwhile.
      const isThere = store.findGroup(this.deps.db.read, one.group.group_id) !== undefined
      const isSettled = !isThere || (await handle(one))
      if (this.tools.signal.aborted) return []
      if (isThere && (one.answered || one.named))
        this.saveProposals(one.group, one.found, isSettled ? 'done' : 'unfinished')
      if (isSettled) this.detail.asked += 1
      else open.push(one)
      this.report()
      await nextTurn()
    }
    return open
  }

  end(trouble?: string): ProposeDetail | undefined {
    if (this.tools.signal.aborted) return undefined
    this.deps.db.write((tx) => {
      if (store.currentScan(tx, this.kind)?.state === 'completed') rows.pruneProposals(tx)
    })
    this.emitProgress(true)
    return { ...this.detail, waiting_until: null, trouble: trouble ?? null }
  }

  /** Finds the series by the ids in the files, for all groups. */
  private async byIds(groups: rows.OpenQuestion[], providers: MetadataProvider[]): Promise<Map<string, SeriesRecord>> {
    const named = new Map<string, SeriesRecord>()
    for (const provider of providers) {
      const idQueries = groups.flatMap(({ group_id, provider_ids }) => {
        const id = named.has(group_id) ? undefined : idAt(provider_ids, provider.name)
        return id === undefined ? [] : [{ group_id, id }]
      })
      const ids = [...new Set(idQueries.map(({ id }) => id))]
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        const some = ids.slice(from, from + IDS_AT_ONCE)
        this.budget.spend()
        const found = await this.asking.ask(provider, (asking) => provider.series(some, asking))
        const byId = new Map(found?.map((record) => [record.provider_id, record]))
        for (const { group_id, id } of idQueries) {
          const record = byId.get(id)
          if (record) named.set(group_id, record)
        }
      }
    }
    return named
  }

  /** The first query for a group that no id identified. */
  private async byName(one: Asked): Promise<boolean> {
    const { group, named } = one
    one.found = this.weighed(group, named ? [named] : [])
    // Results from another name or year may be good enough.
    one.answered = isLikely(one.found)
    const [first] = this.deps.providers.serving(group.content_type)
    if (!one.answered && first) await this.search(one, first)
    return isSure(one.found)
  }

  /** Queries the next providers when the first one does not know the series. */
  private async elsewhere(one: Asked): Promise<boolean> {
    for (const provider of this.deps.providers.serving(one.group.content_type).slice(1)) {
      if (isLikely(one.found)) break
      await this.search(one, provider)
    }
    return isSure(one.found)
  }

  private async search(one: Asked, provider: MetadataProvider): Promise<void> {
    const { group, named, found } = one
    const name = searchedName(groupFactsOf(this.deps.db.read, group))
    const question = `${provider.name} ${name}`
    // The query for another run of the same name is cached.
    if (!this.searched.has(question) && !this.budget.spend()) return
    this.searched.add(question)
    this.detail.provider = provider.label
    const query = { name, content_type: group.content_type, limit: FOUND, offset: 0 }
    const answer = await this.asking.ask(provider, (asking) => provider.search(query, asking))
    if (!answer) return
    one.answered = true
    one.found = this.weighed(group, [...(named ? [named] : []), ...answer.series], found)
    const spaced = spacedName(name)
    if (spaced === name || isLikely(one.found) || !this.budget.spend()) return
    const other = await this.asking.ask(provider, (asking) => provider.search({ ...query, name: spaced }, asking))
    if (other) one.found = this.weighed(group, [...(named ? [named] : []), ...other.series], one.found)
  }

  /** Compares the issues, and then the covers, of the remaining candidates. This is the last step. */
  private async closely(one: Asked): Promise<boolean> {
    const { group } = one
    one.found = await this.byIssues(group, one.found, this.deps.providers.serving(group.content_type))
    if (!isSure(one.found)) one.found = await this.byCovers(group, one.found)
    return true
  }

  /** Weighs these candidates, the user's searches, and earlier results. */
  private weighed(
    group: rows.OpenQuestion,
    records: SeriesRecord[],
    before: readonly ScoredCandidate[] = [],
  ): ScoredCandidate[] {
    const { db } = this.deps
    const all = new Map<string, ProviderCandidate>()
    const kept = rows.proposalsOf(db.read, group.comic_id).filter(({ said }) => said || records.length === 0)
    const known = [...kept.map(candidateOf), ...before.map(({ candidate }) => candidate)]
    for (const candidate of [...records.map((series) => ({ series })), ...known]) all.set(keyOf(candidate), candidate)
    return scoreCandidates(groupFactsOf(db.read, group), [...all.values()])
  }

  /** The issues may distinguish candidates that otherwise look the same. */
  private async byIssues(
    group: rows.OpenQuestion,
    found: ScoredCandidate[],
    providers: MetadataProvider[],
  ): Promise<ScoredCandidate[]> {
    const facts = groupFactsOf(this.deps.db.read, group)
    let now = found
    for (const { candidate } of close(found)) {
      const provider = providers.find(({ name }) => name === candidate.series.provider)
      if (candidate.issues || !provider?.listsIssues) continue
      const pages = Math.max(1, Math.ceil((candidate.series.facts.issue_count ?? 1) / 100))
      if (!this.budget.spend(pages + (provider.askedBeside ?? 0))) continue
      const { provider_id } = candidate.series
      const records = await this.asking.ask(provider, (asking) => provider.issues(provider_id, asking))
      if (records) now = again(facts, now, { ...candidate, issues: records.map((one) => knownIssue(one.facts)) })
    }
    return now
  }

  private async byCovers(group: rows.OpenQuestion, found: ScoredCandidate[]): Promise<ScoredCandidate[]> {
    const near = close(found)
    const file = store.firstFile(this.deps.db.read, group.group_id)
    if (near.length === 0 || !file || file.page_count === 0) return found
    const { looks } = this.deps
    const hash = await looks.ofFile(file)
    if (hash === undefined) return found
    const facts = groupFactsOf(this.deps.db.read, group)
    let now = found
    for (const { candidate } of near) {
      const cover = await looks.compare(file, hash, candidate)
      if (cover) now = again(facts, now, { ...candidate, cover })
    }
    return now
  }

  /** Unfinished groups are queried again after a restart. */
  private saveProposals(group: rows.OpenQuestion, found: ScoredCandidate[], state: 'done' | 'unfinished'): void {
    const { db, clock, random } = this.deps
    const userChoices = new Set(
      rows.shownFor(db.read, group.comic_id).flatMap((row) => (row.said ? `${row.provider} ${row.provider_id}` : [])),
    )
    const facts = groupFactsOf(db.read, group)
    // Other runs of the same name matter when the group is weighed again, however unlikely they are.
    const isWorth = ({ odds, candidate }: ScoredCandidate) => odds > LEAST_ODDS || isNamesake(facts, candidate.series)
    const kept = found.filter((one, at) => userChoices.has(keyOf(one.candidate)) || (at < MOST_KEPT && isWorth(one)))
    const proposals = kept.map((one) =>
      weightedRow(one, writeSeriesId(one.candidate.series), userChoices.has(keyOf(one.candidate))),
    )
    const question = {
      asked: state === 'done' ? queryKeyOf(group) : '',
      weighed: weightKeyOf(group),
      asked_at: clock.now(),
    }
    db.write((tx) => rows.saveProposals(tx, group.comic_id, { proposals, question, random }))
    this.emitProgress(false)
  }

  private wait(why: (QueryFailure & { until: Instant; provider: MetadataProvider }) | undefined): void {
    this.detail.waiting_until = why?.until ?? null
    this.detail.trouble = why?.detail ?? null
    this.report(why?.provider.label)
    this.emitProgress(true)
  }

  private report(provider?: string): void {
    if (provider) this.detail.provider = provider
    const { asked, total } = this.detail
    this.tools.report(total === 0 ? 0 : asked / total, { ...this.detail })
  }

  /** Pages fetch again, every few seconds at most. */
  private emitProgress(now: boolean): void {
    const { db, clock } = this.deps
    const at = clock.now()
    if (!now && this.reportedAt !== undefined && isWithin(this.reportedAt, at, PULSE_MS)) return
    this.reportedAt = at
    db.write((tx) => {
      const scan = store.currentScan(tx, this.kind)
      if (scan?.state === 'completed') tx.emit({ type: 'import.progress', ...progressEvent(scan) })
    })
  }
}

const keyOf = ({ series }: ProviderCandidate) => `${series.provider} ${series.provider_id}`
const isSure = ([best]: readonly ScoredCandidate[]) => best !== undefined && best.confidence >= SURE
const isLikely = ([best]: readonly ScoredCandidate[]) => best !== undefined && best.confidence >= LIKELY

/** The candidates that are close to the best one. */
function close(found: readonly ScoredCandidate[]): ScoredCandidate[] {
  const best = found[0]?.odds ?? 0
  return found.filter(({ odds }) => odds > best - CLOSE && odds > -2).slice(0, MOST_CLOSE)
}

function again(facts: GroupFacts, found: readonly ScoredCandidate[], better: ProviderCandidate): ScoredCandidate[] {
  return scoreCandidates(
    facts,
    found.map(({ candidate }) => (keyOf(candidate) === keyOf(better) ? better : candidate)),
  )
}
