import { readNumber, sameNumber } from '../../base/names/numbers'
import type { Fulfillment, Intent, MonitorMode, Unit } from './states'

/** Which chapters owned volumes contain, and the unit that a manga is counted in. */

export interface CountedIssue {
  issue_id: string
  unit: Unit
  number: string
  volume_number: string | null
  fulfillment: Fulfillment
  intent: Intent
}

interface MangaFacts {
  mode: MonitorMode
  /** The series has ended: there are no more volumes than the known ones. */
  ended: boolean
}

interface Count {
  unit: Unit
  /** Without the ignored issues. */
  total: number
  have: number
  /** With the ignored issues. */
  listed: number
}

const OWNED = new Set<Fulfillment>(['downloaded', 'archived'])
export const isOwned = ({ fulfillment }: Pick<CountedIssue, 'fulfillment'>): boolean => OWNED.has(fulfillment)
/** SQL in `column-store.ts`: the user does not miss the issue, so it is no part of the total. */
const isIgnored = ({ intent, fulfillment }: CountedIssue): boolean =>
  intent === 'ignored' && (fulfillment === 'missing' || fulfillment === 'failed' || fulfillment === 'unknown')
/** Ownership is unproven, so an owned volume may cover these chapters. */
const OPEN = new Set<Fulfillment>(['missing', 'failed', 'covered'])

/**
 * Chapters that owned volumes contain: those that name the volume, those between two such chapters, and all of a series
 * that has ended when all of its volumes are owned. Empty when the user collects chapters.
 */
export function coveredChapters(issues: readonly CountedIssue[], { mode, ended }: MangaFacts): Set<string> {
  const covered = new Set<string>()
  const volumes = issues.filter(({ unit }) => unit === 'volume')
  const owned = volumes.filter(isOwned).map(({ number }) => number)
  if (mode === 'chapters' || owned.length === 0) return covered
  const isVolumeOwned = (volume: string) => owned.some((number) => sameNumber(number, volume))
  const isWhole = ended && volumes.length === owned.length
  const chapters = issues.filter(({ unit }) => unit === 'chapter')
  const between = isBetweenOwned(chapters, isVolumeOwned)
  for (const chapter of chapters) {
    if (!OPEN.has(chapter.fulfillment)) continue
    const { volume_number } = chapter
    const isCoveredByVolume = volume_number === null ? isWhole || between(chapter) : isVolumeOwned(volume_number)
    if (isCoveredByVolume) covered.add(chapter.issue_id)
  }
  return covered
}

/** Whether a chapter without a volume is between chapters of one owned volume, or of two consecutive ones. */
function isBetweenOwned(chapters: readonly CountedIssue[], isVolumeOwned: (volume: string) => boolean) {
  const placed = chapters.flatMap(({ number, volume_number }) => {
    const at = exactValue(number)
    return at === undefined || volume_number === null ? [] : [{ at, volume: volume_number }]
  })
  placed.sort((a, b) => a.at - b.at)
  return ({ number }: CountedIssue): boolean => {
    const at = exactValue(number)
    if (at === undefined) return false
    const next = placed.findIndex((other) => other.at > at)
    const [before, behind] = [placed[next - 1]?.volume, placed[next]?.volume]
    if (next < 1 || before === undefined || behind === undefined || !isVolumeOwned(before) || !isVolumeOwned(behind))
      return false
    return Number(behind) - Number(before) <= 1
  }
}

function exactValue(number: string): number | undefined {
  const read = readNumber(number)
  return read && !read.negative ? Number(`${read.whole}.${read.fraction || 0}`) : undefined
}

/** Counts a manga in the unit that the user collects, so that a volume and its chapters do not count twice. */
export function countManga(
  issues: readonly CountedIssue[],
  { mode, listed }: { mode: MonitorMode; listed: boolean },
): Count {
  const volumes = issues.filter(({ unit }) => unit === 'volume')
  const chapters = issues.filter(({ unit }) => unit !== 'volume')
  if (volumes.length === 0) return countOf('chapter', chapters)
  if (chapters.length === 0) return countOf('volume', volumes)
  // The chapters of the volumes are unknown, so each file counts separately.
  if (!listed) return { ...countOf('volume', issues), unit: 'issue' }
  return collectsVolumes(volumes, chapters, mode) ? countOf('volume', volumes) : countOf('chapter', chapters)
}

function countOf(unit: Unit, issues: readonly CountedIssue[]): Count {
  const have = issues.filter((issue) => isOwned(issue) || issue.fulfillment === 'covered').length
  return { unit, total: issues.length - issues.filter(isIgnored).length, have, listed: issues.length }
}

function collectsVolumes(
  volumes: readonly CountedIssue[],
  chapters: readonly CountedIssue[],
  mode: MonitorMode,
): boolean {
  if (mode !== 'blended') return mode === 'volumes'
  const owned = volumes.filter(isOwned).length
  const single = chapters.filter(isOwned).length
  if (owned > 0 || single > 0) return owned * (chapters.length / volumes.length) >= single
  const wanted = (of: readonly CountedIssue[]) => of.filter(({ intent }) => intent === 'wanted').length
  return wanted(volumes) >= wanted(chapters)
}
