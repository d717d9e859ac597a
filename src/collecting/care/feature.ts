import type { AppEvent } from '../../base/events/types'
import type { Clock, Files, Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { FileJournal } from '../../library/filing/journal'
import { CopyList } from './duplicates/list'
import { CopyRemoval } from './duplicates/removal'
import type { Archives } from './duplicates/same-pages'
import { CareFollower } from './follower'
import { LibraryCheck } from './library-check'
import { SeriesCheck } from './series-check'
import { Care } from './service'
import { CARE_CHECK, CARE_REMOVE } from './states'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  files: Files
  operations: Operations
  journal: FileJournal
  archives: Archives
  roots: () => readonly string[]
  /** Whether somebody reads now. */
  isReading: () => boolean
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** The care of the collection: copies, damage, sizes and series that look like one. */
export function makeCare(deps: Deps) {
  const { operations } = deps
  const series = new SeriesCheck(deps)
  const check = new LibraryCheck({ ...deps, series })
  const follower = new CareFollower({ ...deps, series })
  const copies = new CopyList(deps)
  operations.handle(CARE_CHECK, check)
  operations.handle(CARE_REMOVE, new CopyRemoval(deps))
  return { care: new Care({ ...deps, check, series, follower, copies }), careCheck: check, careFollower: follower }
}
