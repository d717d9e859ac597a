import type { EntityType } from '../../downloads/states'
import { isIssueInFlight } from '../../downloads/store'
import type { ArchiveFormat } from '../../formats/formats'
import type { Clock } from '../../platform/ports'
import { legacy } from '../../refusal'
import { filesOf } from '../../series/file-store'
import { project } from '../../series/projection'
import type { EligibilityReason } from '../../series/states'
import { findIssue, findSeries, type IssueRow, issuesOf } from '../../series/store'
import type { Database } from '../../storage/database'
import { betterThanFile } from '../rules/format-ranks'
import { readRules } from '../rules/series-rules'
import { type Limits, type Target, targetOf } from '../verdict/wanted'
import { ruledSeries, type WantedItem, wantedIssue } from '../wanted/store'

/** One issue that a session searches for. */
export interface SearchTarget {
  wantedItem: WantedItem
  target: Target
  /** Missing issues among which its number is one, by their numbers as printed. */
  issueIds: ReadonlyMap<string, string>
  /** The formats that may replace the file that the library has of it; empty while it is missing. */
  better: ArchiveFormat[]
}

/** What a session searches for: an issue, or the missing ones of a series. */
export interface SearchTargets {
  entity_type: EntityType
  entity_id: string
  series_id: string
  series: string
  targets: SearchTarget[]
  /** Missing issues of the series, in their order. */
  missing: IssueRow[]
}

/** With more targets a session would query each indexer for minutes. */
const MOST_TARGETS = 8
/** A search by hand ignores pauses and unknown dates. */
const GOES_AHEAD: EligibilityReason[] = ['eligible', 'missing_date', 'invalid_date']

/**
 * The issue of a row of a story arc: of the library, or one made for the search. Null when the library may have it and
 * the user has to choose first; undefined for no row.
 */
export type ArcIssueOf = (issueArcId: string) => string | null | undefined

interface Deps {
  db: Database
  clock: Clock
  limits: () => Limits
  arcIssueOf: ArcIssueOf
}

/** Finds the targets of a search in the library as it is now. */
export class TargetFinder {
  constructor(private readonly deps: Deps) {}

  /**
   * Throws Refusal 'missing' for an unknown item, 'conflict' when nothing of it is missing and no better format of it is
   * preferred. `first` names an issue that is always included if it is missing.
   */
  of(entityType: EntityType, entityId: string, first = entityId): SearchTargets {
    if (entityType === 'story_arc_issue') return this.ofArcIssue(entityId)
    const issue = findIssue(this.deps.db.read, entityId)
    const comicId = entityType === 'series' ? entityId : issue?.kind === entityType ? issue.comic_id : undefined
    const series = comicId === undefined ? undefined : findSeries(this.deps.db.read, comicId)
    if (!series) throw unknown(entityType, entityId)
    const upgrade = entityType === 'series' ? undefined : this.upgradeOf(issue)
    const missing = upgrade
      ? [upgrade]
      : this.missingOf(series.comic_id).filter((issue) => counts(issue) || issue.issue_id === first)
    const chosenIssues =
      entityType === 'series'
        ? chosen(this.eligible(missing), issuesOf(this.deps.db.read, series.comic_id), first)
        : missing.filter(is(entityId))
    if (chosenIssues.length === 0) {
      const sentence =
        entityType === 'series'
          ? `${series.name} has no released issues that are wanted and missing.`
          : `${series.name} ${issue?.number ?? ''} is already in your library or downloading.`
      throw legacy('conflict', sentence, { status: 'blocked', code: 'item_not_eligible' })
    }
    const targets = chosenIssues.map(({ issue_id }) => this.searchTarget(issue_id, missing))
    return {
      entity_type: entityType,
      entity_id: entityId,
      series_id: series.comic_id,
      series: series.name,
      targets,
      missing,
    }
  }

  /** A row of a story arc is searched for as its issue. */
  private ofArcIssue(entity_id: string): SearchTargets {
    const issueId = this.deps.arcIssueOf(entity_id)
    if (issueId === undefined) throw unknown('story_arc_issue', entity_id)
    const issue = issueId === null ? undefined : findIssue(this.deps.db.read, issueId)
    if (!issue) {
      const sentence = 'Several issues in your library match this entry. Choose one on the story arc page first.'
      throw legacy('conflict', sentence, { status: 'blocked', code: 'item_not_eligible' })
    }
    const entityType = issue.kind === 'annual' ? 'annual' : 'issue'
    return { ...this.of(entityType, issue.issue_id), entity_type: 'story_arc_issue', entity_id }
  }

  private searchTarget(issueId: string, missing: IssueRow[]): SearchTarget {
    const wantedItem = wantedIssue(this.deps.db.read, issueId, this.today)!
    const own = missing.find(is(issueId))!
    const beside = missing.filter(({ kind, unit }) => kind === own.kind && unit === own.unit)
    const issueIds = new Map(beside.map(({ number, issue_id }) => [number, issue_id]))
    const wanted = { ...wantedItem.wanted, missing: [...issueIds.keys()] }
    const rules = readRules(this.deps.db.read)(ruledSeries(wantedItem))
    const better = betterThanFile(this.deps.db.read, wantedItem)
    return { wantedItem, target: targetOf(wanted, this.deps.limits(), rules), issueIds, better }
  }

  /** The issue, if the rules prefer another format to that of its file and no release is downloading for it. */
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

/** Of many the ones that a gap begins with first: releases of runs are named after those. */
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
