import type { MonitorMode } from '../series/states'
import type { IssueRecord, SeriesRecord } from './providers/provider'

/** A manga longer than this is a typing error at its source. */
const MOST = 3000

/**
 * The issues of a manga of which its source knows how many there are and not which (AniList; MangaDex of what is
 * licensed elsewhere): volumes, or chapters where only they are counted or wanted. Pure.
 */
export function countedIssues({ provider_id, facts }: SeriesRecord, mode: MonitorMode): IssueRecord[] {
  if (facts.content_type !== 'manga') return []
  const chapters = countOf(facts.last_chapter)
  const volumes = countOf(facts.last_volume)
  const unit = volumes > 0 && !(mode === 'chapters' && chapters > 0) ? 'volume' : 'chapter'
  return Array.from({ length: unit === 'volume' ? volumes : chapters }, (_, at) => ({
    provider_id: `${provider_id}-${unit === 'volume' ? 'v' : 'c'}${at + 1}`,
    facts: { unit, number: String(at + 1) },
    detailed: false,
  }))
}

function countOf(last: string | undefined): number {
  const count = Math.trunc(Number(last ?? ''))
  return count > 0 && count <= MOST ? count : 0
}
