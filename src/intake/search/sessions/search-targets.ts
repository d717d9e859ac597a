import type { ArchiveFormat } from '../../../base/formats/formats'
import type { Clock } from '../../../base/platform/ports'
import { legacy } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { filesOf } from '../../../library/series/file-store'
import { project } from '../../../library/series/projection'
import type { EligibilityReason } from '../../../library/series/states'
import { findIssue, findSeries, type IssueRow, issuesOf } from '../../../library/series/store'
import type { EntityType } from '../../downloads/states'
import { isIssueInFlight } from '../../downloads/store'
import { betterThanFile } from '../rules/format-ranks'
import { readRules } from '../rules/series-rules'
import { type ReleaseLimits, targetOf, type VerdictTarget } from '../verdict/wanted'
import { ruledSeries, type WantedItem, wantedIssue, wantedIssueReader } from '../wanted/store'
import { NearIssues } from './near-issues'

/** One issue that a session searches for. */
export interface SearchTarget {
  wantedItem: WantedItem
  target: VerdictTarget
  /** Missing issues with the same number, by number as printed. */
  issueIds: ReadonlyMap<string, string>
  /** The formats that may replace the library's file; empty while the issue is missing. */
  better: ArchiveFormat[]
}

/** The target of a session: an issue, or the missing issues of a series. */
export interface SearchTargets {
  entity_type: EntityType
  entity_id: string
  series_id: string
  series: string
  /** The issues that indexers are queried for. */
  targets: SearchTarget[]
  /** Missing issues of the series, in reading order. */
  missing: IssueRow[]
  /** The issues that a release may be accepted for: the searched one, or all eligible ones of the series. */
  judged: NearIssues
  /** The other issues of the series, missing or not: a release of one of them is not the searched issue. */
  others: NearIssues
  /** An issue of the series as a target for verdicts; undefined when it was deleted meanwhile. */
  targetOf: (issueId: string) => SearchTarget | undefined
}

/**
 * With more queries, a session would occupy each indexer for minutes. Every release is judged for all issues anyway.
 */
const MOST_TARGETS = 8
/** The user's searches ignore pauses and unknown dates. */
const GOES_AHEAD: EligibilityReason[] = ['eligible', 'missing_date', 'invalid_date']

/**
 * The issue of a story arc row: one of the library, or one created for the search. Null when the library may have it
 * and the user has to choose first; undefined when the row does not exist.
 */
export type ArcIssueOf = (issueArcId: string) => string | null | undefined

interface Deps {
  db: Database
  clock: Clock
  limits: () => ReleaseLimits
  arcIssueOf: ArcIssueOf
}

/** Finds the targets of a search in the current library. */
export class TargetFinder {
  constructor(private readonly deps: Deps) {}

  /**
   * Throws Refusal 'missing' for an unknown item, 'conflict' when nothing of it is missing and no better format is
   * preferred. `first`: an issue that is always included if it is missing.
   */
  of(type: EntityType, entityId: string, first = entityId): SearchTargets {
    if (type === 'story_arc_issue') return this.ofArcIssue(entityId)
    const issue = findIssue(this.deps.db.read, entityId)
    // A download knows the id of its issue, but not that it is an annual.
    const entityType = type === 'issue' && issue ? issue.kind : type
    const comicId = entityType === 'series' ? entityId : issue?.kind === entityType ? issue.comic_id : undefined
    const series = comicId === undefined ? undefined : findSeries(this.deps.db.read, comicId)
    if (!series) throw unknown(entityType, entityId)
    const upgrade = entityType === 'series' ? undefined : this.upgradeOf(issue)
    const missing = upgrade
      ? [upgrade]
      : this.missingOf(series.comic_id).filter((issue) => counts(issue) || issue.issue_id === first)
    const all = issuesOf(this.deps.db.read, series.comic_id)
    const judged = entityType === 'series' ? this.eligible(missing) : missing.filter(is(entityId))
    const chosenIssues = entityType === 'series' ? chosen(judged, all, first) : judged
    if (chosenIssues.length === 0) {
      const sentence =
        entityType === 'series'
          ? `${series.name} has no released issues that are wanted and missing.`
          : `${series.name} ${issue?.number ?? ''} is already in your library or downloading.`
      throw legacy('conflict', sentence, { status: 'blocked', code: 'item_not_eligible' })
    }
    const wanted = wantedIssueReader(this.deps.db.read, this.today)
    const targets = chosenIssues.flatMap(({ issue_id }) => this.searchTarget(issue_id, missing, wanted) ?? [])
    const known = new Map(targets.map((target) => [target.wantedItem.entity_id, target]))
    const targetOf = (issueId: string) => {
      const target = known.get(issueId) ?? this.searchTarget(issueId, missing, wanted)
      if (target) known.set(issueId, target)
      return target
    }
    const others = entityType === 'series' ? [] : all.filter((issue) => !judged.includes(issue))
    return {
      entity_type: entityType,
      entity_id: entityId,
      series_id: series.comic_id,
      series: series.name,
      targets,
      missing,
      judged: new NearIssues(judged, series.content_type),
      others: new NearIssues(others, series.content_type),
      targetOf,
    }
  }

