import { join } from 'node:path'
import type { Users } from '../../base/auth/users'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import type { Files, Ports } from '../../base/platform/ports'
import type { Thread } from '../../base/platform/threads'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { AcquisitionGate } from '../../intake/acquisition/gate'
import type { Maintenance } from '../../intake/acquisition/maintenance'
import type { SeriesLibrary } from '../../library/series/service'
import { SOURCES } from './all-sources'
import { FileFinder, type StoreReading } from './file-finder'
import { MoveInHandler } from './move-in-handler'
import { Migration } from './service'
import type { SettingsPorts } from './source'
import { FIND_FILES, MOVE_IN, UNDO_MOVE } from './states'
import { UndoMove } from './undo/undo-move'

interface Deps {
  ports: Pick<Ports, 'clock' | 'random' | 'files' | 'log'>
  db: Database
  operations: Operations
  gate: AcquisitionGate
  maintenance: Maintenance
  settings: SettingsPorts
  users: Users
  dataDir: string
  home: string
  roots: () => string[]
  backup: () => Promise<void>
  archives: ArchiveDeps & { files: Files }
  storeReading: StoreReading
  library: Pick<SeriesLibrary, 'removeAll'>
  /** Starts the thread whose moves tables; absent: the event loop does. */
  thread?: () => Thread
}

export function makeMigration({
  ports,
  db,
  operations,
  gate,
  maintenance,
  settings,
  users,
  dataDir,
  home,
  roots,
  backup,
  archives,
  storeReading,
  library,
  thread,
}: Deps) {
  const copies = join(dataDir, 'moving')
  const shared = { ...ports, db, operations, sources: SOURCES, gate, copies }
  operations.handle(
    FIND_FILES,
    new FileFinder({ ...shared, archives, storeReading, reconciliation: () => gate.read().reconciliation }),
  )
  operations.handle(
    MOVE_IN,
    new MoveInHandler({ ...shared, maintenance, settings, ownerName: () => users.ownerName, backup, thread }),
  )
  operations.handle(UNDO_MOVE, new UndoMove({ ...shared, maintenance, library }))
  return { moving: new Migration({ ...shared, users, dataDir, home, roots, thread }) }
}
