import { readName } from '../../../base/names/read-name'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle } from '../../../base/storage/database'
import type { ContentType } from '../../../library/series/states'
import { findIssue, findSeries, type SeriesRow } from '../../../library/series/store'
import type { RuleScope } from '../states'
import { foldedText, hitsOf, type RuleSet, ruleSetOf, ruleSubject, rulesForName, scoreOf } from './rule-set'
import { allRules, listRules, type RuleRow } from './store'

/** The rule about the same text for the same series. */
export function sameRule(db: ReadHandle, { match, text, scope, comic_id }: RuleRow): RuleRow | undefined {
  const key = foldedText(text)
  return listRules(db, comic_id).find(
    (row) => row.match === match && row.scope === scope && foldedText(row.text) === key,
  )
}

export interface RuledSeries {
  comic_id: string | null
  kind: ContentType
}

/** The current rules for each series, read once. */
export function readRules(db: ReadHandle): (series: RuledSeries) => RuleSet {
  const rows = allRules(db)
  const ofSeries = new Set(rows.map(({ comic_id }) => comic_id))
  const sets = new Map<string, RuleSet>()
  return ({ comic_id, kind }) => {
    const own = ofSeries.has(comic_id) ? comic_id : null
    const name = own === null ? kind : `${kind} ${own}`
    const set = sets.get(name) ?? ruleSetOf(narrowest(rows, own, kind))
    sets.set(name, set)
    return set
  }
}

/** The score of a release name for the series of some issues; 0 when they are gone. */
export function releaseScore(db: ReadHandle, issueIds: readonly string[], title: string, now: Instant): number {
  const series = seriesOfIssues(db, issueIds)
  if (!series) return 0
  const { comic_id, content_type: kind, name } = series
  const rules = rulesForName(readRules(db)({ comic_id, kind }), name)
  return scoreOf(hitsOf(rules, ruleSubject(title, groupIn(title, kind, now))))
}

/** The series of the first of these issues that still exists. */
export function seriesOfIssues(db: ReadHandle, issueIds: readonly string[]): SeriesRow | undefined {
  const issue = issueIds.map((id) => findIssue(db, id)).find((found) => found !== undefined)
  return issue && findSeries(db, issue.comic_id)
}

/** The release group in a name. */
export const groupIn = (title: string, kind: ContentType, now: Instant): string =>
  readName(title, { kind, year: Number(now.slice(0, 4)), title: true }).scan_group

const WIDTH: Record<RuleScope, number> = { series: 0, comic: 1, manga: 1, all: 2 }

/** Of several rules about the same text, the one for the series applies, or else the one for its kind. */
function narrowest(rows: readonly RuleRow[], comicId: string | null, kind: ContentType): RuleRow[] {
  const applies = ({ scope, comic_id }: RuleRow) =>
    scope === 'all' || scope === kind || (comic_id !== null && comic_id === comicId)
  const byText = new Map<string, RuleRow>()
  for (const row of rows.filter(applies)) {
    const key = `${row.match}${foldedText(row.text)}`
    const other = byText.get(key)
    if (!other || WIDTH[row.scope] < WIDTH[other.scope]) byText.set(key, row)
  }
  return [...byText.values()]
}
