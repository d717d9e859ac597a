import { join } from 'node:path'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import type { Files, Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { AcquisitionGate } from '../../intake/acquisition/gate'
import type { Maintenance } from '../../intake/acquisition/maintenance'
import type { SeriesLibrary } from '../../library/series/service'
import { FileFinder, type StoreReading } from './file-finder'
import { MoveInHandler } from './move-in-handler'
import { Migration } from './service'
import type { MigrationSource, SettingsPorts } from './source'
import { kapowarr } from './sources/kapowarr/descriptor'
import { kavita } from './sources/kavita/descriptor'
import { komga } from './sources/komga/descriptor'
import { mylar } from './sources/mylar/descriptor'
import { FIND_FILES, MOVE_IN, UNDO_MOVE } from './states'
import { UndoMove } from './undo/undo-move'

interface Deps {
  ports: Pick<Ports, 'clock' | 'random' | 'files' | 'log'>
  db: Database
  operations: Operations
  gate: AcquisitionGate
  maintenance: Maintenance
  settings: SettingsPorts
  dataDir: string
  home: string
  roots: () => string[]
  backup: () => Promise<void>
  archives: ArchiveDeps & { files: Files }
  storeReading: StoreReading
  library: Pick<SeriesLibrary, 'removeAll'>
}

/** The programs whose libraries can be moved in. */
const SOURCES: readonly MigrationSource[] = [mylar, kapowarr, komga, kavita]

export function makeMigration({
  ports,
  db,
  operations,
  gate,
  maintenance,
  settings,
  dataDir,
  home,
  roots,
  backup,
  archives,
  storeReading,
  library,
}: Deps) {
  const copies = join(dataDir, 'moving')
  const shared = { ...ports, db, operations, sources: SOURCES, gate, copies }
  operations.handle(
    FIND_FILES,
    new FileFinder({ ...shared, archives, storeReading, reconciliation: () => gate.read().reconciliation }),
  )
  operations.handle(MOVE_IN, new MoveInHandler({ ...shared, maintenance, settings, backup }))
  operations.handle(UNDO_MOVE, new UndoMove({ ...shared, maintenance, library }))
  return { moving: new Migration({ ...shared, dataDir, home, roots }) }
}
