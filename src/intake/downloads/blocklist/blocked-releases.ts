import { pageRange, pagination } from '../../../base/http/paging'
import { SUCCESS } from '../../../base/http/success'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import * as course from '../journal/stage-changes'
import type { Blocklist, BlocklistQuery } from '../schema'
import * as store from '../store'
import { countBlocked, listBlocked, unblock } from './store'

const PER_PAGE = 50

/** Releases that are not grabbed again until the user unblocks them. */
export class BlockedReleases {
  constructor(private readonly deps: { db: Database }) {}

  list(query: BlocklistQuery): Blocklist {
    const { read } = this.deps.db
    const { limit = PER_PAGE, offset } = pageRange(query)
    const text = query.q?.trim()
    const blocklist = listBlocked(read, { limit, offset }, text)
    return { blocklist, pagination: pagination(countBlocked(read, text), { limit, offset }, blocklist.length) }
  }

  /** Unblocks a failed release. Throws Refusal 'missing' when it is not blocked. */
  unblock(digest: string): typeof SUCCESS {
    this.deps.db.write((tx) => {
      const blocked = unblock(tx, digest)
      if (!blocked) throw new Refusal('missing', 'This release is no longer blocked.')
      for (const { item_id } of store.failedWith(tx, blocked)) course.resolveItem(tx, item_id, 'retried')
    })
    return SUCCESS
  }
}
