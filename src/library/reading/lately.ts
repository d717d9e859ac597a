import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { issueLabel } from './labels'
import { lastReadBy } from './lately-store'

/** An issue that a user read, for the list of users. */
export interface ReadLately {
  comic_id: string
  series_name: string
  issue_id: string
  label: string
  read_at: Instant
}

const MOST = 5

/** What a user read lately, last first. */
export function readLately(db: ReadHandle, userId: string): ReadLately[] {
  return lastReadBy(db, userId, MOST).map(({ issue, series_name, read_at }) => {
    const { comic_id, issue_id } = issue
    return { comic_id, series_name, issue_id, label: issueLabel(issue), read_at }
  })
}
