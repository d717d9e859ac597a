import type { Clock, Files, Log, Random } from '../../base/platform/ports'
import type { FileJournal } from '../../library/filing/journal'
import type { Providers } from '../../library/metadata/providers/registry'
import { BulkRun } from './bulk-run'
import { BulkUndo } from './bulk-undo'
import { SeriesDeletion } from './deletion'
import { QuickActions, type QuickDeps } from './quick-actions'
import { SeriesWork } from './series-work'
import { BulkOperations } from './service'
import { BULK, BULK_UNDO } from './states'

type WorkDeps = ConstructorParameters<typeof SeriesWork>[0]

interface Deps extends QuickDeps, WorkDeps {
  clock: Clock
  random: Random
  files: Files
  log: Log
  journal: FileJournal
  roots: () => readonly string[]
  providers: Pick<Providers, 'serving'>
}

/** Actions on many series at once, as operations that survive a restart. */
export function makeBulk(deps: Deps): BulkOperations {
  const { db, clock, log, operations } = deps
  const quick = new QuickActions(deps)
  const work = new SeriesWork(deps)
  const deletion = new SeriesDeletion(deps)
  const parts = { db, clock, log, quick, work, deletion }
  operations.handle(BULK, new BulkRun(parts))
  operations.handle(BULK_UNDO, new BulkUndo(parts))
  return new BulkOperations({ ...deps, quick })
}
