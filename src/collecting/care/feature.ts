import type { AppEvent } from '../../base/events/types'
import type { Clock, Files, Log, Random } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { FileJournal } from '../../library/filing/journal'
import type { MetadataEditor } from '../../library/metadata/edit/metadata-editor'
import type { OnIssuesReplaced } from '../arcs/unfollowed'
import { CopyList } from './duplicates/list'
import { CopyRemoval } from './duplicates/removal'
import type { Archives } from './duplicates/same-pages'
import { ExtensionFix } from './findings/extensions'
import { GapIssues } from './findings/gap-issues'
import { FindingList } from './findings/list'
import { CareFollower } from './follower'
import { LibraryCheck } from './library-check'
import { SeriesMerges } from './series/merges'
import { PairList } from './series/pair-list'
import { SeriesCheck } from './series-check'
import { Care } from './service'
import { CARE_CHECK, CARE_EXTENSIONS, CARE_REMOVE } from './states'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  files: Files
  operations: Operations
  journal: FileJournal
  archives: Archives
  random: Pick<Random, 'id'>
  editing: Pick<MetadataEditor, 'editSeries'>
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
  /** Called when issues are joined with others. */
  replaced: OnIssuesReplaced
  roots: () => readonly string[]
  /** Whether someone is reading. */
  isReading: () => boolean
  /** Pages that are in many files. */
  unwanted: { found: number }
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** The care of the collection: copies, damage, sizes and series that look like one. */
export function makeCare(deps: Deps) {
  const { operations } = deps
  const series = new SeriesCheck(deps)
  const check = new LibraryCheck({ ...deps, series })
  const follower = new CareFollower({ ...deps, series, check })
  const copies = new CopyList(deps)
  const findings = { findings: new FindingList(deps), gaps: new GapIssues(deps) }
  const lists = { copies, ...findings, pairs: new PairList(deps), merges: new SeriesMerges(deps) }
  operations.handle(CARE_CHECK, check)
  operations.handle(CARE_REMOVE, new CopyRemoval(deps))
  operations.handle(CARE_EXTENSIONS, new ExtensionFix(deps))
  return { care: new Care({ ...deps, check, series, follower, ...lists }), careCheck: check, careFollower: follower }
}
