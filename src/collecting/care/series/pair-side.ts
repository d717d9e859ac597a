import { type ProviderName, providerOf } from '../../../base/providers/descriptors'
import type { ReadHandle } from '../../../base/storage/database'
import type { SeriesRow } from '../../../library/series/store'
import type { PairPage } from '../schema'
import { countIssues, providersOf } from './pair-store'

export type PairSide = PairPage['pairs'][number]['keep']

export function pairSide(db: ReadHandle, series: SeriesRow): PairSide {
  const { comic_id, name, year, publisher, file_count, size } = series
  const providers = providersOf(db, comic_id).map((source) => providerOf(source as ProviderName).label)
  return { comic_id, name, year, publisher, providers, issues: countIssues(db, comic_id), files: file_count, size }
}
