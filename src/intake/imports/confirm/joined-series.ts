import { providerNames, siteOf } from '../../../base/providers/descriptors'
import type { ReadHandle } from '../../../base/storage/database'
import { knownIds } from '../../../library/metadata/sync/save-series'
import { type SeriesRow, seriesNamed } from '../../../library/series/store'
import { findScan, type GroupRow } from '../store'
import type { SeriesCorrection } from './add-to-library'
import { holdsFilesOfOthers } from './made-store'

/**
 * The existing series to add a "new series" proposal to: the one whose name the user typed when confirming, or one added
 * since the scan, if it is the only one of that name. Any other match was shown separately in the review, so name and
 * year are not enough.
 */
export function joinedSeries(tx: ReadHandle, group: GroupRow, correction: SeriesCorrection): SeriesRow | undefined {
  const { name = group.series_name, year = group.year, content_type = group.content_type } = correction
  const same = seriesNamed(tx, name).filter((row) => row.year === year && row.content_type === content_type)
  const [only, ...others] = same
  if (!only || others.length > 0 || isContrary(tx, only, group)) return undefined
  if (correction.name !== undefined) return only
  const scan = findScan(tx, group.scan_id)
  const isLater = scan !== undefined && only.added_at > scan.started_at
  return isLater && !holdsFilesOfOthers(tx, group, only.comic_id) ? only : undefined
}

/** The volumes differ, or a provider knows the series under different ids. */
function isContrary(tx: ReadHandle, { comic_id, volume }: SeriesRow, group: GroupRow): boolean {
  if (volume !== null && group.volume !== null && volume !== group.volume) return true
  const ids = knownIds(tx, comic_id)
  return providerNames.some((name) => {
    const said = group.provider_ids[siteOf(name).fileIds.series]
    return said !== undefined && ids[name] !== undefined && said !== ids[name]
  })
}