  /** A story arc row is searched for as its issue. */
  private ofArcIssue(entity_id: string): SearchTargets {
    const issueId = this.deps.arcIssueOf(entity_id)
    if (issueId === undefined) throw unknown('story_arc_issue', entity_id)
    const issue = issueId === null ? undefined : findIssue(this.deps.db.read, issueId)
    if (!issue) {
      const sentence = 'Several issues in your library match this entry. Choose one on the story arc page first.'
      throw legacy('conflict', sentence, { status: 'blocked', code: 'item_not_eligible' })
    }
    return { ...this.of(issue.kind, issue.issue_id), entity_type: 'story_arc_issue', entity_id }
  }

  private searchTarget(
    issueId: string,
    missing: IssueRow[],
    wantedIssueOf: ReturnType<typeof wantedIssueReader>,
  ): SearchTarget | undefined {
    const { read } = this.deps.db
    const wantedItem = wantedIssueOf(issueId)
    const own = missing.find(is(issueId)) ?? findIssue(read, issueId)
    if (!wantedItem || !own) return undefined
    const beside = missing.filter(({ kind, unit }) => kind === own.kind && unit === own.unit)
    // If two issues share a number, the searched one counts.
    const issueIds = new Map([...beside, own].map(({ number, issue_id }) => [number, issue_id]))
    const wanted = { ...wantedItem.wanted, missing: [...issueIds.keys()] }
    const rules = readRules(read)(ruledSeries(wantedItem))
    const better = betterThanFile(read, wantedItem)
    return { wantedItem, target: targetOf(wanted, this.deps.limits(), rules), issueIds, better }
  }

  /** The issue, if the rules prefer another format to that of its file, and no release is downloading for it. */
  private upgradeOf(issue: IssueRow | undefined): IssueRow | undefined {
    const { read } = this.deps.db
    const item = issue && wantedIssue(read, issue.issue_id, this.today)
    if (!item || betterThanFile(read, item).length === 0 || isIssueInFlight(read, issue.issue_id)) return undefined
    return issue
  }

  private eligible(missing: IssueRow[]): IssueRow[] {
    const facts = { hasFile: false, series: 'active', today: this.today } as const
    return missing.filter((issue) => GOES_AHEAD.includes(project({ ...issue, ...facts }).eligibility.reason))
  }

  private missingOf(comicId: string): IssueRow[] {
    const { db } = this.deps
    const status = findSeries(db.read, comicId)!.status
    const files = filesOf(db.read, comicId)
    return issuesOf(db.read, comicId).filter((issue) => {
      const facts = { ...issue, hasFile: files.has(issue.issue_id), series: status, today: this.today }
      return project(facts).missing
    })
  }

  private get today(): string {
    return this.deps.clock.now().slice(0, 10)
  }
}

const WORDS: Record<EntityType, string> = {
  issue: 'issue',
  annual: 'annual',
  series: 'series',
  story_arc_issue: 'issue of a story arc',
}

const unknown = (entityType: EntityType, entityId: string) =>
  legacy('missing', `There is no ${WORDS[entityType]} ${entityId}.`)

const is = (issueId: string) => (issue: IssueRow) => issue.issue_id === issueId

/** Certainly missing, and not skipped or ignored by the user. */
const counts = ({ intent, fulfillment }: IssueRow) =>
  (intent === 'wanted' || intent === 'policy') && (fulfillment === 'missing' || fulfillment === 'failed')

/** Among many issues, the first of each gap come first: packs are named after those. */
function chosen(missing: IssueRow[], all: IssueRow[], first: string): IssueRow[] {
  const open = new Set(missing.map(({ issue_id }) => issue_id))
  const begins = missing.filter((issue) => {
    const before = all[all.findIndex(is(issue.issue_id)) - 1]
    return !before || !open.has(before.issue_id) || before.kind !== issue.kind
  })
  const byPriority = new Set([...missing.filter(is(first)), ...begins, ...missing])
  const few = [...byPriority].slice(0, MOST_TARGETS)
  return missing.filter((issue) => few.includes(issue))
}
