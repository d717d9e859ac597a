import { type ArchiveFormat, KNOWN_FORMATS } from '../../../base/formats/formats'
import type { ReadHandle } from '../../../base/storage/database'
import type { ContentType } from '../../../library/series/states'
import { findSeries } from '../../../library/series/store'
import type { WorseFormat } from '../../../library/series/upgrades-store'
import { ruledSeries, type WantedItemState } from '../wanted/store'
import type { RuleSet } from './rule-set'
import { type RuledSeries, readRules, seriesOfIssues } from './series-rules'
import { allRules } from './store'

/** Below every score: a format that the rules block, or that is not one of the required ones. */
const REFUSED = Number.NEGATIVE_INFINITY

/** Score of a format by the rules about formats; 0 without such rules. */
export function formatScore({ scored, must, mustNot }: RuleSet, format: ArchiveFormat): number {
  const isAbout = (rule: RuleSet['must'][number]) => rule.match === 'format' && rule.text === format
  const required = must.filter(({ match }) => match === 'format')
  if (mustNot.some(isAbout) || (required.length > 0 && !required.some(isAbout))) return REFUSED
  return scored.filter(isAbout).reduce((sum, { score }) => sum + score, 0)
}

/** The same for the series of some issues; 0 when they are gone. */
export function formatScoreOf(db: ReadHandle, issueIds: readonly string[], format: ArchiveFormat): number {
  const series = seriesOfIssues(db, issueIds)
  return series ? formatScore(readRules(db)({ comic_id: series.comic_id, kind: series.content_type }), format) : 0
}

/** The formats preferred to this one, best first. */
export function betterFormats(rules: RuleSet, format: ArchiveFormat): ArchiveFormat[] {
  const own = formatScore(rules, format)
  return KNOWN_FORMATS.filter((other) => formatScore(rules, other) > own).sort(
    (a, b) => formatScore(rules, b) - formatScore(rules, a),
  )
}

/** `betterFormats` for the rules of a series; the rules are read once. */
export function betterFormatsIn(db: ReadHandle): (series: RuledSeries, format: ArchiveFormat) => ArchiveFormat[] {
  const rulesOf = readRules(db)
  return (series, format) => betterFormats(rulesOf(series), format)
}

/** The formats that the rules prefer to an issue's file; none when it has no file, or when the user keeps it. */
export function betterThanFile(db: ReadHandle, item: WantedItemState): ArchiveFormat[] {
  return item.replaceable === null ? [] : betterFormatsIn(db)(ruledSeries(item), item.replaceable)
}

/** Each format to which the current rules prefer another one. */
export function worseFormats(db: ReadHandle): WorseFormat[] {
  const rulesOf = readRules(db)
  const kindRules = (['comic', 'manga'] as const).map((kind) => ({ kind, rules: rulesOf({ comic_id: null, kind }) }))
  const own = ownSeries(db).map(({ comic_id, kind }) => ({ comic_id, rules: rulesOf({ comic_id, kind }) }))
  return KNOWN_FORMATS.flatMap((format) => {
    const isWorse = ({ rules }: { rules: RuleSet }) => betterFormats(rules, format).length > 0
    const kinds = kindRules.filter(isWorse).map(({ kind }) => kind)
    const also = own.filter(isWorse).map(({ comic_id }) => comic_id)
    const except = own.filter((each) => !isWorse(each)).map(({ comic_id }) => comic_id)
    return kinds.length + also.length > 0 ? [{ format, kinds, also, except }] : []
  })
}

/** Series with their own rules about formats. */
function ownSeries(db: ReadHandle): { comic_id: string; kind: ContentType }[] {
  const ids = new Set(allRules(db).flatMap(({ match, comic_id }) => (match === 'format' && comic_id ? [comic_id] : [])))
  return [...ids].flatMap((comic_id) => {
    const row = findSeries(db, comic_id)
    return row ? [{ comic_id, kind: row.content_type }] : []
  })
}
