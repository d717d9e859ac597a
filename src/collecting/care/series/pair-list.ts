import { type PageRange, pageRange, pagination } from '../../../base/http/paging'
import type { Database } from '../../../base/storage/database'
import { findSeries } from '../../../library/series/store'
import type * as schema from '../schema'
import { pairSide } from './pair-side'
import * as store from './pair-store'

const PER_PAGE = 20

/** The list of pairs of similar series. */
export class PairList {
  constructor(private readonly deps: { db: Database }) {}

  counts(): { shown: number; ignored: number } {
    return store.countPairs(this.deps.db.read)
  }

  page({ ignored = false, ...query }: schema.PairsQuery): schema.PairPage {
    const { read } = this.deps.db
    const { limit = PER_PAGE, offset }: PageRange = pageRange(query)
    const counts = store.countPairs(read)
    const rows = store.pairsPage(read, ignored, { limit, offset })
    const pairs = rows.flatMap(({ keep_id, other_id, likeness }) => {
      const [keep, other] = [findSeries(read, keep_id), findSeries(read, other_id)]
      if (!keep || !other) return []
      const common = store.countCommon(read, keep_id, other_id)
      return [{ keep: pairSide(read, keep), other: pairSide(read, other), likeness, common }]
    })
    const total = ignored ? counts.ignored : counts.shown
    return { pairs, pagination: pagination(total, { limit, offset }, rows.length) }
  }
}
